"""Pairs of patterns, given by their indices: similar ones, dissimilar ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.check.arrays import holds_booleans, kind, unmasked
from gramcheck.reference.check.integers import long_integers
from gramcheck.reference.check.scalars import shown


def pairs(name: str, value: Any, n: int) -> NDArray[np.int64]:
    """Unordered pairs {i, j} of the indices 0 to n - 1 as an (N, 2) array, in the order given.

    At least one pair, none with i = j, none twice, (j, i) being (i, j) again.
    """
    unmasked(name, value)
    try:
        array = np.asarray(value)
    except ValueError:  # nested lists of unequal length
        raise ValueError(f"{name} must hold pairs of indices, got {shown(value)}") from None
    if array.dtype.kind in "fO" and isinstance(value, Sequence) and array.ndim == 2:
        array = long_integers(name, value, array)
    if array.size == 0:
        raise ValueError(f"{name} must hold at least one pair, got none")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold integers, got {kind(array)}")
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"{name} must have shape (any, 2), got {array.shape}")
    if holds_booleans(value):
        raise TypeError(f"{name} must hold integers, got booleans among them")
    if array.min() < 0 or array.max() >= n:
        row = np.flatnonzero(((array < 0) | (array >= n)).any(axis=1))[0]
        raise ValueError(
            f"{name} must hold indices between 0 and {n - 1}, got {_written(array[row])} "
            f"in row {row}"
        )
    array = array.astype(np.int64)
    if (array[:, 0] == array[:, 1]).any():
        row = np.flatnonzero(array[:, 0] == array[:, 1])[0]
        raise ValueError(f"{name} must pair different patterns, got {_written(array[row])}")
    codes, first, times = np.unique(codes_of(array, n), return_index=True, return_counts=True)
    if len(codes) < len(array):
        row = first[times > 1].min()
        raise ValueError(
            f"{name} must not repeat a pair, in either order, got {_written(array[row])} again"
        )
    return array


def similar_and_dissimilar(
    similar: Any, dissimilar: Any, n: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two sets of pairs of n patterns, as :func:`pairs`, that have none in common."""
    S, D = pairs("similar", similar, n), pairs("dissimilar", dissimilar, n)
    common = np.isin(codes_of(S, n), codes_of(D, n))
    if common.any():
        raise ValueError(
            "no pair may be both in similar and in dissimilar, got "
            f"{_written(S[common][0])} in both"
        )
    return S, D


def codes_of(array: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """One number for each unordered pair of the indices below n, ordered as (smaller, larger)."""
    return array.min(axis=1) * n + array.max(axis=1)


def _written(pair: NDArray[Any]) -> str:
    return f"({pair[0]}, {pair[1]})"
