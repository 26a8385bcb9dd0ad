"""Refusals of bad input: whether a call is refused with the right error and words."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from gramcheck.verify.arguments import Call, Refusal
from gramcheck.verify.compare import is_true, names, raises
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.rendering import error_text

EITHER = (TypeError, ValueError)  # where a value is wrong in either way, as a ragged list is
ERRORS = {"value": (ValueError,), "type": (TypeError,), "either": EITHER}


def refused(refusal: Refusal, function: Callable[..., Any]) -> Outcome:
    """The call raises the right error, and the message names the argument and what was meant.

    A generator among the arguments is as it was: nothing is drawn before the refusal.
    """
    states = {name: state for name, value in refusal.given.items() if (state := _state(value))}
    wanted = " or ".join(kind.__name__ for kind in ERRORS[refusal.error])
    wanted += f" naming {' or '.join(refusal.naming)}"
    wanted += f" and {refusal.meant!r}" if refusal.meant else ""
    try:
        found, right = f"an answer of type {type(refusal.put_to(function)).__name__}", False
    except LackingError:
        raise
    except Exception as error:
        found = error_text(error)
        right = isinstance(error, ERRORS[refusal.error]) and names(str(error), refusal.naming)
        right = right and (not refusal.meant or names(str(error), [refusal.meant]))
    if any(_state(refusal.given[name]) != state for name, state in states.items()):
        found, right = f"{found}, after a draw", False
    return is_true(right, f"{refusal.name}: got={found}, should be {wanted}")


def refused_or_finite(call: Refusal, function: Callable[..., Any]) -> Outcome:
    """The call raises, or what it returns has no NaN and no infinity."""
    try:
        result = call.put_to(function)
    except LackingError:
        raise
    except Exception:
        return is_true(True, f"{call.name}: refused")
    return is_true(
        _finite(result), f"{call.name}: got NaN or infinity, should be an error or numbers"
    )


def taken(call: Refusal, function: Callable[..., Any]) -> Outcome:
    """The call is answered."""
    try:
        call.put_to(function)
    except LackingError:
        raise
    except Exception as error:
        return is_true(False, f"{call.name}: got={error_text(error)}, should be an answer")
    return is_true(True, f"{call.name}: answered")


def without_warning(call: Call, function: Callable[..., Any]) -> Outcome:
    """The call of good arguments is answered, and warns of nothing."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        call.answer(function)
    said = "; ".join(str(each.message) for each in told)
    return is_true(not told, f"{call.function} of good arguments: got={said}, should be no warning")


def one_by_one(
    exception: Any, naming: str, call: Callable[[Any], Any], bad: Iterable[Any]
) -> Iterator[Outcome]:
    """The call raises on each of the bad values."""
    for value in bad:
        yield raises(exception, call, value, naming=naming)


def _finite(result: Any) -> bool:
    """Whether all real numbers of a result, and of its parts, are finite."""
    if isinstance(result, list | tuple):
        return all(map(_finite, result))
    if isinstance(result, float | complex | np.ndarray | np.generic):
        numbers = np.asarray(result)
        return numbers.dtype.kind not in "fc" or bool(np.isfinite(numbers).all())
    return all(map(_finite, vars(result).values())) if hasattr(result, "__dict__") else True


def _state(value: Any) -> Any:
    return value.bit_generator.state if isinstance(value, np.random.Generator) else None
