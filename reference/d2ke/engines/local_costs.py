"""Local costs of time warping, diagonal by diagonal: from differences, or by a matrix product.

Costs by the matrix product that are small beside the norms of their points are computed again from
differences, so that equal series have a distance of exactly 0.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import scipy as sp

from gramcheck.reference.antidiagonals import Terms, in_strips, squared_distances
from gramcheck.reference.types import AnyArray, Array

SHORTEST_LOOP = 32  # series of X in a block, if there are so many: NumPy's innermost loop
_LOOP = 1.5  # of NumPy: what it costs, in numbers that are written
_PIECE = 2**18  # entries of a table that are computed together
_CANCELLATION = 1e-2  # squared distances below this part of the norms are computed directly

Series = Array


def direct(X: list[Series], Y: list[Series], n: int, m: int, name: str, cells: int) -> Terms:
    """From differences, on diagonals of at most so many cells; n and m are the largest lengths."""
    channels = X[0].shape[1]
    # by channel, point, y and x
    x_lanes, y_lanes = padded(X, n)[:, :, None], padded(Y, m)[..., None]
    # With every y a series of X shares a loop for each of at most n m or (n + m) cells cells; if
    # the points of all pairs are written out, there are n + m numbers more, and no such loops.
    if _LOOP * min(n * m, (n + m) * cells) > len(X) * (n + m):
        x_lanes = x_lanes.repeat(len(Y), axis=2).reshape(channels, n, 1, -1)
        y_lanes = y_lanes.repeat(len(X), axis=3).reshape(channels, m, 1, -1)
    return in_strips(y_lanes, x_lanes, partial(of_points, name=name), cells=cells)


def of_points(x: AnyArray, y: AnyArray, memory: Array, name: str) -> Array:
    """Local costs of points (channels, ...) from their differences."""
    if len(x) == 1 and name == "euclidean":
        return np.absolute(np.subtract(x[0], y[0], out=memory[0]), out=memory[0])
    squares = squared_distances(x, y, memory)
    return np.sqrt(squares, out=squares) if name == "euclidean" else squares


def padded(series: list[Series], longest: int) -> Array:
    """Points of series by channel, place and series, zeros after their ends."""
    points = np.zeros((series[0].shape[1], longest, len(series)))
    for i, s in enumerate(series):
        points[:, : len(s), i] = s.T
    return points


def tabulated(X: list[Series], Y: list[Series], n: int, m: int, name: str) -> Terms:
    """From a matrix product, a table of all of them."""
    channels = X[0].shape[1]
    # padded with the last point: zeros far from the data would harm the matrix product
    backwards = np.empty((n, len(X), channels))
    forwards = np.empty((m, len(Y), channels))
    for i, x in enumerate(X):
        backwards[:, i] = x[np.minimum(np.arange(n), len(x) - 1)[::-1]]
    for j, y in enumerate(Y):
        forwards[:, j] = y[np.minimum(np.arange(m), len(y) - 1)]
    # rows are (j, y) and columns (i backwards, x), so that one step down the diagonal is one group
    # of rows down and one group of columns to the right
    table = _table(
        forwards.reshape(-1, channels), backwards.reshape(-1, channels), name == "euclidean"
    )
    row = n * len(X) * 8
    strides = (len(Y) * row + len(X) * 8, row, 8)

    def costs(s: int, low: int, high: int) -> Array:
        start = (low - 1) * len(Y) * row + (n - s + low) * len(X) * 8
        shape = (high + 1 - low, len(Y), len(X))
        return np.ndarray(shape, buffer=table, offset=start, strides=strides)

    return costs


def _table(x: Array, y: Array, root: bool) -> Array:
    """Distances, or squared distances, of all pairs of points, by a matrix product.

    Entries that are small beside the norms of their points lose digits in it, and are computed
    again from differences.
    """
    center = (x.mean(axis=0) + y.mean(axis=0)) / 2
    a, b = x - center, y - center
    norms_a, norms_b = np.square(a).sum(axis=1), np.square(b).sum(axis=1)
    left = np.column_stack([-2 * a, norms_a, np.ones(len(a))])
    right = np.column_stack([b, np.ones(len(b)), norms_b]).T
    small = _CANCELLATION * (norms_a.max() + norms_b.max())
    table = np.empty((len(x), len(y)))
    step = max(_PIECE // len(y), 1)  # pieces that stay in the L2 cache
    for first in range(0, len(x), step):
        rows = slice(first, first + step)
        piece = np.matmul(left[rows], right, out=table[rows])
        doubtful = np.flatnonzero(piece < small)
        if len(doubtful) > piece.size // 8:
            piece[:] = sp.spatial.distance.cdist(x[rows], y, "sqeuclidean")
        else:
            i, j = np.divmod(doubtful, len(y))
            piece[i, j] = np.square(x[first + i] - y[j]).sum(axis=1)
        if root:
            np.sqrt(piece, out=piece)
    return table
