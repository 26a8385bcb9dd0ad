"""Modified Hausdorff distance, Section 2.2: minima of squared distances, a block at a time.

Squared distances of many points come from one matrix product, |x - y|^2 = |x|^2 - 2 <x, y> + |y|^2,
about a common center. That loses what the two norms have in common: a minimum that is small against
them is computed again from the differences of its points, so that the relative error stays near
1e-12 and equal sets are at distance exactly 0. In few dimensions the differences cost no more than
the product, and are used throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist as point_distances

_ROWS, _COLUMNS = 512, 4096  # points in a block of squared distances
_FEW_DIMENSIONS = 8
_CANCELLATION = 1e-4  # minima below this part of the squared norms are computed again

Points = NDArray[np.float64]


def cross_distances(X: Sequence[Points], Y: Sequence[Points]) -> NDArray[np.float64]:
    """Distances of all pairs of sets, (n, m); every set is (points, dimensions)."""
    distances = np.empty((len(X), len(Y)))
    center = _center(X, Y)
    for rows in _groups(X, _ROWS):
        left = _Group([X[i] for i in rows], center)
        for columns in _groups(Y, _COLUMNS):
            right = _Group([Y[j] for j in columns], center)
            distances[rows.start : rows.stop, columns.start : columns.stop] = _pairs(left, right)
    return distances


def _center(X: Sequence[Points], Y: Sequence[Points]) -> NDArray[np.float64]:
    total = sum(points.sum(axis=0) for side in (X, Y) for points in side)
    return total / sum(len(points) for side in (X, Y) for points in side)


def _groups(sets: Sequence[Points], size: int) -> Iterator[range]:
    """Consecutive sets with at most ``size`` points together, or one larger set alone."""
    start, total = 0, 0
    for i, points in enumerate(sets):
        if total and total + len(points) > size:
            yield range(start, i)
            start, total = i, 0
        total += len(points)
    yield range(start, len(sets))


class _Group:
    """Sets one after another: their points, and where each set begins."""

    def __init__(self, sets: list[Points], center: NDArray[np.float64]) -> None:
        self.points = np.concatenate(sets)
        self.sizes = np.array([len(points) for points in sets])
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.centered = self.points - center
        self.norms = np.einsum("ij,ij->i", self.centered, self.centered)

    def pieces(self, size: int) -> Iterator[tuple[slice, slice, NDArray[np.intp]]]:
        """Pieces of at most ``size`` points: points, the sets they belong to, where these begin."""
        for first in range(0, len(self.points), size):
            points = slice(first, min(first + size, len(self.points)))
            sets = slice(
                int(np.searchsorted(self.starts, points.start, "right")) - 1,
                int(np.searchsorted(self.starts, points.stop)),
            )
            yield points, sets, np.maximum(self.starts[sets] - first, 0)


def _pairs(left: _Group, right: _Group) -> NDArray[np.float64]:
    """Distances between all sets of two groups."""
    to_right = np.full((len(left.points), len(right.sizes)), np.inf)  # from each point to each set
    to_left = np.full((len(left.sizes), len(right.points)), np.inf)
    for rows, row_sets, row_starts in left.pieces(_ROWS):
        for columns, column_sets, column_starts in right.pieces(_COLUMNS):
            squares = _squares(left, rows, right, columns)
            nearest = to_right[rows, column_sets]
            np.minimum(nearest, np.minimum.reduceat(squares, column_starts, axis=1), nearest)
            nearest = to_left[row_sets, columns]
            np.minimum(nearest, np.minimum.reduceat(squares, row_starts, axis=0), nearest)
    if left.points.shape[1] > _FEW_DIMENSIONS:
        _repair(to_right, left, right)
        _repair(to_left.T, right, left)
    forward = np.add.reduceat(np.sqrt(to_right), left.starts, axis=0) / left.sizes[:, None]
    backward = np.add.reduceat(np.sqrt(to_left), right.starts, axis=1) / right.sizes
    return np.maximum(forward, backward)


def _squares(left: _Group, rows: slice, right: _Group, columns: slice) -> NDArray[np.float64]:
    """Squared distances of the points of two pieces."""
    if left.points.shape[1] <= _FEW_DIMENSIONS:
        return point_distances(left.points[rows], right.points[columns], "sqeuclidean")
    squares = (-2 * left.centered[rows]) @ right.centered[columns].T
    squares += left.norms[rows, None]
    squares += right.norms[columns]
    return squares


def _repair(nearest: NDArray[np.float64], source: _Group, target: _Group) -> None:
    """Compute again, from differences, the minima that the matrix product cannot resolve."""
    largest = np.maximum.reduceat(target.norms, target.starts)
    doubtful = nearest < _CANCELLATION * np.add.outer(source.norms, largest)
    for k in np.flatnonzero(doubtful.any(axis=0)):
        rows = np.flatnonzero(doubtful[:, k])
        points = target.points[target.starts[k] : target.starts[k] + target.sizes[k]]
        for some in np.array_split(rows, len(rows) * len(points) // (_ROWS * _COLUMNS) + 1):
            squares = point_distances(source.points[some], points, "sqeuclidean")
            nearest[some, k] = squares.min(axis=1)
