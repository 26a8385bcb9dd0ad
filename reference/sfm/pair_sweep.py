"""Dynamic programs over two sequences for many pairs at once, shared by GAK and LAK.

Tables are swept along anti-diagonals, on which the cells are independent: an array has one row for
each i of a diagonal and one column for each pair. Pairs of similar lengths go together, padded to
the longest; the cells of a pair do not depend on its padding. Values are logarithms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference import check

Array = NDArray[np.float64]

LOG_ZERO = -1e300  # stands for log 0; sums of it stay finite, its exponential is 0

FORMS = ("normalized", "log", "raw")

_CELLS = 2**15  # entries of one diagonal, 256 KB


class Lanes(NamedTuple):
    """Some pairs: places of the sequences in X and Y, and their lengths."""

    x: NDArray[np.intp]
    y: NDArray[np.intp]
    n: NDArray[np.intp]
    m: NDArray[np.intp]


def log_kernel(
    lengths_x: NDArray[np.intp],
    lengths_y: NDArray[np.intp],
    symmetric: bool,
    program: Callable[[Lanes], Array],
) -> Array:
    """Logarithms of all pairs' values; of half of them where X is Y."""
    x, y = np.indices((len(lengths_x), len(lengths_y))).reshape(2, -1)
    if symmetric:
        x, y = x[x <= y], y[x <= y]
    result = np.empty((len(lengths_x), len(lengths_y)))
    for lanes in _batches(x, y, lengths_x, lengths_y):
        values = program(lanes)
        result[lanes.x, lanes.y] = values
        if symmetric:
            result[lanes.y, lanes.x] = values
    return result


def log_diagonal(lengths: NDArray[np.intp], program: Callable[[Lanes], Array]) -> Array:
    """Logarithms of the values of each sequence with itself."""
    result = np.empty(len(lengths))
    every = np.arange(len(lengths))
    for lanes in _batches(every, every, lengths, lengths):
        result[lanes.x] = program(lanes)
    return result


def finish(log_K: Array, log_xx: Array, log_yy: Array, form: str) -> Array:
    """The kernel in one of ``FORMS``; raises where K itself is beyond float64."""
    if form == "log":
        return np.where(log_K < LOG_ZERO / 10, -np.inf, log_K)
    if form == "normalized":
        return np.exp(log_K - (log_xx[:, None] + log_yy) / 2)
    if log_K.max() > np.log(np.finfo(float).max):
        raise ValueError(
            f'form must be "log" or "normalized" here: K is up to exp({log_K.max():.6g}), beyond '
            "float64"
        )
    return np.exp(log_K)


def log_sum(*terms: Array) -> Array:
    """log(e^a + e^b + ...), relative to the largest."""
    largest = terms[0]
    for term in terms[1:]:
        largest = np.maximum(largest, term)
    total = np.exp(terms[0] - largest)
    for term in terms[1:]:
        total += np.exp(term - largest)
    np.log(total, out=total)
    total += largest
    return total


def padded(sequences: Sequence[NDArray]) -> NDArray:
    """Sequences as rows of one array, zeros after their ends."""
    longest = max(map(len, sequences))
    result = np.zeros((len(sequences), longest, *sequences[0].shape[1:]), sequences[0].dtype)
    for row, sequence in zip(result, sequences, strict=True):
        row[: len(sequence)] = sequence
    return result


def encode(X: Sequence[str], Y: Sequence[str]) -> tuple[list[NDArray], list[NDArray]]:
    """Code points of the strings of both collections."""

    def codes(s: str) -> NDArray:
        return np.frombuffer(s.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)

    return [codes(s) for s in X], [codes(s) for s in Y]


def diagonals(n: int, m: int) -> Iterator[tuple[int, int, int]]:
    """(s, first i, last i) of the cells i + j = s with 1 <= i <= n and 1 <= j <= m."""
    return ((s, max(1, s - m), min(n, s - 1)) for s in range(2, n + m + 1))


def _batches(
    x: NDArray[np.intp], y: NDArray[np.intp], lengths_x: NDArray, lengths_y: NDArray
) -> Iterator[Lanes]:
    order = np.lexsort((lengths_y[y], lengths_x[x]))
    x, y = x[order], y[order]
    begin = 0
    while begin < len(x):
        # the longest x of a batch is its last, at most that of the widest batch
        end = min(len(x), begin + max(1, _CELLS // (lengths_x[x[begin]] + 1)))
        end = min(end, begin + max(1, _CELLS // (lengths_x[x[end - 1]] + 1)))
        i, j = x[begin:end], y[begin:end]
        yield Lanes(i, j, lengths_x[i], lengths_y[j])
        begin = end


def form_of(form: str) -> str:
    """The validated name of a form."""
    return check.choice("form", form, FORMS)
