"""Strings of a corpus as arrays, chunk by chunk: letters, levels and counts of nodes."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.types import AnyArray, Booleans, Integers

Places = NDArray[np.intp]

CHUNK = 2**21  # characters parsed at a time

CODE_POINTS = 0x110000  # that there are, the largest alphabet


class Counts(NamedTuple):
    """How often each node of one level occurs in each string: the three arrays of a CSR matrix."""

    data: Integers
    indices: NDArray[np.int32]
    indptr: Integers


class Level(NamedTuple):
    """One level of some strings: the names of the nodes, one string after the other."""

    names: AnyArray
    strings: Places  # number of each string in its chunk
    starts: Places  # place at which each string begins

    def lengths(self) -> Places:
        """Number of nodes of each string."""
        return np.diff(self.starts, append=len(self.names))

    def string_of_node(self) -> AnyArray:
        """Number of the string that each node is in, int32."""
        return np.repeat(self.strings.astype(np.int32), self.lengths())

    def select(self, chosen: Booleans) -> Level:
        """The strings at which the mask is true."""
        if chosen.all():
            return self
        lengths = self.lengths()
        kept = lengths[chosen]
        return Level(self.names[np.repeat(chosen, lengths)], self.strings[chosen], starts_of(kept))

    def unfinished(self) -> Level:
        """The strings of two nodes or more."""
        return self.select(self.lengths() > 1)

    def parsed(self, names: AnyArray, blocks: Places) -> Level:
        """The next level, whose nodes are the blocks that begin at the given places."""
        return Level(names, self.strings, np.searchsorted(blocks, self.starts))


class Stored:
    """A list of tuples of arrays that are kept in the files of a directory, not in memory."""

    def __init__(self, directory: str) -> None:
        self._directory, self._length = Path(directory), 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[tuple[AnyArray, ...]]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, i: int) -> tuple[AnyArray, ...]:
        # np.load would read its headers with ast, which threads of one interpreter cannot share
        # before Python 3.11.9 (python/cpython#106905)
        with self._file(i).open("rb") as file:
            arrays: tuple[AnyArray, ...] = pickle.load(file)
        return arrays

    def __setitem__(self, i: int, arrays: tuple[AnyArray, ...]) -> None:
        with self._file(i).open("wb") as file:
            pickle.dump(tuple(arrays), file, protocol=5)  # 5 copies no array

    def append(self, arrays: tuple[AnyArray, ...]) -> None:
        """Add one at the end."""
        self[self._length] = arrays
        self._length += 1

    def _file(self, i: int) -> Path:
        return self._directory / f"{i}.pickle"


Chunks = list[tuple[AnyArray, ...]] | Stored


def chunks_of(strings: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split the strings into parts of about ``CHUNK`` characters, at least one string each."""
    ends = np.cumsum([len(s) for s in strings])
    begin = 0
    while begin < len(strings):
        done = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + CHUNK, side="right")))
        yield strings[begin:end]
        begin = end


def put_together(chunks: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Join small chunks, up to ``CHUNK`` strings and characters in all.

    Some of the work is done once for each chunk and takes time that grows with the vocabulary.
    """
    held: list[str] = []
    size = 0  # strings count too, or empty ones would be held without end
    for chunk in chunks:
        held += chunk
        size += len(chunk) + sum(map(len, chunk))
        if size >= CHUNK:
            yield from chunks_of(held)
            held, size = [], 0
    if held:
        yield from chunks_of(held)


def code_points(strings: Sequence[str]) -> AnyArray:
    """Code points of all characters, in the narrowest of uint8 and uint32."""
    text = "".join(strings)
    try:
        return np.frombuffer(text.encode("latin-1"), dtype=np.uint8)
    except UnicodeEncodeError:
        return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def letters_in(codes: AnyArray) -> Integers:
    """The distinct code points, increasing."""
    return np.flatnonzero(np.bincount(codes))


def level_zero(codes: AnyArray, lengths: Places, letters: Integers) -> Level:
    """Leaves, named by their places among ``letters``, ``len(letters)`` where they are absent."""
    size = 1 + max(int(some.max(initial=0)) for some in (letters, codes))
    dtype = np.uint8 if len(letters) < 256 else np.uint32
    table = np.full(size, len(letters), dtype=dtype)
    table[letters] = np.arange(len(letters))
    nonempty = np.flatnonzero(lengths)
    return Level(table.take(codes), nonempty, starts_of(lengths[nonempty]))


def count(names: AnyArray, string_of_node: AnyArray, n_strings: int, n_names: int) -> Counts:
    """Count how often each name below ``n_names`` occurs in each of ``n_strings`` strings."""
    known = names < n_names
    if not known.all():
        names, string_of_node = names[known], string_of_node[known]
    # Pairs (string, name) are ticked off in a table, or sorted as words of half the width if they
    # fit.
    in_table = n_strings * n_names <= 2 * len(names)
    dtype = np.intp if in_table else np.uint32 if n_strings * n_names < 2**32 else np.uint64
    keys: AnyArray = string_of_node.astype(dtype)
    keys *= dtype(n_names)
    keys += names.astype(dtype, copy=False)
    if in_table:
        occurrences = np.bincount(keys, minlength=n_strings * n_names)
        keys = np.flatnonzero(occurrences > 0)  # of a mask in half the time
        data = occurrences[keys]
    else:
        keys.sort()
        begins = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])[: len(keys)])
        data = np.diff(begins, append=len(keys))
        keys = keys[begins].astype(np.int64)
    bounds = np.arange(n_strings + 1) * n_names
    indptr = np.searchsorted(keys, bounds)
    keys -= np.repeat(bounds[:-1], np.diff(indptr))
    return Counts(data, keys.astype(np.int32), indptr)


def stack_levels(counts: Iterable[Counts], widths: Iterable[int]) -> sp.sparse.csr_matrix:
    """Counts of all levels of the same strings side by side."""
    parts = [
        sp.sparse.csr_matrix(level, shape=(len(level.indptr) - 1, width))
        for level, width in zip(counts, widths, strict=True)
    ]
    return sp.sparse.csr_matrix(sp.sparse.hstack(parts, format="csr"))


def starts_of(lengths: Places) -> Places:
    """First places of consecutive parts of the given lengths."""
    return np.cumsum(lengths) - lengths
