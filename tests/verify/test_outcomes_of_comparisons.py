"""What was measured, what is allowed and their ratio, of each kind of comparison."""

import math

import numpy as np
import pytest

from gramcheck.verify import precision
from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true, names

INF, ABOVE_ONE = math.inf, math.nextafter(1.0, 2.0)


def numbers(outcome):
    return outcome.measured, outcome.bound, outcome.ratio


@pytest.mark.parametrize(
    ("outcome", "wanted"),
    [
        (close_to(4.0, 4.0, atol=2.0), (0, 2, 0)),
        (close_to(4.0, 5.0, atol=2.0), (1, 2, 0.5)),
        (close_to(-4.0, -5.0, rtol=0.5), (1, 2, 0.5)),
        (close_to(0.0, 0.0, ulps=4), (0, 4, 0)),
        (close_to(0.0, 1e-300, ulps=4), (INF, 4, INF)),
        (close_to(1.0, 1.5, rtol=2.0, scale=INF), (0.5, 0, INF)),
        (close_to([], [], atol=1.0), (0, 0, 0)),
        (equal([1, "a"], [1, "a"]), (0, 0, 0)),
        (equal([1, "a"], [1, "b"]), (1, 0, INF)),
        (is_true(True, ""), (0, 0, 0)),
        (is_true(False, ""), (1, 0, INF)),
        (at_most(2.0, 1.0), (1, 2, 0.5)),
        (at_most(0.5, 0.25), (0.25, 0.5, 0.5)),
        (at_most(1.0, 3.0), (3, 1, 3)),
        (at_most(1.0, 1.0), (1, 1, 1)),
        (at_most(1.0, ABOVE_ONE), (ABOVE_ONE, 1, ABOVE_ONE)),
        (at_most(2.0, -3.0), (-3, 2, 0)),
        (at_most(0.0, -1.0), (-1, 0, 0)),
        (at_most(0.0, 0.0), (0, 0, 0)),
        (at_most(0.0, 1.0), (1, 0, INF)),
        (at_most(-2.0, -4.0), (-4, -2, 0.5)),
        (at_most(-0.5, -0.25), (-0.25, -0.5, 2)),
        (at_most(-1.0, 1.0), (1, -1, INF)),
        (at_most(1.0, 3.0, atol=3.0), (3, 4, 0.75)),
        (at_least(1.0, 2.0), (2, 1, 0.5)),
        (at_least(-1.0, -2.0), (-2, -1, 2)),
        (at_least(1.0, -0.5, atol=3.0), (-0.5, -2, 0.25)),
    ],
)
def test_outcomes_of_single_numbers(outcome, wanted):
    assert numbers(outcome) == wanted


@pytest.mark.parametrize("compare", [close_to, at_most])
def test_what_is_no_number_has_no_measure(compare):
    measured, *rest = numbers(compare(1.0, "1", atol=1.0))
    assert math.isnan(measured)
    assert rest == [0, INF]
    assert math.isnan(compare([1.0, 1.0], [math.nan, 1.0], atol=1.0).ratio)


def test_elements_on_their_bound_are_not_outside():
    detail = close_to([1.0, 1.0, 1.0], [2.0, 3.0, 3.0], atol=1.0).detail
    assert "(2 of 3 elements outside)" in detail


def test_where_the_scale_is_0_no_error_has_a_size():
    assert "relative error 0.001" in close_to([0.0, 4.0], [1e-9, 4.004], rtol=1e-9).detail


def test_one_nan_among_the_expected_is_one_too_many():
    for compare in (close_to, at_most):
        with pytest.raises(ValueError, match="NaN"):
            compare([math.nan, 1.0], [1.0, 1.0], atol=1.0)


def test_one_word_of_several_is_enough():
    assert names("alpha must be positive", ["beta", "alpha"])
    assert not names("alphas must be positive", ["beta", "alpha"])


def test_the_precision_of_a_run_loosens_what_is_relative_alone():
    with precision.at(precision.parsed(1e-6)):
        assert not close_to(0.0, 5e-7, atol=1e-9).passed
        assert close_to(1.0, 1 + 5e-7, rtol=1e-9).passed
    with precision.at(precision.parsed("float32")):
        assert close_to(0.0, 1e-38, ulps=1).passed
        assert not close_to(0.0, 1e-36, ulps=1).passed
    with precision.at(precision.parsed(0.19)):
        for outcome in (close_to(1.0, 1.0, rtol=0.05), at_most(1.0, 1.0, rtol=0.05)):
            assert outcome.unjudged
            assert numbers(outcome) == (0, 0, 0)


def test_a_scale_of_either_sign_is_a_size():
    assert at_most(np.array(-2.0), -1.0, rtol=1.0).passed
