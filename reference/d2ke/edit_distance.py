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
NumPy do one column of many pairs at a time, see ``bit_parallel``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reference.d2ke.bit_parallel import Patterns, Workspace, walk
from reference.d2ke.trie import Trie

_BLOCK_BYTES = 128 * 1024  # of one bit vector of all lanes: a handful of them fit in the L2 cache
_MAX_TEXTS = 512  # texts walked together
_TEXT_CELLS = 2**21  # and their letters, padded to the longest: bounds memory for long strings
_ROWS = 64  # of the result put in order at a time
_LANES_PER_WORD = 8  # with fewer pairs than this at a time, Python's integers are faster


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
    letters = np.unique(np.concatenate([np.unique(code_points(X)), np.unique(code_points(Y))]))
    classes_x, classes_y = _classes(X, letters), _classes(Y, letters)
    ordered = np.empty((len(X), len(Y)), dtype=np.int32)  # class after class
    row = 0
    for a in classes_x:
        column = 0
        for b in classes_y:
            block = ordered[row : row + len(a.strings), column : column + len(b.strings)]
            if a.cost_as_patterns * b.letters <= b.cost_as_patterns * a.letters:
                _fill(block, a, b)
            else:
                _fill(block.T, b, a)
            column += len(b.strings)
        row += len(a.strings)

    distances = np.empty((len(X), len(Y)), dtype=np.int64)
    rows = np.concatenate([a.index for a in classes_x])
    places = np.argsort(np.concatenate([b.index for b in classes_y]))
    for first in range(0, len(X), _ROWS):
        some = slice(first, first + _ROWS)
        distances[rows[some]] = ordered[some].take(places, axis=1)
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
        self.points = np.searchsorted(alphabet, code_points(self.strings))  # numbers of letters
        self.patterns = Patterns(self.points, self.lengths, len(alphabet), bits)
        self.words = self.patterns.words
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


def _fill(distances: NDArray[np.int32], patterns: _Class, texts: _Class) -> None:
    """Write the distances between two classes, patterns by texts."""
    n_texts = min(len(texts.strings), texts.per_trie)
    lanes = _BLOCK_BYTES // patterns.patterns.lane.itemsize
    width = min(max(lanes // n_texts, 1), len(patterns.strings))
    if width * n_texts < _LANES_PER_WORD * patterns.words:
        for i, x in enumerate(patterns.strings):
            for j, y in enumerate(texts.strings):
                distances[i, j] = one_pair(x, y)
        return
    workspace = Workspace(patterns.patterns, n_texts, width)
    for first in range(0, len(patterns.strings), width):
        last = min(first + width, len(patterns.strings))
        block = patterns.patterns.block(first, last)
        start = 0
        for trie in texts.tries:
            columns = slice(start, start + trie.n_texts)
            distances[first:last, columns] = walk(block, trie, workspace)[trie.places].T
            start = columns.stop
