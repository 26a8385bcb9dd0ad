"""The best multiple of a given metric, and the best bandwidth with it."""

from __future__ import annotations

import numpy as np

from gramcheck.reference.kcr.engines.centered import Problem
from gramcheck.reference.types import Array

_BISECTIONS = 14  # to a ten-thousandth, which is enough on the way
FINE = 30  # to a part in 10^9, for results to the last digits of a solver


def best_scale_and_bandwidth(
    problem: Problem,
    squared: Array,
    penalty: float,
    h2: float,
    bisections: int = _BISECTIONS,
) -> tuple[float, float, float]:
    """Objective, multiple of the metric, and bandwidth after two convex line searches.

    The first scales the metric and the bandwidth together, from half to twice what they are; the
    second moves the bandwidth alone. Both bisect on the sign of the slope, and keep the best
    point they have seen, so the result is never worse than the point given.

    Parameters
    ----------
    problem : Problem
    squared : (n, n)
        Squared distances.
    penalty : float
        lambda tr(K Sigma).
    h2 : float
        At least eps.
    bisections : int
        Of each search.
    """
    best = (_value(problem, squared, penalty, 1.0, h2)[0], 1.0, h2)
    # along (scale, h2) = s (1, h2)
    low, high = max(0.5, problem.eps / h2), 2.0
    for _ in range(bisections):
        s = np.sqrt(low * high)
        value, for_scale, for_h2 = _value(problem, squared, penalty, s, s * h2)
        best = min(best, (value, s, s * h2))
        if for_scale + h2 * for_h2 > 0:
            high = s
        else:
            low = s
    # along h2
    scale, center = best[1:]
    low, high = max(center / 2, problem.eps), center + 0.5
    for _ in range(bisections):
        h2 = (low + high) / 2
        value, _, for_h2 = _value(problem, squared, penalty, scale, h2)
        best = min(best, (value, scale, h2))
        if for_h2 > 0:
            high = h2
        else:
            low = h2
    return best


def _value(
    problem: Problem, squared: Array, penalty: float, scale: float, h2: float
) -> tuple[float, float, float]:
    """The objective at (scale Sigma, h2) and its slopes in scale and in h2."""
    inner, outer = problem.hinges(scale * squared, h2)
    weights = np.where((inner > 0) & (outer > 0)[:, None], problem.tau, 0.0)
    value = np.maximum(outer, 0.0).sum() + scale * penalty
    return float(value), float(np.vdot(weights, squared) + penalty), -float(weights.sum())
