"""Dynamic time warping along the anti-diagonals of the table, for many pairs at a time.

An entry of the table depends on its neighbors above, to the left, and diagonally between them, so
that the entries of an anti-diagonal i + j = k do not depend on each other. One diagonal of all
pairs of a block therefore takes a few whole-array operations: the local costs, two minima and one
addition. Small local costs are always computed from the difference of the two points, so that equal
series have a distance of exactly 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist as point_distances

from gramcheck.reference.types import Array

_BLOCK_BYTES = 128 * 1024  # of one diagonal of all pairs of a block
_TABLE_BYTES = 32 * 1024 * 1024  # of a table of local costs
_FEW_CHANNELS = 5  # up to so many, differences cost no more than the matrix product
_PIECE = 2**18  # entries of a table that are computed together
_CANCELLATION = 1e-2  # squared distances below this part of the norms are computed directly
_SHORTEST_LOOP = 32  # series of X in a block, if there are so many: NumPy's innermost loop

Series = Array
Costs = Callable[[int, int, int], Array]  # (diagonal, first row, end) -> costs


def cross_distances(
    X: Sequence[Series], Y: Sequence[Series], local_cost: str, window: int | None
) -> Array:
    """Distances of all pairs, (n, m); every series is (length, channels)."""
    lengths_x, lengths_y = (np.array([len(s) for s in side]) for side in (X, Y))
    if lengths_y.sum() * len(X) > lengths_x.sum() * len(Y):  # rows belong to the shorter series
        return np.ascontiguousarray(cross_distances(Y, X, local_cost, window).T)
    distances = np.empty((len(X), len(Y)))
    one_length = window is not None  # the effective window depends on both lengths
    tabulated = X[0].shape[1] > 1

    def pairs(n: int, m: int, columns: int = 1) -> int:
        """How many series of length n a block has beside ``columns`` of length m."""
        most = _BLOCK_BYTES // (8 * m)
        most = min(most, _TABLE_BYTES // (8 * m * n)) if tabulated else most
        return max(most // columns, 1)

    def columns_in_block(m: int) -> int:
        # about the same number on both sides, so that the lengths within a block differ little
        most = pairs(int(lengths_x.max()), m)
        return most // min(max(math.isqrt(most), _SHORTEST_LOOP), len(X))

    for columns in _chunks(lengths_y, columns_in_block, one_length):
        rows_in_block = partial(pairs, m=int(lengths_y[columns[0]]), columns=len(columns))
        for rows in _chunks(lengths_x, rows_in_block, one_length):
            block = _block([X[i] for i in rows], [Y[j] for j in columns], local_cost, window)
            distances[np.ix_(rows, columns)] = block
    return distances


def _chunks(
    lengths: NDArray[np.int64], size: Callable[[int], int], one_length: bool
) -> Iterator[NDArray[np.intp]]:
    """Indices from the longest series on, ``size(longest)`` at a time.

    With ``one_length`` a chunk ends where the length changes.
    """
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        longest = lengths[order[start]]
        stop = start + max(size(int(longest)), 1)
        if one_length:
            stop = min(stop, np.searchsorted(-lengths[order], -longest, "right"))
        yield order[start:stop]
        start = stop


def _block(X: list[Series], Y: list[Series], local_cost: str, window: int | None) -> Array:
    """Distances of all pairs of a block, (len(X), len(Y)).

    Every pair has a lane, and lanes are ordered by (y, x). A diagonal has a row for every point of
    y, and one more above them: D[j + 1] of diagonal k is the entry for the points k - j of x and j
    of y. Beyond the end of a series its table continues over padding, on which no entry within the
    series depends.
    """
    lengths_x, lengths_y = (np.array([len(s) for s in side]) for side in (X, Y))
    n, m, lanes = int(lengths_x.max()), int(lengths_y.max()), len(X) * len(Y)
    band = n + m if window is None else max(window, abs(n - m))
    costs = _local_costs(X, Y, n, m, local_cost)

    # where each lane ends, in the order in which the diagonals reach it
    end_row = np.repeat(lengths_y, len(X))
    end_diagonal = np.add.outer(lengths_y, lengths_x).ravel() - 2
    order = np.argsort(end_diagonal, kind="stable")
    bounds = np.searchsorted(end_diagonal[order], np.arange(n + m))
    result = np.empty(lanes)

    before, last, new = (np.full((m + 1, lanes), np.inf) for _ in range(3))
    before[0] = 0  # every path starts here
    for k in range(n + m - 1):
        # rows with 0 <= k - j < n, 0 <= j < m and |(k - j) - j| <= band
        first = max(0, k - n + 1, -((band - k) // 2))
        end = min(k, m - 1, (k + band) // 2) + 1
        if first < end:  # a band of 0 has no entry on every other diagonal
            D = new[first + 1 : end + 1]
            np.minimum(last[first + 1 : end + 1], last[first:end], out=D)
            np.minimum(D, before[first:end], out=D)
            local = costs(k, first, end)
            D = D.reshape(local.shape)
            np.add(D, local, out=D)
        if window is not None:  # this row has left the band since the buffer was last used
            new[first] = np.inf
        if k == 0:
            before[0] = np.inf
        if bounds[k] < bounds[k + 1]:
            ended = order[bounds[k] : bounds[k + 1]]
            result[ended] = new[end_row[ended], ended]
        before, last, new = last, new, before
    return result.reshape(len(Y), len(X)).T


def _local_costs(X: list[Series], Y: list[Series], n: int, m: int, local_cost: str) -> Costs:
    """Costs along the diagonals of a block, as a function of diagonal and rows."""
    channels = X[0].shape[1]
    if channels > 1 and 8 * n * m * len(X) * len(Y) <= _TABLE_BYTES:
        return _tabulated_costs(X, Y, n, m, local_cost)
    return _direct_costs(X, Y, n, m, local_cost)


def _direct_costs(X: list[Series], Y: list[Series], n: int, m: int, local_cost: str) -> Costs:
    lanes, channels = len(X) * len(Y), X[0].shape[1]
    # x runs backwards, so that a diagonal is a contiguous piece of x against one of y
    backwards = np.zeros((channels, n, lanes))
    forwards = np.zeros((channels, m, lanes))
    for i, x in enumerate(X):
        backwards[:, n - len(x) :, i :: len(X)] = x[::-1].T[:, :, None]
    for j, y in enumerate(Y):
        forwards[:, : len(y), j * len(X) : (j + 1) * len(X)] = y.T[:, :, None]
    total, term = np.empty((m, lanes)), np.empty((m, lanes))

    def costs(k: int, first: int, end: int) -> Array:
        out, rows = total[: end - first], slice(n - 1 - k + first, n - 1 - k + end)
        np.subtract(backwards[0, rows], forwards[0, first:end], out=out)
        if channels == 1:
            return np.absolute(out, out) if local_cost == "euclidean" else np.square(out, out)
        np.square(out, out)
        for c in range(1, channels):
            difference = term[: end - first]
            np.subtract(backwards[c, rows], forwards[c, first:end], out=difference)
            np.square(difference, difference)
            np.add(out, difference, out)
        return np.sqrt(out, out) if local_cost == "euclidean" else out

    return costs


def _tabulated_costs(X: list[Series], Y: list[Series], n: int, m: int, local_cost: str) -> Costs:
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
        forwards.reshape(-1, channels), backwards.reshape(-1, channels), local_cost == "euclidean"
    )
    row = n * len(X) * 8
    strides = (len(Y) * row + len(X) * 8, row, 8)

    def costs(k: int, first: int, end: int) -> Array:
        start = first * len(Y) * row + (n - 1 - k + first) * len(X) * 8
        shape = (end - first, len(Y), len(X))
        return np.ndarray(shape, buffer=table, offset=start, strides=strides)

    return costs


def _table(x: Array, y: Array, root: bool) -> Array:
    """Distances, or squared distances, of all pairs of points, by a matrix product.

    Entries that are small beside the norms of their points lose digits in it, and are computed
    again from differences.
    """
    if x.shape[1] <= _FEW_CHANNELS:
        return point_distances(x, y, "euclidean" if root else "sqeuclidean")
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
            piece[:] = point_distances(x[rows], y, "sqeuclidean")
        else:
            i, j = np.divmod(doubtful, len(y))
            piece[i, j] = np.square(x[first + i] - y[j]).sum(axis=1)
        if root:
            np.sqrt(piece, out=piece)
    return table
