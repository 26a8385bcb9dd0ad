"""Names of nodes: equal names if and only if equal children, numbered by first appearance.

A node is given by the names of its children, a row of two or three columns; a missing third child
is -1. Names are 0, 1, 2, ... in the order in which the rows first appear, so that a corpus has the
same names in one go and chunk by chunk.

A row is read from left to right. Its first two entries are packed into one key of 64 bits, and the
number of that key is packed with the third entry; so keys say all about a row. They are sorted, or
ticked off in a table where it has room for all pairs there could be. Rows of few names, many of
which are equal, are made distinct first, in one table of all rows there could be.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.types import AnyArray, Integers

Rows = NDArray[np.int32]
Spread = Callable[[AnyArray], AnyArray]  # what the distinct ones have, to all of them

_ROOM = 2  # entries that a table of all pairs may have for each row


class NodeNames:
    """The names of one level, to which rows can be added. Entries of rows are below 2^31."""

    def __init__(self, columns: int = 3) -> None:
        self._keys = [_Numbers() for _ in range(columns - 1)]
        self._chunks = [np.empty((0, columns), dtype=np.int32)]

    @classmethod
    def of(cls, rows: Rows) -> NodeNames:
        """Rows that are distinct, in the order of their names."""
        names = cls(rows.shape[1])
        names.add(rows)
        return names

    def __len__(self) -> int:
        return len(self._keys[-1])

    @property
    def rows(self) -> Rows:
        """Row of each name, (number, columns)."""
        self._chunks = [np.concatenate(self._chunks)]
        return self._chunks[0]

    def add(self, rows: Rows) -> tuple[Integers, Integers]:
        """Names of the rows, of which new ones get the next, and the places of the new ones."""
        widths = _widths(rows.T)
        if len(widths) > 2 and math.prod(widths) <= _ROOM * len(rows):
            _, spread, firsts = _distinct(rows.T, widths)
            places, ranks = _in_order(firsts, len(rows))
            names, new = self._add(rows[places])
            return spread(names[ranks]), places[new]
        return self._add(rows)

    def _add(self, rows: Rows) -> tuple[Integers, Integers]:
        names: AnyArray = rows[:, 0]
        for keys, column in zip(self._keys, rows.T[1:], strict=True):
            names, firsts = keys.add(names, column)
        self._chunks.append(rows[firsts])
        return names, firsts

    def find(self, rows: Rows) -> Integers:
        """Names of the rows, -1 where there is none."""
        names: AnyArray = rows[:, 0]
        for keys, column in zip(self._keys, rows.T[1:], strict=True):
            names = keys.find(_pack(names, column))
        return names


def first_appearances(rows: Rows) -> tuple[Integers, Integers]:
    """Number of each distinct row by first appearance, and the places of these, increasing."""
    return NodeNames(rows.shape[1]).add(rows)


class _Numbers:
    """Keys of 64 bits, numbered by first appearance."""

    def __init__(self) -> None:
        self._sorted = np.empty(0, dtype=np.int64)
        self._numbers = np.empty(0, dtype=np.int32)  # of the sorted keys

    def __len__(self) -> int:
        return len(self._sorted)

    def find(self, keys: Integers) -> Integers:
        """Numbers of the keys, -1 where there is none."""
        if not len(self):
            return np.full(len(keys), -1)
        places = np.searchsorted(self._sorted, keys)
        places[places == len(self)] = 0
        return np.where(self._sorted[places] == keys, self._numbers[places], -1)

    def add(self, left: AnyArray, right: AnyArray) -> tuple[Integers, Integers]:
        """Numbers of the pairs, of which new ones get the next, and the places of the new ones."""
        widths = _widths((left, right))
        cells, spread, firsts = _distinct((left, right), widths)
        key_left, key_right = np.divmod(cells, widths[1])
        key_right[key_right == widths[1] - 1] = -1
        distinct = _pack(key_left, key_right)
        numbers = self.find(distinct).astype(np.int32)
        new = np.flatnonzero(numbers < 0)
        first, order = _in_order(firsts[new], len(left))
        numbers[new] = len(self) + order
        if len(self):
            places = np.searchsorted(self._sorted, distinct[new])
            self._sorted = np.insert(self._sorted, places, distinct[new])
            self._numbers = np.insert(self._numbers, places, numbers[new])
        else:  # as of a corpus in one chunk
            self._sorted, self._numbers = distinct, numbers
        return spread(numbers), first


def _in_order(places: Integers, n: int) -> tuple[Integers, Integers]:
    """Distinct places below ``n``, increasing, and the rank of each."""
    taken = np.zeros(n, dtype=bool)
    taken[places] = True
    return np.flatnonzero(taken), np.cumsum(taken)[places] - 1


def _widths(columns: AnyArray | tuple[AnyArray, ...]) -> list[int]:
    """How many values each column may have; the last is -1, which sorts after the others."""
    return [int(column.max(initial=-1)) + 2 for column in columns]


def _distinct(
    columns: AnyArray | tuple[AnyArray, ...], widths: list[int]
) -> tuple[Integers, Spread, AnyArray]:
    """The distinct rows as increasing numbers base ``widths``, and where they first appear."""
    cells = np.zeros(len(columns[0]), dtype=np.int64)
    for column, width in zip(columns, widths, strict=True):
        cells *= width
        cells += np.minimum(column.view(np.uint32), width - 1)  # where -1 is the largest
    size = math.prod(widths)
    numbering = _by_sorting if size > _ROOM * len(cells) else _by_table
    return numbering(cells, size)


def _by_table(cells: Integers, size: int) -> tuple[Integers, Spread, AnyArray]:
    """As `_distinct`, of numbers below ``size``: ticked off."""
    firsts = np.full(size, -1, dtype=np.int32)
    firsts[cells[::-1]] = np.arange(len(cells), dtype=np.int32)[::-1]  # the last one stays
    found = np.flatnonzero(firsts >= 0)

    def spread(values: AnyArray) -> AnyArray:
        table = np.empty(size, values.dtype)
        table[found] = values
        return table[cells]

    return found, spread, firsts[found]


def _by_sorting(cells: Integers, size: int) -> tuple[Integers, Spread, AnyArray]:
    """As `_distinct`, of numbers below ``size``: sorted, each with its place in the bits below.

    NumPy sorts numbers in less time than their places.
    """
    bits = len(cells).bit_length()
    if bits + size.bit_length() < 64:
        ordered = cells << bits
        ordered |= np.arange(len(cells))
        ordered.sort()
        places = ordered & ((1 << bits) - 1)
        ordered >>= bits
    else:
        places = np.argsort(cells, kind="stable")
        ordered = cells[places]
    begins = np.ones(len(cells), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])

    def spread(values: AnyArray) -> AnyArray:
        result = np.empty(len(cells), values.dtype)
        result[places] = values[np.cumsum(begins) - 1]
        return result

    starts = np.flatnonzero(begins)
    return ordered[starts], spread, places[starts]


def _pack(left: AnyArray, right: AnyArray) -> Integers:
    """Two numbers of 32 bits in one of 64."""
    return (left.astype(np.int64) << 32) | (right.astype(np.int64) & 0xFFFFFFFF)
