r"""The metric as a quadratic program: Sections 3.2.1 to 3.2.4.

=====================================================  ========================================
primal, over AA', gamma and xi                         dual (14), over alpha
=====================================================  ========================================
min 1/2 \|AA'\|_F^2 + (C_S / N_S) sum_S xi             max -sum_S alpha d^2 + sum_D alpha d^2
+ C_D (-nu gamma + (1 / N_D) sum_D xi)                 - 1/2 \|AA'(alpha)\|_F^2
(8) d^2 >= dt^2 - xi on S                              (16) 0 <= alpha <= C_S / N_S on S
(9) dt^2 - d^2 >= gamma - xi on D                      (16) 0 <= alpha <= C_D / N_D on D
xi >= 0, gamma >= 0                                    (15) sum_D alpha >= C_D nu
=====================================================  ========================================

with z = x_i - x_j, d^2 = z'Mz, dt^2 = z'AA'z and (11) AA' = sum_D alpha zz' - sum_S alpha zz'.

The paper finds (11) by dividing by A, which footnote 5 takes to be non-singular. That loses the
constraint that AA' is positive semidefinite, and (11) can be indefinite. With the constraint the
metric is the projection P of (11) onto the cone, and the dual has \|P\|_F^2 in place of
\|AA'\|_F^2. ``psd`` chooses the problem; "clip" projects the solution of the first, which is not
the solution of the second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized.active_set import polish
from gramcheck.reference.idealized.certificate import GAP_AIMED_AT, Judged, Problem, judge
from gramcheck.reference.idealized.interior_point import solve
from gramcheck.reference.idealized.magnitude import check_objective
from gramcheck.reference.idealized.metric import IdealizedMetric, spectral_factors
from gramcheck.reference.idealized.pair_space import span_of_pairs
from gramcheck.reference.idealized.program import Array, Program, quadratic_forms

Mask = NDArray[np.bool_]

GAP_ACCEPTED = 1e-7
_FAR_LARGER = 1e3  # the largest slopes of the quadratic term, relative to those of the linear one
_PSD = ("as-printed", "clip", "constrained")


def learn_metric(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    M: ArrayLike | None = None,
    psd: str = "as-printed",
) -> IdealizedMetric:
    """The metric of Section 3.2.1 from pairs of patterns, certified by its duality gap.

    Parameters
    ----------
    X : (n, p) or (n,)
        Patterns, or points on a line.
    similar, dissimilar : (N_S, 2), (N_D, 2) integers
        Pairs of rows of X, in any order, none in both.
    C_S, C_D : float
        Positive weights of the errors on S and on D.
    nu : float
        Strictly between 0 and 1: at most this fraction of D are error pairs (if gamma > 0), at
        least this fraction support pairs (Proposition 3). At 0 gamma is 0, at 1 it is arbitrary,
        above 1 the dual is infeasible.
    M : (p, p), optional
        Symmetric positive semidefinite, of the original squared distances z'Mz; else the identity.
        The metric learned does not contain it: for small C_D it is nearly 0, not nearly M.
    psd : "as-printed", "clip" or "constrained"
        The paper's program; its solution with negative eigenvalues set to 0; the program with the
        cone constraint.

    Returns
    -------
    IdealizedMetric

    Raises
    ------
    ValueError
        Pairs out of range, repeated, contradictory, with i = j, an empty set; a constant out of
        range; M not symmetric or not positive semidefinite; numbers so large that the objective
        overflows.
    ConvergenceError
        No solution with a relative gap up to 1e-7 was found. Large multipliers cancel in (11), and
        digits run out where (C_S + C_D) times a squared distance is above some 1e9 times the
        metric. Up to there nearly every problem is solved, though not all where the optimum is 0
        or, with the cone, C_S is 1e6 times C_D.
    """
    X = check.patterns("X", X)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(X))
    C_S, C_D, nu, psd = constants(C_S, C_D, nu, psd)
    M = original_metric(M, X.shape[1])
    spread = check.squared_spread("X", X)
    check_objective("X", spread, C_S, C_D)
    if M is not None:
        check_objective("M", spread * float(np.abs(M).max()) * len(M), C_S, C_D)
    space = span_of_pairs(X, np.concatenate([S, D]))
    M = np.eye(space.Z.shape[1]) if M is None else space.restricted(M)
    solution = optimum(Problem(space.Z, M, len(S), C_S, C_D, nu), psd)
    split = spectral_factors(solution.judged.sigma, psd)
    return IdealizedMetric(
        positive=space.lift(split.positive),
        negative=space.lift(split.negative),
        multiplier_factor=None if split.multiplier is None else space.lift(split.multiplier),
        coefficients=None,
        smallest_eigenvalue=split.smallest_eigenvalue,
        **shared_fields(solution, S, D, C_S, C_D, nu, psd),
    )


def dual_objective(
    alpha_S: ArrayLike,
    alpha_D: ArrayLike,
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    M: ArrayLike | None = None,
) -> float:
    """Psi of (14) for any multipliers, feasible or not.

    Parameters
    ----------
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers, in the order of the pairs.
    X, similar, dissimilar, M
        As in :func:`learn_metric`.

    Raises
    ------
    ValueError
        As there, and lengths that do not meet; numbers so large that the objective overflows.
    """
    X = check.patterns("X", X)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(X))
    check.squared_spread("X", X)
    M = original_metric(M, X.shape[1])
    alpha = np.concatenate(
        [
            -check.real("alpha_S", alpha_S, shape=(len(S),)),
            check.real("alpha_D", alpha_D, shape=(len(D),)),
        ]
    )
    space = span_of_pairs(X, np.concatenate([S, D]))
    d2 = quadratic_forms(space.Z, np.eye(space.Z.shape[1]) if M is None else space.restricted(M))
    with np.errstate(over="ignore", invalid="ignore"):
        sigma = (space.Z.T * alpha) @ space.Z
        value = float(alpha @ d2 - np.vdot(sigma, sigma) / 2)
    if not np.isfinite(value):
        raise ValueError("alpha_S, alpha_D, X and M must keep the objective finite, got overflow")
    return value


def constants(C_S: Any, C_D: Any, nu: Any, psd: Any) -> tuple[float, float, float, str]:
    """The constants of the program, checked."""
    return (
        check.positive("C_S", C_S),
        check.positive("C_D", C_D),
        check.within("nu", nu, 0, 1),
        check.choice("psd", psd, _PSD),
    )


def original_metric(M: Any, p: int) -> Array | None:
    """M, checked; None stands for the identity."""
    if M is None:
        return None
    M = check.positive_semidefinite("M", M)
    if len(M) != p:
        raise ValueError(f"M must have shape {(p, p)} as X has {p} columns, got {M.shape}")
    return M


@dataclass(frozen=True)
class Solution:
    """The best multipliers found, judged, and what cvxopt said."""

    judged: Judged
    status: str


def optimum(problem: Problem, psd: str) -> Solution:
    """Solve by cvxopt, polish, judge; in other units if the gap is not small enough.

    Raises
    ------
    ConvergenceError
        The best gap found is above ``GAP_ACCEPTED``.
    """
    cone = psd == "constrained"
    moving = np.count_nonzero(problem.Z, axis=1) > 0
    if not moving[problem.n_similar :].any():  # nothing to gain: the metric is 0
        return Solution(judge(problem, _of_coincident_pairs(problem), cone), "nothing to solve")
    best = _best(problem, moving, cone)
    judged = best.judged
    if not judged.gap <= GAP_ACCEPTED:
        gap = judged.primal - judged.dual
        residuals = judged.residuals._asdict()
        residuals["gap relative to the terms"] = residuals.pop("gap")
        raise ConvergenceError(
            f"the metric's quadratic program with {len(problem.Z)} pairs",
            gap,
            gap * (GAP_ACCEPTED / judged.gap),
            best.status,
            residuals,
        )
    return best


def _best(problem: Problem, moving: Mask, cone: bool) -> Solution:
    """The best that cvxopt comes to, at the first size that is good enough."""
    program = _scaled(problem, moving)
    found = []
    for size in _sizes(program):
        with np.errstate(all="ignore"):  # a run that breaks down is judged by its best iterate
            beta, gamma, status = solve(program.relative_to(size), cone, GAP_AIMED_AT)
            polished, _ = polish(program, beta, gamma * size, cone)
        for candidate in (polished, beta):
            alpha = _of_coincident_pairs(problem)
            alpha[moving] = candidate * problem.upper[moving]
            found.append(Solution(judge(problem, alpha, cone), status))
            if found[-1].judged.gap <= GAP_AIMED_AT:
                return found[-1]
    return min(found, key=lambda each: each.judged.gap)


def _sizes(program: Program) -> tuple[float, ...]:
    """Sizes of the objective to try: its slopes without the quadratic term, and with it.

    Where the quadratic term is far larger (long pairs, large constants) its slopes cancel at the
    solution, and no one size suits all of the way.
    """
    diagonal = np.square(program.w * np.einsum("kr,kr->k", program.Z, program.Z))
    largest = float(diagonal.max())
    return (1.0, largest) if largest > _FAR_LARGER else (1.0,)


def _of_coincident_pairs(problem: Problem) -> Array:
    """Multipliers of pairs without a difference, which move nothing but the sum in (15).

    So dissimilar ones may be at their bound, where they help it most, and similar ones at 0.
    """
    return np.where(problem.signs > 0, problem.upper, 0.0)


def _scaled(problem: Problem, moving: Mask) -> Program:
    """The dual of the pairs that are apart, in the units of :mod:`.program`."""
    n_D = len(problem.Z) - problem.n_similar
    bounds = (problem.signs * problem.upper)[moving]
    dissimilar = problem.signs > 0
    needed = float(problem.nu * n_D - np.count_nonzero(dissimilar & ~moving))
    v = np.where(dissimilar[moving], 1 / np.sqrt(n_D), 0.0)
    if needed <= 0:  # pairs that coincide fulfill (15) by themselves
        v, needed = np.zeros_like(v), -1.0

    Z = problem.Z[moving]
    length2 = np.einsum("kr,kr->k", Z, Z).max()
    Z = Z / np.sqrt(length2)
    linear = bounds * problem.squared_distances[moving]
    size = float(np.abs(linear).max())
    if size == 0:  # M is 0 on all pairs: only the slopes of the quadratic term are left
        start = np.where(bounds > 0, problem.nu, 0.0)
        raw = Program(Z, bounds * length2, linear, v, 0.0)
        size = float(np.abs(raw.pulled_back(raw.metric(start))).max()) or 1.0
    w, linear = bounds * length2 / np.sqrt(size), linear / size
    return Program(Z, w, linear, v, needed / np.sqrt(n_D))


def shared_fields(
    solution: Solution, S: Any, D: Any, C_S: float, C_D: float, nu: float, psd: str
) -> dict[str, Any]:
    """Fields that the linear and the kernel version fill alike."""
    judged, n_S = solution.judged, len(S)
    return {
        "gamma": judged.gamma,
        "gamma_average": judged.gamma_average,
        "alpha_S": judged.alpha[:n_S],
        "alpha_D": judged.alpha[n_S:],
        "slack_S": judged.slack[:n_S],
        "slack_D": judged.slack[n_S:],
        "similar": S,
        "dissimilar": D,
        "primal": judged.primal,
        "dual": judged.dual,
        "residuals": judged.residuals,
        "C_S": C_S,
        "C_D": C_D,
        "nu": nu,
        "psd": psd,
        "status": solution.status,
    }
