"""What every entry of the ledger has, whatever the paper."""

import functools

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import crossings
from gramcheck.paper_checks.falsifying import exempt
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.paper_checks.reading import ANYWHERE
from gramcheck.paper_checks.registry import PAPERS


@functools.cache
def around(id):
    """What stands around a claim."""
    return crossings.crossings(REGISTRY[id], None)


@pytest.mark.parametrize("paper", PAPERS)
def test_statements_fit_on_a_line_and_name_their_place(paper):
    for claim in REGISTRY.select(paper=paper):
        assert len(claim.statement) <= 110, claim.id
        nowhere = claim.section == ANYWHERE and "Sections" not in claim.place
        assert not nowhere or claim.id.startswith(("errata/", "own/")), claim.id


def test_stand_ins_are_claims_of_their_paper_that_need_no_data():
    standing = [claim for claim in REGISTRY if claim.stand_in]
    assert {"d2ke/table-2", "sfm/figure-5"} <= {claim.id for claim in standing}
    for claim in standing:
        assert claim.data, claim.id
        assert not REGISTRY[claim.stand_in].data, claim.id
        assert REGISTRY[claim.stand_in].paper == claim.paper


@pytest.mark.parametrize(
    ("id", "functions"),
    [
        ("d2ke/eq-4", {"d2ke.kernel"}),
        ("d2ke/table-2", {"d2ke.one_vs_rest", "d2ke.dsk_nd", "d2ke.pseudo_euclidean_embedding"}),
        ("sfm/system-D2KE", {"d2ke.feature_map", "d2ke.random_strings"}),
        ("sfm/figure-5", {"sfm.sfm", "sfm.rff", "sfm.mismatch_kernel"}),
        ("idealized/table-3-wine", {"idealized.learn_metric", "idealized.xing_metric"}),
        ("kcr/table-1-errors", {"kcr.solve_by_splitting"}),
    ],
)
def test_what_a_claim_computes_with_is_named_however_far_away_it_is_called(id, functions):
    assert functions <= set(around(id).reference)


def test_the_function_that_a_claim_is_about_comes_before_those_that_make_its_input():
    found = around("sfm/unbiased")
    assert found.reference == ["sfm.sfm", "sfm.sample_hash"]
    found = around("kcr/eq-8")
    assert found.reference[0] == found.definitions[0] == "kcr.objective_8"


TESTABLE = [claim.id for claim in REGISTRY if not exempt(claim)]
COMPUTE_WITHOUT_THE_REFERENCE = {
    # printed numbers among themselves
    *("errata/D19", "errata/D20", "errata/D23", "errata/S21", "errata/K15", "errata/K18"),
    *("errata/C18", "errata/C20"),
    *("d2ke/table-4", "sfm/table-2", "errata/K19"),  # data sets, counted
    *("errata/D12", "kcr/footnote-6"),  # a formula of one line, in the claim
}


def test_every_other_testable_claim_names_a_function_of_the_reference():
    unnamed = {id for id in TESTABLE if not around(id).reference}
    assert unnamed == COMPUTE_WITHOUT_THE_REFERENCE


COMPUTE_WITHOUT_A_DEFINITION = COMPUTE_WITHOUT_THE_REFERENCE | {
    *("idealized/toy-data", "idealized/table-1", "errata/K17"),  # a distribution, data sets
    "errata/C2",  # known optima
}


def test_every_other_testable_claim_names_a_definition():
    unnamed = {id for id in TESTABLE if not around(id).definitions}
    assert unnamed == COMPUTE_WITHOUT_A_DEFINITION


def test_every_system_has_the_checks_of_the_functions_of_which_it_is_made():
    systems = [claim for claim in REGISTRY if claim.kind == "system"]
    assert [claim.id for claim in systems if not around(claim.id).checks] == []
    checks = around("sfm/system-D2KE").checks
    assert "d2ke/random-strings lengths_include_both_ends" in checks  # of another paper


@pytest.mark.parametrize(
    ("id", "why"),
    [
        ("d2ke/table-3", "nothing of it can be tested"),
        ("errata/D19", "no function of the reference takes part, only what is printed or counted"),
        ("d2ke/table-1", "a table about systems on data, and checks are of single functions"),
        ("sfm/figure-5", "a figure about systems on data, and checks are of single functions"),
        ("own/idealized-cone", "a statement about systems on data, and checks are of single "
         "functions"),
        ("sfm/table-1", "a table that the claim computes itself, with the functions named above"),
        ("d2ke/complexity", "a statement that the claim computes itself, with the functions named "
         "above"),
    ],
)  # fmt: skip
def test_a_claim_without_a_check_says_why(id, why):
    assert dict(around(id).lines(REGISTRY[id]))["checks"] == [f"none: {why}"]


def test_no_claim_is_silent_about_checks():
    lines = {claim.id: dict(around(claim.id).lines(claim)) for claim in REGISTRY}
    assert [id for id, headings in lines.items() if not headings.get("checks")] == []
