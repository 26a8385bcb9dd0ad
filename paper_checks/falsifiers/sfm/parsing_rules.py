"""Wrong trees where the appendix leaves something open."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.sfm.esp import TREE, VECTORS, of_shares, released
from gramcheck.reference.sfm import EspTree


def root_above_all_leaves(tree: Function) -> Function:
    """One node has all letters as its children."""
    return lambda s, variant: EspTree(s, variant, ((0,) * len(s), (0,)), ((0,),))


@instead
def twice_the_counts(transform: Function, strings: Any, vocabulary: Any) -> Any:
    """New strings have each node twice."""
    V, *rest = transform(strings, vocabulary)
    return (2 * V, *rest)


falsify("errata/S9", wrong={TREE: root_above_all_leaves})
falsify("errata/S12", wrong={"sfm.transform": twice_the_counts})
falsify("errata/S12", wrong={VECTORS: of_shares})
falsify("errata/S25", wrong={VECTORS: released})
