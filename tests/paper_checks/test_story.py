"""What README, report and book tell is what the ledger says."""

import functools
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import kept, story
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.paper_checks.registry import PAPERS
from gramcheck.paper_checks.site import StoredRun

stored_run = functools.cache(StoredRun)
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf8")


def agrees(told, id):
    """Whether the sentence is what stands of an entry, the kept run's or a kept result."""
    return told.agrees(REGISTRY[id], stored_run().read_evidence(id))


def test_every_finding_has_entries_whose_verdicts_say_what_it_says():
    for told in story.told():
        assert told.ids, told.finding
        for id in told.ids:
            assert agrees(told, id), f"{id} does not say: {told.finding}"


def test_what_is_wrong_comes_with_what_is_right():
    for told in story.told():
        assert bool(told.mended) is (told.kind == "wrong"), told.finding


def test_every_paper_has_a_finding_of_what_is_wrong_and_of_what_is_right():
    for kind in ("wrong", "holds"):
        papers = {REGISTRY[t.ids[0]].paper for t in story.told() if t.kind == kind}
        assert papers == set(PAPERS)


@pytest.mark.parametrize(
    ("kind", "id"),
    [
        ("holds", "own/idealized-cone"),  # a hypothesis that the kept full run refutes
        ("holds", "errata/C10"),
        ("wrong", "sfm/theorem-1"),
        ("undecided", "idealized/table-2"),  # which the kept full run decided
    ],
)
def test_a_sentence_that_the_ledger_refutes_is_seen(kind, id):
    assert not agrees(replace(story.told()[0], kind=kind, ids=[id]), id)


def test_a_sentence_must_say_what_a_quick_result_does_where_no_other_is_kept(monkeypatch):
    quick = replace(kept.load("kcr/table-1"), scale="quick", verdict="refuted")
    monkeypatch.setattr(kept, "load", lambda id: quick)
    told = replace(story.told()[0], kind="undecided")
    assert not told.agrees(REGISTRY["kcr/table-1"], None)
    assert replace(told, kind="wrong").agrees(REGISTRY["kcr/table-1"], None)


NUMBER = re.compile(r"(?<![A-Za-z\d])\d[\d,]*(?:\.\d+)?(?:e-?\d+)?")


def numbers(text):
    """Those written in a text, as they are written, without the marks of thousands."""
    return [found.replace(",", "").rstrip(".") for found in NUMBER.findall(text)]


PARTS = ("printed", "corrected", "common", "measured", "tables")


def evidence(id):
    """What a paper states, and what was found: the stored run's evidence, and what is kept.

    Of the docstring only its first line, the statement: what follows is told as the story is.
    """
    claim, stored = REGISTRY[id], kept.load(id)
    run = stored_run().read_evidence(id) or {}
    kept_of_it = stored and (stored.findings, stored.measured)
    found = json.dumps([[run.get(part) for part in PARTS], kept_of_it], default=str)
    counted = COUNTED[id](stored) if id in COUNTED else ""
    return f"{claim.place} {claim.statement} {found} {counted}"


def test_what_a_docstring_tells_is_no_evidence():
    told = {id for finding in story.told() for id in finding.ids if REGISTRY[id].details}
    assert [id for id in told if REGISTRY[id].details in evidence(id)] == []


def objects(stored):
    """Of a data set, that a split divides."""
    unit = next(iter(stored.units.values()))
    return unit["n_train"] + unit["n_test"]


def never_decided(stored):
    """Cases of which no number of splits would tell."""
    return sum("no number of splits would" in found for found in stored.measured.values())


COUNTED = {
    "d2ke/less-computation": objects,
    "idealized/table-4-alignments": never_decided,
}


def unfounded(told):
    """Numbers of a finding that are none of its entries', nor round from one of them."""
    found = {n for id in told.ids for n in numbers(evidence(id))}
    return [
        number
        for number in numbers(f"{told.sentences} {told.caption}")
        if not any(rounds(each, number) for each in found)
    ]


def rounds(measured, written):
    """Whether a number with as many digits as are written is the written one."""
    digits = len(written.partition("e")[0].replace(".", "").strip("0")) or 1
    return float(f"{float(measured):.{digits - 1}e}") == float(written)


def test_every_number_of_a_finding_is_in_the_evidence():
    assert {t.finding: unfounded(t) for t in story.told() if unfounded(t)} == {}


@pytest.mark.parametrize(
    ("right", "wrong"), [("9e-6", "5e-9"), ("20,000 steps", "30,000 steps"), ("2/(ε²D)", "7/(ε²D)")]
)
def test_a_number_that_nobody_measured_is_seen(right, wrong):
    (told,) = [t for t in story.told() if right in t.finding]
    assert unfounded(told) == []
    assert unfounded(replace(told, finding=told.finding.replace(right, wrong))) != []


def test_the_readme_leads_with_what_is_wrong_then_what_holds_and_what_is_undecided():
    led = [told for told in story.told() if told.readme]
    assert sorted(REGISTRY[told.ids[0]].paper for told in led[:4]) == sorted(PAPERS)
    assert [told.kind for told in led] == ["wrong", "wrong", "wrong", "holds", "undecided"]
    places = [README.index(told.sentences) for told in led]
    assert places == sorted(places)
    assert all(told.sentences in README for told in led)
    assert sum(told.finding in README for told in story.told()) == len(led)
    wrong = "\n".join(
        f"* {told.sentences} ({', '.join(f'`{id}`' for id in told.ids)})" for told in led[:3]
    )
    assert wrong in README
    first_heading = README.index("\n## ")
    assert README.index(wrong) < README.index("```")
    assert README[first_heading:].startswith("\n## What was found\n")


def test_the_readme_counts_entries_and_statements():
    entries, statements = map(
        int, re.search(r"(\d+) entries on\s+(\d+) statements", README).groups()
    )
    assert entries == len(REGISTRY)
    assert entries - statements == story.judged_twice(REGISTRY)
    assert story.judged_twice([REGISTRY["errata/D2"]]) == 0
    assert story.judged_twice([REGISTRY["errata/D2"], REGISTRY["d2ke/assumption-1"]]) == 1
