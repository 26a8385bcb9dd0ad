"""Appendix A: left preferential parsing, alphabet reduction, landmarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import at_most, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.sfm.problems import EXAMPLE, agrees_on, without_equal_neighbors

LPP = "Appendix A-A1; erratum S13"
REDUCTION = "Appendix A-B"
LETTERS = "abcdefgh"  # the names 0 ... 7 of the test vector, though f does not occur in it
DIAGNOSE_LPP = diagnoser("sfm.lpp_parse")


def plain(numbers: Any) -> Any:
    """An array or a tuple as a list of plain numbers."""
    return np.asarray(numbers).tolist()


def sequences(n_symbols: int, longest: int, shortest: int = 1) -> list[list[int]]:
    """Every sequence without equal neighbors, of some lengths."""
    lengths = range(shortest, longest + 1)
    return [list(s) for n in lengths for s in without_equal_neighbors(n_symbols, n)]


@check("sfm/lpp", place=LPP, needs="sfm.lpp_parse", since="0.1", diagnose=DIAGNOSE_LPP)
def pairs_from_the_left_and_a_triple_at_the_end(target: Any, run: Any) -> Iterator[Outcome]:
    """Every length up to 100, and one of a long level: pairs, the last three together if odd.

    What the nodes are makes no difference, nor does how often one of them occurs.
    """
    for level in (*("A" * n for n in range(101)), [0, 0, 5, 0, 7], [7, 7, 3, 9], "AB" * 1000 + "C"):
        blocks = [tuple(block) for block in target.sfm.lpp_parse(level)]
        yield equal(definitions.lpp_parse(level), blocks)


@check(
    "sfm/figure-6",
    place="Figure 6; Appendix A-A1",
    needs="sfm.lpp_parse",
    since="0.1",
    diagnose=DIAGNOSE_LPP,
)
def tree_of_the_figure(target: Any, run: Any) -> Iterator[Outcome]:
    """ABABABBAB: AB AB AB BAB on the first level, then two pairs, then the root.

    With an A in front, which is one insertion, no inner node stays but one of AB.
    """
    first, inserted = lpp_rows(target, EXAMPLE), lpp_rows(target, "A" + EXAMPLE)
    ab, bab = tuple("AB"), tuple("BAB")
    wanted = [list(EXAMPLE), [ab, ab, ab, bab], [(ab, ab), (ab, bab)], [((ab, ab), (ab, bab))]]
    yield equal(wanted, first)
    common = {node for row in first[1:] for node in row} & {n for row in inserted[1:] for n in row}
    yield equal([ab], sorted(common, key=repr))


def lpp_rows(target: Any, s: str) -> list[list[Any]]:
    """The levels of the tree that left preferential parsing builds."""
    rows: list[list[Any]] = [list(s)]
    while len(rows[-1]) > 1 and len(rows) <= len(s):
        blocks = target.sfm.lpp_parse(rows[-1])
        rows.append([tuple(rows[-1][i] for i in block) for block in blocks])
    return rows


@check("sfm/alphabet-reduction", place=REDUCTION, needs="sfm.alphabet_reduction", since="0.1")
def labels_are_those_of_the_definition(target: Any, run: Any) -> Iterator[Outcome]:
    """2 l + bit(l, name), on every sequence over eight names up to length 4, up to three rounds.

    Three names tell nothing about the lowest differing bit; eight do.
    """
    cases = [(s, r) for s in sequences(8, 4) for r in range(4)][::3]
    expected = [definitions.alphabet_reduction(*case) for case in cases]
    yield agrees_on(target.sfm.alphabet_reduction, cases, expected, plain)


@check("sfm/alphabet-reduction", place=REDUCTION, needs="sfm.alphabet_reduction", since="0.1")
@for_all(
    names=st.lists(st.integers(0, 2**64 - 1), max_size=12),
    rounds=st.integers(0, 4),
    examples=[
        {"names": [0, 2**40, 0], "rounds": 1},
        {"names": [2**40 - 1, 2**39 - 1], "rounds": 1},
        {"names": [2**32, 2**33, 2**32, 1, 0, 7], "rounds": 2},
        {"names": [2**63, 0, 2**64 - 1, 2**63 - 1], "rounds": 0},
        {"names": [2**63, 0, 2**64 - 1, 2**63 - 1], "rounds": 1},
    ],
)
def names_may_be_large(target: Any, names: list[int], rounds: int) -> Iterator[Outcome]:
    """Names of 64 bits: the definition's labels, one fewer a round, neighbors different."""
    names = [a for k, a in enumerate(names) if k == 0 or a != names[k - 1]]
    got = plain(target.sfm.alphabet_reduction(names, rounds))
    yield equal(definitions.alphabet_reduction(names, rounds), got)
    yield is_true(all(a != b for a, b in pairwise(got)), f"got={got}, neighbors should differ")


@check(
    "sfm/alphabet-reduction",
    place=f"{REDUCTION}; erratum S11",
    needs="sfm.alphabet_reduction",
    since="0.1",
)
def one_round_leaves_twice_the_logarithm(target: Any, run: Any) -> Iterator[Outcome]:
    """Labels of n names are 0 ... 2 ceil(log2 n) - 1, all of them; 2 log2 n are too few."""
    for n, most in ((3, 4), (5, 6), (8, 6), (20, 10), (256, 16)):
        pairs = [(a, b) for a in range(n) for b in range(n) if a != b][:: max(1, n // 25)]
        pairs.append((0, 2 ** ((n - 1).bit_length() - 1)))  # they differ in the highest bit only
        labels = [plain(target.sfm.alphabet_reduction(list(pair), 1))[0] for pair in pairs]
        yield equal(most - 1, max(labels))


@check("sfm/alphabet-reduction", place=REDUCTION, needs="sfm.rounds_needed", since="0.1")
def rounds_depend_on_the_number_of_names_alone(target: Any, run: Any) -> Outcome:
    """0, 1, 2, 3, 4 rounds for up to 6, 8, 16, 256, 2^64 names; at each threshold and behind it."""
    counts = [n + more for n in (1, 6, 8, 16, 256, 2**20) for more in (0, 1)] + [2**64]
    expected = [definitions.rounds_for(n) for n in counts]
    return equal(expected, [target.sfm.rounds_needed(n) for n in counts])


@check("sfm/alphabet-reduction", place=REDUCTION, needs="sfm.reduce_to_three", since="0.1")
def three_four_and_five_go_in_this_order(target: Any, run: Any) -> Iterator[Outcome]:
    """Every sequence over six labels up to length 5: the least free of 0, 1, 2, in place."""
    cases = [(labels,) for labels in sequences(6, 5)]
    expected = (definitions.reduce_to_three(*case) for case in cases)
    yield agrees_on(target.sfm.reduce_to_three, cases, expected, plain)


@check("sfm/alphabet-reduction", place=REDUCTION, needs="sfm.reduce_to_three", since="0.3")
def the_largest_free_label_mirrors_the_least(target: Any, run: Any) -> Iterator[Outcome]:
    """Every sequence up to length 4 by the authors' choice: with 2 for 0, it is the printed one."""
    mirror = [2, 1, 0, 3, 4, 5]

    def mirrored(labels: Iterable[int]) -> list[int]:
        return [mirror[label] for label in labels]

    cases = [(labels,) for labels in sequences(6, 4)]
    expected = (mirrored(definitions.reduce_to_three(mirrored(labels))) for (labels,) in cases)
    yield agrees_on(partial(target.sfm.reduce_to_three, take="largest"), cases, expected, plain)


@check(
    "sfm/figure-7",
    place="Figure 7; Appendix A-B",
    needs=("sfm.alphabet_reduction", "sfm.reduce_to_three", "sfm.landmarks"),
    since="0.1",
)
def labels_of_the_figure_and_of_a_longer_word(target: Any, run: Any) -> Iterator[Outcome]:
    """ABGHCEAF, and cabageheadbag: labels, labels reduced to three, and landmarks, by hand.

    The figure gives 3 bits to each of A ... H.
    """
    for word, labels, reduced, marks in (
        ("abghceaf", "1010241", "1010201", [0, 2, 4, 6]),
        ("cabageheadbag", "210321041203", "210121021201", [0, 2, 4, 7, 9, 11]),
    ):
        names = [LETTERS.index(c) for c in word]
        wanted = [int(label) for label in labels], [int(label) for label in reduced]
        yield equal(wanted[0], plain(target.sfm.alphabet_reduction(names, 1)))
        yield equal(wanted[1], plain(target.sfm.reduce_to_three(wanted[0])))
        yield equal(marks, plain(target.sfm.landmarks(wanted[1])))


@check("sfm/landmarks", place=f"{REDUCTION}; erratum S10", needs="sfm.landmarks", since="0.1")
def maxima_then_minima_apart_from_them(target: Any, run: Any) -> Iterator[Outcome]:
    """On every sequence over 0, 1, 2 up to length 9, an end beating its one neighbor."""
    cases = [(labels,) for labels in sequences(3, 9)]
    expected = (definitions.landmarks(*case) for case in cases)
    yield agrees_on(target.sfm.landmarks, cases, expected, plain)


@check("sfm/landmarks", place=f"{REDUCTION}; erratum S10", needs="sfm.landmarks", since="0.1")
@for_all(
    steps=st.lists(st.integers(1, 2), min_size=1, max_size=60),
    examples=[{"steps": [1] * 20}, {"steps": [2] * 20}, {"steps": [1, 2] * 10}],
)
def landmarks_are_two_or_three_apart(target: Any, steps: list[int]) -> Iterator[Outcome]:
    """Neighbors at distance 2 or 3, the first at 0 or 1, the last one of the last two places."""
    labels = np.cumsum([0, *steps]) % 3
    marks = plain(target.sfm.landmarks(labels))
    gaps = [b - a for a, b in pairwise(marks)]
    yield is_true(set(gaps) <= {2, 3}, f"got gaps={gaps} for {labels.tolist()}, should be 2 or 3")
    yield at_most(1, marks[0])
    yield at_most(2, len(labels) - marks[-1])
