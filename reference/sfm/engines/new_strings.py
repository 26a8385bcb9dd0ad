"""New strings parsed after a corpus: :func:`.transform` says what their names and vectors are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import scipy as sp

from gramcheck.reference.sfm.alphabet_reduction import rounds_needed
from gramcheck.reference.sfm.engines import released
from gramcheck.reference.sfm.engines.corpus import (
    Level,
    Places,
    code_points,
    count,
    level_zero,
    stack_levels,
    starts_of,
)
from gramcheck.reference.sfm.engines.node_names import NodeNames, Rows, first_appearances
from gramcheck.reference.sfm.engines.parsing import block_starts
from gramcheck.reference.sfm.engines.vocabulary import Vocabulary, children_of
from gramcheck.reference.types import AnyArray, Booleans, Integers


def transform(
    strings: Sequence[str], vocabulary: Vocabulary
) -> tuple[sp.sparse.csr_matrix, Integers]:
    """Vectors of some new strings, and the number of nodes of each that have no column."""
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
) -> tuple[sp.sparse.csr_matrix, Integers]:
    """Parse and count the variants "cm" and "paper"."""
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
    """The number of names of each level, and the names of the next one, at last without any."""
    nothing = NodeNames()
    yield from zip(vocabulary.sizes, (*vocabulary.names, nothing), strict=True)
    while True:
        yield 0, nothing


def _block_starts(level: Level, size: int, variant: str) -> Places:
    """Blocks after as many rounds as the vocabulary and a string's own nodes need together."""
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
    names: Integers,
    missing: Booleans,
    string_of_node: AnyArray,
    rows: Rows,
    first_unseen: int,
) -> Integers:
    """Fill in missing names from ``first_unseen`` on, by first appearance in each string."""
    places = np.flatnonzero(missing)
    if not len(places):
        return names
    strings = string_of_node[places]
    keys = np.column_stack([strings, rows[places]]).astype(np.int32)
    ids, firsts = first_appearances(keys)
    distinct = np.bincount(strings[firsts], minlength=strings[-1] + 1)
    names[places] = first_unseen + ids - starts_of(distinct)[strings]
    return names
