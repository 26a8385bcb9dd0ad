"""What arguments were before a call: to write them down after it, and to tell what it changed."""

from __future__ import annotations

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


class Before:
    """What can be written to in a value, and what stood there: to see a change, and to undo it."""

    def __init__(self, value: Any) -> None:
        self._parts = [(part, _content(part)) for part in _writable(value)]

    @property
    def is_changed(self) -> bool:
        """Whether somebody has written to the value."""
        return any(_marks(_content(part)) != _marks(was) for part, was in self._parts)

    def put_back(self) -> None:
        """Write what stood there."""
        for part, was in self._parts:
            if isinstance(part, np.ndarray):
                shape, buffer = was
                if part.shape != shape:
                    part.shape = shape
                part[...] = np.frombuffer(buffer, part.dtype).reshape(shape)
            elif isinstance(part, dict):
                part.clear()
                part.update(was)
            else:
                part[:] = was


def _writable(value: Any) -> Iterator[Any]:
    """Arrays, sparse matrices' among them, lists and dicts, and those within them."""
    if isinstance(value, np.ndarray):
        array = np.asarray(value)  # of a masked one, its data
        if not array.dtype.hasobject:
            yield array
    elif isinstance(value, list | tuple | dict):
        if not isinstance(value, tuple):
            yield value
        for part in value.values() if isinstance(value, dict) else value:
            if not isinstance(part, _PLAIN):
                yield from _writable(part)
    elif isinstance(data := getattr(value, "data", None), np.ndarray):
        yield from _writable(data)


def _content(part: Any) -> Any:
    """What stands in an array, a list or a dict."""
    if isinstance(part, np.ndarray):
        return part.shape, part.tobytes()
    return part.copy()


def _marks(content: Any) -> Any:
    """What is compared of it: of an array the numbers, of a container which objects stand in it."""
    if isinstance(content, dict):
        return [(id(key), id(part)) for key, part in content.items()]
    return content if isinstance(content, tuple) else list(map(id, content))


_PLAIN = (str, bytes, int, float)
