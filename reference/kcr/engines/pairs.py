r"""Distances and sums over all pairs of points as a few products of matrices (n, n).

With R the rows k_i about their mean and G = R Sigma R', the squared distances of Corollary 3 are
G_ii + G_jj - 2 G_ij; with K in place of R, points far from the origin would lose their digits. A
sum of the M_ij = (k_i - k_j)(k_i - k_j)' with weights w is 2 R' (diag(w 1) - w) R for the
symmetric part of w, which costs O(n^3) where the sum as it is written costs O(n^4). There R may be
about another point in each part of the patterns that no weight joins to the rest, as are clusters
far from each other (:func:`about_parts`).
"""

from __future__ import annotations

import numpy as np
import scipy as sp

from gramcheck.reference import images
from gramcheck.reference.types import Array

_ROUNDING = 10  # of n eps times the norms, by which a computed eigenvalue may be off


def rows_about_mean(K: Array) -> Array:
    """R (n, n), whose rows have the same differences as those of K."""
    return K - K.mean(axis=0)


def gram_distances(G: Array) -> Array:
    """Squared distances (n, n) from inner products."""
    squares = G.diagonal()
    return squares[:, None] + squares - (G + G.T)


def metric_distances(Sigma: Array, K: Array) -> Array:
    """Squared distances (n, n) under Sigma between the rows of K."""
    R = rows_about_mean(K)
    return gram_distances(R @ Sigma @ R.T)


def distances_of_images(Sigma: Array, K: Array) -> Array:
    """The same from differences of images, which near points keep though others are far.

    It takes an eigendecomposition, in units of the patterns in which the diagonal of Sigma is near
    1, and roundings of its root: kinks are not met exactly.
    """
    units = powers_of_two(np.sqrt(np.abs(Sigma.diagonal())))
    if (np.abs(Sigma) > 2 * np.outer(units, units)).any():  # as it may be of one that is indefinite
        units = np.ones(len(Sigma))
    e, U = np.linalg.eigh(Sigma / units[:, None] / units)
    axes = units[:, None] * (U * np.sqrt(np.abs(e)))
    rounding = len(e) * np.finfo(float).eps * np.abs(e).max()
    squared = np.zeros(K.shape)
    for kept, sign in ((e > rounding, 1), (e < -rounding, -1)):
        if kept.any():
            squared += sign * images.squared_distances(K, K, axes[:, kept])
    return squared


def powers_of_two(sizes: Array) -> Array:
    """Those next to the sizes, by which a division is exact; 1 where a size is 0."""
    return np.exp2(np.round(np.log2(np.where(sizes > 0, sizes, 1.0))))


def laplacian(weights: Array) -> Array:
    """L = diag(w 1) - w of the symmetric part w: sum_ij w_ij (x_i - x_j)(x_i - x_j)' = 2 X'L X."""
    w = (weights + weights.T) / 2
    return np.diag(w.sum(axis=1)) - w


def laplacian_product(weights: Array, X: Array) -> Array:
    """``laplacian(weights) @ X`` for a few columns, without the matrix."""
    sums = (weights.sum(axis=1) + weights.sum(axis=0)) / 2
    return sums[:, None] * X - (weights @ X + weights.T @ X) / 2


def outer_products(weights: Array, rows: Array) -> Array:
    """sum_ij w_ij (r_i - r_j)(r_i - r_j)' over pairs of rows."""
    return _quadratic(laplacian(weights), rows)


def least_eigenvalue(weights: Array, rows: Array, axes: Array | None = None) -> float:
    """The smallest eigenvalue of :func:`outer_products`, less the rounding of its computation.

    With ``axes`` (p, r) that of its product with them from both sides.
    """
    L, R = laplacian(weights), about_parts(weights, rows)
    R = R if axes is None else R @ axes
    smallest = sp.linalg.eigvalsh(_quadratic(L, R), subset_by_index=(0, 0), driver="evr")[0]
    size = 2 * _row_sum(L) * _row_sum(R.T @ R)
    return float(smallest - _ROUNDING * len(L) * np.finfo(float).eps * size)


def _quadratic(L: Array, R: Array) -> Array:
    """2 R'L R, exactly symmetric."""
    product = R.T @ L @ R
    return product + product.T


def _row_sum(A: Array) -> float:
    """The largest one of magnitudes, no less than any eigenvalue of a symmetric A."""
    return float(np.abs(A).sum(axis=1).max())


def about_parts(weights: Array, rows: Array) -> Array:
    """Rows about the mean of their part, of those that weights of pairs join."""
    if weights.all():
        return rows_about_mean(rows)
    joined = sp.sparse.csr_array(weights)  # a dense graph has no edges below 1e-8
    _, part = sp.sparse.csgraph.connected_components(joined, directed=False)
    members = sp.sparse.csr_array((np.ones(len(part)), (part, np.arange(len(part)))))
    return rows - (members @ rows / members.sum(axis=1)[:, None])[part]
