r"""Distances and sums over all pairs of points as a few products of matrices (n, n).

With R the rows k_i about their mean and G = R Sigma R', the squared distances of Corollary 3 are
G_ii + G_jj - 2 G_ij; with K in place of R, points far from the origin would lose their digits. A
sum of the M_ij = (k_i - k_j)(k_i - k_j)' with weights w is 2 R' (diag(w 1) - w) R for the
symmetric part of w, which costs O(n^3) where the sum as it is written costs O(n^4).
"""

from __future__ import annotations

import numpy as np
import scipy as sp

from gramcheck.reference.types import Array


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

    It takes an eigendecomposition, and roundings of the root of Sigma: kinks are not met exactly.
    """
    e, U = np.linalg.eigh(Sigma)
    images = rows_about_mean(K) @ (U * np.sqrt(np.abs(e)))
    rounding = len(e) * np.finfo(float).eps * np.abs(e).max()
    positive, negative = images[:, e > rounding], images[:, e < -rounding]
    squared = np.zeros(K.shape)
    for part, sign in ((positive, 1), (negative, -1)):
        if part.shape[1]:
            squared += sign * sp.spatial.distance.cdist(part, part, "sqeuclidean")
    return squared


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
    return 2 * rows.T @ laplacian(weights) @ rows
