"""Counts what NumPy code multiplies, so that what an algorithm costs is no verdict by the clock."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import numpy as np

_WITHOUT_PRODUCTS = (np.diag,)


class Counted(np.ndarray):
    """An array that counts the multiplications that it and all that is made of it take part in.

    A product of matrices is counted by its definition: how BLAS computes it is BLAS's business.
    """

    multiplications = 0

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Compute it on plain arrays, and count."""
        if "out" in options:
            options["out"] = tuple(map(_plain, options["out"]))
        given = list(map(_plain, inputs))
        found = getattr(ufunc, method)(*given, **options)
        if ufunc is np.matmul:
            Counted.multiplications += math.prod(np.shape(found)) * np.shape(given[0])[-1]
        elif ufunc in (np.multiply, np.square):
            Counted.multiplications += math.prod(np.shape(found))
        return found.view(Counted) if isinstance(found, np.ndarray) else found

    def __array_function__(self, func: Callable[..., Any], *rest: Any) -> Any:
        """Only functions that multiply nothing, lest something be left uncounted."""
        if func not in _WITHOUT_PRODUCTS:
            raise TypeError(f"nobody counts what {func.__name__} multiplies")
        return super().__array_function__(func, *rest)


def _plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, Counted) else value


def multiplications(place: Any, name: str, function: Callable[..., Any], *arguments: Any) -> int:
    """How many the function makes with what ``place.name`` hands it in floating point."""
    hands = getattr(place, name)

    def counted(*given: Any) -> tuple[Any, ...]:
        return tuple(
            part.view(Counted) if isinstance(part, np.ndarray) and part.dtype == float else part
            for part in hands(*given)
        )

    Counted.multiplications = 0
    with patch.object(place, name, counted):
        function(*arguments)
    return Counted.multiplications
