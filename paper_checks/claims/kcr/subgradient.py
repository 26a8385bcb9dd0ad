"""Section 4.1: the direction of Algorithm 1 and what it costs; C4, C16."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import numpy as np

from gramcheck.paper_checks.claims.kcr.counting import multiplications
from gramcheck.paper_checks.claims.kcr.projections import random_symmetric
from gramcheck.paper_checks.claims.kcr.samples import classes_of_points
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, enough, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import kcr
from gramcheck.reference.kcr import algorithm1
from gramcheck.reference.types import Array
from gramcheck.verify.definitions import kcr as definitions


@erratum(
    "errata/C4",
    place="Algorithm 1, lines 3 and 4",
    about=("algorithm-1",),
    expected=Verdict.HOLDS,
    checks=("algorithm-1 active_sets_are_those_of_algorithm_1",),
)
def active_set(run: Run) -> Evidence:
    """N_t is B_t without A_t, A_t the rows whose outer hinge is inactive (the relation is lost: ≤).

    Then the direction of Algorithm 1, of lines 6 and 7, is the gradient wherever there is one; read
    with > instead it is not: finite differences tell them apart. (Until a review h~ stood still,
    and nobody looked whether the gradient is the sum over N_t.)
    """
    rng, off = run.rng(), []
    right: list[float] = []
    wrong: list[float] = []
    for _ in range(60):
        X, y = classes_of_points(8, rng)
        K = kcr.gaussian_kernel(X, s=0.5)
        Sigma = kcr.sigma_from_coefficients(0.6 * rng.normal(size=(2, 8)))
        h2, lam = float(rng.uniform(0.3, 2)), 0.2
        direction, for_h = kcr.sigma_from_coefficients(rng.normal(size=(1, 8))), rng.normal()
        step = 1e-6
        ahead, behind = (
            kcr.objective(Sigma + t * direction, h2 + t * for_h, K, y, lam) for t in (step, -step)
        )
        slope = (ahead - behind) / (2 * step)
        gradient = kcr.subgradient(Sigma, h2, K, y, lam)
        sets, tau, across = kcr.active_sets(Sigma, h2, K, y), kcr.label_signs(y), K[:, None] - K
        # with >, rows whose outer hinge is active are taken out
        for pairs, found in ((sets.N, right), (sets.B & sets.A[:, None], wrong)):
            weights = np.where(pairs, tau, 0.0)
            summed = np.einsum("ij,ija,ijb->ab", weights, across, across) + lam * K, -weights.sum()
            along = np.vdot(summed[0], direction) + summed[1] * for_h
            found.append(abs(along - slope) / (abs(slope) + 1))
            if found is right:
                off += [*(gradient[0] - summed[0]).ravel(), gradient[1] - summed[1]]
    return Evidence(
        printed=[
            at_most(float(np.median(right)), 1e-6, name="with ≤: difference quotient, median"),
            at_most(
                sum(r > 1e-4 for r in right), 3, name="of 60: near a kink, where there is none"
            ),
            at_least(float(np.median(wrong)), 1e-2, name="with >: difference quotient, median"),
            holds(off, 0.0, atol=1e-10, name="gradient minus the sum over N_t"),
        ]
    )


def point(n: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """A random point of a program (9): Σ, h~, K, y and λ."""
    X, y = classes_of_points(n, rng)
    K = kcr.gaussian_kernel(X, s=0.5)
    return kcr.sigma_from_coefficients(rng.normal(size=(2, n))), 1.0, K, y, 0.3


def from_scratch(n: int, rng: np.random.Generator) -> int:
    """Multiplications that the reference's own code makes for one subgradient."""
    return multiplications(algorithm1, "checked_point", kcr.subgradient, *point(n, rng))


def off_the_sum(n: int, rng: np.random.Generator) -> Array:
    """The reference's subgradient minus the sum over all pairs, in fractions."""
    Sigma, h2, K, y, lam = point(n, rng)
    summed = definitions.subgradient(Sigma.tolist(), h2, K.tolist(), y.tolist(), lam)[0]
    return kcr.subgradient(Sigma, h2, K, y, lam)[0] - np.array(summed, dtype=float)


def decompositions(function: Callable[..., Any], *arguments: Any) -> int:
    """Symmetric eigendecompositions during a call."""
    with patch.object(np.linalg, "eigh", wraps=np.linalg.eigh) as eigh:
        function(*arguments)
    return eigh.call_count


def peak_bytes(n: int, rng: np.random.Generator) -> dict[str, int]:
    """The most memory that the gradient and three iterations of each method hold at a time."""
    Sigma, h2, K, y, lam = point(n, rng)
    stop: dict[str, Any] = {"tol": 0.0, "max_iterations": 3}
    held = {}
    for name, work in (
        ("subgradient", lambda: kcr.subgradient(Sigma, h2, K, y, lam)),
        ("Algorithm 1", lambda: kcr.gradient_projection(K, y, lam, projection="exact", **stop)),
        ("splitting method", lambda: kcr.solve_by_splitting(K, y, lam, **stop)),
    ):
        tracemalloc.start()
        try:
            work()
            held[name] = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    return held


@claim(
    "kcr/complexity", place="Section 4.1", kind="statement", expected=Verdict.HOLDS_WITH_CORRECTION
)
def cost_of_an_iteration(run: Run) -> Evidence:
    """An iteration of the gradient method costs O(n²), one of the alternating projections O(n³).

    From scratch the gradient is the product K L K with the Laplacian L of the active pairs, and
    to know these takes the product K Σ K: O(n³) as well. Counted are the multiplications that the
    reference makes, at n = 8, 16, 32, those of a product of matrices by its definition. Its memory
    is measured: O(n²), iterations included. A sweep of the projections is one eigendecomposition,
    which is O(n³); so many are counted.
    """
    counts = [from_scratch(n, run.rng(str(n))) for n in (8, 16, 32)]
    growth = [b / a for a, b in pairwise(counts)]
    held = [peak_bytes(n, run.rng(f"memory {n}")) for n in (64, 128)]
    names, sweeps = list(held[0]), [1, 10, 100]
    S = random_symmetric(8, run.rng("projections"))
    return Evidence(
        printed=at_most(growth, 4.5, name="multiplications when n doubles (O(n²): 4)"),
        common=[
            holds(
                off_the_sum(8, run.rng("pairs")),
                0.0,
                atol=1e-10,
                name="gradient minus its sum over pairs",
            ),
            equals(
                [decompositions(kcr.project_alternating, S, m, 0.0) for m in sweeps],
                sweeps,
                name="eigendecompositions in 1, 10 and 100 sweeps of the projections",
            ),
        ],
        corrected=[
            at_most(growth, 8.5, name="multiplications when n doubles (O(n³): 8)"),
            at_most(
                [held[1][name] / held[0][name] for name in names],
                4.5,
                name="memory of the reference when n doubles (O(n²): 4)",
            ),
        ],
        measured={"multiplications": counts},
        table=Table(
            ["memory at n = 128", "matrices of n²"],
            [[name, round(held[1][name] / (8 * 128**2), 1)] for name in names],
        ),
    )


@erratum("errata/C16", place="Section 4.1", about=("complexity",))
def gradient_after_one_change(run: Run) -> Evidence:
    """The gradient method scales as O(n²) per iteration.

    For each pair that enters or leaves N, that is: one outer product. All pairs of an iteration
    can change, and from scratch it is O(n³); tr(M_ij Σ) of all pairs is O(n³) too.
    """
    rng = run.rng()
    X, y = classes_of_points(10, rng)
    K = kcr.gaussian_kernel(X, s=0.5)
    tau = kcr.label_signs(y)
    states = []
    for scale in (0.2, 1.0):
        Sigma = scale * kcr.sigma_from_coefficients(np.random.default_rng(1).normal(size=(2, 10)))
        gradient, _ = kcr.subgradient(Sigma, 1.0, K, y, 0.3)
        states.append((gradient, kcr.active_sets(Sigma, 1.0, K, y).N))
    (before, N), (after, M) = states
    updated = before.copy()
    for i, j in np.argwhere(N != M):
        difference = K[i] - K[j]
        updated += (1 if M[i, j] else -1) * tau[i, j] * np.outer(difference, difference)
    counts = [from_scratch(n, run.rng(str(n))) for n in (8, 16)]
    growth, changed = counts[1] / counts[0], int((N != M).sum())
    return Evidence(
        printed=at_most(growth, 4.5, name="multiplications when n doubles (O(n²): 4)"),
        common=[
            holds(updated, after, atol=1e-10, name="gradient updated pair by pair"),
            enough(changed, 1, name="pairs that changed"),
        ],
        corrected=at_most(growth, 8.5, name="multiplications when n doubles (O(n³): 8)"),
    )
