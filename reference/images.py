"""Squared distances of linear images, in which near points keep their digits beside far ones."""

from __future__ import annotations

import numpy as np
import scipy as sp

from gramcheck.reference.types import Array

_NEAR = 2.0**-10  # of the way from the origin, so that no more than 10 bits are lost beyond it
_BLOCK = 2**21  # coordinates of differences held at once


def squared_distances(A: Array, B: Array, axes: Array) -> Array:
    """||(a - b) axes||^2 (a, b) for the rows a of A and b of B.

    To transform points first is fast. With one of them as the origin o, it is right to roundings of
    |a - o| + |b - o|. Where that is far above |a - b|, the difference is taken first.
    """
    first, second = A - B[0], B - B[0]
    squared = sp.spatial.distance.cdist(first @ axes, second @ axes, "sqeuclidean")
    # an image is at most |axes| |a - b| long, so that no pair to be mended is left out
    reach_A, reach_B = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    size = np.linalg.norm(axes)
    near = squared <= (size * _NEAR * (reach_A.max() + reach_B.max())) ** 2
    if A is B:
        np.fill_diagonal(near, False)
    if not (size and near.any()):
        return squared
    apart = np.add.outer(reach_A**2, reach_B**2) - 2 * (first @ second.T)
    near &= apart <= np.square(_NEAR * np.add.outer(reach_A, reach_B))
    places = np.flatnonzero(near)
    rows = max(1, _BLOCK // A.shape[1])
    for start in range(0, len(places), rows):
        i, j = np.divmod(places[start : start + rows], len(B))
        squared[i, j] = np.square((A[i] - B[j]) @ axes).sum(axis=1)
    return squared
