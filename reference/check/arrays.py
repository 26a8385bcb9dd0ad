"""Arrays of numbers: float64, finite, of one shape; matrices of distances; sparse rows; words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.check.range import LARGEST, magnitude, within_range
from gramcheck.reference.check.scalars import positive, shown
from gramcheck.reference.check.series import listed
from gramcheck.reference.errors import IndefiniteError

LARGEST_EXACT_INTEGER = 2**53  # float64 holds every integer up to here
_SUM_TOLERANCE = 1e-9  # how far from 1 the sum of a distribution may be
_SUM_ROUNDINGS = 8  # the same of a type with fewer digits, in which the sum was taken, in eps
_SYMMETRY_TOLERANCE = 1e-10  # relative to the largest entry
_NEGATIVE_EIGENVALUE = 1e-10  # relative to the largest eigenvalue
_KINDS = {
    "b": "booleans",
    "c": "complex numbers",
    "O": "Python objects",
    "S": "bytes",
    "U": "strings",
}


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
    """A float64 array of numbers up to 1e100 in magnitude, NaN never among them.

    There may be +-inf only where ``infinite``, no entries only where ``empty``.
    ``shape`` fixes lengths axis by axis, None leaving one free; ``ndim`` fixes only their number,
    ``last`` only the length of the last axis.
    """
    plain = type(value) is np.ndarray and value.dtype == np.float64  # has nothing to convert
    array = value if plain else _converted(name, value)
    expected = len(shape) if shape is not None else ndim
    if expected is not None and array.ndim != expected:
        raise ValueError(f"{name} must have {expected} dimension(s), got shape {array.shape}")
    if shape is not None:
        for wanted, got in zip(shape, array.shape, strict=True):
            if wanted is not None and wanted != got:
                lengths = ", ".join("any" if s is None else str(s) for s in shape)
                want = f"({lengths},)" if len(shape) == 1 else f"({lengths})"
                raise ValueError(f"{name} must have shape {want}, got {array.shape}")
    if last is not None and array.shape[-1:] != (last,):
        raise ValueError(f"{name} must have {last} entries on its last axis, got {array.shape}")
    if array.size == 0 and not empty:
        raise ValueError(f"{name} must not be empty, got shape {array.shape}")
    _refuse_beyond_range(name, array, infinite)
    return array


def _converted(name: str, value: Any) -> NDArray[np.float64]:
    """A float64 array of the numbers that a value holds, where it holds nothing else."""
    unmasked(name, value)
    value = listed(name, value)
    if sp.sparse.issparse(value):
        raise TypeError(
            f"{name} must be a dense array, got a sparse one of shape {value.shape}; toarray() "
            "makes one of it"
        )
    array = rectangular(name, value)
    if array.dtype.kind not in "iuf":
        if array.size == 0 and array.dtype.kind == "b":
            raise ValueError(f"{name} must not be empty")
        raise TypeError(f"{name} must hold real numbers, got {kind(array)}")
    _refuse_what_conversion_hides(name, value, array)
    with np.errstate(over="ignore"):  # long doubles may leave float64
        return array.astype(np.float64, copy=False)


def _refuse_beyond_range(name: str, array: NDArray[np.float64], infinite: bool = False) -> None:
    """NaN, infinities unless they are allowed, and numbers above 1e100."""
    if magnitude(array) <= LARGEST:
        return
    if unknown := np.count_nonzero(np.isnan(array)):
        raise ValueError(f"{name} must not contain NaN ({unknown} found)")
    finite = np.isfinite(array)
    if not infinite and not finite.all():
        raise ValueError(f"{name} must be finite, got {array[~finite][0]}")
    within_range(name, array[finite])


def patterns(name: str, value: Any, columns: str = "p") -> NDArray[np.float64]:
    """Points as rows (n, p); a vector of n numbers is n points on a line."""
    array = real(name, value)
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape (n,) or (n, {columns}), got {array.shape}")
    return array


def unmasked(name: str, value: Any) -> None:
    """Refuse masked arrays, also in sequences: a conversion would keep what the mask hides."""
    types = _types(value) if isinstance(value, Sequence) else {type(value)}
    if any(issubclass(t, np.ma.MaskedArray) for t in types):
        raise TypeError(f"{name} must not be a masked array; fill it or leave entries out")


def rectangular(name: str, value: Any) -> NDArray[Any]:
    """The array of nested sequences that have equal lengths."""
    try:
        return np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must be a rectangular array, got {shown(value)}") from None


def _refuse_what_conversion_hides(name: str, value: Any, array: NDArray[Any]) -> None:
    """Booleans become 1.0 among floats; integers above 2^53 lose digits."""
    largest = 0
    if isinstance(value, Sequence):
        types = _types(value)
        if any(issubclass(t, bool | np.bool_) for t in types) and array.dtype.kind != "b":
            raise TypeError(f"{name} must hold real numbers, got booleans among them")
        if any(issubclass(t, np.ndarray) for t in types):
            for element in _leaves(value):
                real(name, element, infinite=True, empty=True)
        if array.dtype.kind == "f" and any(issubclass(t, int | np.integer) for t in types):
            integers = (x for x in _leaves(value) if isinstance(x, int | np.integer))
            largest = max(abs(int(x)) for x in integers)
    if largest > LARGEST_EXACT_INTEGER:
        raise ValueError(f"{name} must hold integers that float64 holds exactly, got {largest}")
    if array.dtype.kind in "iu":
        _refuse_long_integers(name, array)


def _refuse_long_integers(name: str, array: NDArray[Any]) -> None:
    """Integers that lose digits as floats."""
    if array.dtype.itemsize == 8 and array.size:
        largest = max(abs(int(array.max())), abs(int(array.min())))
        if largest > LARGEST_EXACT_INTEGER:
            raise ValueError(f"{name} must hold integers that float64 holds exactly, got {largest}")


def _types(value: Sequence[Any]) -> set[type]:
    """Types of the elements of nested sequences; arrays and strings count as elements."""
    types = set(map(type, value))
    nested = {t for t in types if issubclass(t, Sequence) and not issubclass(t, str | bytes)}
    if nested:
        types -= nested
        types.update(*(_types(element) for element in value if type(element) in nested))
    return types


def holds_booleans(value: Any) -> bool:
    """Whether there are booleans in nested sequences, where they would count as 0 and 1."""
    types = _types(value) if isinstance(value, Sequence) else set()
    return any(issubclass(t, bool | np.bool_) for t in types) or (
        any(issubclass(t, np.ndarray) for t in types)
        and any(isinstance(x, np.ndarray) and x.dtype.kind == "b" for x in _leaves(value))
    )


def _leaves(value: Sequence[Any]) -> Iterator[Any]:
    """The elements that :func:`_types` counts."""
    for element in value:
        if isinstance(element, Sequence) and not isinstance(element, str | bytes):
            yield from _leaves(element)
        else:
            yield element


def distribution(name: str, value: Any, size: int | None = None) -> NDArray[np.float64]:
    """Nonnegative weights that sum to 1, as far as their own type tells."""
    weights = real(name, value, shape=(size,))
    if (weights < 0).any():
        raise ValueError(f"{name} must be nonnegative, got {float(weights.min())!r}")
    total = float(weights.sum())
    if abs(total - 1) > max(_SUM_TOLERANCE, _SUM_ROUNDINGS * roundings(value)):
        raise ValueError(f"{name} must sum to 1, got {total!r}")
    return weights


def distances(name: str, value: Any, columns: int | None = None) -> NDArray[np.float64]:
    """A matrix of distances: real, finite, nonnegative."""
    D = real(name, value, shape=(None, columns))
    if (least := float(D.min())) < 0:
        raise ValueError(f"{name} must be nonnegative distances, got {least!r}")
    return D


def symmetric(name: str, value: Any) -> NDArray[np.float64]:
    """A real symmetric matrix, to 1e-10 of its largest entry; what is within is averaged out.

    To the roundings of its own type, if that has fewer digits.

    So that no result depends on the triangle that an algorithm happens to read.
    """
    A = real(name, value, ndim=2)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"{name} must be square, got shape {A.shape}")
    asymmetry = np.abs(A - A.T).max()
    tolerance = max(_SYMMETRY_TOLERANCE, roundings(value))
    if asymmetry > tolerance * np.abs(A).max():
        raise ValueError(f"{name} must be symmetric, got |{name} - {name}'| up to {asymmetry:.3g}")
    return (A + A.T) / 2 if asymmetry else A


def positive_semidefinite(name: str, value: Any) -> NDArray[np.float64]:
    """A real symmetric matrix without eigenvalues below -1e-10 of the largest.

    Of a type with fewer digits: below what rounding its entries to that type may do.
    The error for any other carries a unit vector x with x'Ax negative as its ``witness``.
    """
    A = symmetric(name, value)
    eigenvalues, vectors = np.linalg.eigh(A)
    tolerance = max(_NEGATIVE_EIGENVALUE, len(A) * roundings(value))
    if eigenvalues[0] < -tolerance * np.abs(eigenvalues).max():
        raise IndefiniteError(name, float(eigenvalues[0]), vectors[:, 0])
    return A


def roundings(value: Any) -> float:
    """The relative rounding of float64, or of the type that came where it has fewer digits."""
    dtype = np.asarray(value).dtype
    return float(max(np.finfo(float).eps, np.finfo(dtype).eps if dtype.kind == "f" else 0.0))


def symmetric_distances(name: str, value: Any) -> NDArray[np.float64]:
    """A square symmetric matrix of distances with a zero diagonal."""
    distances(name, value)
    D = symmetric(name, value)  # as it came, since its type tells how it was rounded
    if D.diagonal().any():
        raise ValueError(f"{name} must have a zero diagonal, got {float(D.diagonal().max())!r}")
    return D


def spread(name: str, X: NDArray[np.float64]) -> None:
    """Refuse points (n, p) whose squared distances leave the range, unless all are the same."""
    widest = float(np.ptp(X, axis=0).max(initial=0.0))
    if widest:
        positive(f"the largest squared distance in {name}", X.shape[1] * widest**2)


def sparse_rows(name: str, value: Any, columns: int | None = None) -> sp.sparse.csr_array:
    """Vectors as rows of a CSR array in float64, columns increasing and unique in each row.

    Every sparse format and dense arrays of two dimensions are converted; nothing is changed in
    place.
    """
    if sp.sparse.issparse(value):
        if value.ndim != 2:
            raise ValueError(f"{name} must have 2 dimensions, got shape {value.shape}")
        if value.dtype.kind not in "iuf":
            raise TypeError(f"{name} must hold real numbers, got dtype {value.dtype}")
        _refuse_bad_indices(name, value)
        if value.dtype.kind in "iu" and value.dtype.itemsize == 8:
            _refuse_long_integers(name, sp.sparse.csr_array(value).data)
        if value.format == "coo":  # it sums entries of one place, which small integers overflow
            value = value.astype(np.float64, copy=False)
        rows = sp.sparse.csr_array(value, dtype=np.float64)
        if not rows.has_canonical_format:
            rows = rows.copy()  # the indices are still the caller's
            rows.sum_duplicates()
        _refuse_beyond_range(name, rows.data)
    else:
        rows = sp.sparse.csr_array(real(name, value, ndim=2, empty=True))
    if rows.shape[0] == 0 or rows.shape[1] == 0:
        raise ValueError(f"{name} must not be empty, got shape {rows.shape}")
    if columns is not None and rows.shape[1] != columns:
        raise ValueError(f"{name} must have {columns} columns, got shape {rows.shape}")
    return rows


def _refuse_bad_indices(name: str, value: Any) -> None:
    """Indices out of range, which conversions follow unseen."""
    if not hasattr(value, "check_format"):
        return
    try:
        # of an object that shares the arrays: the check may cut off what is unused
        type(value)(value).check_format(full_check=True)
    except ValueError as error:
        raise ValueError(f"{name} must be a valid sparse array, but {error}") from None


def words(name: str, value: Any, shape: tuple[int | None, ...]) -> NDArray[np.uint64]:
    """A uint64 array; other dtypes are refused, since rounding or a sign would go unseen."""
    unmasked(name, value)
    array = rectangular(name, value)
    if array.dtype != np.uint64:
        raise TypeError(f"{name} must have dtype uint64, got {kind(array)}")
    if holds_booleans(value):
        raise TypeError(f"{name} must hold words of 64 bits, got booleans among them")
    if array.ndim != len(shape) or any(
        wanted not in (None, got) for wanted, got in zip(shape, array.shape, strict=True)
    ):
        raise ValueError(f"{name} must have shape {shape} (None: any), got {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty, got shape {array.shape}")
    return array


def kind(array: NDArray[Any]) -> str:
    """What an array holds, for messages."""
    return _KINDS.get(array.dtype.kind, f"dtype {array.dtype}")
