"""What arguments were before a call: to write them down after it, and to tell what it changed."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse

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
    """What stood in a value, to see whether somebody wrote to it, and to undo that.

    Looked at are arrays of numbers or text (of a masked one its data), the arrays of sparse
    matrices, lists and dicts, and those within lists, tuples and dicts.
    """

    def __init__(self, value: Any) -> None:
        self._parts = [(part, _content(part)) for part in _writable(value)]
        self._value = value
        self._same = value.copy() if _has_order(value) else None

    @property
    def is_changed(self) -> bool:
        """Whether somebody has written to the value."""
        return not all(_is_as(part, was) for part, was in self._parts)

    @property
    def is_only_rearranged(self) -> bool:
        """Whether a sparse matrix is still the same: SciPy sorts the indices of its arguments."""
        if self._same is None or not _has_order(self._value):
            return False
        try:
            self._value.check_format()  # SciPy trusts it from here on
            return self._value.shape == self._same.shape and not (self._value != self._same).nnz
        except (TypeError, ValueError):
            return False

    def shares_memory_with(self, other: Before) -> bool:
        """Whether writing to one may change the other, which is the case with itself."""
        mine, theirs = (
            [part for part, _ in each._parts if isinstance(part, np.ndarray)]
            for each in (self, other)
        )
        return any(np.may_share_memory(part, one) for part in mine for one in theirs)

    def put_back(self) -> None:
        """Write what stood there, but to an array that was resized or locked for good."""
        for part, was in self._parts:
            if isinstance(part, np.ndarray):
                with contextlib.suppress(ValueError, AttributeError):
                    part.flags.writeable = True  # the call may have locked it
                    if part.shape != was.shape:
                        part.shape = was.shape
                    part[...] = was
            elif isinstance(part, list):
                part[:] = was.values()
            else:
                held = part if isinstance(part, dict) else vars(part)
                held.clear()
                held.update(was)


def _has_order(value: Any) -> bool:
    """Whether the same sparse matrix may be held in several ways."""
    return scipy.sparse.issparse(value) and value.format in ("csr", "csc")


def _writable(value: Any) -> Iterator[Any]:
    """What can be written to in a value: itself, and what it holds."""
    if isinstance(value, np.ndarray):
        array = np.asarray(value)
        if not array.dtype.hasobject:
            yield array
    elif isinstance(value, tuple | list | dict) or scipy.sparse.issparse(value):
        if not isinstance(value, tuple):
            yield value
        for part in _held(value).values():
            if not isinstance(part, _PLAIN):
                yield from _writable(part)


def _content(part: Any) -> Any:
    """A copy of an array, or what a container holds."""
    return part.copy(order="K") if isinstance(part, np.ndarray) else _held(part)


def _held(part: Any) -> dict[Any, Any]:
    """What a container, or a sparse matrix, holds, by its place there."""
    if isinstance(part, list | tuple):
        return dict(enumerate(part))
    return dict(part if isinstance(part, dict) else vars(part))


def _is_as(part: Any, was: Any) -> bool:
    """Whether an array has the numbers that it had, or a container the objects."""
    if isinstance(part, np.ndarray):
        alike = part.shape == was.shape and part.dtype == was.dtype
        return alike and bool(np.all(part == was) or part.tobytes() == was.tobytes())  # of NaN
    now = _held(part)
    if scipy.sparse.issparse(part):  # which may remember more in passing, as that it is sorted
        now, was = ({k: v for k, v in each.items() if k in _ARRAYS} for each in (now, was))
    return list(now) == list(was) and all(map(operator.is_, now.values(), was.values()))


_PLAIN = (str, bytes, int, float)
_ARRAYS = {"data", "indices", "indptr", "coords", "offsets"}  # of all kinds of sparse matrices
