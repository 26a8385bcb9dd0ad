"""Wrong trees and characteristic vectors, and parsing that is too slow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, times
from gramcheck.paper_checks.falsifiers.sfm.alphabet_reduction import by_the_largest_element
from gramcheck.paper_checks.falsifiers.sfm.edm import DISTANCE, longer_one_way
from gramcheck.reference import sfm

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


@instead
def without_leaves_below(tree_of: Function, string: str, variant: str = "cm") -> Any:
    """The lowest level is that above the letters."""
    tree = tree_of(string, variant)
    return replace(tree, names=tree.names[1:], starts=tree.starts[1:])


@instead
def thrice_each(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Every coordinate stands there three times."""
    V, vocabulary = vectors(corpus, variant)
    return sparse.csr_matrix(sparse.hstack([V, V, V])), vocabulary


@instead
def of_labels_of_their_own(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """No two strings have a label in common."""
    V, vocabulary = vectors(corpus, variant)
    return sparse.csr_matrix(sparse.block_diag(list(V))), vocabulary


@instead
def of_shares(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Shares of the nodes in place of counts."""
    V, vocabulary = vectors(corpus, variant)
    return sparse.csr_matrix(V / np.maximum(V.sum(axis=1), 1)), vocabulary


@instead
def with_leaves_last(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Letters have the last coordinates."""
    V, vocabulary = vectors(corpus, variant)
    letters = len(vocabulary.alphabet)
    return sparse.csr_matrix(sparse.hstack([V[:, letters:], V[:, :letters]])), vocabulary


@instead
def of_letters_alone(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Of the nodes only leaves are counted."""
    V, vocabulary = vectors(corpus, variant)
    return sparse.csr_matrix(V[:, : len(vocabulary.alphabet)]), vocabulary


@instead
def ten_times_as_long(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Every node counts ten times."""
    V, vocabulary = vectors(corpus, variant)
    return 10 * V, vocabulary


@instead
def by_left_preferential_parsing(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Nodes of the trees by pairs alone: an insertion in front makes all of them others."""
    return nodes_of_pairs(corpus)


@instead
def by_pairs_from_the_end(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """The same from right to left: an insertion at the end makes all nodes others."""
    return nodes_of_pairs([s[::-1] for s in corpus])


def nodes_of_pairs(corpus: Sequence[str]) -> Any:
    """How often each node occurs, of trees by left preferential parsing; no vocabulary."""
    known: dict[Any, int] = {}  # a letter, or the numbers of two or three children
    nodes = []
    for s in corpus:
        level = [known.setdefault(letter, len(known)) for letter in s]
        counts = Counter(level)
        while len(level) > 1:
            pairs = [tuple(level[i] for i in block) for block in sfm.lpp_parse(level)]
            level = [known.setdefault(pair, len(known)) for pair in pairs]
            counts.update(level)
        nodes.append(counts)
    V = sparse.lil_matrix((len(corpus), len(known)))
    for row, counts in enumerate(nodes):
        for node, count in counts.items():
            V[row, node] = count
    return sparse.csr_matrix(V), None


@instead
def of_reversed_strings(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Parsed from right to left as the appendix is printed: an insertion at the end costs much."""
    other = "paper" if variant == "cm" else variant
    return vectors([s[::-1] if variant == "cm" else s for s in corpus], other)


@instead
def by_halves(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Each half of a string is parsed by itself, and has nodes of its own."""
    halves = [half for s in corpus for half in (s[: len(s) // 2], s[len(s) // 2 :])]
    V, vocabulary = vectors(halves, variant)
    return sparse.csr_matrix(sparse.hstack([V[0::2], V[1::2]])), vocabulary


@instead
def doubled_at_each_level(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """A node counts for two of the level below, about as often as it has letters."""
    V, vocabulary = vectors(corpus, variant)
    levels = np.repeat(np.arange(len(vocabulary.sizes)), vocabulary.sizes)
    return sparse.csr_matrix(V @ sparse.diags_array(2.0**levels)), vocabulary


@instead
def again_for_every_thousand_letters(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Passes over the corpus a number of times that grows with it."""
    for _ in range(sum(map(len, corpus)) // 1000):
        vectors(corpus, variant)
    return vectors(corpus, variant)


@instead
def beside_all_pairs_of_letters(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Every letter is compared with every other one, in one operation on arrays."""
    letters = np.frombuffer("".join(corpus).encode("utf-32"), np.uint32)
    same = letters[:, None] == letters
    return vectors(corpus, variant) if same.any() else None


@instead
def one_more_than_needed(rounds_needed: Function, n_names: int) -> int:
    """One more round of alphabet reduction wherever there is any."""
    return rounds_needed(n_names) + (n_names > 6)


def with_type_1_for_triples(types: Mapping[int, int]) -> Mapping[int, int]:
    """The last paragraph has the types of Section III."""
    return {**types, 3: 1}


released, paper, cm = (partial(one_variant_always, v) for v in ("released", "paper", "cm"))

falsify("sfm/esp-tree", "sfm/characteristic-vectors", wrong={VECTORS: released})
falsify("sfm/esp-tree", wrong={TREE: with_a_level_of_only_children})
falsify("sfm/esp-tree", wrong={"sfm.esp.reduce_to_three": by_the_largest_element})
for _place in ("sfm.esp", "sfm.engines.vocabulary"):
    falsify("sfm/esp-tree", wrong={f"{_place}.rounds_needed": one_more_than_needed})
falsify("sfm/characteristic-vectors", "errata/S7", wrong={VECTORS: without_leaves})
falsify("sfm/characteristic-vectors", wrong={VECTORS: of_labels_of_their_own})
for _wrong in (
    with_a_level_of_only_children,
    of_four_children_at_the_root,
    without_leaves_below,
):
    falsify("sfm/figure-1-text", wrong={TREE: _wrong})
falsify("errata/S14", wrong={TREE: paper})
falsify(
    "errata/S14",
    wrong={"paper_checks.claims.sfm.esp.LAST_PARAGRAPH": with_type_1_for_triples},
)
for _wrong in (
    cm,
    paper,
    of_shares,
    by_left_preferential_parsing,
    by_pairs_from_the_end,
    of_reversed_strings,
    by_halves,
    doubled_at_each_level,
):
    falsify("sfm/esp-bounds", "errata/S8", wrong={VECTORS: _wrong})
falsify("sfm/esp-bounds", "errata/S7", "errata/S8", wrong={"sfm.l1_distances": half})
falsify("errata/S7", wrong={"sfm.l1_distances": times(1.5)})
falsify("errata/S7", wrong={VECTORS: with_leaves_last})
falsify("errata/S7", wrong={DISTANCE: longer_one_way})
for _wrong in (
    of_letters_alone,
    ten_times_as_long,
    by_pairs_from_the_end,
    by_halves,
    doubled_at_each_level,
):
    falsify("sfm/eq-1", wrong={VECTORS: _wrong})
falsify("sfm/esp-linear-time", "sfm/table-1", wrong={VECTORS: thrice_each})
for _wrong in (again_for_every_thousand_letters, beside_all_pairs_of_letters):
    falsify("sfm/esp-linear-time", wrong={VECTORS: _wrong})
