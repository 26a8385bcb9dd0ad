"""Tables over two sequences, swept along their anti-diagonals for many pairs at a time.

The cells of an anti-diagonal i + j = s do not depend on each other, so that one diagonal of all
pairs takes a few whole-array operations. An array has one row for each i of a diagonal and one
column, a lane, for each pair.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from gramcheck.reference.types import AnyArray, Array

Terms = Callable[[int, int, int], Array]  # (s, first i, last i) -> (cells, lanes)

_STRIP = 2**13  # cells on the diagonals of a strip


def diagonals(n: int, m: int, band: int | None = None) -> Iterator[tuple[int, int, int]]:
    """(s, first i, last i) of the cells i + j = s with 1 <= i <= n, 1 <= j <= m, |i - j| < band.

    A band of 1 leaves out every other diagonal: the first i is then the last i + 1.
    """
    for s in range(2, n + m + 1):
        first, last = max(1, s - m), min(n, s - 1)
        if band is not None:
            first, last = max(first, (s - band) // 2 + 1), min(last, (s + band - 1) // 2)
        if first <= last + 1:
            yield s, first, last


def in_strips(
    x: AnyArray,
    y: AnyArray,
    terms: Callable[[AnyArray, AnyArray, Array], Array],
    *,
    least: int = 1,
    cells: int | None = None,
) -> Terms:
    """``terms(x_i, y_j)`` at the cells of a diagonal, computed for several diagonals together.

    A call of NumPy costs as much as a thousand cells, which few short sequences do not have on one
    diagonal. x is (channels, n, lanes) and y (channels, m, lanes), where lanes may stand for
    several axes that broadcast. ``terms`` gets both in a form that broadcasts to (channels,
    diagonals, cells, lanes), and memory for two arrays of the last three, one of which it returns.
    A strip has ``least`` diagonals at least, or all there are, each with almost as many cells more
    than it needs. A diagonal has at most ``cells``; None for as many as there are without a band.
    """
    n, m = x.shape[1], y.shape[1]
    lanes = np.broadcast_shapes(x.shape[2:], y.shape[2:])
    cells = min(n, m) if cells is None else cells
    depth = min(max(least, _STRIP // max(1, cells * math.prod(lanes))), max(1, n + m - 1))
    # y runs backwards, so that y_j for j = s - i comes in the order of i; what the strips reach
    # beyond its ends is not used
    backwards = np.empty((len(y), m + 2 * depth, *y.shape[2:]), y.dtype)
    backwards[:, :depth] = backwards[:, depth + m :] = 0
    backwards[:, depth : depth + m] = y[:, ::-1]
    channel, row, *inner = backwards.strides
    memory = _two_rows(depth * min(n, cells + depth) * math.prod(lanes))
    begin, first, strip = 0, 0, np.empty(0)

    def diagonal(s: int, low: int, high: int) -> Array:
        nonlocal begin, first, strip
        if s >= begin + len(strip):
            begin, first, last = s, low, min(n, high + depth - 1)
            shape = (depth, last + 1 - low)
            y_strip: AnyArray = np.ndarray(
                (len(y), *shape, *y.shape[2:]),
                y.dtype,
                buffer=backwards,
                offset=(depth + m - s + low) * row,
                strides=(channel, -row, row, *inner),
            )
            size = math.prod((*shape, *lanes))
            out = memory[:, :size].reshape(2, *shape, *lanes)
            strip = terms(x[:, None, low - 1 : last], y_strip, out)
        return strip[s - begin, low - first : high + 1 - first]

    return diagonal


def _two_rows(size: int) -> Array:
    """Memory, each row from the begin of a cache line of eight numbers on, as vectors want it."""
    size = -(-size // 8) * 8
    memory = np.empty(2 * size + 8)
    begin = -memory.ctypes.data // 8 % 8
    return memory[begin : begin + 2 * size].reshape(2, size)


def squared_distances(x: AnyArray, y: AnyArray, memory: Array) -> Array:
    """Squared Euclidean distances of points (channels, ...), by differences, in two arrays."""
    total, term = memory
    # A product with itself takes less time than a square.
    np.subtract(x[0], y[0], out=total)
    np.multiply(total, total, out=total)
    for a, b in zip(x[1:], y[1:], strict=True):
        np.subtract(a, b, out=term)
        np.multiply(term, term, out=term)
        np.add(total, term, out=total)
    return total
