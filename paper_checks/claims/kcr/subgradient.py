"""Section 4.1: the direction of Algorithm 1 and what it costs; C4, C16."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import numpy as np

from gramcheck.paper_checks.claims.kcr.projections import random_symmetric
from gramcheck.paper_checks.claims.kcr.samples import classes_of_points
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import kcr


@erratum(
    "errata/C4",
    place="Algorithm 1, lines 3 and 4",
    about=("algorithm-1",),
    expected=Verdict.HOLDS,
    checks=("algorithm-1 active_sets_are_those_of_algorithm_1",),
)
def active_set(run: Run) -> Evidence:
    """N_t is B_t without A_t, A_t the rows whose outer hinge is inactive (the relation is lost: ≤).

    Then the direction of Algorithm 1 is the gradient wherever there is one; read with > instead it
    is not: finite differences tell them apart.
    """
    rng, right, wrong = run.rng(), [], []
    for _ in range(60):
        X, y = classes_of_points(8, rng)
        K = kcr.gaussian_kernel(X, s=0.5)
        Sigma = kcr.sigma_from_coefficients(0.6 * rng.normal(size=(2, 8)))
        h2, lam = float(rng.uniform(0.3, 2)), 0.2
        direction = kcr.sigma_from_coefficients(rng.normal(size=(1, 8)))
        step = 1e-6
        slope = (
            kcr.objective(Sigma + step * direction, h2, K, y, lam)
            - kcr.objective(Sigma - step * direction, h2, K, y, lam)
        ) / (2 * step)
        gradient, _ = kcr.subgradient(Sigma, h2, K, y, lam)
        size = abs(slope) + 1
        right.append(abs(np.vdot(gradient, direction) - slope) / size)
        sets, tau = kcr.active_sets(Sigma, h2, K, y), kcr.label_signs(y)
        weights = tau * (sets.B & sets.A[:, None])  # rows with an active outer hinge taken out
        across = K[:, None] - K[None]
        other = np.einsum("ij,ija,ijb->ab", weights, across, across) + lam * K
        wrong.append(abs(np.vdot(other, direction) - slope) / size)
    return Evidence(
        printed=[
            at_most(float(np.median(right)), 1e-6, name="with ≤: difference quotient, median"),
            at_most(
                sum(r > 1e-4 for r in right), 3, name="of 60: near a kink, where there is none"
            ),
            at_least(float(np.median(wrong)), 1e-2, name="with >: difference quotient, median"),
        ]
    )


class _Counted:
    """A number that counts the multiplications it is part of."""

    multiplications = 0

    def __init__(self, value: float) -> None:
        self.value = value

    def __add__(self, other: _Counted) -> _Counted:
        return _Counted(self.value + other.value)

    def __mul__(self, other: _Counted) -> _Counted:
        _Counted.multiplications += 1
        return _Counted(self.value * other.value)


def counted_gradient(n: int, rng: np.random.Generator) -> tuple[int, float]:
    """Multiplications for 2 K L K + λK from scratch, and its distance from the reference's."""
    X, y = classes_of_points(n, rng)
    K, lam = kcr.gaussian_kernel(X, s=0.5), 0.3
    Sigma = kcr.sigma_from_coefficients(rng.normal(size=(2, n)))
    weights = kcr.label_signs(y) * kcr.active_sets(Sigma, 1.0, K, y).N
    weights = weights + weights.T
    laplacian = np.diag(weights.sum(axis=1)) - weights
    boxed = [np.vectorize(_Counted, otypes=[object])(M) for M in (K, laplacian)]
    _Counted.multiplications = 0
    product = boxed[0] @ (boxed[1] @ boxed[0])
    found = np.vectorize(lambda entry: entry.value)(product) + lam * K
    expected, _ = kcr.subgradient(Sigma, 1.0, K, y, lam)
    return _Counted.multiplications, float(np.abs(found - expected).max())


def decompositions(function: Callable[..., Any], *arguments: Any) -> int:
    """Symmetric eigendecompositions during a call."""
    with patch.object(np.linalg, "eigh", wraps=np.linalg.eigh) as eigh:
        function(*arguments)
    return eigh.call_count


def peak_bytes(n: int, rng: np.random.Generator) -> dict[str, int]:
    """The most memory that the gradient and three iterations of each method hold at a time."""
    X, y = classes_of_points(n, rng)
    K = kcr.gaussian_kernel(X, s=0.5)
    Sigma = kcr.sigma_from_coefficients(rng.normal(size=(2, n)))
    stop: dict[str, Any] = {"tol": 0.0, "max_iterations": 3}
    held = {}
    for name, work in (
        ("subgradient", lambda: kcr.subgradient(Sigma, 1.0, K, y, 0.3)),
        ("Algorithm 1", lambda: kcr.gradient_projection(K, y, 0.3, projection="exact", **stop)),
        ("splitting method", lambda: kcr.solve_by_splitting(K, y, 0.3, **stop)),
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

    From scratch the gradient is the product K L K with the Laplacian L of the active pairs: O(n³)
    as well. Counted are the multiplications of two matrix products by their definition, at
    n = 8, 16, 32, for a gradient that agrees with the reference's; not those of the reference,
    whose products are the business of BLAS. Its memory is measured: O(n²), iterations included.
    A sweep of the projections is one eigendecomposition, which is O(n³); so many are counted.
    """
    counts, errors = zip(*(counted_gradient(n, run.rng(str(n))) for n in (8, 16, 32)), strict=True)
    growth = [b / a for a, b in pairwise(counts)]
    held = [peak_bytes(n, run.rng(f"memory {n}")) for n in (64, 128)]
    names, sweeps = list(held[0]), [1, 10, 100]
    S = random_symmetric(8, run.rng("projections"))
    return Evidence(
        printed=at_most(growth, 4.5, name="multiplications when n doubles (O(n²): 4)"),
        common=equals(
            [decompositions(kcr.project_alternating, S, m, 0.0) for m in sweeps],
            sweeps,
            name="eigendecompositions in 1, 10 and 100 sweeps of the projections",
        ),
        corrected=[
            at_most(growth, 8.5, name="multiplications when n doubles (O(n³): 8)"),
            holds(errors, 0.0, atol=1e-10, name="counted gradient minus the reference's"),
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
    counts = [counted_gradient(n, run.rng(str(n)))[0] for n in (8, 16)]
    changed = int((N != M).sum())
    return Evidence(
        printed=at_most(counts[1] / counts[0], 4.5, name="multiplications when n doubles"),
        corrected=[
            holds(updated, after, atol=1e-10, name="gradient updated pair by pair"),
            at_least(changed, 1, name="pairs that changed"),
        ],
    )
