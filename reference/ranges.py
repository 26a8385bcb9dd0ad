"""The one range of numbers that all papers take: up to 1e100 in magnitude, refused beyond it here.

Products of three such numbers are numbers too, so that no formula needs a rescue. Scalars that must
be positive are between 1e-100 and 1e100, see :func:`gramcheck.reference.check.moderate`. Entries of
arrays may be smaller; those below 1e-100 count to an absolute error of that order. A formula that
takes any numbers refuses by :func:`finite` those for which it overflows.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import scipy as sp

from gramcheck.reference import check
from gramcheck.reference.types import Array

LARGEST = 1e100

Result = TypeVar("Result", Array, float)


def array(name: str, values: Array) -> Array:
    """The same array, if its finite entries stay within the range."""
    largest = _largest(values)
    _refuse_beyond(name, _largest(values[np.isfinite(values)]) if np.isinf(largest) else largest)
    return values


def number(name: str, value: Any) -> float:
    """A real number of either sign."""
    finite = check.finite(name, value)
    _refuse_beyond(name, abs(finite))
    return finite


def nonnegative(name: str, value: Any) -> float:
    """Zero, or a number between 1e-100 and 1e100."""
    number = check.nonnegative(name, value)
    return check.moderate(name, number) if number else number


def count(name: str, value: Any) -> int:
    """An integer between 1 and 1e100."""
    return check.integer(name, value, 1, 10**100)


def points(name: str, X: Array) -> Array:
    """The same points, if their squared distances stay within the range."""
    _refuse_beyond(f"the largest squared distance in {name}", check.squared_spread(name, X))
    return X


def sparse_rows(name: str, value: Any, columns: int | None = None) -> sp.sparse.csr_array:
    """Vectors as rows of a CSR array, whose entries are within the range."""
    rows = check.sparse_rows(name, value, columns)
    array(name, rows.data)
    return rows


def finite(result: Result, names: str, wanted: str = "finite products") -> Result:
    """What was computed from the arguments ``names``; refused where they were too large for it."""
    if not np.isfinite(result).all():
        raise ValueError(f"{names} must have {wanted}, got overflow")
    return result


def _largest(values: Array) -> float:
    """The largest magnitude; two passes, since np.abs would copy what may be large."""
    return float(max(values.max(initial=0.0), -values.min(initial=0.0)))


def _refuse_beyond(name: str, largest: float) -> None:
    if largest > LARGEST:
        raise ValueError(f"{name} must be at most 1e+100 in magnitude, got {largest:g}")
