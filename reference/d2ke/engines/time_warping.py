r"""Dynamic time warping along the anti-diagonals of the table, for many pairs at a time.

.. math:: D_{i,j} = c(x_i, y_j) + \min(D_{i-1,j},\; D_{i,j-1},\; D_{i-1,j-1})

One diagonal i + j = s of all pairs of a block takes the local costs, two minima and one addition.
A block holds as many pairs as the cells of a diagonal within the window allow. Small local costs
are always computed from the difference of the two points, so that equal series have a distance of
exactly 0; series of many channels take the others from one matrix product.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.antidiagonals import Terms, diagonals, in_strips, squared_distances
from gramcheck.reference.d2ke.engines.parts import even
from gramcheck.reference.types import AnyArray, Array

_BLOCK_BYTES = 384 * 1024  # of one diagonal of all pairs of a block
_INPUT_BYTES = 16 * 1024 * 1024  # of the points of a block, or of a table of local costs
_FEW_CHANNELS = 5  # up to so many, differences cost no more than the matrix product
_PIECE = 2**18  # entries of a table that are computed together
_CANCELLATION = 1e-2  # squared distances below this part of the norms are computed directly
_CELLS_IN_CALLS = 100  # that one pair computes in the time of the calls for a diagonal
_SHORTEST_LOOP = 32  # series of X in a block, if there are so many: NumPy's innermost loop

Series = Array


def cross_distances(
    X: Sequence[Series], Y: Sequence[Series], local_cost: str, window: int | None
) -> Array:
    """Distances of all pairs, (n, m); every series is (length, channels)."""
    if len(X) == len(Y) == 1 and _few_cells(len(X[0]), len(Y[0])):
        return np.array([[_one_pair(X[0], Y[0], local_cost, window)]])
    lengths_x, lengths_y = (np.array([len(s) for s in side]) for side in (X, Y))
    if lengths_y.sum() * len(X) > lengths_x.sum() * len(Y):  # rows belong to the shorter series
        return np.ascontiguousarray(cross_distances(Y, X, local_cost, window).T)
    distances = np.empty((len(X), len(Y)))
    one_length = window is not None  # the effective window depends on both lengths

    def pairs(n: int, m: int, columns: int = 1) -> int:
        """How many series of length n a block has beside ``columns`` of length m."""
        most = _BLOCK_BYTES // (8 * _rows(n, m, window))
        points = n * m if _tabulated(X, n, m, window) else X[0].shape[1] * (n + m)
        most = min(most, _INPUT_BYTES // (8 * points))
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


def _few_cells(n: int, m: int) -> bool:
    """Whether a pair's cells take less time one by one than its diagonals by whole-array calls."""
    return n * m < _CELLS_IN_CALLS * (n + m)


def _one_pair(x: Series, y: Series, local_cost: str, window: int | None) -> float:
    """The distance of one pair by the recurrence, cell by cell and row by row."""
    memory = np.empty((2, len(x), len(y)))
    costs = _costs(x.T[:, :, None], y.T[:, None], local_cost, memory)
    if window is not None:
        band = max(window, abs(len(x) - len(y)))
        costs[np.abs(np.arange(len(x))[:, None] - np.arange(len(y))) > band] = np.inf
    row = [0.0] + [np.inf] * len(y)
    for of_point in costs.tolist():
        corner = row[0]
        row[0] = left = np.inf
        for j, cost in enumerate(of_point, 1):
            above = row[j]
            least = above if above < corner else corner  # min() would take twice the time
            row[j] = left = cost + (left if left < least else least)
            corner = above
    return row[-1]


def _rows(n: int, m: int, window: int | None) -> int:
    """The most cells of a diagonal that are within the window."""
    return min(n, m, n + m if window is None else max(window, abs(n - m)) + 1)


def _tabulated(X: Sequence[Series], n: int, m: int, window: int | None) -> bool:
    """Whether all local costs by a matrix product cost less than those needed from differences."""
    return X[0].shape[1] > _FEW_CHANNELS and 5 * _rows(n, m, window) > min(n, m)


def _chunks(
    lengths: NDArray[np.int64], size: Callable[[int], int], one_length: bool
) -> Iterator[NDArray[np.intp]]:
    """Indices from the longest series on, in parts of about one size, at most ``size(longest)``.

    With ``one_length`` a part ends where the length changes.
    """
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        longest, end = lengths[order[start]], len(order)
        if one_length:
            end = int(np.searchsorted(-lengths[order], -longest, "right"))
        stop = start + even(end - start, max(size(int(longest)), 1))
        yield order[start:stop]
        start = stop


def _block(X: list[Series], Y: list[Series], local_cost: str, window: int | None) -> Array:
    """Distances of all pairs of a block, (len(X), len(Y)).

    Every pair has a lane, and lanes are ordered by (y, x). A diagonal has a row for every point of
    y within the window: entry j of diagonal s is that for the points s - j of x and j of y, counted
    from 1. Beyond the end of a series its table continues over padding, on which no entry within
    the series depends.
    """
    lengths_x, lengths_y = (np.array([len(s) for s in side]) for side in (X, Y))
    n, m, lanes = int(lengths_x.max()), int(lengths_y.max()), len(X) * len(Y)
    table = _tabulated(X, n, m, window)
    costs = (_tabulated_costs if table else _direct_costs)(X, Y, n, m, local_cost)

    # where each lane ends, in the order in which the diagonals reach it
    end_row = np.repeat(lengths_y, len(X))
    end_diagonal = np.add.outer(lengths_y, lengths_x).ravel()
    order = np.argsort(end_diagonal, kind="stable")
    bounds = np.searchsorted(end_diagonal[order], np.arange(n + m + 2))
    result = np.empty(lanes)

    # row 0 of a diagonal and the one after its last are infinite; between them j is in row j - base
    before, last, new = np.full((3, _rows(n, m, window) + 2, lanes), np.inf)
    before_base = last_base = 0
    before[0] = 0  # every path starts here
    band = None if window is None else max(window, abs(n - m)) + 1
    for s, low, high in diagonals(m, n, band):
        base, rows = low - 1, high + 1 - low
        D, left, corner = new[1 : rows + 1], base - last_base, base - before_base
        np.minimum(last[left + 1 : left + 1 + rows], last[left : left + rows], out=D)
        np.minimum(D, before[corner : corner + rows], out=D)
        local = costs(s, low, high)
        D = D.reshape(local.shape)
        np.add(D, local, out=D)
        new[0] = new[rows + 1] = np.inf
        if bounds[s] < bounds[s + 1]:
            ended = order[bounds[s] : bounds[s + 1]]
            result[ended] = new[end_row[ended] - base, ended]
        before, last, new = last, new, before
        before_base, last_base = last_base, base
    return result.reshape(len(Y), len(X)).T


def _direct_costs(X: list[Series], Y: list[Series], n: int, m: int, local_cost: str) -> Terms:
    channels = X[0].shape[1]
    # by channel, point, y and x; the points of few x are written out for every y
    x_lanes, y_lanes = _points(X, n)[:, :, None], _points(Y, m)[..., None]
    if len(X) < _SHORTEST_LOOP:
        x_lanes = x_lanes.repeat(len(Y), axis=2).reshape(channels, n, 1, -1)
        y_lanes = y_lanes.repeat(len(X), axis=3).reshape(channels, m, 1, -1)

    def local(y: AnyArray, x: AnyArray, memory: Array) -> Array:
        return _costs(y, x, local_cost, memory)

    return in_strips(y_lanes, x_lanes, local)


def _costs(x: AnyArray, y: AnyArray, local_cost: str, memory: Array) -> Array:
    """Local costs of points (channels, ...) from their differences."""
    if len(x) == 1 and local_cost == "euclidean":
        return np.absolute(np.subtract(x[0], y[0], out=memory[0]), out=memory[0])
    squares = squared_distances(x, y, memory)
    return np.sqrt(squares, out=squares) if local_cost == "euclidean" else squares


def _points(series: list[Series], longest: int) -> Array:
    """Points of series by channel, place and series, zeros after their ends."""
    points = np.zeros((series[0].shape[1], longest, len(series)))
    for i, s in enumerate(series):
        points[:, : len(s), i] = s.T
    return points


def _tabulated_costs(X: list[Series], Y: list[Series], n: int, m: int, local_cost: str) -> Terms:
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
