"""Comparisons measure rightly, and call every kind of difference a failure."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true, largest, raises
from gramcheck.verify.contract import Shape

EPS = np.finfo(float).eps
finite = st.floats(allow_nan=False, allow_infinity=False)
real = st.floats(allow_nan=False)


def test_close_to_counts_roundings_of_the_scale():
    outcome = close_to(1.0, 1.0 + 8 * EPS, ulps=16, scale=2.0)
    assert outcome.measured == 4
    assert outcome.bound == 16
    assert outcome.ratio == 0.25
    assert "16 roundings" in outcome.sentence()


def test_a_scale_counts_by_its_size():
    for scale in (-4.0, np.array([-4.0, 4.0])):
        wanted = np.broadcast_to(1.0, np.shape(scale))
        assert close_to(wanted, wanted + 8 * EPS, ulps=8, scale=scale).ratio == 0.25
        assert at_most(wanted, wanted + 8 * EPS, ulps=8, scale=scale).passed


@pytest.mark.parametrize(
    ("values", "size"), [([[-4.0, 1.0], [0.0, 3.0]], 4.0), (-0.5, 0.5), ([], 0.0)]
)
def test_the_largest_size_is_that_of_either_sign(values, size):
    assert largest(values) == largest(np.ma.array(values)) == size
    assert np.isnan(largest([*np.ravel(values), np.nan]))


def test_a_failure_tells_its_size():
    for size in (4.0, 0.5):
        assert "relative error 0.001" in close_to(size, 1.001 * size, rtol=1e-9).detail
    assert "relative error" not in close_to(4.0, 10.0, rtol=1e-9).detail  # the numbers tell
    assert equal(1, 2).measured == 1
    assert close_to(4.0, 4.5, atol=1.0).measured == close_to(4.0, 4.5, rtol=1.0).measured == 0.5
    scaled = close_to([4.0, 1.0], [4.0, 1.02], rtol=1e-9, scale=[4.0, 20.0]).detail
    assert scaled.endswith(", error relative to the scale 20: 0.001")


def test_close_to_takes_the_expected_size_for_the_scale():
    assert close_to(4.0, 4.0 + 8 * EPS, ulps=1).ratio == 2
    assert close_to([4.0, 0.0], [4.0, 1e-300], ulps=1).ratio == math.inf  # nothing close to 0


def test_close_to_adds_absolute_and_relative_tolerance():
    assert close_to(10.0, 13.0, atol=1.0, rtol=0.1).ratio == 1.5
    assert close_to(10.0, 13.0, rtol=0.1, scale=30.0).passed


def test_close_to_reports_the_worst_element_with_its_index():
    expected, got = np.ones((2, 3)), np.ones((2, 3))
    got[1, 2], got[0, 1] = 1.5, 1.25
    outcome = close_to(expected, got, atol=0.125)
    assert outcome.ratio == 4
    assert outcome.detail == "got=1.5, should be 1.0 at [1, 2] (2 of 6 elements outside)"


def test_worst_is_worst_against_its_own_bound():
    outcome = close_to([1000.0, 1.0], [1001.0, 1.5], rtol=0.01)
    assert "at [1]" in outcome.detail


@pytest.mark.parametrize("got", [math.nan, [1.0, math.nan], np.array([math.nan, 2.0])])
def test_nan_is_a_failure_whatever_the_tolerance(got):
    assert not close_to(
        np.array([1.0, 2.0])[: np.size(got)].reshape(np.shape(got)), got, atol=1e300
    ).passed


@pytest.mark.parametrize(
    ("expected", "got", "passes"),
    [
        (math.inf, math.inf, True),
        (-math.inf, math.inf, False),
        (math.inf, 1e308, False),
        (1e308, math.inf, False),
        (1.7e308, -1.7e308, False),
    ],
)
def test_infinities_must_be_met_exactly(expected, got, passes):
    for tolerance in ({"ulps": 30}, {"rtol": 0.1}, {"atol": 1e300}, {"ulps": 30, "scale": 1.0}):
        assert close_to(expected, got, **tolerance).passed is passes
        assert close_to([0.0, expected], [0.0, got], **tolerance).passed is passes


@pytest.mark.parametrize(
    "got", [np.ones(3), np.ones((1, 1)), [1.0, 2.0], "1.0", None, object(), 1j, [[1.0], [1.0, 2.0]]]
)
def test_another_shape_or_kind_is_a_failure_that_says_so(got):
    outcome = close_to(1.0, got, atol=1e9)
    assert not outcome.passed
    assert "should be of shape ()" in outcome.detail or "numbers" in outcome.detail


def test_exact_numbers_may_be_expected():
    assert close_to(Fraction(1, 3), 1 / 3, ulps=1).passed
    assert close_to([Decimal("0.1")], [0.1], ulps=1).passed
    assert close_to(np.int64(3), np.float64(3), ulps=0).passed


@pytest.mark.parametrize("tolerance", [{}, {"ulps": 1, "rtol": 1}, {"ulps": 1, "atol": 1}])
def test_a_tolerance_must_be_stated_in_one_way(tolerance):
    with pytest.raises(ValueError, match="either ulps"):
        close_to(1.0, 1.0, **tolerance)


def test_nan_expected_is_a_fault_of_the_check():
    with pytest.raises(ValueError, match="NaN"):
        close_to(math.nan, math.nan, atol=1.0)
    with pytest.raises(ValueError, match="NaN"):
        at_most(math.nan, 1.0)


@given(real, real)
def test_at_most_agrees_with_the_order_of_the_reals(bound, got):
    assert at_most(bound, got).passed is (got <= bound)
    assert at_least(bound, got).passed is (got >= bound)


@given(finite)
def test_the_next_number_beyond_a_bound_fails(bound):
    assert not at_most(bound, math.nextafter(bound, math.inf)).passed
    assert at_most(bound, bound).passed
    assert not at_least(bound, math.nextafter(bound, -math.inf)).passed


def test_one_sided_bounds_take_arrays_and_find_the_worst():
    assert at_most(1.0, [0.5, 3.0]).detail == "got=3.0, should be at most 1.0 at [1]"
    assert at_most([1.0, 4.0], [0.5, 3.0]).passed
    assert not at_most(1.0, [0.5, math.nan]).passed
    assert not at_most([1.0, 4.0], 0.5).passed  # a shape, and not broadcast
    assert at_least(0.0, [0.0, 5.0]).passed
    assert at_least(-2.0, -3.0).ratio == 1.5


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (3, 3.0),
        ("aé\ud800", "aé\ud800"),
        ([1, ("a", None)], (1, ["a", None])),
        (np.array([1, 2]), [1, 2]),
        (np.array(["a", "b"]), np.array(["a", "b"])),
        ({"a": [1]}, {"a": (1,)}),
        (math.inf, math.inf),
        (2**70, 2**70),
    ],
)
def test_equal_things_are_equal(expected, got):
    assert equal(expected, got).passed


@pytest.mark.parametrize(
    ("expected", "got", "said"),
    [
        (3, 4, "got=4, should be 3"),
        (3, None, "got=None"),
        ("a", "b", "got='b', should be 'a'"),
        ([1, [2, 3]], [1, [2, 4]], "got=4, should be 3 at [1][1]"),
        ([1, 2], [1], "lengths differ"),
        ({"a": 1}, {"b": 1}, "keys"),
        (np.array([1, 2]), np.array([1, 3]), "got=3, should be 2 at [1]"),
        (np.array([1, 2]), np.array([[1, 2]]), "got shape (1, 2), should be (2,)"),
        (np.array([1, 2]), np.array(["1", "2"]), "2 of 2"),
        (math.nan, math.nan, "got=nan"),
        (np.array([math.nan]), np.array([math.nan]), "got=nan"),
        (2**53, 2**53 + 1, "should be"),
        ([1, 2], 1, "got=1"),
        (1, object(), "got=<object"),
    ],
)
def test_unequal_things_are_told_apart_with_their_place(expected, got, said):
    outcome = equal(expected, got)
    assert not outcome.passed
    assert said in outcome.detail


def raise_for(error):
    raise error


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (ValueError("gamma must be positive"), True),
        (ValueError("X[0].gamma is wrong"), True),
        (ValueError("gammas must be positive"), False),
        (ValueError("must be positive"), False),
        (TypeError("gamma must be a number"), False),
    ],
)
def test_raises_wants_the_kind_and_the_name(error, passes):
    outcome = raises(ValueError, raise_for, error, naming="gamma")
    assert outcome.passed is passes
    assert "should be ValueError naming 'gamma'" in outcome.detail


def test_raises_takes_several_kinds_and_keyword_arguments():
    assert raises((TypeError, ValueError), int, "x", base=10).passed
    outcome = raises(ValueError, int, "7")
    assert not outcome.passed
    assert outcome.detail == "got=7, should be ValueError"


def test_is_true_is_a_plain_yes_or_no():
    assert is_true(np.bool_(True), "").passed
    assert is_true(False, "got=a, should be b").sentence().startswith("got=a, should be b")


@pytest.mark.parametrize("nothing", [[], np.empty((0, 3))])
def test_no_bound_holds_of_nothing(nothing):
    for judge in (at_most, at_least):
        outcome = judge(1.0, nothing)
        assert not outcome.passed
        assert "should be at least one number" in outcome.detail
    assert at_most([], []).passed  # one bound an element, and there is none


@pytest.mark.parametrize("truth", [True, np.True_])
def test_truth_values_are_no_numbers(truth):
    for judge in (at_most, at_least, equal):
        assert not judge(1, truth).passed
        assert not judge(np.array([1, 1]), np.array([truth, truth])).passed
    assert not close_to(1.0, truth, atol=1.0).passed
    assert not equal(True, 1).passed
    assert not equal([1, [0]], [1, [False]]).passed
    assert equal(True, truth).passed
    assert equal([truth], [True]).passed
    assert equal(np.array([True, False]), [True, False]).passed


EXACT = [Fraction(1, 2), np.array([3, 2**70], dtype=object), [Fraction(1, 2), 2], 2**70]


@pytest.mark.parametrize("got", EXACT)
def test_exact_numbers_of_python_are_numbers(got):
    expected = np.asarray(got, dtype=float)
    assert close_to(expected, got, ulps=1).passed
    assert not close_to(expected + expected, got, ulps=1).passed
    assert at_most(expected, got).passed
    assert Shape("numbers").complaint(got) == ""
    assert np.ndim(got) or Shape("number").complaint(got) == ""


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (Decimal(1), "real numbers"),
        (np.array([1, None]), "real numbers"),
        (np.array([1, True], dtype=object), "real numbers"),
        (10**400, "numbers that float64 has"),
    ],
)
def test_what_float64_has_not_is_no_number(got, wanted):
    outcome = close_to(1.0, got, ulps=1)
    assert not outcome.passed
    assert outcome.detail.endswith(f"should be {wanted}")
