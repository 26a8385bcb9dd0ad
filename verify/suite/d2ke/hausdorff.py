"""Section 2.2, Eq. (2) as corrected: the modified Hausdorff distance of two sets of vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.axioms import permutation_invariant, triangle_excess
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import STORED, TINY, Array

PLACE = "Section 2.2, Eq. (2); erratum D1"
NEEDS = "d2ke.modified_hausdorff"
DIAGNOSE = diagnoser("d2ke.modified_hausdorff")
ROUNDINGS = 40  # relative: all terms are nonnegative, so nothing cancels


@check("d2ke/eq-2", place=PLACE, needs=NEEDS, since="0.1", diagnose=DIAGNOSE)
def is_the_larger_mean_distance_to_the_nearest(target: Any, run: Any) -> Iterator[Outcome]:
    """Worked by hand, with sets of different sizes: M terms over M, N terms over N."""
    d = target.d2ke.modified_hausdorff
    two, one = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[0.0, 0.0]])
    yield equal(2.5, float(d(two, one)))  # (0 + 5) / 2 one way, 0 / 1 the other
    yield equal(2.5, float(d(one, two)))
    four = np.array([0.0, 0.0, 0.0, 4.0])
    yield equal(3.0, float(d(four, np.array([4.0]))))  # a repeated point counts as often
    yield equal(1.0, float(d(four, np.array([0.0]))))
    yield equal(2.0, float(d(four, np.array([0.0, 8.0]))))  # (0 + 4) / 2, against 4 / 4


@check("d2ke/eq-2", place=PLACE, needs=NEEDS, since="0.1", diagnose=DIAGNOSE)
@for_all(
    pair=strategies.pairs(lambda columns: strategies.vector_sets(columns, max_size=6)),
    examples=[
        {"pair": (np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([[1.0, 1.0]]))},
        {"pair": (np.array([[1.0, 1.0]]), np.array([[0.0, 0.0], [1.0, 2.0]]))},
        {"pair": (np.array([[0.0], [0.0], [5.0]]), np.array([[0.0], [5.0], [5.0]]))},
        {"pair": (np.array([[0.0, 3.0], [4.0, 0.0]]), np.array([[1.0, 9.0], [-2.0, 0.0]]))},
    ],
)
def equals_eq_2(target: Any, pair: tuple[Array, Array]) -> Outcome:
    """Eq. (2) with M and N in their places, in exact arithmetic, repeated points included."""
    expected = definitions.modified_hausdorff(*pair)
    got = target.d2ke.modified_hausdorff(*pair)
    return close_to(expected, got, ulps=ROUNDINGS, scale=max(expected, TINY))


@check("d2ke/eq-2", place=PLACE, needs=NEEDS, since="0.1")
@for_all(
    pair=strategies.pairs(lambda columns: strategies.vector_sets(columns, max_size=4)),
    offset=st.sampled_from([1e4, 1e8, 1e12, -1e15]),
    examples=[
        {
            "pair": (np.array([[0.25, 1.0], [0.5, -2.0]]), np.array([[0.75, 1.0]])),
            "offset": 1e8,
        },
    ],
)
def nothing_cancels_far_from_the_origin(
    target: Any, pair: tuple[Array, Array], offset: float
) -> Outcome:
    """As accurate at 10^15 as at 0; expanding the squares of differences is not."""
    x, y = (z + offset for z in pair)
    expected = definitions.modified_hausdorff(x, y)
    got = target.d2ke.modified_hausdorff(x, y)
    return close_to(expected, got, ulps=ROUNDINGS, scale=max(expected, TINY))


@check("d2ke/eq-2", place=PLACE, needs=NEEDS, since="0.1")
@for_all(
    x=strategies.vector_sets(2, max_size=6),
    y=strategies.vector_sets(2, max_size=4),
    order=st.permutations(range(6)),
    offset=st.sampled_from([0.0, 1e8]),
    examples=[
        {
            "x": np.array([[0.1, 0.2], [1.0, 1.0], [5.0, 0.3]]),
            "y": np.array([[0.0, 0.0], [7.0, 1.0]]),
            "order": [2, 0, 1, 5, 4, 3],
            "offset": 1e8,
        }
    ],
)
def a_set_has_no_order(
    target: Any, x: Array, y: Array, order: list[int], offset: float
) -> Iterator[Outcome]:
    """d(x, x) = 0 exactly, also with the points of one copy in another order; nor for d(x, y)."""
    d, x = target.d2ke.modified_hausdorff, x + offset
    order = [i for i in order if i < len(x)]
    yield equal(0.0, float(d(x, x)))
    yield equal(0.0, float(d(x, x[order])))
    # only the order of a sum of nonnegative terms may differ
    yield permutation_invariant(lambda z: d(z, y + offset), x, order, ulps=ROUNDINGS)


@check("d2ke/eq-2", place=PLACE, needs=NEEDS, since="0.3")
def points_are_numbers_however_they_are_stored(target: Any, run: Any) -> Iterator[Outcome]:
    """Integers whose differences or squares would wrap around, float32: the same distance."""
    for x, y, kinds in STORED:
        expected = definitions.modified_hausdorff(x, y)
        for kind in kinds:
            got = target.d2ke.modified_hausdorff(x.astype(kind), y.astype(kind))
            yield close_to(expected, got, ulps=ROUNDINGS)


@check(
    "d2ke/assumption-1", place="Section 2.2, after Eq. (2); erratum D2", needs=NEEDS, since="0.1"
)
def modified_hausdorff_is_no_metric(target: Any, run: Any) -> Iterator[Outcome]:
    """{0,1}, {0,0.1,1}, {0}: 0.5 > 0.4; and {0,1}, {0,0,1} are at 0, but at 1/2, 1/3 from {0}."""
    d = target.d2ke.modified_hausdorff
    sets = [np.array(s) for s in ([0.0, 1.0], [0.0, 0.1, 1.0], [0.0], [0.0, 0.0, 1.0])]
    D = np.array([[float(d(x, y)) for y in sets] for x in sets])
    yield close_to(0.5, D[0, 2], ulps=ROUNDINGS)
    yield close_to(0.4, D[0, 1] + D[1, 2], ulps=ROUNDINGS)
    yield close_to(0.1, triangle_excess(D[:3, :3]).by, ulps=ROUNDINGS, scale=1.0)
    yield equal(0.0, D[0, 3])
    yield close_to([1 / 2, 1 / 3], [D[0, 2], D[3, 2]], ulps=ROUNDINGS)
