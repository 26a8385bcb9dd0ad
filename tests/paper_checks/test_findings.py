import math

import numpy as np
import pytest

from gramcheck.paper_checks.findings import (
    Finding,
    at_least,
    at_most,
    below,
    enough,
    equals,
    holds,
    is_true,
    smallest_seen,
)
from gramcheck.paper_checks.wording import Spread, number, shown


def test_without_a_tolerance_only_rounding_is_forgiven():
    assert holds(1.0 + 1e-12, 1.0).holds
    assert not holds(1.0 + 1e-6, 1.0).holds
    assert not holds(1e-30, 0.0).holds  # relative to the stated value


def test_tolerances_add_up():
    assert holds(10.29, 10.0, atol=0.2, rtol=0.01).holds
    assert not holds(10.31, 10.0, atol=0.2, rtol=0.01).holds


@pytest.mark.parametrize(
    ("compare", "measured", "met"),
    [(at_most, 0.9, True), (at_most, 1.1, False), (at_least, 1.1, True), (at_least, 0.9, False),
     (at_most, 1.0, True), (at_least, 1.0, True)],
)  # fmt: skip
def test_one_sided(compare, measured, met):
    assert compare(measured, 1.0).holds is met


@pytest.mark.parametrize("compare", [holds, at_most, at_least, below])
@pytest.mark.parametrize(("measured", "stated"), [(math.nan, 1.0), (1.0, math.nan)])
def test_nan_never_holds(compare, measured, stated):
    assert not compare(measured, stated, atol=1e300).holds


def test_infinity_equals_only_itself():
    assert holds(math.inf, math.inf).holds
    assert not holds(1e300, math.inf, rtol=0.5).holds
    assert not holds(-math.inf, math.inf).holds
    assert at_most(1e300, math.inf).holds


def test_of_an_array_the_worst_entry_is_reported():
    finding = holds([1.0, 1.5, 0.9], 1.0, atol=0.1, name="ratio")
    assert not finding.holds
    assert finding.measured == 1.5
    assert finding.name == "ratio (worst of 3)"
    assert math.isnan(holds([1.0, math.nan, 7.0], 1.0).measured)


def test_the_worst_entry_is_the_one_that_uses_most_of_its_tolerance():
    # a hair of a tiny number is more of its tolerance than a larger difference of a large one
    finding = holds([1e-66, 1.0], [1e-66 * (1 + 5e-10), 1.0 + 1e-10])
    assert (finding.holds, finding.measured) == (True, 1e-66)
    assert finding.share == pytest.approx(0.5, rel=1e-4)
    finding = holds([1e-66, 1.0], [1e-66, 1.0 + 1e-10])
    assert finding.measured == 1.0
    assert finding.allowance == "to rounding; 0.1 of the tolerance"


def test_entries_that_hold_without_a_tolerance_say_least():
    assert at_most([0.0, 0.5, 0.9], [0.0, 1.0, 1.0]).measured == 0.9
    assert holds([0.0, 2.0, 1.0], [0.0, 2.0, 1.0]).measured == 2.0  # of equals the largest
    assert holds([1e-9, 5.0], 0.0).measured == 5.0  # both have no tolerance


@pytest.mark.parametrize(
    ("finding", "share"),
    [(holds(4.05, 4.0, atol=0.1), 0.5), (holds(5.0, 4.0, atol=0.1), 10.0), (holds(1.0, 1.0), 0.0),
     (holds(0.0, 0.0), None), (holds(1.0, 0.0), None), (holds(math.inf, math.inf), None),
     (holds(math.nan, 1.0), None), (at_most(0.9, 1.0), None), (at_most(1.1, 1.0, atol=0.2), 0.5),
     (at_least(0.9, 1.0, atol=0.2), 0.5), (at_least(0.0, 1.0, standard_error=1.0), 1 / 4.89164)],
)  # fmt: skip
def test_the_share_of_the_tolerance(finding, share):
    assert finding.share == (None if share is None else pytest.approx(share, abs=1e-5))


def test_a_failure_is_told_in_times_of_the_tolerance():
    assert holds(5.0, 4.0, atol=0.1).allowance == "± 0.1; 10 times the tolerance"
    assert holds(5.0, 4.0).allowance == "to rounding"


def test_one_bad_entry_fails_the_array():
    assert not at_most([0.0, 0.0, 1.1], 1.0).holds
    assert at_most([0.0, 0.0, 1.0], [1.0, 1.0, 1.0]).holds


def test_the_interval_has_the_stated_confidence():
    # 1.959964 standard errors hold 95 % of a normal distribution
    assert holds(1.9599, 0.0, standard_error=1.0, confidence=0.95).holds
    assert not holds(1.9601, 0.0, standard_error=1.0, confidence=0.95).holds
    # of two entries together: 1 - 0.05 / 2 each
    assert holds([2.2413, 0], 0.0, standard_error=1.0, confidence=0.95).holds
    assert not holds([2.2415, 0], 0.0, standard_error=1.0, confidence=0.95).holds


def test_few_repetitions_have_the_interval_of_student():
    # a table of Student's t: two degrees of freedom 4.3027, five 2.5706, at 95 %
    for degrees, width in ((2, 4.3027), (5, 2.5706)):
        options = {"standard_error": 1.0, "degrees": degrees, "confidence": 0.95}
        assert holds(width - 1e-3, 0.0, **options).holds
        assert not holds(width + 1e-3, 0.0, **options).holds
    assert at_most(4.2, 0.0, standard_error=1.0, degrees=2, confidence=0.95).holds


@pytest.mark.parametrize(
    ("measured", "outcome"),
    [(-20.2, True), (-20.0, None), (0.0, None), (20.0, None), (20.2, False)],
)
def test_what_is_below_for_all_that_chance_allows_holds(measured, outcome):
    """A bound in the interval leaves it open, on either side of what was measured."""
    spread = {"standard_error": 10.0, "degrees": 49, "confidence": 0.95}  # ± 20.096
    found = below(measured, 0.0, **spread, name="gap")
    assert (found.holds, found.share) == (outcome, None)
    assert str(found) == (
        f"gap: measured {shown(measured)}, stated < 0 (± 20.096, confidence 0.95; 28.58 would be "
        f"seen 4 times in 5): {found.outcome}"
    )


def test_below_of_several_is_open_where_one_is_and_none_is_beyond():
    spread = {"standard_error": 1.0, "confidence": 0.95}  # ± 2.24 each, of two
    assert below([-3.0, -2.0], 0.0, **spread).holds is None
    assert below([-3.0, -2.3], 0.0, **spread).holds is True
    assert below([-3.0, 2.3], 0.0, **spread).holds is False
    assert below([-3.0, math.nan], 0.0, **spread).holds is False


def test_too_few_cases_leave_it_open():
    assert [enough(count, 20, "cases").holds for count in (19, 20)] == [None, True]
    assert enough([30, 3], 20, "cases").holds is None


@pytest.mark.parametrize("degrees", [1, 2, 5, 49, None])
def test_the_smallest_difference_seen_is_seen_in_four_of_five_cases(degrees):
    rng = np.random.default_rng(7)
    repeats = 40_000
    scale = 1.0 if degrees is None else np.sqrt(rng.chisquare(degrees, repeats) / degrees)
    measured = smallest_seen(0.95, degrees) + rng.standard_normal(repeats)
    options = {"confidence": 0.95} | ({} if degrees is None else {"degrees": degrees})
    width = float(holds(0.0, 0.0, standard_error=1.0, **options).tolerance[2:].partition(",")[0])
    # five standard errors of a share of 0.8 in 40,000 draws
    assert np.mean(measured > width * scale) == pytest.approx(0.8, abs=0.01)


def test_what_is_seen_lies_beyond_the_whole_tolerance():
    alone = holds(0.0, 0.0, standard_error=1.0, degrees=5, confidence=0.95)
    wide = holds(0.0, 0.0, atol=10.0, standard_error=1.0, degrees=5, confidence=0.95)
    seen = smallest_seen(0.95, 5)
    assert f"; {number(seen)} would be seen" in alone.tolerance
    assert f"; {number(10 + seen)} would be seen" in wide.tolerance


def test_by_default_a_correct_statement_is_hardly_ever_rejected():
    assert holds(4.89, 0.0, standard_error=1.0).holds
    assert not holds(4.90, 0.0, standard_error=1.0).holds
    assert "confidence 0.999999" in holds(0.0, 0.0, standard_error=1.0).tolerance


@pytest.mark.parametrize(
    "wrong",
    [{"atol": -1.0}, {"rtol": math.nan}, {"atol": math.inf}, {"confidence": 0.9},
     {"standard_error": 1.0, "confidence": 1.0}, {"degrees": 3},
     {"standard_error": 1.0, "degrees": 0}],
)  # fmt: skip
def test_bad_tolerances_are_refused(wrong):
    with pytest.raises(ValueError, match=r"atol|rtol|confidence|degrees"):
        holds(1.0, 1.0, **wrong)


def test_nothing_measured_is_refused():
    with pytest.raises(ValueError, match="empty"):
        holds([], 1.0)


@pytest.mark.parametrize(
    ("measured", "stated", "met"),
    [("ab", "ab", True), ([1, 2], (1, 2), True), (np.array([1, 2]), [1, 3], False),
     ([1, 2], [1, 2, 3], False), (3, 3, True), (0.1 + 0.2, 0.3, False),
     (math.nan, math.nan, False)],
)  # fmt: skip
def test_equals_is_exact(measured, stated, met):
    assert equals(measured, stated).holds is met


def test_a_condition_must_be_one():
    assert is_true(np.bool_(True), "seen").holds
    assert not is_true(False, "not seen").holds
    with pytest.raises(TypeError, match="bool"):
        is_true(np.array([True]), "an array")
    with pytest.raises(TypeError, match="bool"):
        is_true(1, "a number")


def test_a_finding_reads_as_a_sentence():
    assert str(holds(4.01, 4.0, atol=0.02, name="slope")) == (
        "slope: measured 4.01, stated = 4 (± 0.02; 0.5 of the tolerance): holds"
    )
    assert str(Finding("", "x", "is", "true", "", False)) == "measured x, stated is true: fails"


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (0.0, "0"), (90.17, "90.17"), (36840.4, "36840"), (1 / 3, "0.33333"),
     (1.25e-7, "1.25e-07"), (-2.5e9, "-2.5e+09"), (math.inf, "inf"), (math.nan, "nan"),
     (np.float64(0.5), "0.5"), (np.int64(12), "12")],
)  # fmt: skip
def test_numbers_are_short(value, text):
    assert number(value) == text


def test_values_are_shown_in_one_line():
    assert shown(None) == "–"
    assert shown(True) == "yes"
    assert shown(np.arange(3)) == "0, 1, 2"
    assert shown("") == "''"
    assert shown(["a", "", "b, c", " d"]) == "a, '', 'b, c', ' d'"
    assert shown(list(range(20))) == "0, 1, 2, 3, 4, 5, 6, 7, …"


def test_spread_by_hand():
    spread = Spread.of([1.0, 2.0, 3.0, 6.0])  # squared deviations 4 + 1 + 0 + 9, over n - 1
    assert spread.mean == 3.0
    assert holds(spread.sd, math.sqrt(14 / 3)).holds
    assert holds(spread.standard_error, math.sqrt(14 / 3) / 2).holds
    assert str(spread) == "3.0 ± 2.2 (n = 4)"
    assert str(Spread.of([2.0])) == "2 (n = 1)"
    assert str(Spread.of([2.0, 2.0])) == "2 ± 0 (n = 2)"
    with pytest.raises(ValueError, match="one repeat"):
        Spread.of([])
