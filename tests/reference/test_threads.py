"""Functions may be called by several threads at once, as they hold nothing between calls."""

import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import joblib
import pytest

from gramcheck.verify.arguments import CALLS

ROUNDS = 5


@pytest.fixture
def hasty():
    """Threads that take turns a thousand times as often as they do."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(usual)


def at_once(calls, module):
    """Hashes of what each call gives in each round, all of them in a pool of threads."""
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(found, call, module) for _ in range(ROUNDS) for call in calls]
        given = [each.result() for each in asked]
    return [given[i :: len(calls)] for i in range(len(calls))]


def found(call, module):
    return joblib.hash(call.answer(getattr(module, call.function)))


@pytest.mark.parametrize("paper", CALLS)
def test_threads_do_not_disturb_each_other(paper, hasty):
    module, calls = importlib.import_module(f"gramcheck.reference.{paper}"), CALLS[paper]
    alone = [found(call, module) for call in calls]
    disturbed = [
        f"{call.function} {call.case}"
        for call, right, hashes in zip(calls, alone, at_once(calls, module), strict=True)
        if {*hashes} != {right}
    ]
    assert disturbed == []


def test_what_shares_its_memory_is_seen(hasty):
    """A function that keeps its memory for the next call, as fast ones do."""
    memory = []

    def triangular_number(n):
        memory.clear()
        for i in range(n):
            memory.append(i)
        return sum(memory)

    module = SimpleNamespace(triangular_number=triangular_number)
    calls = [
        SimpleNamespace(function="triangular_number", answer=partial(asked, n))
        for n in range(2_000, 2_040)
    ]
    alone = [found(call, module) for call in calls]
    hashes = at_once(calls, module)
    assert any({*each} != {right} for each, right in zip(hashes, alone, strict=True))


def asked(n, function):
    return function(n)
