"""Covers of a finite space, for the covering number of Definition 1: greedy, and the smallest.

``balls`` are sets of points as bit masks, one for each center.
"""

from __future__ import annotations

from collections.abc import Iterator


def greedy(balls: list[int]) -> int:
    """Size of the cover that takes the ball with the most uncovered points again and again."""
    uncovered, used = (1 << len(balls)) - 1, 0
    while uncovered:
        uncovered &= ~max(balls, key=lambda ball: (ball & uncovered).bit_count())
        used += 1
    return used


def smallest(balls: list[int], best: int) -> int:
    """Size of the smallest cover, given one of size ``best``, where i is in ball j iff j is in i.

    The search is depth first: some center must cover the point with the fewest candidates. A
    branch ends when too many points share no candidate, since each needs a center of its own.
    """
    by_size = sorted(range(len(balls)), key=lambda i: balls[i].bit_count())

    def search(uncovered: int, used: int) -> None:
        nonlocal best
        if not uncovered:
            best = min(best, used)
            return
        points = [i for i in by_size if uncovered >> i & 1]
        if used + _packing(balls, points) >= best:
            return
        candidates = [balls[center] for center in _members(balls[points[0]])]
        for ball in sorted(candidates, key=lambda b: -(b & uncovered).bit_count()):
            search(uncovered & ~ball, used + 1)

    search((1 << len(balls)) - 1, 0)
    return best


def _packing(balls: list[int], points: list[int]) -> int:
    """How many of the points, in turn, share no candidate center with those counted before."""
    taken, count = 0, 0
    for i in points:
        if not balls[i] & taken:
            taken |= balls[i]
            count += 1
    return count


def _members(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
