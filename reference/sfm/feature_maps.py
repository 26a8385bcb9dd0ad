r"""Random Fourier features of the Laplacian kernel, Section IV and Algorithm 2 of SFM.

:func:`sfm` needs the two words of 64 bits a coordinate that describe the hash function, O(d)
memory; :func:`rff`, the plain feature map FM, the D/2 x d matrix of random numbers.

The tangent is ill-conditioned near its poles, and the order of the operations moves a feature by
up to 3e-3; so the order belongs to the definition. It is that of the algorithms: h(i)_j by the
lines of Algorithm 1, then s summed over increasing j in float64, from the nonzero coordinates of V
(zeros add nothing). Blocks of rows or columns do not change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from gramcheck.reference import check
from gramcheck.reference.sfm.hashing import ENDPOINTS, KEYS, LARGEST_TANGENT

_ROWS = 2**16  # vectors at a time
_ENTRIES = 2**20  # of theirs that are not zero, but for a vector that has more
_COLUMNS = 2**13  # coordinates of random numbers held at a time
_PIECE = 2**9  # of these in the cache
_KEYS_AT_ONCE = 64

_UMAX32 = 2**32 - 1
_EXPONENT = np.float64(2.0**52).view(np.uint64)


def sfm(
    V: Any,
    D: int,
    beta: float,
    array1: NDArray[np.uint64],
    array2: NDArray[np.uint64],
    endpoints: str = "open",
    values: str = "counts",
    out: NDArray[Any] | None = None,
) -> NDArray[Any]:
    r"""Space-efficient feature map, Algorithms 1 and 2.

    .. math:: s_i = \sum_j V_j h(i)_j, \quad z_{2i-1} = \sqrt{2/D} \sin s_i, \quad
              z_{2i} = \sqrt{2/D} \cos s_i, \quad i = 1, \ldots, D/2

    The order (sin, cos) is that of Algorithm 2; Eq. (2) has it the other way, which changes no
    inner product. Time is O(nonzeros D) and the evaluation of the hash for the columns that occur
    (the printed loop over all coordinates cannot have given Table VI, erratum S19). Memory beyond
    V and the result is O(d), a float64 for each nonzero unless V is CSR in float64, and blocks of
    fixed size, of 2^16 vectors or 2^20 nonzeros (the random numbers are made anew for each).

    Parameters
    ----------
    V : (n, d) sparse or dense
        Characteristic vectors as rows; every sparse format is converted to CSR.
    D : int
        Even, at least 2.
    beta : float
        Positive, in the units of the L1 distance.
    array1, array2 : (d,) uint64
        From :func:`.sample_hash`.
    endpoints : "open" or "closed"
        See :mod:`.hashing`.
    values : "counts" or "real"
        What V may hold: nonnegative multiples of 1/2, which are all that ESP and CGK make, or any
        real numbers, for which the map is as good.
    out : (n, D) array of float64 or float32, optional
        Where to write the result, such as a memory-mapped file.

    Returns
    -------
    (n, D)
        ``out`` if given; inner products of rows approximate exp(-||x - y||_1 / beta).

    Raises
    ------
    ValueError
        ``D`` odd, below 2 or above 2^34 - 2, ``beta`` not between 1e-100 and 1e100, d not that of
        the arrays, values that are not what ``values`` says or so large that sums are not finite,
        an ``out`` of another shape.
    TypeError
        Arrays that are not uint64, V no array, an ``out`` that cannot be written.
    """
    D = _even(D)
    if D // 2 >= KEYS:
        raise ValueError(f"D must be at most {2 * KEYS - 2}, so that keys are exact, got {D}")
    beta = check.moderate("beta", beta)
    array1 = check.words("array1", array1, (None,))
    array2 = check.words("array2", array2, (len(array1),))
    endpoints = check.choice("endpoints", endpoints, ENDPOINTS)
    values = check.choice("values", values, ("counts", "real"))
    V = check.sparse_rows("V", V, len(array1))
    if values == "counts" and not all(_are_counts(part.data) for _, part in _row_blocks(V)):
        raise ValueError(
            'V must hold nonnegative multiples of 1/2 (any real numbers with values="real"), got '
            f"{V.data.min()} to {V.data.max()}"
        )
    _check_sums(V, LARGEST_TANGENT / beta)
    out = _output(out, (V.shape[0], D))
    for rows, part in _row_blocks(V):
        _sfm_block(part, beta, array1, array2, endpoints, out[rows])
    return out


def rff(V: Any, W: ArrayLike, out: NDArray[Any] | None = None) -> NDArray[Any]:
    r"""Plain random Fourier features with a stored matrix, FM in Section IV.

    .. math:: z_{2i-1} = \sqrt{2/D} \sin (W V)_i, \quad z_{2i} = \sqrt{2/D} \cos (W V)_i

    With Cauchy numbers of scale 1 / beta in W it is the FM of the Laplacian kernel; with
    ``W = hash_cauchy(arange(1, D // 2 + 1), array1, array2, beta)`` it is :func:`sfm`, bit for bit
    where products and sums are rounded one by one.

    Parameters
    ----------
    V : (n, d) sparse or dense
        Vectors as rows.
    W : (D/2, d)
        The vectors r of Section IV as rows.
    out : (n, D) array of float64 or float32, optional
        Where to write the result.

    Returns
    -------
    (n, D)

    Raises
    ------
    ValueError
        d not that of W, an ``out`` of another shape or in the memory of W, values that are not
        finite or whose sums are not.
    TypeError
        V or W no numeric array, an ``out`` that cannot be written.
    """
    W = check.real("W", W, ndim=2)
    V = check.sparse_rows("V", V, W.shape[1])
    _check_sums(V, max(W.max(), -W.min()))  # without a second matrix
    out = _output(out, (V.shape[0], 2 * len(W)))
    if np.may_share_memory(out, W):
        raise ValueError("out must not share memory with W, which is read while it is written")
    for begin in range(0, len(W), _KEYS_AT_ONCE):
        keys = slice(begin, begin + _KEYS_AT_ONCE)
        _write(V @ np.ascontiguousarray(W[keys].T), begin, out)
    return out


def cauchy_matrix(D: int, d: int, beta: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """The matrix of FM for the Laplacian kernel: independent Cauchy numbers of scale 1 / beta.

    Returns
    -------
    (D/2, d)

    Raises
    ------
    ValueError
        ``D`` odd or below 2, ``d`` below 1, ``beta`` not between 1e-100 and 1e100.
    TypeError
        A seed in place of a generator.
    """
    D, d = _even(D), check.integer("d", d, 1)
    beta = check.moderate("beta", beta)
    return check.generator("rng", rng).standard_cauchy((D // 2, d)) / beta


def _row_blocks(V: sparse.csr_array) -> Iterator[tuple[slice, sparse.csr_array]]:
    """Consecutive vectors, one at least, with few nonzeros in all."""
    begin = 0
    while begin < V.shape[0]:
        end = np.searchsorted(V.indptr, V.indptr[begin] + _ENTRIES, side="right") - 1
        rows = slice(begin, max(begin + 1, min(int(end), begin + _ROWS)))
        yield rows, V if rows == slice(0, V.shape[0]) else V[rows]
        begin = rows.stop


def _sfm_block(
    V: sparse.csr_array,
    beta: float,
    array1: NDArray[np.uint64],
    array2: NDArray[np.uint64],
    endpoints: str,
    out: NDArray[Any],
) -> None:
    """Features of some vectors; the random numbers of each column are made for all of them."""
    n, n_keys = out.shape[0], out.shape[1] // 2
    by_column = V.tocsc()
    # the sums so far on top of a block of random numbers: times [I, V_block], the next sums
    X = np.empty((n + _COLUMNS, min(_KEYS_AT_ONCE, n_keys)))
    for begin in range(0, n_keys, _KEYS_AT_ONCE):
        keys = np.arange(begin + 1, min(begin + _KEYS_AT_ONCE, n_keys) + 1, dtype=np.uint64)
        if len(keys) < X.shape[1]:
            X = np.empty((n + _COLUMNS, len(keys)))
        X[:n] = 0
        for columns, weights in _column_blocks(by_column):
            end = n + len(columns)
            _cauchy_numbers(keys, array1[columns], array2[columns], beta, endpoints, X[n:end])
            X[:n] = weights @ X[:end]
        _write(X[:n], begin, out)


def _column_blocks(V: sparse.csc_array) -> Iterator[tuple[NDArray[np.intp], sparse.csc_array]]:
    """Columns that occur, in order, and [I, their part of V].

    A sparse product adds up column after column, so the sums, multiplied by I, come first.
    """
    n = V.shape[0]
    occurring = np.flatnonzero(np.diff(V.indptr))
    for begin in range(0, len(occurring), _COLUMNS):
        columns = occurring[begin : begin + _COLUMNS]
        ends = V.indptr[columns + 1]  # of parts without gaps, as no column is empty
        inside = slice(V.indptr[columns[0]], ends[-1])
        block = (
            np.append(np.ones(n), V.data[inside]),
            np.append(np.arange(n, dtype=V.indices.dtype), V.indices[inside]),
            np.append(np.arange(n + 1), n + ends - inside.start),
        )
        yield columns, sparse.csc_array(block, shape=(n, n + len(columns)))


def _cauchy_numbers(
    keys: NDArray[np.uint64],
    array1: NDArray[np.uint64],
    array2: NDArray[np.uint64],
    beta: float,
    endpoints: str,
    out: NDArray[np.float64],
) -> None:
    """Func_H of Algorithm 1 into (columns, keys), every operation in place.

    The same to the last bit as :func:`.hash_cauchy`. The bits of an integer w below
    2^52, with those of _EXPONENT, are the float 2^52 + w. With open endpoints w is 2 v + 1, so that
    u - 0.5 is (w - 2^32) / 2^33 without rounding; a power of 2 may be multiplied in anywhere.
    """
    for begin in range(0, len(array1), _PIECE):
        piece = slice(begin, begin + _PIECE)
        h = out[piece]
        f = h.view(np.uint64)
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
        np.tan(h, out=h)
        if beta != 1:
            h /= beta


def _write(s: NDArray[np.float64], begin: int, out: NDArray[Any]) -> None:
    """Sines and cosines of the sums for keys from ``begin`` on, counted from 0."""
    scale = np.sqrt(2 / out.shape[1])
    columns = out[:, 2 * begin : 2 * (begin + s.shape[1])]
    np.multiply(np.sin(s), scale, out=columns[:, ::2], casting="same_kind")
    np.multiply(np.cos(s), scale, out=columns[:, 1::2], casting="same_kind")


def _even(D: int) -> int:
    D = check.integer("D", D, 2)
    if D % 2:
        raise ValueError(f"D must be even, got {D}")
    return D


def _check_sums(V: sparse.csr_array, largest: float) -> None:
    """Refuse sums s, of entries times numbers up to ``largest``, that could leave float64."""
    with np.errstate(over="ignore"):
        norm = max(abs(part).sum(axis=1).max() for _, part in _row_blocks(V))
        most = norm * largest
    if not np.isfinite(most):
        raise ValueError(
            "V must be small enough for sums within float64, got norms of rows up to "
            f"{norm:g} and random numbers up to {largest:g}"
        )


def _are_counts(data: NDArray[np.float64]) -> bool:
    return not data.size or bool(data.min() >= 0 and (2 * data == np.rint(2 * data)).all())


def _output(out: Any, shape: tuple[int, int]) -> NDArray[Any]:
    if out is None:
        return np.empty(shape)
    masked = isinstance(out, np.ma.MaskedArray)
    if masked or not isinstance(out, np.ndarray) or out.dtype not in (np.float64, np.float32):
        raise TypeError(f"out must be an array of float64 or float32, got {check.shown(out)}")
    if not out.flags.writeable:
        raise TypeError("out must be writeable, got a read-only array")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, got {out.shape}")
    return out
