"""The modified Hausdorff distance: what implementations take instead."""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from gramcheck.verify.conventions.table import Table
from gramcheck.verify.types import Array


def modified_hausdorff_conventions() -> Table:
    """Alternatives to the larger of the two mean distances to the nearest Euclidean neighbor."""
    from gramcheck.verify.definitions.d2ke import modified_hausdorff as d

    def nearest(x: Array, y: Array, ground: str = "euclidean") -> tuple[Array, Array]:
        difference = x[:, None] - y[None]
        ground_distances = {
            "euclidean": np.linalg.norm(difference, axis=2),
            "squared": (difference**2).sum(axis=2),
            "city block": np.abs(difference).sum(axis=2),
        }[ground]
        return ground_distances.min(axis=1), ground_distances.min(axis=0)

    def combined(
        inner: Callable[[Array], float], outer: Callable[[float, float], float], ground: str
    ) -> Callable[[Array, Array], float]:
        def distance(x: Array, y: Array) -> float:
            from_x, from_y = nearest(x, y, ground)
            return float(outer(inner(from_x), inner(from_y)))

        return distance

    def as_sets(x: Array, y: Array) -> float:
        return combined(np.mean, max, "euclidean")(np.unique(x, axis=0), np.unique(y, axis=0))

    battery = [
        (np.array(x, dtype=float), np.array(y, dtype=float))
        for x, y in (
            ([[0, 0], [1, 2], [1, 2], [4, 1]], [[1, 1], [5, 0]]),
            ([[0, 3]], [[2, 2], [0, 0], [1, 4]]),
            ([[2, 2], [0, 0], [1, 4]], [[0, 3]]),
            ([[2, 1], [0, 5], [3, 3]], [[2, 2], [2, 2], [9, 1], [0, 1]]),
        )
    ]
    conventions = {
        "the smaller of the two directions": combined(np.mean, min, "euclidean"),
        "the mean of the two directions": combined(np.mean, lambda a, b: (a + b) / 2, "euclidean"),
        "the sum of the two directions": combined(np.mean, operator.add, "euclidean"),
        "the direction from x to y only": combined(np.mean, lambda a, b: a, "euclidean"),
        "the direction from y to x only": combined(np.mean, lambda a, b: b, "euclidean"),
        "sums instead of means": combined(np.sum, max, "euclidean"),
        "medians instead of means": combined(np.median, max, "euclidean"),
        "maxima instead of means (the Hausdorff distance)": combined(np.max, max, "euclidean"),
        "squared Euclidean ground distances": combined(np.mean, max, "squared"),
        "city block ground distances": combined(np.mean, max, "city block"),
        "the distance of the sets without repeated points": as_sets,
    }
    return Table(battery, conventions, definition=d)
