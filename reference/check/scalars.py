"""Names, numbers and generators; how errors show what came."""

from __future__ import annotations

import difflib
import math
import operator
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from gramcheck.reference.check.range import LARGEST, SMALLEST

_LARGEST_INT64 = 2**63 - 1
_MOST_BITS = 256  # of an integer that is shown digit by digit


def shown(value: Any) -> str:
    """Say what came, on one short line."""
    if isinstance(value, np.number | np.bool_ | np.str_):
        value = value.item()  # 0.5, not np.float64(0.5)
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = repr(value)
    except ValueError:  # an integer too long for Python to write, somewhere inside
        return f"a {type(value).__name__}"
    text = " ".join(line.strip() for line in text.splitlines())
    return f"{text[:57]}... ({type(value).__name__})" if len(text) > 60 else text


def choice(name: str, value: Any, options: Iterable[str]) -> str:
    """One of the given names; a near miss is answered with the closest valid one."""
    options = tuple(options)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {options}, got {shown(value)}")
    if value not in options:
        found = f"{shown(value)}{hint(value, options)}"
        raise ValueError(f"{name} must be one of {options}, got {found}")
    return value


def hint(value: str, options: Iterable[str]) -> str:
    """A question about the closest option, for the end of a message; empty when none is close.

    The same words in another order or spelling of the gaps come first, then similar letters.
    """
    options = tuple(options)
    wanted = _words(value)
    close = [option for option in options if _words(option) == wanted] or (
        difflib.get_close_matches(value.lower(), options, n=1, cutoff=0.4)
    )
    return f"; did you mean {close[0]!r}?" if close else ""


def _words(name: str) -> list[str]:
    return sorted(re.findall(r"[a-z0-9]+", name.lower()))


def flag(name: str, value: Any) -> bool:
    """True or False; not 0, 1 or a string."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


def finite(name: str, value: Any, most: float = LARGEST) -> float:
    """A real number of either sign, at most 1e100 in magnitude."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, bool | np.bool_) or not isinstance(
        value, int | float | np.integer | np.floating
    ):
        raise TypeError(f"{name} must be a real number, got {shown(value)}")
    try:
        number = float(value)
    except OverflowError:  # an integer
        number = math.inf
    if not abs(number) <= most:
        raise ValueError(f"{name} must be finite, at most {most:g}, got {shown(value)}")
    if isinstance(value, int | np.integer) and int(number) != int(value):
        raise ValueError(f"{name} must be an integer that float64 holds, got {shown(value)}")
    return number


def positive(name: str, value: Any) -> float:
    """A real number between 1e-100 and 1e100."""
    number = finite(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be positive, got {shown(value)}")
    if number < SMALLEST:
        raise ValueError(f"{name} must be at least {SMALLEST:g}, got {number:g}")
    return number


def nonnegative(name: str, value: Any) -> float:
    """A real number from 0 to 1e100."""
    number = finite(name, value)
    if number < 0:
        raise ValueError(f"{name} must be nonnegative, got {shown(value)}")
    return number


def at_least(name: str, value: Any, low: float) -> float:
    """A count, ``low`` or more: any that float64 holds, since only its logarithm is taken."""
    number = finite(name, value, np.finfo(float).max)
    if number < low:
        raise ValueError(f"{name} must be at least {low:g}, got {shown(value)}")
    return number


def within(name: str, value: Any, low: float, high: float) -> float:
    """A real number strictly between ``low`` and ``high``."""
    number = finite(name, value)
    if not low < number < high:
        raise ValueError(f"{name} must lie strictly between {low:g} and {high:g}, got {number!r}")
    return number


def integer(name: str, value: Any, low: int, high: int | None = None) -> int:
    """An integer between ``low`` and ``high``, both included (no upper end when None)."""
    if isinstance(value, bool | np.bool_ | np.ma.MaskedArray):
        raise TypeError(f"{name} must be an integer, got {shown(value)}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {shown(value)}") from None
    if number < low or (high is not None and number > high):
        unlimited = high is None or (high >= _LARGEST_INT64 and number < low)
        most = high if high is None or high.bit_length() <= 64 else f"{high:g}"
        wanted = f"at least {low}" if unlimited else f"between {low} and {most}"
        raise ValueError(f"{name} must be {wanted}, got {shown(number)}")
    return number


def count(name: str, value: Any, low: int = 1) -> int:
    """An integer between ``low`` and 1e100, for formulas; nothing is made in that number."""
    return integer(name, value, low, 10**100)


def integer_range(name: str, value: Any, low: int) -> tuple[int, int]:
    """A pair (first, last) of integers, both included, ``low`` <= first <= last < 2^63."""
    if not isinstance(value, tuple | list | np.ndarray) or _length(value) != 2:
        raise TypeError(f"{name} must be a pair (low, high) of integers, got {shown(value)}")
    first, last = (integer(f"{name}[{i}]", value[i], low, _LARGEST_INT64) for i in range(2))
    if first > last:
        raise ValueError(f"{name} must be a pair (low, high) with low <= high, got {shown(value)}")
    return first, last


def _length(value: Any) -> int | None:
    """Number of entries; None for an array of no dimensions."""
    return None if getattr(value, "ndim", 1) == 0 else len(value)


def generator(name: str, value: Any) -> np.random.Generator:
    """A NumPy random generator; seeds and the legacy RandomState are refused."""
    if not isinstance(value, np.random.Generator):
        raise TypeError(f"{name} must be a numpy.random.Generator, got {shown(value)}")
    return value
