r"""The Levenshtein recurrence for strings of about one length: a bit a pair, a cell at a time.

Neighboring entries of the table differ by -1, 0 or 1. Around the cell (i, j) let

.. math::
    u = D_{i,j-1} - D_{i-1,j-1}, \quad h = D_{i-1,j} - D_{i-1,j-1}, \quad
    d = D_{i,j} - D_{i-1,j-1} .

By the recurrence d is 0 where letters are equal, u = -1 or h = -1, and 1 otherwise. The difference
at the bottom of the cell is d - u, and that on its right d - h. So a difference v that enters a
cell leaves it as d - v, on the same side of the cell's diagonal: what comes from the left leaves at
the bottom, and what comes from the top leaves on the right. Between two diagonals i - j there is
one strand of such differences, which stays where it is in memory. The cells of an antidiagonal
i + j are on every second diagonal, and take up the strands on both of its sides; with the next
antidiagonal it is the turn of the diagonals between. A strand is two bit vectors,

====== ==================================
G      :math:`v \ge 0`
Z      :math:`v \ne 0`
====== ==================================

with a bit for each pair of strings. As d = 1 only where u and h are not negative, a cell is

- ``d = differ & G_u & G_h``, and for each of its two strands
- ``G = (G ^ Z) | d``, where G ^ Z says that v is not above 0, and
- ``Z = Z ^ d``,

eight operations on as many pairs as there are bits, whatever the strings are, and all cells of an
antidiagonal at once. The distance is what the last diagonal begins with, and the sum of its d.

No more diagonals are needed than these. Strings of lengths a and b are at most max(a, b) apart; a
path that goes r + 1 diagonals beyond those of its two ends takes \|a - b\| + 2 (r + 1) insertions
and deletions, which is no less if r is at least min(a, b) / 2 - 1 (Ukkonen 1985). Beyond the
outermost diagonals every difference is taken as 1, which no path gains from. So with fewer of them
no result is below its distance, and a result of 2 (r + 1) or less is the distance itself. The
distances of one part tell how many diagonals the next is tried with; where a result is beyond that
bound, as many are taken as it asks for.

Shorter strings begin with letters that are none: these equal each other and nothing else, and
differences among them are 0, so that a table begins with zeros up to where its strings begin.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.parts import aligned
from gramcheck.reference.d2ke.engines.strings import Strings

Bits = NDArray[np.uint8]

BYTES = 160 * 1024  # of a bit vector: the five that a step needs fit into the L2 cache
_PIECE = 32  # bytes, that NumPy copies the fastest
_KEPT_STEPS = 4096  # a kilobyte each, to be taken again for the next block
_MORE = 2  # by which the next part may exceed the greatest distance, besides a 32nd of it
_AT_ONCE = 64  # texts whose bits are written together
_and, _or, _xor = np.bitwise_and, np.bitwise_or, np.bitwise_xor


class Texts:
    """Strings of which each has a bit, and where they differ from each letter.

    Attributes
    ----------
    differ : (before + rows * longest, bytes)
        After ``before`` rows that are never used: for each letter the columns of the texts, and
        in each the bits of those that have another letter there. Row 0 is that of no letter, row 1
        of those that no text has.
    rows : (alphabet,)
        The row of each letter.
    """

    def __init__(self, texts: Strings, some: slice, before: int) -> None:
        self.lengths = texts.lengths[some]
        self.longest, self.bytes = int(self.lengths[0]), bytes_of(len(self.lengths))
        found = np.flatnonzero(np.bincount(texts.points(some), minlength=texts.alphabet)[2:]) + 2
        self.rows = np.ones(texts.alphabet, dtype=np.intp)
        self.rows[0] = 0
        self.rows[found] = np.arange(2, len(found) + 2)
        self.before = before
        size = before + (len(found) + 2) * self.longest
        self.differ = np.full((size, self.bytes), 255, dtype=np.uint8)
        for first in range(some.start, some.stop, _AT_ONCE):
            together = slice(first, min(first + _AT_ONCE, some.stop))
            letters = texts.padded(together, self.rows, self.longest)
            self._clear(np.arange(first, together.stop) - some.start, letters)

    def _clear(self, texts: NDArray[np.int64], letters: NDArray[np.intp]) -> None:
        """Take away the bits of some texts (texts, longest) where they have a letter themselves."""
        bits = np.right_shift(128, texts % 8).astype(np.uint8)[:, None] * (letters != 1)
        places = letters * self.longest
        places += self.before + np.arange(self.longest)
        places *= self.bytes
        places += (texts // 8)[:, None]
        # each bit occurs once, so that subtracting is clearing
        np.subtract.at(self.differ.reshape(-1), places.reshape(-1), bits.reshape(-1))

    def differ_from_none(self) -> Bits:
        """(longest, bytes), where texts have letters."""
        return self.differ[self.before : self.before + self.longest]


def bytes_of(count: int) -> int:
    """That so many bits take: a part of a word or whole words, as they are copied faster."""
    return next((size for size in (1, 2, 4) if count <= 8 * size), 8 * -(-count // 64))


class Band(NamedTuple):
    """The diagonals i - j, from ``low`` to ``high``, that tables of m rows and n columns need."""

    m: int
    n: int
    low: int
    high: int
    enough: int  # a result up to it is the distance

    @classmethod
    def of(
        cls, patterns: NDArray[np.int64], texts: NDArray[np.int64], most: int | None = None
    ) -> Band:
        """That of strings of these lengths, which begin with the longest and end with the shortest.

        All tables end in the diagonal m - n, and those of shorter strings begin beside it. With
        ``most`` there are as many diagonals as results up to it ask for.
        """
        m, n = int(patterns[0]), int(texts[0])
        enough = max(m, n)
        beyond = (min(m, n) + 1) // 2 - 1
        if most is not None and (most + 1) // 2 - 1 < beyond:
            beyond = max((most + 1) // 2 - 1, 0)
            enough = 2 * (beyond + 1)
        low = max(min(m - n, int(texts[-1]) - n) - beyond, 1 - n)
        high = min(max(m - n, m - int(patterns[-1])) + beyond, m - 1)
        return cls(m, n, low, high, enough)

    def antidiagonals(self) -> list[tuple[int, int, int]]:
        """Of each that has cells: i + j, from 0, the first of its diagonals, and how many cells."""
        step = np.arange(self.m + self.n - 1)
        first = np.maximum(np.maximum(self.low, -step), step - 2 * (self.n - 1))
        final = np.minimum(np.minimum(self.high, step), 2 * (self.m - 1) - step)
        first += (first + step) % 2
        final -= (final + step) % 2
        some = first <= final
        return list(
            zip(*(v[some].tolist() for v in (step, first, (final - first) // 2 + 1)), strict=True)
        )

    def cells(self) -> int:
        """Of all diagonals: those of the table without two corners."""
        corners = self.low + self.n - 1, self.m - 1 - self.high
        return self.m * self.n - sum(cut * (cut + 1) // 2 for cut in corners)


class Cells(NamedTuple):
    """What the cells of an antidiagonal work on: every second diagonal of the band."""

    step: int  # i + j, from 0
    rows: slice
    d: Bits
    by_pair: Bits  # d, (cells, patterns, pieces, bytes of a piece)
    Gh: Bits  # of the strands from the top
    Zh: Bits
    Gu: Bits  # and of those from the left
    Zu: Bits
    beyond: list[Bits]  # G of the strands that come from beyond the band, of which nothing leaves
    last: Bits | None  # d of the diagonal in which tables end


class Strands:
    """The strands of a band for so many patterns, and so many bytes of texts.

    A vector has its pairs side by side, ``size`` bytes, and these for every second strand. Strand
    k, from 0, stands between the diagonals low + k - 1 and low + k.
    """

    def __init__(self, band: Band, shape: tuple[int, int]) -> None:
        self.band, self.shape, self.size = band, shape, shape[0] * shape[1]
        self._pieces = 1 if shape[1] % _PIECE else shape[1] // _PIECE
        self._half = (band.high - band.low + 3) // 2
        vectors = aligned(5, self._half * self.size, np.uint8)
        self._strands, self._cells = [tuple(vectors[:2]), tuple(vectors[2:4])], vectors[4]
        self._ones = aligned(1, min(band.m, band.n) * self.size, np.uint8)[0]
        self._walk = list(self._antidiagonals()) if band.m + band.n <= _KEPT_STEPS else None

    def _antidiagonals(self) -> Iterator[Cells]:
        return itertools.starmap(self._antidiagonal, self.band.antidiagonals())

    def _antidiagonal(self, step: int, first: int, count: int) -> Cells:
        """So many cells of an antidiagonal, the first of them on the diagonal ``first``."""
        band, size = self.band, self.size
        start, odd = divmod(first - band.low, 2)
        top = slice(start * size, (start + count) * size)
        left = slice((start + odd) * size, (start + odd + count) * size)
        (Gh, Zh), (Gu, Zu) = self._strands[odd], self._strands[1 - odd]
        Gh, Zh, Gu, Zu = Gh[top], Zh[top], Gu[left], Zu[left]
        beyond = [Gh[:size]] if first == band.low else []
        if first + 2 * (count - 1) == band.high:
            beyond.append(Gu[-size:])
        d = self._cells[: count * size]
        at, between = divmod(band.m - band.n - first, 2)
        last = d[at * size :][:size] if 0 <= at < count and not between else None
        rows = slice((step + first) // 2, (step + first) // 2 + count)
        by_pair = d.reshape(count, self.shape[0], self._pieces, -1)
        return Cells(step, rows, d, by_pair, Gh, Zh, Gu, Zu, beyond, last)

    def begin(self, in_pattern: NDArray[np.bool_], in_text: Bits) -> None:
        """Differences are 1 along the sides of a table, and 0 where there are no letters."""
        low, high = self.band.low, self.band.high
        for vector in itertools.chain(*self._strands):
            vector.fill(255)
        rows = np.arange(max(low, 0), high + 1)  # that begin in the band, at the left
        columns = np.arange(max(-1 - high, 0), 1 - low)  # and at the top
        for odd in (0, 1):
            Z = self._strands[odd][1][: self._half * self.size].reshape(-1, *self.shape)
            i, j = rows[(rows - low) % 2 != odd], columns[(columns + low) % 2 == odd]
            Z[(i - low + 1) // 2] = np.where(in_pattern[i], 255, 0).astype(np.uint8)[:, :, None]
            Z[(-j - low) // 2] = in_text[j][:, None]

    def last_diagonal(self, places: NDArray[np.intp], differ: Bits) -> Bits:
        """The bits d of all cells of the diagonal in which tables end, (cells, size).

        ``places`` (rows, patterns) tell where in ``differ`` the letters of the patterns are for the
        first antidiagonal; for the others it is read from so much further on.
        """
        found, size, k = 0, self.size, self._pieces
        places = places[:, :, None] * k + np.arange(k)
        differ = differ.reshape(len(differ) * k, self.shape[1] // k)
        walk = self._antidiagonals() if self._walk is None else self._walk
        for step, rows, d, by_pair, Gh, Zh, Gu, Zu, beyond, last in walk:
            for G in beyond:
                G.fill(255)
            differ[step * k :].take(places[rows], 0, by_pair, "clip")
            _and(d, Gh, d)
            _and(d, Gu, d)
            _xor(Gh, Zh, Gh)
            _or(Gh, d, Gh)
            _xor(Zh, d, Zh)
            _xor(Gu, Zu, Gu)
            _or(Gu, d, Gu)
            _xor(Zu, d, Zu)
            if last is not None:
                self._ones[found : found + size] = last
                found += size
        return self._ones[:found].reshape(-1, size)


class Distances:
    """Those of patterns to texts, part by part: what one part took serves the next."""

    def __init__(self, patterns: Strings) -> None:
        self._patterns = patterns
        self._strands: Strands | None = None
        self._most: int | None = None  # the greatest distance that is expected of the next part

    def write(self, some: slice, texts: Texts, distances: NDArray[np.signedinteger]) -> None:
        """Write the distances of some patterns to the texts, (patterns, texts)."""
        lengths = self._patterns.lengths[some]
        band = Band.of(lengths, texts.lengths, self._most)
        found = self._results(some, texts, band, distances.dtype)
        if (greatest := int(found.max())) > band.enough:  # that of more diagonals is no greater
            band = Band.of(lengths, texts.lengths, greatest)
            found = self._results(some, texts, band, distances.dtype)
            greatest = int(found.max())
        self._most = max(self._most or 0, greatest + greatest // 32 + _MORE)
        distances[:] = found

    def _results(
        self, some: slice, texts: Texts, band: Band, dtype: np.dtype[np.signedinteger]
    ) -> NDArray[np.signedinteger]:
        """(patterns, texts), none below its distance: see ``Band.enough``."""
        lengths = self._patterns.lengths[some]
        strands = self._strands_of(band, len(lengths), texts.bytes)
        letters = np.zeros((band.m, strands.shape[0]), dtype=np.intp)
        letters[:, : len(lengths)] = self._patterns.padded(some, texts.rows, band.m).T
        strands.begin(letters > 0, texts.differ_from_none())
        # a letter is as far before the first column of its row as the first antidiagonal from it
        places = letters * band.n + (texts.before - np.arange(band.m))[:, None]
        ones = strands.last_diagonal(places, texts.differ)
        # the entries in which the last diagonal begins, and its bits
        found = np.empty((len(lengths), len(texts.lengths)), dtype)
        found[:] = np.maximum(lengths - band.n, 0)[:, None]
        found += np.maximum(texts.lengths - band.m, 0).astype(dtype)
        for first in range(0, len(ones), 255):  # sums that fit into a byte
            total = np.zeros(8 * strands.size, dtype=np.uint8)
            for one in ones[first : first + 255]:
                total += np.unpackbits(one)
            found += total.reshape(strands.shape[0], -1)[: len(found), : found.shape[1]]
        return found

    def _strands_of(self, band: Band, patterns: int, size: int) -> Strands:
        """Those of the part before, if they are of a few patterns more, which are then empty."""
        kept, fitting = self._strands, range(patterns, patterns + patterns // 8 + 1)
        if (
            kept is None
            or (kept.band, kept.shape[1]) != (band, size)
            or kept.shape[0] not in fitting
        ):
            kept = self._strands = Strands(band, (patterns, size))
        return kept
