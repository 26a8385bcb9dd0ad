"""What every entry of the ledger has, whatever the paper."""

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks.ledger import PAPERS, REGISTRY


@pytest.mark.parametrize("paper", PAPERS)
def test_statements_fit_on_a_line_and_name_their_place(paper):
    for claim in REGISTRY.select(paper=paper):
        assert len(claim.statement) <= 110, claim.id
        nowhere = claim.order[3] == (99.0, 0.0, 0.0)
        assert not nowhere or claim.id.startswith("errata"), claim.id


def test_stand_ins_are_claims_of_their_paper_that_need_no_data():
    standing = [claim for claim in REGISTRY if claim.stand_in]
    assert {"d2ke/table-2", "sfm/figure-5"} <= {claim.id for claim in standing}
    for claim in standing:
        assert claim.data, claim.id
        assert not REGISTRY[claim.stand_in].data, claim.id
        assert REGISTRY[claim.stand_in].paper == claim.paper
