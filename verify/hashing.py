"""Exhaustive t-wise independence of a hash family, from the table of all its functions.

A family is t-wise independent if, for a function drawn uniformly and any t different keys, every
tuple of t values is equally likely. On a finite family that is a matter of counting, without
statistics: each tuple must occur in exactly ``functions / values^t`` of the functions.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Independence", "small_table", "t_wise_independence"]

SMALL = 8  # bits of words so short that every function of a family can be tried


@dataclass(frozen=True)
class Independence:
    """What counting found.

    Attributes
    ----------
    holds : bool    every tuple of values equally often, for every choice of t keys
    keys : the t columns whose values are farthest from it; those of the first choice if it holds
    values : the tuple of values that is farthest from its due there
    count : how many functions give it
    expected : how many should, functions / values^t (may be no integer)
    """

    holds: bool
    keys: tuple[int, ...]
    values: tuple[int, ...]
    count: int
    expected: float


def t_wise_independence(table: ArrayLike, n_values: int, t: int) -> Independence:
    """Count every tuple of values, over all functions, for all choices of t keys.

    Parameters
    ----------
    table : (functions, keys)    value of each function of the family at each key, 0 ... n_values-1
    n_values : int    size of the range of the functions
    t : int    1 asks for uniform values, 2 for pairwise independence, and so on

    Returns
    -------
    Independence

    Raises
    ------
    ValueError    table not two-dimensional, without a function, with fewer than t keys or with a
        value outside of the range; t or n_values below 1
    TypeError    table not of integers
    """
    table = np.asarray(table)
    if table.ndim != 2 or len(table) == 0:
        raise ValueError(f"table must be (functions, keys) with a function, got {table.shape}")
    if not np.issubdtype(table.dtype, np.integer):
        raise TypeError(f"table must hold integers, got {table.dtype}")
    if t < 1 or table.shape[1] < t:
        raise ValueError(f"t must be between 1 and the number of keys {table.shape[1]}, got {t}")
    if n_values < 1 or table.min() < 0 or table.max() >= n_values:
        raise ValueError(
            f"table must hold values from 0 to n_values - 1 = {n_values - 1}, "
            f"got {table.min()} to {table.max()}"
        )
    table = table.astype(np.int64)
    shape = (n_values,) * t
    expected = len(table) / n_values**t
    worst: Independence | None = None
    for keys in combinations(range(table.shape[1]), t):
        cells = np.ravel_multi_index(tuple(table[:, key] for key in keys), shape)
        counts = np.bincount(cells, minlength=n_values**t)
        cell = int(np.abs(counts - expected).argmax())
        count = int(counts[cell])
        if worst is None or abs(count - expected) > abs(worst.count - worst.expected):
            values = tuple(int(value) for value in np.unravel_index(cell, shape))
            worst = Independence(count == expected, keys, values, count, expected)
    assert worst is not None  # there are at least t keys
    return worst


def small_table(target: Any, n_keys: int, bits: int) -> NDArray[np.int64]:
    """SFM's Algorithm 1: every function on words of 8 bits, out of an implementation with 64.

    Words that are multiples of 2^56 stay so under addition and multiplication modulo 2^64, and the
    highest bits of their sums are those of the same sums modulo 2^8.
    """
    every = np.arange(2**SMALL, dtype=np.uint64) << np.uint64(64 - SMALL)
    array1, array2 = (grid.ravel() for grid in np.meshgrid(every, every, indexing="ij"))
    u = np.asarray(target.sfm.hash_uniform(np.arange(n_keys), array1, array2), dtype=float)
    return np.clip(np.floor(u.T * 2**bits), 0, 2**bits - 1).astype(np.int64)
