"""Tables 2-4 of the idealized kernels: units, and the verdicts that follow from results."""

import itertools

import numpy as np
import pytest

from gramcheck.paper_checks.claims.idealized import dropped_cone, layout, tables
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.idealized import runs
from gramcheck.paper_checks.experiments.idealized.protocol import FORMS
from gramcheck.paper_checks.experiments.idealized.tasks import (
    CLASSIFIED,
    CLUSTERED,
    LABELED,
    TASKS,
)
from gramcheck.paper_checks.ledger import Spread, Verdict

QUICK = Run("quick", 0, DataDirectory(None), "x")
# sums of the columns of Tables 2-4, added up from the paper's text
SUMS = (
    (CLASSIFIED, [197.72, 123.85, 23.54]),
    (CLUSTERED, [264.14, 108.06, 28.43]),
    (LABELED, [203.04, 100.02, 26.5, 5.24, 6.04, 5.4, 5.8]),
)


def test_the_printed_tables_add_up():
    for table, sums in SUMS:
        assert len(table) == 10
        rows = [[value or 0 for value in row] for row in table.values()]
        np.testing.assert_allclose(np.sum(rows, axis=0), sums, atol=1e-9)


def test_every_row_has_its_units():
    run = Run("full", 0, DataDirectory(None), "idealized/table-4")
    keys = {unit.key for unit in runs.units([layout.LABELS], ["toy", "wine"])(run)}
    assert len(keys) == 2 * 2 * 3 * runs.REPETITIONS["full"]
    quick = Run("quick", 0, DataDirectory(None), "idealized/table-4")
    few = {unit.key for unit in runs.units([layout.LABELS], ["toy", "wine"])(quick)}
    assert {key.rpartition("/")[0] for key in few} <= {key.rpartition("/")[0] for key in keys}
    for kernel, task in itertools.product(["linear"], TASKS.values()):
        # every data set has every form of the metric with labels, at quick scale too
        assert not runs.left_out("quick", task, kernel, layout.LABELS, "cone")


def test_a_unit_does_what_its_key_says():
    result = runs.run_repetition(QUICK, "toy", "linear", "classes", True, "baselines", 0)
    assert set(result) == {"Euclidean", "Xing"}
    again = runs.run_repetition(QUICK, "toy", "linear", "classes", True, "baselines", 0)
    assert again == result


def results_with(setting, errors, task="toy", kernel="linear"):
    """Results of three repetitions in which each system has this error, give or take a bit."""
    usual = dict.fromkeys(("Euclidean", "Xing", *FORMS), 20.0) | errors
    found = {}
    for method, systems in runs.METHODS.items():
        for k in range(3):
            found[f"{setting.key(task, kernel)}/{method}/{k}"] = {
                system: {
                    "error": usual[system] and usual[system] + [0.3, -0.3, 0.0][(k + i) % 3],
                    "least": usual[system],
                    "negative_share": 0.0,
                    "alignment_train": 0.5,
                    "alignment_test": 0.5,
                    "parameters": {"C_S": 1.0, "C_D": 1.0, "nu": 0.5},
                    "errors": [usual[system]],
                    "unsolved": 0,
                    "validation": 80.0,
                    **({"converged": True, "residual": 1e-7} if system == "Xing" else {}),
                }
                for i, system in enumerate(systems)
            }
    return found


def all_results(settings, rows, errors):
    return {
        key: result
        for setting in settings
        for task, kernel in rows
        for key, result in results_with(
            setting, errors(setting, task, kernel), task, kernel
        ).items()
    }


ROWS = list(itertools.product(("toy", "wine"), ("linear", "rbf")))


@pytest.mark.parametrize(
    ("linear", "rbf", "verdict"),
    [
        (10.0, 10.0, Verdict.HOLDS),
        (10.0, 70.0, Verdict.HOLDS_WITH_CORRECTION),
        (70.0, 70.0, Verdict.REFUTED),
    ],
)
def test_the_verdicts_on_tables_2_and_3_follow_from_the_results(linear, rbf, verdict):
    for claim, settings, printed in (
        (tables.classification_from_similarity, tables.TABLE_2, CLASSIFIED),
        (tables.clustering_from_similarity, tables.TABLE_3, CLUSTERED),
    ):
        results = all_results(
            settings,
            ROWS,
            lambda setting, task, kernel, printed=printed: {
                "Euclidean": printed[task, kernel][0],
                "as-printed": linear if kernel == "linear" else rbf,
                "constrained": linear,
            },
        )
        assert claim(QUICK, results).verdict is verdict


def test_four_points_more_on_every_set_are_not_less():
    """However many repetitions: no sentence "errs less" holds where the mean says the opposite."""
    for claim, settings, printed, tasks in (
        (tables.classification_from_similarity, tables.TABLE_2, CLASSIFIED, ("toy", "wine")),
        (tables.soybean_from_similarity, tables.TABLE_2, CLASSIFIED, ("soybean",)),
        (tables.microarrays_from_similarity, tables.TABLE_2, CLASSIFIED, ("colon", "lymphoma")),
        (tables.soybean_clusters, tables.TABLE_3, CLUSTERED, ("soybean",)),
        (tables.microarray_clusters, tables.TABLE_3, CLUSTERED, ("colon", "lymphoma")),
        (tables.soybean_from_labels, [layout.LABELS], LABELED, ("soybean",)),
        (tables.microarrays_from_labels, [layout.LABELS], LABELED, ("colon", "lymphoma")),
    ):
        results = all_results(
            settings,
            list(itertools.product(tasks, ("linear", "rbf"))),
            lambda setting, task, kernel, printed=printed: {
                "Euclidean": printed[task, kernel][0],
                **dict.fromkeys(FORMS, printed[task, kernel][0] + 4),
            },
        )
        assert claim(Run("full", 0, DataDirectory(None), "x"), results).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (14.0, 8.0, Verdict.HOLDS),
        (6.0, 6.0, Verdict.HOLDS_WITH_CORRECTION),
        (6.0, 16.0, Verdict.REFUTED),  # told apart: it errs more
        (14.0, 14.0, Verdict.REFUTED),  # there was something to gain
    ],
)
def test_lymphoma_has_findings_of_its_own(before, after, verdict):
    for claim, settings in (
        (tables.microarrays_from_similarity, tables.TABLE_2),
        (tables.microarrays_from_labels, [layout.LABELS]),
    ):
        results = all_results(
            settings,
            list(itertools.product(("colon", "lymphoma"), ("linear", "rbf"))),
            lambda setting, task, kernel: (
                {"Euclidean": 28.0, "as-printed": 15.0}
                if task == "colon"
                else {"Euclidean": before, "as-printed": after}
            ),
        )
        assert claim(QUICK, results).verdict is verdict


@pytest.mark.parametrize(
    ("errors", "verdict"),
    [
        ({"Xing": 22.0, "constrained": 22.0}, Verdict.HOLDS),
        ({"Xing": 8.0, "constrained": 9.0}, Verdict.HOLDS_WITH_CORRECTION),
        ({"Xing": 8.0, "constrained": 60.0}, Verdict.REFUTED),
        ({"Xing": 22.0, "as-printed": 9.0, "constrained": 16.0}, Verdict.HOLDS),
        ({"Xing": 8.0, "as-printed": 29.0, "constrained": 9.0}, Verdict.REFUTED),
    ],
)
def test_the_verdict_on_table_4_follows_from_the_results(errors, verdict):
    results = all_results(
        [layout.LABELS],
        ROWS,
        lambda setting, task, kernel: (
            {"Euclidean": 28.0, "as-printed": 15.0, "clip": 20.0} | errors
        ),
    )
    assert tables.classification_from_labels(QUICK, results).verdict is verdict


# errors with the cone and without at the first constants, then at the second ones
TRIAL, REVERSED = (22.0, 10.0), (8.0, 35.0)


@pytest.mark.parametrize(
    ("first", "second", "searched", "verdict"),
    [
        (TRIAL, TRIAL, 9.0, Verdict.HOLDS),
        (TRIAL, REVERSED, 9.0, Verdict.HOLDS_WITH_CORRECTION),
        (REVERSED, REVERSED, 9.0, Verdict.REFUTED),  # the first trial was wrong
        (TRIAL, REVERSED, 16.0, Verdict.REFUTED),  # only at those constants
        (TRIAL, (14.0, 13.0), 9.0, Verdict.REFUTED),  # without the cone still less
    ],
)
def test_the_verdict_on_the_cone_follows_from_the_results(first, second, searched, verdict):
    results = all_results(
        [layout.LABELS],
        ROWS,
        lambda *row: {"as-printed": 15.0, "clip": 20.0, "constrained": searched},
    )
    for k in range(4):
        errors = {
            name: {"constrained": cone + k / 10, "as-printed": printed - k / 10, "clip": 15.0}
            for name, (cone, printed) in zip(runs.FIXED, (first, second), strict=True)
        }
        if k == 3:  # what was not solved is not compared, and counted
            errors[dropped_cone.FIRST_TRIAL]["constrained"] = None
        results[f"wine/fixed/{k}"] = errors
    found = dropped_cone.only_without_the_cone(QUICK, results)
    assert found.verdict is verdict
    row = dict(zip(found.table[0].columns, found.table[0].rows[0], strict=True))
    assert (row["as-printed"].n, row["constrained"].n) == (4, 3)
    assert found.table[0].rows[0][0] == dropped_cone.FIRST_TRIAL
    assert [row[0] for row in found.table[1].rows] == [", ".join(row) for row in ROWS]


def test_all_forms_are_run_on_all_data_that_are_there():
    class Some(DataDirectory):
        def missing(self, names):
            return "lymphoma is not there" if "lymphoma" in names else ""

    units = dropped_cone.with_all_data(Run("quick", 0, Some(None), "idealized/table-4-cone"))
    rows = {unit.key.rpartition("/")[0] for unit in units}
    assert {key.partition("/")[0] for key in rows} == {"toy", "wine", "soybean", "colon"}
    for task in ("toy", "wine", "soybean", "colon"):
        for method in runs.METHODS:
            assert f"{layout.LABELS.key(task, 'linear')}/{method}" in rows


def test_fixed_constants_are_not_searched(monkeypatch):
    few = {"C_S": 1e4, "C_D": 1e4, "nu": 0.5}
    monkeypatch.setattr(runs, "FIXED", {"few": few})
    errors = runs.run_fixed(QUICK, 0)["few"]
    division = runs._division(QUICK, "wine", "linear", "labels", False, 0)
    found = runs.learned(division.base, division.pairs, few, FORMS)
    assert errors == {
        form: runs.outcome(geometry, division, False)["error"] for form, geometry in found.items()
    }


def test_the_metric_is_found_for_all_fixed_constants():
    """Among them C_S = 1e9: the gap stands still for a dozen iterations before it falls."""
    for repetition in (0, 3):
        errors = runs.run_fixed(QUICK, repetition)
        assert all(error is not None for forms in errors.values() for error in forms.values())


def test_programs_that_no_split_solves_are_said_to_be_so():
    results = all_results([layout.LABELS], ROWS, lambda *row: dict.fromkeys(FORMS, 9.0))
    for k in range(3):
        results[f"wine/fixed/{k}"] = {name: dict.fromkeys(FORMS) for name in runs.FIXED}
    found = dropped_cone.only_without_the_cone(QUICK, results)
    assert found.verdict is Verdict.REFUTED
    assert found.table[0].rows[0][1:] == [None, None, None]


def test_a_system_without_an_optimum_is_shown_and_not_compared():
    results = results_with(layout.LABELS, {"Xing": None})
    assert runs.values(results, layout.LABELS, "toy", "linear", "Xing") is None
    with pytest.raises(ValueError, match="toy, linear: Xing has no error on some repetitions"):
        layout.errors_of(results, layout.LABELS, "toy", "linear", "Xing")
    assert runs.spread(results, layout.LABELS, "toy", "linear", "Xing") == "unbounded in 3 of 3"
    assert layout.compared(results, layout.LABELS, ["toy"], "as-printed", ["Xing"]) == []


def test_xing_is_called_certified_only_with_its_residual():
    results = results_with(layout.LABELS, {"Xing": 8.0})

    def cells():
        table = layout.errors_table(results, layout.LABELS, ["toy"], LABELED)
        return dict(zip(table.columns, table.rows[0], strict=True))

    assert isinstance(cells()["measured"], Spread)
    assert cells()["largest residual"] == 1e-7
    key = f"{layout.LABELS.key('toy', 'linear')}/baselines/1"
    results[key]["Xing"] |= {"converged": False, "residual": 3e-4}
    assert cells()["measured"].endswith("(n = 3); 1 not certified")
    assert cells()["largest residual"] == 3e-4


def test_the_standard_error_counts_the_overlap_of_splits():
    for task, share in (("toy", 1 / 3), ("wine", 1 / 3 + 58 / 120)):
        results = results_with(layout.LABELS, {"as-printed": 10.0}, task)
        found = [
            runs.values(results, layout.LABELS, task, "linear", s)
            for s in ("as-printed", "Euclidean")
        ]
        gap = found[0] - found[1]
        mean, error, degrees = runs.difference(
            results, layout.LABELS, task, "linear", "as-printed", "Euclidean"
        )
        assert mean == pytest.approx(gap.mean())
        assert error == pytest.approx(gap.std(ddof=1) * np.sqrt(share))
        assert degrees == 2
