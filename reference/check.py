"""Validation of arguments, the same for every package of ``reference``.

Each function takes the argument's name and its value, and returns the value in the form the
mathematics wants, or raises before any work: TypeError for a wrong type, ValueError for a wrong
value or shape. Every message names the argument, what came, and what was wanted. Nothing is
rounded, cut or guessed: a bool is no number, a string is no list of strings, NaN is no distance.
"""

from __future__ import annotations

import difflib
import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

_LARGEST_EXACT_INTEGER = 2**53  # float64 holds every integer up to here
_SUM_TOLERANCE = 1e-9  # how far from 1 the sum of a distribution may be
_SYMMETRY_TOLERANCE = 1e-10  # relative to the largest entry


def shown(value: Any) -> str:
    """Say what came, on one short line."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    text = repr(value)
    return f"{text[:57]}... ({type(value).__name__})" if len(text) > 60 else text


def choice(name: str, value: Any, options: Iterable[str]) -> str:
    """One of the given names; a near miss is answered with the closest valid one."""
    options = tuple(options)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {options}, got {shown(value)}")
    if value not in options:
        close = difflib.get_close_matches(value.lower(), options, n=1, cutoff=0.4)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"{name} must be one of {options}, got {value!r}{hint}")
    return value


def flag(name: str, value: Any) -> bool:
    """True or False; not 0, 1 or a string."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


def finite(name: str, value: Any) -> float:
    """A finite real number."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, bool | np.bool_) or not isinstance(
        value, int | float | np.integer | np.floating
    ):
        raise TypeError(f"{name} must be a real number, got {shown(value)}")
    if not math.isfinite(value):
        raise ValueError(f"{name} must be finite, got {shown(value)}")
    return float(value)


def positive(name: str, value: Any) -> float:
    """A finite real number above 0."""
    number = finite(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be positive, got {shown(value)}")
    return number


def nonnegative(name: str, value: Any) -> float:
    """A finite real number, 0 or more."""
    number = finite(name, value)
    if number < 0:
        raise ValueError(f"{name} must be nonnegative, got {shown(value)}")
    return number


def at_least(name: str, value: Any, low: float) -> float:
    """A finite real number, ``low`` or more."""
    number = finite(name, value)
    if number < low:
        raise ValueError(f"{name} must be at least {low:g}, got {shown(value)}")
    return number


def within(name: str, value: Any, low: float, high: float) -> float:
    """A real number strictly between ``low`` and ``high``."""
    number = finite(name, value)
    if not low < number < high:
        raise ValueError(f"{name} must lie strictly between {low:g} and {high:g}, got {number!r}")
    return number


def integer(name: str, value: Any, low: int, high: int | None = None) -> int:
    """An integer between ``low`` and ``high``, both included (no upper end when None)."""
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be an integer, got {shown(value)}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {shown(value)}") from None
    if number < low or (high is not None and number > high):
        wanted = f"at least {low}" if high is None else f"between {low} and {high}"
        raise ValueError(f"{name} must be {wanted}, got {number}")
    return number


def integer_range(name: str, value: Any, low: int) -> tuple[int, int]:
    """A pair (first, last) of integers, both included, ``low`` <= first <= last."""
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray) or len(value) != 2:
        raise TypeError(f"{name} must be a pair (low, high) of integers, got {shown(value)}")
    first = integer(f"{name}[0]", value[0], low)
    last = integer(f"{name}[1]", value[1], low)
    if first > last:
        raise ValueError(f"{name} must be a pair (low, high) with low <= high, got {shown(value)}")
    return first, last


def generator(name: str, value: Any) -> np.random.Generator:
    """A NumPy random generator; seeds and the legacy RandomState are refused."""
    if not isinstance(value, np.random.Generator):
        raise TypeError(f"{name} must be a numpy.random.Generator, got {shown(value)}")
    return value


def real(
    name: str,
    value: Any,
    *,
    ndim: int | None = None,
    shape: tuple[int | None, ...] | None = None,
    last: int | None = None,
    infinite: bool = False,
    empty: bool = False,
) -> NDArray[np.float64]:
    """A float64 array without NaN; +-inf only where ``infinite``, no entries only where ``empty``.

    ``shape`` fixes lengths axis by axis, None leaving one free; ``ndim`` fixes only their number,
    ``last`` only the length of the last axis.
    """
    try:
        array = np.asarray(value)
    except ValueError:  # nested lists of unequal length
        raise ValueError(f"{name} must be a rectangular array, got {shown(value)}") from None
    if array.dtype.kind not in "iuf":
        if array.size == 0 and array.dtype.kind == "b":
            raise ValueError(f"{name} must not be empty")
        raise TypeError(f"{name} must hold real numbers, got {_kind(array)}")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size:
        largest = max(abs(int(array.max())), abs(int(array.min())))
        if largest > _LARGEST_EXACT_INTEGER:
            raise ValueError(f"{name} has an integer that float64 cannot hold exactly: {largest}")
    expected = len(shape) if shape is not None else ndim
    if expected is not None and array.ndim != expected:
        raise ValueError(f"{name} must have {expected} dimension(s), got shape {array.shape}")
    if shape is not None:
        for wanted, got in zip(shape, array.shape, strict=True):
            if wanted is not None and wanted != got:
                want = "(" + ", ".join("any" if s is None else str(s) for s in shape) + ")"
                raise ValueError(f"{name} must have shape {want}, got {array.shape}")
    if last is not None and array.shape[-1:] != (last,):
        raise ValueError(f"{name} must have {last} entries on its last axis, got {array.shape}")
    if array.size == 0 and not empty:
        raise ValueError(f"{name} must not be empty, got shape {array.shape}")
    result = array.astype(np.float64, copy=False)
    if np.isnan(result).any():
        raise ValueError(f"{name} must not contain NaN ({int(np.isnan(result).sum())} found)")
    if not infinite and not np.isfinite(result).all():
        raise ValueError(f"{name} must be finite, got {result[~np.isfinite(result)][0]}")
    return result


def distribution(name: str, value: Any, size: int | None = None) -> NDArray[np.float64]:
    """Nonnegative weights that sum to 1."""
    weights = real(name, value, shape=(size,))
    if (weights < 0).any():
        raise ValueError(f"{name} must be nonnegative, got {weights.min()!r}")
    if abs(weights.sum() - 1) > _SUM_TOLERANCE:
        raise ValueError(f"{name} must sum to 1, got {weights.sum()!r}")
    return weights


def distances(name: str, value: Any, columns: int | None = None) -> NDArray[np.float64]:
    """A matrix of distances: real, finite, nonnegative."""
    D = real(name, value, shape=(None, columns))
    if (D < 0).any():
        raise ValueError(f"{name} must be nonnegative distances, got {D.min()!r}")
    return D


def symmetric(name: str, value: Any) -> NDArray[np.float64]:
    """A real symmetric matrix, to 1e-10 of its largest entry."""
    A = real(name, value, ndim=2)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"{name} must be square, got shape {A.shape}")
    asymmetry = np.abs(A - A.T).max()
    if asymmetry > _SYMMETRY_TOLERANCE * np.abs(A).max():
        raise ValueError(f"{name} must be symmetric, got |{name} - {name}'| up to {asymmetry:.3g}")
    return A


def symmetric_distances(name: str, value: Any) -> NDArray[np.float64]:
    """A square symmetric matrix of distances with a zero diagonal."""
    D = symmetric(name, distances(name, value))
    if D.diagonal().any():
        raise ValueError(f"{name} must have a zero diagonal, got {np.abs(D.diagonal()).max()!r}")
    return D


def labels(name: str, value: Any, size: int | None = None, classes: int = 2) -> NDArray[Any]:
    """A vector of labels (integers, strings or finite floats) with at least ``classes`` values."""
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray):
        raise TypeError(f"{name} must be a vector of labels, got {shown(value)}")
    y = np.asarray(value)
    if y.ndim != 1 or (size is not None and len(y) != size):
        wanted = "a vector" if size is None else f"a vector of length {size}"
        raise ValueError(f"{name} must be {wanted}, got shape {y.shape}")
    if y.dtype.kind not in "biufUS":
        raise TypeError(f"{name} must hold integers, strings or floats, got {_kind(y)}")
    if len({isinstance(label, str) for label in value}) > 1:
        raise TypeError(f"{name} must not mix strings and numbers, got {shown(value)}")
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise ValueError(f"{name} must not contain NaN or infinite labels")
    found = np.unique(y)
    if len(found) < classes:
        raise ValueError(f"{name} must have at least {classes} classes, got {found.tolist()}")
    return y


def signs(name: str, value: Any, size: int, classes: int = 2) -> NDArray[np.float64]:
    """Labels -1 and +1, both present unless ``classes`` is 1."""
    y = real(name, value, shape=(size,))
    found = np.unique(y).tolist()
    if not set(found) <= {-1.0, 1.0}:
        raise ValueError(f"{name} must hold the labels -1 and +1, got {shown(found)}")
    if len(found) < classes:
        raise ValueError(f"{name} must hold both classes -1 and +1, got only {found[0]:+g}")
    return y


def collection(name: str, value: Any) -> Sequence[Any]:
    """A nonempty sequence of objects (list, tuple or array; not a string, set or iterator)."""
    if isinstance(value, str | bytes | bytearray):
        raise TypeError(f"{name} must be a sequence of objects, got a bare {shown(value)}")
    if not isinstance(value, Sequence | np.ndarray) or getattr(value, "ndim", 1) == 0:
        raise TypeError(f"{name} must be a sequence of objects, got {shown(value)}")
    if len(value) == 0:
        raise ValueError(f"{name} must not be empty")
    return value


def string(name: str, value: Any) -> str:
    """A str; the empty one is valid."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, got {shown(value)}")
    return value


def strings(name: str, value: Any) -> list[str]:
    """A nonempty collection of str, the empty string included."""
    return [string(f"{name}[{i}]", x) for i, x in enumerate(collection(name, value))]


def alphabet(name: str, value: Any) -> list[str]:
    """The characters of a str, or of a sequence of single characters; at least one, no repeats."""
    if not isinstance(value, str | Sequence | np.ndarray):
        raise TypeError(f"{name} must be a str or a sequence of characters, got {shown(value)}")
    letters = [string(f"{name}[{i}]", letter) for i, letter in enumerate(value)]
    if not letters:
        raise ValueError(f"{name} must not be empty")
    for i, letter in enumerate(letters):
        if len(letter) != 1:
            raise ValueError(f"{name}[{i}] must be a single character, got {shown(letter)}")
    repeats = sorted({letter for letter in letters if letters.count(letter) > 1})
    if repeats:
        raise ValueError(f"{name} must not repeat a character, got {shown(repeats)} again")
    return letters


def points(name: str, value: Any) -> NDArray[np.float64]:
    """One series or one set: (n, channels); a vector of n numbers is n points of one channel."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence | np.ndarray):
        raise TypeError(f"{name} must be an array of points, got {shown(value)}")
    array = real(name, value)
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape (n,) or (n, channels), got {array.shape}")
    return array


def point_collections(**named: Any) -> list[list[NDArray[np.float64]]]:
    """Collections of series or sets that share one number of channels, in the order given."""
    result = [
        [points(f"{name}[{i}]", x) for i, x in enumerate(collection(name, value))]
        for name, value in named.items()
    ]
    first_name, first = next(iter(named)), result[0][0]
    for name, arrays in zip(named, result, strict=True):
        for i, array in enumerate(arrays):
            if array.shape[1] != first.shape[1]:
                raise ValueError(
                    f"{name}[{i}] must have {first.shape[1]} channel(s) as {first_name}[0] has, "
                    f"got {array.shape[1]}"
                )
    return result


def sparse_rows(name: str, value: Any, columns: int | None = None) -> sparse.csr_array:
    """Vectors as rows of a CSR array in float64, columns increasing and unique in each row.

    Every sparse format and dense arrays of two dimensions are converted; nothing is changed in
    place.
    """
    if sparse.issparse(value):
        if value.ndim != 2:
            raise ValueError(f"{name} must have 2 dimensions, got shape {value.shape}")
        if value.dtype.kind not in "iuf":
            raise TypeError(f"{name} must hold real numbers, got dtype {value.dtype}")
        rows = sparse.csr_array(value, dtype=np.float64)
        rows.check_format(full_check=True)
        if not rows.has_canonical_format:
            rows = rows.copy()  # the indices are still the caller's
            rows.sum_duplicates()
        if not np.isfinite(rows.data).all():
            raise ValueError(f"{name} must be finite, got {rows.data[~np.isfinite(rows.data)][0]}")
    else:
        rows = sparse.csr_array(real(name, value, ndim=2, empty=True))
    if rows.shape[0] == 0 or rows.shape[1] == 0:
        raise ValueError(f"{name} must not be empty, got shape {rows.shape}")
    if columns is not None and rows.shape[1] != columns:
        raise ValueError(f"{name} must have {columns} columns, got shape {rows.shape}")
    return rows


def words(name: str, value: Any, shape: tuple[int | None, ...]) -> NDArray[np.uint64]:
    """A uint64 array; other dtypes are refused, since rounding or a sign would go unseen."""
    array = np.asarray(value)
    if array.dtype != np.uint64:
        raise TypeError(f"{name} must have dtype uint64, got {_kind(array)}")
    if array.ndim != len(shape) or any(
        wanted not in (None, got) for wanted, got in zip(shape, array.shape, strict=True)
    ):
        raise ValueError(f"{name} must have shape {shape} (None: any), got {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty, got shape {array.shape}")
    return array


def _kind(array: NDArray[Any]) -> str:
    kinds = {"b": "booleans", "c": "complex numbers", "O": "Python objects", "U": "strings"}
    return kinds.get(array.dtype.kind, f"dtype {array.dtype}")
