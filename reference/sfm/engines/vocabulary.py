"""The vocabulary of a corpus: all strings are parsed together, level by level, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy as sp

from gramcheck.reference import check
from gramcheck.reference.sfm.alphabet_reduction import rounds_needed
from gramcheck.reference.sfm.engines import released
from gramcheck.reference.sfm.engines.corpus import (
    Chunks,
    Counts,
    Level,
    Places,
    code_points,
    count,
    letters_in,
    level_zero,
    stack_levels,
    starts_of,
)
from gramcheck.reference.sfm.engines.node_names import NodeNames, Rows
from gramcheck.reference.sfm.engines.parsing import block_starts
from gramcheck.reference.types import AnyArray

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
        each level. For "released" a single (number, 2) array, its entries columns. Kept as a
        read-only copy in int32. That all rows differ is checked when strings are transformed.

    Raises
    ------
    ValueError
        An unknown variant, an alphabet that is empty or not sorted, arrays of another number or
        shape, children that are no nodes of the level below (for "released": no earlier columns).
    TypeError
        ``alphabet`` no str, ``levels`` no tuple of integer arrays.
    """

    variant: str
    alphabet: str
    levels: tuple[Rows, ...]

    def __post_init__(self) -> None:
        check.choice("variant", self.variant, VARIANTS)
        letters = check.alphabet("alphabet", check.string("alphabet", self.alphabet))
        if letters != sorted(letters):
            raise ValueError(f"alphabet must be sorted, got {check.shown(self.alphabet)}")
        if not isinstance(self.levels, tuple):
            raise TypeError(f"levels must be a tuple of arrays, got {check.shown(self.levels)}")
        in_one = self.variant == "released"
        if in_one and len(self.levels) != 1:
            raise ValueError(f"levels must be one array in 'released', got {len(self.levels)}")
        levels: list[Rows] = []
        for i, rows in enumerate(self.levels):
            below = len(levels[-1]) if levels else len(letters)
            levels.append(_checked(f"levels[{i}]", rows, below, in_one))
        object.__setattr__(self, "levels", tuple(levels))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vocabulary):
            return NotImplemented
        return (
            (self.variant, self.alphabet, self.sizes)
            == (other.variant, other.alphabet, other.sizes)
        ) and all(map(np.array_equal, self.levels, other.levels))

    __hash__ = None  # type: ignore[assignment]  # arrays compare, and have no hash

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
        """The levels, in a form in which rows can be found."""
        names = tuple(map(NodeNames.of, self.levels))
        if sum(map(len, names)) < sum(map(len, self.levels)):
            raise ValueError("levels must hold each node once, got two rows that are equal")
        return names

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


def _checked(name: str, rows: Any, below: int, in_one: bool) -> Rows:
    """Children of the nodes of a level with ``below`` nodes under it.

    With ``in_one`` they are those of all levels, and each row may name the nodes before it.
    """
    rows = check.integers(name, rows, 2, empty=in_one)
    least = [0, 0] if in_one else [0, 0, -1]
    if rows.shape[1] != len(least):
        raise ValueError(f"{name} must have {len(least)} columns, got shape {rows.shape}")
    ends = below + np.arange(len(rows))[:, None] * in_one
    outside = (rows < least) | (rows >= ends)
    if outside.any():
        row = outside.any(axis=1).argmax()
        end = ends[row, 0]
        missing = "" if in_one else ", or -1 for a missing third"
        raise ValueError(
            f"{name}[{row}] must be children from 0 to {end - 1}{missing}, got {rows[row].tolist()}"
        )
    kept: Rows = rows.astype(np.int32)
    kept.flags.writeable = False
    return kept


def fit(
    parts: Iterable[Sequence[str]], variant: str, chunks: Chunks, counting: bool
) -> tuple[Vocabulary, list[sp.sparse.csr_matrix]]:
    """The vocabulary, and the vectors of each part if ``counting``.

    ``chunks`` is an empty list, in memory or on disk, that holds what has been parsed so far.
    """
    letters, numbers = np.empty(0, dtype=np.int64), []
    for part in parts:
        codes = code_points(part)
        letters = np.union1d(letters, letters_in(codes))
        numbers.append(len(part))
        chunks.append((codes, np.array([len(s) for s in part])))
    if not numbers:
        raise ValueError("chunks must not be empty")
    if not len(letters):
        raise ValueError(f"strings must not all be empty, got {sum(numbers)}")
    for i, (codes, lengths) in enumerate(chunks):
        chunks[i] = level_zero(codes, lengths, letters)
    alphabet = "".join(map(chr, letters))
    if variant == "released":
        rows, matrices = released.fit(chunks, letters, numbers if counting else None)
        return Vocabulary(variant, alphabet, (rows,)), matrices
    return _fit_levels(chunks, numbers, alphabet, variant, counting)


def _fit_levels(
    chunks: Chunks, numbers: list[int], alphabet: str, variant: str, counting: bool
) -> tuple[Vocabulary, list[sp.sparse.csr_matrix]]:
    """Fit the variants "cm" and "paper", whose names are given level by level."""
    sizes, rows = [len(alphabet)], []
    counts: list[list[Counts]] = [[] for _ in chunks]
    while True:
        names, rounds = NodeNames(), rounds_needed(sizes[-1])
        for i, arrays in enumerate(chunks):
            level = Level(*arrays)
            if counting:
                nodes = level.names, level.string_of_node()
                counts[i].append(count(*nodes, numbers[i], sizes[-1]))
            level = level.unfinished()
            if len(level.strings):
                blocks = block_starts(level.names, level.starts, rounds, variant)
                named, _ = names.add(children_of(level.names, blocks))
                level = level.parsed(named.astype(np.min_scalar_type(len(names))), blocks)
            chunks[i] = level
        if not len(names):
            break
        rows.append(names.rows)
        sizes.append(len(names))
    matrices = [stack_levels(collected, sizes) for collected in counts] if counting else []
    return Vocabulary(variant, alphabet, tuple(rows)), matrices


def children_of(names: AnyArray, blocks: Places) -> Rows:
    """Names of the two or three nodes of each block, -1 for a missing third."""
    rows = np.empty((3, len(blocks)), dtype=np.int32).T  # columns are read, one after another
    rows[:, 0] = names[blocks]
    rows[:, 1] = names[1:][blocks]
    rows[:, 2] = names.take(blocks + 2, mode="clip")
    is_pair = np.diff(blocks, append=len(names)) == 2
    rows[:, 2] |= -is_pair.view(np.int8)  # -1 has all bits
    return rows
