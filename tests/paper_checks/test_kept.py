"""Results that are kept with the project, and new runs held against them."""

import functools
import json
import re
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from gramcheck.paper_checks import fingerprint, kept
from gramcheck.paper_checks.ledger import Registry, Verdict
from gramcheck.paper_checks.store import Store
from tests.paper_checks import sample_claims
from tests.paper_checks.open_claims import left_open, short_units, unfinished_units
from tests.paper_checks.sample_claims import N_UNITS

pytestmark = pytest.mark.usefixtures("kept_here")


def test_the_commit_is_marked_where_more_than_kept_results_differ(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "RESULTS", tmp_path / "checks" / "results")
    kept.RESULTS.mkdir(parents=True)
    assert kept.commit() == "unknown"
    run = tmp_path / "checks" / "site" / "run" / "record.json"
    run.parent.mkdir(parents=True)
    files = [tmp_path / "README", kept.RESULTS / "claim.json", run]
    for file in files:
        file.write_text("a\n")
    author = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    for command in (("init",), ("add", "."), (*author, "commit", "-m", "first")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, capture_output=True)
    for file in files[1:]:
        file.write_text("b\n")
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
    assert stored.committed == kept.committed()
    assert stored.findings["printed"][0]["name"] == "splice"
    assert stored.tables[0]["shown"][0][:2] == ["splice", "90.17"]
    assert list(stored.measured) == ["values"]
    assert "kept: refuted, scale quick, seed 3" in call("show", "d2ke/long")[1]
    page = (tmp_path / "paper-checks-out" / "report.html").read_text()
    assert "Kept from" not in page  # it was written before
    call("report")
    page = (tmp_path / "paper-checks-out" / "report.html").read_text()
    (block,) = re.findall('<details class="kept".*?</details>', page, re.DOTALL)
    assert all(f"<td class=number>{row[2]}</td>" in block for row in stored.tables[0]["shown"])
    assert stored.measured["values"] in block


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


def test_a_comparison_that_compares_nothing_fails(call):
    call("run", "d2ke/long", "--jobs", "1")
    call("keep", "d2ke/long")
    code, out, _ = call("run", "d2ke/long", "--jobs", "1", "--seed", "1", "--compare")
    assert code == 1
    assert re.search(r"d2ke/long: 0 of (\d+) quantities as kept .*, \1 left open", out)
    assert "nothing was compared" in out
    code, out, _ = call("run", "d2ke/long", "--jobs", "1", "--scale", "full", "--compare")
    assert code == 1
    assert "kept at scale quick, not compared" in out


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
    only = "units that are kept as pieces and count at commit unknown alone, with python"
    assert re.search(rf"{only} \S+, .*: 2\b", said)
    code, _, err = call("keep", "d2ke/never")
    assert code == 2
    assert "d2ke/never has no finished units of this source" in err


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
