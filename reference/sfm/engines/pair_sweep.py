"""Dynamic programs over two sequences for many pairs at once, shared by GAK and LAK.

Tables are swept along anti-diagonals, on which the cells are independent of each other. An array
has one row for each i of a diagonal and one column, a lane, for each pair. Pairs of similar lengths
go together, padded to the longest; the cells of a pair do not depend on its padding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.types import AnyArray, Array, Booleans

LOG_ZERO = -1e300  # stands for log 0; sums of it stay finite, and its exponential is 0

_CELLS = 2**15  # entries of one diagonal, 256 KB
_STRIP = 2**13  # cells on the diagonals of a strip


class Lanes(NamedTuple):
    """Some pairs: places of their two sequences among all rows, and their lengths."""

    x: Places
    y: Places
    n: Places
    m: Places

    def only(self, some: Booleans) -> Lanes:
        """Those lanes of which ``some`` is true."""
        return Lanes(*(field[some] for field in self))


# Logarithms of the kernel for some lanes of padded sequences; the fast form also says where it
# cannot vouch for them.
LogValues = Callable[[AnyArray, Lanes], Array]
Terms = Callable[[int, int, int], Array]  # (s, first i, last i) -> (cells, lanes)
FastValues = Callable[[AnyArray, Lanes], tuple[Array, Booleans]]


def kernel_matrix(
    X: Sequence[AnyArray],
    Y: Sequence[AnyArray],
    same: bool,
    fast: FastValues,
    plain: LogValues,
    form: str,
) -> Array:
    """The kernel of all pairs, "normalized", its "log", or "raw"; ``same`` where Y is X.

    Lanes that leave the range of the ``fast`` form are computed again by the ``plain`` one.
    """
    sequences = X if same else [*X, *Y]
    rows, lengths = _padded(sequences), np.array([len(x) for x in sequences])
    x, y = np.indices((len(X), len(Y))).reshape(2, -1)
    if same:
        x, y = x[x <= y], y[x <= y]
    else:
        y = y + len(X)
        if form == "normalized":  # each with itself, in the same sweep
            every = np.arange(len(rows))
            x, y = np.append(x, every), np.append(y, every)
    log_K = np.empty(len(x))
    for some in _batches(lengths[x], lengths[y]):
        lanes = Lanes(x[some], y[some], lengths[x[some]], lengths[y[some]])
        values, lost = fast(rows, lanes)
        if lost.any():
            values[lost] = plain(rows, lanes.only(lost))
        log_K[some] = values
    return _finished(log_K, len(X), len(Y), same, form)


def _finished(log_K: Array, n: int, m: int, same: bool, form: str) -> Array:
    """The matrix in the wanted form, from the pairs in the order of :func:`kernel_matrix`."""
    if same:
        pairs = np.empty((n, n))
        pairs[np.triu_indices(n)] = log_K
        pairs.T[np.triu_indices(n)] = log_K
    else:
        pairs, own = log_K[: n * m].reshape(n, m), log_K[n * m :]
    if form == "log":
        return np.where(pairs < LOG_ZERO / 10, -np.inf, pairs)
    if form == "normalized":
        xx, yy = (np.diag(pairs),) * 2 if same else (own[:n], own[n:])
        return np.exp(pairs - (xx[:, None] + yy) / 2)
    if pairs.max() > np.log(np.finfo(float).max):
        raise ValueError(
            f'form must be "log" or "normalized" here: K is up to exp({pairs.max():.6g}), beyond '
            "float64"
        )
    return np.exp(pairs)


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
    arrays: int = 1,
) -> Terms:
    """``terms(x_i, y_j)`` at the cells of a diagonal, computed for several diagonals together.

    A call of NumPy costs as much as a thousand cells, which few short sequences do not have on one
    diagonal. x is (..., n, lanes) and y (..., m, lanes); ``terms`` gets both in a form that
    broadcasts to (..., diagonals, cells, lanes), and memory for so many ``arrays`` of the last
    three, one of which it returns.
    """
    n, (m, lanes) = x.shape[-2], y.shape[-2:]
    depth = max(1, _STRIP // max(1, min(n, m) * lanes))
    # y runs backwards, so that y_j for j = s - i comes in the order of i; what the strips reach
    # beyond its ends is not used
    backwards = np.zeros((*y.shape[:-2], m + 2 * depth, lanes), y.dtype)
    backwards[..., depth : depth + m, :] = y[..., ::-1, :]
    *outer, row, item = backwards.strides
    memory = np.empty((arrays, depth * min(n, min(n, m) + depth) * lanes))
    begin, first, strip = 0, 0, np.empty((0, 0, lanes))

    def diagonal(s: int, low: int, high: int) -> Array:
        nonlocal begin, first, strip
        if s >= begin + len(strip):
            begin, first, last = s, low, min(n, high + depth - 1)
            shape = (depth, last + 1 - low, lanes)
            y_strip: AnyArray = np.ndarray(
                (*y.shape[:-2], *shape),
                y.dtype,
                buffer=backwards,
                offset=(depth + m - s + low) * row,
                strides=(*outer, -row, row, item),
            )
            out = memory[:, : math.prod(shape)].reshape(arrays, *shape)
            strip = terms(x[..., None, low - 1 : last, :], y_strip, out)
        return strip[s - begin, low - first : high + 1 - first]

    return diagonal


def _batches(n: Places, m: Places) -> Iterator[Places]:
    """Places of pairs of lengths n and m, so many that a diagonal holds ``_CELLS`` entries."""
    order = np.lexsort((m, n))
    begin = 0
    while begin < len(order):
        # the longest x of a batch is its last, at most that of the widest batch
        end = min(len(order), begin + max(1, _CELLS // (n[order[begin]] + 1)))
        end = min(end, begin + max(1, _CELLS // (n[order[end - 1]] + 1)))
        yield order[begin:end]
        begin = end
