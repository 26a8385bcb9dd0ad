r"""The Laplacian kernel on vectors of strings, Section V of SFM, and the error of its features.

=========  ===============================================================================
EDMKernel  :func:`laplacian_kernel` of :func:`.characteristic_vectors`, Eq. (1);
           the paper calls it ESPKernel too
CGKKernel  :func:`laplacian_kernel` of :func:`.cgk_vectors`, or exp(-Ham / beta) of
           :func:`.hamming_distances`
SFMEDM     :func:`.sfm` of the former vectors
SFMCGK     :func:`.sfm` of the latter
FMEDM      :func:`.rff` of the former, with :func:`.cauchy_matrix`
FMCGK      :func:`.rff` of the latter
=========  ===============================================================================

exp(-EDM / beta) itself is no kernel: it is not positive semidefinite (erratum S15). That of the L1
distance of vectors is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from gramcheck.reference import check


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
    with np.errstate(over="ignore"):  # the kernel is 0 there
        exponents /= -beta
    return np.exp(exponents, out=exponents)


def l1_distances(V: Any, W: Any) -> NDArray[np.float64]:
    r"""L1 distances of sparse vectors, ||V(S) - V(S')||_1 of Section III.

    Of multiples of 1/2 (ESP and CGK) exact, and only common nonzero coordinates are visited:

    .. math:: \|x - y\|_1 = \|x\|_1 + \|y\|_1
              - \sum_{j:\, x_j y_j \ne 0} (|x_j| + |y_j| - |x_j - y_j|) .

    Of other numbers that difference of sums could lose all digits; there |x_j - y_j| is summed over
    all nonzero coordinates of either, which takes longer.

    Parameters and errors are those of :func:`laplacian_kernel`.

    Returns
    -------
    (n, m)
        Nonnegative; inf where the distance is beyond float64.
    """
    V = check.sparse_rows("V", V)
    W = check.sparse_rows("W", W, V.shape[1])
    distances_from = _exact_distances if _are_halves(V) and _are_halves(W) else _real_distances
    result = np.empty((V.shape[0], W.shape[0]))
    by_column = W.tocsc()
    with np.errstate(over="ignore"):
        norms = abs(W).sum(axis=1)
        for i in range(V.shape[0]):
            inside = slice(V.indptr[i], V.indptr[i + 1])
            result[i] = distances_from(V.indices[inside], V.data[inside], by_column, norms)
    return result


def _are_halves(V: sparse.csr_array) -> bool:
    """Whether all entries are multiples of 1/2, so small that sums over rows are exact."""
    largest = np.abs(V.data).max(initial=0)
    return bool(largest < 2**50 / V.shape[1] and (2 * V.data == np.rint(2 * V.data)).all())


def _exact_distances(
    columns: NDArray[Any], x: NDArray[np.float64], W: sparse.csc_array, norms: NDArray[np.float64]
) -> NDArray[np.float64]:
    """From one vector, its nonzero coordinates x, to the rows of W, of the given norms."""
    # all entries of W in the columns of this vector, column after column
    begins = W.indptr[columns]
    size = W.indptr[columns + 1] - begins
    entries = np.repeat(begins - (np.cumsum(size) - size), size) + np.arange(size.sum())
    norm = np.abs(x).sum()
    x, y = np.repeat(x, size), W.data[entries]
    common = np.abs(x) + np.abs(y) - np.abs(x - y)
    return norm + norms - np.bincount(W.indices[entries], weights=common, minlength=len(norms))


def _real_distances(
    columns: NDArray[Any], x: NDArray[np.float64], W: sparse.csc_array, norms: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The same by sums of nonnegative terms alone: in the columns of x, and beside them."""
    beside = np.ones(W.shape[1])
    beside[columns] = 0
    inside = np.abs(W[:, columns].toarray() - x).sum(axis=1)
    return inside + abs(W) @ beside


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
