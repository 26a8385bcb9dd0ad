r"""Algorithm 1, the gradient projection method for (9), in two variables.

``variable="Sigma"`` is what the paper prints: a step against the subgradient, projection onto
N = {Sigma >= 0, 1'Sigma 1 = 0}, and h~ <- max(eps, h~ + beta_t sum tau). The paper leaves the
steps open, and with none of those tried does it get near the optimum in reasonable time, for the
subgradient K L K has the square of the kernel's condition number (errata C10).
``variable="W"`` is the same method in the variable of :mod:`.centered`, which halves
that in the exponent; there N is the cone alone.

Steps alpha_t = beta_t for both parts of the subgradient g_t, t = 0, 1, ...:

============  ====================================================================
"constant"    size
"normalized"  size / (||g_t|| sqrt(t + 1))
"polyak"      (f_t - target) / ||g_t||^2
============  ====================================================================

Its gap is measured against a lower bound like any other solver's: "until convergence" has no
other meaning for a subgradient method, whose steps shrink whether it is there or not. Multipliers
of its own are the active sets, averaged with the weights of the steps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from gramcheck.reference import check
from gramcheck.reference.kcr.centered import checked_problem
from gramcheck.reference.kcr.certificate import dual_bound
from gramcheck.reference.kcr.programme import gram_distances, laplacian, rows_about_mean
from gramcheck.reference.kcr.projections import (
    LARGEST,
    clip,
    project,
    project_alternating,
    project_dykstra,
)
from gramcheck.reference.kcr.result import KernelRule, certified, check_start, relative_gap

PROJECTIONS = {
    "exact": lambda S, _: project(S),
    "alternating": project_alternating,
    "dykstra": project_dykstra,
}
_CHECK_EVERY = 100


def gradient_projection(
    K: ArrayLike,
    y: ArrayLike,
    lam: float,
    projection: str = "exact",
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
    """Algorithm 1 with named choices for what the paper leaves open.

    Parameters
    ----------
    K : (n, n)
        The kernel among the training patterns, positive semidefinite.
    y : (n,)
        Their labels, at least two classes.
    lam : float
        lambda, positive.
    projection : {"exact", "alternating", "dykstra"}
        Onto N. The paper's "alternating" ends at another point of it and, as Dykstra's, a little
        outside after finitely many sweeps; the objective and the lower bound are valid there.
    variable : {"Sigma", "W"}
        In W the projection is exact whatever is asked.
    step : {"normalized", "constant", "polyak"}
        See above.
    max_iterations : int
        At least 1.
    tol : float
        The relative gap that ends the iterations, nonnegative; computed every 100.
    eps : float
        The lower bound on h~, positive.
    start : KernelRule, optional
        Sigma_0 and h~_0, of a result for the same K; 0 and 1 when None.
    size : float
        Of the steps "constant" and "normalized", positive.
    target : float, optional
        The optimum or a lower bound, which the step "polyak" needs.
    multipliers : (n, n), optional
        A better dual candidate to measure the gap against, a splitting solution's for instance.
    sweeps : int
        Iterations of "alternating" and "dykstra" in each projection, at least 1.
    iterate : {"last", "best"}
        Which one to return; the algorithm returns the last, though its objective goes up and down.

    Returns
    -------
    KernelRule

    Raises
    ------
    ValueError
        As :func:`.solve_by_splitting`; unknown names; step "polyak" without target;
        steps that overflow.
    """
    problem = checked_problem(K, y, lam, eps)
    tol = check.nonnegative("tol", tol)
    steps = _Steps(step, size, target)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    sweeps = check.integer("sweeps", sweeps, 1)
    check.choice("projection", projection, PROJECTIONS)
    check.choice("variable", variable, ("Sigma", "W"))
    check.choice("iterate", iterate, ("last", "best"))
    check_start(start, problem)
    if multipliers is not None:
        multipliers = check.real("multipliers", multipliers, shape=problem.K.shape).copy()

    # Sigma or W; rows in which the squared distances are (r_i - r_j)'S(r_i - r_j); tr(penalty S)
    strong = problem.centered.strong()
    printed = variable == "Sigma"
    rows = rows_about_mean(problem.K) if printed else strong.Z
    penalty = problem.K if printed else np.eye(rows.shape[1])
    S, h2 = np.zeros_like(penalty), max(1.0, problem.eps)
    if start is not None:
        S = start.Sigma if printed else strong.Z.T @ start.Sigma @ strong.Z
        h2 = max(start.h2, problem.eps)

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
        # Lines 6 and 7
        weights = problem.tau * active
        for_S = 2 * rows.T @ laplacian(weights) @ rows + problem.lam * penalty
        for_h2 = -float(weights.sum())
        alpha = steps(t, reached, float(np.hypot(linalg.norm(for_S.ravel()), for_h2)))
        with np.errstate(over="ignore"):
            moved = S - alpha * for_S
        if not (np.abs(moved) <= LARGEST).all():
            raise ValueError(f"step must keep Sigma finite, got {step!r} and a length of {alpha:g}")
        moved = (moved + moved.T) / 2
        S = PROJECTIONS[projection](moved, sweeps) if printed else clip(moved)
        h2 = max(problem.eps, h2 - alpha * for_h2)
        average += alpha * active
        total += alpha

    if iterate == "best":
        _, S, h2 = best
    Sigma = S if printed else strong.sigma(S)
    return certified(problem, Sigma, h2, candidate, t, tol)


class _Steps:
    """alpha_t from t, the objective and the norm of the subgradient."""

    def __init__(self, step: str, size: float, target: float | None) -> None:
        self.step = check.choice("step", step, ("constant", "normalized", "polyak"))
        self.size = check.positive("size", size)
        if self.step == "polyak" and target is None:
            raise ValueError('target must be given for step="polyak", got None')
        self.target = np.nan if target is None else check.finite("target", target)

    def __call__(self, t: int, reached: float, norm: float) -> float:
        if self.step == "constant":
            return self.size
        if self.step == "normalized":
            return self.size / (norm * np.sqrt(t + 1)) if norm > 0 else 0.0
        return max(0.0, reached - self.target) / norm / norm if norm > 0 else 0.0
