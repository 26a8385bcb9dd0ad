"""Appendix A-A: left preferential parsing, Figure 6."""

from __future__ import annotations

import itertools
import string

import numpy as np

from gramcheck.paper_checks import tree_plots
from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.claims.sfm.esp import NO_PICTURE
from gramcheck.paper_checks.claims.sfm.strings import EXAMPLE, INSERTED
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import sfm

PLACE = "Appendix A-A, Section A-A1"


@claim(
    "sfm/lpp",
    place=PLACE,
    kind="algorithm",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=("vectors/lpp_parse",),
)
@erratum("errata/S13", place=PLACE, about=("lpp",))
def left_preferential_parsing(run: Run) -> Evidence:
    """For an odd length, pairs S[2i-1], S[2i] for i in [1, |S/2 - 3|] and a triple S[2i-2 ... 2i].

    In words, and in Figure 6: pairs from the left, and a triple of the three nodes that remain. The
    printed ranges cover five of nine nodes; the triple ends at an even place, so never at the last
    one (erratum S13). It is pairs for i up to (n - 3)/2 and the triple S[n-2], S[n-1], S[n]; and
    what must be odd is the length of the level that is parsed, not that of the one above it.

    Names do not matter, so that LPP is asked of equal letters and of different ones, at every
    length up to 21. (Until a review it was asked of equal letters alone, at seven lengths from 7
    on, which a parse of each run by itself passes, and one that is wrong for three or five nodes.)
    """
    return Evidence(
        printed=[printed_ranges(n) for n in (7, 9, 11, 21)],
        corrected=[corrected_ranges(n) for n in range(2, 22)],
    )


def printed_blocks(n: int) -> list[list[int]]:
    """Blocks of an odd length by the appendix: pairs for i up to |S/2 - 3|, and one triple.

    Of the triple S[2i-2], S[2i-1], S[2i] it says no i; taken here is the one after the last pair.
    """
    last = int(abs(n / 2 - 3))
    i = last + 2
    return [*pairs(last), [2 * i - 2, 2 * i - 1, 2 * i]]


def mended_blocks(n: int) -> list[list[int]]:
    """Pairs for i up to n/2, or up to (n-3)/2 and then S[n-2], S[n-1], S[n]."""
    return [*pairs((n - 3) // 2), [n - 2, n - 1, n]] if n % 2 else pairs(n // 2)


def pairs(last: int) -> list[list[int]]:
    """Pairs S[2i-1], S[2i] for i up to the last."""
    return [[2 * i - 1, 2 * i] for i in range(1, last + 1)]


def printed_ranges(n: int) -> Finding:
    """Places that the appendix's blocks cover, against all of them."""
    places = sorted(itertools.chain(*printed_blocks(n)))
    return equals(places, list(range(1, n + 1)), name=f"places covered, length {n}")


def corrected_ranges(n: int) -> Finding:
    """The mended blocks, against LPP of n equal letters and of n different ones."""
    found = [
        str([[place + 1 for place in block] for block in sfm.lpp_parse(level)])
        for level in ("A" * n, string.ascii_letters[:n])
    ]
    name = f"blocks for length {n}, of equal letters and of different ones"
    return equals(found, [str(mended_blocks(n))] * 2, name=name)


@claim("sfm/lpp-drawback", place=PLACE, kind="statement")
def different_trees_for_similar_strings(run: Run) -> Evidence:
    """LPP builds completely different trees even for similar strings, such as S and A S.

    Of the trees of ABABABBAB and AABABABBAB one node above the leaves is common. One letter in
    front of random letters shifts every pair, so that the L1 distance grows with the length L,
    although the strings are one insertion apart. Hardly any two substrings of 2 log₂ L letters are
    alike, so that nodes above as many are in one tree alone. Either tree has L/(2 log₂ L) of them
    or more: on the first such level a node has less than 4 log₂ L letters, and the levels above it
    add as many nodes again. So L1 is L/log₂ L at least. (Until a review it was to be L/4, which had
    no reason.)
    """
    lengths = np.array([64, 512, 4096])
    drawn = [strings.random_letters(run.rng(), n) for n in lengths]
    apart = np.array([strings.lpp_l1(s, "A" + s) for s in drawn])
    above = [set(itertools.chain(*strings.lpp_levels(s)[1:])) for s in (EXAMPLE, INSERTED)]
    return Evidence(
        printed=[
            at_most(len(above[0] & above[1]), 1, name="nodes above the leaves of S that S' shares"),
            equals(sfm.edit_distance_with_moves(EXAMPLE, INSERTED), 1, name="EDM(S, S')"),
            at_least(
                apart,
                lengths / np.log2(lengths),
                name="one letter in front: L1, against L / log₂ L",
            ),
        ],
        table=Table(
            ["length", "L1 after an insertion in front", "per letter"],
            [
                list(row)
                for row in zip(lengths.tolist(), apart.tolist(), apart / lengths, strict=True)
            ],
        ),
    )


@claim("sfm/figure-6", place="Appendix A-A, Figure 6", expected=Verdict.NOT_TESTABLE)
def tree_by_lpp(run: Run) -> Evidence:
    """Example of LPP for a sequence of odd length, ABABABBAB.

    Drawn anew, next to the tree of S' with A in front. What the text says is sfm/figure-6-text.
    """
    return Evidence.not_testable(
        NO_PICTURE,
        picture=[
            tree_plots.tree(strings.lpp_tree(s), title=f"LPP of {name} = {s}")
            for name, s in (("S", EXAMPLE), ("S'", INSERTED))
        ],
        note="The caption calls the sequence S', the text and Figure 1 call it S.",
    )


@claim(
    "sfm/figure-6-text",
    place="Appendix A-A, on Figure 6",
    kind="statement",
    checks=("figure-6",),
)
def levels_by_lpp(run: Run) -> Evidence:
    """LPP of ABABABBAB, bottom-up: pairs and, of an odd length, a last triple, at every level."""
    tree = strings.lpp_tree(EXAMPLE)
    children = [[len(c) for c in tree.children(level)] for level in range(1, tree.height + 1)]
    return Evidence(
        printed=[
            equals(str(children), "[[2, 2, 2, 3], [2, 2], [2]]", name="children, level by level"),
            equals([len(names) for names in tree.names], [9, 4, 2, 1], name="nodes by level"),
        ]
    )
