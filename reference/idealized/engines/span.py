"""Differences of pairs in few coordinates: the program lives in their span, whatever p is.

(14) depends on the patterns through (x_i - x_j)'(x_k - x_l) only, and (11) is a matrix on the span
of the differences. With fewer patterns or pairs than features this span is given an orthonormal
basis, and no p x p matrix is formed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy as sp

from gramcheck.reference.types import Array, Integers

_BLOCK = 2**21  # coordinates of differences held at once


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

    That is the whole space, or the span of the differences along a forest that connects the same
    patterns as the pairs do. It is the forest of the shortest pairs: every other difference is a
    sum of differences no longer than itself, so that it keeps its digits, however far other
    patterns are.
    """
    p = X.shape[1]
    if p <= min(len(np.unique(pairs)), len(pairs)):
        return PairSpace(np.concatenate(list(differences_in_blocks(X, pairs))), None, p)
    lengths = np.concatenate([np.abs(z).sum(axis=1) for z in differences_in_blocks(X, pairs)])
    graph = sp.sparse.coo_array((lengths, pairs.T), shape=(len(X),) * 2)
    i, j = sp.sparse.csgraph.minimum_spanning_tree(graph).nonzero()
    if not len(i):  # all patterns of pairs coincide, and any vector will do
        i, j = pairs[:1].T
    basis, _ = sp.linalg.qr((X[i] - X[j]).T, mode="economic")
    Z = np.concatenate([z @ basis for z in differences_in_blocks(X, pairs)])
    return PairSpace(Z, basis, p)


def differences_in_blocks(X: Array, pairs: Integers) -> Iterator[Array]:
    """The differences x_i - x_j of pairs of rows of X, in order, some pairs at a time."""
    rows = max(1, _BLOCK // X.shape[1])
    for start in range(0, len(pairs), rows):
        i, j = pairs[start : start + rows].T
        yield X[i] - X[j]
