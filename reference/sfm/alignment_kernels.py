r"""The Laplacian kernel on vectors of strings, Section V of SFM, and the error of its features.

=========  ===============================================================================
EDMKernel  :func:`laplacian_kernel` of :func:`~reference.sfm.characteristic_vectors`, Eq. (1);
           the paper calls it ESPKernel too
CGKKernel  :func:`laplacian_kernel` of :func:`~reference.sfm.cgk_vectors`
SFMEDM     :func:`~reference.sfm.sfm` of the former vectors
SFMCGK     :func:`~reference.sfm.sfm` of the latter
FMEDM      :func:`~reference.sfm.rff` of the former, with :func:`~reference.sfm.cauchy_matrix`
FMCGK      :func:`~reference.sfm.rff` of the latter
=========  ===============================================================================

exp(-EDM / beta) itself is no kernel: it is not positive semidefinite (erratum S15). That of the L1
distance of vectors is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reference import check


def laplacian_kernel(V: Any, W: Any, beta: float) -> NDArray[np.float64]:
    r"""Laplacian kernel, Eq. (1).

    .. math:: k(x, y) = \exp(-\|x - y\|_1 / \beta)

    Parameters
    ----------
    V, W : (n, d), (m, d) sparse or dense
        Vectors as rows.
    beta : float
        Positive, in the units of the L1 distance.

    Returns
    -------
    (n, m)
        In [0, 1].

    Raises
    ------
    ValueError
        ``beta`` not positive, unequal d, NaN or infinite values.
    TypeError
        V or W no numeric array.
    """
    beta = check.positive("beta", beta)
    exponents = l1_distances(V, W)
    exponents /= -beta
    return np.exp(exponents, out=exponents)


def l1_distances(V: Any, W: Any) -> NDArray[np.float64]:
    r"""L1 distances of sparse vectors, ||V(S) - V(S')||_1 of Section III.

    Only common nonzero coordinates are visited,

    .. math:: \|x - y\|_1 = \|x\|_1 + \|y\|_1
              - \sum_{j:\, x_j y_j \ne 0} (|x_j| + |y_j| - |x_j - y_j|) ,

    exact for multiples of 1/2 (ESP and CGK), else to roundings of the norms.

    Parameters and errors are those of :func:`laplacian_kernel`.

    Returns
    -------
    (n, m)
        Nonnegative.
    """
    V = check.sparse_rows("V", V)
    W = check.sparse_rows("W", W, V.shape[1])
    norms_v, norms_w = abs(V).sum(axis=1), abs(W).sum(axis=1)
    result = np.empty((V.shape[0], W.shape[0]))
    by_column = W.tocsc()
    counts = np.diff(by_column.indptr)
    for i in range(V.shape[0]):
        inside = slice(V.indptr[i], V.indptr[i + 1])
        columns, x = V.indices[inside], V.data[inside]
        # all entries of W in the columns of this row, column after column
        size = counts[columns]
        ends = np.cumsum(size)
        total = ends[-1] if len(ends) else 0
        entries = np.repeat(by_column.indptr[columns] - (ends - size), size) + np.arange(total)
        x, y = np.repeat(x, size), by_column.data[entries]
        common = np.abs(x) + np.abs(y) - np.abs(x - y)
        shared = np.bincount(by_column.indices[entries], weights=common, minlength=len(norms_w))
        result[i] = norms_v[i] + norms_w - shared
    return np.maximum(result, 0, out=result)


def average_error(K: ArrayLike, Z: ArrayLike) -> float:
    r"""Average error of features, Section VII-B (Tables IV and V, there times 100).

    .. math:: \frac{2}{N (N + 1)} \sum_{i \le j} |k(S_i, S_j) - z_i' z_j|

    The diagonal counts: with z'z = 1 its errors are 0.

    Parameters
    ----------
    K : (N, N)
        Kernel matrix, symmetric.
    Z : (N, D)
        Features as rows.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        K not square or not symmetric, numbers of rows that differ.
    """
    K = check.symmetric("K", K)
    Z = check.real("Z", Z, shape=(len(K), None))
    errors = np.abs(K - Z @ Z.T)
    pairs = len(K) * (len(K) + 1) / 2
    return float((errors.sum() + errors.trace()) / 2 / pairs)
