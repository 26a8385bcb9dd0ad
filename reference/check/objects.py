"""Labels, strings, series and sets, and the collections that hold them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.check.arrays import LARGEST_EXACT_INTEGER, kind, patterns, real, unmasked
from gramcheck.reference.check.range import LARGEST, magnitude
from gramcheck.reference.check.scalars import shown
from gramcheck.reference.check.series import listed

_AT_A_GLANCE = 2**17  # numbers that are looked through together
_NUMBERS = int | float | np.integer | np.floating
_LABEL_KINDS = {
    "strings": str,
    "bytes": bytes,
    "booleans": bool | np.bool_,
    "numbers": _NUMBERS,
}


def labels(name: str, value: Any, size: int | None = None, classes: int = 2) -> NDArray[Any]:
    """A vector of labels (integers, strings or finite floats) with at least ``classes`` values."""
    value = listed(name, value)
    if isinstance(value, str | bytes) or not _is_sequence(value):
        raise TypeError(f"{name} must be a vector of labels, got {shown(value)}")
    unmasked(name, value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "OT":
        value = value.tolist()  # what pandas and NumPy hold strings of any length in
    if not isinstance(value, np.ndarray):
        # arrays without dimensions would hide what they hold
        value = [x[()] if isinstance(x, np.ndarray) and x.ndim == 0 else x for x in value]
    try:
        y = np.asarray(value)
    except ValueError:  # nested lists of unequal length
        raise ValueError(f"{name} must be a vector of labels, got {shown(value)}") from None
    if y.ndim != 1 or (size is not None and len(y) != size):
        wanted = "a vector" if size is None else f"a vector of length {size}"
        raise ValueError(f"{name} must be {wanted}, got shape {y.shape}")
    if not isinstance(value, np.ndarray):
        _refuse_labels_that_merge(name, value, y)
    if y.dtype.kind not in "biufUS":
        raise TypeError(f"{name} must hold integers, strings or floats, got {kind(y)}")
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise ValueError(f"{name} must not contain NaN or infinite labels")
    found = np.unique(y)
    if len(found) < classes:
        raise ValueError(
            f"{name} must have at least {classes} classes, got {shown(found.tolist())}"
        )
    return y


def _refuse_labels_that_merge(name: str, value: Sequence[Any], y: NDArray[Any]) -> None:
    """Different labels that an array makes equal: 1, True and "1", long integers, "a" and nulls."""
    types = set(map(type, value))
    found = [
        label for label, base in _LABEL_KINDS.items() if any(issubclass(t, base) for t in types)
    ]
    if "booleans" in found and not any(issubclass(t, _NUMBERS) and t is not bool for t in types):
        found.remove("numbers")  # a bool is an int
    if len(found) > 1:
        raise TypeError(f"{name} must not mix {' and '.join(found)}, got {shown(value)}")
    if y.dtype.kind in "US" and any(label[-1:] in ("\0", b"\0") for label in value):
        raise ValueError(f"{name} must not end in null characters, which arrays do not keep")
    if y.dtype.kind == "f" and any(issubclass(t, int | np.integer) for t in types):
        largest = max(abs(int(label)) for label in value if isinstance(label, int | np.integer))
        if largest > LARGEST_EXACT_INTEGER:
            raise ValueError(f"{name} must hold integers that float64 holds exactly, got {largest}")


def signs(name: str, value: Any, size: int, classes: int = 2) -> NDArray[np.float64]:
    """Labels -1 and +1, both present unless ``classes`` is 1."""
    y = real(name, value, shape=(size,))
    found = np.unique(y).tolist()
    if not set(found) <= {-1.0, 1.0}:
        way = f"; np.where({name} == {found[1]:g}, 1, -1) has them" if len(found) == 2 else ""
        raise ValueError(f"{name} must hold the labels -1 and +1, got {shown(found)}{way}")
    if len(found) < classes:
        raise ValueError(f"{name} must hold both classes -1 and +1, got only {found[0]:+g}")
    return y


def collection(name: str, value: Any) -> Sequence[Any]:
    """A nonempty sequence of objects, sliceable (list, tuple, range or array; others to a list).

    Strings, sets and iterators are none.
    """
    if isinstance(value, str | bytes | bytearray):
        raise TypeError(f"{name} must be a sequence of objects, got a bare {shown(value)}")
    value = listed(name, value)
    if not _is_sequence(value):
        raise TypeError(f"{name} must be a sequence of objects, got {shown(value)}")
    try:
        length = len(value)
    except OverflowError:  # of a range
        raise ValueError(
            f"{name} must have at most {sys.maxsize} objects, got {shown(value)}"
        ) from None
    if length == 0:
        raise ValueError(f"{name} must not be empty")
    if isinstance(value, range):  # which may be too long to be looked through
        return value
    unmasked(name, value)
    sliceable: Any = value if isinstance(value, list | tuple | np.ndarray) else list(value)
    return sliceable


def _is_sequence(value: Any) -> bool:
    """Whether there are elements in an order: an array without dimensions has none."""
    return isinstance(value, np.ndarray | Sequence) and getattr(value, "ndim", 1) > 0


def string(name: str, value: Any) -> str:
    """A str; the empty one is valid."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, got {shown(value)}")
    return value


def strings(name: str, value: Any) -> list[str]:
    """A nonempty collection of str, the empty string included."""
    members = list(collection(name, value))
    for i, x in enumerate(members):
        if not isinstance(x, str):  # to name each one would take longer than all the rest
            string(f"{name}[{i}]", x)
    return members


def alphabet(name: str, value: Any) -> list[str]:
    """The characters of a str, or of a sequence of single characters; at least one, no repeats."""
    value = listed(name, value)
    if not _is_sequence(value):
        raise TypeError(f"{name} must be a str or a sequence of characters, got {shown(value)}")
    letters = [string(f"{name}[{i}]", letter) for i, letter in enumerate(value)]
    if not letters:
        raise ValueError(f"{name} must not be empty")
    for i, letter in enumerate(letters):
        if len(letter) != 1:
            raise ValueError(f"{name}[{i}] must be a single character, got {shown(letter)}")
    repeats = sorted(str(letter) for letter, times in Counter(letters).items() if times > 1)
    if repeats:
        raise ValueError(f"{name} must not repeat a character, got {shown(repeats)} again")
    return letters


def points(name: str, value: Any) -> NDArray[np.float64]:
    """One series or one set: (n, channels); a vector of n numbers is n points of one channel."""
    return patterns(name, value, "channels")


def _in_order(members: Sequence[Any]) -> bool:
    """Whether all are series that no check would change or refuse, where a glance tells."""
    plain = all(
        type(x) is np.ndarray and x.dtype == np.float64 and x.ndim == 2 and x.size for x in members
    )
    if not plain or sum(x.size for x in members) > _AT_A_GLANCE:
        return False
    return magnitude(np.concatenate([x.reshape(-1) for x in members])) <= LARGEST


def point_collections(**named: Any) -> list[list[NDArray[np.float64]]]:
    """Collections of series or sets that share one number of channels, in the order given."""
    result = []
    for name, value in named.items():
        members = collection(name, value)
        if not _in_order(members):  # to name each one takes as long as the distances of short ones
            members = [points(f"{name}[{i}]", x) for i, x in enumerate(members)]
        result.append(list(members))
    first_name, first = next(iter(named)), result[0][0]
    for name, arrays in zip(named, result, strict=True):
        for i, array in enumerate(arrays):
            if array.shape[1] != first.shape[1]:
                raise ValueError(
                    f"{name}[{i}] must have {first.shape[1]} channel(s) as {first_name}[0] has, "
                    f"got {array.shape[1]}"
                )
    return result
