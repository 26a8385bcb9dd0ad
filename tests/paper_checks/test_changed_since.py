"""What changed since results were kept is told of these, and of none that it does not mark."""

from fnmatch import filter as matching
from itertools import product

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import changed_since, kept
from gramcheck.paper_checks.ledger import REGISTRY

NAMED = [pair for change in changed_since.listed() for pair in product([change], change.claims)]


@pytest.mark.parametrize(("change", "named"), NAMED, ids=lambda part: str(part)[:40])
def test_every_entry_marks_a_result_that_is_kept(change, named):
    """Once all of a name are measured anew the name has nothing to say, and goes."""
    ids = matching([claim.id for claim in REGISTRY], named)
    results = [stored for id in ids if (stored := kept.load(id))]
    assert any(change in stored.changes for stored in results), f"take {named} away"


def test_entries_say_what_changed_so_that_a_sentence_can_go_on():
    for change in changed_since.listed():
        assert change.date.tzinfo is not None
        assert not change.what.endswith(".")
