"""What a target does not reach in the time of a check is lacking, and the rest counts."""

import time

import pytest

from gramcheck.verify.compare import equal
from gramcheck.verify.record import Status
from gramcheck.verify.runner import Settings, run_check
from gramcheck.verify.target import load
from tests.verify.toys import add, double, doubling, implementation

LIMIT = 0.4
SOON = LIMIT + 3  # also on a busy machine; without a limit it would be half a minute
LACKS = f"time ({LIMIT:g} s)"


def slow(x, seconds=LIMIT / 10):
    time.sleep(seconds)
    return 2 * x


def judged(registry, function, seconds=LIMIT):
    [check] = registry
    settings = Settings(seed=1, seconds=seconds)
    run_check(check, load(implementation(double=double)), Settings(examples=1), 1e-6)  # warms up
    return run_check(check, load(implementation(double=function)), settings, 1e-6)


def many(registry):
    @add(registry)
    def twice(target, run):
        """Twice."""
        for x in range(1000):
            yield equal(2 * x, target.toy.double(x))


@pytest.mark.parametrize("make", [many, doubling])
def test_who_is_right_and_slow_lacks_time(registry, make):
    make(registry)
    record = judged(registry, slow)
    assert (record.status, record.lacking, record.tested) == (Status.LACKING, (LACKS,), True)
    assert f"what it has agrees, it lacks {LACKS}" in record.message
    assert record.seconds < SOON
    assert judged(registry, double, seconds=100 * LIMIT).status == Status.PASSED


def test_examples_given_by_hand_are_no_exception(registry):
    doubling(registry, examples=[{"x": x} for x in range(1000)])
    record = judged(registry, slow)
    assert (record.status, record.lacking) == (Status.LACKING, (LACKS,))
    assert record.seconds < SOON


def test_who_is_wrong_and_slow_fails_with_the_example_that_there_was_time_for(registry):
    doubling(registry)
    record = judged(registry, lambda x: slow(x) + (x >= 1000))
    assert record.status == Status.FAILED
    assert record.example.startswith("x=")
    assert "changes between calls" not in record.message
    assert record.seconds < SOON


def test_a_check_that_reached_nothing_tested_nothing(registry):
    @add(registry)
    def both(target, run):
        """Of two calls, of which the first takes all the time."""
        yield equal(target.toy.double(1), target.toy.double(1))

    record = judged(registry, lambda x: slow(x, 1.1 * LIMIT))
    assert (record.status, record.lacking, record.tested) == (Status.LACKING, (LACKS,), False)
    assert judged(registry, lambda x: slow(x, 1.1 * LIMIT), seconds=None).status == Status.PASSED
