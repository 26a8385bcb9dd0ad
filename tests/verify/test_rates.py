"""What tests of rates promise and refuse, on samples so small that it can be seen."""

import math

import pytest

from gramcheck.verify import bounds, tails


def test_all_trials_of_two_are_too_many():
    """P(2 of 2) is 1e-4: who has a rate r passes with probability 1 - r^2."""
    assert bounds.smallest_rejected(2, 0.01, 1e-3) == 2
    gap = tails.smallest_detectable_excess(2, 0.01, 1e-3, beta=0.19)
    assert gap == pytest.approx(0.9 - 0.01, rel=1e-12)


@pytest.mark.parametrize("rate", [0.5, 0.05, 0.95])
def test_either_side_of_a_rate_has_half_of_alpha(rate):
    """A rate of 0.05 can be off by more to the one side alone, and so can one of 0.95."""
    gap = tails.smallest_detectable_rate_discrepancy(20, rate, 0.01, beta=1e-3)
    excess = tails.smallest_detectable_excess(20, min(rate, 1 - rate), 0.01 / 2, beta=1e-3)
    assert gap == pytest.approx(excess, rel=1e-12)


def test_a_rate_that_is_none_is_named():
    with pytest.raises(ValueError, match="rate must lie in"):
        tails.smallest_detectable_rate_discrepancy(20, 1.5, 0.01)
    with pytest.raises(ValueError, match="the probability of 'a' must lie in"):
        tails.assert_distribution_equals("ab", {"a": 1.5, "b": -0.5}, 0.01)


def test_no_samples_have_no_bound():
    outcome = tails.assert_distribution_equals([], {"a": 1.0}, 0.01)
    assert (outcome.measured, outcome.bound, outcome.ratio) == (1, 0, math.inf)
