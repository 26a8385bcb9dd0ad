"""Results that are kept with the project, and new runs held against them."""

import functools
import json
import math
import re
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from gramcheck.paper_checks import cost, fingerprint, kept
from gramcheck.paper_checks.comparisons import Comparison, Difference, judge
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept, held_against
from gramcheck.paper_checks.ledger import Evidence, Registry, Unit, Verdict
from gramcheck.paper_checks.margins import OUTPERFORMS
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.values import decode, encode
from tests.paper_checks import sample_claims
from tests.paper_checks.sample_claims import N_UNITS


@pytest.fixture(autouse=True)
def kept_here(tmp_path, monkeypatch):
    """What is kept lies in the directory of the test."""
    monkeypatch.setattr(kept, "RESULTS", tmp_path / "results")


def test_the_commit_is_marked_where_more_than_kept_results_differ(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "RESULTS", tmp_path / "checks" / "results")
    kept.RESULTS.mkdir(parents=True)
    assert kept.commit() == "unknown"
    files = [tmp_path / "README", kept.RESULTS / "claim.json"]
    for file in files:
        file.write_text("a\n")
    author = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    for command in (("init",), ("add", "."), (*author, "commit", "-m", "first")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, capture_output=True)
    files[1].write_text("b\n")
    assert re.fullmatch("[0-9a-f]{12}", kept.commit())
    files[0].write_text("b\n")
    assert re.fullmatch("[0-9a-f]{12}-dirty", kept.commit())


def test_what_a_run_measured_is_kept_with_where_it_comes_from(call, tmp_path):
    call("run", "d2ke/long", "--jobs", "1", "--seed", "3")
    assert call("keep", "d2ke/long")[0] == 0
    stored = kept.load("d2ke/long")
    assert (stored.scale, stored.seed, stored.verdict) == ("quick", 3, "refuted")
    assert len(stored.units) == N_UNITS
    assert all(np.isnan(unit["undefined"]) for unit in stored.units.values())
    assert stored.versions["numpy"] == np.__version__
    assert stored.findings["printed"][0]["name"] == "splice"
    assert "kept: refuted, scale quick, seed 3" in call("show", "d2ke/long")[1]
    page = (tmp_path / "paper-checks-out" / "report.html").read_text()
    assert "Kept from" not in page  # it was written before
    call("report")
    assert "Kept from" in (tmp_path / "paper-checks-out" / "report.html").read_text()


def test_a_run_is_held_against_what_is_kept(call, tmp_path):
    call("run", "d2ke/long", "--jobs", "1")
    call("keep", "d2ke/long")
    code, out, _ = call("run", "d2ke/long", "--jobs", "1", "--compare")
    assert code == 0
    assert "as kept on" in out
    file = tmp_path / "results" / "d2ke" / "long.json"
    record = json.loads(file.read_text())
    record["units"]["0"]["value"] += 1e-6
    file.write_text(json.dumps(record))
    code, out, _ = call("run", "d2ke/long", "--jobs", "1", "--compare")
    assert code == 1
    assert "0: value: measured" in out


def end_the_run():
    raise KeyboardInterrupt


def test_a_claim_is_kept_while_units_of_others_are_to_be_done(call):
    """Its evidence is there as soon as its own units are."""
    registry = Registry()
    for id, units in (("d2ke/done", sample_claims.measure_units), ("d2ke/open", unfinished_units)):
        register = registry.claim(
            id, place="", kind="table", expected=Verdict.UNDECIDED, units=units
        )
        register(left_open)
    call = functools.partial(call, registry=registry)
    assert call("run", "--jobs", "1", "--scale", "full")[0] == 130
    assert call("keep", "d2ke/done")[0] == 0
    stored = kept.load("d2ke/done")
    assert str(stored).startswith(f"full scale, {N_UNITS} units, ")
    assert "judged" not in str(stored)
    kept.write(replace(stored, judged="0123456789ab"))
    assert "judged at 0123456789ab" in str(kept.load("d2ke/done"))
    assert "judged at 0123456789ab" in call("show", "d2ke/done")[1]


def test_a_long_run_goes_on_elsewhere_from_pieces_that_are_kept(call, tmp_path):
    registry = Registry()
    cases = {"open": unfinished_units, "short": short_units, "never": sample_claims.measure_units}
    for name, units in cases.items():
        register = registry.claim(
            f"d2ke/{name}", place="", kind="table", expected=Verdict.UNDECIDED, units=units
        )
        register(left_open)
    call = functools.partial(call, registry=registry)
    assert call("run", "d2ke/open", "--jobs", "1")[0] == 130
    assert "d2ke/open is not at its end; kept of it: " in call("keep", "d2ke/open")[1]
    (file,) = (tmp_path / "results" / "pieces").iterdir()
    stored = json.loads(file.read_text())
    assert stored["scale"] == "quick"

    def run(out, *arguments):
        code, said, _ = call("run", "d2ke/short", "--jobs", "1", "--out", out, *arguments)
        assert code == 0
        return " ".join(said.split())

    resumed = "resuming: 2 finished units of an earlier run are kept"
    assert resumed in run("elsewhere")
    assert resumed not in run("afresh", "--again")
    assert resumed not in run("another", "--seed", "1")
    file.write_text(json.dumps(stored | {"parts": stored["parts"] | {"versions": "others"}}))
    said = run("other-libraries")
    assert resumed not in said
    assert "2 units that are kept as pieces count at commit unknown alone, with python" in said
    code, _, err = call("keep", "d2ke/never")
    assert code == 2
    assert "d2ke/never has no finished units of this source" in err


def test_pieces_of_a_full_run_tell_what_the_rest_of_it_costs(call, tmp_path):
    registry = Registry()
    register = registry.claim(
        "d2ke/open", place="", kind="table", expected=Verdict.UNDECIDED, units=unfinished_units
    )
    register(left_open)
    call = functools.partial(call, registry=registry)

    def cost():
        (line,) = [s for s in call("show", "d2ke/open")[1].splitlines() if "full scale" in s]
        return line.partition("; ")[2]

    unknown = "no full run is kept that would tell their time"
    for scale in ("quick", "full"):  # a quick run tells nothing of a full one
        assert cost() == unknown
        call("run", "--jobs", "1", "--scale", scale)
        call("keep", "d2ke/open")
    (file,) = (tmp_path / "results" / "pieces").iterdir()
    stored = json.loads(file.read_text())
    for unit in stored["units"].values():
        unit["seconds"] = 3600.0
    file.write_text(json.dumps(stored))
    time = "4 take about 4.0 h of one processor, as finished ones of their kinds"
    assert cost() == f"{time}, the others are of kinds not seen yet: 1"
    said = " ".join(call("show", "d2ke/open")[1].split())
    assert " units that are kept as pieces count at commit unknown alone, with python" in said
    assert said.endswith("; scale full, seed 0")


def short_units(run):
    return [Unit(f"other/{k}", sample_claims.count_threads) for k in range(2)]


def unfinished_units(run):
    others = [Unit(f"other/{k}", sample_claims.count_threads) for k in range(2, 4)]
    return [*short_units(run), *others, Unit("last", end_the_run)]


def left_open(run, results):
    """Two systems are compared."""
    return Evidence(printed=judge([Comparison("a, b", Difference(np.array(SEEN)), OUTPERFORMS)]))


SEEN = (0.5, -0.3, 0.4, 0.3)
ID = "d2ke/open"


@pytest.fixture
def compared(call):
    """One claim, with units on which four splits decide nothing; it was run at quick scale."""
    registry = Registry()
    register = registry.claim(
        "d2ke/open",
        place="",
        kind="table",
        expected=Verdict.UNDECIDED,
        units=lambda run: [Unit(f"b/{k}", sample_claims.count_threads) for k in range(4)],
    )
    register(left_open)
    call = functools.partial(call, registry=registry)
    assert call("run", "--jobs", "1")[0] == 0
    return call


def test_what_is_undecided_says_how_many_repeats_would_decide_it(compared, tmp_path):
    assert re.search(r"what decides: \d\d repeats would decide it, about", compared("show", ID)[1])
    assert "full scale: 4 units; no full run is kept" in compared("show", ID)[1]
    compared("report")
    assert "repeats would decide it" in (tmp_path / "paper-checks-out" / "report.html").read_text()


def kept_in_full(tmp_path, **fields):
    """What is kept of the claim, as if a full run had measured it."""
    file = tmp_path / "results" / f"{ID}.json"
    full = {"scale": "full", "verdict": "undecided", "commit": "abc", "seconds": 7200.0}
    file.write_text(json.dumps(json.loads(file.read_text()) | full | fields))
    return kept.load(ID)


def findings_with(*cases):
    """Findings of a kept result: what was measured, against > 0, and the repeats that decide it."""
    found = [Finding("a, b", m, ">", 0.0, "", None, repeats=repeats) for m, repeats in cases]
    return encode({"printed": [f.to_json() for f in found], "corrected": [], "common": []})


@pytest.mark.parametrize(
    ("verdict", "cases", "decides"),
    [
        ("refuted", [(-1.0, 9)], ""),
        ("undecided", [(0.1, math.inf)], "; no number of repeats would decide it"),
        ("undecided", [(0.1, None)], "; how many repeats would decide it is not known"),
        (
            "undecided",
            [(0.1, 4237)],
            "; 4,237 repeats would decide it, about 2118.5 h of one processor at full scale",
        ),
        (
            "undecided",
            [(-0.1, 8), (0.1, 4237), (-0.1, 16)],
            "; 8 repeats would decide it, about 4.0 h of one processor at full scale; 4,237 would "
            "decide every sentence of it",
        ),
        (
            "undecided",
            [(-0.1, 8), (0.1, math.inf)],
            "; 8 repeats would decide it, about 4.0 h of one processor at full scale; no number "
            "would decide every sentence of it",
        ),
    ],
)
def test_a_full_result_that_is_kept_stands_before_a_quick_run_that_left_it_open(
    compared, tmp_path, verdict, cases, decides
):
    compared("keep", ID)
    stored = kept_in_full(tmp_path, verdict=verdict, findings=findings_with(*cases))
    stands = f"undecided at quick scale; {stored}{decides}"
    assert f"abc: {verdict}" in stands
    shown = " ".join(compared("show", ID)[1].split())
    assert f"what decides: {stands} full scale: 4 units, about 2.0 h of one processor" in shown
    assert f"{verdict} (full)" in compared("list")[1]
    compared("report")
    page = (tmp_path / "paper-checks-out" / "report.html").read_text()
    assert f"{stands}." in page
    assert f'<article id="{ID}" data-status="{verdict}"' in page
    assert "Not as expected" not in page


UNDECIDED, NOT_RUN = (
    {"verdict": "undecided", "scale": "quick", "status": "done"},
    {"scale": "quick", "status": "not-run"},
)
DECIDED, ERROR = ({**UNDECIDED, "verdict": "holds"}, {"scale": "quick", "status": "error"})


@pytest.mark.parametrize(
    ("evidence", "standing"),
    [
        *((UNDECIDED, "kept"), (NOT_RUN, "kept"), (None, "kept")),
        *((NOT_RUN | {"scale": "full"}, "kept"), (UNDECIDED | {"scale": "full"}, "run")),
        *((DECIDED, "run"), (DECIDED | {"scale": "full"}, "run"), (ERROR, "run")),
    ],
)
def test_an_undecided_full_result_stands_where_a_run_decided_nothing(evidence, standing):
    full = replace(as_kept({}), verdict="undecided")
    assert kept.stands(evidence, full) is (standing == "kept")
    assert not kept.stands(evidence, replace(full, scale="quick"))
    assert not kept.stands(evidence, None)
    found = kept.standing(evidence, full)
    assert found == ("undecided" if standing == "kept" else kept.verdict_of(evidence))


def test_a_full_run_that_is_undecided_yields_to_a_kept_one_that_decided():
    evidence = UNDECIDED | {"scale": "full"}
    assert kept.standing(evidence, as_kept({})) == "holds"


def test_of_a_claim_that_quick_scale_leaves_out_the_kept_full_run_says_what_decides():
    units = {f"a/{k}": {} for k in range(4)}
    findings = findings_with((0.1, math.inf))
    full = replace(as_kept(units), verdict="undecided", findings=decode(findings))
    words = f"{full}; no number of repeats would decide it"
    assert cost.what_decides(NOT_RUN, full) == f"not run at quick scale; {words}"
    assert cost.what_decides(None, full) == words
    assert cost.what_decides(DECIDED, full) == ""
    assert cost.what_decides(ERROR, full) == ""


def test_yardsticks_are_those_of_what_stands_and_of_what_is_kept_where_a_run_has_none():
    units = {f"a/{k}": {} for k in range(4)}
    of_kept, of_run = findings_with((0.1, math.inf)), findings_with((1.0, 3))
    full = replace(as_kept(units), verdict="undecided", findings=of_kept)
    quick = replace(full, scale="quick")
    assert kept.standing_findings(NOT_RUN, full) == of_kept
    assert kept.standing_findings(NOT_RUN, quick) == of_kept
    assert kept.standing_findings(ERROR, quick) == of_kept
    assert kept.standing_findings(None, full) == of_kept
    assert kept.standing_findings(UNDECIDED | of_run, full) == of_kept
    assert kept.standing_findings(UNDECIDED | of_run, quick) == UNDECIDED | of_run
    assert kept.standing_findings(DECIDED | of_run, full) == DECIDED | of_run
    assert kept.standing_findings(NOT_RUN, None) is None


def test_show_has_the_yardsticks_of_what_is_kept(compared, tmp_path):
    """Of a run that had none, as of a claim that quick scale leaves out."""
    compared("keep", ID)
    kept_in_full(tmp_path, findings=findings_with((0.1, math.inf)))
    (tmp_path / "paper-checks-out").rename(tmp_path / "elsewhere")
    shown = compared("show", ID)[1]
    assert "yardsticks: a, b: > 0" in shown
    assert "checks: none: " in shown


def test_what_is_not_measured_in_units_is_not_kept(call):
    call("run", "d2ke/limit", "--jobs", "1")
    code, _, err = call("keep", "d2ke/limit")
    assert code == 2
    assert "computed anew each time" in err
    assert "Traceback" not in err


def test_results_that_do_not_belong_to_the_evidence_are_not_kept(call, tmp_path):
    """As after a run with another seed that was cut short."""
    call("run", "d2ke/long", "--jobs", "1")
    store = Store(tmp_path / "paper-checks-out")
    with store.lock():
        (name,) = (name for name in store.read_units() if name.endswith(":0"))
        unit = store.read_units()[name]
        store.write_unit(name, {**unit, "parts": {**unit["parts"], "seed": "1"}})
    code, _, err = call("keep", "d2ke/long")
    assert code == 2
    assert "has no results of 0 that belong to its evidence" in err
    call("run", "d2ke/long", "--jobs", "1")
    assert call("keep", "d2ke/long")[0] == 0


def test_results_of_another_source_are_not_kept_under_the_commit_of_this_one(call, monkeypatch):
    call("run", "d2ke/long", "--jobs", "1")
    monkeypatch.setattr(fingerprint.Source, "of", lambda source, module: "another")
    code, _, err = call("keep", "d2ke/long")
    assert code == 2
    assert "the source has changed since its evidence was computed" in err


def test_where_results_come_from_is_what_their_evidence_says(call, tmp_path):
    """Not the machine and the libraries of the last run, which may have been of something else."""
    call("run", "d2ke/long", "--jobs", "1")
    store = Store(tmp_path / "paper-checks-out")
    with store.lock():
        store.write_run({**store.read_run(), "versions": {}, "machine": {"name": "another"}})
    assert call("keep", "d2ke/long")[0] == 0
    stored = kept.load("d2ke/long")
    assert stored.versions["numpy"] == np.__version__
    assert stored.processor == fingerprint.machine()


def results_with(mean, seed, splits=10, seconds=1.0):
    rng = np.random.default_rng(seed)
    return {
        f"splice/D2KE/split-{k}": {"accuracy": rng.normal(mean, 1), "seconds": seconds}
        for k in range(splits)
    }


def as_kept(units):
    return Kept("d2ke/a", "full", 0, "", "", {}, "", 0.0, "holds", {}, units)


def test_repeats_with_another_seed_may_differ_by_chance_alone():
    """20 trials at confidence 0.999 each: one in fifty such tests has a trial that is beyond."""
    beyond = [
        finding.holds
        for seed in range(20)
        for finding in held_against(as_kept(results_with(90, seed)), results_with(90, 100 + seed))
    ]
    assert len(beyond) == 20  # seconds are not compared
    assert all(beyond)


def test_a_system_that_got_worse_is_seen():
    (finding,) = held_against(as_kept(results_with(90, 1)), results_with(85, 2))
    assert (finding.name, finding.holds) == ("splice/D2KE: accuracy", False)


def test_what_has_no_repeats_agrees_to_rounding():
    old = {"a/x": {"value": 1.0}, "b": {"value": 2.0, "list": [1, 2]}}
    new = {"a/x": {"value": 1.0 + 1e-12}, "b": {"value": 2.001, "list": [1, 2]}}
    findings = {f.name: f.holds for f in held_against(as_kept(old), new)}
    assert findings == {"a: value": True, "b: value": False, "b: list[0]": True, "b: list[1]": True}
