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
NumPy do many pairs at a time: strings of about one length by ``diagonals``, where a bit is a pair,
others by ``staggered``, where a bit is a row as here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines import diagonals, staggered
from gramcheck.reference.d2ke.engines.parts import even
from gramcheck.reference.d2ke.engines.strings import Strings, letter_numbers
from gramcheck.reference.d2ke.engines.words import block, words_of

_FEW_PAIRS = 8  # with fewer than this, Python's integers are faster
_FEWEST_TEXTS = 64  # that are read together, though their lengths differ
_MOST_TEXTS = 512
_TEXT_CELLS = 2**21  # letters of texts, padded to the longest: bounds memory for long strings
_ROWS = 64  # of the result put in order at a time
_LANES = 2**14  # words of one vector
_TEXTS_TOGETHER = 16  # at least, beside strips of patterns

# nanoseconds, measured; nothing but the choice of an engine depends on them
_STEP, _CELL, _BYTE = 12_000, 1.0, 0.2  # by diagonals
_COLUMN, _WORD = 18_000, 3.5  # by words


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

    Strings are sorted by length. By which of the engines they are compared, and on which side the
    patterns are, is the cheapest of four ways. A few pairs are computed one by one, without all
    that.
    """
    if len(X) * len(Y) < _FEW_PAIRS:
        return np.array([[one_pair(x, y) for y in Y] for x in X], dtype=np.int64)
    numbers = letter_numbers(X, Y)
    x, y = Strings(X, numbers), Strings(Y, numbers)
    ways = [way(*sides) for way in (_ByDiagonals, _ByWords) for sides in ((x, y), (y, x))]
    cheapest = min(ways, key=lambda way: way.cost())
    small = np.int16 if max(x.lengths[0], y.lengths[0]) < 2**15 else np.int32
    ordered = np.empty((len(X), len(Y)), dtype=small)  # the longest first
    cheapest.write(ordered if cheapest.patterns is x else ordered.T)

    distances = np.empty((len(X), len(Y)), dtype=np.int64)
    places = np.argsort(y.index)
    for first in range(0, len(X), _ROWS):
        some = slice(first, first + _ROWS)
        distances[x.index[some]] = ordered[some].take(places, axis=1)
    return distances


class _ByDiagonals:
    """Each text is a bit, and each pattern so many bytes; both in parts of about one length."""

    def __init__(self, patterns: Strings, texts: Strings) -> None:
        self.patterns, self.texts = patterns, texts
        most = min(_MOST_TEXTS, max(_TEXT_CELLS // max(int(texts.lengths[0]), 1), 1))
        self._parts = [
            (columns, rows)
            for columns in texts.parts(_FEWEST_TEXTS, most)
            for rows in self._beside(columns)
        ]

    def _beside(self, columns: slice) -> Iterator[slice]:
        """Patterns beside some texts: so many as fill a vector, or a quarter of one at least."""
        n, first = int(self.texts.lengths[columns.start]), 0
        while first < len(self.patterns.lengths):
            m = int(self.patterns.lengths[first])
            cells = max(min(m, n, (max(m, n) + 1) // 2), 1)  # of an antidiagonal
            most = max(diagonals.BYTES // (cells * _bytes(columns)), 1)
            yield (rows := self.patterns.part(first, -(-most // 4), most))
            first = rows.stop

    def cost(self) -> float:
        """In nanoseconds; the tables of what differs from each letter are counted, too."""
        letters, total = min(self.patterns.alphabet, self.texts.alphabet), 0.0
        for columns, rows in self._parts:
            band = diagonals.Band.of(self.patterns.lengths[rows], self.texts.lengths[columns])
            each = (_CELL + _BYTE * _bytes(columns)) * (rows.stop - rows.start)
            total += _STEP * (band.m + band.n) + each * band.cells()
            if rows.start == 0:
                total += _BYTE * _bytes(columns) * band.n * letters
        return total

    def write(self, distances: NDArray[np.signedinteger]) -> None:
        strands, longest = None, int(self.patterns.lengths[0])
        for columns, rows in self._parts:
            if rows.start == 0:
                together = diagonals.Texts(self.texts, columns, before=longest)
            found = distances[rows, columns]
            strands = diagonals.write_distances(self.patterns, rows, together, found, strands)


def _bytes(columns: slice) -> int:
    return diagonals.bytes_of(columns.stop - columns.start)


class _ByWords:
    """Each row of a table is a bit; strips of patterns, beside texts one by one."""

    def __init__(self, patterns: Strings, texts: Strings) -> None:
        self.patterns, self.texts = patterns, texts
        self._words = words = words_of(patterns.lengths)
        # an eighth of a vector at most: places of letters take memory, too
        self._width = width = staggered.strip_width(words, _LANES // 8 // int(words[0]))
        # a row of a strip is looked up in the time of one more lane
        self._lanes = int(words[::width].sum()) * (width + 1)

    def cost(self) -> float:
        """In nanoseconds; the table of E has a word for each letter and each of the lanes."""
        letters = int(self.texts.lengths.sum()) + self.patterns.alphabet
        vectors = -(-self._lanes * len(self.texts.lengths) // _LANES)
        steps = vectors * (int(self.texts.lengths[0]) + int(self._words[0]))
        return _COLUMN * steps + _WORD * self._lanes * letters

    def write(self, distances: NDArray[np.signedinteger]) -> None:
        words, width, texts = self._words, self._width, self.texts
        first, fewest = 0, min(_TEXTS_TOGETHER, len(texts.lengths))
        while first < len(words):
            # so many strips that a few texts fill the vector: few of them are of about one length
            fitting = np.cumsum(words[first::width]) <= _LANES // (fewest * width)
            rows = slice(first, first + width * max(int(np.count_nonzero(fitting)), 1))
            strips = block(self.patterns, rows, width)
            most = min(_LANES // strips.start.size, _TEXT_CELLS // max(int(texts.lengths[0]), 1))
            first, begin = rows.stop, 0
            while begin < len(texts.lengths):
                columns = slice(begin, begin + even(len(texts.lengths) - begin, max(most, 1)))
                points, lengths = texts.points(columns), texts.lengths[columns]
                distances[rows, columns] = staggered.distances(strips, points, lengths).T
                begin = columns.stop
