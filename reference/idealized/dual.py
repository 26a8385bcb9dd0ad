r"""Section 3.2.1: the dual (14)-(16) as a quadratic program.

.. math:: \max_\alpha \; -\sum_S \alpha_{ij} d_{ij}^2 + \sum_D \alpha_{ij} d_{ij}^2
          - \tfrac12 \|AA'(\alpha)\|_F^2 , \qquad
          AA'(\alpha) = \sum_D \alpha_{ij} zz' - \sum_S \alpha_{ij} zz'

subject to (15) sum_D alpha >= C_D nu and (16) 0 <= alpha <= C_S / N_S on S, C_D / N_D on D, with
z = x_i - x_j and d^2 = z'Mz.

:func:`solve_dual` hands the program to a solver as it is printed. :func:`.learning.learn_metric`
solves the same program without units and in fewer coordinates, to more digits. Both judge what the
solver returns by its duality gap.
"""

from __future__ import annotations

import numpy as np
from cvxopt import matrix, solvers
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized.conditions import quantile
from gramcheck.reference.idealized.lagrangian import metric_from_multipliers
from gramcheck.reference.idealized.metric import squared_distances
from gramcheck.reference.idealized.primal import (
    constants,
    differences,
    original_metric,
    pair_margins,
    primal_objective,
    smallest_slacks,
)
from gramcheck.reference.types import Array

# Only cvxopt's relative tolerance of the gap: small numbers meet the absolute one too early.
_OPTIONS = {"show_progress": False, "abstol": 0.0}
_ACCEPTED = 1e-6  # the gap, of the terms of the primal, and what (15) and (16) are violated by


def dual_program(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    M: ArrayLike | None = None,
) -> tuple[Array, Array, Array, Array]:
    """The dual (14)-(16) as arrays for ``cvxopt.solvers.qp``.

    Parameters
    ----------
    X, similar, dissimilar, M
        As in :func:`.pair_margins`.
    C_S, C_D, nu
        As in :func:`.primal_objective`.

    Returns
    -------
    P : (N, N)
    q : (N,)
        (14) is -(1/2) a'Pa - q'a, for a = (alpha_S, alpha_D) and N = N_S + N_D.
    G : (2 N + 1, N)
    h : (2 N + 1,)
        (15) and (16) are Ga <= h: first -a <= 0, then a <= its bounds, last (15).

    Raises
    ------
    ValueError
        As in those functions; so many pairs that memory cannot hold the program.
    """
    z_S, z_D = differences(X, similar, dissimilar)
    C_S, C_D, nu = constants(C_S, C_D, nu)
    N_S, N_D = len(z_S), len(z_D)
    N = N_S + N_D
    # two halves of G, their copies in it, and P
    check.memory(40 * N**2, similar=N_S, dissimilar=N_D)
    P, q = _objective(z_S, z_D, M)
    box = np.repeat([C_S / N_S, C_D / N_D], [N_S, N_D])
    dissimilar_sum = np.repeat([0.0, 1 / C_D], [N_S, N_D])
    G = np.vstack([-np.eye(N), np.eye(N), -dissimilar_sum])
    h = np.concatenate([np.zeros(N), box, [-nu]])
    return P, q, G, h


def solve_dual(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    M: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """The dual (14)-(16), handed to ``cvxopt.solvers.qp`` as it is printed, and judged by its gap.

    cvxopt breaks down where the numbers of the program differ much in size, and its status then
    does not tell how good its result is. The multipliers are judged by weak duality alone: (14) is
    compared with the primal at (11), with the best gamma and the smallest slacks for it.

    Parameters
    ----------
    X, similar, dissimilar, C_S, C_D, nu, M
        As in :func:`dual_program`.

    Returns
    -------
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers whose objective (14) is within 1e-6 of the optimum, relative to the terms of
        the primal. These are digits of the objective and not of the metric (11), which has about
        half as many. The multipliers need not be unique.

    Raises
    ------
    ValueError
        As in :func:`dual_program`.
    ConvergenceError
        The gap is above 1e-6 of the terms, or cvxopt violates (15) by more than 1e-6 of nu or (16)
        by more than 1e-6 of the upper bound. Other units may help; :func:`.learn_metric` chooses
        them itself.
    """
    pairs = X, similar, dissimilar
    P, q, G, h = dual_program(*pairs, C_S, C_D, nu, M)
    try:
        solution = solvers.qp(*map(matrix, (P, q, G, h)), options=_OPTIONS)
        alpha, box = np.array(solution["x"]).ravel(), h[len(q) : -1]
        # weak duality is that of multipliers inside their boxes
        alpha_S, alpha_D = np.split(np.clip(alpha, 0.0, box), [len(np.asarray(similar))])
        gap, terms = _gap(alpha_S, alpha_D, *pairs, C_S, C_D, nu, M)
    except (ArithmeticError, ValueError) as error:  # the arguments have passed their checks
        status = "the numbers of the program leave the range; other units may help"
        raise ConvergenceError("the dual", np.inf, _ACCEPTED, status) from error
    violation = float(((G @ alpha - h) / np.concatenate([box, box, [nu]])).max())
    if not (abs(gap) / terms <= _ACCEPTED and violation <= _ACCEPTED):  # nor if one is NaN
        violations = {"relative violation of (15) and (16)": max(0.0, violation)}
        wanted = _ACCEPTED * terms
        raise ConvergenceError("the dual", abs(gap), wanted, solution["status"], violations)
    return alpha_S, alpha_D


def _gap(
    alpha_S: Array,
    alpha_D: Array,
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    M: ArrayLike | None,
) -> tuple[float, float]:
    """The primal at (11), its best gamma and smallest slacks less (14); the size of its terms."""
    pairs = X, similar, dissimilar
    metric = metric_from_multipliers(*pairs, alpha_S, alpha_D)
    gamma = quantile(pair_margins(*pairs, metric, 0.0, M)[1], nu)
    slacks = smallest_slacks(*pairs, metric, gamma, M)
    primal = primal_objective(metric, gamma, *slacks, C_S, C_D, nu)
    terms = primal + 2 * C_D * nu * gamma  # its one negative term with the other sign
    return primal - dual_objective(alpha_S, alpha_D, *pairs, M), terms or 1.0


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
        As in :func:`.pair_margins`.

    Raises
    ------
    ValueError
        As there; lengths that do not meet; numbers so large that the objective overflows.
    """
    z_S, z_D = differences(X, similar, dissimilar)
    a_S = check.real("alpha_S", alpha_S, shape=(len(z_S),))
    a_D = check.real("alpha_D", alpha_D, shape=(len(z_D),))
    P, q = _objective(z_S, z_D, M)
    a = np.concatenate([a_S, a_D])
    with np.errstate(over="ignore", invalid="ignore"):
        value = float(-(a @ P @ a) / 2 - q @ a)
    return check.without_overflow(value, "alpha_S, alpha_D, X and M", "a finite objective")


def _objective(z_S: Array, z_D: Array, M: ArrayLike | None) -> tuple[Array, Array]:
    """P and q of (14): the products of differences, squared, and the squared distances."""
    z = np.concatenate([z_S, z_D])
    signs = np.repeat([-1.0, 1.0], [len(z_S), len(z_D)])
    P = np.outer(signs, signs) * (z @ z.T) ** 2
    return P, -signs * squared_distances(z, original_metric(M, z.shape[1]))
