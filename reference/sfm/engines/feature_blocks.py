"""Features of many vectors block by block, so that the random numbers stay in the cache.

:func:`.sfm` promises the sums of Algorithm 2 in its order, and memory that does not grow with the
number of vectors; :func:`.rff` with a stored matrix is the plain form.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.sfm.engines.tangent import sines_and_cosines, tangent
from gramcheck.reference.types import AnyArray, Array

KEYS_AT_ONCE = 64
_ROWS = 2**16  # vectors at a time
_ENTRIES = 2**20  # of theirs that are not zero, but for a vector that has more
_COLUMNS = 2**12, 2**13  # coordinates of random numbers held at a time: the more, the more vectors
_PIECE = 2**11 + 8  # of these in the cache; rows a power of 2 apart would push each other out of it
_KEYS_OF_A_STEP = 32  # by which the hash goes on
_BUFFER = 64  # numbers; NumPy repeats a row that it broadcasts until its buffer is full
_WAVES = 2**8  # vectors whose sines are in the cache

_UMAX32 = 2**32 - 1
_UPPER = 1 if sys.byteorder == "little" else 0  # half of a word of 64 bits


def row_blocks(V: sp.sparse.csr_array) -> Iterator[tuple[slice, sp.sparse.csr_array]]:
    """Consecutive vectors, one at least, with few nonzeros in all."""
    begin = 0
    while begin < V.shape[0]:
        end = np.searchsorted(V.indptr, V.indptr[begin] + _ENTRIES, side="right") - 1
        rows = slice(begin, max(begin + 1, min(int(end), begin + _ROWS)))
        yield rows, V if rows == slice(0, V.shape[0]) else V[rows]
        begin = rows.stop


def write_block(
    V: sp.sparse.csr_array,
    beta: float,
    array1: NDArray[np.uint64],
    array2: NDArray[np.uint64],
    endpoints: str,
    out: AnyArray,
) -> None:
    """Write the features of some vectors; a column's random numbers are made once for them all."""
    n, n_keys = out.shape[0], out.shape[1] // 2
    by_column = V.tocsc()
    occurring = np.flatnonzero(np.diff(by_column.indptr))
    array1, array2 = array1[occurring], array2[occurring]
    # there are no gaps between their entries, since the other columns are empty
    ends = np.append(by_column.indptr[occurring], by_column.indptr[-1:])
    n_columns = min(max(n, _COLUMNS[0]), _COLUMNS[1])
    # The sums so far lie on top of a block of random numbers; [I, V_block] times X adds to them.
    X = np.empty((n + n_columns, min(KEYS_AT_ONCE, n_keys)))
    for begin in range(0, n_keys, KEYS_AT_ONCE):
        keys = np.arange(begin + 1, min(begin + KEYS_AT_ONCE, n_keys) + 1, dtype=np.uint64)
        if len(keys) < X.shape[1]:
            X = np.empty((n + n_columns, len(keys)))
        X[:n] = 0
        for columns, weights in _column_blocks(by_column, ends, n_columns):
            h = X[n : weights.shape[1]]
            _cauchy_numbers(keys, array1[columns], array2[columns], beta, endpoints, h)
            X[:n] = weights @ X[: weights.shape[1]]
        write_features(X[:n], begin, out)


def _column_blocks(
    V: sp.sparse.csc_array, indptr: AnyArray, n_columns: int
) -> Iterator[tuple[slice, sp.sparse.csc_array]]:
    """Blocks of the columns between which ``indptr`` divides, in order, each with [I, V_block].

    A sparse product adds up column after column, so that the sums, which I multiplies, come first.
    Blocks of one shape are one matrix, filled anew: to make it would take as long as to fill it.
    """
    n, d = V.shape[0], len(indptr) - 1
    ones, rows = np.ones(n), np.arange(n, dtype=indptr.dtype)
    for begin in range(0, d, n_columns):
        columns = slice(begin, min(begin + n_columns, d))
        if begin == 0 or columns.stop == d:
            weights = sp.sparse.csc_array((n, n + columns.stop - begin))
        ends = indptr[begin : columns.stop + 1]
        inside = slice(ends[0], ends[-1])
        weights.data = np.append(ones, V.data[inside])
        weights.indices = np.append(rows, V.indices[inside])
        weights.indptr = np.append(rows, ends + (n - ends[0]))
        yield columns, weights


def _cauchy_numbers(
    keys: NDArray[np.uint64],
    array1: NDArray[np.uint64],
    array2: NDArray[np.uint64],
    beta: float,
    endpoints: str,
    out: Array,
) -> None:
    """Write Func_H of Algorithm 1 into (columns, keys), for consecutive keys.

    The result is that of :func:`.hash_cauchy` to the last bit. Hashes are made with a row for each
    key, since loops over columns are long, and those of the next keys by one addition; rows become
    columns when the upper halves become floats. With open endpoints u - 0.5 is
    (v - 2^31 + 0.5) / 2^32 without rounding, and a power of 2 may be multiplied in anywhere.
    """
    first = keys[:_KEYS_OF_A_STEP, None]
    memory = np.empty((len(first), _PIECE), dtype=np.uint64)
    for begin in range(0, len(array1), _PIECE):
        piece = slice(begin, begin + _PIECE)
        h = out[piece]
        f = memory[:, : len(h)]
        v = f.view(np.uint32)[:, _UPPER::2].T
        with np.errstate():  # at whose end the buffer is again as large as it was
            np.setbufsize(_BUFFER)
            np.multiply(first, array2[piece], out=f)
            f += array1[piece]
            h[:, : len(f)] = v
            step = array2[piece] * np.uint64(len(f))
            for k in range(len(f), len(keys), len(f)):
                f += step
                h[:, k : k + len(f)] = v[:, : len(keys) - k]
        if endpoints == "open":
            h -= 2.0**31 - 0.5
            h *= np.pi * 2.0**-32
        else:
            h /= _UMAX32
            h -= 0.5
            h *= np.pi
        tangent(h, out=h)
        if beta != 1:
            h *= 1 / beta


def write_features(s: Array, begin: int, out: AnyArray) -> None:
    """Write sines and cosines of the sums for keys from ``begin`` on, counted from 0."""
    scale = np.sqrt(2 / out.shape[1])
    columns = out[:, 2 * begin : 2 * (begin + s.shape[1])]
    for first in range(0, len(s), _WAVES):
        rows = slice(first, first + _WAVES)
        for k, wave in enumerate(sines_and_cosines(s[rows])):
            np.multiply(wave, scale, out=columns[rows, k::2], casting="same_kind")
