"""Values written as Python expressions that can be pasted, with ``import numpy as np``."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np

LONGEST = 1000  # characters: a longer line is no help to anybody
_LONG_VALUE = 300  # characters of a foreign value
_LONG_ERROR, _ERROR_LINES = 500, 3  # characters and lines of an exception that a message shows


class NotPasteableError(ValueError):
    """A value that no short expression makes."""


def render(value: Any, states: Mapping[int, Any] = MappingProxyType({})) -> str:
    """An expression for ``value``.

    Parameters
    ----------
    value : object
        Numbers, strings, arrays, containers of them, fresh random generators, target functions.
    states : mapping
        The state that each generator (by ``id``) had when it was handed over.

    Raises
    ------
    NotPasteableError
        No expression is known, or it is too long.
    """
    text = _expression(value, states)
    if len(text) > LONGEST:
        raise NotPasteableError(f"{type(value).__name__} too large to paste")
    return text


def describe(arguments: Mapping[str, Any]) -> str:
    """Named arguments on one line: pasteable where possible, cut short where not."""
    return ", ".join(f"{name}={_short(value)}" for name, value in arguments.items())


def _short(value: Any) -> str:
    try:
        return render(value)
    except NotPasteableError:
        text = repr(value).replace("\n", " ")
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _expression(value: Any, states: Mapping[int, Any]) -> str:
    match value:
        case str():
            return quoted(value)
        case bool() | np.bool_() | bytes() | int() | np.integer() | None:
            return repr(value)
        case np.floating():
            return f"np.{type(value).__name__}({_number(float(value))})"
        case float():
            return _number(value)
        case Fraction() | Decimal():
            return f"__import__({type(value).__module__!r}).{value!r}"
        case np.ndarray():
            return _array(value)
        case np.random.Generator():
            return _generator(value, states.get(id(value), value.bit_generator.state))
        case list():
            return f"[{', '.join(_expression(item, states) for item in value)}]"
        case tuple():
            inner = ", ".join(_expression(item, states) for item in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case dict():
            pairs = (
                f"{_expression(k, states)}: {_expression(v, states)}" for k, v in value.items()
            )
            return "{" + ", ".join(pairs) + "}"
    if getattr(value, "repr_is_pasteable", False):
        return repr(value)
    raise NotPasteableError(f"no expression for a {type(value).__name__}")


def brief(value: Any) -> str:
    """A value in a message: on one line, cut short, a large array by its shape."""
    if isinstance(value, np.ndarray) and value.size > 10:
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    plain = value.item() if isinstance(value, np.generic) else value
    text = (quoted(plain) if isinstance(plain, str) else repr(plain)).replace("\n", " ")
    return text if len(text) <= 200 else f"{text[:200]}..."


def shown(value: Any) -> str:
    """A foreign value in few words; asking it for its repr may fail."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"(its repr raises {type(error).__name__})"
    text = " ".join(text.split())
    text = f"{type(value).__name__} {text}" if value is not None else "None"
    return text if len(text) <= _LONG_VALUE else f"{text[:_LONG_VALUE]}..."


def error_text(error: BaseException) -> str:
    """An exception in a few lines; those of compilers are pages long."""
    try:
        lines = f"{type(error).__name__}: {error}".splitlines()
    except Exception:
        lines = [f"{type(error).__name__} (which cannot be written)"]
    text = "\n".join([*lines[:_ERROR_LINES], "..."] if len(lines) > _ERROR_LINES else lines)
    return text if len(text) <= _LONG_ERROR else f"{text[:_LONG_ERROR]}..."


def quoted(text: str) -> str:
    """The text in quotes, escaped where it would look like another: accents that are combined."""
    return repr(text) if unicodedata.is_normalized("NFC", text) else ascii(text)


def _number(value: float) -> str:
    return repr(value).replace("inf", "np.inf").replace("nan", "np.nan")


def _array(array: np.ndarray[Any, Any]) -> str:
    if array.dtype.kind not in "biufU" or array.size > LONGEST:
        raise NotPasteableError(f"array of shape {array.shape} and dtype {array.dtype}")
    if array.size == 0:
        return f"np.empty({array.shape}, dtype={str(array.dtype)!r})"
    entries = _expression(array.tolist(), {})
    inferred = array.dtype in (np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.bool_))
    usual = inferred or array.dtype.kind == "U"
    return f"np.array({entries})" if usual else f"np.array({entries}, dtype={str(array.dtype)!r})"


def _generator(rng: np.random.Generator, state: Any) -> str:
    """A generator is an expression only if it came fresh from a seed."""
    entropy = getattr(rng.bit_generator.seed_seq, "entropy", None)
    if isinstance(entropy, int | list) and isinstance(rng.bit_generator, np.random.PCG64):
        fresh = np.random.default_rng(entropy)
        if fresh.bit_generator.state == state:
            return f"np.random.default_rng({entropy})"
    raise NotPasteableError("a generator that has been used")
