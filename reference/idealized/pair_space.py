"""Differences of pairs in few coordinates: the QP lives in their span, whatever p is.

(14) depends on the patterns through (x_i - x_j)'(x_k - x_l) only, and (11) is a matrix on the span
of the differences. With fewer patterns or pairs than features this span is given an orthonormal
basis, and no p x p matrix is formed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PairSpace:
    """Differences z = x_i - x_j of N pairs, and a basis that holds them all.

    Attributes
    ----------
    Z : (N, r)
        Coordinates of the differences.
    basis : (p, r) or None
        Orthonormal columns, z = basis @ coordinates; None for the identity, r = p.
    dimension : int
        p.
    """

    Z: Array
    basis: Array | None
    dimension: int

    def lift(self, columns: Array) -> Array:
        """Vectors of p entries from columns of r coordinates."""
        return columns if self.basis is None else self.basis @ columns

    def restricted(self, M: Array) -> Array:
        """The (r, r) form of a (p, p) matrix on the span."""
        return M if self.basis is None else self.basis.T @ M @ self.basis


def span_of_pairs(X: Array, pairs: NDArray[np.int64]) -> PairSpace:
    """Coordinates for the differences of pairs of rows of X, in the smallest space at hand.

    That is the whole space, the span of the centered patterns that occur in pairs, or the span of
    the differences, as p, their number or the number of pairs is least.
    """
    p = X.shape[1]
    used, places = np.unique(pairs, return_inverse=True)
    i, j = places.reshape(pairs.shape).T
    centered = X[used] - X[used].mean(axis=0)
    if p <= min(len(used), len(pairs)):
        return PairSpace(centered[i] - centered[j], None, p)
    if len(pairs) < len(used):
        basis, R = linalg.qr((centered[i] - centered[j]).T, mode="economic")
        return PairSpace(R.T, basis, p)
    basis, R = linalg.qr(centered.T, mode="economic")
    Z = R.T[i] - R.T[j]
    Z[(centered[i] == centered[j]).all(axis=1)] = 0.0  # patterns that coincide, exactly
    return PairSpace(Z, basis, p)
