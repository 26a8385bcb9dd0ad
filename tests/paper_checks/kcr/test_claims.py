"""Every statement and every erratum of KCR has an entry, arrives at its verdict, and can fail."""

import numpy as np
import pytest

from gramcheck.paper_checks.claims.kcr import table_1_errors
from gramcheck.paper_checks.claims.kcr.samples import KERNELS, program
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.reference import kcr
from tests.paper_checks.evidence import (
    assert_arrives_at_its_verdict,
    assert_nothing_printed_holds,
    evidence_of,
    half,
    one_more,
    twice,
    units_of,
)

STATEMENTS = (
    *(f"eq-{number}" for number in range(1, 11)),
    *("upper-bound", "theorem-1", "lemma-5", "remark-2a", "remark-2b", "remark-2c", "remark-2d"),
    *("corollary-3", "corollary-4", "footnote-9", "naive-kernel-is-ball-vote", "algorithm-1"),
    *("alternating-projections", "complexity"),
)
ERRATA = tuple(f"C{number}" for number in range(1, 20))
HERE = tuple(f"kcr/{name}" for name in STATEMENTS) + tuple(f"errata/{name}" for name in ERRATA)
TABLES = ("kcr/table-1", "kcr/table-1-errors", "kcr/table-1-ionosphere", "kcr/figure-1")
SYSTEMS = tuple(
    f"kcr/system-{name}" for name in ("KCR", "k-NN", "LMNN", "Kernel-NN", "KMLCC", "KLMCA")
)


def test_every_statement_and_every_erratum_has_an_entry():
    assert {*HERE, *TABLES, *SYSTEMS} == {claim.id for claim in REGISTRY.select(paper="kcr")}


@pytest.mark.parametrize("id", HERE)
def test_the_evidence_leads_to_the_expected_verdict(id):
    assert_arrives_at_its_verdict(id)
    assert_nothing_printed_holds(id)


# ---------------------------------------------------------------------------------------------
# A claim that cannot fail is a defect: with a wrong function the verdict must change


def other_label(rule):
    def wrong(distances, y, *args, **kwargs):
        votes = rule(distances, y, *args, **kwargs)
        return votes._replace(labels=np.roll(votes.labels, 1))

    return wrong


def never_empty(rule):
    def wrong(*args, **kwargs):
        votes = rule(*args, **kwargs)
        return votes._replace(empty=np.zeros_like(votes.empty))

    return wrong


def by_place(objective):
    """Looks at more than distances: two calls never give the same."""
    calls = iter(range(1, 10**6))
    return lambda *args: objective(*args) + next(calls)


def steps_halved(relaxations):
    def wrong(*args):
        chain = relaxations(*args)
        return chain._replace(double_hinge=chain.double_hinge / 2)

    return wrong


def own_votes_forgotten(relaxations):
    """Misses the errors where the margin is 1."""

    def wrong(*args):
        chain = relaxations(*args)
        return chain._replace(sum_form=(chain.outer_hinge > 2).astype(float))

    return wrong


def own_term_doubled(relaxations):
    def wrong(D, y, h):
        chain = relaxations(D, y, h)
        return chain._replace(double_hinge=chain.double_hinge + 2 * max(0.0, 1 - h**2))

    return wrong


def uncentered(center):
    return lambda c, K=None: c


def only_clipped(project):
    def wrong(S):
        values, vectors = np.linalg.eigh(S)
        return vectors * np.maximum(values, 0) @ vectors.T

    return wrong


def only_centered(project):
    return lambda S: S - S.mean(axis=0) - S.mean(axis=1)[:, None] + S.mean()


def fast(project_alternating):
    """As if the sets met at an angle: the rest falls geometrically."""
    return lambda S, max_iterations, **k: np.full((2, 2), 0.5 ** min(max_iterations, 900))


def gradient_halved(subgradient):
    return lambda *args: (subgradient(*args)[0] / 2, subgradient(*args)[1])


def shifted(smoothing):
    """A vote that is no longer convex in the squared distance."""
    return lambda rho, h, kernel: np.exp(-((np.asarray(rho) / h) ** 4))


def too_good(solve):
    """Claims an objective and a bound that lie below what can be reached."""

    def wrong(*args, **kwargs):
        from dataclasses import replace

        found = solve(*args, **kwargs)
        return replace(found, objective=0.9 * found.objective, lower_bound=0.9 * found.lower_bound)

    return wrong


def stopped_early(solve):
    def wrong(K, y, lam, **options):
        return solve(K, y, lam, **{**options, "max_iterations": 2, "tol": 0.0})

    return wrong


SPOILED = [
    ("kcr/eq-1", "kernel_rule", other_label),
    ("kcr/eq-2", "kernel_rule", other_label),
    ("kcr/eq-3", "resubstitution_error", half),
    ("kcr/eq-4", "kernel_rule", other_label),
    ("kcr/eq-5", "relaxations", own_votes_forgotten),
    ("kcr/eq-6", "objective_from_distances", by_place),
    ("kcr/eq-8", "objective_8", lambda f: lambda *a, **k: f(*a, **k) - 1),
    ("kcr/eq-9", "solve_by_splitting", stopped_early),
    ("kcr/eq-9", "solve_exactly", too_good),
    ("kcr/upper-bound", "relaxations", steps_halved),
    ("kcr/theorem-1", "squared_distances", twice),
    ("kcr/theorem-1", "squared_norm", half),
    ("kcr/lemma-5", "center_coefficients", uncentered),
    ("kcr/remark-2a", "center_coefficients", uncentered),
    ("kcr/remark-2b", "squared_distances", half),
    ("kcr/remark-2c", "squared_norm", twice),
    ("kcr/remark-2d", "coefficients_from_sigma", half),
    ("kcr/corollary-3", "squared_distances", half),
    ("kcr/corollary-4", "mahalanobis", twice),
    ("kcr/footnote-9", "smoothing_kernel", shifted),
    ("kcr/naive-kernel-is-ball-vote", "kernel_rule", other_label),
    ("kcr/alternating-projections", "project", only_clipped),
    ("kcr/alternating-projections", "project", only_centered),
    ("kcr/complexity", "subgradient", gradient_halved),
    ("errata/C1", "project", only_clipped),
    ("errata/C2", "project_alternating", fast),
    ("errata/C3", "project_alternating", lambda f: lambda S, **k: kcr.project(S)),
    ("errata/C4", "subgradient", gradient_halved),
    ("errata/C5", "same_class_counts", one_more),
    ("errata/C6", "relaxations", own_term_doubled),
    ("errata/C7", "objective_from_distances", lambda f: lambda *a: 0.0),
    ("errata/C8", "relaxations", steps_halved),
    ("errata/C9", "center_coefficients", uncentered),
    ("errata/C11", "solve_by_splitting", stopped_early),
    ("errata/C12", "kernel_rule", never_empty),
    ("errata/C13", "logistic_bound", half),
    ("errata/C14", "kernel_rule", never_empty),
    ("errata/C15", "resubstitution_error", half),
    ("errata/C16", "subgradient", gradient_halved),
    ("errata/C17", "kernel_rule", other_label),
]


@pytest.mark.parametrize(("id", "name", "spoil"), SPOILED)
def test_a_wrong_function_changes_the_verdict(id, name, spoil, monkeypatch):
    # the claim's own evidence must notice, not only the conformance suite that it cites
    monkeypatch.setattr(Run, "verify", lambda run, claims, **options: is_true(True, "not asked"))
    monkeypatch.setattr(kcr, name, spoil(getattr(kcr, name)))
    assert evidence_of(id)["verdict"] != REGISTRY[id].expected.value


def test_a_failing_conformance_suite_refutes_the_claim(monkeypatch):
    monkeypatch.setattr(Run, "verify", lambda run, claims, **options: is_true(False, "failed"))
    assert evidence_of("kcr/eq-5")["verdict"] == "refuted"


@pytest.mark.parametrize("id", ["kcr/algorithm-1", "errata/C10"])
def test_gaps_decide_about_algorithm_1(id, monkeypatch):
    monkeypatch.setattr(Run, "verify", lambda run, claims, **options: is_true(True, "not asked"))
    results = units_of(id)
    for gaps in (r["gaps"] for r in results.values()):
        gaps.update(dict.fromkeys(gaps, 1e-4))
    assert evidence_of(id, results)["verdict"] == "holds"
    for gaps in (r["gaps"] for r in results.values()):
        gaps.update(dict.fromkeys(gaps, 1e-2))
    assert evidence_of(id, results)["verdict"] == "refuted"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("above exact objective", 2e-3),
        ("above exact bound", 2e-3),
        ("bound above exact objective", 1e-6),
    ],
)
def test_interior_points_can_refute_the_splitting_method(name, value, monkeypatch):
    monkeypatch.setattr(Run, "verify", lambda run, claims, **options: is_true(True, "not asked"))
    results = units_of("kcr/algorithm-1")
    certified = next(r for r in results.values() if r["exact gap"] < 1e-5)
    certified[name] = value
    assert evidence_of("kcr/algorithm-1", results)["verdict"] == "refuted"


def test_programs_are_drawn_with_nothing_tied_to_the_kernel():
    drawn = [program(number, seed=3) for number in range(64)]
    assert {len(p.y) for p in drawn} == set(range(15, 31))
    assert min(p.lam for p in drawn) < 3e-3
    assert max(p.lam for p in drawn) > 3
    for kernel in KERNELS:
        mine = [p for p in drawn if p.kernel == kernel]
        assert len({len(p.y) for p in mine}) > 4
        assert {len(np.unique(p.y)) for p in mine} >= {2, 4}
        assert max(p.lam for p in mine) > 30 * min(p.lam for p in mine)
        # a symmetric matrix of the rank that its name says
        rank = {"linear": 2, "linear + 1": 3, "(1 + x'y)³": 10}.get(kernel)
        assert rank in (None, *{int(np.linalg.matrix_rank(p.K)) for p in mine})
    again = program(5, seed=3)
    np.testing.assert_array_equal(again.K, drawn[5].K)
    assert program(5, seed=4).lam != again.lam


def test_means_of_whole_numbers_are_told_from_others():
    assert table_1_errors.is_a_mean_of_errors("4.11", 45)  # 37 of 900
    assert not table_1_errors.is_a_mean_of_errors("4.02", 45)
    assert table_1_errors.is_a_mean_of_errors("0.00", 45)
