"""The one range of numbers that all papers take: 0, and magnitudes from 1e-100 to 1e100.

Every check of a real number refuses larger ones, and those of positive ones smaller ones, as that
of points does with their squared distances. Numbers that may be 0, entries of arrays among them,
may be smaller than 1e-100; then they count to an absolute error of that order. The product of three
such numbers is a number too, so that formulas up to the third degree need no rescue. One of higher
degree, or of what was learned from such numbers, refuses by :func:`without_overflow` those for
which it overflows.

Narrower for mathematical reasons are the functions that learn an idealized metric, whose entries
are of the size of C times a squared distance, and alignment kernels of the form "raw", which are
exponentials.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

SMALLEST, LARGEST = 1e-100, 1e100

Result = TypeVar("Result", NDArray[np.float64], float)


def magnitude(values: NDArray[np.float64]) -> float:
    """The largest magnitude, NaN where there is one; np.abs would copy what may be large."""
    return float(max(values.max(initial=0.0), -values.min(initial=0.0)))


def within_range(name: str, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same numbers, none of them NaN, if they are within the range."""
    if not (largest := magnitude(values)) <= LARGEST:
        raise ValueError(f"{name} must be at most {LARGEST:g} in magnitude, got {largest:g}")
    return values


def without_overflow(result: Result, names: str, wanted: str = "finite products") -> Result:
    """What was computed from the arguments ``names``; refused where they were too large for it."""
    if not np.isfinite(result).all():
        raise ValueError(f"{names} must have {wanted}, got overflow")
    return result
