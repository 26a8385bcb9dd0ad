"""The ledger stands in the papers' order."""

import re

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import reading
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.paper_checks.registry import PAPERS, Registry

COUNTED = ["eq", "table", "figure", "footnote", "algorithm", "theorem", "proposition", "assumption"]
# the kernel classification rules have one number for all results
COUNTERS = dict.fromkeys(PAPERS, COUNTED) | {"kcr": [*COUNTED[:4], "(?:theorem|remark|corollary)"]}

# what stands between the numbers of two kinds, copied from the papers and not from `reading`
READ = {
    "d2ke": [
        "assumption-2 eq-1 definition-1 assumption-3 eq-2 theorem-1 eq-3",
        "eq-7 limit-gamma rsm-special-case eq-8 random-objects",
        "eq-10 proposition-1 eq-11 eq-12 proposition-2 corollary-1 claim-1",
    ],
    "sfm": ["esp-tree esp-bounds", "unbiased hash-uniform theorem-1", "lpp lpp-drawback landmarks"],
    "idealized": [
        "eq-2 proposition-1 eq-3",
        "eq-10 footnote-5 eq-11",
        "eq-16 convexity proposition-2 eq-17 eq-22 gamma-value proposition-3 kernel-version",
        "footnote-8 side-information rand-index table-2",
    ],
    "kcr": [
        "eq-1 footnote-2 eq-2 eq-3 eq-4 footnote-6 eq-5 eq-6 theorem-1 eq-7 remark-2a corollary-3",
        "corollary-4 eq-8 footnote-9 eq-9 alternating-projections algorithm-1 table-1 lemma-5",
        "footnote-12 table-1 footnote-13 klmca-is-faster figure-1",
    ],
}


def ordered(paper):
    """Names of a paper's claims as the ledger has them, errata and our own left out."""
    return [c.id.partition("/")[2] for c in REGISTRY if c.id.startswith(f"{paper}/")]


def test_what_is_read_is_the_ledger():
    for paper in PAPERS:
        listed = [name for part in reading.sections(paper).values() for name in part]
        names = ordered(paper)
        assert sorted(set(listed)) == sorted(listed)
        assert set(listed) <= set(names)
        unread = [n for n in names if reading.position(paper, n) == len(listed)]
        assert unread == (["upper-bound"] if paper == "kcr" else [])  # it goes across sections


def test_sections_are_those_of_the_places():
    for paper in PAPERS:
        for section, names in reading.sections(paper).items():
            wanted = float(section) if section.isdigit() else reading.APPENDIX + ord(section)
            found = {n: REGISTRY[f"{paper}/{n}"].section for n in names}
            assert set(found.values()) == {wanted}, (paper, section, found)


@pytest.mark.parametrize(("paper", "counter"), [(p, c) for p in PAPERS for c in COUNTERS[p]])
def test_numbers_ascend(paper, counter):
    printed = [  # an algorithm that floats has its number from where it is defined
        int(number) for name in ordered(paper) for number in re.findall(rf"^{counter}-(\d+)", name)
    ]
    appendix = paper == "d2ke" and counter == "table"  # Table 4 stands before Tables 1 to 3
    assert printed == sorted(printed) or appendix


@pytest.mark.parametrize("paper", PAPERS)
def test_kinds_stand_between_each_other_as_the_paper_has_them(paper):
    names = ordered(paper)
    for passage in READ[paper]:
        places = [names.index(name) for name in passage.split()]
        assert places == sorted(places), passage


def test_what_nobody_read_comes_last_in_its_section():
    registry = Registry()
    for name, place in (("a", "Section 3"), ("eq-4", "Section 3"), ("b", "Section 2.2")):

        @registry.claim(f"d2ke/{name}", place=place, kind="statement")
        def function(run):
            """Invented."""

    assert [claim.id for claim in registry] == ["d2ke/b", "d2ke/eq-4", "d2ke/a"]
