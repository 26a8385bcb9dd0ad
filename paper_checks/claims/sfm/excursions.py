"""Section VI: how often two strings differ as CGK embeds them, until they are in step again."""

from __future__ import annotations

import numpy as np

from gramcheck.reference.types import Array


def closing(longest: int) -> Array:
    """How often two strings differ that are a letter apart, until they are not: chances of 0, 1 ...

    At each place where they differ either advances by a bit of its own, so that the gap goes up or
    down by one with chance 1/4 each. Letters that agree by chance leave it as it is and do not
    count, an insertion met meanwhile is a gap of its own, to be closed after it, and behind the end
    of a string the gap only shrinks. So after k insertions the Hamming distance is at most, in
    distribution, the sum of k of these.
    """
    closing = np.zeros(longest)
    closing[1] = 1 / 4
    for n in range(2, longest):
        # up: the gap is two then, and closed by two closings after each other
        closing[n] = closing[n - 1] / 2 + closing[:n] @ closing[:n][::-1] / 4
    return closing


def excursion(longest: int) -> Array:
    """How often two strings differ until one substitution is passed: chances of 0, 1, ... places.

    At a substituted letter each advances by a bit of its own. Both do: it is passed. None does: it
    is met again. One does: they are a letter apart until that gap is closed. A substitution met
    meanwhile begins nothing new. So after k substitutions the Hamming distance is at most, in
    distribution, the sum of k of these.
    """
    closed, passing = closing(longest), np.zeros(longest)
    passing[1] = 1 / 4
    for n in range(2, longest):
        passing[n] = passing[n - 1] / 4 + closed[n - 1] / 2
    return passing


def of_sum(one: Array, k: int) -> tuple[int, float]:
    """Median of the sum of ``k`` independent ones, and the chance that it is exceeded."""
    total = np.eye(1, len(one))[0]
    for _ in range(k):
        total = np.convolve(total, one)[: len(one)]
    median = int(np.searchsorted(np.cumsum(total), 0.5))
    return median, 1 - float(total[: median + 1].sum())
