"""The Levenshtein recurrence, a column at a time, for many pairs side by side.

Each pair has a lane of its own. The recurrence and its letters P, N, E, D0, HP and HN are those of
:mod:`.edit_distance`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.trie import Trie

Lanes = NDArray[np.unsignedinteger]


@dataclass(frozen=True)
class Block:
    """Patterns in strips side by side, in the form in which they are read column by column.

    A strip has ``width`` patterns and a row for each word that its longest needs, the one of the
    beginning first.
    """

    equal: Lanes  # (rows, letters, width): the bits of E; letter 0: those in no pattern
    row: NDArray[np.intp]  # (alphabet,): the number of each letter
    start: Lanes  # (rows, width): P before the first column
    lag: NDArray[np.int64]  # (rows,): by how many words the longest strip has gone further
    lengths: NDArray[np.int64]  # (patterns,)


class Patterns:
    """Strings, longest first, to be written into lanes of 8 bits, 16, 32, or whole words of 64.

    A pattern ends at the highest bit. The bits below its first letter stand for rows that match
    nothing and have no vertical difference, so that the table reads D[i, j] = j in every column of
    them. Such bits may be counted with the others, and shifts and carries pass them by.
    """

    def __init__(
        self, points: NDArray[np.int32], lengths: NDArray[np.int64], alphabet: int, bits: int
    ) -> None:
        self.lane = np.dtype(f"u{min(bits, 64) // 8}")
        self.lengths = lengths
        self.words = np.maximum(-(-lengths // (8 * self.lane.itemsize)), 1)
        self._points, self._alphabet = points, alphabet
        self._ends = np.concatenate([[0], np.cumsum(lengths)])

    def points(self, some: slice) -> NDArray[np.int32]:
        """The letters of some of the strings, one after another."""
        ends = self._ends[some.start : some.stop + 1]
        return self._points[ends[0] : ends[-1]]

    def block(self, some: slice, width: int | None = None) -> Block:
        """Some of the patterns, in strips of this width or in one; the last is filled up."""
        points, lengths = self.points(some), self.lengths[some]
        per_word, width = 8 * self.lane.itemsize, width or len(lengths)
        words = self.words[some][::width]
        end = np.cumsum(words)
        found = np.flatnonzero(np.bincount(points, minlength=self._alphabet))
        row = np.zeros(self._alphabet, dtype=np.intp)
        row[found] = np.arange(1, len(found) + 1)

        # the bit of every letter, counted from the end of its strip, and its place in the table
        back = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(points))
        strip, lane = np.divmod(np.arange(len(lengths)), width)
        word, bit = np.divmod(np.repeat(end[strip] * per_word, lengths) - back, per_word)
        place = (word * (len(found) + 1) + row[points]) * width + np.repeat(lane, lengths)
        equal = np.zeros(end[-1] * (len(found) + 1) * width, dtype=self.lane)
        one = np.array(1, self.lane)
        # each bit occurs once, so that adding is setting
        np.add.at(equal, place, np.left_shift(one, bit.astype(self.lane)))

        left = np.repeat(end, words) - np.arange(end[-1])  # words to the end of the strip
        filled = np.zeros((len(words), width), dtype=np.int64)
        filled.flat[: len(lengths)] = lengths
        ones = np.array(np.iinfo(self.lane).max, self.lane)
        padding = per_word * left[:, None] - np.repeat(filled, words, axis=0)
        start = np.left_shift(ones, np.clip(padding, 0, per_word - 1).astype(self.lane))
        start[padding >= per_word] = 0
        return Block(equal.reshape(end[-1], -1, width), row, start, words[0] - left, lengths)


class Workspace:
    """The memory for walks of one trie with at most ``width`` patterns at a time."""

    def __init__(self, lane: np.dtype[Any], trie: Trie, width: int) -> None:
        self.lane = lane
        size = trie.widest * width * lane.itemsize
        stride = -(-size // 64) * 64  # vectors that start on a cache line are 20 % faster
        memory = np.empty(8 * stride + 64, dtype=np.uint8)
        start = -memory.ctypes.data % 64
        self._blocks = [memory[start + k * stride :][:size].view(lane) for k in range(8)]
        self.ended = np.empty((2, trie.n_texts, width), dtype=lane)
        self._views: dict[tuple[int, int, int], list[Lanes]] = {}

    def views(self, side: int, nodes: int, width: int) -> list[Lanes]:
        """P, M, V, E and A: of P, M and V there are two sides, so that a state can be moved."""
        key = side, nodes, width
        if key not in self._views:
            blocks = [*self._blocks[3 * side :][:3], *self._blocks[6:]]
            self._views[key] = [b[: nodes * width].reshape(nodes, width) for b in blocks]
        return self._views[key]


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
    width = len(patterns.lengths)
    letters = patterns.row[trie.points]
    side, n_ended = 0, 0
    P, M, V, E, A = views = workspace.views(side, 1, width)
    P[:] = patterns.start
    M[:] = np.iinfo(workspace.lane).max
    np.add(P, M, V)
    for depth in range(trie.depth + 1):
        if depth > 0:
            letter = letters[trie.columns[depth]]
            parents = trie.parents[depth]
            before = views[:3]
            if parents is not None:
                side = 1 - side
            P, M, V, E, A = views = workspace.views(side, len(letter), width)
            if parents is not None:  # copy their states to the places of their children
                for source, children in zip(before, views, strict=False):
                    source.take(parents, 0, children, "clip")
            patterns.equal[0].take(letter, 0, E, "clip")
            _and(E, P, A)
            _add(A, P, A)
            _xor(A, P, A)
            _or(A, E, A)  # J
            _and(A, M, A)  # K
            _xor(M, A, M)  # ~D0
            _or(P, A, P)  # ~HP
            _add(P, P, P)
            _add(V, V, V)
            _subtract(V, M, V)
            _or(M, P, M)
            _subtract(V, M, P)
        rows = trie.ends[depth]
        if len(rows):
            here = slice(n_ended, n_ended + len(rows))
            P.take(rows, 0, workspace.ended[0, here, :width], "clip")
            M.take(rows, 0, workspace.ended[1, here, :width], "clip")
            n_ended += len(rows)

    # D = length + popcount(P) - popcount(N), and popcount(N) = bits - popcount(M)
    bits = 8 * workspace.lane.itemsize
    small = np.int16 if bits + trie.depth < 2**15 else np.int32  # one for every pair
    P, M = workspace.ended[:, :, :width]
    total = np.empty(P.shape, small)
    total[:] = trie.lengths[:, None] - bits
    total += np.bitwise_count(P)
    total += np.bitwise_count(M)
    return total


_and, _or, _xor = np.bitwise_and, np.bitwise_or, np.bitwise_xor
_add, _subtract = np.add, np.subtract
