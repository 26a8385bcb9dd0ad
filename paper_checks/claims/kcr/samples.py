"""Small problems that the claims of KCR share: points, labels, kernels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def squared_distances(points: Array) -> Array:
    """Squared Euclidean distances of all pairs of rows."""
    return np.square(points[:, None] - points[None]).sum(axis=2)


def distances(points: Array) -> Array:
    """Euclidean distances of all pairs of rows."""
    return np.sqrt(squared_distances(points))


def labels(n: int, classes: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """``n`` random labels 1 to ``classes``, each there at least once."""
    rest = rng.integers(1, classes + 1, n - classes)
    return rng.permutation(np.concatenate([np.arange(1, classes + 1), rest]))


def configurations(
    count: int, rng: np.random.Generator, *, ties: bool
) -> Iterator[tuple[Array, NDArray[np.int64], float]]:
    """Distances, labels and a radius.

    With ties: on a grid, coincident points and equal distances among them, the radius a distance.
    Otherwise in general position, where no distance occurs twice.
    """
    for _ in range(count):
        n, classes = int(rng.integers(3, 10)), int(rng.integers(2, 4))
        points = rng.normal(size=(n, 2))
        if ties:
            points = np.rint(1.5 * points)
        D = distances(points)
        h = float(rng.choice(D[D > 0])) if (D > 0).any() else 1.0
        yield D, labels(n, classes, rng), h if ties else h * 1.01


def classes_of_points(
    n: int, rng: np.random.Generator, *, classes: int = 3, apart: float = 1.5
) -> tuple[Array, NDArray[np.int64]]:
    """Points in the plane around one mean a class, with overlap, and their labels."""
    y = labels(n, classes, rng)
    angle = 2 * np.pi * y / classes
    means = apart * np.column_stack([np.cos(angle), np.sin(angle)])
    return means + rng.normal(size=(n, 2)), y
