"""Modified Hausdorff distance, Section 2.2: minima of squared distances, a block at a time.

Squared distances of many points come from one matrix product, |x - y|^2 = |x|^2 - 2 <x, y> + |y|^2,
about a common center. That loses what the two norms have in common: a minimum that is small against
them is computed again from the differences of its points, so that the relative error stays near
1e-13 and equal sets are at distance exactly 0. In few dimensions the differences cost no more than
the product, and are used throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.types import Array

_ROWS, _COLUMNS = 512, 2048  # points in a block of squared distances: 8 MB
_SHORTEST_ROW = 64  # minima over shorter rows would be slow
_PADDING = 1.25  # sets in one group may differ in size by this factor
_FEW_DIMENSIONS = 8
_CANCELLATION = 1e-2  # minima below this part of the squared norms are computed again

Points = Array


def cross_distances(X: Sequence[Points], Y: Sequence[Points]) -> Array:
    """Distances of all pairs of sets, (n, m); every set is (points, dimensions)."""
    distances = np.empty((len(X), len(Y)))
    center = sum(points.sum(axis=0) for side in (X, Y) for points in side)
    center = center / sum(len(points) for side in (X, Y) for points in side)
    columns = [(index, _Group([Y[j] for j in index], center)) for index in _similar(Y, _COLUMNS)]
    for rows in _similar(X, _ROWS):
        left = _Group([X[i] for i in rows], center)
        for index, right in columns:
            distances[np.ix_(rows, index)] = _pairs(left, right)
    return distances


def _similar(sets: Sequence[Points], size: int) -> Iterator[NDArray[np.intp]]:
    """Groups of sets of similar size with at most ``size`` points together, or one large set."""
    sizes = np.array([len(points) for points in sets])
    order = np.argsort(sizes, kind="stable")
    start = 0
    while start < len(order):
        stop = start + 1
        smallest = sizes[order[start]]
        while stop < len(order):
            largest = sizes[order[stop]]
            if largest > _PADDING * smallest or largest * (stop + 1 - start) > size:
                break
            stop += 1
        yield order[start:stop]
        start = stop


class _Group:
    """Sets padded to one size, ordered (point, set): first points of all sets, second points, ...

    A set is padded with its own points, which changes no minimum; ``real`` is 0 for these points
    and 1 for the others. In this order a minimum over the points of each set is a minimum of whole
    rows.
    """

    def __init__(self, sets: list[Points], center: Array) -> None:
        self.sets = sets
        self.sizes = np.array([len(points) for points in sets])
        self.size, self.count = int(self.sizes.max()), len(sets)
        self.real = (np.arange(self.size)[:, None] < self.sizes).astype(np.float64)
        self.points = np.empty((self.size, self.count, sets[0].shape[1]))
        for k, points in enumerate(sets):
            self.points[:, k] = points[np.arange(self.size) % len(points)]
        centered = self.points - center
        self.norms = np.einsum("ijk,ijk->ij", centered, centered)
        # <(-2 x, |x|^2, 1), (y, 1, |y|^2)> is the squared distance
        ones = np.ones_like(self.norms)[..., None]
        self.left = np.concatenate([-2 * centered, self.norms[..., None], ones], axis=-1)
        self.right = np.concatenate([centered, ones, self.norms[..., None]], axis=-1)

    def pieces(self, points: int) -> Iterator[slice]:
        """So many points of every set at a time that there are ``points`` of them together."""
        step = max(points // self.count, 1)
        return (slice(k, min(k + step, self.size)) for k in range(0, self.size, step))


def _pairs(left: _Group, right: _Group) -> Array:
    """Distances between all sets of two groups."""
    to_right = np.full((left.size, left.count, right.count), np.inf)  # from each point to each set
    to_left = np.full((left.count, right.size, right.count), np.inf)
    for rows in left.pieces(_ROWS):
        for columns in right.pieces(_COLUMNS):
            squares = _squares(left, rows, right, columns)
            np.minimum(to_left[:, columns], squares.min(axis=0), out=to_left[:, columns])
            np.minimum(to_right[rows], _nearest(squares), out=to_right[rows])
    if left.points.shape[-1] > _FEW_DIMENSIONS:
        _repair(to_right, left, right)
        _repair(to_left.transpose(1, 2, 0), right, left)
    for nearest in (to_right, to_left):
        np.maximum(nearest, 0, out=nearest)  # where padding was not repaired
        np.sqrt(nearest, out=nearest)
    forward = np.einsum("kab,ka->ab", to_right, left.real) / left.sizes[:, None]
    backward = np.einsum("akb,kb->ab", to_left, right.real) / right.sizes
    return np.maximum(forward, backward)


def _squares(left: _Group, rows: slice, right: _Group, columns: slice) -> Array:
    """Squared distances of all points of two pieces, (point, set, point, set)."""
    shape = left.points[rows].shape[:2] + right.points[columns].shape[:2]
    dimension = left.points.shape[-1]
    if dimension <= _FEW_DIMENSIONS:
        x, y = (
            g[s].reshape(-1, dimension) for g, s in ((left.points, rows), (right.points, columns))
        )
        return sp.spatial.distance.cdist(x, y, "sqeuclidean").reshape(shape)
    x = left.left[rows].reshape(-1, dimension + 2)
    y = right.right[columns].reshape(-1, dimension + 2)
    return (x @ y.T).reshape(shape)


def _nearest(squares: Array) -> Array:
    """Minimum over the third axis, several of its entries in one row when rows would be short."""
    entries, sets = squares.shape[2:]
    together = min(max(_SHORTEST_ROW // sets, 1), entries)
    whole = entries - entries % together
    rows = squares[:, :, :whole].reshape(*squares.shape[:2], -1, together, sets)
    nearest = rows.min(axis=2)
    rest = squares[:, :, whole:]
    np.minimum(nearest[:, :, : entries - whole], rest, out=nearest[:, :, : entries - whole])
    return nearest.min(axis=2)


def _repair(nearest: Array, source: _Group, target: _Group) -> None:
    """Compute again, from differences, the minima that the matrix product cannot resolve."""
    if nearest.min() >= _CANCELLATION * (source.norms.max() + target.norms.max()):
        return
    scale = source.norms[:, :, None] + target.norms.max(axis=0)
    doubtful = (nearest < _CANCELLATION * scale) & (source.real[:, :, None] > 0)
    for k in np.flatnonzero(doubtful.any(axis=(0, 1))):
        found = np.argwhere(doubtful[:, :, k])
        points = target.sets[k]
        for some in np.array_split(found, len(found) * len(points) // (_ROWS * _COLUMNS) + 1):
            place = tuple(some.T)
            squares = sp.spatial.distance.cdist(source.points[place], points, "sqeuclidean")
            nearest[(*place, k)] = squares.min(axis=1)
