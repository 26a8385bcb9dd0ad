"""Wrong trees and characteristic vectors."""

from __future__ import annotations

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


released = partial(one_variant_always, "released")
paper = partial(one_variant_always, "paper")

falsify("sfm/esp-tree", "sfm/characteristic-vectors", wrong={VECTORS: released})
falsify("sfm/characteristic-vectors", "errata/S7", wrong={VECTORS: without_leaves})
falsify("sfm/figure-1-text", "errata/S14", wrong={TREE: paper})
falsify("sfm/esp-bounds", "errata/S8", wrong={VECTORS: paper})
falsify("sfm/esp-bounds", "errata/S7", "errata/S8", wrong={"sfm.l1_distances": half})
