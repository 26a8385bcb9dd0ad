"""SFM's tables and figures: what is said of systems that were not run, and what is printed."""

import pytest

from gramcheck.paper_checks.claims.sfm import comparison, figure_5
from gramcheck.paper_checks.comparisons import judge
from gramcheck.paper_checks.experiments.sfm.printed import COSTS, SECONDS
from gramcheck.paper_checks.experiments.sfm.systems import FEATURE_MAPS, SYSTEMS
from gramcheck.paper_checks.experiments.sfm.tasks import GENERATED, REAL
from gramcheck.paper_checks.falsifiers.sfm.figure_5 import as_the_text_has_it
from gramcheck.paper_checks.ledger import Verdict
from gramcheck.paper_checks.margins import OUTPERFORMS
from tests.paper_checks.evidence import quick_run


def results_with(task, **auc):
    """Records in which each system has its AUC, 0.8 where none is given, in six splits."""
    found = {}
    for name, system in SYSTEMS.items():
        for D in task.quick.dimensions if name in FEATURE_MAPS else (0,):
            for part in system.parts:
                fold = {"validation": 0.5, "auc": auc.get(name, 0.8), "at_edge": True}
                parameters = {**system.grid[1], "C": 100.0}
                found[f"{task.name}/{name}/{D}/{part}"] = {
                    "folds": [{**fold, "parameters": parameters, "converged": True}] * 6,
                    "best_of_grid": 0.8,
                    "unfinished": 0,
                    "fits": 9,
                    "n_train": 200,
                    "n_test": 100,
                    "positive": 150,
                    "available": 3000,
                    "lengths": [7, 80],
                    "seconds": 0.1,
                    "seconds_of_all": 36.0,
                }
    return found


@pytest.mark.parametrize(
    ("auc", "verdict"),
    [
        ({"STK17": 0.95}, Verdict.REFUTED),
        ({"SFMEDM": 0.85}, Verdict.UNDECIDED),  # above all, and the same at every D
        ({"D2KE": 0.95}, Verdict.REFUTED),
    ],
)
def test_the_verdict_on_figure_5_follows_from_the_results(auc, verdict):
    run = quick_run("sfm/figure-5-generated")
    evidence = figure_5.generated_strings(run, results_with(GENERATED, **auc))
    assert evidence.verdict is verdict
    assert len(evidence.picture) == 2


def test_what_was_not_run_is_said_and_decides_nothing():
    results, largest = results_with(GENERATED, SFMEDM=0.9), GENERATED.quick.dimensions[-1]
    for key in results:
        if f"/FMEDM/{largest}/" in key:
            results[key] = {"left_out": "its matrix has 7 GiB"}
    compared = comparison.Compared(results, GENERATED)
    assert any("its matrix has 7 GiB" in str(row[2]) for row in comparison.table_of(compared).rows)
    pair = ("SFMEDM", largest), ("FMEDM", largest)
    missing = compared.compared(*pair, OUTPERFORMS)
    assert missing.holds is None
    assert "its matrix has 7 GiB" in str(missing)


def test_a_fit_that_did_not_converge_decides_nothing():
    results, pair = results_with(GENERATED, SFMEDM=0.9), (("SFMEDM", 128), ("D2KE", 128))
    (found,) = judge([comparison.Compared(results, GENERATED).compared(*pair, OUTPERFORMS)])
    assert found.holds is not None
    folds = results["generated/D2KE/128/None"]["folds"]
    results["generated/D2KE/128/None"]["folds"] = [*folds[1:], {**folds[0], "converged": False}]
    (found,) = judge([comparison.Compared(results, GENERATED).compared(*pair, OUTPERFORMS)])
    assert found.holds is None
    assert "D2KE did not converge" in str(found)


def test_of_what_took_48_hours_the_figure_says_nothing():
    named = {}
    for task in REAL:
        stated = figure_5.statements(comparison.Compared(results_with(task), task))
        named[task.printed] = " ".join(each.name for each in stated)
    for system in ("GAK", "STK17", "EDMKernel", "CGKKernel", "D2KE, D = 8192"):
        assert system not in named["Compound"]
    assert "GAK" not in named["DNA"]
    assert "D2KE, D = 128, and D2KE, D = 2048" in named["DNA"]
    assert "GAK" in named["Music"]
    assert "STK17" not in named["Music"]
    assert all(k in named["Protein"] for k in ("GAK", "LAK", "STK17", "EDMKernel", "CGKKernel"))


def test_sports_is_missing_and_leaves_the_whole_open():
    results = {}
    for task in REAL:
        results |= results_with(task)
    found = figure_5.real_strings(quick_run("sfm/figure-5"), as_the_text_has_it(results))
    (sports,) = [finding for finding in found.printed if "Sports" in finding.name]
    assert sports.holds is None
    assert found.verdict is Verdict.UNDECIDED


def test_settings_at_an_edge_are_counted():
    compared = comparison.Compared(results_with(GENERATED), GENERATED)
    assert compared.at_an_edge(("SFMEDM", 128)) == 6  # C = 100 is the last one
    for fold in compared.records["GAK", 0]["folds"]:
        fold |= {"parameters": {"sigma / sqrt(2 L)": 0.5, "C": 1.0}, "at_edge": False}
    assert compared.at_an_edge(("GAK", 0)) == 0


def test_it_is_said_how_many_strings_take_part():
    compared = comparison.Compared(results_with(GENERATED), GENERATED)
    sampled = "300 of 3000 strings, 150 positive and 150 not, lengths 7 to 80"
    assert compared.sampled() == sampled
    assert comparison.table_of(compared).title == f"generated: {sampled}"


# sums of the rows of Tables III and VI, added up from the paper's text
def test_the_printed_tables_add_up():
    sums = {
        ("SFMEDM", 128): 489,
        ("SFMEDM", 16384): 60_169,
        ("SFMCGK", 128): 941,
        ("SFMCGK", 16384): 115_441,
        ("D2KE", 128): 14_931,
        ("D2KE", 2048): 255_471,
    }
    for row, total in sums.items():
        assert sum(SECONDS[row]) == total
    rows = COSTS.values()
    assert sum(row.d[0] for row in rows) == 26_269_518
    assert sum(row.d[1] for row in rows) == 29_854_531
    assert sum(row.seconds[0] + row.seconds[1] for row in rows) == pytest.approx(152.82)


def test_the_paper_s_sets_have_their_stand_ins():
    assert {task.printed for task in REAL} == {"Protein", "DNA", "Music", "Compound"}
