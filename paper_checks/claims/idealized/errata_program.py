"""Errata of the program: what (14)-(16) leave out, its constants, γ (K2-K7)."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.idealized.dual import singular_evidence
from gramcheck.paper_checks.claims.idealized.kkt import (
    gamma_evidence,
    proposition_2_evidence,
    proposition_3_evidence,
)
from gramcheck.paper_checks.claims.idealized.problems import (
    INDEFINITE,
    Array,
    Problem,
    solved,
    suite,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference.idealized import learn_metric


def primal(problem: Problem, matrix: Array) -> float:
    """What the primal costs at AA' = matrix, with the best γ and slacks."""
    shrunk, grown = problem.d2[0] - problem.dt2(matrix)[0], problem.dt2(matrix)[1] - problem.d2[1]
    corners = np.concatenate([[0.0], grown[grown > 0]])
    of_gamma = min(np.maximum(g - grown, 0).mean() - problem.nu * g for g in corners)
    of_similar = np.maximum(-shrunk, 0).mean()
    return float(np.sum(matrix**2) / 2 + problem.C_S * of_similar + problem.C_D * of_gamma)


@claim(
    "errata/K2",
    place="Section 3.2.1, Eq. (14)-(16)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def cone_dropped(run: Run) -> Evidence:
    """The dual (14)-(16) solves the primal over A.

    One similar pair with difference (1, 0), one dissimilar with (1, 1): α = (3, 4) and AA' =
    [[1, 4], [4, 4]], which no A has. Under it (1, 0) and (0, 1) are at squared distance -3. With
    the cone the solution is another matrix, with another γ and another value; clipping does not
    find it.
    """
    e1, e2 = np.eye(2)[:1], np.eye(2)[1:]
    metric, cone, clipped = (INDEFINITE.solve(psd) for psd in ("as-printed", "constrained", "clip"))
    K = metric.kernel(np.eye(2))
    costs = {
        "QP as printed": metric.primal,
        "clipped": primal(INDEFINITE, clipped.matrix),
        "with the cone": cone.primal,
    }
    signs, costs_of_cone = [], []
    for problem, printed in solved(run, few=24, many=200):
        eigenvalue = np.linalg.eigvalsh(printed.matrix)[0] / max(np.abs(printed.matrix).max(), 1e-9)
        signs.append(eigenvalue < -1e-6)
        value = problem.solve("constrained").primal
        costs_of_cone.append((value - printed.primal) / max(1.0, abs(value)))
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
            holds(np.linalg.eigvalsh(K)[0], -1.772, atol=5e-4, name="its kernel's eigenvalue"),
            holds(cone.matrix, [[1, 2.196], [2.196, 4.822]], atol=5e-4, name="AA' with the cone"),
            holds(
                [cone.gamma, cone.primal], [8.213, -15.907], atol=1e-3, name="γ and value with it"
            ),
            at_least(
                np.linalg.eigvalsh(cone.matrix)[0], 0.0, atol=1e-9, name="smallest eigenvalue then"
            ),
            at_least(costs["clipped"], cone.primal + 0.1, name="cost of the clipped matrix"),
            at_least(apart, 0.0, atol=1e-6, name="random problems: what the cone costs"),
            holds(apart[~indefinite], 0.0, atol=1e-6, name="the same where (11) is semidefinite"),
            at_least(apart[indefinite].max(initial=0), 1e-3, name="largest cost where it is not"),
            suite(run, ["idealized/psd", "idealized/psd-constrained"]),
        ],
        measured={
            "random problems": len(apart),
            "of them indefinite": int(indefinite.sum()),
            "largest relative cost of the cone": float(apart.max()),
        },
        table=Table(["metric", "primal at the best γ and ξ"], [list(row) for row in costs.items()]),
    )


@claim(
    "errata/K3",
    place="Section 3.2.1, footnote 5",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def singular(run: Run) -> Evidence:
    """A is non-singular, in all the experiments.

    It has rank at most n - 1: 49 of 2000 on colon, 59 of 4026 on lymphoma, and less than the
    dimension of every RBF feature space.
    """
    return singular_evidence(run)


@claim("errata/K4", place="Section 3.2.1, Eq. (10)-(16)", kind="erratum", expected=Verdict.HOLDS)
def signs(run: Run) -> Evidence:
    """The signs in (10)-(13) and the formulas (14)-(16) are right.

    A suspicion that is refuted: wherever (11) comes out positive semidefinite, the QP has the
    value and the matrix of the semidefinite program, which is solved without using (11).
    """
    values, matrices = [], []
    for problem, metric in solved(run, few=24, many=200):
        scale = max(np.abs(metric.matrix).max(), 1e-3)
        if np.linalg.eigvalsh(metric.matrix)[0] < -1e-9 * scale:
            continue
        cone = problem.solve("constrained")
        values.append((cone.primal - metric.primal) / max(1.0, abs(metric.primal)))
        matrices.append(np.abs(cone.matrix - metric.matrix).max() / scale)
    return Evidence(
        printed=[
            holds(values, 0.0, atol=1e-6, name="values, relative"),
            holds(matrices, 0.0, atol=1e-4, name="matrices, relative"),
            at_least(len(values), 5, name="problems whose (11) is semidefinite"),
        ],
    )


def dual_is_feasible(nu: float) -> bool:
    """Whether some α satisfies (15) and (16): all of them at the bound have Σ_D α = C_D."""
    return nu <= 1


def primal_along_gamma(problem: Problem, nu: float, gammas: Array) -> Array:
    """The primal at AA' = 0 and the best slacks, as γ grows."""
    d_D = problem.d2[1]
    return np.array([problem.C_D * (np.maximum(g + d_D, 0).mean() - nu * g) for g in gammas])


@claim("errata/K5", place="Section 3.2.1", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def range_of_nu(run: Run) -> Evidence:
    """C_S, C_D, ν are non-negative adjustable parameters.

    Above 1 the dual is infeasible and the primal unbounded; at 1 every γ beyond some value costs
    the same; at 0 nothing is gained by γ, so it is 0. The program needs 0 < ν < 1 and C_D > 0,
    and the reference refuses the rest.
    """
    gammas = np.array([0.0, 10.0, 1e3, 1e6])
    along = {nu: primal_along_gamma(INDEFINITE, nu, gammas) for nu in (0.0, 0.5, 1.0, 1.5)}
    refused = []
    for constants in ((1, 8, 0), (1, 8, 1), (1, 8, 1.5), (1, 0, 0.5), (1, -1, 0.5), (-1, 8, 0.5)):
        C_S, C_D, nu = map(float, constants)
        try:
            learn_metric(INDEFINITE.X, INDEFINITE.similar, INDEFINITE.dissimilar, C_S, C_D, nu)
        except ValueError:
            refused.append(constants)
    gamma = [
        Problem(INDEFINITE.X, INDEFINITE.similar, INDEFINITE.dissimilar, 10.0, 8.0, nu)
        .solve()
        .gamma
        for nu in (1e-3, 0.1, 0.9, 0.999)
    ]
    return Evidence(
        printed=[
            is_true(
                dual_is_feasible(1.5), "Σ_D α ≤ C_D < 1.5 C_D", name="ν = 1.5: some α is feasible"
            ),
            at_least(along[1.5].min(), -1e5, name="ν = 1.5: the primal is bounded, γ up to 10⁶"),
            at_least(
                np.abs(np.diff(along[1.0])).max(),
                1e-9,
                name="ν = 1: the cost tells one γ from another",
            ),
        ],
        corrected=[
            at_least(np.diff(along[0.5]), 0.0, name="ν = 0.5: the primal grows with γ at last"),
            at_least(np.diff(along[0.0]), 0.0, name="ν = 0: γ never gains"),
            equals(len(refused), 6, name="constants that the reference refuses, of 6"),
            is_true(
                bool(np.all(np.isfinite(gamma))),
                f"γ = {np.round(gamma, 4).tolist()}",
                name="0 < ν < 1: solved up to the ends",
            ),
        ],
    )


@claim("errata/K6", place="Section 3.2.3", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def no_interior_pair(run: Run) -> Evidence:
    """γ is averaged over the pairs of D with 0 < α < C_D/N_D.

    On a line with dissimilar lengths 1 and 2, C_D = 4, ν = 0.5: α = (2, 0), no pair is inside, and
    every γ in [1, 4] is optimal. The multiplier of (15) is defined always.
    """
    return gamma_evidence(run)


@claim("errata/K7", place="Section 3.2.2-3.2.4", kind="erratum", expected=Verdict.HOLDS)
def propositions_hold(run: Run) -> Evidence:
    """Propositions 2 and 3 hold for the program as printed.

    Suspicions refuted: no violation in random problems. They are about the QP, whose metric need
    not be one; for the program with the cone the same proofs go through.
    """
    return Evidence(printed=[*proposition_2_evidence(run), *proposition_3_evidence(run)])
