"""The range of numbers that D2KE takes, refused here when it is left: up to 1e100 in magnitude.

Products of three such numbers are numbers too, so that no formula needs a rescue. Scalars that must
be positive are between 1e-100 and 1e100, see :func:`gramcheck.reference.check.moderate`. Entries of
arrays may be smaller; those below 1e-100 count to an absolute error of that order.
"""

from __future__ import annotations

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.types import Array

LARGEST = 1e100


def array(name: str, values: Array) -> Array:
    """The same array, if its finite entries stay within the range."""
    largest = float(np.abs(values, where=np.isfinite(values), out=np.zeros_like(values)).max())
    if largest > LARGEST:
        raise ValueError(
            f"{name} is too large, must be at most 1e+100 in magnitude, got {largest:g}"
        )
    return values


def nonnegative(name: str, value: float) -> float:
    """Zero, or a number between 1e-100 and 1e100."""
    number = check.nonnegative(name, value)
    return check.moderate(name, number) if number else number


def count(name: str, value: int) -> int:
    """An integer between 1 and 1e100."""
    return check.integer(name, value, 1, 10**100)
