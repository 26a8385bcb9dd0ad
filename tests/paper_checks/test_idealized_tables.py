"""Tables 2-4 of the idealized kernels: units, and the verdicts that follow from results."""

import itertools

import numpy as np
import pytest

from paper_checks.claims.idealized import layout, tables
from paper_checks.context import Run
from paper_checks.data import DataDirectory
from paper_checks.experiments import idealized_runs as runs
from paper_checks.experiments.idealized_protocol import FORMS
from paper_checks.experiments.idealized_tasks import (
    CLASSIFIED,
    CLUSTERED,
    LABELED,
    TASKS,
)
from paper_checks.ledger import Verdict

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
    run = Run("quick", 0, DataDirectory(None), "unit")
    result = runs.run_repetition(run, "toy", "linear", "classes", True, "baselines", 0)
    assert set(result) == {"Euclidean", "Xing"}
    again = runs.run_repetition(run, "toy", "linear", "classes", True, "baselines", 0)
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
        assert claim(Run("quick", 0, DataDirectory(None), "x"), results).verdict is verdict


@pytest.mark.parametrize(
    ("errors", "table_4", "cone"),
    [
        ({"Xing": 22.0, "constrained": 22.0}, Verdict.HOLDS, Verdict.HOLDS),
        ({"Xing": 8.0, "constrained": 9.0}, Verdict.HOLDS_WITH_CORRECTION, "corrected"),
        ({"Xing": 8.0, "constrained": 60.0}, Verdict.REFUTED, Verdict.HOLDS),
        ({"Xing": 22.0, "as-printed": 9.0, "constrained": 16.0}, Verdict.HOLDS, Verdict.REFUTED),
    ],
)
def test_the_verdicts_on_table_4_follow_from_the_results(errors, table_4, cone):
    results = all_results(
        [layout.LABELS],
        ROWS,
        lambda setting, task, kernel: (
            {"Euclidean": 28.0, "as-printed": 15.0, "clip": 20.0} | errors
        ),
    )
    run = Run("quick", 0, DataDirectory(None), "x")
    cone = Verdict.HOLDS_WITH_CORRECTION if cone == "corrected" else cone
    assert tables.classification_from_labels(run, results).verdict is table_4
    assert tables.only_without_the_cone(run, results).verdict is cone


def test_a_system_without_an_optimum_is_shown_and_not_compared():
    results = results_with(layout.LABELS, {"Xing": None})
    assert runs.values(results, layout.LABELS, "toy", "linear", "Xing") is None
    assert runs.spread(results, layout.LABELS, "toy", "linear", "Xing") == "unbounded in 3 of 3"
    assert runs.not_above(results, layout.LABELS, "toy", "linear", "as-printed", "Xing") == []


def test_the_standard_error_counts_the_overlap_of_splits():
    for task, share in (("toy", 1 / 3), ("wine", 1 / 3 + 58 / 120)):
        results = results_with(layout.LABELS, {"as-printed": 10.0}, task)
        found = [
            runs.values(results, layout.LABELS, task, "linear", s)
            for s in ("as-printed", "Euclidean")
        ]
        gap = found[0] - found[1]
        mean, error = runs.difference(
            results, layout.LABELS, task, "linear", "as-printed", "Euclidean"
        )
        assert mean == pytest.approx(gap.mean())
        assert error == pytest.approx(gap.std(ddof=1) * np.sqrt(share))
