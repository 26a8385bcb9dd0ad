"""D2KE: what implementations of the three distances do instead."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from gramcheck.verify.conventions.table import Table
from gramcheck.verify.types import Array

__all__ = ["dtw_conventions", "levenshtein_conventions", "modified_hausdorff_conventions"]


def levenshtein_conventions() -> Table:
    """Alternatives to the number of insertions, deletions and substitutions of code points."""
    from gramcheck.verify.definitions.d2ke import levenshtein as d

    def longer(x: str, y: str) -> int:
        return max(len(x), len(y), 1)

    battery = [
        ("ab", "ba"),
        ("ca", "abc"),
        ("kitten", "sitting"),
        ("", "abc"),
        ("aB", "Ab"),
        ("é", "e"),
        ("\U0001f600", ""),
        ("abcd", "badc"),
    ]
    conventions = {
        "the distance normalized by the longer length": lambda x, y: d(x, y) / longer(x, y),
        "the distance divided by n + m": lambda x, y: d(x, y) / max(1, len(x) + len(y)),
        "the similarity 1 - d / longer length": lambda x, y: 1 - d(x, y) / longer(x, y),
        "a count in which a transposition is one edit": lambda x, y: _alignment_cost(x, y, swap=1),
        "a count in which a substitution costs two (insertions and deletions only)": (
            lambda x, y: _alignment_cost(x, y, substitution=2)
        ),
        "the distance without regard to case": lambda x, y: d(x.lower(), y.lower()),
        "the distance of the UTF-8 bytes": lambda x, y: d(x.encode(), y.encode()),
        "the distance of the UTF-16 units": lambda x, y: d(_utf16(x), _utf16(y)),
    }
    return Table(battery, conventions)


def dtw_conventions() -> Table:
    """Alternatives to the unwindowed sum of Euclidean local costs."""
    from gramcheck.verify.definitions.d2ke import dtw as d
    from gramcheck.verify.definitions.d2ke import warping_paths

    def along_best(x: Array, y: Array) -> tuple[float, int]:
        """Cost and length of the best path (the shortest one of those)."""
        cost = np.linalg.norm(x[:, None] - y[None], axis=2)
        paths = warping_paths(len(x), len(y))
        return min((math.fsum(cost[i, j] for i, j in path), len(path)) for path in paths)

    def diagonal_twice(x: Array, y: Array) -> float:
        cost = np.linalg.norm(x[:, None] - y[None], axis=2)
        totals = []
        for path in warping_paths(len(x), len(y)):
            steps = [1, *(sum(b) - sum(a) for a, b in pairwise(path))]  # a diagonal step is two
            totals.append(math.fsum(n * cost[p] for n, p in zip(steps, path, strict=True)))
        return min(totals)

    def city_block(x: Array, y: Array) -> float:
        cost = np.abs(x[:, None] - y[None]).sum(axis=2)
        paths = warping_paths(len(x), len(y))
        return min(math.fsum(cost[i, j] for i, j in path) for path in paths)

    def free_ends(x: Array, y: Array) -> float:
        return min(d(x, y[i : j + 1]) for i in range(len(y)) for j in range(i, len(y)))

    battery = [
        (np.array(x, dtype=float), np.array(y, dtype=float))
        for x, y in (
            ([[0, 0], [1, 2], [3, 1], [0, 2]], [[1, 1], [4, 0], [2, 2]]),
            ([[0, 3], [5, 1]], [[2, 2], [0, 0], [1, 4], [3, 3], [7, 1]]),
            ([[1, 0]], [[0, 2], [5, 5]]),
            ([[0, 1], [0, 2], [0, 0], [7, 3], [1, 5]], [[0, 0], [7, 2], [1, 5], [1, 6], [2, 5]]),
        )
    ]
    conventions = {
        "local_cost='sqeuclidean'": lambda x, y: d(x, y, "sqeuclidean"),
        "local_cost='sqeuclidean' after a square root": (
            lambda x, y: math.sqrt(d(x, y, "sqeuclidean"))
        ),
        "the square root of the sum": lambda x, y: math.sqrt(d(x, y)),
        "the sum divided by n + m": lambda x, y: d(x, y) / (len(x) + len(y)),
        "the sum divided by the longer length": lambda x, y: d(x, y) / max(len(x), len(y)),
        "the sum divided by the length of the path": lambda x, y: operator.truediv(
            *along_best(x, y)
        ),
        "the sum with diagonal steps counted twice (symmetric2)": diagonal_twice,
        "the sum with diagonal steps counted twice, divided by n + m": (
            lambda x, y: diagonal_twice(x, y) / (len(x) + len(y))
        ),
        "the sum of city block local costs": city_block,
        "one warping for each channel, summed": lambda x, y: sum(
            d(x[:, c], y[:, c]) for c in range(x.shape[1])
        ),
        "window=0": lambda x, y: d(x, y, window=0),
        "window=1": lambda x, y: d(x, y, window=1),
        "the best match of x with a part of y (open begin and end)": free_ends,
    }
    return Table(battery, conventions)


def modified_hausdorff_conventions() -> Table:
    """Alternatives to the larger of the two mean distances to the nearest Euclidean neighbor."""

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
    return Table(battery, conventions)


def _alignment_cost(x: str, y: str, substitution: int = 1, swap: int | None = None) -> int:
    """Edit distance with other costs; ``swap`` allows adjacent letters to be exchanged."""
    rows = [list(range(len(y) + 1))]
    for i, a in enumerate(x, 1):
        row = [i]
        for j, b in enumerate(y, 1):
            ways = [rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + substitution * (a != b)]
            if swap is not None and i > 1 and j > 1 and (a, x[i - 2]) == (y[j - 2], b):
                ways.append(rows[-2][j - 2] + swap)
            row.append(min(ways))
        rows.append(row)
    return rows[-1][-1]


def _utf16(x: str) -> list[int]:
    return memoryview(x.encode("utf-16-le")).cast("H").tolist()
