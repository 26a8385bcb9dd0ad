"""Section 3, after Eq. (7): the limit of large gamma; objects of the data as random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.random_objects import MISS, samples_for, uniform_over
from gramcheck.verify.suite.several_draws import never_repeated

LIMIT = "Section 3, after Eq. (7); erratum D4"
DATA = "Section 3, Eq. (8)"


@check("d2ke/limit-gamma", place=LIMIT, needs="d2ke.kernel_limit", since="0.2")
@for_all(
    detours=st.lists(st.integers(-4, 4).map(float), min_size=4, max_size=4),
    eighths=st.permutations([0, 1, 3, 4]),
    tolerance=st.sampled_from([0.0, 0.5]),
    examples=[
        # the shortest detour has no chance, and two share the next one
        {"detours": [1, 2, 2, 3], "eighths": [0, 1, 3, 4], "tolerance": t}
        for t in (0.0, 0.5)
    ]
    + [{"detours": [-4, -2, -2, 0], "eighths": [1, 0, 3, 4], "tolerance": 0.5}]
    # a rare detour that is hardly the shortest, and detours that are all next to nothing
    + [
        {"detours": detours, "eighths": [2.0**-9, 1, 3, 4 - 2.0**-9], "tolerance": 0.0}
        for detours in ([1, 1 + 2.0**-40, 1 + 2.0**-40, 2], [1e-9, 2e-9, 3e-9, 4e-9])
    ],
)
def shortest_detour_and_its_chance(
    target: Any, detours: list[float], eighths: list[float], tolerance: float
) -> Iterator[Outcome]:
    """The shortest detour of those with a chance, and the chance of all that are as short.

    Of some detours, of a square table of them, and of one with three axes.
    """
    weights = np.array(eighths) / 8
    square = np.array([np.roll(detours, k) for k in range(len(detours))], dtype=float)
    limits = [definitions.kernel_limit(row, weights.tolist(), tolerance) for row in square.tolist()]
    expected = np.array(limits, dtype=float).T
    options = {"tolerance": tolerance} if tolerance else {}
    alone, table, tables = (
        target.d2ke.kernel_limit(given, weights, **options)
        for given in (square[0], square, square[None])
    )
    for (lengths, chances), found in (
        (expected[:, 0], alone),
        (expected, table),
        (expected[:, None], tables),
    ):
        yield close_to(lengths, found[0], ulps=0)
        yield close_to(chances, found[1], ulps=4)


@check("d2ke/limit-gamma", place=LIMIT, needs="d2ke.soft_distance_gap", since="0.2")
@for_all(
    probability=st.floats(1e-6, 1),
    gamma=strategies.log_uniform(1e-3, 1e3),
    examples=[{"probability": 0.25, "gamma": 2.0}, {"probability": 1.0, "gamma": 1.0}],
)
def gap_is_its_formula(target: Any, probability: float, gamma: float) -> Outcome:
    """-log(P) / gamma."""
    expected = definitions.soft_distance_gap(probability, gamma)
    return close_to(expected, target.d2ke.soft_distance_gap(probability, gamma), ulps=8)


@check(
    "d2ke/limit-gamma",
    place=LIMIT,
    needs=("d2ke.kernel_limit", "d2ke.soft_distance_gap", "d2ke.soft_distance"),
    since="0.2",
)
def soft_distance_is_within_the_gap(target: Any, run: Any) -> Iterator[Outcome]:
    """Between the shortest detour and that plus the gap, which it meets where others are far."""
    X, omegas = ["a", "abbb"], ["aaaa", "ab", "abb", "bb"]
    weights = np.array([0.25, 0.25, 0.25, 0.25])
    for gamma in (0.1, 1.0, 40.0):
        S = np.asarray(target.d2ke.soft_distance(X[:1], X[1:], omegas, gamma, "levenshtein",
                                                 weights=weights), dtype=float)  # fmt: skip
        detours = [sum(definitions.levenshtein(x, w) for x in X) for w in omegas]
        shortest, chance = target.d2ke.kernel_limit(np.array(detours, float), weights)
        gap = float(target.d2ke.soft_distance_gap(float(chance), gamma))
        yield at_least(float(shortest) * (1 - 1e-12), S)
        yield at_most((float(shortest) + gap) * (1 + 1e-12), S)
    yield close_to([[float(shortest) + gap]], S, ulps=16)


@check(
    "d2ke/dsk-nd",
    place="Section 5, Baselines; Haasdonk and Bahlmann",
    needs="d2ke.distance_substitution_inner_product",
    since="0.2",
)
def substituted_products_are_their_formula(target: Any, run: Any) -> Iterator[Outcome]:
    """-(d(x, y)^2 - d(x, O)^2 - d(y, O)^2) / 2 about an object, and about any origin."""
    D = np.array([[0.0, 1.0, 4.0], [1.0, 0.0, 3.0], [4.0, 3.0, 0.0]])
    substituted = target.d2ke.distance_substitution_inner_product
    for origin in range(3):
        expected = definitions.dsk_nd(D.tolist(), 2, origin)
        yield close_to(expected, substituted(D, origin), ulps=8)
    pair = (np.array([1.0, 2.0]), np.array([0.5, 1.0, 2.0]))
    expected = definitions.dsk_nd(D[:2].tolist(), 2, pair)
    yield close_to(expected, substituted(D[:2], pair), ulps=8)


@check("d2ke/eq-8", place=DATA, needs="d2ke.data_sample", since="0.2", statistical=True)
def data_are_drawn_with_replacement(target: Any, run: Any) -> Iterator[Outcome]:
    """Two draws of three objects: each of the nine pairs; one that is rarer by a tenth shows."""
    law = uniform_over(list(product("abc", repeat=2)))
    n = samples_for(0.1, law, run.alpha)
    drawn = target.d2ke.data_sample(list("abc"), 2 * n, run.rng)
    yield equal(2 * n, len(drawn))
    pairs = zip(drawn[::2], drawn[1::2], strict=True)
    yield tails.assert_distribution_equals(pairs, law, run.alpha, beta=MISS)


@check("d2ke/eq-8", place=DATA, needs="d2ke.representatives", since="0.2", statistical=True)
def representatives_are_drawn_without_replacement(target: Any, run: Any) -> Iterator[Outcome]:
    """Two thirds of the objects, in any order; of a whole collection, each once.

    Every third object makes a group with those before and after by a third of the collection.
    Where two of a group are drawn, it is each of the six ordered pairs as often, and no group knows
    of another: one draw has as many samples as it takes to see a pair that is rarer by a quarter.
    """
    law = uniform_over(list(permutations(range(3), 2)))
    groups = 5 * samples_for(0.25, law, run.alpha) // 2  # 4 of 9 have two drawn
    objects = list(range(3 * groups))
    drawn, again = (target.d2ke.representatives(objects, 2 * groups, run.rng) for _ in range(2))
    yield equal(2 * groups, len(set(drawn)))
    yield is_true(list(drawn) != list(again), "got the same objects twice, should be another draw")
    thirds: dict[int, list[int]] = {}
    for place in drawn:
        thirds.setdefault(place % groups, []).append(place // groups)
    pairs = [tuple(each) for each in thirds.values() if len(each) == 2]
    yield tails.assert_distribution_equals(pairs, law, run.alpha, beta=MISS)
    yield equal(list("abc"), sorted(target.d2ke.representatives(list("abc"), 3, run.rng)))


@check("d2ke/eq-8", place=DATA, needs="d2ke.data_sample", since="0.3", statistical=True)
def no_two_calls_draw_the_same_data(target: Any, run: Any) -> Outcome:
    """A hundred of two objects."""
    return never_repeated(lambda: "".join(target.d2ke.data_sample(["a", "b"], 100, run.rng)))


@check("d2ke/eq-8", place=DATA, needs="d2ke.representatives", since="0.3", statistical=True)
def no_two_calls_hold_out_the_same_objects(target: Any, run: Any) -> Outcome:
    """Fifty of a hundred objects, in whatever order: of such sets there are 2^96."""
    objects = [chr(ord("A") + i) for i in range(100)]
    return never_repeated(
        lambda: "".join(sorted(target.d2ke.representatives(objects, 50, run.rng)))
    )
