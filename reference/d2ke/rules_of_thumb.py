r"""Appendix C: where the search for gamma and for the lengths of random objects may begin.

The paper searches both by cross-validation and says nothing of where. Both have a scale that the
distances give. With gamma times a distance far above 1 all features of an object are 0, far below 1
all of them are equal; with random strings far shorter than what tells the objects apart, or far
longer, distances to them are differences of lengths alone. The rules:

- gamma is 1 over the median distance between objects and random objects, so that the median of
  sqrt(R) phi is 1 / e;
- random strings have lengths between half and twice the median distance of the training objects.
  Unrelated strings over a few letters are at a distance of about half their length, so that the
  longest random strings are about as long as such objects.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check


def suggest_gamma(D: ArrayLike) -> float:
    """A gamma for distances of this scale: 1 / (their median), Appendix C.

    The search should go on from there by factors of 3 or so, to both sides.

    Parameters
    ----------
    D : (n, R)
        Distances of training objects to random objects, or to each other. Zeros do not count.

    Returns
    -------
    float
        In 1 / (units of the distance).

    Raises
    ------
    ValueError
        No distance above 0; negative ones, NaN, a median beyond 1e100 or below 1e-100.
    """
    return 1 / _median_distance(D)


def suggest_lengths(D: ArrayLike) -> tuple[int, int]:
    """Lengths (low, high) for :func:`.random_strings`, from half to twice the median distance.

    Appendix C searches up to 50 letters. The rule is for distances that count letters, such as
    Levenshtein's; those between series or sets say nothing of their lengths.

    Parameters
    ----------
    D : (n, m)
        Distances of training objects to each other. Zeros do not count.

    Returns
    -------
    low, high : int
        Halves are rounded up.

    Raises
    ------
    ValueError
        As :func:`suggest_gamma`; a median above 2^53 letters.
    """
    median = _median_distance(D)
    if median > check.LARGEST_EXACT_INTEGER:
        raise ValueError(f"D must hold distances that count letters, got a median of {median:g}")
    return int(np.ceil(median / 2)), int(np.ceil(2 * median))


def _median_distance(D: ArrayLike) -> float:
    """Of all pairs of different objects."""
    D = check.distances("D", D)
    if not D.any():
        raise ValueError("D must have a distance above 0, got none")
    return check.positive("the median of D", np.median(D[D > 0]))
