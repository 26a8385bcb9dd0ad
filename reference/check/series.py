"""Series, as pandas and polars have them, taken for the sequences that they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gramcheck.reference.check.scalars import shown

_MARKS = ("NAType", "NaTType")  # types of pandas.NA and pandas.NaT


def listed(name: str, value: Any) -> Any:
    """The values of a Series by place, whatever its index; anything else as it is.

    A Series is told by its interface, so that no such library is imported. What has no array type,
    strings above all, becomes a list; a missing value among it is refused, since it is no string
    and no label. Missing numbers are NaN, which every check of numbers refuses.
    """
    if isinstance(value, np.ndarray | Sequence) or not hasattr(value, "to_numpy"):
        return value
    if len(getattr(value, "shape", ())) != 1:
        return value
    array = np.asarray(value.to_numpy())
    if array.dtype != object:
        return array
    values = array.tolist()
    for i, x in enumerate(values):
        if x is None or (isinstance(x, float) and x != x) or type(x).__name__ in _MARKS:
            raise ValueError(f"{name} must not have missing values, got {shown(x)} at place {i}")
    return values
