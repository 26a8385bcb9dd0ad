"""Wrong trees where the appendix leaves something open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.sfm.parsing_rules import in_runs
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.sfm.esp import (
    TREE,
    VECTORS,
    nodes_of_pairs,
    of_shares,
    released,
)
from gramcheck.reference.sfm import EspTree
from gramcheck.verify.definitions.sfm import parsing as definitions

CLAIMS = "paper_checks.claims.sfm.parsing_rules"


def root_above_all_leaves(tree: Function) -> Function:
    """One node has all letters as its children."""
    return lambda s, variant: EspTree(s, variant, ((0,) * len(s), (0,)), ((0,),))


@instead
def of_one_name(tree_of: Function, string: str, variant: str = "cm") -> Any:
    """All nodes of a level have the same name."""
    tree = tree_of(string, variant)
    return replace(tree, names=tuple((0,) * len(names) for names in tree.names))


@instead
def twice_the_counts(transform: Function, strings: Any, vocabulary: Any) -> Any:
    """New strings have each node twice."""
    V, *rest = transform(strings, vocabulary)
    return (2 * V, *rest)


@instead
def of_a_corpus_in_one_order(vectors: Function, corpus: list[str], variant: str = "cm") -> Any:
    """Names are given in the order of the sorted strings, however they come."""
    V, vocabulary = vectors(sorted(corpus), variant)
    places = np.argsort(sorted(range(len(corpus)), key=corpus.__getitem__))
    return V[places], vocabulary


@instead
def with_lonely_symbols_joined(pieces: Function, names: Any) -> Any:
    """A piece of one symbol joins its neighbor."""
    joined: list[tuple[str, int, int]] = []
    for category, start, end in pieces(names):
        if joined and 1 in (end - start, joined[-1][2] - joined[-1][1]):
            category, start, _ = joined.pop()
        joined.append((category, start, end))
    return joined


def from_four_on(_: Function) -> Function:
    """Four equal letters are a run, and four without equal neighbors are a stretch."""

    def pieces(names: Any) -> list[tuple[str, int, int]]:
        found = []
        for start, end in definitions.metablocks(names, shortest=4):
            if end - start >= 4 and len(set(names[start:end])) == 1:
                found.append(("ii", start, end))
                continue
            behind = start  # all of the metablock that no piece has yet
            for i, j in definitions.maximal_stretches(names, start, end):
                if j - i >= 4:
                    found += [("iii", behind, i), ("i", i, j)]
                    behind = j
            found.append(("iii", behind, end))
        return [piece for piece in found if piece[1] < piece[2]]

    return pieces


@instead
def without_landmarks(pieces: Function, names: Any) -> Any:
    """Stretches without equal neighbors are parsed by LPP too."""
    return [("iii" if c == "i" else c, start, end) for c, start, end in pieces(names)]


@instead
def behind_the_runs(stretches: Function, s: str) -> set[int]:
    """What lies in a run lies in no stretch."""
    return stretches(s) - in_runs(s)


def of_the_appendix(function: Function) -> Function:
    """The published program parses as the appendix does."""
    return lambda strings, variant="cm": function(
        strings, "paper" if variant == "released" else variant
    )


@instead
def by_pairs_alone(vectors: Function, corpus: list[str], variant: str = "cm") -> Any:
    """The published program parses as LPP does, which falls out of step as well."""
    return nodes_of_pairs(corpus) if variant == "released" else vectors(corpus, variant)


falsify(
    "errata/S9",
    wrong={
        "verify.definitions.sfm.paper_pieces": with_lonely_symbols_joined,
        f"{CLAIMS}.in_stretches": behind_the_runs,
    },
)
for _wrong in (without_landmarks, from_four_on):
    falsify("errata/S9", wrong={"verify.definitions.sfm.paper_pieces": _wrong})
falsify("errata/S9", wrong={TREE: root_above_all_leaves})
falsify("sfm/esp-tree", wrong={TREE: of_one_name})
falsify("errata/S12", wrong={"sfm.transform": twice_the_counts})
for _wrong in (of_shares, of_a_corpus_in_one_order):
    falsify("errata/S12", wrong={VECTORS: _wrong})
for _wrong in (released, by_pairs_alone):
    falsify("errata/S25", wrong={VECTORS: _wrong})
falsify("errata/S25", wrong=dict.fromkeys((TREE, VECTORS), of_the_appendix))
