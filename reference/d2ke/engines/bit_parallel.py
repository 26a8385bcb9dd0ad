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


@dataclass(frozen=True)
class Block:
    """Patterns side by side, in the form in which :func:`walk` reads them.

    Words are counted from the one that holds the beginning of the longest pattern. A pattern has
    the last word and as many before it as it needs, so that each word has lanes for the first of
    the patterns only, which are the longest ones.
    """

    equal: list[Lanes]  # per word (rows, patterns): the bits of E; row 0: letters in no pattern
    row: NDArray[np.intp]  # (alphabet,): the row of each letter
    start: list[Lanes]  # per word (patterns,): P before the first column
    widths: tuple[int, ...]  # the number of patterns that each word has


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
        self.words = max(bits // 64, 1)
        self._points, self._lengths = points, lengths
        self._alphabet = alphabet
        self._ends = np.concatenate([[0], np.cumsum(lengths)])

    def block(self, some: slice) -> Block:
        """Some of the patterns side by side."""
        per_word = 8 * self.lane.itemsize
        points = self._points[self._ends[some.start] : self._ends[some.stop]]
        lengths = self._lengths[some]
        found = np.flatnonzero(np.bincount(points, minlength=self._alphabet))
        row = np.zeros(self._alphabet, dtype=np.intp)
        row[found] = np.arange(1, len(found) + 1)
        bits = max(-(-int(lengths[0]) // per_word), 1) * per_word
        words = range(bits // per_word)
        widths = np.array([np.count_nonzero(lengths > bits - per_word * (w + 1)) for w in words])
        widths[-1] = len(lengths)  # the empty string too

        # the bit of every letter, and its place in the table: by word, letter and pattern
        bit = np.arange(len(points)) + np.repeat(bits - np.cumsum(lengths), lengths)
        word, bit = np.divmod(bit, per_word)
        ends = np.cumsum((len(found) + 1) * widths)
        place = np.append(0, ends)[word] + row[points] * widths[word]
        place += np.repeat(np.arange(len(lengths)), lengths)
        equal = np.zeros(ends[-1], dtype=self.lane)
        one = np.array(1, self.lane)
        # each bit occurs once, so that adding is setting
        np.add.at(equal, place, np.left_shift(one, bit.astype(self.lane)))
        tables = np.split(equal, ends[:-1])

        ones = np.array(np.iinfo(self.lane).max, self.lane)
        start = []
        for w, width in zip(words, widths, strict=True):
            padding = bits - lengths[:width] - per_word * w
            shifted = np.left_shift(ones, np.clip(padding, 0, per_word - 1).astype(self.lane))
            start.append(np.where(padding < per_word, shifted, np.array(0, self.lane)))
        return Block(
            [table.reshape(-1, w) for table, w in zip(tables, widths, strict=True)],
            row,
            start,
            tuple(widths.tolist()),
        )


@dataclass(frozen=True)
class Word:
    """The memory of one word of all lanes of a level, each array (nodes, patterns)."""

    state: list[Lanes]  # P, M, V
    scratch: list[Lanes]  # E, A, T; E and T end as the bits U and H for the word after
    handed: list[Lanes]  # U and H of the word before, which has the first patterns only
    taking: list[Lanes]  # A, P, V of the same lanes


class Workspace:
    """The memory for walks of one trie with at most ``width`` patterns at a time."""

    def __init__(self, patterns: Patterns, trie: Trie, width: int) -> None:
        self.lane, self.words = patterns.lane, patterns.words
        size = trie.widest * width * self.lane.itemsize
        stride = -(-size // 64) * 64  # vectors that start on a cache line are 20 % faster
        count = 6 * self.words + 5
        memory = np.empty(count * stride + 64, dtype=np.uint8)
        start = -memory.ctypes.data % 64
        self._blocks = [memory[start + k * stride :][:size].view(self.lane) for k in range(count)]
        self.ended = np.empty((self.words, 2, trie.n_texts, width), dtype=self.lane)
        self._views: dict[tuple[int, int, tuple[int, ...]], list[Word]] = {}

    def views(self, side: int, nodes: int, widths: tuple[int, ...]) -> list[Word]:
        """The memory of all words: one of two ``side`` of states, so that one can be moved."""
        key = side, nodes, widths
        if key not in self._views:
            self._views[key] = self._words(*key)
        return self._views[key]

    def _words(self, side: int, nodes: int, widths: tuple[int, ...]) -> list[Word]:
        words: list[Word] = []
        for w, width in enumerate(widths):
            first = 5 + 3 * (side * self.words + w)
            # U and H stay where the word before has left them
            places = (first, first + 1, first + 2, w % 2, 2, 3 + w % 2)
            P, M, V, E, A, T = (
                self._blocks[k][: nodes * width].reshape(nodes, width) for k in places
            )
            some = slice(widths[w - 1])
            handed = words[-1].scratch[::2] if words else []
            taking = [A[:, some], P[:, some], V[:, some]] if words else []
            words.append(Word([P, M, V], [E, A, T], handed, taking))
        return words


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
    widths = patterns.widths
    letters = patterns.row[trie.points]
    side, n_ended = 0, 0
    words = workspace.views(side, 1, widths)
    for word, start in zip(words, patterns.start, strict=True):
        P, M, V = word.state
        P[:] = start
        M[:] = np.iinfo(workspace.lane).max
        np.add(P, M, V)
    for depth in range(trie.depth + 1):
        if depth > 0:
            letter = letters[trie.columns[depth]]
            parents = trie.parents[depth]
            before = words
            if parents is not None:
                side = 1 - side
            words = workspace.views(side, len(letter), widths)
            if parents is not None:
                _move(before, words, parents)
            _column(words, patterns.equal, letter)
        rows = trie.ends[depth]
        if len(rows):
            here = slice(n_ended, n_ended + len(rows))
            for word, ends, width in zip(words, workspace.ended, widths, strict=False):
                P, M, _ = word.state
                P.take(rows, 0, ends[0, here, :width], "clip")
                M.take(rows, 0, ends[1, here, :width], "clip")
            n_ended += len(rows)

    # D = length + popcount(P) - popcount(N), and popcount(N) = bits - popcount(M)
    bits = 8 * workspace.lane.itemsize
    small = np.int16 if bits * len(widths) + trie.depth < 2**15 else np.int32  # one for every pair
    total = np.empty((trie.n_texts, widths[-1]), small)
    total[:] = trie.lengths[:, None]
    for (P, M), width in zip(workspace.ended, widths, strict=False):
        counts = np.bitwise_count(P[:, :width]) + np.bitwise_count(M[:, :width])  # at most 128
        total[:, :width] += np.subtract(counts, bits, dtype=small)
    return total


def _move(before: list[Word], after: list[Word], parents: NDArray[np.intp]) -> None:
    """Copy the states of the parents to the places of their children."""
    for old, new in zip(before, after, strict=True):
        for source, children in zip(old.state, new.state, strict=True):
            source.take(parents, 0, children, "clip")


def _column(words: list[Word], equal: list[Lanes], letter: NDArray[np.intp]) -> None:
    """One column of all pairs, as :func:`walk` describes it, one word of the patterns at a time.

    The last row of a word hands two bits on to the next word: U of ~HP and H of HN. H is also the
    carry of the addition. V is doubled word by word, and what this leaves out is U + H. Patterns
    that begin in a word are handed zeros.
    """
    last = words[-1]
    for word, table in zip(words, equal, strict=True):
        P, M, V = word.state
        E, A, T = word.scratch
        table.take(letter, 0, E, "clip")
        _and(E, P, A)
        if word.handed:
            U, H = word.handed
            some_A, some_P, some_V = word.taking
            _add(some_A, H, some_A)
        _add(A, P, A)
        _xor(A, P, A)
        _or(A, E, A)  # J
        _and(A, M, A)  # K
        if word is not last:
            _and(A, P, T)  # HN
        _xor(M, A, M)  # ~D0
        _or(P, A, P)  # ~HP
        if word is not last:
            _shift(P, 63, E)
            _shift(T, 63, T)
        _add(P, P, P)
        _add(V, V, V)
        if word.handed:
            _or(some_P, U, some_P)
            _add(some_V, U, some_V)
            _add(some_V, H, some_V)
        _subtract(V, M, V)
        _or(M, P, M)
        _subtract(V, M, P)


_and, _or, _xor, _shift = np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.right_shift
_add, _subtract = np.add, np.subtract
