"""Dynamic programs over two sequences for many pairs at once, shared by GAK and LAK.

Tables are swept along anti-diagonals, on which the cells are independent of each other. An array
has one row for each i of a diagonal and one column, a lane, for each pair. Pairs of similar lengths
go together, padded to the longest; the cells of a pair do not depend on its padding. All values are
logarithms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.types import AnyArray, Array

LOG_ZERO = -1e300  # stands for log 0; sums of it stay finite, and its exponential is 0

_CELLS = 2**15  # entries of one diagonal, 256 KB


class Lanes(NamedTuple):
    """Some pairs: places of the sequences in X and Y, and their lengths."""

    x: Places
    y: Places
    n: Places
    m: Places


# Logarithms of the kernel for some lanes of two collections of padded sequences.
LogValues = Callable[[AnyArray, AnyArray, Lanes], Array]


def kernel_matrix(
    X: Sequence[AnyArray], Y: Sequence[AnyArray], same: bool, log_values: LogValues, form: str
) -> Array:
    """The kernel of all pairs, "normalized", its "log", or "raw"; ``same`` where Y is X."""
    rows_x, rows_y = _padded(X), _padded(Y)
    lengths_x, lengths_y = np.array([len(x) for x in X]), np.array([len(y) for y in Y])
    x, y = np.indices((len(X), len(Y))).reshape(2, -1)
    if same:
        x, y = x[x <= y], y[x <= y]
    log_K = np.empty((len(X), len(Y)))
    for lanes in _batches(x, y, lengths_x, lengths_y):
        log_K[lanes.x, lanes.y] = values = log_values(rows_x, rows_y, lanes)
        if same:
            log_K[lanes.y, lanes.x] = values
    if form == "log":
        return np.where(log_K < LOG_ZERO / 10, -np.inf, log_K)
    if form == "normalized":
        log_xx = np.diag(log_K) if same else _log_diagonal(rows_x, lengths_x, log_values)
        log_yy = log_xx if same else _log_diagonal(rows_y, lengths_y, log_values)
        return np.exp(log_K - (log_xx[:, None] + log_yy) / 2)
    if log_K.max() > np.log(np.finfo(float).max):
        raise ValueError(
            f'form must be "log" or "normalized" here: K is up to exp({log_K.max():.6g}), beyond '
            "float64"
        )
    return np.exp(log_K)


def _log_diagonal(rows: AnyArray, lengths: Places, log_values: LogValues) -> Array:
    """Logarithms of the kernel of each sequence with itself."""
    result = np.empty(len(lengths))
    every = np.arange(len(lengths))
    for lanes in _batches(every, every, lengths, lengths):
        result[lanes.x] = log_values(rows, rows, lanes)
    return result


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


def _padded(sequences: Sequence[AnyArray]) -> AnyArray:
    """Sequences as rows of one array, zeros after their ends."""
    longest = max(map(len, sequences))
    result = np.zeros((len(sequences), longest, *sequences[0].shape[1:]), sequences[0].dtype)
    for row, sequence in zip(result, sequences, strict=True):
        row[: len(sequence)] = sequence
    return result


def encode(X: Sequence[str], Y: Sequence[str]) -> tuple[list[AnyArray], list[AnyArray]]:
    """Code points of the strings of both collections."""

    def codes(s: str) -> AnyArray:
        return np.frombuffer(s.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)

    return [codes(s) for s in X], [codes(s) for s in Y]


def diagonals(n: int, m: int) -> Iterator[tuple[int, int, int]]:
    """(s, first i, last i) of the cells i + j = s with 1 <= i <= n and 1 <= j <= m."""
    return ((s, max(1, s - m), min(n, s - 1)) for s in range(2, n + m + 1))


def _batches(x: Places, y: Places, lengths_x: AnyArray, lengths_y: AnyArray) -> Iterator[Lanes]:
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
