"""Functions may be called by several threads at once, as they hold nothing between calls."""

import ast
import importlib
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import joblib
import pytest

from gramcheck.verify.arguments import CALLS

THREADS = 8


@pytest.fixture
def hasty():
    """Threads that take turns a thousand times as often as they do."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(usual)


def disturbed(calls, module):
    """The functions whose answers beside others, their own among them, are not those alone."""
    with ThreadPoolExecutor(THREADS) as pool:
        asked = [[pool.submit(found, call, module) for _ in range(THREADS)] for call in calls]
        beside = [{each.result() for each in times} for times in asked]
    # afterwards, so that the threads race for what a first call keeps
    alone = [{found(call, module)} for call in calls]
    return [call.function for call, a, b in zip(calls, alone, beside, strict=True) if a != b]


def found(call, module):
    return joblib.hash(call.answer(getattr(module, call.function)))


@pytest.mark.parametrize("paper", CALLS)
def test_threads_do_not_disturb_each_other(paper, hasty):
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    assert disturbed(CALLS[paper], module) == []


@pytest.mark.parametrize("paper", CALLS)
def test_no_call_parses_text(paper, monkeypatch):
    """Before Python 3.11.9 threads that use ``ast`` at once may get a SystemError."""
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    texts, parse = [], ast.parse

    def parsed(source, *args, **options):
        texts.append(source)
        return parse(source, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(ast, "parse", parsed)
        for call in CALLS[paper]:
            call.answer(getattr(module, call.function))
    assert texts == []


def test_memory_that_threads_share_is_seen():
    """Of a function among others that keeps its memory for the next call, as fast ones do."""
    memory = []

    def keeps(n):
        memory.clear()
        for i in range(n):
            memory.append(i)
            time.sleep(1e-3)  # others have their turn for certain
        return sum(memory)

    def forgets(n):
        return sum(range(n))

    module = SimpleNamespace(keeps=keeps, forgets=forgets)
    calls = [
        SimpleNamespace(function=name, answer=lambda function: function(20))
        for name in ("forgets", "keeps", "forgets")
    ]
    assert disturbed(calls, module) == ["keeps"]
