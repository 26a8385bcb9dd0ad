"""The verdicts on SFM's tables and figures follow from the results of their units."""

import numpy as np
import pytest

from gramcheck.paper_checks.claims.sfm import comparison, figure_2_3, figure_5, table_3, table_6
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.sfm.printed import COSTS, SECONDS
from gramcheck.paper_checks.experiments.sfm.systems import FEATURE_MAPS, SYSTEMS
from gramcheck.paper_checks.experiments.sfm.tasks import GENERATED, REAL
from gramcheck.paper_checks.ledger import Verdict
from tests.paper_checks.evidence import quick_run

Y = [k % 2 == 0 for k in range(300)]


def scores(strength, seed):
    return (np.random.default_rng(seed).normal(size=300) + strength * np.array(Y)).tolist()


def results_with(task, **strength):
    """Records in which each system has its strength; 2 is an AUC of about 0.92."""
    found = {}
    for number, name in enumerate(SYSTEMS):
        for D in task.quick.dimensions if name in FEATURE_MAPS else (0,):
            for part in SYSTEMS[name].parts("quick"):
                chosen = {"validation": 0.5, "parameters": {"beta": 1.0, "C": 1.0}}
                found[f"{task.name}/{name}/{D}/{part}"] = {
                    "folds": [chosen] * 3,
                    "scores": scores(strength.get(name, 1.0), 100 * number + D),
                    "best_of_grid": 0.8,
                    "unfinished": 0,
                    "fits": 9,
                    "y": Y,
                    "available": 3000,
                    "lengths": [7, 80],
                    "seconds": 0.1,
                    "seconds_of_all": 36.0,
                }
    return found


@pytest.mark.parametrize(
    ("strength", "verdict"),
    [
        ({"SFMEDM": 2.6, "FMEDM": 2.6, "EDMKernel": 2.2}, Verdict.HOLDS),
        ({"STK17": 3.0}, Verdict.HOLDS_WITH_CORRECTION),
        ({"STK17": 3.0, "FMEDM": 3.0}, Verdict.REFUTED),  # unlike the map with a stored matrix
        ({"STK17": 5.0, "SFMEDM": 2.0, "FMEDM": 2.0}, Verdict.REFUTED),  # above its own kernel
    ],
)
def test_the_verdict_on_figure_5_follows_from_the_results(strength, verdict):
    evidence = figure_5.generated_strings(
        quick_run("sfm/figure-5-generated"), results_with(GENERATED, **strength)
    )
    assert evidence.verdict is verdict
    assert len(evidence.picture) == 2


def test_what_was_not_run_is_said():
    results = results_with(GENERATED)
    for key in results:
        if f"/FMEDM/{GENERATED.quick.dimensions[-1]}/" in key:
            results[key] = {"left_out": "its matrix has 7 GiB"}
    compared = comparison.Comparison(results, GENERATED, 0)
    rows = comparison.tables_of(compared)[0].rows
    assert any("its matrix has 7 GiB" in str(row[2]) for row in rows)
    assert figure_5.statements(compared, 0.95)


def test_it_is_said_how_many_strings_take_part_and_what_all_would_cost():
    run, results = quick_run("sfm/figure-5-generated"), results_with(GENERATED)
    evidence = figure_5.generated_strings(run, results)
    sampled = "300 of 3000 strings, 150 positive and 150 not, lengths 7 to 80"
    assert evidence.table[0].title == f"generated: {sampled}"
    assert sampled in evidence.note
    # five feature maps, two D, 36 seconds each, for ten times as many strings
    assert "at least 1 CPU hours" in evidence.note
    assert "limited length" not in evidence.note
    for record in results.values():
        record["available"] = 300
    evidence = figure_5.generated_strings(run, results)
    assert "all 300 strings, 150 positive" in evidence.note
    assert "CPU hours" not in evidence.note


def test_limits_of_the_length_are_said():
    tasks = [task for task in REAL if task.printed in ("Music", "DNA")]
    results = {key: r for task in tasks for key, r in results_with(task).items()}
    for scale, limited in (("quick", True), ("full", False)):
        run = Run(scale, 0, DataDirectory(None), "sfm/figure-5")
        note = figure_5.evidence(run, results, tasks, figure_5.as_the_kernel).note
        assert ("(amazon-musical-instruments 1 to 150)" in note) is limited


def costs(growth=1.0, memory=100.0):
    one = {"ESP": 1.0, "CGK": 1.0}
    part = dict.fromkeys(one, 0.125**growth)
    return {
        "generated": {
            "strings": 10,
            "characters": 200,
            "part_characters": 25,
            "letters": 4,
            "seconds": one,
            "part_seconds": part,
            "megabytes": {"ESP": memory, "CGK": 1.0},
            "d": {"ESP": 10, "CGK": 10},
            "d_occurring": {"ESP": 10, "CGK": 9},
        }
    }


@pytest.mark.parametrize(
    ("planted", "verdict"),
    [
        ({}, Verdict.HOLDS_WITH_CORRECTION),
        ({"growth": 2.0}, Verdict.REFUTED),
        ({"memory": 2000.0}, Verdict.REFUTED),
    ],
)
def test_the_verdict_on_table_3(planted, verdict):
    assert table_3.parsing_is_fast(quick_run("sfm/table-3"), costs(**planted)).verdict is verdict


def projected(time_power=1.0, sfm_power=0.0, fm_bytes=4.0):
    d = 1000
    return {
        f"generated/{name}/{D}": {
            "d": d,
            "strings": 5,
            "nonzeros": 50,
            "seconds": float(D) ** time_power,
            "megabytes": fm_bytes * d * D / 2**20 if name[0] == "F" else float(D) ** sfm_power,
        }
        for name in figure_2_3.MAPS
        for D in (128, 512, 2048)
    }


@pytest.mark.parametrize(
    ("planted", "memory", "time"),
    [
        ({}, Verdict.HOLDS, Verdict.HOLDS),
        ({"sfm_power": 1.0}, Verdict.REFUTED, Verdict.HOLDS),
        ({"fm_bytes": 8.0}, Verdict.REFUTED, Verdict.HOLDS),
        ({"time_power": 1.5}, Verdict.HOLDS, Verdict.REFUTED),
    ],
)
def test_the_verdicts_on_figures_2_and_3(planted, memory, time):
    results = projected(**planted)
    assert figure_2_3.memory_over_D(quick_run("sfm/figure-2"), results).verdict is memory
    assert figure_2_3.time_over_D(quick_run("sfm/figure-3"), results).verdict is time


@pytest.mark.parametrize(
    ("gak", "verdict"), [(1e4, Verdict.HOLDS_WITH_CORRECTION), (1.0, Verdict.REFUTED)]
)
def test_the_verdict_on_table_6(gak, verdict):
    results = {}
    for name in table_6.SYSTEMS:
        for D in (128, 512, 2048) if name in FEATURE_MAPS else (0,):
            building = gak if name in ("GAK", "LAK") else 1.0
            results[f"generated/{name}/{D}"] = {
                "strings": 9,
                "measured_on": 3,
                "building": building,
                "training": None if name in ("GAK", "LAK") else 0.5,
            }
    evidence = table_6.time_of_systems(quick_run("sfm/table-6"), results)
    assert evidence.verdict is verdict
    shown = {row[0]: row[4:6] for row in evidence.table[0].rows}
    assert shown["STK17"] == (0.5, 1.5)
    assert shown["GAK"] == ("not measured", f"above {gak:.0f}")


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
