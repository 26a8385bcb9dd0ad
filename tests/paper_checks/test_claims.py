"""What every entry of the ledger has, whatever the paper."""

import pytest

import paper_checks.claims  # noqa: F401 - registers the claims
from paper_checks.ledger import PAPERS, REGISTRY


@pytest.mark.parametrize("paper", PAPERS)
def test_statements_fit_on_a_line_and_name_their_place(paper):
    for claim in REGISTRY.select(paper=paper):
        assert len(claim.statement) <= 110, claim.id
        nowhere = claim.order[3] == (99.0, 0.0, 0.0)
        assert not nowhere or claim.id.startswith("errata"), claim.id
