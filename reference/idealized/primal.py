r"""Section 3.2.1: the primal over AA', gamma and xi.

.. math:: \min \; \tfrac12 \|AA'\|_F^2 + \frac{C_S}{N_S} \sum_S \xi_{ij}
          + C_D \Bigl(-\nu \gamma + \frac{1}{N_D} \sum_D \xi_{ij}\Bigr)

subject to (8) d^2 >= dt^2 - xi on S, (9) dt^2 - d^2 >= gamma - xi on D, xi >= 0 and gamma >= 0,
with z = x_i - x_j, d^2 = z'Mz and dt^2 = z'AA'z. What (8) and (9) soften is asked for by (6) of
patterns with labels and by (7) of pairs (both Section 3.2).

Every function takes the pairs in any order and keeps it. M is the identity where it is left out.
The formulas hold for any gamma and any multipliers, so negative ones are taken: Section 3.2.3 needs
margins at gamma = 0, and roundings leave the multipliers of a solver just below 0. Slacks are what
is left of a violated constraint, so negative ones are refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.idealized.metric import squared_distances
from gramcheck.reference.types import Array, Booleans


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
        Of either sign.

    Returns
    -------
    (n, n)
        d^2 - dt^2 for patterns of one class, dt^2 - d^2 - gamma for others. (6) holds if no entry
        off the diagonal is negative.

    Raises
    ------
    ValueError
        Shapes that do not meet; numbers out of range.
    """
    y = check.labels("y", y, classes=1)
    squared = check.real("squared", squared, shape=(len(y),) * 2)
    original = check.real("original", original, shape=squared.shape)
    return _margins(y[:, None] == y, squared, original, check.finite("gamma", gamma))


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
        Of either sign.
    M : (p, p), optional
        Symmetric positive semidefinite.

    Returns
    -------
    margins_S, margins_D : (N_S,), (N_D,)

    Raises
    ------
    ValueError
        Shapes that do not meet; pairs out of range, repeated, contradictory or with i = j; numbers
        out of range.
    """
    z_S, z_D = differences(X, similar, dissimilar)
    metric = _sized("metric", check.symmetric("metric", metric), z_S.shape[1])
    M, gamma = original_metric(M, z_S.shape[1]), check.finite("gamma", gamma)
    return (
        _margins(True, squared_distances(z_S, metric), squared_distances(z_S, M), gamma),
        _margins(False, squared_distances(z_D, metric), squared_distances(z_D, M), gamma),
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
        Of either sign.
    slack_S, slack_D : (N_S,), (N_D,)
        The xi, nonnegative.
    C_S, C_D : float
        Positive.
    nu : float
        Strictly between 0 and 1.

    Raises
    ------
    ValueError
        A number out of range, an asymmetric metric, no slacks or negative ones.
    """
    xi_S, xi_D = _slacks("slack_S", slack_S), _slacks("slack_D", slack_D)
    return objective_at(metric, gamma, xi_S, xi_D, C_S, C_D, nu)


def objective_at(
    metric: ArrayLike, gamma: float, xi_S: Array, xi_D: Array, C_S: float, C_D: float, nu: float
) -> float:
    """The objective for xi of either sign, as the Lagrangian has them."""
    metric = check.symmetric("metric", metric)
    gamma = check.finite("gamma", gamma)
    C_S, C_D, nu = constants(C_S, C_D, nu)
    return float(np.sum(metric**2) / 2 + C_S * np.mean(xi_S) + C_D * (-nu * gamma + np.mean(xi_D)))


def constants(C_S: Any, C_D: Any, nu: Any) -> tuple[float, float, float]:
    """The constants of the primal, checked: C_S, C_D > 0 and 0 < nu < 1."""
    return check.positive("C_S", C_S), check.positive("C_D", C_D), check.within("nu", nu, 0, 1)


def original_metric(M: Any, p: int) -> Array | None:
    """M, checked; None stands for the identity."""
    return None if M is None else _sized("M", check.positive_semidefinite("M", M), p)


def differences(X: ArrayLike, similar: ArrayLike, dissimilar: ArrayLike) -> tuple[Array, Array]:
    """x_i - x_j for the pairs of S, (N_S, p), and of D, (N_D, p)."""
    X = check.patterns("X", X)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(X))
    check.spread("X", X)
    return X[S[:, 0]] - X[S[:, 1]], X[D[:, 0]] - X[D[:, 1]]


def _margins(similar: bool | Booleans, squared: Array, original: Array, gamma: float) -> Array:
    """What (6) and (7) want to be nonnegative: d^2 - dt^2 if similar, else dt^2 - d^2 - gamma."""
    return np.where(similar, original - squared, squared - original - gamma)


def _sized(name: str, value: Array, p: int) -> Array:
    if len(value) != p:
        raise ValueError(f"{name} must have shape {(p, p)} as X has {p} columns, got {value.shape}")
    return value


def for_pairs(size: int, **values: ArrayLike) -> list[Array]:
    """Numbers of either sign for every pair."""
    return [check.real(name, value, shape=(size,)) for name, value in values.items()]


def _slacks(name: str, value: ArrayLike) -> Array:
    """Nonnegative numbers for every pair."""
    xi = check.real(name, value, shape=(None,))
    if (xi < 0).any():
        raise ValueError(f"{name} must be nonnegative, got {float(xi.min())!r}")
    return xi
