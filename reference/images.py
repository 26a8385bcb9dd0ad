"""Squared distances of linear images, in which near pairs keep their digits beside far ones."""

from __future__ import annotations

import numpy as np
import scipy as sp

from gramcheck.reference.types import Array

_NEAR = 2.0**-12  # of the lengths that two images are summed from; more than 12 bits would be lost
_BLOCK = 2**20  # numbers of the differences that are held at once


def squared_distances(A: Array, B: Array, axes: Array) -> Array:
    """||(a - b) axes||^2 (a, b) for the rows a of A and b of B.

    The images of all rows are taken once, about a row of B. Where two are so near to each other
    that digits are lost, the image of the difference is taken instead.
    """
    first, second = A - B[0], B - B[0]
    squared = sp.spatial.distance.cdist(first @ axes, second @ axes, "sqeuclidean")
    lengths = [np.linalg.norm(np.abs(rows) @ np.abs(axes), axis=1) for rows in (first, second)]
    i, j = np.nonzero(squared < np.square(_NEAR * np.add.outer(*lengths)))
    step = max(1, _BLOCK // A.shape[1])
    for begin in range(0, len(i), step):
        pairs = i[begin : begin + step], j[begin : begin + step]
        images = (A[pairs[0]] - B[pairs[1]]) @ axes
        squared[pairs] = np.einsum("ij,ij->i", images, images)
    return squared
