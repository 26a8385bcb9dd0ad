"""Collections of strings as the engines of the Levenshtein distance read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.parts import even

_NEAR, _APART = 0.75, 32  # of the longest, or letters from it: strings of about one length


class Strings:
    """Strings, longest first, with numbers for letters: those from 1 are in use, 0 is none.

    Attributes
    ----------
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
        self.alphabet = int(numbers[-1]) + 1
        self._points = numbers[code_points([strings[i] for i in self.index])]
        self._ends = np.concatenate([[0], np.cumsum(self.lengths)])

    def points(self, some: slice = slice(None)) -> NDArray[np.int32]:
        """The letters of some of the strings, one after another."""
        first, stop, _ = some.indices(len(self.lengths))
        return self._points[self._ends[first] : self._ends[stop]]

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

    def parts(self, fewest: int, most: int) -> Iterator[slice]:
        """All strings in such parts."""
        first = 0
        while first < len(self.lengths):
            yield (some := self.part(first, fewest, most))
            first = some.stop


def letter_numbers(X: Sequence[str], Y: Sequence[str]) -> NDArray[np.int32]:
    """For every code point up to the largest: the number of its letter, counting those in use."""
    used = [code_points(side) for side in (X, Y)]
    seen = np.zeros(max((int(points.max()) for points in used if len(points)), default=0) + 1, bool)
    for points in used:
        seen[points] = True
    return np.cumsum(seen, dtype=np.int32)


def code_points(strings: Sequence[str]) -> NDArray[np.uint32]:
    """All letters of all strings, one after another; lone surrogates are letters as any other."""
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype="<u4")
