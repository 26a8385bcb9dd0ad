"""Differences of pairs in few coordinates: the program lives in their span, whatever p is.

(14) depends on the patterns through (x_i - x_j)'(x_k - x_l) only, and (11) is a matrix on the span
of the differences. With fewer patterns or pairs than features this span is given an orthonormal
basis, and no p x p matrix is formed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy as sp

from gramcheck.reference.types import Array, Integers


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

    def restricted(self, M: Array | None) -> Array:
        """The (r, r) form of a (p, p) matrix on the span; None stands for the identity."""
        if M is None:
            return np.eye(self.Z.shape[1])
        return M if self.basis is None else self.basis.T @ M @ self.basis


def span_of_pairs(X: Array, pairs: Integers) -> PairSpace:
    """Coordinates for the differences of pairs of rows of X, in the smallest space at hand.

    That is the whole space, the span of the patterns that occur in pairs (each seen from one that
    pairs connect it with, so that differences are small numbers only where pairs are), or the span
    of the differences, as p, their number or the number of pairs is least.
    """
    p = X.shape[1]
    used, places = np.unique(pairs, return_inverse=True)
    i, j = places.reshape(pairs.shape).T
    X = X[used]
    whole = p <= min(len(used), len(pairs))
    if whole or len(pairs) < len(used):
        differences = X[i] - X[j]
        if whole:
            return PairSpace(differences, None, p)
        basis, R = sp.linalg.qr(differences.T, mode="economic")
        return PairSpace(R.T, basis, p)
    graph = sp.sparse.coo_array((np.ones(len(i)), (i, j)), shape=(len(used),) * 2)
    _, component = sp.sparse.csgraph.connected_components(graph, directed=False)
    _, first = np.unique(component, return_index=True)
    seen = X - X[first[component]]
    basis, R = sp.linalg.qr(seen.T, mode="economic")
    Z = R.T[i] - R.T[j]
    Z[(X[i] == X[j]).all(axis=1)] = 0.0  # patterns that coincide, exactly
    return PairSpace(Z, basis, p)
