"""Section 4.1: the program (9); C11, C17."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import program, three_points
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, claim, erratum
from gramcheck.reference import kcr
from gramcheck.verify.definitions import kcr as definitions


@erratum("errata/C17", place="Algorithm 1, last line", about=("algorithm-1",))
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


@claim(
    "kcr/eq-9",
    place="Section 4.1, Eq. (9)",
    checks=(
        *("eq-9-exactly", "splitting", "certificate", "known-optima"),
        *("vectors/objective", "vectors/objective_from_distances"),
        *("vectors/label_signs", "vectors/same_class_counts"),
        *("vectors/solve_exactly", "vectors/solve_by_splitting"),
    ),
)
def semidefinite_program(run: Run) -> Evidence:
    """(9) is convex, and its optimum can be computed: two solvers agree, each with its own bound.

    An interior point method on the cone program and the splitting method; the lower bound of each
    is below the objective of the other, and both objectives are above what the definition's dual
    proves. The objective is its sum over pairs, in fractions.
    """
    rng, convex, crossed, summed = run.rng(), -np.inf, [], []
    rows: list[list[Any]] = []
    for number in range(1, 6):
        K, y, lam, kernel = program(number, run.seed, n=12)
        for _ in range(50):
            ends = [
                (kcr.sigma_from_coefficients(rng.normal(size=(2, 12))), float(rng.uniform(0.1, 4)))
                for _ in "ab"
            ]
            middle = (sum(S for S, _ in ends) / 2, sum(h for _, h in ends) / 2)
            values = [kcr.objective(S, h2, K, y, lam) for S, h2 in (*ends, middle)]
            convex = max(convex, (values[2] - (values[0] + values[1]) / 2) / values[2])
        (S, h2), value = ends[0], values[0]
        summed.append(
            value / float(definitions.objective(S.tolist(), h2, K.tolist(), y.tolist(), lam)) - 1
        )
        exact, split = kcr.solve_exactly(K, y, lam), kcr.solve_by_splitting(K, y, lam)
        proved = definitions.optimum(K, y.tolist(), lam).lower
        crossed += [
            (exact.lower_bound - split.objective) / split.objective,
            (split.lower_bound - exact.objective) / exact.objective,
            (proved - min(exact.objective, split.objective)) / proved,
        ]
        rows.append([kernel, lam, exact.objective, split.objective, exact.gap, split.gap])
    return Evidence(
        printed=[
            at_most(convex, 0.0, atol=1e-12, name="at a midpoint, above the mean, relative"),
            holds(
                [r[2] for r in rows], [r[3] for r in rows], rtol=2e-3, name="optimum, two solvers"
            ),
            at_most(crossed, 0.0, atol=1e-9, name="bound of one above the objective of another"),
            holds(summed, 0.0, atol=1e-12, name="objective and its sum over pairs, relative"),
        ],
        table=Table(["kernel", "λ", "interior points", "splitting", "their gap", "its gap"], rows),
    )


@erratum("errata/C11", place="Section 4.1, Eq. (9)", about=("eq-9",))
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
            at_least([rule.h2 for rule in rules.values()], list(rules), name="h~, and ε"),
        ],
    )
