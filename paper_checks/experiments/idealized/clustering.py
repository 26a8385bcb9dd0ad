"""k-means from squared distances alone, which may be negative where a metric lacks the cone.

Its cost is that of points whose squared distances these would be: over the clusters, the sum of
all squared distances within, divided by twice the size. A constant added to all between different
patterns changes it by the same for every partition, so that the smallest one that makes them
Euclidean (Roth, Laub, Kawanabe and Buhmann, "Optimal cluster preserving embedding of nonmetric
proximity data", 2003) need not be known. It is exchanges that lower the cost here, of one pattern
at a time (Hartigan, "Clustering Algorithms", 1975), and not Lloyd's steps: these take the distance
of a pattern to a mean that it is part of, and so looks near to; where a large constant is added,
none moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gramcheck.paper_checks.experiments.idealized.kernels import Array
from gramcheck.reference.types import AnyArray, Integers

STARTS = 50
_ROUNDING = 1e-12  # of the largest squared distance: what a move has to gain
_SAME = 1e-9  # of the largest cost: partitions that cost the same


class Clustering(NamedTuple):
    """The best of all starts, its cost, and how many starts came to that cost, to rounding."""

    labels: Integers
    cost: float
    agreeing: int


def k_means(squared: Array, k: int, rng: np.random.Generator, starts: int = STARTS) -> Clustering:
    """Cluster n patterns into exactly k by exchanges from random partitions of even sizes.

    Of all moves of one pattern into another cluster the one is made that lowers the cost most,
    until none does.
    """
    n = len(squared)
    labels = rng.permuted(np.tile(np.arange(n) % k, (starts, 1)), axis=1)
    member = np.eye(k)[labels]  # (starts, n, k)
    sums = squared @ member  # of the squared distances of a pattern to a cluster's
    moving = np.arange(starts)
    least = -_ROUNDING * np.abs(squared).max()
    while len(moving):
        change, pattern, cluster = _best_move(member[moving], sums[moving])
        moving, pattern, cluster = (a[change < least] for a in (moving, pattern, cluster))
        left = member[moving, pattern].argmax(axis=1)
        member[moving, pattern] = np.eye(k)[cluster]
        sums[moving, :, left] -= squared[pattern]
        sums[moving, :, cluster] += squared[pattern]
    labels = member.argmax(axis=2)
    costs = np.array([cost(squared, each) for each in labels])
    lowest = costs <= costs.min() + _SAME * np.abs(costs).max()
    return Clustering(labels[costs.argmin()], float(costs.min()), int(lowest.sum()))


def _best_move(member: Array, sums: Array) -> tuple[Array, Integers, Integers]:
    """In each start: the change of the cost, the pattern that moves, and where to."""
    size = member.sum(axis=1, keepdims=True)
    within = (sums * member).sum(axis=1, keepdims=True)
    before = within / (2 * size)
    with np.errstate(divide="ignore", invalid="ignore"):
        without = (within - 2 * sums) / (2 * (size - 1)) - before
    joined = (within + 2 * sums) / (2 * (size + 1)) - before
    leave = np.where(size > 1, without, np.inf)  # no cluster is left empty
    own = member > 0
    change = np.where(own, np.inf, joined + leave[own].reshape(*own.shape[:2], 1))
    flat = change.reshape(len(change), -1)
    best = flat.argmin(axis=1)
    pattern, cluster = np.divmod(best, member.shape[2])
    return flat[np.arange(len(flat)), best], pattern, cluster


def cost(squared: Array, labels: AnyArray) -> float:
    """The cost of a partition."""
    clusters = (np.flatnonzero(labels == name) for name in np.unique(labels))
    return float(sum(squared[np.ix_(c, c)].sum() / (2 * len(c)) for c in clusters))
