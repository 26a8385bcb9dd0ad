"""Section 4.1: Algorithm 1 with a certificate, and named choices for what the paper leaves open.

A subgradient method does not tell by itself whether it has converged: its steps shrink whether it
is there or not. So the gap is measured against a lower bound, like that of every other solver; the
multipliers for it are the active sets, averaged with the weights of the steps.
"""

from __future__ import annotations

from itertools import count

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.algorithm1 import first_point
from gramcheck.reference.kcr.engines.centered import Point, checked_problem
from gramcheck.reference.kcr.engines.certificate import dual_bound, relative_gap
from gramcheck.reference.kcr.engines.pairs import gram_distances, outer_products, rows_about_mean
from gramcheck.reference.kcr.engines.result import KernelRule, certified
from gramcheck.reference.kcr.engines.step_lengths import Steps, step_lengths, stepped
from gramcheck.reference.kcr.projections import (
    clip,
    project,
    project_alternating,
    project_dykstra,
)

PROJECTIONS = {
    "alternating": project_alternating,
    "exact": lambda S, _: project(S),
    "dykstra": project_dykstra,
}
_CHECK_EVERY = 100  # iterations between two computations of the gap


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

    Where g_t = 0, no step is taken.

    With one step for both variables the printed form stays far from the optimum, and with steps of
    different sizes for Sigma and h~ it reaches that of some programs alone (errata C10): where the
    kernel is ill conditioned, the subgradient 2 K L K + lambda K has the square of its condition
    number. ``variable="W"`` is the same method in the variable of :mod:`.centered`, which halves
    that in the exponent; there N is the cone alone.

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
        h~_0, positive; 1 when None, or ``eps`` where that is more. Below ``eps`` it is no iterate
        to return.
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
        or ``h0``; steps so long that Sigma or h~ leaves the range of numbers up to 1e100.
    """
    problem = checked_problem(K, y, lam, eps)
    tol = check.nonnegative("tol", tol)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    named = "step" if alpha is None and beta is None else "alpha or beta"
    steps = step_lengths(alpha, beta, (step, size, target), max_iterations)
    sweeps = check.integer("sweeps", sweeps, 1)
    check.choice("projection", projection, PROJECTIONS)
    check.choice("variable", variable, ("Sigma", "W"))
    check.choice("iterate", iterate, ("last", "best"))
    Sigma, h2 = first_point(problem, Sigma0, h0, start)

    # S is Sigma or W; squared distances are (r_i - r_j)'S(r_i - r_j), and the penalty tr(penalty S)
    strong = problem.centered.strong()
    printed = variable == "Sigma"
    rows = rows_about_mean(problem.K) if printed else strong.Z
    penalty = problem.K if printed else np.eye(rows.shape[1])
    S = Sigma if printed else strong.Z.T @ Sigma @ strong.Z

    average, total = np.zeros_like(problem.K), 0.0
    best = (np.inf, S, h2)
    for t in count():
        # Lines 3 to 5: A_t, B_t, N_t
        inner, outer = problem.hinges(gram_distances(rows @ S @ rows.T), h2)
        active = (inner > 0) & (outer > 0)[:, None]
        reached = float(np.maximum(outer, 0.0).sum() + problem.lam * np.vdot(penalty, S))
        if h2 >= problem.eps:
            best = min(best, (reached, S, h2), key=lambda point: point[0])
        if t == max_iterations or (t and t % _CHECK_EVERY == 0):
            # as long as no step has been taken, the active sets of the start
            candidate = average / total if total > 0 else active.astype(np.float64)
            current = best[0] if iterate == "best" else reached
            if relative_gap(current, dual_bound(candidate, problem)) <= tol or t == max_iterations:
                break
        # Line 6: Sigma_t+1
        weights = problem.tau * active
        for_S = outer_products(weights, rows) + problem.lam * penalty
        for_h2 = -float(weights.sum())
        alpha_t, beta_t = steps(t, reached, float(np.hypot(sp.linalg.norm(for_S.ravel()), for_h2)))
        moved = stepped(S, alpha_t, for_S, f"{named} must keep Sigma")
        moved = (moved + moved.T) / 2
        S = PROJECTIONS[projection](moved, sweeps) if printed else clip(moved)
        # Line 7: h~_t+1
        h2 = max(problem.eps, stepped(h2, beta_t, for_h2, f"{named} must keep h~"))
        average += alpha_t * active
        total += alpha_t

    if iterate == "best":
        _, S, h2 = best
    Sigma = S if printed else strong.sigma(S)
    return certified(problem, Point(Sigma, h2, candidate, t), tol)
