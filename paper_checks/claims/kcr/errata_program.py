"""Errata of Section 4.1: what (9) says at its optimum, what Algorithm 1 returns; C7, C11, C17."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import Array, program
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import kcr

_BOUNDED = {"quick": 14, "full": 56}  # programs


@claim("errata/C7", place="Section 4.1, Eq. (9)", kind="erratum", expected=Verdict.HOLDS)
def bound_is_often_vacuous(run: Run) -> Evidence:
    """The loss in (9) bounds the number of resubstitution errors of the rule it learns.

    It does, and often says nothing: at the optimum it can be more than the number of points. Three
    points of three classes and λ = 10: Σ = 0 is optimal, and the loss 12 + 3 h~.
    """
    rows: list[list[Any]] = []
    for number in range(_BOUNDED[run.scale]):
        K, y, lam, kernel = program(number, run.seed, n=15)
        rows.append([kernel, lam, *_errors_and_loss(K, y, lam)])
    errors, loss = _errors_and_loss(*three_points())
    return Evidence(
        printed=[
            at_least([r[3] for r in rows], [r[2] for r in rows], name="loss, against the errors"),
            at_least(loss, errors, name="three points: loss, against the errors"),
            at_least(loss, 12.0, atol=1e-4, name="three points: loss"),
        ],
        measured={f"of {len(rows)} programs, loss above n = 15": sum(r[3] > 15 for r in rows)},
        table=Table(["kernel", "λ", "errors", "loss"], rows, title="n = 15"),
    )


def _errors_and_loss(K: Array, y: Any, lam: float) -> tuple[int, float]:
    """Resubstitution errors of the learned rule, and the loss in (9), without the penalty."""
    rule = kcr.solve_by_splitting(K, y, lam, tol=1e-2)
    squared = kcr.squared_distances(rule.Sigma, K)
    loss = kcr.objective_from_distances(squared, rule.h2, y)
    return int((rule.predict(K) != y).sum()), loss


def three_points() -> tuple[Array, list[int], float]:
    """Kernel, labels and λ of a program whose optimum is Σ = 0 with h~ at its lower bound."""
    return kcr.gaussian_kernel(np.array([[0.0], [1.0], [2.5]]), s=1.0), [1, 2, 3], 10.0


@claim(
    "errata/C11",
    place="Section 4.1, Eq. (9)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def bandwidth_at_its_bound(run: Run) -> Evidence:
    """(9) has a minimizer with h~ > 0.

    Three points of three classes and λ = 10: Σ = 0 is optimal and the objective 12 + 3 h~ falls
    down to h~ = 0, which is not allowed. Corrected: h~ ≥ ε, as in line 7 of Algorithm 1.
    """
    K, y, lam = three_points()
    rules = {eps: kcr.solve_by_splitting(K, y, lam, tol=1e-6, eps=eps) for eps in (1e-2, 1e-4)}
    values = [kcr.objective(np.zeros((3, 3)), h2, K, y, lam) for h2 in (0.5, 0.25, 0.125)]
    return Evidence(
        printed=at_least(
            [rule.h2 / eps for eps, rule in rules.items()], 2.0, name="h~ over its lower bound"
        ),
        corrected=[
            holds(values, [13.5, 12.75, 12.375], rtol=1e-14, name="objective at Σ = 0"),
            holds(
                [rule.objective for rule in rules.values()],
                [12 + 3 * eps for eps in rules],
                rtol=1e-5,
                name="optimum for ε = 0.01 and 0.0001",
            ),
            at_most([rule.gap for rule in rules.values()], 1e-5, name="certified gap"),
        ],
    )


@claim(
    "errata/C17",
    place="Algorithm 1, last line",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def returned_bandwidth(run: Run) -> Evidence:
    """Algorithm 1 returns h~, and (2) classifies by ρ ≤ h.

    h~ is h²: with ρ² = 0.3 and h~ = 0.36 the point is inside the ball. Taken for h it would be
    outside. Corrected: ρ² ≤ h~.
    """
    squared, h2 = np.array([[0.3, 9.0]]), 0.36
    inside = kcr.kernel_rule(np.sqrt(squared), [1, 2], float(np.sqrt(h2)))
    taken = kcr.kernel_rule(np.sqrt(squared), [1, 2], h2)
    K, y, lam, _ = program(1, run.seed, n=15)
    rule = kcr.solve_by_splitting(K, y, lam, tol=1e-2)
    rho = np.sqrt(rule.squared_distances(K))
    expected = kcr.kernel_rule(rho, y, float(np.sqrt(rule.h2))).labels
    return Evidence(
        printed=equals(
            taken.empty.tolist(), inside.empty.tolist(), name="h~ taken for h: nobody near"
        ),
        corrected=equals(
            rule.predict(K).tolist(), expected.tolist(), name="classes of the learned rule"
        ),
    )
