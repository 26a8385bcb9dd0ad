"""The book that these tests read: KCR's part, built here, or a whole one that is at hand."""

import os
import warnings
from pathlib import Path

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks.ledger import REGISTRY, Registry
from gramcheck.paper_checks.site import StoredRun
from tests.paper_checks.site.pages import Book


def part(paper):
    """The claims of one paper."""
    registry = Registry(cites_suite=True)
    registry._claims = {claim.id: claim for claim in REGISTRY if claim.paper == paper}
    return registry


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """Pages and the claims that they are about; GRAMCHECK_BOOK names a whole book."""
    if whole := os.environ.get("GRAMCHECK_BOOK"):
        return Book(Path(whole), REGISTRY)
    pytest.importorskip("sphinx", reason="needs the extra docs")
    from gramcheck.paper_checks.site.build import build

    out = tmp_path_factory.mktemp("book") / "html"
    with warnings.catch_warnings():  # Sphinx's own and its extensions'
        warnings.simplefilter("ignore")
        build(out, part("kcr"), StoredRun())
    return Book(out, part("kcr"))
