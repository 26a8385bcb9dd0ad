"""Patterns of the Levenshtein recurrence, written into words: 63 rows, and what enters them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.strings import Strings

Words = NDArray[np.uint64]

ROWS = 63  # of a word of 64 bits


@dataclass(frozen=True)
class Block:
    """Patterns in strips side by side, in the form in which they are read column by column.

    A strip has ``width`` patterns and a row for each word that its longest needs, the one of the
    beginning first. Bit 0 of a word stands for the row before it, and matches every letter. A
    pattern ends at the highest bit. The bits below its first letter stand for rows that match
    nothing and have no vertical difference, so that the table reads D[i, j] = j in every column of
    them. Such bits may be counted with the others, and shifts and carries pass them by.
    """

    equal: Words  # (rows, letters, width): the bits of E; letter 0: what no pattern has
    row: NDArray[np.intp]  # (alphabet,): the number of each letter
    start: Words  # (rows, width): P before the first column
    lag: NDArray[np.int64]  # (rows,): by how many words the longest strip has gone further
    lengths: NDArray[np.int64]  # (patterns,)


def words_of(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many words each pattern needs."""
    return np.maximum(-(-lengths // ROWS), 1)


def block(patterns: Strings, some: slice, width: int) -> Block:
    """Some of the patterns, in strips of this width; the last is filled up."""
    points, lengths = patterns.points(some), patterns.lengths[some]
    words = words_of(lengths)[::width]
    end = np.cumsum(words)
    found = np.flatnonzero(np.bincount(points, minlength=patterns.alphabet)[2:]) + 2
    row = np.zeros(patterns.alphabet, dtype=np.intp)
    row[found] = np.arange(1, len(found) + 1)

    # the bit of every letter, counted from the end of its strip, and its place in the table
    back = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(points))
    strip, lane = np.divmod(np.arange(len(lengths)), width)
    word, bit = np.divmod(np.repeat(end[strip] * ROWS, lengths) - back, ROWS)
    place = (word * (len(found) + 1) + row[points]) * width + np.repeat(lane, lengths)
    equal = np.ones(end[-1] * (len(found) + 1) * width, dtype=np.uint64)
    counts = row[points] > 0  # others equal nothing
    # each bit occurs once, so that adding is setting
    np.add.at(equal, place[counts], np.left_shift(np.uint64(2), bit[counts].astype(np.uint64)))

    left = np.repeat(end, words) - np.arange(end[-1])  # words to the end of the strip
    filled = np.zeros((len(words), width), dtype=np.int64)
    filled.flat[: len(lengths)] = lengths
    ones = np.array(np.iinfo(np.uint64).max - 1, np.uint64)
    padding = ROWS * left[:, None] - np.repeat(filled, words, axis=0)
    start = np.left_shift(ones, np.clip(padding, 0, ROWS).astype(np.uint64))
    return Block(equal.reshape(end[-1], -1, width), row, start, words[0] - left, lengths)
