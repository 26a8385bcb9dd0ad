"""Results as strict JSON: what a worker answers, and what is kept of it."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from typing import Any

from gramcheck.paper_checks.wording import plain

_FLOAT_TAG = "$float"  # JSON has no NaN and no infinities


def encode(value: Any) -> Any:
    """Strict JSON form of a result: numbers, strings, booleans, None, lists, dicts with text keys.

    NumPy values become plain ones, tuples lists; NaN and infinities are tagged and come back from
    `decode` as they were.

    Raises
    ------
    TypeError    anything else; names the type
    """
    value = plain(value)
    if isinstance(value, float) and not math.isfinite(value):
        return {_FLOAT_TAG: repr(value)}
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, list):
        return [encode(entry) for entry in value]
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str) or key == _FLOAT_TAG:
                raise TypeError(f"a result's keys must be strings, not {_FLOAT_TAG}, got {key!r}")
        return {key: encode(entry) for key, entry in value.items()}
    raise TypeError(f"a result must be JSON-able, got {type(value).__name__}")


def decode(value: Any) -> Any:
    """Inverse of `encode`."""
    if isinstance(value, dict):
        if value.keys() == {_FLOAT_TAG}:
            return float(value[_FLOAT_TAG])
        return {key: decode(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [decode(entry) for entry in value]
    return value


def lines(value: Any, depth: int, margin: str = "\n") -> str:
    """JSON whose entries have lines of their own down to a depth, as the findings and units do."""
    flat = functools.partial(json.dumps, ensure_ascii=False, allow_nan=False)
    if not depth or not value or not isinstance(value, dict | list):
        return flat(value)
    inner = margin + " "
    if isinstance(value, list):
        entries = [lines(entry, depth - 1, inner) for entry in value]
        return "[" + inner + ("," + inner).join(entries) + margin + "]"
    entries = [f"{flat(key)}: {lines(entry, depth - 1, inner)}" for key, entry in value.items()]
    return "{" + inner + ("," + inner).join(entries) + margin + "}"
