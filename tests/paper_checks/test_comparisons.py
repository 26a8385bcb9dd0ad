"""Sentences about two systems: what they mean, when they are decided, and how often wrongly."""

import math

import numpy as np
import pytest
from scipy import stats

from gramcheck.paper_checks.comparisons import (
    Comparison,
    Difference,
    counted,
    judge,
    repeats_until_enough,
    undecided,
    under_all,
)
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.margins import (
    ALMOST_ALWAYS,
    AS_GOOD,
    MATCHES,
    MUCH_BETTER,
    OUTPERFORMS,
    POINT,
    TYPICALLY,
    within,
)

NEARBY = np.array([-0.1, 0.0, 0.1] * 4)  # twelve splits that agree to a tenth of a point


def test_a_finding_says_how_many_splits_it_rests_on():
    long, short = Difference(NEARBY), Difference(NEARBY[:3])
    found = judge([Comparison("a, b", difference, MATCHES) for difference in (short, long)])
    missing = undecided("a, c", "a system is missing")
    assert [finding.made for finding in (*found, missing)] == [3, 12, None]
    for together in (counted("cases", found, TYPICALLY), under_all({"a": missing, "b": found[1]})):
        assert together.made == 12
    assert counted("cases", [missing], TYPICALLY).made is None


def outcome(values, sentence, **options):
    (finding,) = judge([Comparison("a, b", Difference(np.asarray(values), **options), sentence)])
    return finding.holds


@pytest.mark.parametrize(
    ("shift", "outperforms", "as_good", "matches", "much_better"),
    [
        (-2.0, False, False, False, False),
        (-1.0, False, None, None, False),
        (-0.5, False, True, True, False),
        (0.0, None, True, True, False),
        (0.5, True, True, True, False),
        (1.0, True, True, None, False),
        (3.0, True, True, False, False),
        (5.0, True, True, False, None),
        (7.0, True, True, False, True),
    ],
)
def test_each_sentence_has_a_range(shift, outperforms, as_good, matches, much_better):
    values = NEARBY + shift
    assert outcome(values, OUTPERFORMS) is outperforms
    assert outcome(values, AS_GOOD) is as_good
    assert outcome(values, MATCHES) is matches
    assert outcome(values, MUCH_BETTER) is much_better
    assert outcome(values, within(10.0)) is True


def test_few_or_overlapping_splits_decide_less():
    values = [4.0, 6.0, 8.0]
    assert outcome(values * 4, OUTPERFORMS) is True
    assert outcome(values, OUTPERFORMS) is True
    assert outcome(values, OUTPERFORMS, overlap=3 / 7) is None
    assert outcome([6.0], OUTPERFORMS) is None


def test_equal_systems_are_not_known_to_be_equal_beyond_the_size_of_the_test_set():
    assert outcome([0.0] * 3, MATCHES) is True
    assert outcome([0.0] * 3, MATCHES, resolution=100 / 14) is None


def test_the_comparisons_of_a_claim_share_its_confidence():
    barely = Comparison("a, b", Difference(NEARBY + 0.06), OUTPERFORMS)
    assert judge([barely])[0].holds is True
    assert [finding.holds for finding in judge([barely] * 50)] == [None] * 50


@pytest.mark.parametrize("overlap", [0.0, 0.1])
def test_the_number_of_splits_that_is_named_would_decide(overlap):
    difference = Difference(np.array([0.0, 1.0, 2.0, 2.0]), overlap)
    n = difference.splits_needed(1.25, 0.95)
    assert difference.half_width(0.95, n) < 1.25 <= difference.half_width(0.95, n - 1)
    (finding,) = judge([Comparison("a, b", difference, OUTPERFORMS)])
    assert finding.holds is None
    assert f"{n} such splits would decide" in finding.tolerance


def test_overlapping_splits_may_never_decide():
    difference = Difference(np.array([-3.0, 0.0, 3.1]), overlap=3 / 7)
    (finding,) = judge([Comparison("a, b", difference, OUTPERFORMS)])
    assert "no number of splits would decide" in finding.tolerance


@pytest.mark.parametrize("true", [0.0, -POINT])
def test_a_true_difference_at_the_end_of_a_range_is_seldom_called_within(true):
    """At most half of 1 - confidence each; 3000 trials see a rate of 0.025 exceed 0.04."""
    rng = np.random.default_rng()
    sentence = OUTPERFORMS if true == 0 else AS_GOOD
    trials = [outcome(rng.normal(true, 2.0, 6), sentence) for _ in range(3000)]
    assert sum(trial is True for trial in trials) <= 0.04 * len(trials)
    assert sum(trial is False for trial in trials) <= 0.04 * len(trials)


def test_nothing_to_compare_is_an_error():
    with pytest.raises(ValueError, match="comparisons must be one or more"):
        judge([])
    with pytest.raises(ValueError, match="each with a split"):
        judge([Comparison("a, b", Difference(np.array([])), MATCHES)])


def test_percentages_know_their_splits():
    difference = Difference.of([90.0, 91.0], [80.0, 82.0], n_train=70, n_test=30)
    assert difference.mean == pytest.approx(9.5, rel=1e-12)
    assert (difference.overlap, difference.resolution) == (30 / 70, 100 / 30)
    assert Difference.of([1.0], [0.0]).overlap == 0
    assert math.isinf(Difference.of([1.0], [0.0]).half_width(0.95))


@pytest.mark.parametrize(
    ("often", "so", "against", "open_", "outcome"),
    [
        *((ALMOST_ALWAYS, *case) for case in [(9, 1, 0, True), (8, 2, 0, False), (8, 1, 1, None)]),
        *((ALMOST_ALWAYS, *case) for case in [(10, 0, 0, True), (9, 0, 1, True)]),
        *((TYPICALLY, *case) for case in [(5, 3, 0, True), (4, 4, 0, False), (4, 3, 1, None)]),
    ],
)
def test_cases_are_counted(often, so, against, open_, outcome):
    held = [True] * so + [False] * against + [None] * open_
    findings = [Finding("", 0.0, "=", 0.0, "", holds) for holds in held]
    assert counted("cases", findings, often).holds is outcome


def test_one_split_is_not_called_a_case_that_nothing_decides():
    (found,) = judge([Comparison("a, b", Difference(np.array([3.0])), MATCHES)])
    assert found.holds is None
    assert found.repeats is None
    assert "one split does not tell" in found.tolerance


def test_a_printed_mean_of_unknown_spread_is_given_ours():
    errors = np.array([1.0, 2.0, 3.0, 4.0])
    found = Difference.to_printed(errors, 2.0, splits=50)
    half = stats.t.ppf(0.975, 3) * np.sqrt(errors.var(ddof=1) * (1 / 4 + 1 / 50))
    assert (found.mean, found.half_width(0.95)) == pytest.approx((-0.5, half))
    assert math.isinf(Difference.to_printed([1.0], 2.0, splits=50).half_width(0.95))


@pytest.mark.parametrize(("splits", "told"), [(50, True), (5000, False)])
def test_a_printed_mean_that_is_not_known_to_the_margin_is_named(splits, told):
    """Of a million repetitions, too, whatever is measured: no cell could be found the same."""
    errors = np.tile([-10.0, 10.0], 100)
    for printed in (0.0, 50.0):
        difference = Difference.to_printed(errors, printed, splits)
        (found,) = judge([Comparison("cell", difference, MATCHES)])
        assert ("too wide to find them alike" in found.tolerance) is told
    (found,) = judge([Comparison("one-sided", difference, OUTPERFORMS)])
    assert "too wide" not in found.tolerance


def undecided_at(measured, repeats, relation=">", stated=0.0):
    return Finding("", measured, relation, stated, "", None, repeats=repeats)


FOR_4, FOR_9, FOR_20 = (undecided_at(2.0, n) for n in (4, 9, 20))
AGAINST_3, AGAINST_6, AGAINST_30 = (undecided_at(-2.0, n) for n in (3, 6, 30))
NEVER, NOBODY_KNOWS = undecided_at(0.1, math.inf), undecided_at(0.1, None)
SO, NOT_SO = (Finding("", 0.0, ">", 0.0, "", holds) for holds in (True, False))


@pytest.mark.parametrize(
    ("enough", "findings", "repeats"),
    [
        (1, [AGAINST_3, FOR_9], 9),  # one that fails settles nothing
        (1, [AGAINST_3, AGAINST_6], 6),  # all have to fail
        (1, [AGAINST_3, NEVER], math.inf),
        (1, [NOT_SO, FOR_20, FOR_4, NEVER], 4),
        (2, [FOR_20, FOR_4, FOR_9], 9),  # the second of those that hold
        (2, [SO, FOR_20, FOR_4, NEVER], 4),
        (2, [FOR_20, FOR_4, AGAINST_3, AGAINST_6], 20),
        (3, [FOR_20, FOR_4, AGAINST_3, AGAINST_6], 6),  # two that fail are too many
        (3, [SO, NOT_SO, FOR_4, AGAINST_30], 30),
        (2.7, [FOR_4, FOR_9, AGAINST_30], 30),
        (1, [AGAINST_3, NOBODY_KNOWS], None),
        (1, [FOR_9, NOBODY_KNOWS], 9),
        (2, [FOR_4, undecided_at(-0.5, 7, "between", [-1.0, 1.0])], 7),
        (2, [FOR_20, undecided_at(1.5, 7, "between", [-1.0, 1.0])], 7),
        (2, [FOR_20, undecided_at(-1.5, 7, "≥", -1.0)], 7),
        (1, [FOR_20, undecided_at(-0.5, 7, "≥", -1.0)], 7),
    ],
)
def test_an_aggregate_is_decided_when_enough_of_its_cases_are(enough, findings, repeats):
    assert repeats_until_enough(findings, enough) == repeats
    assert repeats_until_enough(findings[::-1], enough) == repeats


def test_aggregates_point_nowhere_and_are_waited_for():
    aggregate = counted("cases", [AGAINST_3, AGAINST_6, NEVER], TYPICALLY)
    assert repeats_until_enough([aggregate], 1) == 6
    assert repeats_until_enough([aggregate, FOR_9], 2) == 9
    assert repeats_until_enough([aggregate, FOR_4], 2) == 6


def test_cases_that_are_counted_need_not_all_be_decided():
    assert counted("cases", [FOR_4, FOR_9, NEVER], TYPICALLY).repeats == 9
    assert counted("cases", [AGAINST_3, AGAINST_6, NEVER], TYPICALLY).repeats == 6
    assert counted("cases", [SO, SO, NEVER], TYPICALLY).repeats is None


def test_a_comparison_that_cannot_be_made_is_decided_by_no_number_of_repeats():
    found = undecided("a, b", "a did not converge")
    assert (found.holds, found.repeats) == (None, math.inf)


def found_as(holds, measured=1.0, repeats=None):
    return Finding("", measured, ">", 0.0, "± 0.5", holds, repeats=repeats)


@pytest.mark.parametrize(
    ("readings", "holds", "repeats"),
    [
        ([found_as(True), found_as(True)], True, None),
        ([found_as(False, -1.0), found_as(False, -2.0)], False, None),
        ([found_as(True), found_as(False, -1.0)], None, math.inf),
        ([found_as(True), found_as(None, 0.1, repeats=50)], None, 50),
        ([found_as(True), found_as(None, -0.1, repeats=50)], None, math.inf),
        ([found_as(None, 0.1, repeats=20), found_as(None, 0.2, repeats=50)], None, 50),
        ([found_as(None, 0.1, repeats=20), found_as(None, -0.2, repeats=50)], None, math.inf),
        ([found_as(True), found_as(None, 0.1)], None, None),
    ],
)
def test_what_the_text_leaves_open_is_decided_where_all_its_readings_decide_alike(
    readings, holds, repeats
):
    """Nothing decides it where they will contradict each other."""
    for order in (readings, readings[::-1]):
        found = under_all({"one": order[0], "other": order[1]})
        assert (found.holds, found.repeats) == (holds, repeats)
        assert found.measured == f"one: {order[0].measured:g}; other: {order[1].measured:g}"
        assert found.tolerance.startswith(f"one: {order[0].outcome}, ± 0.5 / other: ")
    with pytest.raises(ValueError, match="one or more"):
        under_all({})


def test_where_a_fit_did_not_converge_nothing_is_decided_and_the_others_get_no_more_confidence():
    far = Difference(NEARBY + 7.0)
    pair = [Comparison("a, b", far, OUTPERFORMS), Comparison("c, d", far, OUTPERFORMS)]
    left = Comparison("c, d", far, OUTPERFORMS, ["d"])
    decided, found = judge([pair[0], left])
    assert decided == judge(pair)[0]
    assert (found.holds, found.repeats) == (None, math.inf)
    assert str(found).startswith("c, d (outperforms): measured d did not converge")
