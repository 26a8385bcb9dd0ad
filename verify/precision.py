"""How precise the implementation is taken to be, and what every bound of the suite becomes then.

The checks state their tolerances for float64. A run at another precision derives its own from them,
by the rules below and in no other way; the header, each record and the report name the precision.

**A type** (``float32``), with its rounding unit u, the distance from 1 to the next number:

- k roundings of a scale stay k roundings, k u scale: the scale is what carries the conditioning;
- a tolerance tau of a scale (1 where there is none) counts as tau / eps roundings of float64, of
  which at most 4096 are taken for roundings: it becomes max(tau, min(tau / eps, 4096) u). What is
  left of a larger one is the accuracy of a method, which no type changes;
- what a check states with no tolerance (a value is at most a bound, two floats are equal) holds up
  to the rounding of the result: 4 u of the bound, u of the expected value;
- eigenvalues of a kernel matrix may lie n u ||K|| below zero;
- below the smallest normal number of the type nothing is asked: it may be flushed to zero; beyond
  the largest an infinity is right;
- drawn inputs are numbers of the type, so that an implementation that rounds its inputs is not
  charged for the conditioning of the problem at inputs that it was never given. Inputs beyond the
  range of the type, and checks whose own inputs need more digits (:func:`digits`), are not judged.

**A number** t (``1e-6``): in addition to the tolerance for float64 a result may be off by t times
the scale. No count of roundings multiplies it: an error of 10 t fails.

**What a solver claims**, ``tolerances = {"kcr.solve_exactly": 1e-6}`` in the target: such a number
for the checks that need that function. Those compare objectives, gaps and residuals relative to the
sizes of the problem, so that the claim is what they are held to; checks that compare a minimizer
itself (:func:`minimizer`) are not judged.

What may be off by a fifth of its scale or more says nothing any more. Nor does a comparison that
the reference fails as well, by a quarter as much at least, on the same input when nothing but its
inputs and results are rounded to the type, or off by t (:mod:`.rounded`): it asks for digits that
nobody has. Such comparisons are *not judged*, which is listed and counted with what the target
lacks; nothing passes silently.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gramcheck.verify.record import LackingError
from gramcheck.verify.types import Array

EPS = float(np.finfo(np.float64).eps)
_TYPES = ("float64", "float32", "float16")
_MOST_ROUNDINGS = 4096  # that a relative tolerance may count as
_STATED_WITHOUT = 4  # roundings of a bound that is stated with no tolerance
_SAYS_NOTHING = 0.2


@dataclass(frozen=True)
class Precision:
    """What the results of an implementation may be off by."""

    name: str
    type: str = "float64"
    error: float = 0.0  # relative, beside the roundings
    claimed: bool = False  # the error is what a solver says that it reaches

    @functools.cached_property
    def unit(self) -> float:
        """The distance from 1 to the next number of the type."""
        return float(np.finfo(self.type).eps)

    @functools.cached_property
    def smallest(self) -> float:
        """What is below may be zero; the suite's bounds for float64 see to that themselves."""
        return 0.0 if self.type == "float64" else float(np.finfo(self.type).tiny)

    @functools.cached_property
    def largest(self) -> float:
        """What is beyond is infinite."""
        return math.inf if self.type == "float64" else float(np.finfo(self.type).max)

    def of_roundings(self, count: float) -> float:
        """Relative error that so many roundings make."""
        return count * self.unit + self.error

    def of_tolerance(self, tolerance: float) -> float:
        """Relative error in place of this one in float64; what is exact stays exact."""
        counted = min(tolerance / EPS, _MOST_ROUNDINGS) * self.unit
        return max(tolerance, counted) + self.error if tolerance > 0 else 0.0

    def of_stated(self, bound: Any) -> Any:
        """Error of what is stated with no tolerance: none in float64."""
        rounded = 0.0 if self.type == "float64" else _STATED_WITHOUT * self.unit
        return np.abs(bound) * (rounded + self.error) + self.smallest

    def rounded(self, values: Any) -> Any:
        """The nearest numbers of the type, in float64."""
        with np.errstate(over="ignore", under="ignore"):
            return values.astype(self.type).astype(np.float64)

    def overflows(self, expected: Array, got: Array) -> Any:
        """Where an infinity stands for a number beyond the type."""
        return (np.abs(expected) > self.largest) & (got == np.copysign(np.inf, expected))

    @property
    def is_float64(self) -> bool:
        """Whether every bound is the one that the check states."""
        return self.type == "float64" and not self.error

    def complaint(self, relative: float) -> str:
        """Why a comparison to such a relative error says nothing; empty where it does."""
        if self.is_float64 or relative < _SAYS_NOTHING:
            return ""
        return f"precision: at {self.name} a comparison would let {relative:.2g} of its scale pass"


class UnjudgedError(LackingError):
    """A check can tell nothing at the precision of the run."""


FLOAT64 = Precision("float64")
_current: ContextVar[Precision] = ContextVar("precision", default=FLOAT64)


def current() -> Precision:
    """The precision at which comparisons are made."""
    return _current.get()


@contextmanager
def at(precision: Precision) -> Iterator[None]:
    """Make comparisons at this precision."""
    token = _current.set(precision)
    try:
        yield
    finally:
        _current.reset(token)


def parsed(text: str | float | Precision) -> Precision:
    """The precision that a user names: a type or a number between 0 and 0.2.

    Raises
    ------
    ValueError
        Neither.
    """
    if isinstance(text, Precision):
        return text
    if text in _TYPES:
        return Precision(str(text), str(text))
    try:
        error = float(text)
    except ValueError:
        error = math.nan
    if not 0 < error < _SAYS_NOTHING:
        raise ValueError(
            f"precision must be one of {', '.join(_TYPES)} or a number between 0 and "
            f"{_SAYS_NOTHING}, got {text!r}"
        )
    return Precision(f"{error:g}", error=error)


def with_claims(
    precision: Precision, claims: Mapping[str, float], names: Iterable[str]
) -> Precision:
    """The precision of a check that needs these functions, for which a target claims tolerances."""
    claimed = max((claims[name] for name in names if name in claims), default=0.0)
    if claimed <= precision.error:
        return precision
    return replace(
        precision, name=f"{precision.name}, claimed {claimed:g}", error=claimed, claimed=True
    )


def unit() -> float:
    """The rounding unit of the run with its error, for checks that make a bound of their own."""
    return current().unit + current().error


def loosened(tolerance: float) -> float:
    """A relative tolerance of such a check, at the precision of the run."""
    return current().of_tolerance(tolerance)


def digits(relative: float, what: str) -> None:
    """State that a check can tell nothing unless such relative differences can be told.

    Raises
    ------
    UnjudgedError
        They cannot, at the precision of the run.
    """
    if unit() > relative:
        raise UnjudgedError(f"precision: {what}")


def minimizer(what: str) -> None:
    """State that a check compares a minimizer itself, which a small gap leaves open.

    Raises
    ------
    UnjudgedError
        The solver claims no more than a tolerance.
    """
    if current().claimed:
        raise UnjudgedError(f"precision: {what} of a solver that claims {current().error:g}")


def beyond_range(values: Iterable[Any]) -> bool:
    """Whether the type has no such numbers among the arguments: too large, or parameters near 0."""
    if current().type == "float64":
        return False
    return any(_beyond(part) for value in values for part in _floats(value))


def _beyond(value: Any) -> bool:
    """Whether the type has no number near this one; an entry of an array may underflow."""
    size = np.abs(value)
    too_large = np.isfinite(size) & (size > current().largest)
    return bool(too_large.any()) or (np.ndim(value) == 0 and 0 < size < current().smallest)


def representable(value: Any) -> Any:
    """An argument in numbers of the type of the run.

    Shares (numbers that sum to 1) and symmetric matrices stay as they are: rounded, they would be
    shares and kernel matrices no more. So does what is beyond the range.
    """
    if current().type == "float64":
        return value
    if isinstance(value, dict):
        return {name: representable(part) for name, part in value.items()}
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        if value and all(isinstance(part, float) for part in value) and _is_bound(np.array(value)):
            return value
        return type(value)(map(representable, value))
    if isinstance(value, np.ndarray) and value.dtype.kind == "f" and not _is_bound(value):
        return value if _beyond(value) else current().rounded(value)
    if type(value) in (float, np.float64):
        return value if _beyond(value) else float(current().rounded(np.float64(value)))
    if hasattr(value, "tocsr") and value.dtype.kind == "f":
        return current().rounded(value)
    return value


def _is_bound(values: Array) -> bool:
    """Whether these are shares, or a symmetric matrix."""
    if values.ndim == 1:
        return values.size > 1 and bool(abs(values.sum() - 1) < 1e-12 and (values >= 0).all())
    square = values.ndim == 2 and values.shape[0] == values.shape[1]
    return square and bool((values == values.T).all())


def _floats(value: Any) -> Iterator[Any]:
    """The floats and arrays of floats among an argument and its parts."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from _floats(part)
    elif isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        yield value
