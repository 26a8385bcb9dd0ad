"""The Levenshtein recurrence, a column at a time, for many pairs side by side.

Each pair has a lane of its own. The recurrence and its letters P, N, E, D0, HP and HN are those of
:mod:`.edit_distance`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.trie import Trie

Lanes = NDArray[np.unsignedinteger]
State = list[list[Lanes]]  # for every word of the patterns P, M, V


@dataclass(frozen=True)
class Block:
    """Patterns side by side, in the form in which :func:`walk` reads them."""

    equal: Lanes  # (words, rows, patterns): the bits of E; row 0 is for letters in no pattern
    row: NDArray[np.intp]  # (alphabet,): the row of each letter
    start: Lanes  # (words, patterns): P before the first column


class Patterns:
    """Strings that are to be written into lanes of 16 bits, of 32, or of whole words of 64.

    A pattern ends at the highest bit. The bits below its first letter stand for rows that match
    nothing and have no vertical difference, so that the table reads D[i, j] = j in every column of
    them. Such bits may be counted with the others, and shifts and carries pass them by.
    """

    def __init__(
        self, points: NDArray[np.int32], lengths: NDArray[np.int64], alphabet: int, bits: int
    ) -> None:
        self.lane = np.dtype(f"u{min(bits, 64) // 8}")
        self.words = max(bits // 64, 1)
        self._points, self._lengths = points, lengths
        self._alphabet, self._bits = alphabet, bits
        self._ends = np.concatenate([[0], np.cumsum(lengths)])

    def block(self, some: slice) -> Block:
        """Some of the patterns side by side."""
        per_word = 8 * self.lane.itemsize
        points = self._points[self._ends[some.start] : self._ends[some.stop]]
        lengths, width = self._lengths[some], some.stop - some.start
        found = np.flatnonzero(np.bincount(points, minlength=self._alphabet))
        row = np.zeros(self._alphabet, dtype=np.intp)
        row[found] = np.arange(1, len(found) + 1)

        # the bit of every letter, and its place in the table: by word, letter and pattern
        bit = np.arange(len(points)) + np.repeat(self._bits - np.cumsum(lengths), lengths)
        word, bit = np.divmod(bit, per_word) if self.words > 1 else (0, bit)
        place = (word * (len(found) + 1) + row[points]) * width
        place += np.repeat(np.arange(width), lengths)
        equal = np.zeros((self.words, len(found) + 1, width), dtype=self.lane)
        one = np.array(1, self.lane)
        # each bit occurs once, so that adding is setting
        np.add.at(equal.reshape(-1), place, np.left_shift(one, bit.astype(self.lane)))

        padding = self._bits - lengths - per_word * np.arange(self.words)[:, None]
        ones = np.array(np.iinfo(self.lane).max, self.lane)
        start = np.left_shift(ones, np.clip(padding, 0, per_word - 1).astype(self.lane))
        return Block(equal, row, np.where(padding < per_word, start, np.array(0, self.lane)))


class Workspace:
    """The memory for walks of one trie with at most ``width`` patterns at a time."""

    def __init__(self, patterns: Patterns, trie: Trie, width: int) -> None:
        self.lane, self.words = patterns.lane, patterns.words
        size = trie.widest * width * self.lane.itemsize
        stride = -(-size // 64) * 64  # vectors that start on a cache line are 20 % faster
        count = 6 * self.words + 5
        memory = np.empty(count * stride + 64, dtype=np.uint8)
        start = -memory.ctypes.data % 64
        blocks = [memory[start + k * stride :][:size].view(self.lane) for k in range(count)]
        words = range(self.words)
        self._scratch = blocks[:5]
        # two states, so that one can be moved into the other
        self._states = [
            [blocks[5 + 3 * (side * self.words + w) :][:3] for w in words] for side in (0, 1)
        ]
        self.ended = np.empty((self.words, 2, trie.n_texts, width), dtype=self.lane)
        self._views: dict[tuple[int, int], tuple[State, list[Lanes]]] = {}

    def views(self, side: int, lanes: int) -> tuple[State, list[Lanes]]:
        """The first ``lanes`` entries of the blocks of one state, and of the scratch blocks."""
        if (side, lanes) not in self._views:
            state = [[block[:lanes] for block in blocks] for blocks in self._states[side]]
            self._views[side, lanes] = state, [block[:lanes] for block in self._scratch]
        return self._views[side, lanes]


def walk(patterns: Block, trie: Trie, workspace: Workspace) -> NDArray[np.integer]:
    """Distances of the texts of the trie, in the order in which they end, to every pattern.

    All nodes of one depth are computed together, each with every pattern. The state of a node and
    a pattern has three parts; all arithmetic is modulo 2^bits.

    - ``P`` is that of the recurrence.
    - ``M`` is the complement of N: its bits are the rows where the table does not step down.
    - ``V`` is P + M as an integer. The number P - N is the column of the table, written in binary
      with the digits -1, 0 and 1. As M = -1 - N, V is this number less one.

    With ``J = (((E & P) + P) ^ P) | E``, which is D0 without N, and ``K = J & M``, one column takes
    twelve operations, each in place:

    - ~D0 = M & ~J = M - K;
    - ~HP = K | P, doubled: the shift brings in the zero that is wanted at row 0;
    - ~N' = ~(D0 & HP) = ~D0 | ~HP;
    - neither HN nor the rest of P' is needed: the digits of the new column make the number
      P' - N' = D0 + 2 (P - N), so that V' = 2 V - ~D0 and P' = V' - M'.
    """
    width = patterns.start.shape[1]
    letters = patterns.row[trie.points]
    side, n_ended = 0, 0
    ended = workspace.ended[..., :width]
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
            here = slice(n_ended, n_ended + len(rows))
            for (P, M, _), ends in zip(state, ended, strict=True):
                P.reshape(-1, width).take(rows, 0, ends[0, here], "clip")
                M.reshape(-1, width).take(rows, 0, ends[1, here], "clip")
            n_ended += len(rows)

    # D = length + popcount(P) - popcount(N), and popcount(N) = bits - popcount(M)
    bits = 8 * workspace.lane.itemsize * workspace.words
    counts = np.bitwise_count(ended[:, 0]) + np.bitwise_count(ended[:, 1])  # at most 128
    small = np.int16 if bits + trie.depth < 2**15 else np.int32  # there is an entry for every pair
    total = counts[0] if len(counts) == 1 else counts.sum(axis=0, dtype=small)
    return np.add(total, (trie.lengths - bits).astype(small)[:, None], dtype=small)


def _move(state: State, target: State, parents: NDArray[np.intp], width: int) -> None:
    """Copy the states of the parents to the places of their children."""
    for old, new in zip(state, target, strict=True):
        for source, children in zip(old, new, strict=True):
            source.reshape(-1, width).take(parents, 0, children.reshape(-1, width), "clip")


def _column(state: State, equal: Lanes, letter: NDArray[np.intp], scratch: list[Lanes]) -> None:
    """One column of all pairs, as :func:`walk` describes it, one word of the patterns at a time.

    The last row of a word hands two bits on to the next word: U of ~HP and H of HN. H is also the
    carry of the addition. V is doubled word by word, and what this leaves out is U + H.
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
