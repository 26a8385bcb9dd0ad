"""What arguments were before a call: to write them down after it, and to tell what it changed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.rendering import LONGEST


def copied(value: Any) -> Any:
    """The value as it is now, where it is short enough to be pasted; what is longer stays itself.

    Generators stay themselves too: their states are remembered apart.
    """
    if isinstance(value, np.ndarray) and value.size <= LONGEST:
        return value.copy()
    if isinstance(value, list | tuple) and len(value) <= LONGEST:
        parts = map(copied, value)
        return list(parts) if isinstance(value, list) else tuple(parts)
    if isinstance(value, dict) and len(value) <= LONGEST:
        return {key: copied(part) for key, part in value.items()}
    return value


def fingerprint(value: Any) -> int:
    """A number that changes when somebody writes to the value; it costs no memory."""
    found = 0
    for part in _written(value):
        found = zlib.crc32(part, found)
    return found


def _written(value: Any) -> Iterator[Any]:
    """The bytes of what can be written to: arrays, sparse matrices' among them, and containers."""
    if isinstance(value, np.ndarray):
        whole = np.ascontiguousarray(np.asarray(value))  # of a masked one, its data
        if whole.dtype.kind in "biufc":
            yield whole.reshape(-1).view(np.uint8).data
    elif isinstance(value, list | tuple | dict):
        yield b"%d" % len(value)
        for part in value.items() if isinstance(value, dict) else value:
            yield from [repr(part).encode()] if isinstance(part, _PLAIN) else _written(part)
    elif isinstance(data := getattr(value, "data", None), np.ndarray):
        yield from _written(data)


_PLAIN = (str, bytes, int, float)
