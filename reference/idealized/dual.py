r"""Section 3.2.1: the metric from the multipliers, and the dual as a quadratic program.

.. math:: \max_\alpha \; -\sum_S \alpha_{ij} d_{ij}^2 + \sum_D \alpha_{ij} d_{ij}^2
          - \tfrac12 \|AA'(\alpha)\|_F^2 , \qquad
          AA'(\alpha) = \sum_D \alpha_{ij} zz' - \sum_S \alpha_{ij} zz'

subject to (15) sum_D alpha >= C_D nu and (16) 0 <= alpha <= C_S / N_S on S, C_D / N_D on D, with
z = x_i - x_j and d^2 = z'Mz. Here alpha, eta and mu are the multipliers of (8) and (9), of xi >= 0
and of gamma >= 0.

:func:`solve_dual` solves the program as it is printed. :func:`.learning.learn_metric` solves the
same one in fewer coordinates, to more digits, and with a certificate.
"""

from __future__ import annotations

import numpy as np
from cvxopt import matrix, solvers
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized.primal import (
    constants,
    differences,
    for_pairs,
    original_metric,
    squared_distances,
)
from gramcheck.reference.types import Array

_OPTIONS = {"show_progress": False}


def metric_from_multipliers(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    alpha_S: ArrayLike,
    alpha_D: ArrayLike,
) -> Array:
    """The metric (11), AA' = -sum_S alpha zz' + sum_D alpha zz'.

    The paper finds it by dividing by A, which footnote 5 takes to be non-singular. That loses the
    constraint that AA' is positive semidefinite, and the sum can be indefinite.

    Parameters
    ----------
    X, similar, dissimilar
        As in :func:`.pair_margins`.
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers.

    Returns
    -------
    (p, p)

    Raises
    ------
    ValueError
        As there; lengths that do not meet.
    """
    z_S, z_D = differences(X, similar, dissimilar)
    (a_S,), (a_D,) = for_pairs(len(z_S), alpha_S=alpha_S), for_pairs(len(z_D), alpha_D=alpha_D)
    return (z_D.T * a_D) @ z_D - (z_S.T * a_S) @ z_S


def nu_from_multipliers(alpha_D: ArrayLike, mu: float, C_D: float) -> float:
    """Eq. (12), nu = (sum_D alpha - mu) / C_D.

    Parameters
    ----------
    alpha_D : (N_D,)
        Multipliers of (9).
    mu : float
        Multiplier of gamma >= 0.
    C_D : float
        Positive.
    """
    a_D = check.real("alpha_D", alpha_D, ndim=1)
    return float((a_D.sum() - check.finite("mu", mu)) / check.positive("C_D", C_D))


def mu_from_multipliers(alpha_D: ArrayLike, C_D: float, nu: float) -> float:
    """Eq. (12) solved for the multiplier of gamma >= 0: mu = sum_D alpha - C_D nu.

    Parameters
    ----------
    alpha_D : (N_D,)
        Multipliers of (9).
    C_D : float
        Positive.
    nu : float
        Strictly between 0 and 1.
    """
    a_D = check.real("alpha_D", alpha_D, ndim=1)
    return float(a_D.sum() - check.positive("C_D", C_D) * check.within("nu", nu, 0, 1))


def eta_from_multipliers(
    alpha_S: ArrayLike, alpha_D: ArrayLike, C_S: float, C_D: float
) -> tuple[Array, Array]:
    """Eq. (13) solved for the multipliers of xi >= 0: what alpha leaves of its upper bound.

    Parameters
    ----------
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers of (8) and (9).
    C_S, C_D : float
        Positive.

    Returns
    -------
    eta_S, eta_D : (N_S,), (N_D,)
    """
    a_S, a_D = check.real("alpha_S", alpha_S, ndim=1), check.real("alpha_D", alpha_D, ndim=1)
    C_S, C_D = check.positive("C_S", C_S), check.positive("C_D", C_D)
    return C_S / len(a_S) - a_S, C_D / len(a_D) - a_D


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
        As in those functions.
    """
    z_S, z_D = differences(X, similar, dissimilar)
    C_S, C_D, nu = constants(C_S, C_D, nu)
    P, q = _objective(z_S, z_D, M)
    N_S, N_D, N = len(z_S), len(z_D), len(q)
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
    """The dual (14)-(16), handed to ``cvxopt.solvers.qp`` as it is printed.

    Parameters
    ----------
    X, similar, dissimilar, C_S, C_D, nu, M
        As in :func:`dual_program`.

    Returns
    -------
    alpha_S, alpha_D : (N_S,), (N_D,)
        With cvxopt's accuracy, some 7 digits of a well scaled problem. They need not be unique.

    Raises
    ------
    ValueError
        As in :func:`dual_program`.
    ConvergenceError
        cvxopt does not find an optimum.
    """
    program = dual_program(X, similar, dissimilar, C_S, C_D, nu, M)
    solution = solvers.qp(*map(matrix, program), options=_OPTIONS)
    if solution["status"] != "optimal":
        raise ConvergenceError("the dual", solution["gap"], 1e-7, solution["status"])
    alpha = np.array(solution["x"]).ravel()
    n_S = np.shape(similar)[0]
    return alpha[:n_S], alpha[n_S:]


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
    (a_S,), (a_D,) = for_pairs(len(z_S), alpha_S=alpha_S), for_pairs(len(z_D), alpha_D=alpha_D)
    P, q = _objective(z_S, z_D, M)
    a = np.concatenate([a_S, a_D])
    with np.errstate(over="ignore", invalid="ignore"):
        value = float(-(a @ P @ a) / 2 - q @ a)
    if not np.isfinite(value):
        raise ValueError("alpha_S, alpha_D, X and M must keep the objective finite, got overflow")
    return value


def _objective(z_S: Array, z_D: Array, M: ArrayLike | None) -> tuple[Array, Array]:
    """P and q of (14): the products of differences, squared, and the squared distances."""
    z = np.concatenate([z_S, z_D])
    signs = np.repeat([-1.0, 1.0], [len(z_S), len(z_D)])
    P = np.outer(signs, signs) * (z @ z.T) ** 2
    return P, -signs * squared_distances(z, original_metric(M, z.shape[1]))
