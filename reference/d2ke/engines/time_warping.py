r"""Dynamic time warping along the anti-diagonals of the table, for many pairs at a time.

.. math:: D_{i,j} = c(x_i, y_j) + \min(D_{i-1,j},\; D_{i,j-1},\; D_{i-1,j-1})

One diagonal i + j = s of all pairs of a block takes the local costs, two minima and one addition.
A block holds as many pairs as the cells of a diagonal within the window allow; where the lengths
differ, and with them the windows, it holds pairs whose windows are about as wide.

With local costs from differences of points, which are added channel by channel, results have the
bits of the recurrence. Series of more than 5 channels have them from a matrix product, unless it
is one short pair, the window is narrow or their table large; results are then within 60 roundings
of the recurrence's (``tests/reference/d2ke/test_engines.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.antidiagonals import Terms, diagonals, in_strips
from gramcheck.reference.d2ke.engines import local_costs
from gramcheck.reference.d2ke.engines.parts import even
from gramcheck.reference.types import Array

_BLOCK_BYTES = 384 * 1024  # of one diagonal of all pairs of a block
_INPUT_BYTES = 16 * 1024 * 1024  # of the points of a block, or of a table of local costs
_FEW_CHANNELS = 5  # up to so many, differences cost no more than the matrix product
_CELLS_IN_CALLS = 100  # that one pair computes in the time of the calls for a diagonal
_CELLS_AT_ONCE = 40_000  # of one pair, whose costs are held
_LATE = 0.9  # where lanes end so late, leaving them out takes longer than it saves
_SORTED = 2**16  # pairs of unequal lengths that are ordered together

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
    channels = X[0].shape[1]
    ragged = bool(np.ptp(lengths_x) or np.ptp(lengths_y))
    if ragged and window is not None and channels <= _FEW_CHANNELS:
        for rows, columns in _similar_pairs(lengths_x, lengths_y, channels, window):
            distances[rows, columns] = _pairs(X, Y, rows, columns, local_cost, window)
        return distances

    def pairs(n: int, m: int, columns: int = 1) -> int:
        """How many series of length n a block has beside ``columns`` of length m."""
        most = _BLOCK_BYTES // (8 * _rows(n, m, window))
        points = n * m if _tabulated(X, n, m, window) else channels * (n + m)
        most = min(most, _INPUT_BYTES // (8 * points))
        return max(most // columns, 1)

    def columns_in_block(m: int) -> int:
        # about the same number on both sides, so that the lengths within a block differ little
        most = pairs(int(lengths_x.max()), m)
        return most // min(max(math.isqrt(most), local_costs.SHORTEST_LOOP), len(X))

    for columns in _chunks(lengths_y, columns_in_block):
        rows_in_block = partial(pairs, m=int(lengths_y[columns[0]]), columns=len(columns))
        for rows in _chunks(lengths_x, rows_in_block):
            block = _block([X[i] for i in rows], [Y[j] for j in columns], local_cost, window)
            distances[np.ix_(rows, columns)] = block
    return distances


def _few_cells(n: int, m: int) -> bool:
    """Whether a pair's cells take less time one by one than its diagonals by whole-array calls.

    And are few enough to be held: one series may be short, and the other of any length.
    """
    return n * m < min(_CELLS_IN_CALLS * (n + m), _CELLS_AT_ONCE)


def _one_pair(x: Series, y: Series, local_cost: str, window: int | None) -> float:
    """The distance of one pair by the recurrence, cell by cell and row by row."""
    memory = np.empty((2, len(x), len(y)))
    costs = local_costs.of_points(x.T[:, :, None], y.T[:, None], memory, local_cost)
    if window is not None:
        band = max(window, abs(len(x) - len(y)))
        costs[np.abs(np.arange(len(x))[:, None] - np.arange(len(y))) > band] = np.inf
    last, corner = [np.inf] * len(y), 0.0  # every path starts in the first cell
    for row in costs.tolist():  # of costs, which their distances replace
        least = np.inf
        for j, above in enumerate(last):
            if above < least:  # min() would take twice the time
                least = above
            if corner < least:
                least = corner
            row[j] = least = row[j] + least
            corner = above
        last, corner = row, np.inf
    return last[-1]


def _rows(n: int, m: int, window: int | None) -> int:
    """The most cells of a diagonal that are within the window."""
    return min(n, m, n + m if window is None else max(window, abs(n - m)) + 1)


def _tabulated(X: Sequence[Series], n: int, m: int, window: int | None) -> bool:
    """Whether all local costs by a matrix product cost less than those needed from differences.

    Not where those of a single pair are beyond the memory of a block.
    """
    many = X[0].shape[1] > _FEW_CHANNELS and 8 * n * m <= _INPUT_BYTES
    return many and 5 * _rows(n, m, window) > min(n, m)


def _chunks(lengths: NDArray[np.int64], size: Callable[[int], int]) -> Iterator[NDArray[np.intp]]:
    """Indices from the longest series on, in parts of about one size, at most ``size(longest)``."""
    order = np.argsort(-lengths, kind="stable")
    while len(order):
        most = max(size(int(lengths[order[0]])), 1)
        part, order = np.split(order, [even(len(order), most)])
        yield part


def _similar_pairs(
    lengths_x: NDArray[np.int64], lengths_y: NDArray[np.int64], channels: int, window: int
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Blocks of pairs (rows, columns) with bands of about one width; those that end last first."""
    together = max(_SORTED // len(lengths_y), 1)
    for start in range(0, len(lengths_x), together):
        of_x, of_y = np.meshgrid(lengths_x[start : start + together], lengths_y, indexing="ij")
        n, m = of_x.ravel(), of_y.ravel()
        width = np.maximum(window, abs(n - m))
        # a lane has a number and the points of both series for every cell of a diagonal
        cells = (1 + channels) * np.minimum(np.minimum(n, m), width + 1)
        points = channels * int((n + m).max())
        order = np.argsort(-width, kind="stable")
        while len(order):
            of_block = np.maximum.accumulate(cells[order]) * np.arange(1, len(order) + 1)
            most = int(np.searchsorted(of_block, _BLOCK_BYTES // 8, "right"))
            most = max(min(most, _INPUT_BYTES // (8 * points)), 1)
            part, order = np.split(order, [even(len(order), most)])
            rows, columns = np.divmod(part[np.argsort(-(n + m)[part])], len(lengths_y))
            yield start + rows, columns


def _block(X: list[Series], Y: list[Series], local_cost: str, window: int | None) -> Array:
    """Distances of all pairs of a block, (len(X), len(Y)); their lanes are ordered by (y, x)."""
    lengths_x, lengths_y = (np.array([len(s) for s in side]) for side in (X, Y))
    n, m = int(lengths_x.max()), int(lengths_y.max())

    def costs(_: int, cells: int) -> Terms:
        if _tabulated(X, n, m, window):
            return local_costs.tabulated(X, Y, n, m, local_cost)
        return local_costs.direct(X, Y, n, m, local_cost, cells)

    lanes = np.tile(lengths_x, len(Y)), np.repeat(lengths_y, len(X))
    return _sweep(*lanes, window, costs).reshape(len(Y), len(X)).T


def _pairs(
    X: Sequence[Series],
    Y: Sequence[Series],
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    local_cost: str,
    window: int,
) -> Array:
    """Distances of X[rows[k]] and Y[columns[k]] for all k, of which those that end last are first.

    Each pair has a copy of its points, so that it may stand beside any other.
    """
    used, places = np.unique(np.concatenate([rows, len(X) + columns]), return_inverse=True)
    series = [X[i] if i < len(X) else Y[i - len(X)] for i in used.tolist()]
    lengths = np.array([len(s) for s in series])
    x, y = np.split(places, 2)
    swapped = lengths[x] < lengths[y]  # rows belong to the shorter series
    x, y = np.where(swapped, y, x), np.where(swapped, x, y)
    n, m, points = lengths[x], lengths[y], local_costs.padded(series, int(lengths.max()))
    of_x, of_y = points[:, : n.max()].take(x, axis=2), points[:, : m.max()].take(y, axis=2)

    def costs(lanes: int, cells: int) -> Terms:
        short, long = (np.ascontiguousarray(side[..., :lanes]) for side in (of_y, of_x))
        return in_strips(short, long, partial(local_costs.of_points, name=local_cost), cells=cells)

    return _sweep(n, m, window, costs, last_first=True)


def _sweep(
    n: NDArray[np.int64],
    m: NDArray[np.int64],
    window: int | None,
    costs_of: Callable[[int, int], Terms],
    last_first: bool = False,
) -> Array:
    """Distances of pairs of series of n and m points, each pair in a lane.

    On a diagonal i + j = s, i and j counted from 1, the row of a cell depends on i - j alone, so
    that it takes the place of the cell (i - 1, j - 1); even and odd diagonals have rows of their
    own. Beyond the end of a series its table continues over padding, on which no entry within the
    series depends. With ``last_first`` lanes come in the order of their ends, the last one first,
    and are left out when half of them have ended.
    """
    most_n, most_m, ends = int(n.max()), int(m.max()), n + m
    widths = ends if window is None else np.maximum(window, abs(n - m))
    widest, last_end = int(widths.max()), int(ends.max())
    several_widths = window is not None and bool((widths < widest).any())
    above, below = min(most_n - 1, widest), min(most_m - 1, widest)  # most i - j, and j - i
    middle = above // 2 + 1  # the row of i - j = 0, or 1
    # rows of cells that no diagonal has remain infinite
    tables = [*np.full((2, middle + (below + 1) // 2 + 2, len(n)), np.inf)]
    tables[0][middle] = 0  # every path starts here

    # where each lane ends, in the order in which the diagonals reach it
    order = np.argsort(ends, kind="stable")
    bounds = np.searchsorted(ends[order], np.arange(most_n + most_m + 2)).tolist()
    end_rows = middle + (ends % 2 - n + m) // 2
    result, lanes, until = np.empty(len(n)), len(n), 0
    for s, low, high in diagonals(most_m, most_n, widest + 1):
        if s > last_end:
            break
        if s > until:
            if last_first:
                lanes = len(n) - bounds[s]
                tables = [np.ascontiguousarray(table[:, :lanes]) for table in tables]
            half = int(ends[lanes // 2])
            until = half if last_first and half < _LATE * last_end else last_end
            costs = costs_of(lanes, min(most_n, most_m, widest + 1))
            if several_widths:
                walls = _walls(widths[:lanes], above, below, middle)
        odd = s % 2
        D, last = tables[odd], tables[1 - odd]
        start = middle - s // 2 + low
        stop = start + high + 1 - low
        aside = 1 - 2 * odd  # one neighbor has the row of the cell, and the other the next or last
        cells = D[start:stop]
        np.minimum(cells, last[start:stop], out=cells)
        np.minimum(cells, last[start + aside : stop + aside], out=cells)
        local = costs(s, low, high)
        cells = cells.reshape(local.shape)
        np.add(cells, local, out=cells)
        if several_widths:
            D.reshape(-1)[walls[odd]] = np.inf
        if bounds[s] < bounds[s + 1]:
            ended = order[bounds[s] : bounds[s + 1]]
            result[ended] = D[end_rows[ended], ended]
    return result


def _walls(
    widths: NDArray[np.int64], above: int, below: int, middle: int
) -> list[NDArray[np.int64]]:
    """Cells of even and of odd diagonals just beyond the windows of lanes, within the widest.

    As every step of a path changes i - j by at most 1, none passes width + 1 and -width - 1 where
    these are infinite. Cells are counted row by row, one for each of ``widths``.
    """
    lanes = np.arange(len(widths))
    off = np.concatenate([widths + 1, -widths - 1])
    places = (middle + (off % 2 - off) // 2) * len(widths) + np.concatenate([lanes, lanes])
    inside = (off <= above) & (-off <= below)
    return [places[inside & (off % 2 == odd)] for odd in (0, 1)]
