r"""L1 distances of sparse rows; :func:`.l1_distances` says of which kind.

With multiples of 1/2, which ESP and CGK make, only common nonzero coordinates are visited:

.. math:: \|x - y\|_1 = \|x\|_1 + \|y\|_1
          - \sum_{j:\, x_j y_j \ne 0} (|x_j| + |y_j| - |x_j - y_j|) ,

which is exact. With other numbers that difference of sums could lose all digits; there
|x_j - y_j| is summed over all nonzero coordinates of either, which takes longer.
"""

from __future__ import annotations

import numpy as np
import scipy as sp

from gramcheck.reference.types import AnyArray, Array


def pairwise_l1(V: sp.sparse.csr_array, W: sp.sparse.csr_array) -> Array:
    """Distances of all rows of V from all rows of W."""
    distances_from = _exact_distances if _are_halves(V) and _are_halves(W) else _real_distances
    result = np.empty((V.shape[0], W.shape[0]))
    by_column, norms = W.tocsc(), abs(W).sum(axis=1)
    for i in range(V.shape[0]):
        inside = slice(V.indptr[i], V.indptr[i + 1])
        result[i] = distances_from(V.indices[inside], V.data[inside], by_column, norms)
    return result


def _are_halves(V: sp.sparse.csr_array) -> bool:
    """Whether all entries are multiples of 1/2, so small that sums over rows are exact."""
    largest = np.abs(V.data).max(initial=0)
    return bool(largest < 2**50 / V.shape[1] and (2 * V.data == np.rint(2 * V.data)).all())


def _exact_distances(columns: AnyArray, x: Array, W: sp.sparse.csc_array, norms: Array) -> Array:
    """From one vector, whose nonzero coordinates are x, to the rows of W, of the given norms."""
    # all entries of W in the columns of this vector, column after column
    begins = W.indptr[columns]
    size = W.indptr[columns + 1] - begins
    entries = np.repeat(begins - (np.cumsum(size) - size), size) + np.arange(size.sum())
    norm = np.abs(x).sum()
    x, y = np.repeat(x, size), W.data[entries]
    common = np.abs(x) + np.abs(y) - np.abs(x - y)
    return norm + norms - np.bincount(W.indices[entries], weights=common, minlength=len(norms))


def _real_distances(columns: AnyArray, x: Array, W: sp.sparse.csc_array, norms: Array) -> Array:
    """The same as a sum of nonnegative terms: in the columns of x, and beside them."""
    beside = np.ones(W.shape[1])
    beside[columns] = 0
    inside = np.abs(W[:, columns].toarray() - x).sum(axis=1)
    return inside + abs(W) @ beside
