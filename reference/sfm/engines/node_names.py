"""Names of nodes: equal names if and only if equal children, numbered by first appearance.

A node is given by the names of its children, a row of two or three columns; a missing third child
is -1. Names are 0, 1, 2, ... in the order in which the rows first appear, whatever the hashing
inside, so that a corpus has the same names in one go and chunk by chunk. Rows have up to four
columns.

Where few rows are possible, they index a table. Elsewhere they are sorted as 64-bit words that
hold a key in the high bits and the row's place in the low ones. The key is the row itself if it
fits, and else a hash; rows that share one are compared, so that a collision makes no wrong name.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.types import Booleans, Integers

Rows = NDArray[np.int32]

_LARGEST_TABLE = 2**20
_MULTIPLIERS = (  # odd, from the golden ratio and the finalizers of splitmix64 and murmur3
    (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xFF51AFD7ED558CCD),
    (0xC4CEB9FE1A85EC53, 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xBF58476D1CE4E5B9),
    (0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3),
)


class NodeNames:
    """The names of one level, to which rows can be added.

    A row has 2 or 3 ``columns`` and children below ``n_children``.
    """

    def __init__(self, n_children: int, columns: int = 3) -> None:
        self.n_children = n_children
        self._chunks = [np.empty((0, columns), dtype=np.int32)]
        self._count = 0
        self._possible = (n_children + 1) ** columns
        self._table: NDArray[np.int32] | None = None
        if self._possible <= _LARGEST_TABLE:
            self._table = np.full(self._possible, -1, dtype=np.int32)
        self._hashes = np.empty(0, dtype=np.uint64)  # of the first rows in sorted order
        self._order = np.empty(0, dtype=np.int64)  # and their names

    @classmethod
    def of(cls, rows: Rows, n_children: int) -> NodeNames:
        """Take rows that are known to be distinct, in the order of their names."""
        names = cls(n_children, rows.shape[1])
        if names._table is not None:
            names._table[names._keys(rows)] = np.arange(len(rows))
        names.append(rows)
        return names

    def __len__(self) -> int:
        return self._count

    @property
    def rows(self) -> Rows:
        """Row of each name, (number, columns)."""
        if len(self._chunks) > 1:
            self._chunks = [np.concatenate(self._chunks)]
        return self._chunks[0]

    def add(self, rows: Rows) -> NDArray[np.uint32]:
        """Names of the rows; rows that are new get the next ones."""
        if self._table is not None:
            return self._add_to_table(rows, self._table)
        ids, firsts = first_appearances(rows, self.n_children)
        distinct = rows[firsts]
        names = self.find(distinct)
        new = names < 0
        names[new] = self._count + np.arange(np.count_nonzero(new))
        self.append(distinct[new])
        return names.astype(np.uint32)[ids]

    def find(self, rows: Rows) -> Integers:
        """Names of the rows, -1 where there is none. Any numbers may be children."""
        names = np.full(len(rows), -1, dtype=np.int64)
        if self._count == 0 or len(rows) == 0:
            return names
        if self._table is not None:
            known = np.flatnonzero((rows < self.n_children).all(axis=1))
            names[known] = self._table[self._keys(rows[known])]
            return names
        self._index()
        wanted = _hash(rows, 0)
        place = np.searchsorted(self._hashes, wanted)
        left = np.arange(len(rows))
        while len(left):  # once, and again for each collision
            inside = place < self._count
            left, place = left[inside], place[inside]
            same_hash = self._hashes[place] == wanted[left]
            left, place = left[same_hash], place[same_hash]
            candidates = self._order[place]
            equal = (self.rows[candidates] == rows[left]).all(axis=1)
            names[left[equal]] = candidates[equal]
            left, place = left[~equal], place[~equal] + 1
        return names

    def append(self, rows: Rows) -> None:
        """Give the next names to rows that are known to be new and distinct."""
        self._chunks.append(rows)
        self._count += len(rows)

    def _add_to_table(self, rows: Rows, table: NDArray[np.int32]) -> NDArray[np.uint32]:
        keys = self._keys(rows)
        new = np.flatnonzero(table[keys] < 0)
        if len(new):
            # In reverse order the last assignment to a place is that of the first appearance.
            table[keys[new][::-1]] = new[::-1]
            firsts = new[table[keys[new]] == new]
            table[keys[firsts]] = self._count + np.arange(len(firsts))
            self.append(rows[firsts])
        return table[keys].astype(np.uint32)

    def _keys(self, rows: Rows) -> NDArray[np.int32]:
        base = self.n_children + 1
        keys = rows[:, 0] * base + rows[:, 1]
        if rows.shape[1] == 3:
            keys = keys * base + (rows[:, 2] + 1)
        return keys

    def _index(self) -> None:
        """Bring the sorted hashes up to date."""
        known = len(self._order)
        if known == self._count:
            return
        hashes = np.concatenate([self._hashes, _hash(self.rows[known:], 0)])
        order = np.argsort(hashes, kind="stable")
        self._hashes = hashes[order]
        self._order = np.concatenate([self._order, np.arange(known, self._count)])[order]


def first_appearances(rows: Rows, n_children: int) -> tuple[Integers, Integers]:
    """Number the distinct rows by first appearance.

    Parameters
    ----------
    rows : (n, columns)
        Entries from -1 to ``n_children - 1``.
    n_children : int

    Returns
    -------
    ids : (n,)
        Number of each row.
    firsts : (number of distinct rows,)
        Place at which each number appears first, increasing.
    """
    n = len(rows)
    if n == 0:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    place_bits = max(1, (n - 1).bit_length())
    exact = ((n_children + 1) ** rows.shape[1]).bit_length() + place_bits <= 64
    for attempt in range(len(_MULTIPLIERS)):
        keys = _exact_keys(rows, n_children) if exact else _hash(rows, attempt)
        if not exact:
            keys >>= np.uint64(place_bits)  # its high bits are kept
        keys <<= np.uint64(place_bits)
        keys |= np.arange(n, dtype=np.uint64)
        keys.sort()
        order = (keys & np.uint64((1 << place_bits) - 1)).astype(np.int64)
        keys >>= np.uint64(place_bits)
        same = keys[1:] == keys[:-1]
        if exact or _all_equal(rows, order, same):
            return _number_groups(order, same)
    return _by_comparison(rows)


def _number_groups(order: Integers, same: Booleans) -> tuple[Integers, Integers]:
    """Groups of equal rows, adjacent in ``order``, numbered by their least place."""
    starts = np.concatenate([[0], np.flatnonzero(~same) + 1])
    leaders = order[starts]  # places increase in a group
    is_first = np.zeros(len(order), dtype=bool)
    is_first[leaders] = True
    firsts = np.flatnonzero(is_first)
    number_at = np.empty(len(order), dtype=np.int64)
    number_at[firsts] = np.arange(len(firsts))
    ids = np.empty(len(order), dtype=np.int64)
    ids[order] = np.repeat(number_at[leaders], np.diff(starts, append=len(order)))
    return ids, firsts


def _by_comparison(rows: Rows) -> tuple[Integers, Integers]:
    """The same by a sort that compares whole rows, for rows on which every hash collides."""
    order = np.lexsort(rows.T)
    return _number_groups(order, (rows[order[1:]] == rows[order[:-1]]).all(axis=1))


def _exact_keys(rows: Rows, n_children: int) -> NDArray[np.uint64]:
    keys = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        keys *= np.uint64(n_children + 1)
        keys += (column + 1).astype(np.uint64)
    return keys


def _hash(rows: Rows, attempt: int) -> NDArray[np.uint64]:
    """A 64-bit hash whose high bits depend on all of the row."""
    multipliers = np.array(_MULTIPLIERS[attempt], dtype=np.uint64)
    hashes = np.zeros(len(rows), dtype=np.uint64)
    for column, multiplier in zip(rows.T, multipliers[: rows.shape[1]], strict=True):
        hashes += column.astype(np.uint64) * multiplier
    for multiplier in multipliers[:2]:
        hashes ^= hashes >> np.uint64(32)
        hashes *= multiplier
    return hashes


def _all_equal(rows: Rows, order: Integers, same: Booleans) -> bool:
    """Whether places that are adjacent in ``order`` and of one key hold one row."""
    right = np.flatnonzero(same) + 1
    return all(np.array_equal(c[order[right]], c[order[right - 1]]) for c in rows.T)
