"""Section III: ESP trees and their characteristic vectors, in three variants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import at_least, at_most, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import all_strings
from gramcheck.verify.suite.sfm.problems import (
    EXAMPLE,
    VARIANTS,
    agrees_on,
    corpora,
    counted,
    dense,
    exact_trees,
    exact_vectors,
    nested,
    nested_levels,
)

PLACE = "Section III; Appendix A"
LETTERS, RULERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", ["ABC" * 9, "ABACABADABACABA"]
ALL = ("sfm.characteristic_vectors", "sfm.fit_vocabulary", "sfm.transform")
DIAGNOSE = diagnoser(ALL[0])


@check("sfm/esp-tree", place=PLACE, needs="sfm.esp_tree", since="0.1")
def trees_are_those_of_the_definition(target: Any, run: Any) -> Iterator[Outcome]:
    """Every string over two letters up to length 9 and over three up to 5, in each variant."""
    strings = all_strings("AB", 9, shortest=1) + all_strings("ABC", 5, shortest=3)
    for variant in VARIANTS:
        pairs = [(s, variant) for s in strings]
        yield agrees_on(target.sfm.esp_tree, pairs, exact_trees(strings, variant), nested)


@check("sfm/esp-tree", place=PLACE, needs="sfm.esp_tree", since="0.1")
@for_all(
    corpus=corpora(),
    variant=st.sampled_from(VARIANTS),
    examples=[{"corpus": ["cabageheadbag", "CBABCBABABBA"], "variant": v} for v in VARIANTS],
)
def nodes_have_two_or_three_children(
    target: Any, corpus: list[str], variant: str
) -> Iterator[Outcome]:
    """Two-nodes and twice the three-nodes are one fewer than letters.

    The leaves spell the string, and the tree is the definition's.
    """
    for s in filter(None, corpus):
        tree = target.sfm.esp_tree(s, variant)
        twos, threes = counted(nested(tree))
        yield equal(len(s) - 1, twos + 2 * threes)
        yield equal(definitions.esp_tree(s, variant), nested(tree))


@check("sfm/esp-tree", place="Section III, second paragraph", needs="sfm.esp_tree", since="0.1")
@for_all(
    corpus=corpora(),
    variant=st.sampled_from(VARIANTS),
    examples=[{"corpus": ["ABABAB" * 4 + "C" * 12], "variant": v} for v in VARIANTS],
)
def labels_are_equal_iff_those_of_the_children_are(
    target: Any, corpus: list[str], variant: str
) -> Iterator[Outcome]:
    """On each level of each tree, a node's name and what is below it determine each other."""
    for s in filter(None, corpus):
        tree = target.sfm.esp_tree(s, variant)
        for names, nodes in zip(tree.names, nested_levels(tree), strict=True):
            both = set(zip(names, nodes, strict=True))
            numbers = len(both), len(set(names)), len(set(nodes))
            text = f"got {numbers} different (pairs, names, nodes) for {s!r}, should be as many"
            yield is_true(len(set(numbers)) == 1, text)


@check("sfm/esp-tree", place=PLACE, needs="sfm.esp_tree", since="0.2")
def nodes_edges_and_spans_are_those_of_the_tree(target: Any, run: Any) -> Iterator[Outcome]:
    """Each node with its level, place and name, each edge, and the letters under each node."""
    for s in (EXAMPLE, "A", "CABAGEHEADBAG"):
        tree = target.sfm.esp_tree(s, "cm")
        levels = nested_levels(tree)
        yield equal(len(levels) - 1, int(tree.height))
        nodes = [(i, k, name) for i, row in enumerate(tree.names) for k, name in enumerate(row)]
        yield equal(nodes, [tuple(node) for node in tree.nodes])
        parents = [np.searchsorted(starts, range(len(row)), "right") - 1
                   for starts, row in zip(tree.starts, levels, strict=False)]  # fmt: skip
        edges = [((i + 1, int(parent)), (i, child))
                 for i, row in enumerate(parents) for child, parent in enumerate(row)]  # fmt: skip
        yield equal(edges, [tuple(edge) for edge in tree.edges])
        for level, row in enumerate(levels):
            spelled = ["".join(leaves(node)) for node in row]
            yield equal(spelled, [s[begin:end] for begin, end in tree.spans(level)])


@check("sfm/esp-tree", place=PLACE, needs="sfm.esp_tree", since="0.2")
def drawn_tree_has_each_name_above_its_leaves(target: Any, run: Any) -> Iterator[Outcome]:
    """A line a level, root first, in which names stand in order, and the string at the end.

    There a character that does not print is its escape sequence.
    """
    for s in (EXAMPLE, "A", "ABCDEFGHIJKLMN" * 2, "A\n\tB"):
        tree = target.sfm.esp_tree(s, "cm")
        *lines, last = tree.draw().splitlines()
        yield equal(s.replace("\n", "\\n").replace("\t", "\\t"), "".join(last.split()))
        width = len(lines[-1]) // len(s)
        for level, line in zip(range(int(tree.height), -1, -1), lines, strict=True):
            found = [(int(each[0]), each.start()) for each in re.finditer(r"\d+", line)]
            yield equal(list(tree.names[level]), [name for name, _ in found])
            places = zip((at // width for _, at in found), tree.spans(level), strict=False)
            yield equal([1] * len(found), [int(i <= at < j) for at, (i, j) in places])


def leaves(node: Any) -> Iterator[str]:
    """The letters of a nested tree, left to right."""
    for each in node:
        yield from leaves(each) if isinstance(each, tuple) else each


@check("sfm/figure-1", place="Figure 1", needs="sfm.esp_tree", since="0.1")
def tree_of_the_figure_has_its_three_kinds_of_nodes(target: Any, run: Any) -> Iterator[Outcome]:
    """S = ABABABBAB by hand: (AB ABA)(BB AB) under "cm", ABA BAB BAB under "paper"."""
    ab, aba, bab, bb, ba = (tuple(s) for s in ("AB", "ABA", "BAB", "BB", "BA"))
    for variant, tree in (
        ("cm", ((ab, aba), (bb, ab))),
        ("paper", (aba, bab, bab)),
        ("released", ((("A", ba), ba), (bb, ab))),
    ):
        yield equal(tree, nested(target.sfm.esp_tree(EXAMPLE, variant)))


@check("sfm/characteristic-vectors", place=PLACE, needs=ALL[0], since="0.1", diagnose=DIAGNOSE)
@for_all(
    corpus=corpora(),
    variant=st.sampled_from(VARIANTS),
    examples=[
        {"corpus": corpus, "variant": variant}
        for variant in VARIANTS
        for corpus in (
            ["B", "A"],
            ["CBABC", "CBA", "", "A" + EXAMPLE],
            ["cabageheadbag", "CBABCBABC"],
            # pieces that are two longer than what alphabet reduction leaves out
            [
                "DDDCCDBBECCCAABCCCBBBDDDCCCDCD",
                "DEECCECCCCCCEEAAAEDDDD",
                "BBDAEAABBEEEBBBBEEEEEEDDDBBBCCDDDAAA",
            ],
        )
    ],
)
def vectors_are_those_of_the_definition(
    target: Any, corpus: list[str], variant: str
) -> Iterator[Outcome]:
    """Every count of every node, leaves included, column by column in the order of names.

    Alphabets are on both sides of 6, 8, 16 names, and names belong to the corpus: a string alone
    may have another tree.
    """
    expected = exact_vectors(tuple(corpus), variant)
    V, _ = target.sfm.characteristic_vectors(corpus, variant)
    yield equal(expected, dense(V))


@check("sfm/characteristic-vectors", place=PLACE, needs=ALL[1:], since="0.1")
@for_all(
    corpus=corpora(),
    variant=st.sampled_from(VARIANTS),
    cut=st.integers(0, 4),
    examples=[
        {"corpus": ["ABCABC" * 9, "CAB" * 9, "BBA"], "variant": v, "cut": 1} for v in VARIANTS
    ],
)
def chunks_are_as_good_as_one_go(
    target: Any, corpus: list[str], variant: str, cut: int
) -> Iterator[Outcome]:
    """A vocabulary of chunks gives the vectors of the whole corpus; no node is unseen."""
    vocabulary = target.sfm.fit_vocabulary(filter(None, (corpus[:cut], corpus[cut:])), variant)
    V, unseen = target.sfm.transform(corpus, vocabulary)
    yield equal(exact_vectors(tuple(corpus), variant), dense(V))
    yield equal([0] * len(corpus), np.asarray(unseen).tolist())


@check("sfm/characteristic-vectors", place=PLACE, needs=ALL[::2], since="0.1")
@for_all(
    corpus=corpora(),
    new=corpora(),
    variant=st.sampled_from(("cm", "paper")),
    examples=[
        {"corpus": ["ABABABBAB"], "new": ["AABABABBAB", "C", "CCA", "DE"], "variant": "cm"},
        {"corpus": ["ABC" * 5, "CABBA"], "new": ["ABC" * 7, "BBACCA", ""], "variant": "paper"},
        {"corpus": ["A"], "new": ["BC", "B"], "variant": "cm"},  # a level that is new
        # a sixth letter, the last for which there is no round
        *(
            {"corpus": ["ABCDEDEDDEADDDEEAAECBCE"], "new": ["DBFAEFDB"], "variant": v}
            for v in ("cm", "paper")
        ),
        # of few letters, yet reduced in as many rounds as the whole corpus
        *({"corpus": [LETTERS, *RULERS], "new": RULERS, "variant": v} for v in ("cm", "paper")),
    ],
)
def new_strings_are_parsed_as_if_they_were_appended(
    target: Any, corpus: list[str], new: list[str], variant: str
) -> Iterator[Outcome]:
    """Counts of the known nodes and how many are unknown, where the new string renames no node.

    It does where it asks for more rounds, and where its new letters would not be the last ones, in
    the order in which it brings them: letters are numbered as they sort. In "released" names are
    global, and what a new string is named has no definition.
    """
    _, vocabulary = target.sfm.characteristic_vectors(corpus, variant)
    _, columns = definitions.characteristic_matrix(corpus, variant)
    V, unseen = target.sfm.transform(new, vocabulary)
    before = rounds_by_level(corpus, variant)
    known = "".join(corpus)
    for row, count, s in zip(dense(V), np.asarray(unseen).tolist(), new, strict=True):
        letters = sorted(set(known)) + list(dict.fromkeys(c for c in s if c not in known))
        if letters != sorted(letters):
            continue
        together = [*corpus, s]
        after = rounds_by_level(together, variant)
        if before != after[: len(before)] or any(after[len(before) :]):
            continue
        vector = definitions.characteristic_vectors(together, variant)[-1]
        yield equal(np.array([vector[c] for c in columns], dtype=float), row)
        yield equal(vector.total() - sum(vector[c] for c in columns), count)


def rounds_by_level(corpus: list[str], variant: str) -> list[int]:
    """The rounds of alphabet reduction on each level."""
    levels: Any = definitions.esp_levels(corpus, variant)
    return [definitions.rounds_for(len({node for row in rows for node in row})) for rows in levels]


@check("sfm/esp-bounds", place=f"{PLACE}; erratum S8", needs=ALL[0], since="0.1")
def one_edit_changes_few_nodes(target: Any, run: Any) -> Iterator[Outcome]:
    """Doubling a letter: with 64 times the length L1 grows less than fourfold under "cm".

    The first letter, the last, or any other. Logarithms grow by 14/8, and a cube root would by 4.
    On random letters, and on runs of two to four, which the appendix as printed does not cut where
    it finds them; always the same ones.
    """
    for draw in (random_letters, short_runs):
        rng = np.random.default_rng(2012)
        short, long = (doubled_letters(target, draw, rng, n, "cm") for n in (256, 16384))
        for few, many in zip(short, long, strict=True):
            yield at_most(4 * few, many)


@check("sfm/esp-bounds", place="Section III; erratum S8", needs=ALL[0], since="0.1")
def appendix_as_printed_is_not_locally_consistent(target: Any, run: Any) -> Outcome:
    """On runs of two to four under "paper" L1 grows more than fourfold: not O(log L log* L).

    The letter that is doubled is the first.
    """
    lengths, rng = (256, 16384), np.random.default_rng(2012)
    short, long = (doubled_letters(target, short_runs, rng, n, "paper")[0] for n in lengths)
    return at_least(4 * short, long)


def random_letters(rng: np.random.Generator, length: int) -> str:
    """Two letters at random."""
    return "".join(rng.choice(["A", "B"], length).tolist())


def short_runs(rng: np.random.Generator, length: int) -> str:
    """Runs of two to four equal letters of four."""
    steps = rng.integers(1, 4, size=length // 2)
    runs = np.repeat(np.cumsum(steps) % 4, rng.integers(2, 5, size=length // 2))
    return "".join("ABCD"[c] for c in runs[:length].tolist())


def doubled_letters(
    target: Any, draw: Any, rng: np.random.Generator, length: int, variant: str
) -> list[float]:
    """Means of ||V(S) - V(S')||_1 for ten random strings S, a letter of which is doubled in S'.

    The first letter, the last, and any.
    """
    distances = []
    for _ in range(10):
        s = draw(rng, length)
        places = (0, length - 1, int(rng.integers(length)))
        doubled = [s[: i + 1] + s[i:] for i in places]
        V, _ = target.sfm.characteristic_vectors([s, *doubled], variant)
        counts = dense(V)
        distances.append(np.abs(counts[1:] - counts[0]).sum(axis=1))
    return np.mean(distances, axis=0).tolist()
