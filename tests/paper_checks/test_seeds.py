"""Quick runs of today's claims at fresh seeds differ by what chance may do, and no more."""

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks.ledger import REGISTRY, Verdict
from gramcheck.paper_checks.site import StoredRun
from tests.paper_checks.seeds import ENOUGH, how_to_renew, outdated, recorded

OPEN = {Verdict.UNDECIDED.value, "not-run"}
DECIDED = {verdict.value for verdict in Verdict} - OPEN
RECORD = recorded()


def by_seed(id):
    """What each run that was asked for it says of a claim."""
    return RECORD.claims[id].verdicts if id in RECORD.claims else {}


def test_every_entry_was_run_at_three_fresh_seeds_or_more():
    few = [claim.id for claim in REGISTRY if len(by_seed(claim.id)) < ENOUGH]
    assert few == [], how_to_renew(RECORD, few)
    assert 0 not in RECORD.runs


def test_every_verdict_is_of_the_claim_as_it_is_today():
    """Of its code and what it imports; `test_claim_source.py` shows what counts as another."""
    others = outdated(RECORD)
    assert not others, f"{len(others)} judged by other code; anew:\n{how_to_renew(RECORD, others)}"


def test_the_record_has_no_other_claims_and_no_other_runs():
    assert RECORD.claims.keys() <= {claim.id for claim in REGISTRY}
    assert RECORD.runs.keys() == {seed for said in RECORD.claims.values() for seed in said.verdicts}


def test_no_claim_comes_out_both_ways():
    """Nor otherwise than expected, or in an error; splits may leave it open at one of the seeds."""
    for claim in REGISTRY:
        found = by_seed(claim.id)
        expected = {claim.expected.value} - OPEN
        assert set(found.values()) <= DECIDED | OPEN, (claim.id, found)
        assert len(({*found.values()} | expected) - OPEN) <= 1, (claim.id, found)


def test_only_comparisons_are_left_open_by_some_seeds():
    """What is no comparison of samples is the same at every seed."""
    for claim in REGISTRY:
        found = by_seed(claim.id)
        if len(set(found.values())) > 1:
            evidence = StoredRun().read_evidence(claim.id)
            allowances = [f["tolerance"] for form in ("printed", "common") for f in evidence[form]]
            assert any("confidence" in allowance for allowance in allowances), (claim.id, found)


def test_what_is_not_run_lacks_data():
    run = StoredRun()
    lacking = {c.id for c in REGISTRY if (run.read_evidence(c.id) or {}).get("status") != "done"}
    not_run = {id for id, said in RECORD.claims.items() if "not-run" in said.verdicts.values()}
    assert not_run <= lacking
