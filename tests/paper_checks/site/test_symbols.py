"""The glossary leads to statements and functions."""

import re

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.paper_checks.site import symbols
from gramcheck.paper_checks.site.book import Book
from gramcheck.paper_checks.site.build import HERE
from tests.paper_checks.site.conftest import part

TEXT = (HERE / "pages" / "symbols.md").read_text("utf8")


@pytest.fixture(scope="module")
def whole():
    return Book(REGISTRY)


def test_every_symbol_leads_to_a_statement_and_a_function(whole):
    rows = [line for line in symbols.linked(TEXT, whole).split("\n") if line.startswith("| $")]
    assert len(rows) > 25
    for row in rows:
        assert re.search(r'href="\w+/section-\d\.html', row), row
        assert 'href="api/' in row or "V.shape" in row, row


def test_every_item_that_is_named_is_a_statement(whole):
    named = len(symbols._ITEM.findall(TEXT))
    assert (
        symbols.linked(TEXT, whole).count("html#") - symbols.linked(TEXT, whole).count("api/")
        == named
    )


def test_a_part_of_the_book_leads_nowhere_else():
    text = symbols.linked(TEXT, Book(part("kcr")))
    assert set(re.findall(r'href="(?:api/)?(\w+)', text)) == {"kcr"}


def test_what_is_no_place_is_refused(whole):
    with pytest.raises(ValueError, match="got 'somewhere'"):
        symbols.linked("| $x$ | a letter | KCR, somewhere | — |", whole)
