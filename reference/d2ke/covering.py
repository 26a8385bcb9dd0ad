r"""Section 2: Lipschitz continuity, covering numbers and the effective dimension.

==================  ========================================================================
``values``, ``L``   a function on the space, and its Lipschitz constant, Assumption 2
``D``               the distances of a finite metric space, all pairs
:math:`N(\delta)`   the covering number, Definition 1
``p``, ``c``        effective dimension and constant, Assumption 3: N(delta) <= c delta^-p
                    for 0 < delta < 1
==================  ========================================================================

Assumption 3 calls effective dimension the smallest p > 0 for which some c exists. A finite space
allows every p > 0, so there is no smallest; bounds here therefore take the pair (p, c).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines import covers

_MOST_BITS = 2**20  # of an integer that is written out


def lipschitz_constant(values: ArrayLike, D: ArrayLike) -> float:
    r"""Smallest constant L of Assumption 2, Eq. (1), for a function on a finite space.

    .. math:: |f(x_1) - f(x_2)| \le L \, d(x_1, x_2)

    Parameters
    ----------
    values : (n,)
        The values f(x_i).
    D : (n, n)
        The distances d(x_i, x_j), nonnegative.

    Returns
    -------
    float
        The largest quotient over all pairs; 0 for a constant function, and inf where two values
        differ at distance 0.

    Raises
    ------
    ValueError
        Shapes that do not meet, negative distances, NaN or infinite entries.
    """
    f = check.real("values", values, ndim=1)
    D = check.distances("D", D, columns=len(f))
    if len(D) != len(f):
        raise ValueError(f"D must have shape ({len(f)}, {len(f)}), got {D.shape}")
    rises = np.abs(f[:, None] - f)
    with np.errstate(divide="ignore", over="ignore"):
        return float(np.divide(rises, D, where=rises > 0, out=np.zeros_like(D)).max())


def covering_number(D: ArrayLike, delta: float, method: str = "exact") -> int:
    """Covering number of a finite metric space, Definition 1, centers within the space.

    Parameters
    ----------
    D : (n, n)
        Symmetric distances with a zero diagonal.
    delta : float
        Nonnegative; a point at distance exactly delta from a center is covered.
    method : "exact" or "greedy"
        The exact number is found by branch and bound, whose time is exponential in the worst case;
        some dozens of points are no difficulty. For larger spaces, the greedy cover takes the
        center with the most uncovered points again and again: its size is an upper bound, at most
        1 + log(n) times the number.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        ``delta`` negative, ``D`` no symmetric matrix of distances, an unknown method.
    """
    D = check.symmetric_distances("D", D)
    delta = check.nonnegative("delta", delta)
    method = check.choice("method", method, ("exact", "greedy"))
    balls = [sum(1 << int(j) for j in np.flatnonzero(row)) for row in delta >= D]
    greedy = covers.greedy(balls)
    return greedy if method == "greedy" else covers.smallest(balls, greedy)


def effective_dimension(D: ArrayLike, c: float, method: str = "exact") -> float:
    r"""Smallest p with N(delta) <= c delta^-p for all 0 < delta < 1, Assumption 3 given c.

    N is constant between the distances that occur. So p is the largest of log(N / c) / log(1 / d)
    over the distances d < 1, with N just below d, or 0 if none of these is positive.

    Parameters
    ----------
    D : (n, n)
        Symmetric distances with a zero diagonal; their unit matters, as delta < 1 is absolute.
    c : float
        At least 1, as N is.
    method : "exact" or "greedy"
        As in :func:`covering_number`; greedy gives an upper bound.

    Returns
    -------
    float
        Infinite when c is below N(delta) for delta up to 1.

    Raises
    ------
    ValueError
        ``c`` below 1, ``D`` no symmetric matrix of distances, an unknown method.
    """
    D = check.symmetric_distances("D", D)
    c = check.at_least("c", c, 1.0)
    distances = np.unique(D)
    p = 0.0
    for below, distance in zip(distances, [*distances[1:], np.inf], strict=True):
        if below >= 1:
            break
        excess = covering_number(D, below, method) / c
        if excess > 1:
            p = max(p, np.log(excess) / -np.log(distance) if distance < 1 else np.inf)
    return float(p)


@np.errstate(over="ignore")
def ball_covering_bound(delta: float, p: float) -> float:
    """Bound (1 + 2 / delta)^p on the covering number of the unit ball of R^p, Section 2.2.

    Printed is an equality, but for p = 1 and delta = 1 it gives 3, and the center alone covers
    [-1, 1].

    Parameters
    ----------
    delta : float
        Radius of the covering's balls, positive.
    p : float
        Dimension, positive.

    Returns
    -------
    float
        inf where it is beyond float64.

    Raises
    ------
    ValueError
        ``delta`` or ``p`` not positive.
    """
    delta, p = check.positive("delta", delta), check.positive("p", p)
    if delta > 1000:  # 1 + 2 / delta would lose digits, and its power more of them
        return float(np.exp(p * np.log1p(2 / delta)))
    return float(np.float64(1 + 2 / delta) ** p)


def multiset_covering_bound(covering: int, size: int) -> int:
    """Bound N(delta; V)^L on the covering number of the sets of at most L elements of V.

    Section 2.2, for the modified Hausdorff distance: replacing each element by the nearest center
    moves a set by at most delta, and the nonempty sets of at most L centers are the images of the
    L-tuples of centers.

    Parameters
    ----------
    covering : int
        N(delta; V), at least 1.
    size : int
        L, at least 1.

    Raises
    ------
    ValueError
        An argument below 1; a bound of more than 2^20 digits, base 2.
    """
    covering, size = check.integer("covering", covering, 1), check.integer("size", size, 1)
    few = size * (covering.bit_length() - 1) <= _MOST_BITS  # before the power is computed
    if not few or (covering**size).bit_length() > _MOST_BITS:
        raise ValueError(
            f"size must leave covering^size at most {_MOST_BITS} digits, base 2, got "
            f"{check.shown(size)}"
        )
    return covering**size


def multiset_effective_dimension(size: int, ground: float, form: str = "corrected") -> float:
    """Bound on the effective dimension of the sets of at most L elements of V, Section 2.2.

    Printed is L log N(delta; V), which depends on a delta that the left side does not have, and is
    0 where N is 1. Corrected is L p_V with the effective dimension p_V of V, since
    N(delta; V)^L <= (c delta^-p_V)^L.

    Parameters
    ----------
    size : int
        L, at least 1.
    ground : float
        N(delta; V), at least 1 (printed), or p_V, positive (corrected).
    form : "printed" or "corrected"

    Raises
    ------
    ValueError
        ``size`` below 1, ``ground`` below 1 (printed) or not positive (corrected), unknown form.
    """
    size = check.count("size", size)
    if check.choice("form", form, ("printed", "corrected")) == "printed":
        return size * math.log(check.at_least("ground", ground, 1.0))
    return size * check.positive("ground", ground)
