"""The best that an implementation of some precision can do: inputs and results are rounded to it.

What is computed in between is computed as the wrapped implementation does. This is the yardstick of
a run at another precision than float64: where it fails a comparison as well, by as much, the
comparison asks for digits that nobody has, and is not judged.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from gramcheck.verify import precision


class Rounded:
    """A module, or an object, whose functions round to the precision of the run."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if isinstance(value, types.ModuleType):
            return type(self)(value)
        return self._rounding(value) if callable(value) else value

    def _rounding(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with its inputs and its result rounded."""

        @functools.wraps(function)
        def rounded(*args: Any, **kwargs: Any) -> Any:
            kwargs = {name: v if name == "out" else self._given(v) for name, v in kwargs.items()}
            return self._result(function(*map(self._given, args), **kwargs))

        return rounded

    def _given(self, value: Any) -> Any:
        """An argument, or the unrounded inside of an earlier result: a library knows its own."""
        return value._whole if hasattr(value, "_whole") else precision.representable(value)

    def _result(self, value: Any) -> Any:
        """A result with every float in it, and in its fields, rounded."""
        return every_float(value, _perturbed)


def every_float(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with what ``change`` makes of every float in it, and in its fields."""
    if isinstance(value, float | np.floating):
        return float(change(np.float64(value)))
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return change(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(every_float(part, change) for part in value))
    if isinstance(value, list | tuple):
        return type(value)(every_float(part, change) for part in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        whole, value = value, copy.copy(value)
        for field in dataclasses.fields(value):
            rounded = every_float(getattr(value, field.name), change)
            object.__setattr__(value, field.name, rounded)
        object.__setattr__(value, "_whole", whole)
    elif isinstance(getattr(value, "data", None), np.ndarray) and hasattr(value, "tocsr"):
        value = value.copy()
        value.data = every_float(value.data, change)
    return value


def _perturbed(values: Any) -> Any:
    """Rounded to the type, or off by as much as allowed, one up and the next down."""
    run = precision.current()
    values = run.rounded(values)
    signs = np.where(np.arange(values.size) % 2, -1.0, 1.0).reshape(values.shape)
    return values * (1 + run.error * signs)
