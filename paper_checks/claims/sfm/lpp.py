"""Appendix A-A: left preferential parsing, Figure 6."""

from __future__ import annotations

import itertools

import numpy as np

from gramcheck.paper_checks import tree_plots
from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.claims.sfm.strings import EXAMPLE, INSERTED
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import sfm


@claim(
    "sfm/lpp",
    place="Appendix A-A, Section A-A1",
    kind="algorithm",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def left_preferential_parsing(run: Run) -> Evidence:
    """LPP makes pairs from the left, and a triple of the three nodes that remain.

    So it is in words and in Figure 6; the printed ranges are others (erratum S13). The drawback
    that the paper names is there: one letter in front changes every second position's pair, and
    the distance of the trees grows with the length although the strings are one insertion apart.
    """
    lengths = (64, 512, 4096)
    drawn = [strings.random_letters(run.rng(), n) for n in lengths]
    apart = np.array([strings.lpp_l1(s, "A" + s) for s in drawn])
    return Evidence(
        printed=[printed_ranges(n) for n in (9, 11)],
        corrected=[
            *(corrected_ranges(n) for n in (8, 9, 10, 11)),
            at_least(apart / lengths, 0.25, name="one letter in front: L1 / length"),
            at_least(strings.lpp_l1(EXAMPLE, INSERTED), 2, name="L1 of S and S' of Section A-A1"),
            run.verify("sfm/lpp"),
        ],
        measured={
            "EDM(S, S')": sfm.edit_distance_with_moves(EXAMPLE, INSERTED),
            "L1 of their trees": strings.lpp_l1(EXAMPLE, INSERTED),
        },
        table=Table(
            ["length", "L1 after an insertion in front", "per letter"],
            [list(row) for row in zip(lengths, apart.tolist(), apart / lengths, strict=True)],
        ),
    )


def printed_ranges(n: int) -> Finding:
    """Places that the appendix's ranges cover for an odd length: pairs to |S/2 - 3|, one triple.

    Of the triple S[2i-2], S[2i-1], S[2i] it says no i; taken here is the one after the last pair.
    """
    last = int(abs(n / 2 - 3))
    i = last + 2
    places = [p for k in range(1, last + 1) for p in (2 * k - 1, 2 * k)]
    places += [2 * i - 2, 2 * i - 1, 2 * i]
    return equals(sorted(places), list(range(1, n + 1)), name=f"places covered, length {n}")


def corrected_ranges(n: int) -> Finding:
    """Pairs for i up to n/2, or up to (n-3)/2 and then S[n-2], S[n-1], S[n]; against LPP."""
    pairs = n // 2 if n % 2 == 0 else (n - 3) // 2
    blocks = [[2 * i - 1, 2 * i] for i in range(1, pairs + 1)]
    blocks += [[n - 2, n - 1, n]] if n % 2 else []
    found = [[place + 1 for place in block] for block in sfm.lpp_parse("A" * n)]
    return equals(str(found), str(blocks), name=f"blocks for length {n}")


@claim("sfm/figure-6", place="Appendix A-A, Figure 6", kind="figure", expected=Verdict.HOLDS)
def tree_by_lpp(run: Run) -> Evidence:
    """LPP of a sequence of odd length, ABABABBAB: three pairs and a triple, level by level.

    Drawn anew (the printed picture is not in the text of the paper); next to it the tree of S'
    with A in front, of which Section A-A1 says that it is completely different: one node above the
    leaves is common.
    """
    trees = [strings.lpp_tree(s) for s in (EXAMPLE, INSERTED)]
    blocks = [[len(c) for c in tree.children(1)] for tree in trees]
    above = [set(itertools.chain(*strings.lpp_levels(s)[1:])) for s in (EXAMPLE, INSERTED)]
    return Evidence(
        printed=[
            equals(blocks[0], [2, 2, 2, 3], name="children of the nodes of the first level"),
            equals([len(names) for names in trees[0].names], [9, 4, 2, 1], name="nodes by level"),
            at_most(len(above[0] & above[1]), 1, name="nodes above the leaves that S' shares"),
            run.verify("sfm/figure-6"),
        ],
        picture=[
            tree_plots.tree(trees[0], title=f"LPP of S = {EXAMPLE}"),
            tree_plots.tree(trees[1], title=f"LPP of S' = {INSERTED}"),
        ],
        note="The caption calls the sequence S', the text and Figure 1 call it S.",
    )


@claim(
    "errata/S13",
    place="Appendix A-A, Section A-A1",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def ranges_of_lpp(run: Run) -> Evidence:
    """For an odd length, pairs S[2i-1], S[2i] for i in [1, |S/2 - 3|] and a triple S[2i-2 ... 2i].

    For nine nodes these are five; the triple ends at an even place, so never at the last one. It
    is pairs for i up to (n - 3)/2 and the triple S[n-2], S[n-1], S[n]; and what must be odd is the
    length of the level that is parsed, not that of the one above it.
    """
    lengths = (7, 9, 11, 21)
    return Evidence(
        printed=[printed_ranges(n) for n in lengths],
        corrected=[corrected_ranges(n) for n in lengths],
    )
