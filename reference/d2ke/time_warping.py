"""Dynamic time warping, Section 5: the table along its anti-diagonals, many pairs at a time.

An entry of the table needs its neighbors above, to the left, and diagonally between them. Along an
anti-diagonal i + j = k none needs another, so that one diagonal of all pairs of a block is a few
whole-array operations: local costs, two minima, one addition. Every local cost is computed from
the difference of its two points, so that equal series are at distance exactly 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist as point_distances

_BLOCK_BYTES = 128 * 1024  # of one diagonal of all pairs of a block
_TABLE_BYTES = 4 * 1024 * 1024  # of tabulated local costs

Series = NDArray[np.float64]
Costs = Callable[[int, int, int], NDArray[np.float64]]  # (diagonal, first row, end) -> costs


def cross_distances(
    X: Sequence[Series], Y: Sequence[Series], local_cost: str, window: int | None
) -> NDArray[np.float64]:
    """Distances of all pairs, (n, m); every series is (length, channels)."""
    distances = np.empty((len(X), len(Y)))
    lengths_x, lengths_y = (np.array([len(s) for s in side]) for side in (X, Y))
    if lengths_y.sum() * len(X) > lengths_x.sum() * len(Y):  # diagonals are as long as the shorter
        return np.ascontiguousarray(cross_distances(Y, X, local_cost, window).T)
    one_length = window is not None  # the effective window depends on both lengths
    for columns in _chunks(lengths_y, 1 if len(X) > 64 else 64, one_length):
        rows_of_table = int(lengths_y[columns].max())
        pairs = max(_BLOCK_BYTES // (8 * rows_of_table), 1)
        for rows in _chunks(lengths_x, max(pairs // len(columns), 1), one_length):
            block = _block([X[i] for i in rows], [Y[j] for j in columns], local_cost, window)
            distances[np.ix_(rows, columns)] = block
    return distances


def _chunks(lengths: NDArray[np.int64], size: int, one_length: bool) -> Iterator[NDArray[np.intp]]:
    """Indices in the order of the lengths, ``size`` at a time, or fewer where lengths change."""
    order = np.argsort(lengths, kind="stable")
    start = 0
    while start < len(order):
        stop = start + size
        if one_length:
            stop = min(stop, np.searchsorted(lengths[order], lengths[order[start]], "right"))
        yield order[start:stop]
        start = stop


def _block(
    X: list[Series], Y: list[Series], local_cost: str, window: int | None
) -> NDArray[np.float64]:
    """Distances of all pairs of a block, (len(X), len(Y)).

    A lane is a pair; lanes are ordered (y, x). Tables have a row for every point of y, and one
    more above them: D[j + 1] of diagonal k is the entry for the points k - j of x and j of y.
    Beyond the end of a series its table goes on over padding, which earlier entries do not see.
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
            np.add(D, costs(k, first, end), out=D)
        if window is not None:  # the buffers hold older diagonals beyond the band
            new[first] = np.inf
            new[end + 1 : end + 2] = np.inf
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
    table_bytes = 8 * n * m * len(X) * len(Y)
    if channels > 1 and table_bytes <= _TABLE_BYTES:
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

    def costs(k: int, first: int, end: int) -> NDArray[np.float64]:
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
    backwards = np.zeros((n, len(X), channels))
    forwards = np.zeros((m, len(Y), channels))
    for i, x in enumerate(X):
        backwards[n - len(x) :, i] = x[::-1]
    for j, y in enumerate(Y):
        forwards[: len(y), j] = y
    # (j, y) by (i backwards, x): one step down the diagonal is one group of rows down, and one
    # group of columns on
    table = point_distances(
        forwards.reshape(-1, channels), backwards.reshape(-1, channels), local_cost
    )
    row = n * len(X) * 8
    strides = (len(Y) * row + len(X) * 8, row, 8)

    def costs(k: int, first: int, end: int) -> NDArray[np.float64]:
        start = first * len(Y) * row + (n - 1 - k + first) * len(X) * 8
        shape = (end - first, len(Y), len(X))
        view = np.ndarray(shape, buffer=table, offset=start, strides=strides)
        return view.reshape(end - first, -1)

    return costs
