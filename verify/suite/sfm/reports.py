"""Section III: what a tree says of its children, and a vocabulary of its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
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


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs=("sfm.characteristic_vectors", "sfm.fit_vocabulary"),
    since="0.3",
)
def vocabularies_list_the_children_of_each_node(target: Any, run: Any) -> Iterator[Outcome]:
    """From letters and rows of children the nodes of all columns, in vocabularies made either way.

    And how many there are on each level, and where each level begins; "released" knows one level.
    """
    corpus = ["CBABCBABABBA", EXAMPLE * 3]
    for variant in VARIANTS:
        columns = definitions.characteristic_matrix(corpus, variant)[1]
        levels = [min(level, 1) if variant == "released" else level for level, _ in columns]
        sizes = np.bincount(levels).tolist()
        offsets = [levels.index(level) for level in range(len(sizes))]
        for vocabulary in (
            target.sfm.characteristic_vectors(corpus, variant)[1],
            target.sfm.fit_vocabulary([corpus], variant),
        ):
            yield equal((variant, "ABC"), (vocabulary.variant, vocabulary.alphabet))
            yield equal([node for _, node in columns], listed(vocabulary, variant))
            yield equal(sizes, [int(size) for size in vocabulary.sizes])
            yield equal(offsets, [int(first) for first in vocabulary.offsets])
