"""D2KE, Sections 2.2 and 5: the three distances, from their definitions."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from gramcheck.verify.definitions.exact import decimal, exact
from gramcheck.verify.types import AnyArray

__all__ = [
    "cdist",
    "dtw",
    "dtw_by_enumeration",
    "hausdorff",
    "levenshtein",
    "levenshtein_by_edits",
    "modified_hausdorff",
    "modified_hausdorff_as_printed",
    "warping_paths",
]

Objects = Sequence[Any] | AnyArray  # of points: a series, a set
Point = tuple[Decimal, ...]
Distance = str | Callable[..., float]


def levenshtein(x: Sequence, y: Sequence) -> int:
    """Section 5, "Edit Distance": fewest insertions, deletions, substitutions; over prefixes.

    Strings are sequences of Unicode code points, compared one by one without normalization.
    """

    @cache
    def d(i: int, j: int) -> int:  # between the first i letters of x and the first j of y
        if i == 0 or j == 0:
            return i + j
        return min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (x[i - 1] != y[j - 1]))

    for i in range(len(x) + 1):  # in growing order, so that the recursion is never deep
        for j in range(len(y) + 1):
            d(i, j)
    return d(len(x), len(y))


def levenshtein_by_edits(x: str, y: str) -> int:
    """Section 5, "Edit Distance": the shortest path from x to y, one edit a step (breadth first).

    Deletions can be made first and insertions last without changing their number, so strings
    longer than both ends need not be visited. For strings of up to five or six letters.
    """
    letters = set(x + y)
    longest = max(len(x), len(y))
    steps, reached, seen = 0, {x}, {x}
    while y not in reached:
        reached = {t for s in reached for t in _one_edit(s, letters) if len(t) <= longest} - seen
        seen |= reached
        steps += 1
    return steps


def _one_edit(s: str, letters: set[str]) -> Iterator[str]:
    for i in range(len(s) + 1):
        for letter in letters:
            yield s[:i] + letter + s[i:]
            yield s[:i] + letter + s[i + 1 :]  # at the end: one more insertion
        yield s[:i] + s[i + 1 :]


def points(x: Objects) -> list[Point]:
    """A series or a set as a list of vectors; bare numbers are vectors of one coordinate."""
    return [tuple(map(decimal, p)) if hasattr(p, "__len__") else (decimal(p),) for p in x]


def squared_euclidean(p: Point, q: Point) -> Decimal:
    """Sum of squared differences of the coordinates."""
    return sum(((a - b) ** 2 for a, b in zip(p, q, strict=True)), start=Decimal(0))


def euclidean(p: Point, q: Point) -> Decimal:
    """Euclidean norm of the difference."""
    return squared_euclidean(p, q).sqrt()


LOCAL_COSTS = {"euclidean": euclidean, "sqeuclidean": squared_euclidean}


def warping_paths(n: int, m: int) -> Iterator[list[tuple[int, int]]]:
    """All warping paths from (0, 0) to (n-1, m-1): steps (1, 0), (0, 1), (1, 1)."""
    if n == 0 or m == 0:
        return
    if n == m == 1:
        yield [(0, 0)]
        return
    for i, j in ((n - 1, m), (n, m - 1), (n - 1, m - 1)):
        for path in warping_paths(i, j):
            yield [*path, (n - 1, m - 1)]


def dtw_by_enumeration(
    x: Objects, y: Objects, local_cost: str = "euclidean", window: int | None = None
) -> float:
    """Section 5, dynamic time warping: the smallest sum of local costs over all warping paths.

    No square root, no normalization. ``window`` w keeps the paths with |i - j| <= max(w, |n - m|).
    There are 1683 paths for two series of six: keep them short.
    """
    with exact():
        u, v, cost = points(x), points(y), LOCAL_COSTS[local_cost]
        width = len(u) + len(v) if window is None else max(window, abs(len(u) - len(v)))
        return float(
            min(
                sum(cost(u[i], v[j]) for i, j in path)
                for path in warping_paths(len(u), len(v))
                if all(abs(i - j) <= width for i, j in path)
            )
        )


def dtw(x: Objects, y: Objects, local_cost: str = "euclidean", window: int | None = None) -> float:
    """Section 5, dynamic time warping: the smallest sum of local costs, step by step.

    Every path ends at its last pair, before which it took one of three steps.
    """
    with exact():
        u, v, cost = points(x), points(y), LOCAL_COSTS[local_cost]
        width = len(u) + len(v) if window is None else max(window, abs(len(u) - len(v)))

        @cache
        def best(i: int, j: int) -> Decimal:
            if i < 0 or j < 0 or abs(i - j) > width:
                return Decimal("Infinity")
            if i == j == 0:
                return cost(u[0], v[0])
            return cost(u[i], v[j]) + min(best(i - 1, j), best(i, j - 1), best(i - 1, j - 1))

        for i in range(len(u)):  # in growing order, so that the recursion is never deep
            for j in range(len(v)):
                best(i, j)
        return float(best(len(u) - 1, len(v) - 1))


def modified_hausdorff(x: Objects, y: Objects) -> float:
    """Eq. (2), corrected: u has M elements, v has N; the larger of the two mean nearest distances.

    The mean over u is a sum over M terms divided by M, each a minimum over the N elements of v.
    """
    with exact():
        u, v = points(x), points(y)
        from_u = sum(min(euclidean(p, q) for q in v) for p in u) / len(u)
        from_v = sum(min(euclidean(q, p) for p in u) for q in v) / len(v)
        return float(max(from_u, from_v))


def modified_hausdorff_as_printed(x: Objects, y: Objects) -> float:
    """Eq. (2) to the letter: i runs to N over u, which has M elements, and j to M over v.

    IndexError as soon as M and N differ; equal to the corrected form when M = N.
    """
    with exact():
        u, v = points(x), points(y)
        M, N = len(u), len(v)
        first = sum(min(euclidean(u[i], v[j]) for j in range(M)) for i in range(N)) / N
        second = sum(min(euclidean(v[j], u[i]) for i in range(N)) for j in range(M)) / M
        return float(max(first, second))


def hausdorff(x: Objects, y: Objects) -> float:
    """The classical Hausdorff distance, largest in place of mean; on sets it is a metric.

    Not in the paper's experiments; Section 2.2 names it, and Propositions 1 and 2 hold for it.
    """
    with exact():
        u, v = points(x), points(y)
        from_u = max(min(euclidean(p, q) for q in v) for p in u)
        from_v = max(min(euclidean(q, p) for p in u) for q in v)
        return float(max(from_u, from_v))


DISTANCES: dict[str, Callable[..., float]] = {
    "levenshtein": levenshtein,
    "dtw": dtw,
    "modified_hausdorff": modified_hausdorff,
}


def distance_function(distance: Distance, **options: Any) -> Callable[[Any, Any], float]:
    """A distance by its name, or a callable itself, with its options filled in."""
    function = DISTANCES[distance] if isinstance(distance, str) else distance
    return lambda x, y: function(x, y, **options)


def cdist(X: Sequence, Y: Sequence, distance: Distance, **options: Any) -> list[list[float]]:
    """d(x, y) for every x and every y, one call each (Section 5)."""
    d = distance_function(distance, **options)
    return [[d(x, y) for y in Y] for x in X]
