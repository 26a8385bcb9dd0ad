"""Sections 3.2.2 to 3.2.4: the KKT conditions, Proposition 2, the value of gamma, Proposition 3.

The multipliers are alpha of (8) and (9), eta of xi >= 0 and mu of gamma >= 0. Proposition 3 says
that nu is at most the fraction of support pairs in D and, if gamma > 0, at least the fraction of
error pairs; the pairs that it counts are those that :func:`pairs_by_multiplier` marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.idealized.primal import for_pairs, pair_margins
from gramcheck.reference.types import Array, Booleans

_INTERIOR = 1e-4  # of the upper bound, how far inside the box an alpha counts as inside


@dataclass(frozen=True, eq=False)
class KKTConditions:
    """The left sides of the KKT conditions (17)-(20), which are 0 at a solution, and of (21), (22).

    Attributes
    ----------
    eq_17, eq_18 : (N_S,), (N_D,)
        alpha times what (8) and (9) leave to spare.
    eq_19_S, eq_19_D : (N_S,), (N_D,)
        eta xi.
    eq_20 : float
        mu gamma.
    eq_21, eq_22 : (N_D,), (N_S,)
        What (9) and (8) leave to spare: at a solution 0 where alpha is positive, and nonnegative
        elsewhere.
    """

    eq_17: Array
    eq_18: Array
    eq_19_S: Array
    eq_19_D: Array
    eq_20: float
    eq_21: Array
    eq_22: Array


def kkt_conditions(
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
    M: ArrayLike | None = None,
) -> KKTConditions:
    """The left sides of (17)-(22), at any numbers.

    Parameters
    ----------
    X, similar, dissimilar, metric, gamma, M
        As in :func:`.pair_margins`.
    slack_S, slack_D, alpha_S, alpha_D, eta_S, eta_D, mu
        As in :func:`.lagrangian`.

    Raises
    ------
    ValueError
        As there.
    """
    margins_S, margins_D = pair_margins(X, similar, dissimilar, metric, gamma, M)
    a_S, e_S, xi_S = for_pairs(len(margins_S), alpha_S=alpha_S, eta_S=eta_S, slack_S=slack_S)
    a_D, e_D, xi_D = for_pairs(len(margins_D), alpha_D=alpha_D, eta_D=eta_D, slack_D=slack_D)
    return KKTConditions(
        eq_17=a_S * (margins_S + xi_S),
        eq_18=a_D * (margins_D + xi_D),
        eq_19_S=e_S * xi_S,
        eq_19_D=e_D * xi_D,
        eq_20=check.finite("mu", mu) * check.finite("gamma", gamma),
        eq_21=margins_D + xi_D,
        eq_22=margins_S + xi_S,
    )


class SupportPairs(NamedTuple):
    """Masks over the pairs, Proposition 2: alpha is positive (support) or at its bound (error)."""

    support_S: Booleans
    support_D: Booleans
    error_S: Booleans
    error_D: Booleans


def pairs_by_multiplier(
    alpha_S: ArrayLike, alpha_D: ArrayLike, C_S: float, C_D: float, tol: float = 1e-4
) -> SupportPairs:
    """Support pairs (alpha above 0) and error pairs (alpha at its bound), Proposition 2.

    Parameters
    ----------
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers.
    C_S, C_D : float
        The constants that bound them, (16).
    tol : float
        Above 0 is more than this fraction of the bound, at the bound more than all but this
        fraction; strictly between 0 and 1/2.

    Raises
    ------
    ValueError
        Arrays that are empty or no numbers, constants not positive, ``tol`` out of range.
    """
    tol = check.within("tol", tol, 0, 0.5)
    beta_S, beta_D = _of_the_box("S", alpha_S, C_S), _of_the_box("D", alpha_D, C_D)
    return SupportPairs(beta_S > tol, beta_D > tol, beta_S > 1 - tol, beta_D > 1 - tol)


def average_gamma(margins: ArrayLike, alpha_D: ArrayLike, C_D: float) -> float:
    """Section 3.2.3: the mean of dt^2 - d^2 over dissimilar pairs with alpha inside the box.

    A multiplier is inside if it is more than 1e-4 of the box away from both bounds. There need not
    be such a pair. Where there is one, at a solution, :func:`best_gamma` is the same number.

    Parameters
    ----------
    margins : (N_D,)
        dt^2 - d^2 on D.
    alpha_D : (N_D,)
        Multipliers.
    C_D : float
        The constant that bounds them, (16).

    Returns
    -------
    float
        NaN where there is no such pair.

    Raises
    ------
    ValueError
        Arrays that are empty or no numbers, ``C_D`` not positive, ``margins`` of another
        length.
    """
    beta = _of_the_box("D", alpha_D, C_D)
    return mean_inside(check.real("margins", margins, shape=beta.shape), beta)


def mean_inside(margins: Array, beta: Array) -> float:
    """The same from multipliers as fractions of their bounds."""
    inside = (beta > _INTERIOR) & (beta < 1 - _INTERIOR)
    return float(margins[inside].mean()) if inside.any() else float("nan")


def best_gamma(margins: ArrayLike, nu: float) -> float:
    """The gamma >= 0 that minimizes the primal: -nu gamma + mean of max(0, gamma - margin) on D.

    The slope in gamma is -nu left of all margins and rises by 1 / N_D at each of them, so it
    changes its sign at one of them. If nu N_D is an integer, to its roundings, the slope is 0
    between two neighbors, and their middle is taken. At a solution this is the multiplier of (15)
    and, by Proposition 2, the margin of every pair whose alpha is inside the box.

    Parameters
    ----------
    margins : (N_D,)
        dt^2 - d^2 on D.
    nu : float
        Strictly between 0 and 1.

    Returns
    -------
    float
        Nonnegative.

    Raises
    ------
    ValueError
        ``margins`` empty or no numbers, ``nu`` not strictly between 0 and 1.
    """
    return quantile(check.real("margins", margins, ndim=1), check.within("nu", nu, 0, 1))


def quantile(margins: Array, nu: float) -> float:
    """The number that :func:`best_gamma` is."""
    margins, position = np.sort(margins), nu * len(margins)
    nearest = round(position)
    # nu = k / N_D has two roundings in it, that of nu and that of the product
    whole = abs(position - nearest) <= 2 * np.finfo(float).eps * position
    if whole and 0 < nearest < len(margins):
        return max(0.0, float(margins[nearest - 1] + margins[nearest]) / 2)
    return max(0.0, float(margins[min(int(position), len(margins) - 1)]))


def _of_the_box(pairs: str, alpha: ArrayLike, C: float) -> Array:
    """Multipliers as fractions of their upper bound in (16)."""
    rows = check.real(f"alpha_{pairs}", alpha, ndim=1)
    return rows * len(rows) / check.positive(f"C_{pairs}", C)
