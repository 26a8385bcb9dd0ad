"""Dynamic time warping: what implementations sum instead, and which bands they call a window."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from gramcheck.verify.conventions.table import Conventions, Table
from gramcheck.verify.types import Array

Band = Callable[[int, int, int, int, int], bool]  # of i, j, n, m and the window


def dtw_conventions() -> Table:
    """Alternatives to the unwindowed sum of Euclidean local costs."""
    from gramcheck.verify.definitions.d2ke import dtw as d

    battery = [
        (np.array(x, dtype=float), np.array(y, dtype=float))
        for x, y in (
            ([[0, 0], [1, 2], [3, 1], [0, 2]], [[1, 1], [4, 0], [2, 2]]),
            ([[0, 3], [5, 1]], [[2, 2], [0, 0], [1, 4], [3, 3], [7, 1]]),
            ([[1, 0]], [[0, 2], [5, 5]]),
            ([[0, 1], [0, 2], [0, 0], [7, 3], [1, 5]], [[0, 0], [7, 2], [1, 5], [1, 6], [2, 5]]),
        )
    ]
    return Table(battery, _of_sums(), definition=d)


def dtw_of_one_channel() -> Table:
    """The same alternatives on one-dimensional series, for who takes no others."""
    from gramcheck.verify.definitions.d2ke import dtw as d

    battery = [
        (np.array([3.0, 4.0, 6.0, 7.0, 0.0]), np.array([1.0, 6.0, 7.0, 1.0, 2.0])),
        (np.array([6.0, 3.0, 2.0, 6.0, 2.0]), np.array([3.0, 5.0, 4.0, 0.0])),
        (np.array([0.0, 6.0]), np.array([6.0, 6.0, 4.0, 6.0, 2.0])),
    ]
    several = ("the sum of city block local costs", "one warping for each channel, summed")
    conventions = {name: each for name, each in _of_sums().items() if name not in several}
    return Table(battery, conventions, definition=d)


def dtw_transposed() -> Table:
    """Series whose rows are taken for channels; of one length, as there are then two channels."""
    from gramcheck.verify.definitions.d2ke import dtw as d

    battery = [
        (np.array(x, dtype=float), np.array(y, dtype=float))
        for x, y in (
            ([[0, 1], [3, 1], [2, 5]], [[1, 0], [1, 4], [0, 2]]),
            ([[0, 3], [5, 1]], [[2, 2], [1, 7]]),
        )
    ]
    conventions = {
        "channels first: each row taken for a channel": lambda x, y: d(x.T, y.T),
        "channels first: each row taken for a channel; local_cost='sqeuclidean'": (
            lambda x, y: d(x.T, y.T, "sqeuclidean")
        ),
        "channels first: each row taken for a channel; the root of the sum of squares": (
            lambda x, y: math.sqrt(d(x.T, y.T, "sqeuclidean"))
        ),
    }
    return Table(battery, conventions)


def dtw_window_conventions(local_cost: str = "euclidean") -> Table:
    """Alternatives to |i - j| <= max(w, |n - m|).

    Libraries differ where the lengths do: dtaidistance and librosa (a band between both corners,
    its edge excluded), tslearn (its edge included), dtw-python (not widened; its slanted band is
    scaled) and aeon (scaled in steps).
    """
    from gramcheck.verify.definitions.d2ke import dtw as d

    # chosen so that no two of the bands give the same; the last window is below |n - m|
    pairs = [
        ([8, 8, 8, 8, 0, 8, 9, 2, 1], [0, 7, 9, 6, 6, 7], 4),
        ([0, 8, 9, 1, 9, 8], [2, 4, 8, 9, 0, 6, 4, 3, 8], 4),
        ([6, 4, 8, 5, 8, 1, 9], [8, 5, 4, 3, 2, 2, 7, 3, 9], 3),
        ([3, 5, 3, 7, 3, 9, 6, 0], [9, 5, 6, 9, 2, 1, 6, 2], 2),
        ([0, 5, 5, 7, 9, 5, 2, 5], [0, 0, 1, 7, 8], 1),
    ]
    battery = [
        (np.array(a, dtype=float)[:, None], np.array(b, dtype=float)[:, None], local_cost, window)
        for a, b, window in pairs
    ]
    bands: dict[str, Band] = {
        "a band about both diagonals, from w before the one to w behind the other": (
            lambda i, j, n, m, w: -w - max(0, n - m) <= j - i <= w + max(0, m - n)
        ),
        "a band about both diagonals without its edge, w - 1 to either side": (
            lambda i, j, n, m, w: -w - max(0, n - m) < j - i < w + max(0, m - n)
        ),
        "|i - j| <= w: a band that is not widened where lengths differ": (
            lambda i, j, n, m, w: abs(i - j) <= w
        ),
        "|i - j| < w: a band without its edge, not widened where lengths differ": (
            lambda i, j, n, m, w: abs(i - j) < w
        ),
        "a band about the line from corner to corner, scaled to the lengths": (
            lambda i, j, n, m, w: abs(i * (m - 1) / (n - 1) - j) <= w
        ),
        "a band about the line from corner to corner, w along the longer series": (
            lambda i, j, n, m, w: abs(i * (m - 1) - j * (n - 1)) <= w * (min(n, m) - 1)
        ),
        "a band of steps along the longer series, scaled to the lengths": _in_steps,
    }

    def within(band: Band) -> Callable[..., float]:
        return lambda a, b, cost, w: _banded(a, b, cost, lambda i, j: band(i, j, len(a), len(b), w))

    conventions = {f"the window as {name}": within(band) for name, band in bands.items()}
    conventions["no window at all"] = lambda a, b, cost, w: d(a, b, cost)
    return Table(battery, conventions, definition=d, form="in its window")


def _of_sums() -> Conventions:
    """Other sums, norms and paths."""
    from gramcheck.verify.definitions.d2ke import dtw as d
    from gramcheck.verify.definitions.d2ke import warping_paths

    def costs(x: Array, y: Array, order: int = 2) -> Array:
        """The local costs; a number is a point of one channel."""
        x, y = (z.reshape(len(z), -1) for z in (x, y))
        return np.linalg.norm(x[:, None] - y[None], order, axis=2)

    def along_best(x: Array, y: Array) -> tuple[float, int]:
        """Cost and length of the best path (the shortest one of those)."""
        cost = costs(x, y)
        paths = warping_paths(len(x), len(y))
        return min((math.fsum(cost[i, j] for i, j in path), len(path)) for path in paths)

    def diagonal_twice(x: Array, y: Array) -> float:
        cost = costs(x, y)
        totals = []
        for path in warping_paths(len(x), len(y)):
            steps = [1, *(sum(b) - sum(a) for a, b in pairwise(path))]  # a diagonal step is two
            totals.append(math.fsum(n * cost[p] for n, p in zip(steps, path, strict=True)))
        return min(totals)

    def city_block(x: Array, y: Array) -> float:
        cost = costs(x, y, order=1)
        paths = warping_paths(len(x), len(y))
        return min(math.fsum(cost[i, j] for i, j in path) for path in paths)

    def free_ends(x: Array, y: Array) -> float:
        return min(d(x, y[i : j + 1]) for i in range(len(y)) for j in range(i, len(y)))

    return {
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


def _in_steps(i: int, j: int, n: int, m: int, w: int) -> bool:
    """Steps t/T from corner to corner; about each of their places, w along the shorter series."""
    if n > m:
        return _in_steps(j, i, m, n, w)
    steps = max(n, m) + 1
    return any(t * m // steps == j and abs(t * n // steps - i) <= w for t in range(steps))


def _banded(x: Array, y: Array, local_cost: str, band: Callable[[int, int], bool]) -> float:
    """The smallest sum over warping paths within a band; infinite where there is none."""
    x, y = (z.reshape(len(z), -1) for z in (x, y))
    cost = np.linalg.norm(x[:, None] - y[None], axis=2)
    cost = cost**2 if local_cost == "sqeuclidean" else cost

    @functools.cache
    def best(i: int, j: int) -> float:
        if i < 0 or j < 0 or not band(i, j):
            return math.inf
        before = min(best(i - 1, j), best(i, j - 1), best(i - 1, j - 1)) if i or j else 0.0
        return float(cost[i, j]) + before

    return best(len(x) - 1, len(y) - 1)
