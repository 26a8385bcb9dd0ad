"""What tests of means allow, what they promise, and what they refuse."""

import math

import pytest

from gramcheck.verify import bounds, tails


@pytest.mark.parametrize("beta", [0.2, 1e-4])
def test_detectable_means_are_what_is_allowed_and_what_chance_takes(beta):
    """Of known variance: by Bentkus's inequality on either side, the one at half of alpha."""
    law = {"low": -1.0, "high": 3.0, "alpha": 1e-3, "variance": 0.3}
    gap = tails.smallest_detectable_mean_discrepancy(50, **law, beta=beta)
    allowed = tails.assert_true_mean_equals([0.0] * 50, 0.0, **law).bound
    assert gap == pytest.approx(allowed + bounds.radius(50, 4.0, beta, 0.3), rel=1e-12)


def test_no_variance_is_larger_than_that_of_the_two_ends():
    """Of a mean that is 0.2 above the lower of two ends at a distance of 2: 0.2 times 1.8."""
    for low in (0.0, -1.0):
        samples = [low, low + 2.0] * 100
        outcome = tails.assert_true_mean_equals(samples, low + 0.2, low, low + 2.0, 1e-3)
        assert outcome.bound == pytest.approx(bounds.radius(200, 2.0, 1e-3 / 4, 0.36), rel=1e-12)


def test_means_on_either_side_are_wrong():
    for mean in (0.0, 1.0):
        assert not tails.assert_true_mean_equals([mean] * 1000, 0.5, 0.0, 1.0, 1e-3).passed


def test_a_detectable_mean_is_beyond_what_either_side_may_take():
    """Of unknown variance: by Hoeffding's inequality at a quarter of alpha, and at beta."""
    gap = tails.smallest_detectable_mean_discrepancy(50, -1.0, 3.0, 1e-3, beta=1e-4)
    taken = bounds.hoeffding(50, 4.0, 1e-3 / 4) + bounds.hoeffding(50, 4.0, 1e-4)
    assert gap == pytest.approx(taken, rel=1e-12)


def test_a_variance_is_at_most_the_square_of_the_range():
    assert tails.smallest_detectable_mean_discrepancy(50, -1.0, 3.0, 1e-3, variance=16.0) > 0
    with pytest.raises(ValueError, match=r"variance must lie in \[0.0, 16.0\]"):
        tails.smallest_detectable_mean_discrepancy(50, -1.0, 3.0, 1e-3, variance=16.1)


def test_a_test_says_which_argument_is_wrong():
    with pytest.raises(ValueError, match="low must be below high"):
        tails.assert_true_mean_equals([0.5] * 9, 0.5, 1.0, 0.0, 1e-3)
    with pytest.raises(ValueError, match="alpha must lie strictly"):
        tails.assert_true_cdf_equals([0.5] * 9, lambda t: t, 1.0)
    with pytest.raises(ValueError, match="cdf must give a probability"):
        tails.assert_true_cdf_equals([0.5, 2.0], lambda t: t, 1e-3)


def test_what_is_no_sample_has_no_bound():
    outcome = tails.assert_true_mean_equals([2.0] * 9, 0.5, 0.0, 1.0, 1e-3)
    assert (outcome.measured, outcome.bound, outcome.ratio) == (1, 0, math.inf)


@pytest.mark.parametrize(("expected", "detects"), [(-0.4, True), (2.4, True), (1.0, False)])
def test_a_mean_can_be_off_by_the_longer_way_to_an_end(expected, detects):
    outcome = tails.assert_true_mean_equals([expected] * 60, expected, -1.0, 3.0, 1e-3)
    assert tails.smallest_detectable_mean_discrepancy(60, -1.0, 3.0, 1e-3) > 2.0
    assert ("detects nothing" in outcome.detail) == (not detects)


def test_no_number_of_samples_detects_nothing():
    with pytest.raises(ValueError, match="the discrepancy must be positive"):
        tails.samples_needed_for_mean(0.0, 0.0, 1.0, 1e-3)
