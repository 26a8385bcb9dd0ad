r"""Section IV: random Fourier features of the Laplacian kernel, Eq. (2) and Algorithm 2 of SFM.

A vector x of d coordinates gets D features, two for each of D/2 random vectors r,

.. math::
    z_r(x) = (\cos r'x, \sin r'x), \qquad
    z(x) = \sqrt{2/D} \, (z_{r_1}(x), \ldots, z_{r_{D/2}}(x)), \qquad
    \mathbb E \, z(x)'z(y) = k(x, y),

where k is the kernel of Eq. (1), :math:`\exp(-\|x - y\|_1 / \beta)`, if the coordinates of each r
are independent Cauchy numbers of scale :math:`1 / \beta`. FM, the plain feature map :func:`rff`,
stores them as a D/2 x d matrix. SFM, the map :func:`sfm` of Algorithm 2, takes
:math:`r_i = h(i)` from the hash function of Algorithm 1, whose memory is O(d), two words of 64 bits
a coordinate. :func:`plain_sfm` is that algorithm line by line.

The order (sin, cos) of a pair is that of Algorithm 2; Eq. (2) has the cosine first, which changes
no inner product. The order of the sum matters more: the tangent is ill-conditioned near its poles,
and another order of the operations moves a feature by up to 3e-3. So the order belongs to the
definition, and it is that of the algorithms: h(i)_j by the lines of Algorithm 1, then s summed over
increasing j in float64. Zeros of V add nothing and are left out; blocks of rows or columns do not
change the order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.feature_blocks import (
    KEYS_AT_ONCE,
    row_blocks,
    write_block,
    write_features,
)
from gramcheck.reference.sfm.hashing import ENDPOINTS, KEYS, Words, hash_cauchy
from gramcheck.reference.types import AnyArray, Array

_PIECE = 2**14  # entries in the cache


def plain_sfm(
    V: ArrayLike,
    D: int,
    beta: float,
    array1: Words,
    array2: Words,
    endpoints: str = "open",
) -> Array:
    """Algorithm 2 as it stands: what :func:`sfm` computes for a dense V.

    The sums s are the same to the last bit; their sines and cosines are NumPy's, from which those
    of :func:`sfm` are at most 6 eps away. It holds all D/2 x d random numbers.

    Parameters
    ----------
    V : (n, d)
        Vectors as rows, of any real numbers.
    D, beta, array1, array2, endpoints
        As in :func:`sfm`.

    Returns
    -------
    (n, D)

    Raises
    ------
    ValueError
        As :func:`sfm`.
    TypeError
        V no numeric array, arrays that are not uint64.
    """
    D, array1, array2 = _hashed(D, array1, array2)
    V = check.real("V", V, shape=(None, len(array1)))
    # D/2 numbers a column on four steps of hashing; sums, a sine of them and its multiple, and z
    check.memory(4 * D * (4 * V.shape[1] + 5 * len(V)), D=D)
    i = np.arange(1, D // 2 + 1)
    h = hash_cauchy(i, array1, array2, beta, endpoints)
    s = np.zeros((len(V), len(i)))
    for j in range(V.shape[1]):
        s += np.outer(V[:, j], h[:, j])
    z = np.empty((len(V), D))
    z[:, 0::2] = np.sqrt(2 / D) * np.sin(s)
    z[:, 1::2] = np.sqrt(2 / D) * np.cos(s)
    return z


def sfm(
    V: Any,
    D: int,
    beta: float,
    array1: Words,
    array2: Words,
    endpoints: str = "open",
    values: str = "counts",
    out: AnyArray | None = None,
) -> AnyArray:
    r"""Space-efficient feature map SFM, Algorithms 1 and 2, Section IV-A.

    .. math:: s_i = \sum_j V_j h(i)_j, \quad z_{2i-1} = \sqrt{2/D} \sin s_i, \quad
              z_{2i} = \sqrt{2/D} \cos s_i, \quad i = 1, \ldots, D/2

    With W = hash_cauchy(arange(1, D // 2 + 1), array1, array2, beta) it is :func:`rff`, bit for bit
    where products and sums are rounded one by one, and the numbers of W are at most 1e100. For a
    beta near 1e-100 some are larger, which rff refuses and this map takes.

    The time is O(nonzeros D), and that of the hash for the columns that occur (the printed loop
    over all coordinates cannot have given Table VI, erratum S19). The memory beyond V and the
    result is O(d), a float64 for each nonzero unless V is CSR in float64, and blocks of 2^16
    vectors or 2^20 nonzeros, for each of which the random numbers are made anew.

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
        ``D`` odd, below 2, above 2^34 - 2 or beyond memory, ``beta`` not between 1e-100
        and 1e100, d not that of the arrays, values above 1e100 or not what ``values`` says, an
        ``out`` of another shape or in the memory of V or of the arrays.
    TypeError
        Arrays that are not uint64, V no array, an ``out`` that cannot be written.
    """
    D, array1, array2 = _hashed(D, array1, array2)
    beta = check.positive("beta", beta)
    endpoints = check.choice("endpoints", endpoints, ENDPOINTS)
    values = check.choice("values", values, ("counts", "real"))
    V = check.sparse_rows("V", V, len(array1))
    if out is None:
        check.memory(8 * V.shape[0] * D, D=D)
    if values == "counts" and not all(_are_counts(part.data) for _, part in row_blocks(V)):
        raise ValueError(
            'V must hold nonnegative multiples of 1/2 (any real numbers with values="real"), got '
            f"{V.data.min()} to {V.data.max()}"
        )
    out = _output(out, (V.shape[0], D), V=V.data, array1=array1, array2=array2)
    for rows, part in row_blocks(V):
        write_block(part, beta, array1, array2, endpoints, out[rows])
    return out


def rff(V: Any, W: ArrayLike, out: AnyArray | None = None) -> AnyArray:
    r"""Plain random Fourier features with a stored matrix, FM in Section IV, Eq. (2).

    .. math:: z_{2i-1} = \sqrt{2/D} \sin (W V)_i, \quad z_{2i} = \sqrt{2/D} \cos (W V)_i

    With Cauchy numbers of scale 1 / beta in W, as :func:`cauchy_matrix` draws them, it is the FM of
    the Laplacian kernel.

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
        d not that of W, an ``out`` of another shape or in the memory of V or W, values above 1e100.
    TypeError
        V or W no numeric array, an ``out`` that cannot be written.
    """
    V = check.sparse_rows("V", V)
    W = check.real("W", W, shape=(None, V.shape[1]))
    out = _output(out, (V.shape[0], 2 * len(W)), V=V.data, W=W)
    for begin in range(0, len(W), KEYS_AT_ONCE):
        keys = slice(begin, begin + KEYS_AT_ONCE)
        write_features(V @ np.ascontiguousarray(W[keys].T), begin, out)
    return out


def cauchy_matrix(D: int, d: int, beta: float, rng: np.random.Generator) -> Array:
    """The matrix of FM for the Laplacian kernel, Section IV: Cauchy numbers of scale 1 / beta.

    They are independent and drawn in one call, row after row.

    Parameters
    ----------
    D : int
        Number of features, even, at least 2.
    d : int
        Number of coordinates, at least 1.
    beta : float
        Positive, in the units of the L1 distance.
    rng : numpy.random.Generator

    Returns
    -------
    (D/2, d)

    Raises
    ------
    ValueError
        ``D`` odd or below 2, ``d`` below 1, both together beyond memory, ``beta`` not between
        1e-100 and 1e100, or so small that a number is beyond them.
    TypeError
        A seed in place of a generator.
    """
    D, d = even(D), check.integer("d", d, 1)
    beta = check.positive("beta", beta)
    check.memory_for(4, D=D, d=d)
    W = check.generator("rng", rng).standard_cauchy((D // 2, d))
    W /= beta
    return check.within_range("Cauchy numbers over beta", W)


def even(D: int) -> int:
    """D, the number of features, validated."""
    D = check.count("D", D, 2)
    if D % 2:
        raise ValueError(f"D must be even, got {D}")
    return D


def _hashed(D: int, array1: Words, array2: Words) -> tuple[int, Words, Words]:
    """What is hashed, D/2 keys that are not too large for it, and the words of the hash."""
    D = even(D)
    if D // 2 >= KEYS:
        raise ValueError(f"D must be at most {2 * KEYS - 2}, so that keys are exact, got {D}")
    array1 = check.words("array1", array1, (None,))
    return D, array1, check.words("array2", array2, (len(array1),))


def _are_counts(data: Array) -> bool:
    twice = (2 * data[begin : begin + _PIECE] for begin in range(0, len(data), _PIECE))
    return all(part.min() >= 0 and (part == np.rint(part)).all() for part in twice)


def _output(out: Any, shape: tuple[int, int], **read: AnyArray) -> AnyArray:
    """The array for a result, which shares no memory with what is read while it is written."""
    if out is None:
        return np.empty(shape)
    masked = isinstance(out, np.ma.MaskedArray)
    if masked or not isinstance(out, np.ndarray) or out.dtype not in (np.float64, np.float32):
        raise TypeError(f"out must be an array of float64 or float32, got {check.shown(out)}")
    if not out.flags.writeable:
        raise TypeError("out must be writeable, got a read-only array")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, got {out.shape}")
    for name, array in read.items():
        if np.may_share_memory(out, array):
            raise ValueError(f"out must not share memory with {name}, which is read meanwhile")
    return out
