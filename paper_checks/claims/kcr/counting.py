"""Counts what NumPy code multiplies, so that what an algorithm costs is no verdict by the clock.

Of a solver, whose arrays pass through LAPACK, its calls are listed, to be priced by who asks.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any, NoReturn
from unittest.mock import patch

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

_WITHOUT_PRODUCTS = {
    *(np.add, np.subtract, np.negative, np.true_divide, np.absolute, np.maximum, np.minimum),
    *(np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal),
    *(np.bitwise_and, np.bitwise_or, np.invert, np.diag),
}


class Counted(NDArrayOperatorsMixin):
    """Stands for an array, and counts the multiplications that it and all made of it take part in.

    A product of matrices is counted by its definition: how BLAS computes it is BLAS's business. It
    is no array itself, and becomes none, lest something be left uncounted.
    """

    multiplications = 0

    def __init__(self, array: Any) -> None:
        self._array = np.asarray(array)

    def __array__(self, *arguments: Any, **options: Any) -> NoReturn:
        """Refused: nobody counts what a plain array multiplies."""
        raise TypeError("nobody counts what a plain array multiplies")

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Compute it on plain arrays, and count."""
        if "out" in options:
            options["out"] = tuple(map(plain, options["out"]))
        given = list(map(plain, inputs))
        found = getattr(ufunc, method)(*given, **options)
        if ufunc not in _WITHOUT_PRODUCTS:
            Counted.multiplications += math.prod(np.shape(found)) * _each(ufunc, method, given)
        return _counted(found)

    def __array_function__(
        self, func: Callable[..., Any], types: Any, arguments: Any, options: Any
    ) -> Any:
        """Only functions that multiply nothing."""
        if func not in _WITHOUT_PRODUCTS:
            _refuse(func)
        return _counted(func(*map(plain, arguments), **options))

    def __getitem__(self, index: Any) -> Any:
        return _counted(self._array[plain(index)])

    def __len__(self) -> int:
        return len(self._array)

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the array."""
        return self._array.shape

    @property
    def T(self) -> Counted:
        """The array transposed."""
        return Counted(self._array.T)

    def diagonal(self) -> Counted:
        """The diagonal, as of an array."""
        return Counted(self._array.diagonal())

    def sum(self, axis: int | None = None) -> Any:
        """The sum, as of an array."""
        return _counted(self._array.sum(axis=axis))

    def mean(self, axis: int | None = None) -> Any:
        """The mean, as of an array."""
        return _counted(self._array.mean(axis=axis))

    def dot(self, other: Any) -> Any:
        """The product of matrices, another way to write it."""
        return self @ other


def _each(ufunc: np.ufunc, method: str, given: list[Any]) -> int:
    """Multiplications for each entry of what a ufunc makes."""
    if method == "__call__" and ufunc is np.matmul:
        return int(np.shape(given[0])[-1])
    square = ufunc is np.power and np.ndim(given[1]) == 0 and given[1] == 2
    if method != "__call__" or not (square or ufunc in (np.multiply, np.square)):
        _refuse(ufunc)
    return 1


def _refuse(function: Callable[..., Any]) -> NoReturn:
    raise TypeError(f"nobody counts what {function.__name__} multiplies")


def _counted(value: Any) -> Any:
    return Counted(value) if isinstance(value, np.ndarray) else value


def plain(value: Any) -> Any:
    """The array that a counted one stands for; anything else as it is."""
    return value._array if isinstance(value, Counted) else value


def multiplications(place: Any, name: str, function: Callable[..., Any], *arguments: Any) -> int:
    """How many the function makes with what ``place.name`` hands it in floating point."""
    hands = getattr(place, name)

    def counted(*given: Any) -> tuple[Any, ...]:
        return tuple(
            Counted(part) if isinstance(part, np.ndarray) and part.dtype == float else part
            for part in hands(*given)
        )

    Counted.multiplications = 0
    with patch.object(place, name, counted):
        function(*arguments)
    return Counted.multiplications


def calls(
    arrays: Mapping[str, str], function: Callable[..., Any], *arguments: Any
) -> tuple[Any, list[tuple[str, tuple[int, ...]]]]:
    """What the function returns, and the calls of some others meanwhile: name, and shape of a part.

    ``arrays`` are the names of those that are listed, and of each the argument whose shape is.

    Raises
    ------
    LookupError    one of them is never called: it may have another name by now
    """
    listed: list[tuple[str, tuple[int, ...]]] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (name := frame.f_code.co_name) in arrays:
            listed.append((name, np.shape(frame.f_locals[arrays[name]])))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        found = function(*arguments)
    finally:
        sys.setprofile(before)
    if absent := arrays.keys() - {name for name, _ in listed}:
        raise LookupError(f"never called: {', '.join(sorted(absent))}")
    return found, listed
