"""D2KE, Appendix C: where the search for gamma and for lengths may begin, by sorting."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from gramcheck.verify.definitions.exact import Number

__all__ = ["median_distance", "suggest_gamma", "suggest_lengths"]


def median_distance(D: Sequence[Sequence[Number]]) -> Fraction:
    """The middle one of the distances above 0, or the mean of the two in the middle."""
    found = sorted(Fraction(d) for row in D for d in row if d > 0)
    return (found[(len(found) - 1) // 2] + found[len(found) // 2]) / 2


def suggest_gamma(D: Sequence[Sequence[Number]]) -> Fraction:
    """One over the median distance."""
    return 1 / median_distance(D)


def suggest_lengths(D: Sequence[Sequence[Number]]) -> tuple[int, int]:
    """Half of the median distance and twice of it, rounded up."""
    median = median_distance(D)
    return ceil(median / 2), ceil(2 * median)
