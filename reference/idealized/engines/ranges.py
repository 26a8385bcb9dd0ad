"""The range of numbers that the printed forms take: up to 1e100 in magnitude, refused beyond it.

Squared distances of patterns count as one such number. Then no printed form overflows but the dual
objective, which is of the fourth degree and refuses that itself. Positive scalars are between
1e-100 and 1e100, see :func:`gramcheck.reference.check.moderate`. Other numbers may be smaller.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.types import Array

LARGEST = 1e100


def array(name: str, values: Array) -> Array:
    """The same array, if its entries stay within the range."""
    _refuse_beyond(name, float(np.abs(values).max()))
    return values


def number(name: str, value: Any) -> float:
    """A real number of either sign."""
    finite = check.finite(name, value)
    _refuse_beyond(name, abs(finite))
    return finite


def points(name: str, X: Array) -> Array:
    """The same points, if their squared distances stay within the range."""
    _refuse_beyond(f"the largest squared distance in {name}", check.squared_spread(name, X))
    return X


def _refuse_beyond(name: str, largest: float) -> None:
    if largest > LARGEST:
        raise ValueError(f"{name} must be at most 1e+100 in magnitude, got {largest:g}")
