"""Features of many vectors block by block, so that the random numbers stay in the cache.

:func:`.sfm` promises the sums of Algorithm 2 in its order, and memory that does not grow with the
number of vectors; :func:`.rff` with a stored matrix is the plain form.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.sfm.engines.tangent import tangent
from gramcheck.reference.types import AnyArray, Array

KEYS_AT_ONCE = 64
_ROWS = 2**16  # vectors at a time
_ENTRIES = 2**20  # of theirs that are not zero, but for a vector that has more
_COLUMNS = 2**12, 2**13  # coordinates of random numbers held at a time: the more, the more vectors
_PIECE = 2**10  # of these in the cache
_BUFFER = 64  # numbers; NumPy repeats a number that it broadcasts until its buffer is full

_UMAX32 = 2**32 - 1
_EXPONENT = np.float64(2.0**52).view(np.uint64)


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
    n_columns = min(max(n, _COLUMNS[0]), _COLUMNS[1])
    # The sums so far lie on top of a block of random numbers; [I, V_block] times X adds to them.
    X = np.empty((n + n_columns, min(KEYS_AT_ONCE, n_keys)))
    for begin in range(0, n_keys, KEYS_AT_ONCE):
        keys = np.arange(begin + 1, min(begin + KEYS_AT_ONCE, n_keys) + 1, dtype=np.uint64)
        if len(keys) < X.shape[1]:
            X = np.empty((n + n_columns, len(keys)))
        X[:n] = 0
        for columns, weights in _column_blocks(by_column, n_columns):
            end = n + len(columns)
            _cauchy_numbers(keys, array1[columns], array2[columns], beta, endpoints, X[n:end])
            X[:n] = weights @ X[:end]
        write_features(X[:n], begin, out)


def _column_blocks(
    V: sp.sparse.csc_array, n_columns: int
) -> Iterator[tuple[NDArray[np.intp], sp.sparse.csc_array]]:
    """Blocks of the columns that occur, in order, each with [I, their part of V].

    A sparse product adds up column after column, so that the sums, which I multiplies, come first.
    """
    n = V.shape[0]
    occurring = np.flatnonzero(np.diff(V.indptr))
    for begin in range(0, len(occurring), n_columns):
        columns = occurring[begin : begin + n_columns]
        ends = V.indptr[columns + 1]  # there are no gaps, since no column is empty
        inside = slice(V.indptr[columns[0]], ends[-1])
        block = (
            np.append(np.ones(n), V.data[inside]),
            np.append(np.arange(n, dtype=V.indices.dtype), V.indices[inside]),
            np.append(np.arange(n + 1), n + ends - inside.start),
        )
        yield columns, sp.sparse.csc_array(block, shape=(n, n + len(columns)))


def _cauchy_numbers(
    keys: NDArray[np.uint64],
    array1: NDArray[np.uint64],
    array2: NDArray[np.uint64],
    beta: float,
    endpoints: str,
    out: Array,
) -> None:
    """Write Func_H of Algorithm 1 into (columns, keys), every operation in place.

    The result is that of :func:`.hash_cauchy` to the last bit. The bits of an integer w below 2^52
    together with those of _EXPONENT are the float 2^52 + w. With open endpoints w is 2 v + 1, so
    that u - 0.5 is (w - 2^32) / 2^33 without rounding, and a power of 2 may be multiplied in
    anywhere.
    """
    for begin in range(0, len(array1), _PIECE):
        piece = slice(begin, begin + _PIECE)
        h = out[piece]
        f = h.view(np.uint64)
        with np.errstate():  # at whose end the buffer is again as large as it was
            np.setbufsize(_BUFFER)
            np.multiply(array2[piece, None], keys, out=f)
            f += array1[piece, None]
        if endpoints == "open":
            f >>= np.uint64(31)
            f |= _EXPONENT | np.uint64(1)
            h -= 2.0**52 + 2.0**32
            h *= np.pi * 2.0**-33
        else:
            f >>= np.uint64(32)
            f |= _EXPONENT
            h -= 2.0**52
            h /= _UMAX32
            h -= 0.5
            h *= np.pi
        tangent(h, out=h)
        if beta != 1:
            h /= beta


def write_features(s: Array, begin: int, out: AnyArray) -> None:
    """Write sines and cosines of the sums for keys from ``begin`` on, counted from 0."""
    scale = np.sqrt(2 / out.shape[1])
    columns = out[:, 2 * begin : 2 * (begin + s.shape[1])]
    np.multiply(np.sin(s), scale, out=columns[:, ::2], casting="same_kind")
    np.multiply(np.cos(s), scale, out=columns[:, 1::2], casting="same_kind")
