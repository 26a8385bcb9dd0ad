"""Columns of the Levenshtein recurrence for many pairs at a time, a pair in each lane.

The recurrence and its letters P, N, E, D0, HP, HN are those of ``edit_distance``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reference.d2ke.trie import Trie

Lanes = NDArray[np.unsignedinteger]
State = list[list[Lanes]]  # for every word of the patterns P, M, V


@dataclass(frozen=True)
class Block:
    """Patterns side by side, as a walk needs them."""

    equal: Lanes  # (words, rows, patterns): the bits of E; row 0 is that of unknown letters
    row: NDArray[np.intp]  # (alphabet,): the row of each letter
    start: Lanes  # (words, patterns): P before the first column


class Patterns:
    """Strings to be written into lanes of so many bits: 8, 16, 32, or words of 64.

    A pattern ends at the highest bit. The bits below its first letter are rows that match nothing
    and have no vertical difference, in the first column as in all others: there the table reads
    D[i, j] = j. So every bit of a lane may be counted, and shifts and carries pass them by.
    """

    def __init__(
        self, points: NDArray[np.intp], lengths: NDArray[np.int64], alphabet: int, bits: int
    ) -> None:
        self.lane = np.dtype(f"u{min(bits, 64) // 8}")
        self.words = max(bits // 64, 1)
        self._points, self._alphabet = points, alphabet
        self._ends = np.concatenate([[0], np.cumsum(lengths)])
        per_word = 8 * self.lane.itemsize
        # of every letter: the number of its string, the word and the bit of its row
        self._string = np.repeat(np.arange(len(lengths)), lengths)
        row = np.arange(len(points)) + np.repeat(bits - self._ends[1:], lengths)
        self._word = row // per_word
        self._bit = np.left_shift(np.array(1, self.lane), (row % per_word).astype(self.lane))
        padding = np.clip((bits - lengths) - per_word * np.arange(self.words)[:, None], 0, per_word)
        ones = np.array(np.iinfo(self.lane).max, self.lane)
        some = np.left_shift(ones, np.minimum(padding, per_word - 1).astype(self.lane))
        self._start = np.where(padding < per_word, some, np.array(0, self.lane))

    def block(self, first: int, last: int) -> Block:
        """Patterns number first to last - 1."""
        letters = slice(self._ends[first], self._ends[last])
        points, width = self._points[letters], last - first
        found = np.flatnonzero(np.bincount(points, minlength=self._alphabet))
        row = np.zeros(self._alphabet, dtype=np.intp)
        row[found] = np.arange(1, len(found) + 1)
        equal = np.zeros((self.words, len(found) + 1, width), dtype=self.lane)
        place = row[points]
        place += self._word[letters] * (len(found) + 1)
        place *= width
        place += self._string[letters] - first
        np.add.at(equal.reshape(-1), place, self._bit[letters])  # each bit once: adding sets it
        return Block(equal, row, np.ascontiguousarray(self._start[:, first:last]))


class Workspace:
    """Memory for walks over blocks of at most ``width`` patterns and tries of ``texts`` strings."""

    def __init__(self, patterns: Patterns, texts: int, width: int) -> None:
        self.lane, self.words = patterns.lane, patterns.words
        size = texts * width * self.lane.itemsize
        stride = -(-size // 64) * 64  # vectors that start on a cache line are 20 % faster
        count = 8 * self.words + 5
        memory = np.empty(count * stride + 64, dtype=np.uint8)
        start = -memory.ctypes.data % 64
        blocks = [memory[start + k * stride :][:size].view(self.lane) for k in range(count)]
        words = range(self.words)
        self._scratch = blocks[:5]
        # two states, so that one can be moved into the other
        self._states = [
            [blocks[5 + 3 * (side * self.words + w) :][:3] for w in words] for side in (0, 1)
        ]
        self.ended = [blocks[5 + 6 * self.words + 2 * w :][:2] for w in words]
        self._views: dict[tuple[int, int], tuple[State, list[Lanes]]] = {}

    def views(self, side: int, lanes: int) -> tuple[State, list[Lanes]]:
        """Beginnings of the blocks of one state, and of the scratch blocks."""
        if (side, lanes) not in self._views:
            state = [[block[:lanes] for block in blocks] for blocks in self._states[side]]
            self._views[side, lanes] = state, [block[:lanes] for block in self._scratch]
        return self._views[side, lanes]


def walk(patterns: Block, trie: Trie, workspace: Workspace) -> NDArray[np.integer]:
    """Distances of the texts of the trie, in the order in which they end, to every pattern.

    All nodes of one depth are one column of as many pairs. The state of a node and a pattern is

    - ``P``, as in the recurrence;
    - ``M``, the complement of N: what is not a step down;
    - ``V`` = P + M as an integer. P - N is the column itself, written in binary with the digits
      -1, 0, 1, and M = -1 - N: hence V is that number less one. (All arithmetic is modulo 2^bits.)

    With ``J = (((E & P) + P) ^ P) | E`` (D0 without N) and ``K = J & M``, one column takes twelve
    operations, each in place:

    - ~D0 = M & ~J = M - K;
    - ~HP = K | P, doubled: the shift brings in the zero that is wanted at row 0;
    - ~N' = ~(D0 & HP) = ~D0 | ~HP;
    - HN and the rest of P' are not needed: the digits of the new column make the number
      P' - N' = D0 + 2 (P - N), that is V' = 2 V - ~D0, and P' = V' - M'.
    """
    width = patterns.start.shape[1]
    letters = patterns.row[trie.points]
    side, n_ended = 0, 0
    state, scratch = workspace.views(side, width)
    for (P, M, V), start in zip(state, patterns.start, strict=True):
        P[:] = start
        M[:] = np.iinfo(workspace.lane).max
        np.add(P, M, V)
    for depth in range(trie.depth + 1):
        if depth > 0:
            letter = letters[trie.columns[depth]]
            parents = trie.parents[depth]
            before = state
            if parents is not None:
                side = 1 - side
            state, scratch = workspace.views(side, len(letter) * width)
            if parents is not None:
                _move(before, state, parents, width)
            _column(state, patterns.equal, letter, scratch)
        rows = trie.ends[depth]
        if len(rows):
            here = slice(n_ended * width, (n_ended + len(rows)) * width)
            for (P, M, _), ends in zip(state, workspace.ended, strict=True):
                P.reshape(-1, width).take(rows, 0, ends[0][here].reshape(-1, width), "clip")
                M.reshape(-1, width).take(rows, 0, ends[1][here].reshape(-1, width), "clip")
            n_ended += len(rows)

    # D = n + popcount(P) - popcount(N), and popcount(N) = bits - popcount(M)
    ended = slice(0, n_ended * width)
    counts = sum(
        np.bitwise_count(P[ended]).astype(np.int16 if workspace.words < 256 else np.int32)
        + np.bitwise_count(M[ended])
        for P, M in workspace.ended
    )
    bits = 8 * workspace.lane.itemsize * workspace.words
    return counts.reshape(-1, width) + (trie.lengths - bits).astype(np.int32)[:, None]


def _move(state: State, target: State, parents: NDArray[np.intp], width: int) -> None:
    """Copy the states of the parents to the places of their children."""
    for old, new in zip(state, target, strict=True):
        for source, children in zip(old, new, strict=True):
            source.reshape(-1, width).take(parents, 0, children.reshape(-1, width), "clip")


def _column(state: State, equal: Lanes, letter: NDArray[np.intp], scratch: list[Lanes]) -> None:
    """One column of all pairs, see :func:`walk`; the words of a pattern follow one another.

    Two bits pass from the last row of a word to the next word: U of ~HP, H of HN. H is also the
    carry of the addition; and what V misses, being doubled word by word, is U + H.
    """
    E, A, H, U, T = scratch
    last = len(state) - 1
    for w, (P, M, V) in enumerate(state):
        equal[w].take(letter, 0, E.reshape(len(letter), -1), "clip")
        _and(E, P, A)
        if w > 0:
            _add(A, H, A)
        _add(A, P, A)
        _xor(A, P, A)
        _or(A, E, A)  # J
        _and(A, M, A)  # K
        if w < last:
            _and(A, P, T)  # HN
        _xor(M, A, M)  # ~D0
        _or(P, A, P)  # ~HP
        if w < last:
            _shift(P, 63, E)
            _shift(T, 63, T)
        _add(P, P, P)
        _add(V, V, V)
        if w > 0:
            _or(P, U, P)
            _add(V, U, V)
            _add(V, H, V)
        _subtract(V, M, V)
        _or(M, P, M)
        _subtract(V, M, P)
        if w < last:
            H, T = T, H
            U, E = E, U


_and, _or, _xor, _shift = np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.right_shift
_add, _subtract = np.add, np.subtract
