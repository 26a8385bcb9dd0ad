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

N = {Sigma >= 0, 1'Sigma 1 = 0}, and P_N is that of :mod:`.projections`. The paper takes Sigma_0
from {Sigma >= 0}; here it is feasible, as all that follow are. The paper says neither how
long the steps are nor when the method has converged: :mod:`.gradient_projection` has named choices
for them, and a certificate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.bounds import label_signs, same_class_counts
from gramcheck.reference.kcr.engines.centered import Problem, checked_problem
from gramcheck.reference.kcr.engines.pairs import (
    metric_distances,
    outer_products,
    rows_about_mean,
)
from gramcheck.reference.kcr.engines.result import KernelRule, started
from gramcheck.reference.kcr.engines.step_lengths import Steps, step_sequence, stepped
from gramcheck.reference.kcr.program import checked_point
from gramcheck.reference.kcr.projections import project_alternating
from gramcheck.reference.types import AnyArray, Array, Booleans

_FEASIBLE = 1e-8  # 1'Sigma_0 1 counts as 0 up to this, times n^2 and the largest entry of Sigma_0


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
    So that kinks of few digits are met exactly, distances come from inner products about the mean.
    Beside a point that is far, near ones lose digits in them, as they do not in :func:`.objective`.

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
    for_Sigma = outer_products(weights, rows_about_mean(K)) + lam * K
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
        Sigma_0, in N; its entries must sum to 0, which the paper does not say.
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
    Sigma, h2 = _feasible(problem, Sigma0, h0)
    iterations = check.integer("iterations", iterations, 1)
    sweeps = check.integer("sweeps", sweeps, 1)
    alpha_of = step_sequence("alpha", alpha, iterations)
    beta_of = step_sequence("beta", beta, iterations)
    for t in range(iterations):
        # Lines 3 to 5: N_t, over which the subgradient sums
        for_Sigma, for_h2 = subgradient(Sigma, h2, problem.K, y, problem.lam)
        # Line 6: Sigma_t+1
        moved = stepped(Sigma, alpha_of(t), for_Sigma, "alpha must keep Sigma")
        Sigma = project_alternating(moved, sweeps)
        # Line 7: h~_t+1
        h2 = max(problem.eps, stepped(h2, beta_of(t), for_h2, "beta must keep h~"))
    return Sigma, h2


def first_point(
    problem: Problem, Sigma0: ArrayLike | None, h0: float | None, start: KernelRule | None
) -> tuple[Array, float]:
    """Sigma_0 and h~_0, given or from another result; else 0, and 1 or eps where that is more."""
    before = started(start, problem)
    if before is not None:
        if Sigma0 is not None or h0 is not None:
            raise ValueError("start must not be given beside Sigma0 or h0")
        return before.Sigma, before.h2
    h0 = max(1.0, problem.eps) if h0 is None else h0
    return _feasible(problem, np.zeros_like(problem.K) if Sigma0 is None else Sigma0, h0)


def _feasible(problem: Problem, Sigma0: ArrayLike, h0: float) -> tuple[Array, float]:
    """A feasible point, validated."""
    h2, Sigma = check.positive("h0", h0), check.positive_semidefinite("Sigma0", Sigma0)
    if Sigma.shape != problem.K.shape:
        raise ValueError(f"Sigma0 must have the shape {problem.K.shape} of K, got {Sigma.shape}")
    if abs(Sigma.sum()) > _FEASIBLE * Sigma.size * np.abs(Sigma).max():
        raise ValueError(f"Sigma0 must have entries that sum to 0, got {Sigma.sum():g}")
    return Sigma, h2
