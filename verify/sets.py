"""Sets to minimize over: their nearest points, and where linear functions are least on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.verify.types import Array


def moreau(S: ArrayLike) -> tuple[Array, Array]:
    """S as difference of its projections on the cone and on the polar cone.

    S = P - N with P and N positive semidefinite and <P, N> = 0 (Moreau, 1962); for a vector, its
    positive and its negative part.
    """
    S = _array(S)
    if S.ndim == 1:
        return np.maximum(S, 0), np.maximum(-S, 0)
    values, vectors = np.linalg.eigh((S + S.T) / 2)
    positive, negative = (
        (vectors * np.maximum(sign * values, 0)) @ vectors.T for sign in (1.0, -1.0)
    )
    return (positive + positive.T) / 2, (negative + negative.T) / 2


def onto_cone(S: ArrayLike) -> Array:
    """The nearest positive semidefinite matrix, or nonnegative vector."""
    return moreau(S)[0]


def onto_box(
    v: ArrayLike, lower: ArrayLike, upper: ArrayLike, counted: ArrayLike, total: float
) -> Array:
    """The nearest point with lower <= x <= upper and sum of the ``counted`` entries >= total.

    It is clip(v + t counted) for the smallest t >= 0 that reaches the total; between the values of
    t at which an entry meets its bounds the sum is linear in t.

    Raises
    ------
    ValueError
        No point of the box has this total.
    """
    v, lower, upper, counted = _box(v, lower, upper, counted, total)
    nearest = np.clip(v, lower, upper)
    if nearest[counted].sum() >= total:
        return nearest
    free, low, high = v[counted], lower[counted], upper[counted]
    times = np.unique(np.maximum(np.concatenate([[0.0], low - free, high - free]), 0))
    sums = np.clip(free[None] + times[:, None], low, high).sum(axis=1)
    t = np.interp(total, sums, times)
    return np.where(counted, np.clip(v + t, lower, upper), nearest)


def cheapest_in_box(
    cost: ArrayLike, lower: ArrayLike, upper: ArrayLike, counted: ArrayLike, total: float
) -> Array:
    """A minimizer of cost'x over the set of :func:`onto_box`: cheap entries are raised first.

    Raises
    ------
    ValueError
        No point of the box has this total.
    """
    cost, lower, upper, counted = _box(cost, lower, upper, counted, total)
    x = np.where(cost < 0, upper, lower)
    missing = total - x[counted].sum()
    for k in np.argsort(cost, kind="stable"):
        if missing <= 0:
            break
        if counted[k]:
            step = min(missing, upper[k] - x[k])
            x[k] += step
            missing -= step
    return x


def _box(
    values: ArrayLike, lower: ArrayLike, upper: ArrayLike, counted: ArrayLike, total: float
) -> tuple[Array, Array, Array, Array]:
    """The first four as arrays of one shape, where the box has a point with this total."""
    values, lower, upper = np.broadcast_arrays(*map(_array, (values, lower, upper)))
    counted = np.broadcast_to(np.asarray(counted, dtype=bool), values.shape)
    if upper[counted].sum() < total:
        raise ValueError(f"no point of the box has a sum of {total!r}")
    return values, lower, upper, counted


def _array(values: ArrayLike) -> Array:
    return np.asarray(values, dtype=np.float64)
