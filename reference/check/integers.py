"""Arrays of integers, kept as integers: keys, names, labels, symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.check.arrays import holds_booleans, kind, rectangular, unmasked
from gramcheck.reference.check.scalars import shown
from gramcheck.reference.check.series import listed


def integers(name: str, value: Any, ndim: int, *, empty: bool = False) -> NDArray[np.integer[Any]]:
    """An array of integers of that many dimensions; one without entries only where ``empty``."""
    unmasked(name, value)
    value = listed(name, value)
    array = rectangular(name, value)
    if array.dtype.kind in "fO" and isinstance(value, Sequence) and array.ndim == ndim:
        array = long_integers(name, value, array)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold integers of at most 64 bits, got {kind(array)}")
    if holds_booleans(value):
        raise TypeError(f"{name} must hold integers, got booleans among them")
    if array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} dimension(s), got shape {array.shape}")
    if array.size == 0 and not empty:
        raise ValueError(f"{name} must not be empty, got shape {array.shape}")
    return array if array.size else np.empty(array.shape, dtype=np.int64)


def long_integers(name: str, value: Sequence[Any], array: NDArray[Any]) -> NDArray[Any]:
    """Python's integers from 2^63 on as uint64; among smaller ones NumPy makes them floats."""
    numbers = np.asarray(value, dtype=object)
    if not all(isinstance(x, int | np.integer) for x in numbers.flat):
        return array
    try:
        return numbers.astype(np.uint64)
    except OverflowError:
        raise ValueError(
            f"{name} must hold integers from 0 to 2^64 - 1, or from -2^63 to 2^63 - 1, got "
            f"{shown(min(numbers.flat))} to {shown(max(numbers.flat))}"
        ) from None
