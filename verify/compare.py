"""Comparisons: each measures, and says what it measured against what was allowed.

No tolerance has a default, and each is stated for float64: :mod:`.precision` says what becomes of
it in a run at another precision. What cannot be compared (a wrong shape, NaN, None where numbers
belong) is a failure of the implementation that says so, never a crash of the check.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.verify import precision
from gramcheck.verify.difference import first_difference
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.rendering import brief, error_text
from gramcheck.verify.types import Array, are_exact

_JUST_ABOVE_ONE = math.nextafter(1.0, 2.0)


def close_to(
    expected: ArrayLike,
    got: Any,
    *,
    ulps: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    scale: ArrayLike | None = None,
) -> Outcome:
    """Compare numbers; the worst element of an array is reported with its index.

    Parameters
    ----------
    expected : array_like
        The right values. Infinities must be met exactly.
    got : object
        What the implementation returned; it must have the shape of ``expected``.
    ulps, rtol, atol : float
        Allowed error: ``ulps * eps * scale``, or ``atol + rtol * scale``. One has to be given.
    scale : array_like
        What the error is relative to; |expected|, element by element, when not given.

    Raises
    ------
    ValueError
        No tolerance, or NaN among the expected values: the check is at fault.
    """
    if (ulps is None) == (rtol is None and atol is None):
        raise ValueError("give either ulps or rtol and/or atol")
    want = np.asarray(expected, dtype=np.float64)
    if np.isnan(want).any():
        raise ValueError("the expected values contain NaN")
    numbers, complaint = _numbers(got, want.shape)
    if numbers is None:
        return _unlike(got, complaint)

    size = np.broadcast_to(_size(want, scale), want.shape)
    tolerance, says_nothing = _tolerance(size, ulps, rtol, atol)
    if says_nothing:
        return Outcome(0.0, 0.0, 0.0, unjudged=says_nothing)
    unit = precision.current().unit * size if ulps else np.ones_like(size)
    with np.errstate(all="ignore"):
        met = (numbers == want) | precision.current().overflows(want, numbers)
        error = np.where(met, 0.0, np.abs(numbers - want))
        measured = np.where(error == 0, 0.0, error / unit)
        ratio = np.where(error == 0, 0.0, error / tolerance)
        allowed = np.where(size > 0, tolerance / unit, ulps) if ulps else tolerance
    ratio = np.where(np.isnan(numbers) | np.isnan(ratio), np.nan, ratio)
    units = "roundings" if ulps is not None else ""
    outcome = _worst(want, numbers, measured, allowed, ratio, "should be {}", units)
    if outcome.passed or atol:
        return outcome
    return _sized(outcome, error, size, is_scaled=scale is not None)


def largest(values: ArrayLike) -> float:
    """The largest absolute value, for errors to be relative to; 0 of no numbers, NaN of NaN."""
    return float(np.abs(np.asarray(values)).max(initial=0.0))


def at_most(bound: ArrayLike, got: Any, **tolerance: Any) -> Outcome:
    """Every element of ``got``, of which there is at least one, is at most (its) ``bound``.

    ``tolerance`` as in :func:`close_to`, to be added to the bound; its scale is |bound| when none
    is given. Without one the bound is strict in float64.
    """
    return _one_sided(bound, got, 1.0, "should be at most {}", **tolerance)


def at_least(bound: ArrayLike, got: Any, **tolerance: Any) -> Outcome:
    """Every element of ``got``, of which there is at least one, is at least (its) ``bound``."""
    return _one_sided(bound, got, -1.0, "should be at least {}", **tolerance)


def equal(expected: Any, got: Any) -> Outcome:
    """Exactly the same: numbers, strings, None, arrays, and lists, tuples and dicts of them.

    Kinds of numbers are not told apart (3 and 3.0 are equal), lists and tuples neither; shapes are,
    and so are truth values from the numbers 0 and 1. In a run at a coarser precision than float64
    floats are the same that are so at that precision.
    """
    difference = first_difference(expected, got)
    if difference is None:
        return Outcome(0.0, 0.0, 0.0, f"got={brief(got)}, should be equal")
    return Outcome(1.0, 0.0, math.inf, difference)


def raises(
    exception: type[BaseException] | tuple[type[BaseException], ...],
    function: Callable[..., Any],
    *args: Any,
    naming: str | None = None,
    **kwargs: Any,
) -> Outcome:
    """The call raises this exception, and its message has the word ``naming`` in it."""
    kinds = exception if isinstance(exception, tuple) else (exception,)
    wanted = " or ".join(kind.__name__ for kind in kinds)
    wanted += f" naming {naming!r}" if naming is not None else ""
    try:
        with precision.at(precision.FLOAT64):  # what is bad input is so at every precision
            got = function(*args, **kwargs)
    except LackingError:
        raise
    except Exception as error:
        found = error_text(error)
        right = isinstance(error, kinds) and (naming is None or names(str(error), [naming]))
    else:
        found, right = brief(got), False
    return is_true(right, f"got={found}, should be {wanted}")


def names(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words stands in the text, as a word."""
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words)


def is_true(condition: Any, detail: str) -> Outcome:
    """A plain yes or no; ``detail`` says what came and what was wanted."""
    holds = bool(condition)
    return Outcome(0.0 if holds else 1.0, 0.0, 0.0 if holds else math.inf, detail)


def _size(values: Array, scale: ArrayLike | None) -> Array:
    """What errors are relative to; no error is allowed of an infinity."""
    size = np.abs(values if scale is None else np.asarray(scale, dtype=np.float64))
    return np.where(np.isfinite(size), size, 0.0)


def _tolerance(
    size: Array, ulps: float | None, rtol: float | None, atol: float | None
) -> tuple[Array, str]:
    """The error allowed at the precision of the run, and why it says nothing if it does not."""
    run = precision.current()
    relative = run.of_roundings(ulps) if ulps else run.of_tolerance(rtol or 0.0)
    if not (ulps or rtol or atol):
        return np.asarray(run.of_stated(size)), ""
    absolute = run.of_tolerance(atol) - run.error if atol else 0.0  # which is of the scale
    return relative * size + absolute + run.smallest, run.complaint(relative)


def _sized(outcome: Outcome, error: Array, size: Array, is_scaled: bool) -> Outcome:
    """A failure that says how large the error is at its largest, and beside what."""
    with np.errstate(all="ignore"):
        relative = np.where(size > 0, error / size, 0.0)
    worst = np.unravel_index(np.argmax(relative), relative.shape)
    told = relative[worst]
    if not 0 < told < 1:  # the numbers tell
        return outcome
    beside = f"error relative to the scale {size[worst]:.3g}:" if is_scaled else "relative error"
    sentence = f", {beside} {told:.3g}"
    return replace(outcome, detail=outcome.detail + sentence)


def _one_sided(
    bound: ArrayLike,
    got: Any,
    sign: float,
    text: str,
    *,
    ulps: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    scale: ArrayLike | None = None,
) -> Outcome:
    limit = np.asarray(bound, dtype=np.float64)
    if np.isnan(limit).any():
        raise ValueError("the bound contains NaN")
    numbers, complaint = _numbers(got, limit.shape if limit.ndim else None)
    if numbers is None:
        return _unlike(got, complaint)
    if numbers.size == 0 and limit.size:
        return _unlike(got, "at least one number")  # every bound holds for no numbers
    tolerance, says_nothing = _tolerance(_size(limit, scale), ulps, rtol, atol)
    if says_nothing:
        return Outcome(0.0, 0.0, 0.0, unjudged=says_nothing)
    limit = np.broadcast_to(limit + sign * tolerance, numbers.shape)
    high, value = sign * limit, sign * numbers
    with np.errstate(all="ignore"):
        # how often the bound fits into the value; below a negative bound, the other way round
        ratio = np.select([high > 0, (high < 0) & (value < 0)], [value / high, high / value], 0.0)
    ratio = np.where(value <= high, np.clip(np.nan_to_num(ratio), 0.0, 1.0), ratio)
    beyond = np.where((ratio > 0) & (high != 0), np.maximum(ratio, _JUST_ABOVE_ONE), np.inf)
    ratio = np.where(value > high, beyond, ratio)
    ratio = np.where(np.isnan(numbers), np.nan, ratio)
    return _worst(limit, numbers, numbers, limit, ratio, text, "")


def _numbers(got: Any, shape: tuple[int, ...] | None) -> tuple[Array | None, str]:
    """``got`` as floats, or what is wrong with it; truth values do not count."""
    try:
        array = np.asarray(got)
        if are_exact(array):
            array = array.astype(np.float64)
    except (TypeError, ValueError):
        return None, "numbers"
    except OverflowError:
        return None, "numbers that float64 has"
    if array.dtype.kind not in "iuf":
        return None, "real numbers"
    if shape is not None and array.shape != shape:
        return None, f"of shape {shape}"
    return array.astype(np.float64), ""


def _unlike(got: Any, wanted: str) -> Outcome:
    return Outcome(math.nan, 0.0, math.inf, f"got={brief(got)}, should be {wanted}")


def _worst(
    want: Array,
    got: Array,
    measured: Array,
    allowed: Array,
    ratio: Array,
    text: str,
    units: str,
) -> Outcome:
    """The element with the largest ratio speaks for all."""
    if got.size == 0:
        return Outcome(0.0, 0.0, 0.0, f"got={brief(got)}, nothing to compare", units=units)
    worst = np.unravel_index(np.argmax(np.where(np.isnan(ratio), np.inf, ratio)), ratio.shape)
    detail = f"got={float(got[worst])!r}, {text.format(repr(float(want[worst])))}"
    if got.ndim:
        detail += f" at [{', '.join(map(str, worst))}]"
        outside = int(np.count_nonzero(~(ratio <= 1)))
        detail += f" ({outside} of {got.size} elements outside)" if outside > 1 else ""
    at_worst = (float(measured[worst]), float(allowed[worst]), float(ratio[worst]))
    return Outcome(*at_worst, detail, units=units)
