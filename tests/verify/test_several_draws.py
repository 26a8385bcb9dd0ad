"""How many calls show that a generator is seeded by few bits: the birthday problem, exactly."""

import math

import pytest

from gramcheck.verify.suite.several_draws import SEED_BITS, calls_needed, never_repeated


def probability_of_no_repetition(calls: int, seeds: int) -> float:
    return math.exp(math.fsum(math.log1p(-k / seeds) for k in range(calls)))


@pytest.mark.parametrize("bits", [8, 12, SEED_BITS])
@pytest.mark.parametrize("miss", [0.1, 1e-3])
def test_so_many_calls_are_enough_and_a_tenth_less_are_not(bits, miss):
    calls = calls_needed(bits, miss)
    assert probability_of_no_repetition(calls, 2**bits) <= miss
    assert probability_of_no_repetition(math.floor(0.9 * calls), 2**bits) > miss


@pytest.mark.parametrize(("last", "passes"), [(-1, True), (0, False)])
def test_one_repetition_is_seen(last, passes):
    draws = iter([*range(calls_needed() - 1), last])
    assert never_repeated(lambda: next(draws)).passed == passes
