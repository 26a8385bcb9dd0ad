"""Section 3.2: the metric that is looked for, Eq. (4)-(7), its rank, and what it tends to."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.idealized.problems import (
    INDEFINITE,
    ROUNDING,
    Problem,
    equation,
    solved,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, erratum
from gramcheck.reference import idealized
from gramcheck.reference.idealized import IdealizedMetric, pairs_from_labels
from gramcheck.reference.types import Array


def separable(rng: np.random.Generator) -> Problem:
    """Two classes that one feature tells apart without exception.

    Constants so large that no constraint is given up.
    """
    y = np.repeat([0, 1], 4)
    X = np.column_stack([2.0 * y, rng.integers(-8, 9, (8, 2)) / 8])
    return Problem(X, *pairs_from_labels(y), C_S=1e4, C_D=1e3, nu=0.05)


@equation(4)
def inner_product(run: Run) -> Evidence:
    """The modified inner product is s̃_ij = x_i'AA'x_j.

    The kernel of learned metrics, of the patterns and of them with others, against the product of
    transformed patterns A'x, with A from the metric, and against the matrix.
    """
    rng, by_matrix, by_transform = run.rng(), [], []
    for problem, metric in with_cone(run):
        X, A, size = problem.X, metric.transform(), 1 + np.abs(metric.matrix).max()
        new = rng.integers(-8, 9, (4, 3)) / 8
        for other, K in ((X, metric.kernel(X)), (new, metric.kernel(X, new))):
            by_matrix.append(np.abs(K - X @ metric.matrix @ other.T).max() / size)
            by_transform.append(np.abs(K - (X @ A) @ (other @ A).T).max() / size)
    return Evidence(
        printed=[
            holds(by_matrix, 0.0, atol=1e-12, name="against x'(AA')y"),
            holds(by_transform, 0.0, atol=1e-12, name="against (A'x)'(A'y)"),
        ]
    )


def with_cone(run: Run) -> list[tuple[Problem, IdealizedMetric]]:
    """The random problems, solved with the cone constraint."""
    return [(problem, problem.solve("constrained")) for problem, _ in solved(run)]


@equation(5, expected=Verdict.HOLDS_WITH_CORRECTION)
def distance_metric(run: Run) -> Evidence:
    """d̃²_ij = (x_i - x_j)'AA'(x_i - x_j); “as AA' is positive semidefinite, d̃ is always valid”.

    The AA' that (11) gives need not be positive semidefinite: in the example of erratum K2 a
    squared distance is -3. It is with the cone constraint, and then d̃ is a pseudometric: a
    singular A leaves different patterns at distance 0.
    """
    (e1, e2), rng, formula, squares = np.eye(2)[:, None], run.rng(), [], []
    printed, cone = (
        INDEFINITE.solve(psd).squared_distances(e1, e2) for psd in ("as-printed", "constrained")
    )
    for problem, metric in with_cone(run):
        X, size = problem.X, 1 + np.abs(metric.matrix).max()
        new = rng.integers(-8, 9, (4, 3)) / 8
        pairs = (X, metric.squared_distances(X)), (new, metric.squared_distances(X, new))
        for other, got in pairs:
            z = X[:, None] - other
            wanted = np.einsum("abi,ij,abj->ab", z, metric.matrix, z)
            formula.append(np.abs(got - wanted).max() / size)
            squares.append(got.min() / size)
    return Evidence(
        printed=at_least(
            printed, 0.0, atol=1e-6, name="d̃² of (1, 0) and (0, 1) under (11), example of K2"
        ),
        corrected=[
            holds(formula, 0.0, atol=1e-12, name="the formula, among patterns and to others"),
            at_least(squares, 0.0, atol=1e-12, name="smallest d̃² with the cone constraint"),
            at_least(cone, 0.0, name="the same with the cone, example of K2"),
        ],
    )


def reached(
    problem: Problem, metric: IdealizedMetric, similar: str, dissimilar: str
) -> list[Finding]:
    """Similar pairs are no farther apart than before, dissimilar ones by γ > 0 and more."""
    shrunk, grown = problem.margins(metric)
    rounding = ROUNDING * problem.unit
    return [
        at_least(shrunk, 0.0, atol=rounding, name=f"d² - d̃² {similar}"),
        at_least(grown - metric.gamma, 0.0, atol=rounding, name=f"d̃² - d² - γ {dissimilar}"),
        at_least(metric.gamma, 0.1 * problem.unit, name="γ"),
    ]


@equation(6, "vectors/margins_from_labels")
def desired_distances(run: Run) -> Evidence:
    """d̃² ≤ d² where labels agree, d̃² ≥ d² + γ where they differ.

    Asked for, and reached where slack is dear: on classes that one feature tells apart a metric
    is found that does so with γ > 0.
    """
    problem = separable(run.rng())
    return Evidence(
        printed=reached(problem, problem.solve(), "of one label", "of different labels")
    )


@equation(7, "vectors/pair_margins", "vectors/pairs_from_labels")
def desired_distances_of_pairs(run: Run) -> Evidence:
    """d̃² - d² ≤ 0 on S, ≥ γ on D: only pairs are needed, no labels.

    The same patterns as in (6) with some of the pairs alone: what was asked for is reached on
    these, and labels enter nowhere. Footnote 4: a pair i = j would say 0 ≤ 0, and is left out.
    """
    rng = run.rng()
    whole = separable(rng)
    kept = [np.sort(rng.permutation(len(pairs))[:6]) for pairs in (whole.similar, whole.dissimilar)]
    problem = replace(whole, similar=whole.similar[kept[0]], dissimilar=whole.dissimilar[kept[1]])
    metric = problem.solve()
    return Evidence(
        printed=[
            *reached(problem, metric, "on S", "on D"),
            at_most(
                np.abs(np.diag(metric.squared_distances(problem.X))),
                0.0,
                atol=1e-9,
                name="d̃² of a pattern from itself",
            ),
        ]
    )


@erratum("errata/K9", place="Section 3.2.1", about=("eq-8",))
def rank_surrogate(run: Run) -> Evidence:
    """The rank of A is approximated by |Σ|₂ = |AA'|₂, and a small one is found by minimizing it.

    With X_ii ≥ 1 for four features the least Frobenius norm is that of I, of rank 4; the matrix of
    ones, of rank 1, has norm 4 against 2. And |·|₂ has to be read as the Frobenius norm: no QP
    would come of the spectral one.
    """
    identity, ones = np.eye(4), np.ones((4, 4))
    rng, least = run.rng(), []
    for _ in range(200):
        B = rng.standard_normal((4, int(rng.integers(1, 5))))
        X = B @ B.T
        X = X / np.sqrt(np.outer(np.diag(X), np.diag(X)))  # X_ii = 1; larger ones only add
        least.append(norm_of(X))
    metric = INDEFINITE.solve()
    norm = np.linalg.norm(metric.matrix)
    similar, dissimilar = metric.slack_S.sum(), metric.slack_D.sum()
    rest = 10 * similar + 8 * (dissimilar - 0.5 * metric.gamma)
    return Evidence(
        printed=at_most(
            norm_of(ones), norm_of(identity), name="norm of rank 1 against that of rank 4"
        ),
        corrected=[
            holds([norm_of(identity), norm_of(ones)], [2.0, 4.0], name="norms of I and the ones"),
            at_least(least, 2.0, atol=1e-12, name="norm of random X with X_ii = 1"),
            holds(
                metric.primal, norm**2 / 2 + rest, rtol=1e-7, name="primal with the Frobenius norm"
            ),
        ],
    )


def norm_of(X: Array) -> float:
    """|X|, from what the primal charges for X alone, which is half its square."""
    return math.sqrt(2 * idealized.primal_objective(X, 0.0, [0.0], [0.0], 1.0, 1.0, 0.5))


@erratum("errata/K11", place="Section 3.2.1, Eq. (11)", about=("eq-11",))
def collapse(run: Run) -> Evidence:
    """With little weight on the pairs the metric stays near the original one.

    A note: the paper does not say so, but one might expect it where a metric is adapted. (11) does
    not contain M: as C_D and C_S fall the metric tends to 0, at least as fast as they do, not to M.
    """
    problem = solved(run)[0][0]
    weights = 10.0 ** np.arange(-4, 2)
    norms, bounds, by_sum = [], [], []
    for weight in weights:
        small = replace(problem, C_S=weight, C_D=weight).solve()
        norms.append(float(np.linalg.norm(small.matrix)))
        bounds.append(weight * 2 * problem.unit)
        right = replace(problem, C_S=weight, C_D=weight).right_side(small)
        by_sum.append(np.abs(small.matrix - right).max() / weight)
    return Evidence(
        printed=holds(
            norms[0], np.linalg.norm(np.eye(3)), rtol=0.5, name="|AA'| at C = 10⁻⁴, against |M|"
        ),
        corrected=[
            at_most(norms, bounds, name="|AA'| against 2 C max d²"),
            at_most(
                by_sum, ROUNDING * problem.unit, name="AA' less the right side of (11), over C"
            ),
            at_most(norms[0], 0.01, name="|AA'| at C = 10⁻⁴"),
        ],
        picture=plots.curves(
            weights,
            {"|AA'|": norms, "2 C max d²": bounds},
            xlabel="C_S = C_D",
            ylabel="Frobenius norm of the metric",
            limit={"|M|": float(np.linalg.norm(np.eye(3)))},
            logx=True,
            logy=True,
        ),
    )
