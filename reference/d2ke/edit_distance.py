r"""Levenshtein distance, Section 5: the bit-parallel recurrence, for one pair and for collections.

The table of dynamic programming has :math:`D_{i,0} = i`, :math:`D_{0,j} = j` and

.. math:: D_{i,j} = \min(D_{i-1,j} + 1,\; D_{i,j-1} + 1,\; D_{i-1,j-1} + [x_i \ne y_j]) .

Neighboring entries differ by -1, 0 or 1, so a column j is known from two bit vectors over its rows
(Myers 1999, in the form of Hyyro 2003); bit i - 1 of each speaks of row i:

====== ==========================================================================================
P      :math:`D_{i,j} - D_{i-1,j} = +1` (vertical difference)
N      :math:`D_{i,j} - D_{i-1,j} = -1`
E      :math:`x_i = y_j` (tabulated for every letter before the first column)
D0     :math:`D_{i,j} = D_{i-1,j-1}` (the diagonal difference is 0, otherwise 1)
HP, HN :math:`D_{i,j} - D_{i,j-1} = \pm 1` (horizontal differences)
====== ==========================================================================================

The pattern x lies along the rows, the text y is read letter by letter. One column is one step:
``D0 = (((E & P) + P) ^ P) | E | N``, where the carries of the addition run down the stretches of P
just as a zero diagonal difference does; ``HP = N | ~(D0 | P)``; ``HN = D0 & P``; both shifted down
by one row, a one entering HP because :math:`D_{0,j} - D_{0,j-1} = 1`; then
``P = HN | ~(D0 | HP)`` and ``N = D0 & HP``. From all ones in P and none in N, the last column gives

.. math:: D_{m,n} = n + \mathrm{popcount}(P) - \mathrm{popcount}(N) .

:func:`one_pair` says just that, in Python's integers of any length. :func:`cross_distances` lets
NumPy do one column of many pairs at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reference.d2ke.trie import Trie

_BLOCK_BYTES = 128 * 1024  # of one bit vector of all lanes: a handful of them fit in the L2 cache
_MAX_TEXTS = 512  # texts walked together
_TEXT_CELLS = 2**21  # and their letters, padded to the longest: bounds memory for long strings
_LANES_PER_WORD = 8  # with fewer pairs than this at a time, Python's integers are faster

State = list[list[NDArray[np.unsignedinteger]]]  # for every word of the patterns P, M, V


def one_pair(x: str, y: str) -> int:
    """Levenshtein distance of two strings, one column after another; see the module's text."""
    ones = (1 << len(x)) - 1
    equal: dict[str, int] = {}
    for i, letter in enumerate(x):
        equal[letter] = equal.get(letter, 0) | 1 << i
    P, N = ones, 0
    for letter in y:
        E = equal.get(letter, 0)
        D0 = (((E & P) + P) ^ P) | E | N
        HP = N | ~(D0 | P)
        HN = D0 & P
        HP = HP << 1 | 1
        HN = HN << 1
        P = (HN | ~(D0 | HP)) & ones
        N = D0 & HP & ones
    return len(y) + P.bit_count() - N.bit_count()


def cross_distances(X: Sequence[str], Y: Sequence[str]) -> NDArray[np.int64]:
    """Levenshtein distances of all pairs, (n, m).

    Strings are sorted into classes by length. For each pair of classes, the side that makes it
    cheaper holds the patterns: their length decides the width of a lane, the letters of the
    texts (a common prefix counted once) decide the number of columns.
    """
    distances = np.empty((len(X), len(Y)), dtype=np.int64)
    letters = np.unique(np.concatenate([np.unique(code_points(X)), np.unique(code_points(Y))]))
    classes_x, classes_y = _classes(X, letters), _classes(Y, letters)
    for a in classes_x:
        for b in classes_y:
            if a.cost_as_patterns * b.letters <= b.cost_as_patterns * a.letters:
                _fill(distances, a, b)
            else:
                _fill(distances.T, b, a)
    return distances


class _Class:
    """Strings of one collection that need equally many bits, in alphabetical order."""

    def __init__(
        self, members: list[tuple[str, int]], bits: int, alphabet: NDArray[np.uint32]
    ) -> None:
        members.sort()
        self.strings = [string for string, _ in members]
        self.index = np.array([i for _, i in members])
        self.lengths = np.array([len(string) for string in self.strings])
        self.alphabet_size = len(alphabet)
        self.points = np.searchsorted(alphabet, code_points(self.strings))  # numbers of letters
        self.lane = np.dtype(f"u{min(bits, 64) // 8}")
        self.words = max(bits // 64, 1)
        # carries between words cost half as much again as the rest of a column
        self.cost_as_patterns = len(members) * bits * (1 if self.words == 1 else 1.5)
        self._tries: list[Trie] = []
        self.per_trie = int(min(_MAX_TEXTS, max(_TEXT_CELLS // max(self.lengths.max(), 1), 1)))

    @property
    def tries(self) -> list[Trie]:
        """The strings as texts, so many at a time that memory stays bounded."""
        if not self._tries:
            ends = np.cumsum(self.lengths)
            for first in range(0, len(self.strings), self.per_trie):
                last = min(first + self.per_trie, len(self.strings)) - 1
                points = self.points[ends[first] - self.lengths[first] : ends[last]]
                self._tries.append(Trie(points, self.lengths[first : last + 1]))
        return self._tries

    @property
    def letters(self) -> int:
        """Number of columns when these strings are the texts."""
        return sum(trie.size for trie in self.tries)


def _classes(strings: Sequence[str], alphabet: NDArray[np.uint32]) -> list[_Class]:
    members: dict[int, list[tuple[str, int]]] = {}
    for i, string in enumerate(strings):
        members.setdefault(_bits(len(string)), []).append((string, i))
    return [_Class(members[bits], bits, alphabet) for bits in sorted(members)]


def _bits(length: int) -> int:
    """Bits of the lane for a pattern: 8, 16, 32, or a number of 64-bit words.

    Beyond four words only 2^k and 3 * 2^k are used, so that classes of long strings stay few.
    """
    for bits in (8, 16, 32, 64, 128, 192, 256):
        if length <= bits:
            return bits
    bits = 256
    while 2 * bits < length:
        bits *= 2
    return 3 * bits // 2 if length <= 3 * bits // 2 else 2 * bits


def code_points(strings: Sequence[str]) -> NDArray[np.uint32]:
    """All letters of all strings, one after another; lone surrogates are letters as any other."""
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _fill(distances: NDArray[np.int64], patterns: _Class, texts: _Class) -> None:
    """Write the distances between two classes into their rows and columns."""
    n_texts = min(len(texts.strings), texts.per_trie)
    lanes = _BLOCK_BYTES // patterns.lane.itemsize
    width = min(max(lanes // n_texts, 1), len(patterns.strings))
    if width * n_texts < _LANES_PER_WORD * patterns.words:
        for i, x in zip(patterns.index, patterns.strings, strict=True):
            for j, y in zip(texts.index, texts.strings, strict=True):
                distances[i, j] = one_pair(x, y)
        return
    ends = np.cumsum(patterns.lengths)
    workspace = _Workspace(patterns.lane, patterns.words, n_texts, width)
    for first in range(0, len(patterns.strings), width):
        last = min(first + width, len(patterns.strings))
        points = patterns.points[ends[first] - patterns.lengths[first] : ends[last - 1]]
        block = _Patterns(points, patterns.lengths[first:last], patterns)
        start = 0
        for trie in texts.tries:
            columns = texts.index[start : start + trie.n_texts][trie.order]
            result = _walk(block, trie, workspace)
            distances[patterns.index[first:last, None], columns] = result.T
            start += trie.n_texts


class _Patterns:
    """Patterns side by side: for every letter that occurs, the bits of E in each of them."""

    def __init__(self, points: NDArray[np.intp], lengths: NDArray[np.int64], of: _Class) -> None:
        self.lengths = lengths
        lane, words = of.lane, of.words
        width, bits = len(lengths), 8 * lane.itemsize
        found, letter = np.unique(points, return_inverse=True)
        self.row = np.zeros(of.alphabet_size, dtype=np.intp)  # 0: no pattern has the letter
        self.row[found] = np.arange(1, len(found) + 1)
        column = np.repeat(np.arange(width), lengths)
        row = np.arange(len(points)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        self.equal = np.zeros((words, len(found) + 1, width), dtype=lane)
        # each bit is set once, so that adding is setting
        one = np.left_shift(np.array(1, dtype=lane), (row % bits).astype(lane))
        np.add.at(self.equal, (row // bits, letter + 1, column), one)
        # bits beyond a pattern's end compute rows that do not exist, and are not counted
        filled = np.clip(lengths - bits * np.arange(words)[:, None], 0, bits)
        shift = np.minimum(bits - filled, bits - 1).astype(lane)
        full = np.right_shift(np.array(np.iinfo(lane).max, dtype=lane), shift)
        self.mask = np.where(filled > 0, full, np.array(0, dtype=lane))


class _Workspace:
    """Blocks of memory for one walk: per word the state, its copy, the ends; and scratch."""

    def __init__(self, lane: np.dtype, words: int, texts: int, width: int) -> None:
        self.lane, self.words = lane, words
        size = texts * width * lane.itemsize
        stride = -(-size // 64) * 64  # vectors that start on a cache line are 20 % faster
        count = 8 * words + 5
        memory = np.empty(count * stride + 64, dtype=np.uint8)
        start = -memory.ctypes.data % 64
        blocks = [memory[start + k * stride :][:size].view(lane) for k in range(count)]
        self.state = [blocks[3 * w : 3 * w + 3] for w in range(words)]
        self.spare = [blocks[3 * (words + w) :][:3] for w in range(words)]
        self.ended = [blocks[6 * words + 2 * w :][:2] for w in range(words)]
        self.scratch = blocks[8 * words :]


def _walk(patterns: _Patterns, trie: Trie, workspace: _Workspace) -> NDArray[np.int64]:
    """Distances of the texts of the trie, in the order in which they end, to every pattern.

    All nodes of one depth are one column of as many pairs. The state of a node and a pattern is

    - ``P``, as above;
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
    width = len(patterns.lengths)
    words = workspace.words
    letters = patterns.row[trie.points]
    state, spare = workspace.state, workspace.spare
    for P, M, V in state:
        P[:width] = M[:width] = np.iinfo(workspace.lane).max
        np.add(P[:width], M[:width], V[:width])
    size, n_ended = width, 0
    for depth in range(trie.depth + 1):
        if depth > 0:
            letter = letters[trie.columns[depth]]
            parents = trie.parents[depth]
            if parents is not None:
                _move(state, spare, parents, size, width)
                state, spare = spare, state
            size = len(letter) * width
            _step(state, patterns.equal, letter, workspace.scratch, size)
        rows = trie.ends[depth]
        if len(rows):
            here = slice(n_ended * width, (n_ended + len(rows)) * width)
            for old, new in zip(state, workspace.ended, strict=True):
                for source, target in zip(old[:2], new, strict=True):
                    target[here].reshape(-1, width)[:] = source[:size].reshape(-1, width)[rows]
            n_ended += len(rows)

    # D = n + popcount(P) - popcount(N), and popcount(N) = m - popcount(M)
    distances = np.subtract.outer(trie.lengths, patterns.lengths)
    for blocks, mask in zip(workspace.ended, patterns.mask, strict=True):
        for block in blocks:
            distances += np.bitwise_count(block[: n_ended * width].reshape(-1, width) & mask)
    return distances


def _move(state: State, spare: State, parents: NDArray[np.intp], size: int, width: int) -> None:
    """Copy the states of the parents to the places of their children."""
    for old, new in zip(state, spare, strict=True):
        for source, target in zip(old, new, strict=True):
            children = target[: len(parents) * width].reshape(-1, width)
            source[:size].reshape(-1, width).take(parents, axis=0, out=children, mode="clip")


def _step(
    state: State,
    equal: NDArray[np.unsignedinteger],
    letter: NDArray[np.intp],
    scratch: list[NDArray[np.unsignedinteger]],
    size: int,
) -> None:
    """One column: see :func:`_walk`. The words of a pattern follow one another."""
    E, A, H, U, T = (block[:size] for block in scratch)
    words = len(state)
    for w in range(words):
        P, M, V = (block[:size] for block in state[w])
        equal[w].take(letter, axis=0, out=E.reshape(len(letter), -1), mode="clip")
        np.bitwise_and(E, P, A)
        if w > 0:
            np.add(A, H, A)  # the carry of the word above
        np.add(A, P, A)
        np.bitwise_xor(A, P, A)
        np.bitwise_or(A, E, A)  # J
        np.bitwise_and(A, M, A)  # K
        if w < words - 1:
            np.bitwise_and(A, P, T)  # HN; at the last row of a word it is also its carry
        np.bitwise_xor(M, A, M)  # ~D0
        np.bitwise_or(P, A, P)  # ~HP
        if w < words - 1:
            np.right_shift(P, 63, E)
            np.right_shift(T, 63, T)
        np.add(P, P, P)
        np.add(V, V, V)
        if w > 0:
            np.bitwise_or(P, U, P)  # the last rows of the word above, shifted in
            np.add(V, U, V)
            np.add(V, H, V)
        np.subtract(V, M, V)
        np.bitwise_or(M, P, M)
        np.subtract(V, M, P)
        if w < words - 1:
            H, T = T, H
            U, E = E, U
