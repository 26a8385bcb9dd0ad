"""Section III: the edit distance with moves, and that L1 of characteristic vectors bounds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from gramcheck.verify import strategies
from gramcheck.verify.axioms import is_metric
from gramcheck.verify.compare import at_most, close_to, equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import psd_verdict
from gramcheck.verify.suite.d2ke.problems import all_strings
from gramcheck.verify.suite.sfm.problems import VARIANTS, agrees_on, all_edit_distances, l1_matrix

PLACE = "Section III, edit distance with moves"


@check("sfm/edm", place=PLACE, needs="sfm.edit_distance_with_moves", since="0.1")
def distances_are_those_of_the_definition(target: Any, run: Any) -> Iterator[Outcome]:
    """Every pair of strings over two letters up to length 5 and over three up to 3."""
    for alphabet, longest in (("AB", 5), ("ABC", 3)):
        pairs = list(product(all_strings(alphabet, longest), repeat=2))
        expected = all_edit_distances(alphabet, longest).ravel().tolist()
        yield agrees_on(target.sfm.edit_distance_with_moves, pairs, expected)


@check("sfm/edm", place=PLACE, needs="sfm.edit_distance_with_moves", since="0.1")
def operations_cost_one(target: Any, run: Any) -> Iterator[Outcome]:
    """A block moves left or right, to either end, at cost one, as does a replacement."""
    pairs = [("ABCDEF", "DEFABC"), ("DEFABC", "ABCDEF"), ("ABCDE", "ADBCE"), ("ABCDE", "ACDBE")]
    pairs += [("ABCDE", "ABXDE"), ("ABCDE", "ABCDEX"), ("ABCDE", "BCDE"), ("ABCDEF", "AEFBCD")]
    yield agrees_on(target.sfm.edit_distance_with_moves, pairs, [1] * len(pairs))
    twos = [("ABC", "CBA"), ("AABBAB", "ABBBAA"), ("ABCDE", "XBCDY")]
    yield agrees_on(target.sfm.edit_distance_with_moves, twos, [2] * len(twos))


@check("sfm/edm", place=PLACE, needs="sfm.edit_distance_with_moves", since="0.1")
@for_all(
    pair=strategies.edited_strings(strategies.strings("ABC", 5), "ABC", max_edits=2),
    examples=[{"pair": ("AABBAB", "ABBBAA", 5)}, {"pair": ("\U0001f600", "\ud83d\ude00", 2)}],
)
def drawn_pairs_are_as_far_as_the_definition_says(
    target: Any, pair: tuple[str, str, int]
) -> Iterator[Outcome]:
    """Not farther than the edits that lead there, equal to the definition, in either order."""
    s, t, edits = pair
    expected = definitions.edit_distance_with_moves(s, t)
    yield equal(expected, target.sfm.edit_distance_with_moves(s, t))
    yield equal(expected, target.sfm.edit_distance_with_moves(t, s))
    yield at_most(edits, target.sfm.edit_distance_with_moves(s, t))


@check("sfm/edm", place=PLACE, needs="sfm.edit_distance_with_moves", since="0.1")
def distance_with_moves_is_a_metric(target: Any, run: Any) -> Outcome:
    """All four axioms on every string over two letters up to length 4."""
    strings = all_strings("AB", 4)
    d = target.sfm.edit_distance_with_moves
    return is_metric(
        np.array([[float(d(x, y)) for y in strings] for x in strings]), 0, True, strings
    )


@check(
    "sfm/edm",
    place="Section III, kernel; erratum S15",
    needs="sfm.edit_distance_with_moves",
    since="0.1",
)
def kernel_of_the_distance_itself_is_indefinite(target: Any, run: Any) -> Iterator[Outcome]:
    """exp(-EDM/10) on A, AB, BB, ABA, BBA: its smallest eigenvalue is -1.47e-4."""
    five = ["A", "AB", "BB", "ABA", "BBA"]

    def smallest(distance: Callable[[str, str], int]) -> float:
        half = np.array([[float(distance(s, t)) if s < t else 0.0 for t in five] for s in five])
        return psd_verdict(np.exp(-(half + half.T) / 10)).quadratic_form

    expected = smallest(definitions.edit_distance_with_moves)
    got = smallest(target.sfm.edit_distance_with_moves)
    # to five roundings of the trace, since distances are integers
    yield close_to(expected, got, ulps=5, scale=5.0)
    yield at_most(-1.47e-4, got)


@check(
    "sfm/esp-bounds",
    place="Section III; erratum S7",
    needs="sfm.characteristic_vectors",
    since="0.1",
)
def distance_is_at_most_that_of_vectors(target: Any, run: Any) -> Iterator[Outcome]:
    """EDM <= ||V - V'||_1 for all pairs of strings over two letters up to 8, three up to 5.

    With constant 1, in each variant. AABBAB and ABBBAA attain it.
    """
    for variant in VARIANTS:
        for alphabet, longest in (("AB", 8), ("ABC", 5)):
            strings = all_strings(alphabet, longest)
            V, _ = target.sfm.characteristic_vectors(list(strings), variant)
            yield at_most(l1_matrix(V), all_edit_distances(alphabet, longest))
    V, _ = target.sfm.characteristic_vectors(["AABBAB", "ABBBAA"], "cm")
    yield equal(2.0, float(l1_matrix(V)[0, 1]))


@check(
    "sfm/esp-bounds",
    place="Section III; erratum S7",
    needs="sfm.characteristic_vectors",
    since="0.1",
)
@for_all(
    pair=strategies.edited_strings(strategies.strings("ABCD", 6), "ABCD", max_edits=1),
    examples=[{"pair": ("A", "B", 1)}, {"pair": ("ABCD", "BCDA", 4)}],
)
def bound_holds_for_a_corpus_of_two(target: Any, pair: tuple[str, str, int]) -> Iterator[Outcome]:
    """The same where names are those of the pair alone, and strings that differ are apart."""
    s, t, _ = pair
    for variant in VARIANTS:
        V, _ = target.sfm.characteristic_vectors([s, t, "A"], variant)
        yield at_most(float(l1_matrix(V)[0, 1]), definitions.edit_distance_with_moves(s, t))
