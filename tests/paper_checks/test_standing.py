"""Which verdict stands, a run's or the kept one; what would decide it, and at what cost."""

import functools
import json
import math
import re
from dataclasses import replace
from datetime import datetime

import pytest

from gramcheck.paper_checks import changed_since, cost, kept
from gramcheck.paper_checks.changed_since import Change
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Registry, Unit, Verdict
from gramcheck.paper_checks.values import decode, encode
from tests.paper_checks import sample_claims
from tests.paper_checks.open_claims import as_kept, left_open, short_units, unfinished_units

pytestmark = pytest.mark.usefixtures("kept_here")


@pytest.fixture
def changed(monkeypatch):
    """Say that something changed at a time that some claims are about."""

    def change(when, *claims):
        entry = Change(datetime.fromisoformat(when), list(claims), "other units")
        monkeypatch.setattr(changed_since, "listed", lambda: [entry])

    return change


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
    assert "units that are kept as pieces and count at commit unknown alone, with python" in said
    assert said.endswith("; scale full, seed 0")


ID = "d2ke/open"
FULL = "full scale, on the data that are here:"
HERE = DataDirectory(None)


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
    decides = (
        "undecided at quick scale, which is coarser; as far as 4 repeats tell, \\d\\d repeats "
        "would decide it, about .* of one processor"
    )
    full = f"{FULL} 4 units; no full run is kept that would tell their time"
    shown = " ".join(compared("show", ID)[1].split())
    assert re.search(f"what decides: {decides} {full}", shown)
    compared("report")
    page = (tmp_path / "paper-checks-out" / "report.html").read_text()
    assert re.search(f"{decides}; {full}", page)


@pytest.mark.parametrize(
    ("names", "decided", "told"),
    [
        (
            ("a", "b", "c"),
            "quick",
            f"which is coarser and leaves out a, c {FULL} 12 units",
        ),
        (("b",), "full", f"which is coarser {FULL} 4 units"),
        (("b",), "quick", "which is coarser; as far as 4 repeats tell"),
    ],
)
def test_a_quick_run_tells_no_repeats_where_a_full_one_decides(call, names, decided, told):
    """Of other data, or of a claim that says so."""
    registry = Registry()

    def units(run):
        data = names if run.scale == "full" else ("b",)
        return [Unit(f"{each}/{k}", sample_claims.count_threads) for each in data for k in range(4)]

    register = registry.claim(
        ID, place="", kind="table", expected=Verdict.UNDECIDED, units=units, decided=decided
    )
    register(left_open)
    call("run", "--jobs", "1", registry=registry)
    shown = " ".join(call("show", ID, registry=registry)[1].split())
    assert f"what decides: undecided at quick scale, {told}" in shown


def test_what_a_full_run_takes_is_told_where_none_is_kept_that_counts(changed):
    registry = Registry()
    cases = {"a/units": lambda run: short_units(run), "a/none": None}
    for id, units in cases.items():
        register = registry.claim(
            id, place="", kind="table", expected=Verdict.UNDECIDED, units=units
        )
        register(left_open)
    claim, without = registry["a/units"], registry["a/none"]
    full = replace(as_kept({"b/0": {}}), claim=claim.id, when="2026-01-02T00:00:00+00:00")
    takes = f"{FULL} 2 units; no full run is kept that would tell their time"
    for evidence in (None, NOT_RUN, UNDECIDED):
        assert cost.of_a_full_run(claim, evidence, None, HERE) == takes
        assert cost.of_a_full_run(claim, evidence, replace(full, scale="quick"), HERE) == takes
        assert cost.of_a_full_run(claim, evidence, full, HERE) == ""
        assert cost.of_a_full_run(without, evidence, None, HERE) == ""
    assert cost.of_a_full_run(claim, DECIDED, None, HERE) == ""
    assert cost.of_a_full_run(claim, UNDECIDED | {"scale": "full"}, None, HERE) == ""
    changed("2026-01-03T00:00:00Z", "a/units")
    assert cost.of_a_full_run(claim, UNDECIDED, full, HERE).startswith(f"{FULL} 2 units, about ")


def test_what_a_full_run_takes_is_of_the_data_that_the_run_had(call, tmp_path):
    """Of others where they are gone: the default ones."""
    registry = Registry()

    def units(run):
        count = len(list(run.data.path.iterdir())) if run.data.path else 0
        return [Unit(f"b/{k}", sample_claims.count_threads) for k in range(1 + count)]

    register = registry.claim(
        ID, place="", kind="table", expected=Verdict.UNDECIDED, units=units, decided="full"
    )
    register(left_open)
    folder = tmp_path / "elsewhere"
    (folder / "set").mkdir(parents=True)
    call("run", "--jobs", "1", "--data", str(folder), registry=registry)
    page = tmp_path / "paper-checks-out" / "report.html"
    for count in (2, 1):
        takes = f"{FULL} {count} units; no full run is kept"
        assert takes in " ".join(call("show", ID, registry=registry)[1].split())
        call("report", registry=registry)
        assert takes in page.read_text()
        if folder.exists():
            folder.rename(tmp_path / "gone")


def kept_in_full(tmp_path, **fields):
    """What is kept of the claim, as if a full run had measured it."""
    file = tmp_path / "results" / f"{ID}.json"
    full = {"scale": "full", "verdict": "undecided", "commit": "abc", "seconds": 7200.0}
    file.write_text(json.dumps(json.loads(file.read_text()) | full | fields))
    return kept.load(ID)


def findings_with(*cases):
    """Findings of a kept result: what was measured, against > 0, and the repeats that decide it."""
    found = [
        Finding("a, b", m, ">", 0.0, "", None, repeats=repeats, made=4) for m, repeats in cases
    ]
    return encode({"printed": [f.to_json() for f in found], "corrected": [], "common": []})


TELL = "; as far as 4 repeats tell, "


@pytest.mark.parametrize(
    ("verdict", "cases", "decides"),
    [
        ("refuted", [(-1.0, 9)], ""),
        ("undecided", [(0.1, math.inf)], f"{TELL}no number of repeats would decide it"),
        ("undecided", [(0.1, None)], "; how many repeats would decide it is not known"),
        (
            "undecided",
            [(0.1, 4237)],
            f"{TELL}4,237 repeats would decide it, about 2118.5 h of one processor",
        ),
        (
            "undecided",
            [(-0.1, 8), (0.1, 4237), (-0.1, 16)],
            f"{TELL}8 repeats would decide it, about 4.0 h of one processor; 4,237 would "
            "decide every sentence of it",
        ),
        (
            "undecided",
            [(-0.1, 8), (0.1, math.inf)],
            f"{TELL}8 repeats would decide it, about 4.0 h of one processor; no number "
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
    assert f"what decides: {stands} {FULL} 4 units, about 2.0 h of one processor" in shown
    for finding in stored.findings["printed"]:
        assert f"printed: {Finding(**finding)}" in shown
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


@pytest.mark.parametrize("verdict", ["undecided", "refuted"])
def test_a_result_of_before_a_change_stands_only_where_nothing_was_run(changed, verdict):
    when = "2026-01-02T03:04:05+00:00"
    full = replace(as_kept({}), when=when, verdict=verdict)
    for date, claims, marked in (
        ("2026-01-02T03:04:06Z", ["d2ke/a"], True),
        ("2026-01-02T03:04:06Z", ["own/b", "d2ke/*"], True),
        ("2026-01-02T03:04:05Z", ["d2ke/a"], False),
        ("2026-01-02T03:04:06Z", ["d2ke/b"], False),
    ):
        changed(date, *claims)
        assert [change.what for change in full.changes] == ["other units"] * marked
        assert str(full).endswith(", before a change of 2026-01-02") is marked
        assert kept.stands(UNDECIDED, full) is not marked
        assert kept.stands(None, full)
        assert kept.stands(NOT_RUN, full)
        assert not kept.stands(DECIDED, full)


def test_a_later_run_of_a_commit_from_before_a_change_is_marked(changed):
    changed("2026-01-02T00:00:00Z", "d2ke/a")
    later = replace(as_kept({}), when="2026-01-03T00:00:00+00:00")
    assert not later.changes  # of which no commit is known
    of = {day: replace(later, committed=f"2026-01-0{day}T00:00:00+00:00") for day in (1, 3)}
    assert [bool(of[day].changes) for day in (1, 3)] == [True, False]


def test_a_reader_is_told_what_changed_since(compared, tmp_path, changed):
    compared("keep", ID)
    kept_in_full(tmp_path, verdict="refuted", when="2026-01-01T00:00:00+00:00")
    changed("2026-01-02T00:00:00Z", ID)
    assert "refuted (full, before a change)" in " ".join(compared("list")[1].split())
    shown = " ".join(compared("show", ID)[1].split())
    assert "changed since: other units (2026-01-02)" in shown
    assert "what decides: undecided at quick scale, which is coarser; as far as" in shown
    compared("report")
    page = (tmp_path / "paper-checks-out" / "report.html").read_text()
    assert "<strong>Changed since:</strong> other units (2026-01-02)." in page
    assert f'<article id="{ID}" data-status="undecided"' in page


def test_a_full_run_that_is_undecided_yields_to_a_kept_one_that_decided():
    evidence = UNDECIDED | {"scale": "full"}
    assert kept.standing(evidence, as_kept({})) == "holds"


def test_of_a_claim_that_quick_scale_leaves_out_the_kept_full_run_says_what_decides():
    units = {f"a/{k}": {} for k in range(4)}
    findings = findings_with((0.1, math.inf))
    full = replace(as_kept(units), verdict="undecided", findings=decode(findings))
    words = f"{full}{TELL}no number of repeats would decide it"
    claim = sample_claims.REGISTRY["d2ke/eq-6"]
    assert cost.what_decides(claim, NOT_RUN, full, HERE) == f"not run at quick scale; {words}"
    assert cost.what_decides(claim, None, full, HERE) == words
    assert cost.what_decides(claim, DECIDED, full, HERE) == ""
    assert cost.what_decides(claim, ERROR, full, HERE) == ""


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
