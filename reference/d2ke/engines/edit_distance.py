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
NumPy do one column of many pairs at a time, see ``bit_parallel`` and ``staggered``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines import staggered
from gramcheck.reference.d2ke.engines.bit_parallel import Patterns, Workspace, walk
from gramcheck.reference.d2ke.engines.parts import even
from gramcheck.reference.d2ke.engines.trie import Trie

_BLOCK_BYTES = 128 * 1024  # of one bit vector of all lanes: a handful of them fit in the L2 cache
_MAX_TEXTS = 512  # texts walked together
_TEXT_CELLS = 2**21  # and their letters, padded to the longest: bounds memory for long strings
_ROWS = 64  # of the result put in order at a time
_TEXTS_TOGETHER = 16  # at least, beside strips of patterns of several words
_FEW_PAIRS = 8  # with fewer than this, Python's integers are faster
_FEW = 8  # a class of less than this part of the strings joins the next one
_FEWEST = 64  # strings of a class, or narrower lanes do not make up for its calls
_CALL_BITS = 80_000  # that pass through an operation in the time of one more call


def one_pair(x: str, y: str) -> int:
    """Levenshtein distance of two strings, one column after another; see the module's text.

    The shorter one is the pattern: every letter costs operations on as many bits.
    """
    x, y = sorted((x, y), key=len)
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
    texts (a common prefix counted once) decide the number of columns. A few pairs are computed one
    by one, without all that.
    """
    if len(X) * len(Y) < _FEW_PAIRS:
        return np.array([[one_pair(x, y) for y in Y] for x in X], dtype=np.int64)
    numbers = _letter_numbers(X, Y)
    classes_x, classes_y = _classes(X, numbers), _classes(Y, numbers)
    longest = max(max(map(len, side)) for side in (X, Y))
    small = np.int16 if longest < 2**15 else np.int32
    ordered = np.empty((len(X), len(Y)), dtype=small)  # class after class
    row = 0
    for a in classes_x:
        column = 0
        for b in classes_y:
            block = ordered[row : row + len(a.strings), column : column + len(b.strings)]
            if a.cost(b) <= b.cost(a):
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
    """Strings of one collection that share the lanes of a column, in alphabetical order."""

    def __init__(
        self, strings: Sequence[str], members: Iterable[int], bits: int, numbers: NDArray[np.int32]
    ) -> None:
        members = sorted(members, key=strings.__getitem__)
        self.strings = [strings[i] for i in members]
        self.index = np.array(members)
        self.lengths = np.array([*map(len, self.strings)])
        self.by_length = np.argsort(-self.lengths, kind="stable")  # as patterns
        self._points = points = numbers[code_points(self.strings)]
        as_patterns = numbers[code_points([self.strings[i] for i in self.by_length])]
        self.patterns = Patterns(
            as_patterns, self.lengths[self.by_length], int(numbers[-1]) + 1, bits
        )
        words, self.width = self.patterns.words, len(members)  # of a strip of patterns
        if bits > 64:  # an eighth of a block at most: places of letters take memory, too
            self.width = staggered.strip_width(words, _BLOCK_BYTES // 8 // (8 * int(words[0])))
        # a row of a strip is looked up in the time of one more lane
        self.bits = min(bits, 64) * int(words[:: self.width].sum()) * (self.width + 1)
        # a level of the trie has at most as many nodes as strings, or as words of so many letters
        self.letters = letters = np.count_nonzero(np.bincount(points))
        self.longest = longest = int(self.lengths.max())
        reaching = len(members) - np.cumsum(np.bincount(self.lengths))[:-1]
        prefixes = float(letters) ** np.minimum(np.arange(1, longest + 1), 40)
        self.columns = float(np.minimum(reaching, prefixes).sum())
        most = min(_MAX_TEXTS, max(_TEXT_CELLS // max(longest, 1), 1))
        self.per_trie = even(len(members), most)

    def cost(self, texts: _Class) -> float:
        """Of a walk with these strings as patterns, in bits that pass through an operation.

        The table of E has a word for each letter and each word of the patterns.
        """
        carried = 1 if self.longest <= 64 else 1.5  # for what words hand on
        calls = (texts.longest + self.longest // 64) * _CALL_BITS
        return carried * (self.bits * texts.columns + calls) + self.bits * self.letters

    def tries(self) -> Iterator[tuple[slice, Trie]]:
        """The strings as texts, so many at a time that memory stays bounded."""
        ends = np.concatenate([[0], np.cumsum(self.lengths)])
        for first in range(0, len(self.strings), self.per_trie):
            some = slice(first, min(first + self.per_trie, len(self.strings)))
            letters = self._points[ends[some.start] : ends[some.stop]]
            yield some, Trie(letters, self.lengths[some])


def _classes(strings: Sequence[str], numbers: NDArray[np.int32]) -> list[_Class]:
    """Classes of 8 bits, 16, 32, 64, and of more words; those of few strings join the next one.

    Strings of several words share the last class; each strip of them has words of its own.
    """
    longest = max(map(len, strings))
    classes: list[_Class] = []
    rest: Sequence[int] = range(len(strings))
    for bits in (8, 16, 32, 64):
        if longest <= bits:
            return [*classes, _Class(strings, rest, bits, numbers)]
        fitting = [i for i in rest if len(strings[i]) <= bits]
        if len(fitting) >= max(len(strings) / _FEW, _FEWEST):
            classes.append(_Class(strings, fitting, bits, numbers))
            rest = [i for i in rest if len(strings[i]) > bits]
    return [*classes, _Class(strings, rest, 64 * -(-longest // 64), numbers)]


def code_points(strings: Sequence[str]) -> NDArray[np.uint32]:
    """All letters of all strings, one after another; lone surrogates are letters as any other."""
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _letter_numbers(X: Sequence[str], Y: Sequence[str]) -> NDArray[np.int32]:
    """For every code point up to the largest: the number of its letter, counting those in use."""
    used = [code_points(side) for side in (X, Y)]
    seen = np.zeros(max((int(points.max()) for points in used if len(points)), default=0) + 1, bool)
    for points in used:
        seen[points] = True
    seen[0] = True
    return np.cumsum(seen, dtype=np.int32) - 1


def _fill(distances: NDArray[np.signedinteger], patterns: _Class, texts: _Class) -> None:
    """Write the distances between two classes, patterns by texts."""
    if len(patterns.strings) * len(texts.strings) < _FEW_PAIRS:
        distances[:] = [[one_pair(x, y) for y in texts.strings] for x in patterns.strings]
    elif patterns.longest <= 64:
        _fill_by_trie(distances, patterns, texts)
    else:
        _fill_by_words(distances, patterns, texts)


def _fill_by_trie(distances: NDArray[np.signedinteger], patterns: _Class, texts: _Class) -> None:
    """Each pattern in one lane, each prefix of the texts once."""
    n_patterns, lane = len(patterns.strings), patterns.patterns.lane
    for columns, trie in texts.tries():
        # so many patterns that a level of the trie fills a block on average, or two at most
        nodes = max(trie.size / max(trie.depth, 1), trie.widest / 2)
        width = even(n_patterns, max(int(_BLOCK_BYTES // lane.itemsize / nodes), 1))
        workspace = Workspace(lane, trie, width)
        for first in range(0, n_patterns, width):
            rows = slice(first, first + width)
            block = patterns.patterns.block(rows)
            found = walk(block, trie, workspace)[trie.places].T
            distances[patterns.by_length[rows], columns] = found


def _fill_by_words(distances: NDArray[np.signedinteger], patterns: _Class, texts: _Class) -> None:
    """Strips of patterns, beside texts one by one: as long as that, they hardly share a prefix."""
    lanes, words, width = _BLOCK_BYTES // 8, patterns.patterns.words, patterns.width
    first, fewest = 0, min(_TEXTS_TOGETHER, len(texts.strings))
    while first < len(words):
        # so many strips that a few texts fill the block: few of them are of about one length
        fitting = np.cumsum(words[first::width]) <= lanes // (fewest * width)
        rows = slice(first, first + width * max(int(np.count_nonzero(fitting)), 1))
        block = patterns.patterns.block(rows, width)
        most = max(min(lanes // block.start.size, _TEXT_CELLS // max(texts.longest, 1)), 1)
        first, begin = rows.stop, 0
        while begin < len(texts.strings):
            columns = slice(begin, begin + even(len(texts.strings) - begin, most))
            points, lengths = texts.patterns.points(columns), texts.patterns.lengths[columns]
            found = staggered.distances(block, points, lengths)
            distances[np.ix_(patterns.by_length[rows], texts.by_length[columns])] = found.T
            begin = columns.stop
