"""A short form of ``python -m tests.fuzz``, and what that must find."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests import fuzz

CALLS = 4000  # some ten seconds


def test_some_thousand_calls_are_answered_or_refused_by_name():
    """In a process of its own, whose memory is limited."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", str(CALLS)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    assert f"{CALLS} calls, 0 findings" in done.stdout


def test_every_function_is_called_and_many_calls_are_refused():
    functions = {(paper, call.function) for paper, call in fuzz.EVERY}
    calls = [fuzz.made(number, 0) for number in range(CALLS)]
    assert {(paper, call.function) for paper, call, _ in calls} == functions


def test_a_number_is_one_call():
    first, again = (fuzz.made(7, 3)[2] for _ in range(2))
    assert repr(first) == repr(again)


def no_name(n, size):
    raise ValueError("array is too big")


def of_memory(n, size):
    np.empty(2**50)


def without_end(n, size):
    while True:
        time.sleep(0.01)


def of_numpy(n, size):
    return np.arange(10)[size]


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (no_name, "does not name an argument: ValueError: array is too big"),
        (of_memory, "MemoryError"),
        (without_end, "did not end in"),
        (of_numpy, "IndexError"),
    ],
)
def test_what_is_wrong_is_found(function, said, monkeypatch):
    monkeypatch.setattr(fuzz, "SECONDS", 0.2)
    assert said in fuzz.outcome(function, {"n": 2, "size": 100}, 2)


def test_what_is_right_is_no_finding():
    def refusing(n, size):
        raise ValueError(f"size must be at most {n}, got {size}")

    assert fuzz.outcome(refusing, {"n": 2, "size": 100}, 1) is None
    assert fuzz.outcome(lambda n, size: n, {"n": 2, "size": 100}, 1) is None
