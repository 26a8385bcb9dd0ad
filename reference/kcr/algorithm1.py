r"""Section 4.1: Algorithm 1, gradient projection for the program (9).

==  ============================================================================================
    Input: K, tau, n_i^+, lambda > 0, eps > 0 and alpha_t, beta_t > 0; any Sigma_0 of N, h~_0 > 0
1   t = 0
2   repeat
3   ... A_t = {i : 2 + sum_j [1 + tau_ij tr(M_ij Sigma_t) - tau_ij h~_t]_+ <= n_i^+}
4   ... B_t = {(i, j) : 1 + tau_ij tr(M_ij Sigma_t) > tau_ij h~_t}
5   ... N_t = the pairs of B_t in rows that are not in A_t
6   ... Sigma_t+1 = P_N(Sigma_t - alpha_t sum_{N_t} tau_ij M_ij - alpha_t lambda K)
7   ... h~_t+1 = max(eps, h~_t + beta_t sum_{N_t} tau_ij)
8   ... t = t + 1
9   until convergence
10  return Sigma_t, h~_t
==  ============================================================================================

N = {Sigma >= 0, 1'Sigma 1 = 0}, and P_N is that of :mod:`.projections`. The paper says neither how
long the steps are nor when the method has converged, and a subgradient method tells neither by
itself: its steps shrink whether it is there or not. So the gap is measured against a lower bound,
like that of every other solver; the multipliers for it are the active sets, averaged with the
weights of the steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from gramcheck.reference import check, ranges
from gramcheck.reference.kcr.bounds import label_signs, same_class_counts
from gramcheck.reference.kcr.engines.centered import Point, Problem, checked_problem
from gramcheck.reference.kcr.engines.certificate import dual_bound, relative_gap
from gramcheck.reference.kcr.engines.pairs import (
    finite,
    gram_distances,
    metric_distances,
    outer_products,
    rows_about_mean,
)
from gramcheck.reference.kcr.engines.result import KernelRule, certified, started
from gramcheck.reference.kcr.engines.step_lengths import Steps, step_lengths, step_sequence
from gramcheck.reference.kcr.program import checked_point
from gramcheck.reference.kcr.projections import (
    clip,
    project,
    project_alternating,
    project_dykstra,
)
from gramcheck.reference.types import AnyArray, Array, Booleans

PROJECTIONS = {
    "alternating": project_alternating,
    "exact": lambda S, _: project(S),
    "dykstra": project_dykstra,
}
_CHECK_EVERY = 100  # iterations between two computations of the gap
_FEASIBLE = 1e-8  # of n^2 times its largest entry, what 1'Sigma_0 1 may be


class ActiveSets(NamedTuple):
    """Lines 3 to 5 of Algorithm 1, as masks.

    Attributes
    ----------
    A : (n,)
        The rows whose outer hinge is not active: 2 + sum_j [..]_+ <= n_i^+.
    B : (n, n)
        The pairs whose inner hinge is active: 1 + tau_ij tr(M_ij Sigma) > tau_ij h~.
    N : (n, n)
        B without the rows A: the pairs that enter the subgradient.
    """

    A: Booleans
    B: Booleans
    N: Booleans


def active_sets(Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike) -> ActiveSets:
    """The sets A_t, B_t and N_t of Algorithm 1 at (Sigma, h2).

    The relation in the definition of A_t is lost in some copies of the paper. With the inequality
    turned round, or strict where a hinge is exactly at its kink, the subgradient is wrong (C4).

    Raises
    ------
    ValueError
        As :func:`.objective`.
    """
    Sigma, h2, K, y = checked_point(Sigma, h2, K, y)
    return _active_sets(metric_distances(Sigma, K), h2, y)


def _active_sets(squared: Array, h2: float, y: AnyArray) -> ActiveSets:
    margins = 1 + label_signs(y) * (squared - h2)
    # Line 3: A_t
    A = 2 + np.maximum(0.0, margins).sum(axis=1) <= same_class_counts(y)
    # Line 4: B_t
    B = margins > 0
    # Line 5: N_t
    return ActiveSets(A, B, B & ~A[:, None])


def subgradient(
    Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike, lam: float
) -> tuple[Array, float]:
    r"""A subgradient of the objective of (9): lines 6 and 7 of Algorithm 1 without the steps.

    .. math:: \sum_{(i,j) \in N} \tau_{ij} M_{ij} + \lambda K = 2 K L_w K + \lambda K,
              \qquad - \sum_{(i,j) \in N} \tau_{ij},

    where L_w = diag(w 1) - w and w is the symmetric part of 1{(i, j) in N} tau_ij. The sum of the
    M_ij takes O(n^4) operations, and the product of three matrices O(n^3).

    Returns
    -------
    for Sigma (n, n), and for h2 (float)

    Raises
    ------
    ValueError
        As :func:`.objective`.
    """
    Sigma, h2, K, y = checked_point(Sigma, h2, K, y)
    lam = check.nonnegative("lam", lam)
    weights = label_signs(y) * _active_sets(metric_distances(Sigma, K), h2, y).N
    with np.errstate(over="ignore", invalid="ignore"):
        R = rows_about_mean(K)
        for_Sigma = finite(outer_products(weights, R) + lam * K, "K and lam")
    return for_Sigma, -float(weights.sum())


def algorithm_1(
    K: ArrayLike,
    y: ArrayLike,
    lam: float,
    alpha: Steps,
    beta: Steps,
    Sigma0: ArrayLike,
    h0: float,
    iterations: int,
    sweeps: int = 1000,
    eps: float = 1e-6,
) -> tuple[Array, float]:
    """Algorithm 1 line by line: Sigma_t and h~_t for t = ``iterations``.

    :func:`gradient_projection` takes the same steps, and says how far from the optimum they end.

    Parameters
    ----------
    K : (n, n)
        The reproducing kernel among the training patterns.
    y : (n,)
        Their labels.
    lam : float
        lambda, positive.
    alpha, beta : float, sequence of float or callable
        alpha_t and beta_t for t = 0, 1, ..., all positive.
    Sigma0 : (n, n)
        Sigma_0, in N.
    h0 : float
        h~_0, positive.
    iterations : int
        How often lines 3 to 8 are repeated, at least 1.
    sweeps : int
        The most alternating projections that make one P_N, at least 1.
    eps : float
        The least h~ that a step may reach, positive.

    Returns
    -------
    Sigma (n, n), and h~ (float)

    Raises
    ------
    ValueError
        As :func:`.objective`; another argument out of its range; steps that leave the numbers up to
        1e100.
    """
    problem = checked_problem(K, y, lam, eps)
    Sigma0 = check.positive_semidefinite("Sigma0", Sigma0)
    Sigma, h2 = _first(problem, Sigma0, check.positive("h0", h0), None)
    iterations = check.integer("iterations", iterations, 1)
    sweeps = check.integer("sweeps", sweeps, 1)
    alpha_of = step_sequence("alpha", alpha, iterations)
    beta_of = step_sequence("beta", beta, iterations)
    for t in range(iterations):
        # Lines 3 to 5: N_t, over which the subgradient sums
        for_Sigma, for_h2 = subgradient(Sigma, h2, problem.K, y, problem.lam)
        # Line 6: Sigma_t+1
        Sigma = project_alternating(Sigma - alpha_of(t) * for_Sigma, sweeps)
        # Line 7: h~_t+1
        h2 = max(problem.eps, h2 - beta_of(t) * for_h2)
    return Sigma, h2


def gradient_projection(
    K: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    alpha: Steps | None = None,
    beta: Steps | None = None,
    Sigma0: ArrayLike | None = None,
    h0: float | None = None,
    projection: str = "alternating",
    variable: str = "Sigma",
    step: str = "normalized",
    max_iterations: int = 2000,
    tol: float = 1e-3,
    eps: float = 1e-6,
    start: KernelRule | None = None,
    size: float = 1.0,
    target: float | None = None,
    multipliers: ArrayLike | None = None,
    sweeps: int = 10,
    iterate: str = "last",
) -> KernelRule:
    """Algorithm 1, with its gap and with named choices for what the paper leaves open.

    Without ``alpha`` and ``beta``, both are the step of a rule, for the subgradient g_t of both
    variables and the objective f_t:

    ============  =============================
    "constant"    size
    "normalized"  size / (||g_t|| sqrt(t + 1))
    "polyak"      (f_t - target) / ||g_t||^2
    ============  =============================

    With one step for both variables the printed form stays far from the optimum but for linear
    kernels, where steps of different sizes for Sigma and h~ reach it (errata C10), since the
    subgradient 2 K L K + lambda K has the square of the kernel's condition number.
    ``variable="W"`` is the same method in the variable of :mod:`.centered`, which halves that in
    the exponent; there N is the cone alone.

    Parameters
    ----------
    K, y, lam
        As in :func:`.solve_by_splitting`.
    alpha, beta : float, sequence of float or callable, optional
        alpha_t and beta_t for t = 0, 1, ...: one number for all t, a sequence of at least
        ``max_iterations`` numbers, or a function of t; all positive. If one of them is None, it is
        the other; if both are, ``step`` sets them.
    Sigma0 : (n, n), optional
        Sigma_0, any matrix of N; 0 when None.
    h0 : float, optional
        h~_0, positive; 1 when None.
    projection : {"alternating", "exact", "dykstra"}
        P_N. The first is the paper's. Like Dykstra's it ends a little outside of N, where the
        objective and the lower bound are valid too.
    variable : {"Sigma", "W"}
        In W the projection is exact whatever is asked.
    step, size, target
        See above. ``size`` is positive; "polyak" needs the optimum or a lower bound as ``target``.
    max_iterations : int
        At least 1.
    tol : float
        The relative gap that ends the iterations, nonnegative; computed every 100.
    eps : float
        The lower bound on h~, positive.
    start : KernelRule, optional
        A result for the same K, whose Sigma and h2 are taken for Sigma_0 and h~_0.
    multipliers : (n, n), optional
        A better dual candidate to measure the gap against, a splitting solution's for instance.
    sweeps : int
        Iterations of "alternating" and "dykstra" in each projection, at least 1. The paper's are
        endless; they come nearer to N as one over their number (errata C1), and more of them than
        the default only cost time: the next step leaves N anyway.
    iterate : {"last", "best"}
        Which one to return; the algorithm returns the last, though its objective goes up and down.

    Returns
    -------
    KernelRule

    Raises
    ------
    ValueError
        As :func:`.solve_by_splitting`; unknown names; step "polyak" without target; ``alpha`` or
        ``beta`` not positive or too short; ``Sigma0`` not in N; ``start`` given beside ``Sigma0``
        or ``h0``; steps so long that Sigma leaves the range of numbers up to 1e100.
    """
    problem = checked_problem(K, y, lam, eps)
    tol = check.nonnegative("tol", tol)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    steps = step_lengths(alpha, beta, (step, size, target), max_iterations)
    sweeps = check.integer("sweeps", sweeps, 1)
    check.choice("projection", projection, PROJECTIONS)
    check.choice("variable", variable, ("Sigma", "W"))
    check.choice("iterate", iterate, ("last", "best"))
    Sigma, h2 = _first(problem, Sigma0, h0, start)
    if multipliers is not None:
        multipliers = check.real("multipliers", multipliers, shape=problem.K.shape).copy()

    # S is Sigma or W; squared distances are (r_i - r_j)'S(r_i - r_j), and the penalty tr(penalty S)
    strong = problem.centered.strong()
    printed = variable == "Sigma"
    rows = rows_about_mean(problem.K) if printed else strong.Z
    penalty = problem.K if printed else np.eye(rows.shape[1])
    S = Sigma if printed else strong.Z.T @ Sigma @ strong.Z

    average, total = np.zeros_like(problem.K), 0.0
    best = (np.inf, S, h2)
    for t in range(max_iterations + 1):
        # Lines 3 to 5: A_t, B_t, N_t
        squared = gram_distances(rows @ S @ rows.T)
        inner = 1 + problem.tau * (squared - h2)
        outer = problem.offsets + np.maximum(inner, 0.0).sum(axis=1)
        active = (inner > 0) & (outer > 0)[:, None]
        reached = float(np.maximum(outer, 0.0).sum() + problem.lam * np.vdot(penalty, S))
        best = min(best, (reached, S, h2), key=lambda point: point[0])
        if t == max_iterations or (t and t % _CHECK_EVERY == 0):
            # as long as no step has been taken, the active sets of the start
            candidate = average / total if total > 0 else active.astype(np.float64)
            candidate = candidate if multipliers is None else multipliers
            current = best[0] if iterate == "best" else reached
            if relative_gap(current, dual_bound(candidate, problem)) <= tol or t == max_iterations:
                break
        # Line 6: Sigma_t+1
        weights = problem.tau * active
        for_S = outer_products(weights, rows) + problem.lam * penalty
        for_h2 = -float(weights.sum())
        alpha_t, beta_t = steps(t, reached, float(np.hypot(linalg.norm(for_S.ravel()), for_h2)))
        with np.errstate(over="ignore"):
            moved = S - alpha_t * for_S
        if not (np.abs(moved) <= ranges.LARGEST).all():
            raise ValueError(
                f"step must keep Sigma up to {ranges.LARGEST:g}, got a step of length {alpha_t:g}"
            )
        moved = (moved + moved.T) / 2
        S = PROJECTIONS[projection](moved, sweeps) if printed else clip(moved)
        # Line 7: h~_t+1
        h2 = max(problem.eps, h2 - beta_t * for_h2)
        average += alpha_t * active
        total += alpha_t

    if iterate == "best":
        _, S, h2 = best
    Sigma = S if printed else strong.sigma(S)
    return certified(problem, Point(Sigma, h2, candidate, t), tol)


def _first(
    problem: Problem, Sigma0: ArrayLike | None, h0: float | None, start: KernelRule | None
) -> tuple[Array, float]:
    """Sigma_0 and h~_0."""
    before = started(start, problem)
    if before is not None:
        if Sigma0 is not None or h0 is not None:
            raise ValueError("start must not be given beside Sigma0 or h0")
        return before.Sigma, max(before.h2, problem.eps)
    h2 = max(1.0, problem.eps) if h0 is None else check.positive("h0", h0)
    if Sigma0 is None:
        return np.zeros_like(problem.K), h2
    Sigma = check.positive_semidefinite("Sigma0", Sigma0)
    if Sigma.shape != problem.K.shape:
        raise ValueError(f"Sigma0 must have the shape {problem.K.shape} of K, got {Sigma.shape}")
    if abs(Sigma.sum()) > _FEASIBLE * Sigma.size * np.abs(Sigma).max():
        raise ValueError(f"Sigma0 must have entries that sum to 0, got {Sigma.sum():g}")
    return Sigma, h2
