"""Tables 1-3: what is drawn, compared and shown."""

import numpy as np
import pytest
from scipy import stats

from gramcheck.paper_checks.claims.d2ke import layout, much_better, tables
from gramcheck.paper_checks.claims.d2ke.layout import Said
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory, NotRun
from gramcheck.paper_checks.experiments.d2ke.printed import PRINTED, SYSTEMS
from gramcheck.paper_checks.experiments.d2ke.systems import SIZES, WIDER
from gramcheck.paper_checks.experiments.d2ke.tasks import SET_TASKS, TASKS
from gramcheck.paper_checks.falsifiers.d2ke.tables import d2ke_better_by_20_points
from gramcheck.paper_checks.ledger import Verdict
from gramcheck.paper_checks.margins import AS_GOOD, D2KE_CELL, OUTPERFORMS
from gramcheck.paper_checks.wording import number


def drawn(task, lengths):
    return TASKS[task].draw(500, {"lengths": lengths}, np.random.default_rng(0))


STRINGS = {
    "splice": "ACGT",
    "digits-str4": "0123",
    "digits-str8": "01234567",
    "mnist-t10k-str4": "0123",
    "mnist-t10k-str8": "01234567",
}


@pytest.mark.parametrize("task", STRINGS)
def test_random_strings_have_all_letters_and_the_lengths_asked_for(task):
    strings = drawn(task, (5, 9))
    assert set("".join(strings)) == set(STRINGS[task])
    assert {len(string) for string in strings} == set(range(5, 10))
    for grids in (TASKS[task].quick, TASKS[task].full):
        # all that is tried lies within the paper's range, which is among it
        if grids is not None:
            assert {"lengths": (2, 50)} in grids.omegas
            assert all(2 <= min(o["lengths"]) <= max(o["lengths"]) <= 50 for o in grids.omegas)
            assert all(1e-5 <= gamma <= 1 for gamma in grids.gammas)


@pytest.mark.parametrize("task", ["digits-str4", "digits-str8"])
def test_the_letters_of_digits_are_those_drawn(task):
    objects, _ = TASKS[task].load(DataDirectory(None))
    assert set("".join(objects)) == set(STRINGS[task])


def test_ranges_of_sets_are_the_paper_s():
    for task in SET_TASKS:
        assert all(3 <= min(o["sizes"]) <= max(o["sizes"]) <= 15 for o in task.full.omegas)
        assert all(1e-3 <= gamma <= 10 for gamma in task.full.gammas)
        assert task.rows[-1] == WIDER


def results_with(task="splice", **accuracy):
    """Results of three splits in which each row has this accuracy, give or take a bit."""

    def record(row, split):
        value = accuracy.get(row, 80.0) + [0.3, -0.3, 0.0][split]
        return {"accuracy": value, "parameters": {"C": 1.0}, "seconds": 1.0, "converged": True}

    return {
        f"{task}/{name}/split-{split}": {
            **record(name, split),
            "further": [record(layout.with_features(R), split) for R in SIZES if name == "D2KE"],
            "validation_accuracy": 81.0,
            "at_edge": ["C"] if split else [],
            "search_seconds": 2.0,
            "fits": 3,
            "fits_unfinished": 0,
            "n_search": 2233,
            "n_train": 2233,
            "n_test": 957,
        }
        for name in TASKS[task].rows
        for split in range(3)
    }


def test_rows_and_cells_are_compared_split_by_split():
    results = results_with(D2KE=90.0, RSM=79.0, **{"D2KE, R = 4096": 92.0})
    said = [
        Said("splice", layout.EQUAL_R, "KNN", OUTPERFORMS),
        Said("splice", "RSM", "KNN", AS_GOOD),
        Said("splice", layout.PAPERS_ROW, 92.0, D2KE_CELL),
        Said("splice", layout.EQUAL_R, 99.0, D2KE_CELL),
    ]
    findings = layout.judged(results, said)
    assert [finding.measured for finding in findings] == pytest.approx([10, -1, 0, -9])
    assert [finding.holds for finding in findings] == [True, None, True, False]


def test_a_printed_cell_is_of_one_division_and_varies_as_one_of_ours_does():
    """That we have many divisions does not take away what theirs may have been."""
    results = results_with(D2KE=90.0)
    (finding,) = layout.judged(results, [Said("splice", layout.EQUAL_R, 91.0, D2KE_CELL)])
    half = stats.t.ppf(0.975, 2) * 0.3 * np.sqrt(1 / 3 + 1)
    assert finding.measured == pytest.approx(-1)
    assert finding.tolerance.startswith(f"± {number(half)},")


QUICK = Run("quick", 0, DataDirectory(None), "d2ke/table-2")


@pytest.mark.parametrize("row", ["D2KE", "KNN"])
def test_a_last_fit_without_certificate_leaves_its_sentences_open(row):
    results = results_with(D2KE=70.0)
    results[f"splice/{row}/split-1"]["converged"] = False
    said = [Said("splice", layout.EQUAL_R, other, AS_GOOD) for other in ("KNN", "RSM")]
    findings = layout.judged(results, said)
    assert [f.holds for f in findings if "did not converge" in str(f.measured)]
    assert {f.holds for f in findings} == ({None} if row == "D2KE" else {False, None})
    search = layout.tables_of(QUICK, results, TASKS["splice"])[1]
    shown = layout.EQUAL_R if row == "D2KE" else row
    (found,) = [found for found in search.rows if found[0] == shown]
    assert found[3:5] == ["C: 2 of 3", "1 of 12"]  # three searches of three fits, and the last fits


@pytest.mark.parametrize(
    ("row", "beside_rsm", "beside_all"),
    [
        (82.0, Verdict.REFUTED, Verdict.REFUTED),  # better, and not much
        (85.0, Verdict.UNDECIDED, Verdict.UNDECIDED),
        (88.0, Verdict.HOLDS, Verdict.HOLDS),
    ],
)
def test_much_better_on_series_is_five_points(row, beside_rsm, beside_all):
    """No run of the series is kept whose falsifiers could be tried."""
    rows = {layout.PAPERS_ROW: row}
    results = {k: r for name in tables.SERIES for k, r in results_with(name, **rows).items()}
    for claim, verdict in (
        (much_better.random_series_against_rsm, beside_rsm),
        (much_better.much_better_on_series, beside_all),
    ):
        run = Run("full", 0, DataDirectory(None), "")
        assert claim(run, results).verdict is verdict
        assert claim(run, d2ke_better_by_20_points(results)).verdict is Verdict.HOLDS


def test_beside_rsm_better_is_enough_in_section_5():
    rows = {layout.PAPERS_ROW: 88.0, "RSM": 86.0}
    results = {k: r for name in tables.SERIES for k, r in results_with(name, **rows).items()}
    run = Run("full", 0, DataDirectory(None), "")
    assert much_better.much_better_on_series(run, results).verdict is Verdict.HOLDS
    assert much_better.random_series_against_rsm(run, results).verdict is Verdict.REFUTED


def test_all_rows_of_d2ke_stand_in_the_table():
    rows = [row[0] for row in layout.tables_of(QUICK, results_with(), TASKS["splice"])[0].rows]
    assert {layout.EQUAL_R, WIDER, *map(layout.with_features, SIZES)} < set(rows)


def test_the_tables_say_how_many_settings_a_system_chose_from():
    search = layout.tables_of(QUICK, results_with(), TASKS["splice"])[1]
    settings = {row[0]: row[1] for row in search.rows}
    # ranges of lengths and gammas times C; k; widths times C
    assert settings[layout.PAPERS_ROW] == 2 * 3 * 5
    assert (settings["KNN"], settings["DSK_RBF"]) == (5, 3 * 5)


def test_the_tables_say_where_the_test_fell_far_below_validation():
    """The rows of D2KE share a validation, and each has a test of its own."""
    results = results_with(GDK_LED=50.0, KNN=61.5, **{layout.with_features(4): 40.0})
    results["splice/KNN/split-0"]["accuracy"] = 61.0  # 20 points: far
    search = layout.tables_of(QUICK, results, TASKS["splice"])[1]
    column = search.columns.index(f"{layout.FALL} points below validation")
    shown = {row[0]: row[column] for row in search.rows}
    fell = {"GDK_LED": "3 of 3", "KNN": "1 of 3", layout.with_features(4): "3 of 3"}
    assert shown == dict.fromkeys(shown, "0 of 3") | fell


def test_long_tables_ask_for_the_full_scale():
    quick, full = (Run(scale, 0, DataDirectory(None), "") for scale in ("quick", "full"))
    with pytest.raises(NotRun, match="--scale full"):
        tables.units("character-trajectories", "auslan")(quick)
    keys = [unit.key for unit in tables.units("digits-str4", "digits-str8", splits=4)(full)]
    assert len(keys) == 2 * len(TASKS["digits-str4"].rows) * 4
    # neighbors are of different data sets
    assert keys[:2] == ["digits-str4/D2KE/split-0", "digits-str8/D2KE/split-0"]
    assert len(tables.units("splice")(quick)) == len(TASKS["splice"].rows) * 3


# sums of each row of Tables 1-3, accuracies and seconds, added up from the paper's text
ROW_SUMS = {
    "Auslan": (526.75, 224.0),
    "pentip": (563.75, 317.43),
    "ActRecog": (336.81, 280.8),
    "IQ_radio": (424.85, 49198.2),
    "bit-str4": (515.0, 16.1),
    "splice": (515.03, 682.1),
    "mnist-str4": (579.76, 263059.5),
    "mnist-str8": (577.51, 91379.6),
    "flower": (236.5, 476.3),
    "decor": (411.81, 5303.2),
    "style": (221.62, 2017.82),
    "letters2": (316.27, 388.2),
}


def test_the_printed_tables_add_up():
    assert set(PRINTED) == set(ROW_SUMS)
    for name, row in PRINTED.items():
        assert len(row) == len(SYSTEMS)
        np.testing.assert_allclose(np.sum(row, axis=0), ROW_SUMS[name], rtol=0, atol=1e-6)
