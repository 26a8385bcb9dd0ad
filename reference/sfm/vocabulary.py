"""Characteristic vectors of a corpus, Section III of SFM, and the vocabulary that orders them.

Coordinate j of V(S) is the number of times node j occurs in the tree of S, leaves included (with
them ||V(S) - V(S')||_1 >= EDM(S, S'); without, it is not so). The :class:`Vocabulary` says which
node is which: columns go level by level, leaves first, letters in sorted order, then nodes by first
appearance in the corpus. It is a function of the strings and their order alone, however they come
in chunks.

New strings are parsed against a fixed vocabulary as if each were appended, alone, to the corpus,
save that letters outside the alphabet come after it: nodes outside the vocabulary get the next
names, by first appearance in that string. They have no column, and are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from reference import check
from reference.sfm import released
from reference.sfm.alphabet_reduction import rounds_needed
from reference.sfm.corpus import (
    Counts,
    Level,
    chunks_of,
    code_points,
    count,
    letters_in,
    level_zero,
    stack_levels,
    starts_of,
)
from reference.sfm.node_names import NodeNames, Rows, first_appearances
from reference.sfm.parsing import block_starts

VARIANTS = ("cm", "paper", "released")


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Which node is which column.

    Attributes
    ----------
    variant : "cm", "paper" or "released"
    alphabet : str
        The letters, columns 0 ... ``len(alphabet) - 1``, sorted.
    levels : tuple of (number, 3) arrays
        The children of each node, level by level, -1 for a missing third; names count from 0 at
        each level. For "released" a single (number, 2) array, its entries columns.
    """

    variant: str
    alphabet: str
    levels: tuple[Rows, ...]

    def __post_init__(self) -> None:
        for rows in self.levels:
            rows.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vocabulary):
            return NotImplemented
        return (
            (self.variant, self.alphabet, self.sizes)
            == (other.variant, other.alphabet, other.sizes)
        ) and all(map(np.array_equal, self.levels, other.levels))

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return sum(self.sizes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of columns of each level, leaves first."""
        return (len(self.alphabet), *map(len, self.levels))

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """First column of each level."""
        return tuple(starts_of(np.array(self.sizes)).tolist())

    @cached_property
    def names(self) -> tuple[NodeNames, ...]:
        """The levels made searchable."""
        if self.variant == "released":
            return (NodeNames.of(self.levels[0], released.MOST_NAMES),)
        return tuple(
            NodeNames.of(rows, size)
            for rows, size in zip(self.levels, self.sizes[:-1], strict=True)
        )

    def text(self, column: int) -> str:
        """The substring that a node stands for.

        Raises
        ------
        ValueError
            ``column`` negative or not below ``len(self)``.
        """
        column = check.integer("column", column, 0, len(self) - 1)
        level = int(np.searchsorted(self.offsets, column, side="right")) - 1
        if level == 0:
            return self.alphabet[column]
        children = self.levels[level - 1][column - self.offsets[level]]
        below = 0 if self.variant == "released" else self.offsets[level - 1]
        return "".join(self.text(below + int(child)) for child in children if child >= 0)


def characteristic_vectors(
    strings: Sequence[str], variant: str = "cm"
) -> tuple[sparse.csr_matrix, Vocabulary]:
    """Characteristic vectors of a corpus, Section III.

    Parameters
    ----------
    strings : sequence of n str
        The empty string has no node. One character is one code point.
    variant : "cm", "paper" or "released"
        See :mod:`reference.sfm.parsing` and :mod:`reference.sfm.released`.

    Returns
    -------
    V : (n, d) CSR matrix of int64
        Columns increase in each row; sums of rows are the numbers of nodes.
    vocabulary : Vocabulary
        With ``len(vocabulary) == d``.

    Raises
    ------
    ValueError
        No strings, all of them empty, an unknown variant.
    TypeError
        A bare string, or anything but str in the sequence.
    """
    variant = check.choice("variant", variant, VARIANTS)
    strings = check.strings("strings", strings)
    vocabulary, matrices = _fit(chunks_of(strings), variant, counting=True)
    return sparse.csr_matrix(sparse.vstack(matrices, format="csr")), vocabulary


def fit_vocabulary(chunks: Iterable[Sequence[str]], variant: str = "cm") -> Vocabulary:
    """The vocabulary of a corpus that comes in chunks, the same as if it came in one.

    Names depend on the whole of the level below, so the names of the current level of all strings
    are held, a byte or (above the leaves) 4 bytes each; the strings are not, nor are their vectors:
    :func:`transform` gives those chunk by chunk.

    Parameters
    ----------
    chunks : iterable of sequences of str
        Read once.
    variant : "cm", "paper" or "released"

    Returns
    -------
    Vocabulary

    Raises
    ------
    ValueError, TypeError
        As :func:`characteristic_vectors`.
    """
    variant = check.choice("variant", variant, VARIANTS)
    if isinstance(chunks, str | bytes):
        raise TypeError(f"chunks must be an iterable of lists of str, got {check.shown(chunks)}")
    parts = (
        part
        for i, chunk in enumerate(chunks)
        for part in chunks_of(check.strings(f"chunks[{i}]", chunk))
    )
    return _fit(parts, variant, counting=False)[0]


def transform(
    strings: Sequence[str], vocabulary: Vocabulary, variant: str | None = None
) -> tuple[sparse.csr_matrix, NDArray[np.int64]]:
    """Characteristic vectors of new strings over a fixed vocabulary.

    Each row depends on its string and the vocabulary only; for the strings of the corpus it is the
    row of :func:`characteristic_vectors`.

    Parameters
    ----------
    strings : sequence of n str
    vocabulary : Vocabulary
    variant : str, optional
        Refused if it is not the vocabulary's.

    Returns
    -------
    V : (n, len(vocabulary)) CSR matrix of int64
    unseen : (n,)
        Number of nodes of each string's tree that have no column.

    Raises
    ------
    ValueError
        No strings, a vocabulary of another variant.
    TypeError
        A bare string, anything but str in the sequence, no vocabulary.
    """
    if not isinstance(vocabulary, Vocabulary):
        raise TypeError(f"vocabulary must be a Vocabulary, got {check.shown(vocabulary)}")
    wanted = vocabulary.variant if variant is None else variant
    if check.choice("variant", wanted, VARIANTS) != vocabulary.variant:
        raise ValueError(
            f"vocabulary must be of the variant {wanted!r}, got one of {vocabulary.variant!r}"
        )
    strings = check.strings("strings", strings)
    results = [_transform_chunk(part, vocabulary) for part in chunks_of(strings)]
    matrices, unseen = zip(*results, strict=True)
    return sparse.csr_matrix(sparse.vstack(matrices, format="csr")), np.concatenate(unseen)


def _fit(
    parts: Iterable[Sequence[str]], variant: str, counting: bool
) -> tuple[Vocabulary, list[sparse.csr_matrix]]:
    texts = [(code_points(part), np.array([len(s) for s in part])) for part in parts]
    if not texts:
        raise ValueError("chunks must not be empty")
    found = [letters_in(codes) for codes, _ in texts]
    letters = np.unique(np.concatenate(found))
    if not len(letters):
        raise ValueError(f"strings must not all be empty, got {sum(len(t[1]) for t in texts)}")
    numbers = [len(lengths) for _, lengths in texts]
    texts.reverse()
    levels = [level_zero(*texts.pop(), letters) for _ in numbers]
    alphabet = "".join(map(chr, letters))
    if variant == "released":
        rows, matrices = released.fit(levels, letters, numbers if counting else None)
        return Vocabulary(variant, alphabet, (rows,)), matrices
    return _fit_levels(levels, numbers, alphabet, variant, counting)


def _fit_levels(
    levels: list[Level], numbers: list[int], alphabet: str, variant: str, counting: bool
) -> tuple[Vocabulary, list[sparse.csr_matrix]]:
    """The variants "cm" and "paper": names level by level."""
    sizes, rows = [len(alphabet)], []
    counts: list[list[Counts]] = [[] for _ in levels]
    while True:
        if counting:
            for level, number, collected in zip(levels, numbers, counts, strict=True):
                nodes = level.names, level.string_of_node()
                collected.append(count(*nodes, number, sizes[-1]))
        levels = [level.unfinished() for level in levels]
        if not any(len(level.strings) for level in levels):
            break
        names, rounds = NodeNames(sizes[-1]), rounds_needed(sizes[-1])
        for i, level in enumerate(levels):
            if not len(level.strings):
                continue
            blocks = block_starts(level.names, level.starts, rounds, variant)
            levels[i] = level.parsed(names.add(children_of(level.names, blocks)), blocks)
        rows.append(names.rows)
        sizes.append(len(names))
    matrices = [stack_levels(collected, sizes) for collected in counts] if counting else []
    return Vocabulary(variant, alphabet, tuple(rows)), matrices


def children_of(names: NDArray[Any], blocks: NDArray[np.intp]) -> Rows:
    """Names of the two or three nodes of each block, -1 for a missing third."""
    rows = np.empty((len(blocks), 3), dtype=np.int32)
    rows[:, 0] = names[blocks]
    rows[:, 1] = names[blocks + 1]
    rows[:, 2] = names.take(blocks + 2, mode="clip")
    rows[np.diff(blocks, append=len(names)) == 2, 2] = -1
    return rows


def _transform_chunk(
    strings: Sequence[str], vocabulary: Vocabulary
) -> tuple[sparse.csr_matrix, NDArray[np.int64]]:
    number = len(strings)
    codes = code_points(strings)
    letters = np.array([ord(letter) for letter in vocabulary.alphabet])
    level = level_zero(codes, np.array([len(s) for s in strings]), letters)
    unknown, keys = level.names == len(letters), codes[:, None].astype(np.int32)
    whole = vocabulary.variant == "released"  # one set of names for all levels
    first_unseen = len(vocabulary) if whole else len(letters)
    names = level.names.astype(np.int64)
    level = level._replace(
        names=_name_unseen(names, unknown, level.string_of_node(), keys, first_unseen)
    )
    if whole:
        return released.transform(level, letters, vocabulary.names[0], number)
    return _transform_levels(level, number, vocabulary)


def _transform_levels(
    level: Level, number: int, vocabulary: Vocabulary
) -> tuple[sparse.csr_matrix, NDArray[np.int64]]:
    """The variants "cm" and "paper"."""
    counts = []
    unseen = np.zeros(number, dtype=np.int64)
    for size, names in _then_none(vocabulary):
        string_of_node = level.string_of_node()
        counts.append(count(level.names, string_of_node, number, size))
        unseen += np.bincount(string_of_node[level.names >= size], minlength=number)
        level = level.unfinished()
        if not len(level.strings) and len(counts) >= len(vocabulary.sizes):
            break
        blocks = _block_starts(level, size, vocabulary.variant)
        rows = children_of(level.names, blocks)
        found = names.find(rows)
        parsed = level.parsed(found, blocks)
        level = parsed._replace(
            names=_name_unseen(found, found < 0, parsed.string_of_node(), rows, len(names))
        )
    known = len(vocabulary.sizes)
    return stack_levels(counts[:known], vocabulary.sizes), unseen


def _then_none(vocabulary: Vocabulary) -> Iterator[tuple[int, NodeNames]]:
    """Number of names of each level and the names above it; above the last there are none."""
    nothing = NodeNames(0)
    yield from zip(vocabulary.sizes, (*vocabulary.names, nothing), strict=True)
    while True:
        yield 0, nothing


def _block_starts(level: Level, size: int, variant: str) -> NDArray[np.intp]:
    """Blocks with the rounds that the vocabulary and the string's own nodes need together."""
    if not len(level.strings):
        return np.empty(0, dtype=np.intp)
    largest = np.maximum.reduceat(level.names, level.starts)
    rounds = np.array([rounds_needed(n) for n in np.maximum(largest + 1, size).tolist()])
    is_start = np.zeros(len(level.names), dtype=bool)
    for r in np.unique(rounds):
        part = level.select(rounds == r)
        inside = np.flatnonzero(np.repeat(rounds == r, level.lengths()))
        names = part.names.astype(np.uint32)
        is_start[inside[block_starts(names, part.starts, int(r), variant)]] = True
    return np.flatnonzero(is_start)


def _name_unseen(
    names: NDArray[np.int64],
    missing: NDArray[np.bool_],
    string_of_node: NDArray[np.intp],
    rows: Rows,
    first_unseen: int,
) -> NDArray[np.int64]:
    """Names from ``first_unseen`` on where they are missing, by first appearance in each string."""
    places = np.flatnonzero(missing)
    if not len(places):
        return names
    strings = string_of_node[places]
    keys = np.column_stack([strings, rows[places]]).astype(np.int32)
    ids, firsts = first_appearances(keys, int(keys.max()) + 1)
    distinct = np.bincount(strings[firsts], minlength=strings[-1] + 1)
    names[places] = first_unseen + ids - starts_of(distinct)[strings]
    return names
