r"""Section 4.1: the semidefinite program (9), its solutions, and what certifies them.

.. math:: \min_{\Sigma, \tilde h} \; \sum_i \Big[ 2 - n_i^+ + \sum_j \big[ 1 + \tau_{ij}
          \operatorname{tr}(M_{ij} \Sigma) - \tau_{ij} \tilde h \big]_+ \Big]_+
          + \lambda \operatorname{tr}(K \Sigma)
          \quad \text{subject to} \quad \Sigma \succeq 0, \; 1'\Sigma 1 = 0, \; \tilde h > 0

====================  ==========================================================================
``Sigma`` (n, n)      the metric; symmetric, and for a distance positive semidefinite
``h2``                h~ = h^2, the squared bandwidth
``K`` (n, n)          reproducing kernel among the training patterns, k_i its rows
``y`` (n,)            labels
``lam``               lambda, the weight of the penalty
``M_ij``              (k_i - k_j)(k_i - k_j)', so tr(M_ij Sigma) is a squared distance
``tau_ij``            +1 where Y_i = Y_j, otherwise -1
``n_i^+``             the size of the class of X_i, X_i counted
====================  ==========================================================================

The minimum over h~ > 0 need not exist (errata C11), so every solver keeps h~ >= eps, as line 7 of
Algorithm 1 does. A :class:`KernelRule` is the one result of all of them: a point of the program
with a lower bound that weak duality gives, whichever way the point was found.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.bounds import row_losses
from gramcheck.reference.kcr.engines import exact, splitting
from gramcheck.reference.kcr.engines.centered import checked_problem
from gramcheck.reference.kcr.engines.certificate import dual_bound
from gramcheck.reference.kcr.engines.pairs import distances_of_images
from gramcheck.reference.kcr.engines.result import KernelRule, certified, started
from gramcheck.reference.types import AnyArray, Array


def objective_from_distances(squared: ArrayLike, h2: float, y: ArrayLike) -> float:
    """The loss of (9), without the penalty, at given squared distances (n, n).

    Raises
    ------
    ValueError
        ``squared`` not symmetric, NaN, ``h2`` not positive, ``y`` of another length or of one
        class.
    """
    squared = check.symmetric("squared", squared)
    y = check.labels("y", y, len(squared))
    return float(np.maximum(0.0, row_losses(squared, check.positive("h2", h2), y)).sum())


def objective(Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike, lam: float) -> float:
    """The objective of (9) at any symmetric Sigma and any positive h2.

    Raises
    ------
    ValueError
        ``K`` or ``Sigma`` not square and symmetric, shapes that do not meet, ``lam`` negative, a
        single class, NaN, numbers out of range.
    """
    Sigma, h2, K, y = checked_point(Sigma, h2, K, y)
    lam = check.nonnegative("lam", lam)
    loss = np.maximum(0.0, row_losses(distances_of_images(Sigma, K), h2, y)).sum()
    return float(loss + lam * np.vdot(K, Sigma))


def solve_exactly(
    K: ArrayLike,
    y: ArrayLike,
    lam: float,
    eps: float = 1e-6,
    tol: float = 1e-6,
    limit: int = 60,
) -> KernelRule:
    r"""Solve (9) by interior points, as the cone program that cvxopt takes, for small n.

    There is a slack x_p for the inner hinge of each unordered pair p (and one for all j = i, which
    have the same), and a slack t_i for each row:

    .. math:: \min \; \sum_i t_i + \lambda \operatorname{tr}(K \Sigma)
              \quad \text{subject to} \quad
              x_p \ge 0, \; x_p \ge 1 + \tau_p (d_p^2 - \tilde h), \; t_i \ge 0, \;
              t_i \ge 2 - n_i^+ + \sum_{p \ni i} x_p, \; \tilde h \ge \epsilon,
              \; \Sigma \succeq 0, \; 1'\Sigma 1 = 0

    The time grows as n^6: a second at n = 30. :mod:`.exact` writes it in W, Sigma = T W T', where
    no linear constraint is left and the kernel's condition number is halved in its exponent.

    Parameters
    ----------
    K, y, lam, eps
        As in :func:`solve_by_splitting`.
    tol : float
        Relative gap and feasibility asked of cvxopt, at least 1e-13. Where it fails, up to 10^7
        times as much is tried, but no more than 0.01, or ``tol`` where that is more. The best of
        what came back is returned; ``converged`` says whether its gap, computed anew, is within 100
        times ``tol``.
    limit : int
        The largest n that is tried at all.

    Returns
    -------
    KernelRule

    Raises
    ------
    ConvergenceError
        cvxopt has no point to show at any tolerance.
    ValueError
        n above ``limit``, and as :func:`solve_by_splitting`.
    """
    problem = checked_problem(K, y, lam, eps)
    tol = check.positive("tol", tol)
    limit = check.integer("limit", limit, 2)
    if len(problem.y) > limit:
        raise ValueError(
            f"K must have at most limit={limit} patterns for interior points, got "
            f"{len(problem.y)}; solve_by_splitting takes any number"
        )
    return certified(problem, exact.solve(problem, tol), exact.WITHIN * tol)


def solve_by_splitting(
    K: ArrayLike,
    y: ArrayLike,
    lam: float,
    tol: float = 1e-3,
    max_iterations: int = 20_000,
    eps: float = 1e-6,
    start: KernelRule | None = None,
) -> KernelRule:
    r"""Solve (9) for any n, with a certified gap, by splitting the loss from the cone.

    .. math:: \min_{V, Y, \tilde h} \; \sum_i \Big[ 2 - n_i^+ + \sum_j [1 + V_{ij}]_+ \Big]_+
              + \lambda \operatorname{tr}(P Y) \quad \text{subject to} \quad Y \succeq 0, \;
              V_{ij} = \tau_{ij} (Y_{ii} + Y_{jj} - 2 Y_{ij} - \tilde h), \; \tilde h \ge \epsilon

    Y = HK Sigma KH holds the inner products of the embedded patterns about their mean, P is the
    pseudoinverse of HKH, and H = I - 11'/n. An iteration of :mod:`.splitting` is one
    eigendecomposition (n, n) and otherwise O(n^2).

    Parameters
    ----------
    K : (n, n)
        The kernel among the training patterns, positive semidefinite.
    y : (n,)
        Their labels, at least two classes.
    lam : float
        lambda, positive.
    tol : float
        The relative gap that ends the iterations, nonnegative.
    max_iterations : int
        At least 1, rounds of cutting planes included. Where it ends them, the result says so:
        ``converged`` is False, ``gap`` what was reached.
    eps : float
        The lower bound on h~, positive.
    start : KernelRule, optional
        A solution for the same patterns, at another lambda for instance. Where it is within ``tol``
        here, too, it is the result, after 0 iterations.

    Returns
    -------
    KernelRule

    Raises
    ------
    ValueError
        ``K`` not square, symmetric or positive semidefinite, or constant; ``y`` of another length
        or of one class; ``lam`` or ``eps`` not positive; ``start`` of another size; NaN; numbers
        out of range, the largest entry of ``K`` among them.
    """
    problem = checked_problem(K, y, lam, eps)
    tol = check.nonnegative("tol", tol)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    point = splitting.solve(problem, tol, max_iterations, started(start, problem))
    return certified(problem, point, tol)


def lower_bound(
    multipliers: ArrayLike, K: ArrayLike, y: ArrayLike, lam: float, eps: float = 1e-6
) -> float:
    """A number below the objective of (9) at every feasible point, by weak duality.

    Eigenvalues of HKH up to n eps of the largest, which may be roundings of K, count as 0.

    Any multipliers of the inner hinges will do, since :mod:`.certificate` makes them feasible for
    the dual first; the nearer they are to optimal ones, the nearer is the bound to the optimum.

    Parameters
    ----------
    multipliers : (n, n)
        Any real numbers: entry (i, j) for the inner hinge of the pair in row i. The best are
        those of a solver, ``KernelRule.multipliers``.
    K, y, lam, eps
        As in :func:`solve_by_splitting`.

    Returns
    -------
    float, nonnegative

    Raises
    ------
    ValueError
        ``multipliers`` of another shape than ``K`` or with NaN, and as
        :func:`solve_by_splitting`.
    """
    problem = checked_problem(K, y, lam, eps)
    return dual_bound(check.real("multipliers", multipliers, shape=problem.K.shape), problem)


def checked_point(
    Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike
) -> tuple[Array, float, Array, AnyArray]:
    """The arguments that the functions of (Sigma, h2) share."""
    K = check.symmetric("K", K)
    Sigma = check.symmetric("Sigma", Sigma)
    if Sigma.shape != K.shape:
        raise ValueError(f"Sigma must have the shape {K.shape} of K, got {Sigma.shape}")
    return Sigma, check.positive("h2", h2), K, check.labels("y", y, len(K))
