r"""Section 3.2.1: the primal, its Lagrangian, and the dual as a quadratic program.

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

Every function takes the pairs in any order and keeps it; M is the identity where it is left out.
:func:`solve_dual` solves the program as it is printed. :func:`.learning.learn_metric` solves the
same one in fewer coordinates, to more digits, and with a certificate.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from cvxopt import matrix, solvers
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.types import Array

_OPTIONS = {"show_progress": False}


def margins_from_labels(
    squared: ArrayLike, original: ArrayLike, y: ArrayLike, gamma: float
) -> Array:
    """What (6) wants to be nonnegative, for all pairs of patterns.

    Parameters
    ----------
    squared, original : (n, n)
        The learned squared distances dt^2 and the original ones d^2.
    y : (n,)
        Labels.
    gamma : float

    Returns
    -------
    (n, n)
        d^2 - dt^2 for patterns of one class, dt^2 - d^2 - gamma for others. (6) holds if no entry
        off the diagonal is negative.

    Raises
    ------
    ValueError
        Shapes that do not meet.
    """
    squared = check.real("squared", squared, ndim=2)
    original = check.real("original", original, shape=(len(squared),) * 2)
    squared = check.real("squared", squared, shape=original.shape)
    y = check.labels("y", y, len(squared), classes=1)
    gamma = check.finite("gamma", gamma)
    return np.where(y[:, None] == y, original - squared, squared - original - gamma)


def pair_margins(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    metric: ArrayLike,
    gamma: float,
    M: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """What (7) wants to be nonnegative: d^2 - dt^2 on S, and dt^2 - d^2 - gamma on D.

    Parameters
    ----------
    X : (n, p)
        Patterns.
    similar, dissimilar : (N_S, 2), (N_D, 2) integers
        Pairs of rows of X.
    metric : (p, p)
        AA', symmetric, definite or not.
    gamma : float
    M : (p, p), optional
        Symmetric positive semidefinite.

    Returns
    -------
    margins_S, margins_D : (N_S,), (N_D,)

    Raises
    ------
    ValueError
        Shapes that do not meet; pairs out of range, repeated, contradictory or with i = j.
    """
    z_S, z_D = _differences(X, similar, dissimilar)
    metric = _sized("metric", check.symmetric("metric", metric), z_S.shape[1])
    M = original_metric(M, z_S.shape[1])
    gamma = check.finite("gamma", gamma)
    return (
        _squared(z_S, M) - _squared(z_S, metric),
        _squared(z_D, metric) - _squared(z_D, M) - gamma,
    )


def smallest_slacks(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    metric: ArrayLike,
    gamma: float,
    M: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """The least xi >= 0 that meet (8) and (9).

    Parameters
    ----------
    X, similar, dissimilar, metric, gamma, M
        As in :func:`pair_margins`.

    Returns
    -------
    slack_S, slack_D : (N_S,), (N_D,)

    Raises
    ------
    ValueError
        As there.
    """
    margins_S, margins_D = pair_margins(X, similar, dissimilar, metric, gamma, M)
    return np.maximum(-margins_S, 0.0), np.maximum(-margins_D, 0.0)


def primal_objective(
    metric: ArrayLike,
    gamma: float,
    slack_S: ArrayLike,
    slack_D: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
) -> float:
    """The primal's objective, whose norm is Frobenius' (the Euclidean one of the eigenvalues).

    Parameters
    ----------
    metric : (p, p)
        AA', symmetric.
    gamma : float
    slack_S, slack_D : (N_S,), (N_D,)
        The xi.
    C_S, C_D : float
        Positive.
    nu : float
        Strictly between 0 and 1.

    Raises
    ------
    ValueError
        A constant out of range, an asymmetric metric, no slacks.
    """
    metric = check.symmetric("metric", metric)
    gamma = check.finite("gamma", gamma)
    xi_S, xi_D = check.real("slack_S", slack_S, ndim=1), check.real("slack_D", slack_D, ndim=1)
    C_S, C_D, nu = constants(C_S, C_D, nu)
    return float(np.sum(metric**2) / 2 + C_S * np.mean(xi_S) + C_D * (-nu * gamma + np.mean(xi_D)))


def lagrangian(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    metric: ArrayLike,
    gamma: float,
    slack_S: ArrayLike,
    slack_D: ArrayLike,
    alpha_S: ArrayLike,
    alpha_D: ArrayLike,
    eta_S: ArrayLike,
    eta_D: ArrayLike,
    mu: float,
    C_S: float,
    C_D: float,
    nu: float,
    M: ArrayLike | None = None,
) -> float:
    """The Lagrangian (10): the primal's objective less every multiplier times its constraint.

    Parameters
    ----------
    X, similar, dissimilar, metric, gamma, M
        As in :func:`pair_margins`.
    slack_S, slack_D : (N_S,), (N_D,)
        The xi.
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers of (8) and (9).
    eta_S, eta_D : (N_S,), (N_D,)
        Multipliers of xi >= 0.
    mu : float
        Multiplier of gamma >= 0.
    C_S, C_D, nu
        As in :func:`primal_objective`.

    Raises
    ------
    ValueError
        As there; lengths that do not meet.
    """
    margins_S, margins_D = pair_margins(X, similar, dissimilar, metric, gamma, M)
    xi_S, a_S, e_S = _rows(len(margins_S), slack_S=slack_S, alpha_S=alpha_S, eta_S=eta_S)
    xi_D, a_D, e_D = _rows(len(margins_D), slack_D=slack_D, alpha_D=alpha_D, eta_D=eta_D)
    mu = check.finite("mu", mu)
    return float(
        primal_objective(metric, gamma, xi_S, xi_D, C_S, C_D, nu)
        - a_S @ (margins_S + xi_S)
        - a_D @ (margins_D + xi_D)
        - (e_S @ xi_S + e_D @ xi_D)
        - mu * gamma
    )


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
        As in :func:`pair_margins`.
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
    z_S, z_D = _differences(X, similar, dissimilar)
    (a_S,), (a_D,) = _rows(len(z_S), alpha_S=alpha_S), _rows(len(z_D), alpha_D=alpha_D)
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
        As in :func:`pair_margins`.
    C_S, C_D, nu
        As in :func:`primal_objective`.

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
    z_S, z_D = _differences(X, similar, dissimilar)
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
        As in :func:`pair_margins`.

    Raises
    ------
    ValueError
        As there; lengths that do not meet; numbers so large that the objective overflows.
    """
    z_S, z_D = _differences(X, similar, dissimilar)
    (a_S,), (a_D,) = _rows(len(z_S), alpha_S=alpha_S), _rows(len(z_D), alpha_D=alpha_D)
    P, q = _objective(z_S, z_D, M)
    a = np.concatenate([a_S, a_D])
    with np.errstate(over="ignore", invalid="ignore"):
        value = float(-(a @ P @ a) / 2 - q @ a)
    if not np.isfinite(value):
        raise ValueError("alpha_S, alpha_D, X and M must keep the objective finite, got overflow")
    return value


def constants(C_S: Any, C_D: Any, nu: Any) -> tuple[float, float, float]:
    """The constants of the primal, checked: C_S, C_D > 0 and 0 < nu < 1."""
    return check.positive("C_S", C_S), check.positive("C_D", C_D), check.within("nu", nu, 0, 1)


def original_metric(M: Any, p: int) -> Array | None:
    """M, checked; None stands for the identity."""
    return None if M is None else _sized("M", check.positive_semidefinite("M", M), p)


def _objective(z_S: Array, z_D: Array, M: ArrayLike | None) -> tuple[Array, Array]:
    """P and q of (14): the products of differences, squared, and the squared distances."""
    z = np.concatenate([z_S, z_D])
    signs = np.repeat([-1.0, 1.0], [len(z_S), len(z_D)])
    P = np.outer(signs, signs) * (z @ z.T) ** 2
    return P, -signs * _squared(z, original_metric(M, z.shape[1]))


def _differences(X: ArrayLike, similar: ArrayLike, dissimilar: ArrayLike) -> tuple[Array, Array]:
    """x_i - x_j for the pairs of S, (N_S, p), and of D, (N_D, p)."""
    X = check.patterns("X", X)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(X))
    check.squared_spread("X", X)
    return X[S[:, 0]] - X[S[:, 1]], X[D[:, 0]] - X[D[:, 1]]


def _squared(z: Array, metric: Array | None) -> Array:
    """Squared distances z'(metric)z, Eq. (5), for every row z."""
    return np.einsum("kp,kp->k", z if metric is None else z @ metric, z)


def _sized(name: str, value: Array, p: int) -> Array:
    if len(value) != p:
        raise ValueError(f"{name} must have shape {(p, p)} as X has {p} columns, got {value.shape}")
    return value


def _rows(size: int, **values: ArrayLike) -> list[Array]:
    """Numbers for every pair."""
    return [check.real(name, value, shape=(size,)) for name, value in values.items()]
