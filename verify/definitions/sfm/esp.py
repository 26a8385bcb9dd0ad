"""SFM, Section III and Appendix A: ESP trees and characteristic vectors, in three variants.

A leaf is a character, an inner node the tuple of its children, so that two nodes are equal if and
only if they have the same number of children, equal ones in the same order (Section III). A tree
is its root; the empty string has the empty tree (). All leaves under a node of ``cm`` and
``paper`` are equally deep; its level is that depth. In ``released`` it is the depth of its leftmost
leaf, and there names need no level: nodes of different levels are different.

The integer names that the parsing compares belong to a corpus: in ``cm`` and ``paper`` those of one
level, characters in sorted order, then by first appearance, string by string; in ``released`` one
sequence for all levels, behind the character codes.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from gramcheck.verify.definitions.sfm.parsing import (
    Block,
    cm_blocks,
    label,
    lpp_parse,
    paper_blocks,
)

__all__ = [
    "characteristic_matrix",
    "characteristic_vector",
    "characteristic_vectors",
    "esp_levels",
    "esp_tree",
    "esp_trees",
    "height",
    "l1_distance",
    "lpp_tree",
    "nodes_of",
    "released_labels",
    "released_trees",
]

Node = str | tuple  # a tuple of Nodes
Row = list[Node]

BLOCKS = {"cm": cm_blocks, "paper": paper_blocks}


def names_of(rows: Sequence[Row]) -> dict[Node, int]:
    """Integer names of a level's nodes: by first appearance in corpus order."""
    names: dict[Node, int] = {}
    for row in rows:
        for node in row:
            names.setdefault(node, len(names))
    return names


def esp_levels(strings: Sequence[str], variant: str = "cm") -> list[list[Row]]:
    """Every level of every string, leaves first: ``levels[h][k]`` is level h of string k.

    The row of a string that has reached one node at a lower level is empty.
    """
    blocks_of = BLOCKS[variant]
    rows: list[Row] = [list(s) for s in strings]
    names = names_of([sorted(set("".join(strings)))])
    levels = [rows]
    while any(len(row) > 1 for row in rows):
        rows = [
            [
                tuple(row[i] for i in block)
                for block in blocks_of([names[x] for x in row], len(names))
            ]
            if len(row) > 1
            else []
            for row in rows
        ]
        names = names_of(rows)
        levels.append(rows)
    return levels


def esp_trees(strings: Sequence[str], variant: str = "cm") -> list[Node]:
    """The ESP trees of a corpus, each as its root."""
    if variant == "released":
        return released_trees(strings)
    trees: list[Node] = [()] * len(strings)
    for rows in esp_levels(strings, variant):
        for k, row in enumerate(rows):
            if len(row) == 1:
                trees[k] = row[0]
    return trees


def esp_tree(s: str, variant: str = "cm") -> Node:
    """The ESP tree of one string, the corpus of one."""
    return esp_trees([s], variant)[0]


def lpp_tree(s: str) -> Node:
    """A-A1, Figure 6: the tree that left preferential parsing alone builds."""
    row: Row = list(s)
    while len(row) > 1:
        row = [tuple(row[i] for i in block) for block in lpp_parse(row)]
    return row[0] if row else ()


def height(tree: Node) -> int:
    """Edges from the root to its leftmost leaf; 0 for a leaf and for the empty tree."""
    edges = 0
    while isinstance(tree, tuple) and tree:
        tree = tree[0]
        edges += 1
    return edges


def nodes_of(tree: Node) -> list[Node]:
    """Every node of a tree, as often as it occurs, leaves included."""
    found = [] if tree == () else [tree]
    for node in found:  # grows while it is read
        if isinstance(node, tuple):
            found.extend(node)
    return found


def characteristic_vector(tree: Node) -> Counter:
    """V(S), Section III: how often each node (level, node) occurs in the tree, leaves included."""
    return Counter((height(node), node) for node in nodes_of(tree))


def characteristic_vectors(strings: Sequence[str], variant: str = "cm") -> list[Counter]:
    """V(S) of every string of a corpus."""
    return [characteristic_vector(tree) for tree in esp_trees(strings, variant)]


def l1_distance(v: Counter, w: Counter) -> int:
    """||V(S) - V(S')||_1 over all nodes of either string."""
    return sum(abs(v[key] - w[key]) for key in v.keys() | w.keys())


def characteristic_matrix(
    strings: Sequence[str], variant: str = "cm"
) -> tuple[list[list[int]], list[tuple[int, Node]]]:
    """V as a dense table, a row a string, and its columns (level, node): level by level.

    Leaves are in sorted order, nodes of a level by first appearance in corpus order, an inner pair
    of a triple of ``released`` right before its triple.
    """
    columns: list[tuple[int, Node]]
    if variant == "released":
        columns = [(height(node), node) for node in _released(strings)[1]]
    else:
        columns = [(0, c) for c in sorted(set("".join(strings)))]
        for h, rows in enumerate(esp_levels(strings, variant)):
            if h > 0:
                columns += [(h, node) for node in names_of(rows)]
    vectors = characteristic_vectors(strings, variant)
    return [[v.get(column, 0) for column in columns] for v in vectors], columns


# ------------------------------------------------------------------- the published program


def released_trees(strings: Sequence[str]) -> list[Node]:
    """The trees of the authors' published program (tb-yasu/SFMEDM, ESP.cpp), all nodes binary.

    A triple (x, y, z) makes the two nodes (y, z) and (x, (y, z)), named in this order. A character
    is named by its code point, which must not be 0 (the program reads bytes).
    """
    return _released(strings)[0]


def _released(strings: Sequence[str]) -> tuple[list[Node], dict[Node, int]]:
    rows: list[Row] = [list(s) for s in strings]
    letters = sorted(set("".join(strings)))
    names: dict[Node, int] = {c: ord(c) for c in letters}
    next_name = ord(letters[-1]) + 1 if letters else 0

    def node(left: Node, right: Node) -> Node:
        nonlocal next_name
        if (left, right) not in names:
            names[left, right] = next_name
            next_name += 1
        return (left, right)

    while any(len(row) > 1 for row in rows):
        for k, row in enumerate(rows):
            if len(row) > 1:
                shorter: Row = []
                for block in released_blocks([names[x] for x in row]):
                    children = [row[i] for i in block]
                    pair = node(*children[-2:])
                    shorter.append(pair if len(block) == 2 else node(children[0], pair))
                rows[k] = shorter
    return [row[0] if row else () for row in rows], names


def released_blocks(names: Sequence[int]) -> list[Block]:
    """One level of the published program's scan, which goes up to the last symbol but one.

    ``differing`` counts the steps between different symbols since the last equal ones, ``equal``
    the length of the run being read. A piece that is cut off when two equal symbols come up ends in
    front of the first of them. Five differing steps are enough for labels, otherwise it is pairs.
    """
    n = len(names)
    blocks: list[Block] = []
    start, equal, differing = 0, 1, 0
    for j in range(1, n - 1):
        if names[j] == names[j - 1]:
            if differing >= 3:
                cut = _greedy if differing >= 5 else _pairs
                blocks += cut(names, start, j - 1)
                start = j - 1
            equal, differing = equal + 1, 0
        else:
            if equal >= 2:
                blocks += _pairs(names, start, j)
                start = j
            equal, differing = 1, differing + 1
    if differing < 5:
        return blocks + _pairs(names, start, n)
    if names[n - 2] != names[n - 1]:
        return blocks + _greedy(names, start, n)
    return blocks + _greedy(names, start, n - 2) + [(n - 2, n - 1)]


def _pairs(names: Sequence[int], start: int, end: int) -> list[Block]:
    """Pairs from the left, of an odd number of symbols the last three together."""
    n_pairs = (end - start - (3 if (end - start) % 2 else 0)) // 2
    blocks: list[Block] = [(start + 2 * k, start + 2 * k + 1) for k in range(n_pairs)]
    return blocks + ([(end - 3, end - 2, end - 1)] if (end - start) % 2 else [])


def _greedy(names: Sequence[int], start: int, end: int) -> list[Block]:
    """A triple around each strict extremum of the labels met on the way, else a pair."""
    A = released_labels(names[start:end])
    blocks: list[Block] = []
    i = start
    while i < end:
        left = end - i
        if left == 4 or left == 2:
            size = 2
        elif left == 3:
            size = 3
        else:
            a, b, c = A[i - start : i - start + 3]
            size = 3 if a < b > c or a > b < c else 2
        blocks.append(tuple(range(i, i + size)))
        i += size
    return blocks


def released_labels(names: Sequence[int]) -> list[int]:
    """Labels of the published program, reduced to {0, 1, 2}.

    The first symbol counts as 0 and its label is 0 in every round; rounds go on until all labels
    are below 6, the first is always made; 3, 4 and 5 become the *largest* free of 0, 1, 2. Where
    the second is 0 too, the letter NUL, the program looks for a bit without end; here the two
    differ in the bit after the last of 32.
    """
    A = [0, *names[1:]]
    while True:
        A = [0] + [label(u, v) if u != v else 2 * 32 for u, v in pairwise(A)]
        if max(A) < 6:
            break
    for c in (3, 4, 5):
        for i in range(len(A)):
            if A[i] == c:
                A[i] = max({0, 1, 2} - set(A[max(i - 1, 0) : i] + A[i + 1 : i + 2]))
    return A
