"""Wrong trees and characteristic vectors."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from scipy import sparse

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead

TREE, VECTORS = "sfm.esp_tree", "sfm.characteristic_vectors"


def one_variant_always(variant: str, function: Function) -> Function:
    """One variant, whatever is asked for."""
    return lambda strings, *_: function(strings, variant)


@instead
def without_leaves(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Leaves are not counted."""
    V, vocabulary = vectors(corpus, variant)
    V = V.tolil()
    V[:, : len(vocabulary.alphabet)] = 0
    return sparse.csr_matrix(V), vocabulary


@instead
def with_a_level_of_only_children(tree_of: Function, string: str, variant: str = "cm") -> Any:
    """Above each leaf a node that has it alone."""
    tree = tree_of(string, variant)
    leaves = tree.names[0]
    alone = tuple(range(len(leaves)))
    return replace(tree, names=(leaves, *tree.names), starts=(alone, *tree.starts))


@instead
def of_four_children_at_the_root(tree_of: Function, string: str, variant: str = "cm") -> Any:
    """The two levels at the top are one."""
    tree = tree_of(string, variant)
    return replace(tree, names=(*tree.names[:-2], tree.names[-1]), starts=(*tree.starts[:-2], (0,)))


released = partial(one_variant_always, "released")
paper = partial(one_variant_always, "paper")

falsify("sfm/esp-tree", "sfm/characteristic-vectors", wrong={VECTORS: released})
falsify("sfm/characteristic-vectors", "errata/S7", wrong={VECTORS: without_leaves})
for _wrong in (with_a_level_of_only_children, of_four_children_at_the_root):
    falsify("sfm/figure-1-text", wrong={TREE: _wrong})
falsify("errata/S14", wrong={TREE: paper})
falsify("sfm/esp-bounds", "errata/S8", wrong={VECTORS: paper})
falsify("sfm/esp-bounds", "errata/S7", "errata/S8", wrong={"sfm.l1_distances": half})
