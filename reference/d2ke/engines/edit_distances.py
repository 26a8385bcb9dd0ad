"""Levenshtein distances of collections: the cheapest of five ways for strings of some lengths.

Strings of about one length are compared by :mod:`.diagonals`, where a bit is a pair, others by
:mod:`.staggered`, where a bit is a row, either with patterns on each of the two sides; a few pairs
one by one. All give the same numbers, so that what they cost decides nothing but the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines import diagonals, staggered
from gramcheck.reference.d2ke.engines.edit_distance import one_pair
from gramcheck.reference.d2ke.engines.parts import even
from gramcheck.reference.d2ke.engines.strings import Strings, classes, letter_numbers
from gramcheck.reference.d2ke.engines.words import block, words_of

_FEW_PAIRS = 4  # with fewer than this, nothing is weighed
_FEWEST_TEXTS = 64  # that are read together, though their lengths differ
_MOST_TEXTS = 512
_PADDED = 2**20  # letters of strings that are read together, padded to the longest
_ROWS = 64  # of the result put in order at a time
_LANES = 2**14  # words of one vector
_TEXTS_TOGETHER = 16  # at least, beside strips of patterns
_TABLE_BYTES = 2**25  # of a table of letters, unless a single string takes more
_MOST_BYTES = 2**28  # which is then no way to take

# nanoseconds, measured; nothing but the choice of an engine depends on them
_STEP, _CELL, _BYTE = 10_000, 0.85, 0.17  # by diagonals
_COLUMN, _WORD = 11_000, 3.2  # by words
_LETTER, _LETTER_OF_A_WORD = 1_100, 15  # one by one


def cross_distances(X: Sequence[str], Y: Sequence[str]) -> NDArray[np.int64]:
    """Levenshtein distances of all pairs, (n, m).

    Strings are sorted by length and divided into classes of one order of length, for two of which
    the ways are weighed. Very few pairs are computed one by one without all that.
    """
    if len(X) * len(Y) < _FEW_PAIRS:
        return np.array([[one_pair(x, y) for y in Y] for x in X], dtype=np.int64)
    numbers = letter_numbers(X, Y)
    x, y = Strings(X, numbers), Strings(Y, numbers)
    small = np.int16 if max(x.lengths[0], y.lengths[0]) < 2**15 else np.int32
    ordered = np.empty((len(X), len(Y)), dtype=small)  # the longest first
    for rows, patterns in classes(x, numbers):
        for columns, texts in classes(y, numbers):
            _write_by_the_cheapest_way(ordered[rows, columns], patterns, texts)

    distances = np.empty((len(X), len(Y)), dtype=np.int64)
    places = np.argsort(y.index)
    for first in range(0, len(X), _ROWS):
        some = slice(first, first + _ROWS)
        distances[x.index[some]] = ordered[some].take(places, axis=1)
    return distances


def _write_by_the_cheapest_way(
    distances: NDArray[np.signedinteger], x: Strings, y: Strings
) -> None:
    ways: list[_Way] = [_ByDiagonals(x, y), _ByDiagonals(y, x), _OneByOne(x, y)]
    best = min(ways, key=lambda way: way.cost())
    for sides in ((x, y), (y, x)):  # parts of words are only looked at where they may be cheaper
        if _ByWords.least_cost(*sides) < best.cost():
            best = min(best, _ByWords(*sides), key=lambda way: way.cost())
    best.write(distances if best.patterns is x else distances.T)


class _OneByOne:
    """Few pairs, or so many letters that tables of them take too much memory."""

    def __init__(self, patterns: Strings, texts: Strings) -> None:
        self.patterns, self.texts = patterns, texts

    def cost(self) -> float:
        """In nanoseconds, as if all patterns were as long as the longest."""
        a, b = self.patterns.lengths, self.texts.lengths
        letters = int(a.sum()) * len(b) + int(b.sum()) * len(a)
        return letters * (_LETTER + _LETTER_OF_A_WORD * min(int(a[0]), int(b[0])) // 64)

    def write(self, distances: NDArray[np.signedinteger]) -> None:
        texts = self.texts.strings
        for row, x in zip(distances, self.patterns.strings, strict=True):
            row[:] = [one_pair(x, y) for y in texts]


class _ByDiagonals:
    """A bit for each text, and a row of such bits for each pattern; see ``diagonals``."""

    def __init__(self, patterns: Strings, texts: Strings) -> None:
        self.patterns, self.texts = patterns, texts
        self._parts = list(self._divided())

    def _divided(self) -> Iterator[tuple[slice, slice]]:
        """Texts of about one length, and for each such part patterns of about one length."""
        first = 0
        while first < len(self.texts.lengths):
            n = max(int(self.texts.lengths[first]), 1)
            most = min(_MOST_TEXTS, _PADDED // n, 8 * (_TABLE_BYTES // (n * self.texts.alphabet)))
            columns = self.texts.part(first, _FEWEST_TEXTS, max(most, 1))
            for rows in self._beside(n, _bytes(columns)):
                yield columns, rows
            first = columns.stop

    def _beside(self, n: int, size: int) -> Iterator[slice]:
        """Patterns beside some texts: so many as fill a vector, or a quarter of one at least."""
        first = 0
        while first < len(self.patterns.lengths):
            m = max(int(self.patterns.lengths[first]), 1)
            cells = min(m, n, (max(m, n) + 1) // 2)  # of an antidiagonal
            most = max(min(diagonals.BYTES // (cells * size), _PADDED // m), 1)
            yield (rows := self.patterns.part(first, -(-most // 4), most))
            first = rows.stop

    def cost(self) -> float:
        """In nanoseconds, of whole bands and of tables of what differs from each letter."""
        total = 0.0
        for columns, rows in self._parts:
            band = diagonals.Band.of(self.patterns.lengths[rows], self.texts.lengths[columns])
            each = (_CELL + _BYTE * _bytes(columns)) * (rows.stop - rows.start)
            total += _STEP * (band.m + band.n) + each * band.cells()
            if rows.start == 0:
                total += _of_a_table(_bytes(columns) * band.n * self.texts.alphabet)
        return total

    def write(self, distances: NDArray[np.signedinteger]) -> None:
        longest = int(self.patterns.lengths[0])
        parts = diagonals.Distances(self.patterns)
        for columns, rows in self._parts:
            if rows.start == 0:
                together = diagonals.Texts(self.texts, columns, before=longest)
            parts.write(rows, together, distances[rows, columns])


def _bytes(columns: slice) -> int:
    return diagonals.bytes_of(columns.stop - columns.start)


class _ByWords:
    """A bit for each row of a table; strips of patterns, beside texts one by one."""

    def __init__(self, patterns: Strings, texts: Strings) -> None:
        self.patterns, self.texts = patterns, texts
        self._words = words = words_of(patterns.lengths)
        # an eighth of a vector at most: places of letters take memory, too
        most = min(_LANES // 8, _TABLE_BYTES // (8 * patterns.alphabet)) // int(words[0])
        self._width = staggered.strip_width(words, most)
        self._parts = list(self._divided())

    def _divided(self) -> Iterator[tuple[slice, slice]]:
        """So many strips that a few texts fill the vector, and for each such part its texts."""
        words, width, lengths = self._words, self._width, self.texts.lengths
        fewest = min(_TEXTS_TOGETHER, len(lengths))
        most = min(_LANES // fewest, _TABLE_BYTES // (8 * self.patterns.alphabet)) // width
        first = 0
        while first < len(words):
            fitting = np.cumsum(words[first::width])
            strips = max(int(np.count_nonzero(fitting <= most)), 1)
            rows = slice(first, min(first + width * strips, len(words)))
            lanes, begin = int(fitting[strips - 1]) * width, 0
            while begin < len(lengths):
                texts = max(min(_LANES // lanes, _PADDED // max(int(lengths[begin]), 1)), 1)
                columns = slice(begin, begin + even(len(lengths) - begin, texts))
                yield rows, columns
                begin = columns.stop
            first = rows.stop

    @staticmethod
    def least_cost(patterns: Strings, texts: Strings) -> float:
        """Of all words beside all texts, however they are divided."""
        return _WORD * int(words_of(patterns.lengths).sum()) * int(texts.lengths.sum())

    def cost(self) -> float:
        """In nanoseconds; the table of E has a word for each letter and each of the lanes."""
        total = 0.0
        for rows, columns in self._parts:
            # a row of a strip is looked up in the time of one more lane
            lanes = int(self._words[rows][:: self._width].sum()) * (self._width + 1)
            steps = int(self.texts.lengths[columns.start]) + int(self._words[rows.start])
            letters = int(self.texts.lengths[columns].sum())
            total += _COLUMN * steps + _WORD * lanes * letters
            if columns.start == 0:
                total += _of_a_table(8 * lanes * self.patterns.alphabet)
        return total

    def write(self, distances: NDArray[np.signedinteger]) -> None:
        for rows, columns in self._parts:
            if columns.start == 0:
                strips = block(self.patterns, rows, self._width)
            points, lengths = self.texts.points(columns), self.texts.lengths[columns]
            distances[rows, columns] = staggered.distances(strips, points, lengths)


_Way = _ByDiagonals | _ByWords | _OneByOne


def _of_a_table(size: int) -> float:
    """The cost of a table of so many bytes: no time is worth more memory than there may be."""
    return _BYTE * size if size <= _MOST_BYTES else np.inf
