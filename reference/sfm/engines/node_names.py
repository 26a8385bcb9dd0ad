"""Names of nodes: equal names if and only if equal children, numbered by first appearance.

A node is given by the names of its children, a row of two or three columns; a missing third child
is -1. Names are 0, 1, 2, ... in the order in which the rows first appear, so that a corpus has the
same names in one go and chunk by chunk.

A row is read from left to right. Its first two entries are packed into one key of 64 bits, and the
number of that key is packed with the third entry; so keys say all about a row. They are sorted, or
ticked off in a table where it has room for all pairs there could be.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.types import AnyArray, Integers

Rows = NDArray[np.int32]

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
        distinct, which, firsts = _distinct(left, right)
        numbers = self.find(distinct)
        new = np.flatnonzero(numbers < 0)
        first, order = _in_order(firsts[new], len(left))
        numbers[new] = len(self) + order
        places = np.searchsorted(self._sorted, distinct[new])
        self._sorted = np.insert(self._sorted, places, distinct[new])
        self._numbers = np.insert(self._numbers, places, numbers[new])
        return numbers[which], first


def _in_order(places: Integers, n: int) -> tuple[Integers, Integers]:
    """Distinct places below ``n``, increasing, and the rank of each."""
    taken = np.zeros(n, dtype=bool)
    taken[places] = True
    return np.flatnonzero(taken), np.cumsum(taken)[places] - 1


def _distinct(left: AnyArray, right: AnyArray) -> tuple[Integers, Integers, Integers]:
    """The distinct pairs as keys, increasing, the place of each pair's, and where keys appear."""
    width = int(right.max(initial=-1)) + 2  # the last for -1, which sorts after the others
    size = (int(left.max(initial=-1)) + 1) * width
    cells = np.multiply(left, width, dtype=np.int64)
    cells += np.minimum(right.view(np.uint32), width - 1)  # where -1 is the largest
    numbering = _by_sorting if size > _ROOM * len(left) else _by_table
    found, which, firsts = numbering(cells, size)
    key_left, key_right = np.divmod(found, width)
    key_right[key_right == width - 1] = -1
    return _pack(key_left, key_right), which, firsts


def _by_table(cells: Integers, size: int) -> tuple[Integers, Integers, Integers]:
    """As `_distinct`, of numbers below ``size``: ticked off."""
    firsts = np.full(size, -1, dtype=np.int64)
    firsts[cells[::-1]] = np.arange(len(cells))[::-1]  # the last to be written stays
    found = np.flatnonzero(firsts >= 0)
    place = np.empty(size, dtype=np.int64)
    place[found] = np.arange(len(found))
    return found, place[cells], firsts[found]


def _by_sorting(cells: Integers, size: int) -> tuple[Integers, Integers, Integers]:
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
    which = np.empty_like(cells)
    which[places] = np.cumsum(begins) - 1
    return ordered[begins], which, places[begins]


def _pack(left: AnyArray, right: AnyArray) -> Integers:
    """Two numbers of 32 bits in one of 64."""
    return (left.astype(np.int64) << 32) | (right.astype(np.int64) & 0xFFFFFFFF)
