"""The book is whole: links lead somewhere, ids have one home, nothing comes from outside."""

import inspect
import re
import shutil
from collections import defaultdict

import pytest

from gramcheck import verify
from gramcheck.paper_checks.site import build, code
from gramcheck.paper_checks.site.book import anchor
from gramcheck.paper_checks.story import told
from gramcheck.verify.runner import suite_registry
from tests.paper_checks.site.pages import Book


@pytest.fixture
def papers(book):
    return sorted({claim.paper for claim in book.registry})


def homes(book, papers):
    """The anchor of everything that must have a home."""
    claims = [anchor(claim.id) for claim in book.registry]
    checks = [f"check-{anchor(c.id)}" for c in suite_registry() if c.claim.split("/")[0] in papers]
    functions = [
        f"{code.REFERENCE}.{paper}.{name}"
        for paper in papers
        for name in code.public(code.resolve(f"{code.REFERENCE}.{paper}"))
    ]
    return [*claims, *checks, *functions]


def test_every_link_leads_somewhere(book):
    assert list(book.broken()) == []
    assert sum(len(page.links) for page in book.pages.values()) > 1000


def test_no_source_is_left_on_a_page(book):
    left = [a for a, p in book.pages.items() for s in (".. raw::", "&lt;figure") if s in p.text]
    assert left == []
    here = {claim.id for claim in book.registry}  # those of one paper, or all
    pictures = sum(bool(f.caption) and f.ids[-1] in here for f in told())
    assert book.pages["index.html"].text.count("<figure") == pictures > 0


def test_every_claim_check_and_function_has_one_home(book, papers):
    astray = {id: book.homes[id] for id in homes(book, papers) if book.homes[id] != 1}
    assert astray == {}


def addresses_in_verify(papers):
    """Of each public function or class of `verify`: the dotted paths that lead to it.

    Public are its own names, those of the modules that the book calls tools, and definitions.
    """
    tools = [code.resolve(f"{code.VERIFY}.{name}") for name in build.HELPERS]
    definitions = [code.resolve(f"{code.DEFINITIONS}.{paper}") for paper in papers]
    found = defaultdict(set)
    for module in (verify, *tools, *definitions):
        listed = getattr(module, "__all__", code.public(module))
        for name in listed:
            found[inspect.unwrap(getattr(module, name))].add(f"{module.__name__}.{name}")
    return found


def test_every_public_name_of_verify_has_one_home(book, papers):
    counted = {
        min(paths): sum(book.homes[path] for path in paths)
        for paths in addresses_in_verify(papers).values()
    }
    assert len(counted) > 100
    assert {path: n for path, n in counted.items() if n != 1} == {}


def test_everything_is_three_clicks_from_the_start_at_most(book, papers):
    clicks = {target: n for (_, target), n in book.clicks().items() if target}
    assert [id for id in homes(book, papers) if clicks.get(id, 9) > 3] == []


def test_statements_and_functions_lead_to_each_other(book):
    chapter = book.pages["kcr/section-4.html"]
    assert "../api/kcr.html#gramcheck.reference.kcr.solve_exactly" in chapter.links
    back = [link for link in book.pages["api/kcr.html"].links if link.endswith("#kcr-eq-9")]
    assert back


def test_nothing_is_loaded_from_elsewhere(book):
    outside = {
        address: link
        for address, page in book.pages.items()
        for link in page.loaded
        if re.match(r"\w+:|//", link) and not link.startswith("data:")
    }
    assert outside == {}


def test_formulas_are_typeset(book):
    page = book.pages["kcr/section-4.html"].text
    assert page.count("<math") > 10
    assert "<munderover>" in page  # a sum with its ends
    assert not [
        a for a, p in book.pages.items() if re.search(r">[^<]*\\(frac|sum|operatorname)", p.text)
    ]


def test_a_statement_stands_beside_its_code_its_definition_and_its_evidence(book):
    page = book.pages["kcr/section-4.html"].text
    card = page[page.index('id="kcr-eq-9"') :].split("<section id=", 1)[0]
    for part in (
        "As it is computed",
        "As it is defined",
        "checks",
        "Evidence",
        "holds",
        "measured",
    ):
        assert part in card
    assert "def solve_exactly" in re.sub("<[^>]+>", "", card)


def test_a_statement_leads_to_another_one_that_its_text_names(book):
    page = book.pages["kcr/section-1.html"].text
    card = page[page.index('id="kcr-performs-better"') :].split("<section id=", 1)[0]
    assert '<a href="../kcr/section-5.html#kcr-table-1">kcr/table-1</a>' in card


@pytest.mark.parametrize(
    ("page", "id", "first"),
    [("section-4", "kcr-eq-9", "lines"), ("section-5", "kcr-table-1", "evidence")],
)
def test_a_table_leads_with_its_numbers_and_an_equation_with_its_lines(book, page, id, first):
    text = book.pages[f"kcr/{page}.html"].text
    card = text[text.index(f'id="{id}"') :].split("<section id=", 1)[0]
    places = {"lines": card.index("As it is computed"), "evidence": card.index("<summary>Evidence")}
    assert min(places, key=places.get) == first


def test_damage_is_seen(book, tmp_path):
    """In a copy of a chapter and of the page that leads to it."""
    (tmp_path / "kcr").mkdir()
    for name in ("index", "section-4"):
        shutil.copy(book.folder / "kcr" / f"{name}.html", tmp_path / "kcr")
    chapter = tmp_path / "kcr" / "section-4.html"

    def broken():
        targets = {target for _, target in Book(tmp_path, book.registry).broken()}
        return targets & {"kcr/section-4.html", "kcr/section-4.html#kcr-eq-9"}

    assert broken() == set()
    chapter.write_text(chapter.read_text("utf8").replace('id="kcr-eq-9"', ""), "utf8")
    assert broken() == {"kcr/section-4.html#kcr-eq-9"}
    chapter.unlink()
    assert broken() == {"kcr/section-4.html"}
    for name in ("one", "again"):
        shutil.copy(book.folder / "kcr" / "section-4.html", tmp_path / "kcr" / f"{name}.html")
    assert Book(tmp_path, book.registry).homes["kcr-eq-9"] == 2
