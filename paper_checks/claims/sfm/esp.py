"""Section III: ESP trees, characteristic vectors, Figure 1, types of nodes; the time of ESP."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gramcheck.paper_checks import plots, tree_plots
from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.claims.sfm.strings import BINARY, EXAMPLE, TERNARY
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.counting import peak_bytes, steps
from gramcheck.paper_checks.findings import Finding, at_most, equals, is_true
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions

VARIANTS = ("cm", "paper", "released")
NO_PICTURE = "the printed picture is not in the text of the paper that is at hand"


@claim("sfm/esp-tree", place="Section III", kind="definition", checks=("vectors/esp_tree",))
def esp_tree(run: Run) -> Evidence:
    """Nodes have 2 or 3 children or none; equal labels iff equal children; height O(log L).

    On every string over two letters up to length 7 (9 at full scale) and over three up to 4, in
    "cm" and "paper": with n₂ and n₃ nodes of two and three children n₂ + 2 n₃ = L - 1, and the
    height lies between log₃ L and log₂ L. Names belong to the corpus, so labels are compared across
    all strings of it. ("released" writes three children as two nodes.) So few letters need no
    alphabet reduction; trees and labels of strings over 8 to 300 letters, of which one to four
    rounds are made, are those that the definition builds from the rules.
    (Until a review labels of the vectors alone were compared, and not the names of the trees; and
    until another one no string had more than three different letters.)
    """
    many = of_many_letters(run.rng())
    corpus = [s for s in BINARY if len(s) <= (9 if run.scale == "full" else 7)] + list(TERNARY)
    findings = []
    for variant in ("cm", "paper"):
        findings += [
            tree_shape(corpus, variant),
            names_are_subtrees(corpus, variant),
            labels_are_subtrees(corpus, variant),
            labels_are_subtrees(many, variant),
            trees_by_the_rules(many, variant),
        ]
    return Evidence(printed=findings)


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


def names_are_subtrees(corpus: list[str], variant: str) -> Finding:
    """Strings in whose tree names and subtrees of a level do not belong together one to one."""
    wrong = []
    for s in corpus:
        tree = sfm.esp_tree(s, variant)
        subtrees: list[Any] = list(s)
        for level, names in enumerate(tree.names):
            if level:
                subtrees = [tuple(subtrees[k] for k in places) for places in tree.children(level)]
            pairs = set(zip(names, subtrees, strict=True))
            if not len(pairs) == len(set(names)) == len(set(subtrees)):
                wrong.append(s)
    return equals(wrong, [], name=f"{variant}: strings with a name that is not a subtree's alone")


def of_many_letters(rng: np.random.Generator) -> list[str]:
    """Strings of 40 letters, three over 8, 16 and 20 each, and one of 300 different letters."""
    letters = np.array([chr(0x4E00 + k) for k in range(300)])
    few = [rng.choice(letters[:n], 40) for n in (8, 16, 20) for _ in range(3)]
    return ["".join(s.tolist()) for s in [*few, rng.permutation(letters)]]


def trees_by_the_rules(corpus: list[str], variant: str) -> Finding:
    """Strings whose tree, each node the tuple of its children, is not that of the definition."""
    wrong = []
    for s in corpus:
        tree = sfm.esp_tree(s, variant)
        nodes: list[Any] = list(s)
        for level in range(1, tree.height + 1):
            nodes = [tuple(nodes[k] for k in places) for places in tree.children(level)]
        if nodes != [definitions.esp_tree(s, variant)]:
            wrong.append(s)
    name = (
        f"{variant}: of {len(corpus)} strings over 8 to 300 letters, trees other than by the rules"
    )
    return equals(len(wrong), 0, name=name)


def labels_are_subtrees(corpus: list[str], variant: str) -> Finding:
    """Counts of labels against counts of subtrees, in the order of their first appearance."""
    V, _ = sfm.characteristic_vectors(corpus, variant)
    expected, subtrees = definitions.characteristic_matrix(corpus, variant)
    same = V.shape == (len(corpus), len(subtrees)) and not (V.toarray() != expected).any()
    detail = f"{V.shape[1]} labels, {len(subtrees)} subtrees in {len(corpus)} strings"
    return is_true(bool(same), detail, name=f"{variant}: a label a subtree")


@claim(
    "sfm/characteristic-vectors",
    place="Section III, characteristic vectors",
    kind="definition",
    checks=("vectors/characteristic_vectors",),
)
def characteristic_vectors(run: Run) -> Evidence:
    """V(S) counts how often each node label appears in T(S); common substrings share labels.

    Leaves count. Trees are built string by string from the rules, and their nodes counted; two
    copies of a random string with another one between them have the most of their nodes in common.
    """
    rng = run.rng()
    s, t = (strings.random_letters(rng, 60) for _ in range(2))
    corpus = [s + t, t + s, s, t, "A", "AB"]
    V, vocabulary = sfm.characteristic_vectors(corpus)
    counted = definitions.characteristic_vectors(corpus)
    expected, _ = definitions.characteristic_matrix(corpus)
    apart = [[definitions.l1_distance(v, w) for w in counted] for v in counted]
    shared = float(np.minimum(V[0].toarray(), V[1].toarray()).sum())
    return Evidence(
        printed=[
            equals(V.toarray(), expected, name="counts of labels, trees built string by string"),
            equals(sfm.l1_distances(V, V), apart, name="L1 distances, nodes of trees as the key"),
            equals(
                np.ravel(V.sum(axis=1))[4:], [1, 3], name="nodes of A and of AB, leaves included"
            ),
            at_most(V[0].sum() / 2, shared, name="S T and T S: half of the nodes are common"),
        ],
        measured={"labels": V.shape[1], "letters": len(vocabulary.alphabet)},
    )


@claim("sfm/figure-1", place="Section III, Figure 1", expected=Verdict.NOT_TESTABLE)
def tree_of_the_figure(run: Run) -> Evidence:
    """Illustration of an ESP tree for the string S = ABABABBAB.

    Drawn anew in the three variants, two children blue, three orange. What the text says of the
    tree is sfm/figure-1-text.
    """
    return Evidence.not_testable(
        NO_PICTURE,
        picture=[
            tree_plots.tree(
                sfm.esp_tree(EXAMPLE, variant), title=f"ESP tree of {EXAMPLE}, variant {variant}"
            )
            for variant in VARIANTS
        ],
    )


@claim(
    "sfm/figure-1-text", place="Section III, on Figure 1", kind="statement", checks=("figure-1",)
)
def example_of_a_tree(run: Run) -> Evidence:
    """The ESP tree of ABABABBAB is balanced, each node has three children, two or none.

    All leaves on one level, and the height between log₃ L and log₂ L, in "paper", the appendix read
    literally, and in "cm". That nodes of all three types occur, as an earlier form of this claim
    had it, is not in the text: they do in "cm", and in "paper" no node has two children.
    """
    findings, found = [], {}
    least, most = math.log(len(EXAMPLE), 3), math.log2(len(EXAMPLE))
    for variant in ("paper", "cm"):
        tree = sfm.esp_tree(EXAMPLE, variant)
        sizes = found[f"children, {variant}"] = sorted(set(numbers_of_children(tree)))
        findings += [
            equals(sorted({2, 3, *sizes}), [2, 3], name=f"{variant}: children of inner nodes"),
            equals(len(tree.names[0]), len(EXAMPLE), name=f"{variant}: leaves on the lowest level"),
            at_most(
                [least, tree.height],
                [tree.height, most],
                name=f"{variant}: log₃ L ≤ height ≤ log₂ L",
            ),
        ]
    return Evidence(printed=findings, measured=found)


# types of nodes by their number of children: in Section III, and at the end of the appendix
SECTION_III = {3: 1, 2: 2, 0: 3}
LAST_PARAGRAPH = {3: 3, 2: 2}


@erratum("errata/S14", place="Section III; Appendix A-B", about=("esp-tree",))
def numbers_of_the_types(run: Run) -> Evidence:
    """Type-3 nodes are built for subsequences of length 3 (appendix), type-2 nodes for length 2.

    In Section III a node of three children is of type (i), and (iii) is a leaf; "type-1 node for
    the triple" stands in Section A-A1, too. So the last paragraph means type-1.
    """
    children = numbers_of_children(sfm.esp_tree(EXAMPLE))
    types = sorted({SECTION_III[n] for n in children})
    return Evidence(
        printed=equals(
            sorted({LAST_PARAGRAPH[n] for n in children}),
            types,
            name=f"types of the inner nodes of {EXAMPLE}, by the appendix and Section III",
        ),
        corrected=equals(types, [1, 2], name="types of its inner nodes, with type-1 for triples"),
    )


@claim("sfm/esp-linear-time", place="Appendix A-B, last line", kind="statement")
def time_of_esp(run: Run) -> Evidence:
    """The computation time of ESP is O(NL).

    Counted, not timed: the steps of the reference for each letter do not grow, from one string of
    2¹⁰ letters to one of 2¹⁴ and to 16 of 2¹⁰, in three variants. All levels together have at most
    2 L nodes, since each is at most half as long as the one below.

    An operation on arrays counts as one line, whatever it does inside, so that a sort and its log L
    are not seen. The memory for each letter does not grow either: all pairs of letters at once, as
    one array, take L bytes a letter. (Until a review that was not asked, and passed.)
    """
    rng, lengths, n = run.rng(), (2**10, 2**12, 2**14), 16
    long = [strings.random_letters(rng, length) for length in lengths]
    several = [strings.random_letters(rng, lengths[0]) for _ in range(n)]
    corpora = [*([s] for s in long), several]
    letters = [sum(map(len, corpus)) for corpus in corpora]
    spent = {v: np.array([steps_of_esp(c, v) for c in corpora]) / letters for v in VARIANTS}
    held = {v: np.array([bytes_of_esp(c, v) for c in corpora]) / letters for v in VARIANTS}
    nodes = [sfm.characteristic_vectors([s], v)[0].sum() / len(s) for s in long for v in VARIANTS]
    return Evidence(
        printed=[
            at_most(nodes, 2.0, name="nodes per letter, three variants"),
            *(
                at_most(each[1:] / each[0], 1.0, rtol=GROWN, name=f"{v}: steps a letter, grown by")
                for v, each in spent.items()
            ),
            *(
                at_most(each[1:] / each[0], 1.0, rtol=HELD, name=f"{v}: bytes a letter, grown by")
                for v, each in held.items()
            ),
        ],
        measured={
            **{f"steps a letter, {v}": each for v, each in spent.items()},
            **{f"bytes a letter, {v}": each for v, each in held.items()},
        },
        picture=plots.curves(
            lengths,
            {v: each[:-1] for v, each in spent.items()},
            logx=True,
            xlabel="length of the string",
            ylabel="steps a letter",
        ),
    )


GROWN = 0.1  # what steps that do not go with the length may add; L² would multiply by 4 and more
HELD = 0.5  # the same of memory, in which 16 short strings differ a little from one


def steps_of_esp(corpus: list[str], variant: str) -> int:
    """Steps that the reference takes for the characteristic vectors."""
    return steps(lambda: sfm.characteristic_vectors(corpus, variant))


def bytes_of_esp(corpus: list[str], variant: str) -> int:
    """Most memory that the reference holds for the characteristic vectors."""
    return peak_bytes(lambda: sfm.characteristic_vectors(corpus, variant))
