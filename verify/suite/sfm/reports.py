"""Section III: what a tree says of its children, and a vocabulary of its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import equal, raises
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.sfm.esp import leaves
from gramcheck.verify.suite.sfm.problems import EXAMPLE, VARIANTS

PLACE = "Section III; Appendix A"


@check("sfm/esp-tree", place=PLACE, needs="sfm.esp_tree", since="0.3")
def children_stand_one_level_below(target: Any, run: Any) -> Iterator[Outcome]:
    """The places from each node's first child to the next one's, and of the last to the end."""
    for s in (EXAMPLE, "AB", "CABAGEHEADBAG"):
        for variant in VARIANTS:
            tree = target.sfm.esp_tree(s, variant)
            for level, (starts, below) in enumerate(zip(tree.starts, tree.names, strict=False), 1):
                ends = [*starts[1:], len(below)]
                expected = [[*range(i, j)] for i, j in zip(starts, ends, strict=True)]
                yield equal(expected, [[int(k) for k in places] for places in tree.children(level)])


def listed(vocabulary: Any, variant: str) -> list[Any]:
    """The nodes of all columns as nested tuples, put together from the lists of children."""
    columns: list[Any] = list(vocabulary.alphabet)
    below = columns
    for rows in vocabulary.levels:
        if variant == "released":  # names of all levels are columns
            for left, right in np.asarray(rows).tolist():
                columns.append((columns[left], columns[right]))
        else:
            below = [tuple(below[c] for c in row if c >= 0) for row in np.asarray(rows).tolist()]
            columns = columns + below
    return columns


CORPUS = ["CBABCBABABBA", EXAMPLE * 3]


def children_are_listed(vocabulary: Any, variant: str) -> Iterator[Outcome]:
    """From letters and rows of children the nodes of all columns, and how many a level has."""
    columns = definitions.characteristic_matrix(CORPUS, variant)[1]
    levels = [min(level, 1) if variant == "released" else level for level, _ in columns]
    sizes = np.bincount(levels).tolist()
    offsets = [levels.index(level) for level in range(len(sizes))]
    yield equal((variant, "ABC"), (vocabulary.variant, vocabulary.alphabet))
    yield equal([node for _, node in columns], listed(vocabulary, variant))
    yield equal(sizes, [int(size) for size in vocabulary.sizes])
    yield equal(offsets, [int(first) for first in vocabulary.offsets])


def columns_are_spelled(vocabulary: Any, variant: str) -> Iterator[Outcome]:
    """The letters under the node of each column, and of no others."""
    columns = definitions.characteristic_matrix(CORPUS, variant)[1]
    spelled = ["".join(leaves(node)) for _, node in columns]
    yield equal(spelled, [vocabulary.text(j) for j in range(len(spelled))])
    for none in (-1, len(spelled)):
        yield raises(ValueError, vocabulary.text, none, naming="column")


def told_by(name: str, since: str) -> Any:
    """Register a check of the vocabularies that one of two functions makes."""
    claim, needs = "sfm/characteristic-vectors", f"sfm.{name}"
    return check(claim, place=PLACE, needs=needs, since=since)


@told_by("characteristic_vectors", "0.3")
def vocabularies_list_the_children_of_each_node(target: Any, run: Any) -> Iterator[Outcome]:
    """From letters and rows of children the nodes of all columns.

    And how many there are on each level, and where each level begins; "released" knows one level.
    """
    for variant in VARIANTS:
        _, vocabulary = target.sfm.characteristic_vectors(CORPUS, variant)
        yield from children_are_listed(vocabulary, variant)


@told_by("fit_vocabulary", "0.3")
def fitted_vocabularies_list_the_children_of_each_node(target: Any, run: Any) -> Iterator[Outcome]:
    """The same of vocabularies that are made without vectors."""
    for variant in VARIANTS:
        vocabulary = target.sfm.fit_vocabulary([CORPUS], variant)
        yield from children_are_listed(vocabulary, variant)


@told_by("characteristic_vectors", "0.2")
def columns_are_named_by_what_they_spell(target: Any, run: Any) -> Iterator[Outcome]:
    """The letters under the node of each column."""
    for variant in VARIANTS:
        _, vocabulary = target.sfm.characteristic_vectors(CORPUS, variant)
        yield from columns_are_spelled(vocabulary, variant)


@told_by("fit_vocabulary", "0.3")
def fitted_columns_are_named_by_what_they_spell(target: Any, run: Any) -> Iterator[Outcome]:
    """The same of vocabularies that are made without vectors."""
    for variant in VARIANTS:
        vocabulary = target.sfm.fit_vocabulary([CORPUS], variant)
        yield from columns_are_spelled(vocabulary, variant)
