"""Section 5, dynamic time warping: sums along warping paths, and why they are no metric."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.axioms import triangle_excess
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import STORED, TINY, Array

PLACE = "Section 5, Dynamic Time Warping"
DIAGNOSE = diagnoser("d2ke.dtw")
ROUNDINGS = 40  # relative: all terms are nonnegative, so nothing cancels


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.1", diagnose=DIAGNOSE)
def has_no_root_no_square_and_no_normalization(target: Any, run: Any) -> Iterator[Outcome]:
    """Worked by hand: the sum of Euclidean local costs on the best path, as it is."""
    dtw = target.d2ke.dtw
    yield equal(3.0, float(dtw(np.array([0.0, 3.0]), np.array([1.0]))))  # 1 + 2
    yield equal(5.0, float(dtw(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))))
    yield equal(25.0, float(dtw(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]), "sqeuclidean")))
    # both ends are matched: 4 + 1 + 0 + 0 + 7
    whole = dtw(np.array([5.0, 1.0, 2.0, 8.0]), np.array([1.0, 2.0, 1.0]))
    yield equal(11.0, float(whole))
    # nothing is matched twice where it need not be: the first 0 goes with the first 0
    yield equal(1.0, float(dtw(np.array([0.0, 0.0, 1.0]), np.array([0.0, 2.0]))))
    # no band unless one is asked for: the first 5 goes with the last one
    late, early = np.array([0.0, 0.0, 0.0, 5.0]), np.array([0.0, 5.0, 5.0, 5.0])
    yield equal(0.0, float(dtw(late, early)))
    yield equal(0.0, float(dtw(late, early, "euclidean", None)))
    yield equal(10.0, float(dtw(late, early, "euclidean", 0)))
    # constants 1 apart: a path of the longer length
    yield equal(6.0, float(dtw(np.full(6, 2.0), np.full(4, 1.0))))


def banded(window: int | None) -> dict[str, int]:
    """The option, left to its default where there is no band."""
    return {} if window is None else {"window": window}


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.1", diagnose=DIAGNOSE)
@for_all(
    pair=strategies.pairs(lambda columns: strategies.series(columns, max_size=5)),
    local_cost=st.sampled_from(["euclidean", "sqeuclidean"]),
    window=st.none() | st.integers(0, 5),
    examples=[
        {
            "pair": (np.array([[0.0, 1.0], [3.0, 5.0]]), np.array([[3.0, 4.0], [0.0, 0.0]])),
            "local_cost": "euclidean",
            "window": None,
        },
        {
            "pair": (np.array([[0.0], [5.0], [5.0]]), np.array([[0.0], [0.0], [5.0]])),
            "local_cost": "sqeuclidean",
            "window": 0,  # the diagonal only
        },
        {
            "pair": (np.array([[0.0]]), np.array([[1.0], [2.0], [3.0], [4.0]])),
            "local_cost": "euclidean",
            "window": 1,  # narrower than the difference of the lengths, so it is widened
        },
        {
            "pair": (np.arange(5.0)[:, None], np.array([[0.0], [0.0], [9.0]])),
            "local_cost": "euclidean",
            "window": 0,
        },
    ],
)
def equals_the_smallest_sum_over_all_paths(
    target: Any, pair: tuple[Array, Array], local_cost: str, window: int | None
) -> Outcome:
    """The minimum over all enumerated warping paths; costs, windows and channels of every kind."""
    x, y = pair
    expected = definitions.dtw_by_enumeration(x, y, local_cost, window)
    got = target.d2ke.dtw(x, y, local_cost=local_cost, **banded(window))
    return close_to(expected, got, ulps=ROUNDINGS, scale=max(expected, TINY))


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.1", diagnose=DIAGNOSE)
@for_all(
    pair=strategies.pairs(strategies.flat_series(max_size=12)),
    window=st.none() | st.integers(0, 12),
    examples=[
        {"pair": (np.array([1.0, 1.0, 4.0]), np.array([1.0, 4.0, 4.0])), "window": None},
        {"pair": (np.arange(9.0), np.arange(9.0)[::-1].copy()), "window": 2},
        {"pair": (np.array([0.0, 7.0, 0.0, 0.0]), np.array([0.0, 0.0, 7.0, 0.0])), "window": 0},
    ],
)
def a_vector_is_one_channel(
    target: Any, pair: tuple[Array, Array], window: int | None
) -> Iterator[Outcome]:
    """The recursion on the last step, on vectors (n,) and on the same as columns (n, 1)."""
    x, y = pair
    expected = definitions.dtw(x, y, window=window)
    scale = max(expected, TINY)
    got = target.d2ke.dtw(x, y, **banded(window))
    yield close_to(expected, got, ulps=ROUNDINGS, scale=scale)
    got = target.d2ke.dtw(x[:, None], y[:, None], **banded(window))
    yield close_to(expected, got, ulps=ROUNDINGS, scale=scale)


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.1")
@for_all(
    x=strategies.series(2, max_size=5),
    repeats=st.lists(st.integers(1, 3), min_size=5, max_size=5),
    offset=st.sampled_from([0.0, 1e4, 1e8, 1e15]),
    examples=[
        {"x": np.array([[0.1, 0.3], [0.2, 0.7]]), "repeats": [1, 1, 1, 1, 1], "offset": 1e8},
        {"x": np.array([[0.0, 1.0], [2.0, 0.0]]), "repeats": [2, 1, 1, 1, 1], "offset": 0.0},
    ],
)
def a_series_is_at_distance_zero_from_itself_slowed_down(
    target: Any, x: Array, repeats: list[int], offset: float
) -> Iterator[Outcome]:
    """d(x, x) = 0 exactly, near the origin and far from it, and so when points are repeated."""
    x = x + offset
    slow = np.repeat(x, repeats[: len(x)], axis=0)
    for local_cost in ("euclidean", "sqeuclidean"):
        yield equal(0.0, float(target.d2ke.dtw(x, x, local_cost)))
        yield equal(0.0, float(target.d2ke.dtw(x, slow, local_cost)))


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.1")
def a_common_shift_changes_nothing(target: Any, run: Any) -> Iterator[Outcome]:
    """Integers far from the origin, whose differences are exact and whose squares are not."""
    x, y = (np.array(rows) for rows in ([[0.0, 7.0], [3.0, 1.0]], [[1.0, 1.0], [3.0, 4.0]]))
    for local_cost in ("euclidean", "sqeuclidean"):
        expected = definitions.dtw(x, y, local_cost)
        for offset in (0.0, 1e8, 1e12):
            got = target.d2ke.dtw(x + offset, y + offset, local_cost)
            yield close_to(expected, got, ulps=ROUNDINGS, scale=expected)


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.2")
def values_are_numbers_however_they_are_stored(target: Any, run: Any) -> Iterator[Outcome]:
    """Integers whose differences or squares would wrap around, float32: the same distance."""
    for local_cost, (x, y, kinds) in product(("euclidean", "sqeuclidean"), STORED):
        expected = definitions.dtw(x, y, local_cost)
        for kind in kinds:
            got = target.d2ke.dtw(x.astype(kind), y.astype(kind), local_cost)
            yield close_to(expected, got, ulps=ROUNDINGS)


@check(
    "d2ke/assumption-1",
    place="Section 2.1, Assumption 1; erratum D3",
    needs="d2ke.dtw",
    since="0.1",
)
def dynamic_time_warping_is_no_metric(target: Any, run: Any) -> Iterator[Outcome]:
    """(0, 1) and (0, 1, 1) are different at distance 0, and at 1 and 2 from (0)."""
    series = [np.array(s) for s in ([0.0], [0.0, 1.0], [0.0, 1.0, 1.0])]
    D = np.array([[float(target.d2ke.dtw(x, y)) for y in series] for x in series])
    yield equal([[0.0, 1.0, 2.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], D.tolist())
    yield equal(1.0, triangle_excess(D).by)
