"""Section 3.2.1, footnote 5: what dividing by a non-singular A leaves out of (11) and (14)-(16)."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.idealized.problems import (
    INDEFINITE,
    ROUNDING,
    Array,
    Problem,
    minima,
    solved,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, enough, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference.idealized import IdealizedMetric
from gramcheck.verify.definitions import idealized as definitions

SECTION = "Section 3.2.1"


@erratum("errata/K3", place="Section 3.2.1, footnote 5", about=("eq-11", "footnote-5"))
@claim(
    "idealized/footnote-5",
    place=f"{SECTION}, footnote 5",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def non_singular(run: Run) -> Evidence:
    """A is non-singular; “this is always the case in the experiments”.

    (11) is a sum over differences of n patterns, so of rank at most n - 1: A is singular on colon
    (50 training patterns, 2000 genes), lymphoma (60, 4026) and in every RBF feature space.
    Stationarity in AA' itself gives (11) without that assumption.
    """
    rng = run.rng()
    X = rng.standard_normal((12, 40))
    similar = np.array([[2 * k, 2 * k + 1] for k in range(6)])
    dissimilar = np.array([[k, k + 1] for k in range(1, 11, 2)] + [[0, 11]])
    ranks = []
    for psd in ("as-printed", "constrained"):
        metric = Problem(X, similar, dissimilar, 10.0, 10.0, 0.5).solve(psd)
        spectrum = np.abs(np.linalg.eigvalsh(metric.matrix))
        ranks.append(int(np.sum(spectrum > 1e-9 * spectrum.max())))
    stationary = []
    for problem, metric in solved(run):
        sigma = problem.right_side(metric)
        stationary.append(np.abs(metric.matrix - sigma).max() / max(1e-3, np.abs(sigma).max()))
    return Evidence(
        printed=is_true(
            min(ranks) == 40,
            f"rank {ranks[0]} of 40",
            name="12 patterns, 40 features: A is regular",
        ),
        corrected=[
            at_most(ranks, 11, name="rank, at most n - 1"),
            at_most(stationary, ROUNDING, name="stationarity in AA', singular or not"),
        ],
        measured={"rank of (11), with the cone": ranks},
    )


def primal(problem: Problem, matrix: Array) -> float:
    """What the primal costs at AA' = matrix, with the best γ and slacks."""
    norm = definitions.norm_squared(matrix.tolist())
    constants = problem.C_S, problem.C_D, problem.nu
    return float(definitions.lowest_cost(problem.distances(matrix), norm, *constants))


def projected(matrix: Array) -> Array:
    """The nearest positive semidefinite matrix: negative eigenvalues are set to 0."""
    eigenvalues, U = np.linalg.eigh(matrix)
    return (U * np.maximum(eigenvalues, 0)) @ U.T


def gap_with_the_cone(problem: Problem, metric: IdealizedMetric) -> float:
    """What the primal costs at a metric, less Ψ with |Σ₊|² at its multipliers, relative."""
    d = problem.distances(metric.matrix)
    linear = definitions.linear_part(d.before_S, d.before_D, metric.alpha_S, metric.alpha_D)
    eigenvalues = np.linalg.eigvalsh(problem.right_side(metric))
    value = float(linear) - np.square(eigenvalues[eigenvalues > 0]).sum() / 2
    return (primal(problem, metric.matrix) - value) / max(1.0, abs(value))


@erratum(
    "errata/K2",
    place="Section 3.2.1, Eq. (14)-(16)",
    about=("eq-14", "eq-15", "eq-16"),
    checks=["psd*"],
)
def cone_dropped(run: Run) -> Evidence:
    """The dual (14)-(16) solves the primal over A.

    One similar pair with difference (1, 0), one dissimilar with (1, 1): α = (3, 4) and AA' =
    [[1, 4], [4, 4]], which no A has. Under it (1, 0) and (0, 1) are at squared distance -3. With
    the cone the solution is another matrix, with another γ and another value; clipping does not
    find it. On random problems what the cone costs is what the primal costs at the solution with
    it, whose dual by definition has that value. (Until a review it was what solutions report.)
    """
    e1, e2 = np.eye(2)[:1], np.eye(2)[1:]
    metric, cone, clipped = (INDEFINITE.solve(psd) for psd in ("as-printed", "constrained", "clip"))
    K = metric.kernel(np.eye(2))
    costs = {
        "QP as printed": metric.primal,
        "clipped": primal(INDEFINITE, clipped.matrix),
        "with the cone": cone.primal,
    }
    signs, costs_of_cone, gaps = [], [], []
    for problem, printed in solved(run, few=24, many=200):
        eigenvalue = np.linalg.eigvalsh(printed.matrix)[0] / max(np.abs(printed.matrix).max(), 1e-9)
        signs.append(eigenvalue < -1e-6)
        with_it = problem.solve("constrained")
        value = primal(problem, with_it.matrix)
        costs_of_cone.append((value - primal(problem, printed.matrix)) / max(1.0, abs(value)))
        gaps.append(gap_with_the_cone(problem, with_it))
    indefinite, apart = np.array(signs), np.array(costs_of_cone)
    return Evidence(
        printed=[
            at_least(np.linalg.eigvalsh(metric.matrix)[0], 0.0, name="smallest eigenvalue of AA'"),
            at_least(metric.squared_distances(e1, e2), 0.0, name="d̃² of (1, 0) and (0, 1)"),
            holds(metric.primal, cone.primal, rtol=1e-3, name="value against that with the cone"),
        ],
        corrected=[
            holds(np.r_[metric.alpha_S, metric.alpha_D], [3, 4], atol=1e-5, name="α of the QP"),
            holds(metric.matrix, [[1, 4], [4, 4]], atol=1e-5, name="(11)"),
            holds([metric.gamma, metric.primal], [11, -19.5], atol=1e-4, name="γ and value"),
            holds(metric.squared_distances(e1, e2), -3, atol=1e-5, name="that d̃²"),
            holds(np.linalg.eigvalsh(K)[0], -1.772, atol=5e-4, name="its kernel's eigenvalue"),
            holds(cone.matrix, [[1, 2.196], [2.196, 4.822]], atol=5e-4, name="AA' with the cone"),
            holds(
                [cone.gamma, cone.primal], [8.213, -15.907], atol=1e-3, name="γ and value with it"
            ),
            at_least(
                np.linalg.eigvalsh(cone.matrix)[0], 0.0, atol=1e-9, name="smallest eigenvalue then"
            ),
            holds(clipped.matrix, projected(metric.matrix), atol=1e-5, name="the clipped matrix"),
            at_least(costs["clipped"], cone.primal + 0.1, name="cost of the clipped matrix"),
            holds(gaps, 0.0, atol=1e-6, name="random problems: gap with the cone, by definition"),
            at_least(apart, 0.0, atol=1e-6, name="random problems: what the cone costs"),
            holds(apart[~indefinite], 0.0, atol=1e-6, name="the same where (11) is semidefinite"),
            at_least(apart[indefinite].max(initial=0), 1e-3, name="largest cost where it is not"),
        ],
        measured={
            "random problems": len(apart),
            "of them indefinite": int(indefinite.sum()),
            "largest relative cost of the cone": float(apart.max()),
        },
        table=Table(["metric", "primal at the best γ and ξ"], [list(row) for row in costs.items()]),
    )


@erratum(
    "errata/K4",
    place="Section 3.2.1, Eq. (10)-(16)",
    about=[f"eq-{number}" for number in range(10, 17)],
    expected=Verdict.HOLDS,
)
def signs(run: Run) -> Evidence:
    """The signs in (10)-(13) and the formulas (14)-(16) are right.

    A suspicion that is refuted: the QP has the value and the matrix of the primal as it is printed,
    but for the cone, minimized apart without any of these. And wherever that matrix is positive
    semidefinite, which makes it the solution with the cone, too, the semidefinite program has the
    same. (Until a review the semidefinite program alone was the yardstick, which is solved by (11)
    and a projection, and not, as was said here, without it.)
    """
    values, matrices, of_cone, cone_matrices = [], [], [], []
    pairs = zip(solved(run, few=24), minima(run, few=24), strict=True)
    for (problem, metric), minimum in pairs:
        scale = max(np.abs(minimum.matrix).max(), 1e-3)
        size = max(1.0, abs(minimum.value))
        values.append((metric.dual - minimum.value) / size)
        matrices.append(np.abs(metric.matrix - minimum.matrix).max() / scale)
        if np.linalg.eigvalsh(minimum.matrix)[0] < -1e-9 * scale:
            continue
        cone = problem.solve("constrained")
        of_cone.append((cone.primal - minimum.value) / size)
        cone_matrices.append(np.abs(cone.matrix - minimum.matrix).max() / scale)
    return Evidence(
        printed=[
            holds(values, 0.0, atol=1e-6, name="values, relative"),
            holds(matrices, 0.0, atol=1e-4, name="matrices, relative"),
            holds(of_cone, 0.0, atol=1e-6, name="values with the cone, where it does not bind"),
            holds(cone_matrices, 0.0, atol=1e-4, name="matrices with the cone, there"),
            enough(len(of_cone), 5, name="problems whose (11) is semidefinite"),
        ]
    )
