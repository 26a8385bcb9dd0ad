"""Section III: ESP trees, Figure 1, and the types of their nodes."""

from __future__ import annotations

import math

from gramcheck.paper_checks import tree_plots
from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.claims.sfm.strings import BINARY, EXAMPLE, TERNARY
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_most, equals, is_true
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions

VARIANTS = ("cm", "paper", "released")


@claim("sfm/esp-tree", place="Section III", kind="definition", expected=Verdict.HOLDS)
def esp_tree(run: Run) -> Evidence:
    """Nodes have 2 or 3 children or none; equal labels iff equal children; height O(log L).

    On every string over two letters up to length 7 (9 at full scale) and over three up to 4, in
    "cm" and "paper": with n₂ and n₃ nodes of two and three children n₂ + 2 n₃ = L - 1, and the
    height lies between log₃ L and log₂ L. Names belong to the corpus, so labels are compared across
    all strings of it. ("released" writes three children as two nodes.)
    """
    longest = 9 if run.scale == "full" else 7
    corpus = [s for s in BINARY if len(s) <= longest] + list(TERNARY)
    return Evidence(
        printed=[
            *(tree_shape(corpus, variant) for variant in ("cm", "paper")),
            *(labels_are_subtrees(corpus, variant) for variant in ("cm", "paper")),
            run.verify(
                "sfm/esp-tree"
                if run.scale == "full"
                else ("sfm/esp-tree nodes*", "sfm/esp-tree labels*")
            ),
        ],
    )


def numbers_of_children(tree: sfm.EspTree) -> list[int]:
    """Of every node above the leaves."""
    return [len(c) for level in range(1, tree.height + 1) for c in tree.children(level)]


def tree_shape(corpus: list[str], variant: str) -> Finding:
    """Strings whose tree has a node of other than 2 or 3 children, or is too low or too high."""
    wrong = []
    for s in corpus:
        tree = sfm.esp_tree(s, variant)
        sizes = numbers_of_children(tree)
        spelled = "".join(s[begin:end] for begin, end in tree.spans(0))
        if (
            not set(sizes) <= {2, 3}
            or sum(size - 1 for size in sizes) != len(s) - 1
            or not 2**tree.height <= len(s) <= 3**tree.height
            or spelled != s
        ):
            wrong.append(s)
    return equals(wrong, [], name=f"{variant}: strings of {len(corpus)} with another form")


def labels_are_subtrees(corpus: list[str], variant: str) -> Finding:
    """Counts of labels against counts of subtrees, in the order of their first appearance."""
    V, _ = sfm.characteristic_vectors(corpus, variant)
    expected, subtrees = definitions.characteristic_matrix(corpus, variant)
    same = V.shape == (len(corpus), len(subtrees)) and not (V.toarray() != expected).any()
    detail = f"{V.shape[1]} labels, {len(subtrees)} subtrees in {len(corpus)} strings"
    return is_true(bool(same), detail, name=f"{variant}: a label a subtree")


@claim("sfm/figure-1", place="Section III, Figure 1", kind="figure", expected=Verdict.HOLDS)
def tree_of_the_figure(run: Run) -> Evidence:
    """The ESP tree of S = ABABABBAB: balanced, with leaves and nodes of two and three children.

    Drawn anew in the three variants (the printed picture is not in the text of the paper; the
    reference draws it as text, too). Colors: two children blue, three orange. Of "cm" it is as the
    text has it, with nodes of all three types; of "paper", the appendix read literally, it has no
    node of two children.
    """
    trees = {variant: sfm.esp_tree(EXAMPLE, variant) for variant in VARIANTS}
    sizes = {variant: set(numbers_of_children(tree)) for variant, tree in trees.items()}
    leaves = {len(tree.names[0]) for tree in trees.values()}
    return Evidence(
        printed=[
            equals(sorted(sizes["cm"]), [2, 3], name="numbers of children, cm"),
            equals(sorted(leaves), [len(EXAMPLE)], name="leaves on the lowest level"),
            *(
                at_most(
                    [math.log(len(EXAMPLE), 3), tree.height],
                    [tree.height, math.log2(len(EXAMPLE))],
                    name=f"{variant}: log₃ L ≤ height ≤ log₂ L",
                )
                for variant, tree in trees.items()
            ),
            run.verify("sfm/figure-1"),
        ],
        measured={f"children, {variant}": sorted(found) for variant, found in sizes.items()},
        picture=[
            tree_plots.tree(tree, title=f"ESP tree of {EXAMPLE}, variant {variant}")
            for variant, tree in trees.items()
        ],
    )


@claim(
    "errata/S14",
    place="Section III; Appendix A-B",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def numbers_of_the_types(run: Run) -> Evidence:
    """Type-3 nodes are built for subsequences of length 3 (appendix), type-2 nodes for length 2.

    In Section III a node of three children is of type (i), and (iii) is a leaf; "type-1 node for
    the triple" stands in Section A-A1, too. So the last paragraph means type-1.
    """
    section_3 = {3: 1, 2: 2, 0: 3}  # children: type
    last_paragraph = {3: 3, 2: 2}
    tree = sfm.esp_tree(strings.EXAMPLE)
    children = numbers_of_children(tree)
    types = sorted({section_3[n] for n in children})
    return Evidence(
        printed=equals(
            sorted({last_paragraph[n] for n in children}),
            types,
            name=f"types of the inner nodes of {strings.EXAMPLE}, by the appendix and Section III",
        ),
        corrected=equals(types, [1, 2], name="types of its inner nodes, with type-1 for triples"),
    )
