"""What README, report and book tell is what the ledger says."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import story
from gramcheck.paper_checks.ledger import PAPERS, REGISTRY

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf8")


def test_every_finding_has_entries_whose_verdicts_say_what_it_says():
    for told in story.told():
        assert told.ids, told.finding
        for id in told.ids:
            assert told.agrees(REGISTRY[id]), f"{id} does not say: {told.finding}"


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
    assert not replace(story.told()[0], kind=kind, ids=[id]).agrees(REGISTRY[id])


def test_the_readme_leads_with_a_finding_of_each_paper():
    led = [told for told in story.told() if told.readme]
    assert sorted(REGISTRY[told.ids[0]].paper for told in led) == sorted(PAPERS)
    assert all(told.sentences in README for told in led)
    assert sum(told.finding in README for told in story.told()) == len(led)
    assert story.markdown() in README
    first_heading = README.index("\n## ")
    assert README.index(story.markdown()) < README.index("```")
    assert README[first_heading:].startswith("\n## What was found\n")


def test_the_readme_counts_entries_and_statements():
    entries, statements = map(int, re.search(r"(\d+) entries on (\d+) statements", README).groups())
    assert entries == len(REGISTRY)
    assert entries - statements == story.judged_twice(REGISTRY)
    assert story.judged_twice([REGISTRY["errata/D2"]]) == 0
    assert story.judged_twice([REGISTRY["errata/D2"], REGISTRY["d2ke/assumption-1"]]) == 1
