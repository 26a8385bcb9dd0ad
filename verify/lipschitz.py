"""Lipschitz constants over finite collections, with the pair that attains them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.verify.record import Outcome


@dataclass(frozen=True)
class LipschitzConstant:
    """The largest |f(x) - f(y)| / d(x, y), and where it is attained."""

    constant: float  # inf when two points at distance 0 have different values
    pair: tuple[int, int]
    change: float  # |f(x) - f(y)| there
    distance: float  # d(x, y) there


def lipschitz_constant(
    values: ArrayLike, D: ArrayLike, resolution: float = 0.0
) -> LipschitzConstant:
    """Smallest L with |f(x) - f(y)| <= L d(x, y) over all pairs of points.

    Parameters
    ----------
    values : (n,) or (n, R)
        f at each point: a function, or a feature map whose rows are compared in Euclidean norm.
    D : (n, n)
        Distances; when they are not symmetric, the smaller one of a pair counts.
    resolution : float
        Changes up to this are none: what roundings do to values that should be the same.

    Raises
    ------
    ValueError
        Fewer than two points, shapes that do not meet, negative or NaN distances, values that are
        not finite.
    """
    f, D = np.asarray(values, dtype=np.float64), np.asarray(D, dtype=np.float64)
    f = f[:, None] if f.ndim == 1 else f
    n = len(f) if f.ndim == 2 else 0
    if n < 2 or D.shape != (n, n):
        raise ValueError(f"values of shape {f.shape} and D of shape {D.shape} do not meet")
    if not np.isfinite(f).all() or not (D >= 0).all():
        raise ValueError("values must be finite and distances nonnegative")
    best = LipschitzConstant(0.0, (0, 1), 0.0, float(min(D[0, 1], D[1, 0])))
    for x in range(n - 1):
        change = np.hypot.reduce(f[x + 1 :] - f[x], axis=1)  # 1e-200 squared would be 0
        change = np.where(change <= resolution, 0.0, change)
        distance = np.minimum(D[x, x + 1 :], D[x + 1 :, x])
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            slope = np.where(change == 0, 0.0, change / distance)
        y = int(np.argmax(slope))
        if slope[y] > best.constant:
            pair = (x, x + 1 + y)
            best = LipschitzConstant(float(slope[y]), pair, float(change[y]), float(distance[y]))
    return best


def is_lipschitz(bound: float, values: Any, D: ArrayLike, resolution: float = 0.0) -> Outcome:
    """The constant over the collection is at most ``bound``; malformed values are a failure.

    Raises
    ------
    ValueError
        The bound is negative or NaN: the check is at fault.
    """
    if not bound >= 0:
        raise ValueError(f"the bound must be nonnegative, got {bound!r}")
    try:
        found = lipschitz_constant(values, D, resolution)
    except (TypeError, ValueError) as error:
        return Outcome(math.nan, bound, math.inf, f"got {error}, should be a value for each point")
    detail = (
        f"got a change of {found.change!r} over a distance of {found.distance!r} between points "
        f"{found.pair[0]} and {found.pair[1]}, should be at most {bound!r} times the distance"
    )
    if bound > 0:
        return Outcome(found.constant, bound, found.constant / bound, detail)
    return Outcome(found.constant, bound, math.inf if found.constant > bound else 0.0, detail)
