"""Section 4.1: the projection onto N = {Σ PSD, 1'Σ1 = 0} and the paper's way to it; C1-C3."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.kcr.samples import Array, classes_of_points
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import kcr
from gramcheck.verify.definitions import kcr as definitions

E1 = np.array([[1.0, 0.0], [0.0, 0.0]])
_APART = np.array([[1.0, -1.0], [-1.0, 1.0]])


def random_symmetric(n: int, rng: np.random.Generator) -> Array:
    """Entries of both signs, so that neither set is met."""
    S = rng.normal(size=(n, n))
    return S + S.T


def random_feasible(n: int, rng: np.random.Generator) -> Array:
    """A point of N."""
    c = kcr.center_coefficients(rng.normal(size=(n, n)))
    return kcr.sigma_from_coefficients(c)


def outside(S: Array) -> float:
    """How far S is from N: the larger of |1'S1| and what its smallest eigenvalue is below 0."""
    return max(abs(float(S.sum())), -float(np.linalg.eigvalsh(S)[0]))


@claim(
    "kcr/alternating-projections",
    place="Section 4.1",
    kind="algorithm",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=("projection", "vectors/project"),
)
def point_of_both_sets(run: Run) -> Evidence:
    """Alternating projections find a point of A ∩ B and so project onto N.

    From random S they approach one, are not there after 1000 sweeps, and it is not the nearest.
    (There are S from which they get to the nearest at once, such as I.) Corrected: for a PSD matrix
    1'Σ1 = 0 means Σ1 = 0, so that the projection is clip(HSH), H = I - 11'/n: one eigenvalue
    decomposition. It is in both sets, and satisfies the variational inequality of the nearest.
    (Until a review "never" was said for "not", and no sweep was compared with footnote 10.)
    """
    rng = run.rng()
    left, farther, inequality, exact = [], [], -math.inf, []
    few = random_symmetric(4, run.rng("footnote 10"))
    defined = np.array(definitions.alternating_projections(few.tolist(), 10), dtype=float)
    for n in (2, 3, 5, 8) * 2:
        S = random_symmetric(n, rng)
        near, found = kcr.project(S), kcr.project_alternating(S, max_iterations=1000)
        size = float(np.linalg.norm(S))
        left.append(outside(found) / size)
        farther.append(np.linalg.norm(found - near) / size)
        exact.append(outside(near) / size)
        for _ in range(20):
            direction = random_feasible(n, rng) - near
            inequality = max(inequality, float(np.vdot(S - near, direction)) / size)
    return Evidence(
        printed=[
            at_most(max(left), 1e-10, name="outside of N after 1000 sweeps, relative"),
            at_most(max(farther), 1e-10, name="distance from the projection, relative"),
        ],
        corrected=[
            at_most(max(exact), 1e-13, name="clip(HSH) outside of N, relative"),
            at_most(inequality, 0.0, atol=1e-12, name="<S - P, Z - P> for Z in N: the largest"),
            at_least(min(left), 1e-10, name="outside of N after 1000 sweeps, the least"),
            at_least(min(farther), 1e-10, name="distance from the projection, the least"),
            holds(
                kcr.project_alternating(few, 10, 0.0),
                defined,
                atol=1e-12,
                name="ten sweeps, and by footnote 10",
            ),
            holds(
                kcr.project_alternating(np.eye(4), 1),
                kcr.project(np.eye(4)),
                atol=1e-14,
                name="one sweep from I, and its projection",
            ),
        ],
        measured={"distance from the projection, median": float(np.median(farther))},
    )


@erratum(
    "errata/C1",
    place="Section 4.1, Algorithm 1, line 6",
    about=("alternating-projections", "algorithm-1"),
    checks=("alternating-projections", "projection"),
)
def not_the_nearest_point(run: Run) -> Evidence:
    """P_N, by alternating projections, is the projection onto N.

    For n = 2 and S = e₁e₁' they tend to 0.3405 [[1, -1], [-1, 1]], at distance 0.885 from S (0.877
    after 5,000 sweeps); the nearest point is 0.25 [[1, -1], [-1, 1]], at distance 0.866. (The limit
    is that of sweeps whose error falls as 1/√m; until a review it was said, and not looked at.)
    """
    early, found = (kcr.project_alternating(E1, m, 0.0) for m in (1250, 5000))
    near, limit = kcr.project(E1), 2 * found - early  # which leaves an error of 1/m
    distance = [float(np.linalg.norm(E1 - P)) for P in (found, near)]
    return Evidence(
        printed=at_most(distance[0], distance[1], rtol=1e-3, name="distance from S"),
        corrected=[
            holds(limit, 0.3405 * _APART, atol=5e-4, name="limit of the sweeps"),
            holds(np.linalg.norm(E1 - limit), 0.885, atol=5e-4, name="its distance from S"),
            holds(near, 0.25 * _APART, atol=1e-15, name="clip(HSH)"),
            holds(distance[1], math.sqrt(3) / 2, rtol=1e-14, name="its distance"),
            at_most(
                float(np.linalg.norm(kcr.project_dykstra(E1, max_iterations=2000) - near)),
                float(np.linalg.norm(found - near)) / 2,
                name="Dykstra's corrected alternation: distance from it, against half the above",
            ),
        ],
        measured={"after 5,000 sweeps": found.ravel(), "distances": distance},
    )


@erratum("errata/C2", place="Section 4.1", about=("alternating-projections",))
def slow_approach(run: Run) -> Evidence:
    """Alternating projections find a point of A ∩ B: the hyperplane only touches the cone.

    1'A_m 1 falls as 1/m: for S = e₁e₁', m 1'A_m 1 tends to 0.681. Corrected: in general in the
    limit only.
    """
    sweeps = np.array([10, 100, 1000, 10_000])
    sums = [float(kcr.project_alternating(E1, max_iterations=int(m), tol=0.0).sum())
            for m in sweeps]  # fmt: skip
    products = sweeps * sums
    slope = np.polyfit(np.log(sweeps[1:]), np.log(sums[1:]), 1)[0]
    return Evidence(
        printed=at_most(sums[-1], 1e-12, name="1'A_m 1 after 10,000 sweeps"),
        corrected=[
            holds(slope, -1.0, atol=0.02, name="order of the decay in m"),
            holds(products[-1], 0.681, atol=0.01, name="m 1'A_m 1"),
        ],
        table=Table(["m", "1'A_m 1", "m 1'A_m 1"], list(zip(sweeps, sums, products, strict=True))),
        picture=plots.curves(
            sweeps,
            products,
            limit={"0.681": 0.681},
            logx=True,
            xlabel="sweeps m",
            ylabel="m 1'A_m 1 after m sweeps",
        ),
    )


@erratum("errata/C3", place="Section 4.1", about=("alternating-projections",))
def order_of_the_projections(run: Run) -> Evidence:
    """Given any A_0 ∈ A (what Algorithm 1 hands to P_N), B_m = P_B(A_m) and A_{m+1} = P_A(B_m).

    What Algorithm 1 hands to P_N, the step against the gradient, is in general not in A. The first
    step from Σ_0 = 0 never is where K is positive definite: with v = K⁻¹1 all v'M_ij v are 0, and
    that of the step is -αλ 1'K⁻¹1. Which A_0 is to be taken then is left open, and not without
    consequence: the limits from S and from its nearest PSD matrix differ, for diag(1, -2, 3) by
    0.117. Corrected: the exact projection needs no start.
    """
    S = np.diag([1.0, -2.0, 3.0])
    clipped = np.diag([1.0, 0.0, 3.0])
    limits = [kcr.project_alternating(M, max_iterations=5000) for M in (S, clipped)]
    apart = float(np.linalg.norm(limits[0] - limits[1]))
    steps = [first_step(n, run.rng(str(n))) for n in (3, 4, 6, 8)]
    return Evidence(
        printed=at_least(
            [step.least for step in steps],
            0.0,
            atol=1e-12,
            name="Σ_0 = 0 minus the first step: least eigenvalue over the largest in modulus",
        ),
        corrected=[
            holds(
                [step.along for step in steps],
                [step.expected for step in steps],
                rtol=1e-6,
                name="it along K⁻¹1, -αλ 1'K⁻¹1",
            ),
            holds(apart, 0.117, atol=2e-3, name="limits apart by"),
            equals(
                int(
                    np.linalg.norm(S - kcr.project(S))
                    < min(float(np.linalg.norm(S - limit)) for limit in limits)
                ),
                1,
                name="clip(HSH) is nearer than both",
            ),
            at_least(
                float(np.linalg.norm(clipped - kcr.project(clipped))), 0.1, name="and not clip(S)"
            ),
        ],
    )


class FirstStep(NamedTuple):
    """Of what P_N gets: least eigenvalue over the largest in modulus, v'Sv, and its value."""

    least: float
    along: float
    expected: float


def first_step(n: int, rng: np.random.Generator) -> FirstStep:
    """The step from Σ_0 = 0 and h~_0 = 1 on a program with n points, with α_0 = 1/n."""
    X, y = classes_of_points(n, rng)
    K, lam = kcr.gaussian_kernel(X, s=0.5), 0.3
    for_Sigma, _ = kcr.subgradient(np.zeros_like(K), 1.0, K, y, lam)
    S = -for_Sigma / n
    values = np.linalg.eigvalsh(S)
    v = np.linalg.solve(K, np.ones(n))
    return FirstStep(
        float(values[0] / abs(values).max()), float(v @ S @ v), -lam / n * float(v.sum())
    )
