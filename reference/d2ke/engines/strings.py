"""Collections of strings as the engines of the Levenshtein distance read them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.parts import even

_ALIKE, _FEW = 32, 64  # times as long in one class, and so many that join a class of longer ones
_NEAR, _APART = 0.75, 32  # of the longest, or letters from it: strings of about one length


class Strings:
    """Strings, longest first, with numbers for their letters; see :func:`letter_numbers`.

    Attributes
    ----------
    strings : list of str
    index : (n,)
        The place that each has in the collection.
    lengths : (n,)
    alphabet : int
        One more than the largest number of a letter.
    """

    def __init__(self, strings: Sequence[str], numbers: NDArray[np.int32]) -> None:
        lengths = np.array([*map(len, strings)], dtype=np.int64)
        self.index = np.argsort(-lengths, kind="stable")
        self.lengths = lengths[self.index]
        self.strings = [strings[i] for i in self.index.tolist()]
        self.alphabet = int(numbers.max()) + 1
        self._points = numbers[code_points(self.strings)]
        self._ends = np.concatenate([[0], np.cumsum(self.lengths)])

    def points(self, some: slice) -> NDArray[np.int32]:
        """The letters of some of the strings, one after another."""
        return self._points[self._ends[some.start] : self._ends[some.stop]]

    def padded(self, some: slice, rows: NDArray[np.intp], length: int) -> NDArray[np.intp]:
        """(strings, length), ``rows`` of their letters, with 0 before those of shorter strings."""
        lengths = self.lengths[some]
        found = np.zeros((len(lengths), length), dtype=np.intp)
        found[np.arange(length) >= length - lengths[:, None]] = rows[self.points(some)]
        return found

    def part(self, first: int, fewest: int, most: int) -> slice:
        """Strings from the first one on that are of about one length, or so many at least."""
        rest = self.lengths[first:]
        near = int(np.count_nonzero(rest >= min(_NEAR * rest[0], rest[0] - _APART)))
        return slice(first, first + even(max(near, min(fewest, len(rest))), most))


def classes(strings: Strings, numbers: NDArray[np.int32]) -> list[tuple[slice, Strings]]:
    """Strings of one order of length, and their places; a few shorter ones join them."""
    found, first, n = [], 0, len(strings.lengths)
    while first < n:
        rest = strings.lengths[first:]
        alike = int(np.count_nonzero(_ALIKE * rest >= rest[0]))
        few = len(rest) - alike <= min(_FEW, alike)
        some = slice(first, n if few else first + alike)
        whole = some == slice(0, n)
        found.append((some, strings if whole else Strings(strings.strings[some], numbers)))
        first = some.stop
    return found


def letter_numbers(X: Sequence[str], Y: Sequence[str]) -> NDArray[np.int32]:
    """For every code point up to the largest: the number of its letter.

    0 is none, 1 is any letter that one of the collections lacks: it equals nothing. From 2 on are
    those that both have.
    """
    used = [code_points(side) for side in (X, Y)]
    size = max((int(points.max()) for points in used if len(points)), default=0) + 1
    seen = np.zeros((2, size), dtype=bool)
    for side, points in zip(seen, used, strict=True):
        side[points] = True
    both = seen.all(axis=0)
    return np.where(both, np.cumsum(both, dtype=np.int32) + 1, 1).astype(np.int32)


def code_points(strings: Sequence[str]) -> NDArray[np.uint32]:
    """All letters of all strings, one after another; lone surrogates are letters as any other."""
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype="<u4")
