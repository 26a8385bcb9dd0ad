"""How a collection is divided into the parts that are worked on together, and their memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_LINE = 64  # bytes of a line of the cache: vectors that begin with one are a quarter faster


def even(count: int, most: int) -> int:
    """The size of the first of as few parts as possible, none above ``most``, of about one size."""
    return -(-count // -(-count // most))


def aligned(count: int, size: int, dtype: type[np.generic]) -> NDArray[Any]:
    """(count, at least size), each beginning with a line of the cache."""
    item = np.dtype(dtype).itemsize
    stride = -(-size * item // _LINE) * _LINE
    memory = np.empty(count * stride + _LINE, dtype=np.uint8)
    first = -memory.ctypes.data % _LINE
    return memory[first:][: count * stride].view(dtype).reshape(count, stride // item)
