"""Whether two values are exactly the same, whatever they are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gramcheck.verify import precision
from gramcheck.verify.rendering import brief


def first_difference(expected: Any, got: Any, place: str = "") -> str | None:
    """The first difference in words, or None; ``place`` is that of both within something larger."""
    where = f" at {place}" if place else ""
    if isinstance(expected, np.ndarray) or isinstance(got, np.ndarray):
        return _array_difference(expected, got, where)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        if set(expected) != set(got):
            return f"got keys={brief(list(got))}, should be {brief(list(expected))}{where}"
        parts = ((expected[key], got[key], f"{place}[{key!r}]") for key in expected)
    elif isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        if len(expected) != len(got):
            return f"got={brief(got)}, should be {brief(expected)}{where} (lengths differ)"
        parts = (
            (a, b, f"{place}[{i}]") for i, (a, b) in enumerate(zip(expected, got, strict=True))
        )
    else:
        truth = [isinstance(value, bool | np.bool_) for value in (expected, got, expected == got)]
        same = truth[0] == truth[1] and truth[2]
        same = same and bool(expected == got or _same_floats(expected, got))
        return None if same else f"got={brief(got)}, should be {brief(expected)}{where}"
    return next((found for part in parts if (found := first_difference(*part)) is not None), None)


def _array_difference(expected: Any, got: Any, where: str) -> str | None:
    try:
        want, array = np.asarray(expected), np.asarray(got)
    except ValueError:
        return f"got={brief(got)}, should be {brief(expected)}{where}"
    if want.shape != array.shape:
        return f"got shape {array.shape}, should be {want.shape}{where}"
    if (want.dtype.kind == "b") != (array.dtype.kind == "b"):
        return f"got dtype {array.dtype}, should be {want.dtype}{where}"
    unequal = np.asarray(want != array)
    unequal &= np.logical_not(_same_floats(want, array))
    if not unequal.any():
        return None
    first = np.unravel_index(np.argmax(unequal), unequal.shape)
    found = f"got={brief(array[first])}, should be {brief(want[first])}"
    if unequal.ndim == 0:
        return found + where
    count = f"({int(unequal.sum())} of {unequal.size} elements differ)"
    return f"{found} at [{', '.join(map(str, first))}]{where} {count}"


def _same_floats(expected: Any, got: Any) -> Any:
    """Whether numbers, floats among them, are the same at the precision of the run."""
    run = precision.current()
    if run.is_float64:
        return False
    want, have = np.asarray(expected), np.asarray(got)
    kinds = {want.dtype.kind, have.dtype.kind}
    if want.shape != have.shape or "f" not in kinds or not kinds <= set("iuf"):
        return False
    want, have = want.astype(np.float64), have.astype(np.float64)
    with np.errstate(invalid="ignore"):
        allowed = np.abs(want) * ((run.type != "float64") * run.unit + run.error) + run.smallest
        return np.abs(want - have) <= allowed
