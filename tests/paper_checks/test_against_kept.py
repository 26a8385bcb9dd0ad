"""A run held against results that are kept: what differs is seen, and chance is not."""

import json
from dataclasses import replace

import numpy as np
import pytest

from gramcheck.paper_checks.against_kept import held_against, units_of_one
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.ledger import Unit
from tests.paper_checks.open_claims import as_kept

pytestmark = pytest.mark.usefixtures("kept_here")


def results_with(mean, seed, splits=10, seconds=1.0):
    rng = np.random.default_rng(seed)
    return {
        f"splice/D2KE/split-{k}": {"accuracy": rng.normal(mean, 1), "seconds": seconds}
        for k in range(splits)
    }


def splits(results):
    """The units of such results, each a split."""
    return [Unit(key, results_with, repeat=True) for key in results]


def against(old, new, seed=1):
    """Results of splits of another seed held against kept ones, of seed 0."""
    return held_against(as_kept(old), splits(new), new, seed)


def test_repeats_with_another_seed_may_differ_by_chance_alone():
    """20 trials at confidence 0.999 each: one in fifty such tests has a trial that is beyond."""
    beyond = [
        finding.holds
        for seed in range(20)
        for finding in against(results_with(90, seed), results_with(90, 100 + seed))
    ]
    assert len(beyond) == 20  # seconds are not compared
    assert all(beyond)


def test_a_system_that_got_worse_is_seen():
    (finding,) = against(results_with(90, 1), results_with(85, 2))
    assert (finding.name, finding.holds) == ("splice/D2KE: accuracy", False)
    *_, finding = against(results_with(90, 1), results_with(85, 2, splits=1))
    assert finding.holds is None  # a single split of another seed tells nothing


def test_what_has_no_repeats_agrees_to_rounding():
    """Keys alike up to their last part, as of two numbers of features, make no repeats."""
    old = {"a/1": {"value": 1.0}, "a/2": {"value": 9.0}, "b": {"value": 2.0, "list": [1, 2]}}
    new = {**old, "a/1": {"value": 1.0 + 1e-12}, "b": {"value": 2.001, "list": [1, 2]}}
    units = [Unit(key, results_with) for key in new]
    findings = {f.name: f.holds for f in held_against(as_kept(old), units, new, seed=0)}
    assert findings.pop("b: value") is False
    assert findings == dict.fromkeys(("a/1: value", "a/2: value", "b: list[0]", "b: list[1]"), True)
    of_another_seed = held_against(as_kept(old), units, new, seed=1)
    assert {f.holds for f in of_another_seed} == {None}
    counts = [replace(unit, seeded=False) for unit in units]
    of_data = {f.name: f.holds for f in held_against(as_kept(old), counts, new, seed=1)}
    assert of_data == {"b: value": False, **findings}


NAN = float("nan")


@pytest.mark.parametrize(
    ("kept_here", "measured", "holds"),
    [
        (1.0, NAN, False),
        (NAN, 1.0, False),
        (NAN, NAN, True),
        (1.0, np.inf, False),
        (np.inf, np.inf, True),
        (np.inf, -np.inf, False),
        (True, True, True),
        (True, False, False),
    ],
)
def test_what_is_no_number_and_what_is_a_flag_are_compared(kept_here, measured, holds):
    old, new = ({"a": {"value": value}} for value in (kept_here, measured))
    (finding,) = held_against(as_kept(old), [Unit("a", results_with)], new, seed=0)
    assert finding.holds is holds


def test_flags_of_repeats_are_shares():
    def flags(often):
        return {f"a/{k:02}": {"converged": k < often} for k in range(40)}

    for often, holds in ((38, True), (8, False)):
        (finding,) = held_against(as_kept(flags(40)), splits(flags(0)), flags(often), seed=1)
        assert (finding.name, finding.holds) == ("a: converged", holds)


def test_memory_may_be_others_by_a_quarter_and_one_megabyte():
    old = {"a": {"megabytes": 10.0}}
    for megabytes, holds in ((13.4, True), (13.6, False), (6.6, True), (6.4, False)):
        new = {"a": {"megabytes": megabytes, "seconds": 1.0}}
        (finding,) = held_against(as_kept(old), [Unit("a", results_with)], new, seed=0)
        assert finding.holds is holds


def test_a_quantity_that_only_one_side_has_is_seen():
    old, new = {"a": {"value": 1.0, "error": 2.0}}, {"a": {"value": 1.0, "gap": 3.0}}
    findings = held_against(as_kept(old), [Unit("a", results_with)], new, seed=0)
    assert {f.name: (f.measured, f.holds) for f in findings} == {
        "a: error": ("kept alone", False),
        "a: gap": ("measured here alone", False),
        "a: value": (1.0, True),
    }


def test_units_that_only_one_side_has_are_told():
    old = {key: {"value": 1.0} for key in ("a", "b", "c")}
    units = [Unit(key, results_with) for key in ("a", "d")]
    new = {unit.key: {"value": 1.0} for unit in units}
    (finding,) = held_against(as_kept(old), units, new, seed=0)
    assert (finding.name, finding.holds) == ("a: value", True)
    assert units_of_one(as_kept(old), units) == {
        "kept, and not of this run": ["b", "c"],
        "of this run, and not kept": ["d"],
    }
    assert units_of_one(as_kept(new), units) == {}


@pytest.mark.parametrize("missing", [True, False])
def test_a_run_without_units_that_are_kept_fails_unless_data_are_missing(
    missing, call, tmp_path, monkeypatch
):
    call("run", "d2ke/long", "--jobs", "1")
    call("keep", "d2ke/long")
    file = tmp_path / "results" / "d2ke" / "long.json"
    record = json.loads(file.read_text())
    record["units"]["of another system"] = record["units"]["0"]
    file.write_text(json.dumps(record))
    monkeypatch.setattr(DataDirectory, "lacks", lambda directory, names: missing)
    code, out, _ = call("run", "d2ke/long", "--jobs", "1", "--compare")
    assert code == (0 if missing else 1)
    assert "units kept, and not of this run: 1, as of another system" in " ".join(out.split())


@pytest.mark.parametrize("odd", [NAN, np.inf, -np.inf])
def test_repeats_of_which_one_is_no_number_are_compared(odd):
    """What is finite by its mean, what is not by how often it comes."""

    def repeats(value, often, seed):
        values = np.random.default_rng(seed).normal(value, 1, 40)
        values[:often] = odd
        return {f"a/{k:02}": {"value": value} for k, value in enumerate(values)}

    old = repeats(1, 2, seed=0)
    for value, often, holds in ((1, 2, True), (1, 3, True), (3, 2, False), (1, 25, False)):
        new = repeats(value, often, seed=1)
        (finding,) = held_against(as_kept(old), splits(old), new, seed=1)
        assert finding.holds is holds, (value, often)


def test_records_of_one_unit_are_its_repeats():
    """As the splits of a system that all stand in one unit."""

    def folds(mean, seed):
        values = np.random.default_rng(seed).normal(mean, 1, 18)
        pairs = [[value, 1.0] for value in values]
        return {"a/1": {"folds": [{"auc": auc, "C": C} for auc, C in pairs], "pairs": pairs}}

    units = [Unit("a/1", folds)]
    for mean, holds in ((70, True), (75, False)):
        findings = held_against(as_kept(folds(70, 1)), units, folds(mean, 2), seed=1)
        assert {f.name: f.holds for f in findings} == {
            "a/1: folds.auc": holds,
            "a/1: folds.C": True,
            "a/1: pairs[0]": holds,
            "a/1: pairs[1]": True,
        }
