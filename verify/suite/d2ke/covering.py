"""Section 2: Lipschitz constants, Eq. (1), covering numbers, and the effective dimension."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import Array

MULTISETS = "Section 2.2, multisets with the Hausdorff distance"
SIZES = list(product(range(1, 51), range(1, 7)))  # of a cover, and of multisets

# a hub with three neighbors, and a leaf at each: the greedy cover starts at the hub
TREE = np.full((7, 7), 2.0) - 2 * np.eye(7)
for _i, _j in ((0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)):
    TREE[_i, _j] = TREE[_j, _i] = 1.0


LINE = np.abs(np.subtract.outer([0.0, 1.0, 3.0], [0.0, 1.0, 3.0]))
TWICE = np.abs(np.subtract.outer([0.0, 0.0, 2.0], [0.0, 0.0, 2.0]))  # two points coincide


@st.composite
def functions(draw: Any) -> tuple[list[float], Array]:
    """Values on a finite space, in which points may coincide; others are 1e-3 apart at least."""
    D = np.round(draw(strategies.distance_matrices()), 3)
    entry = st.integers(-3, 3).map(float) | st.floats(-100, 100, allow_subnormal=False)
    return draw(st.lists(entry, min_size=len(D), max_size=len(D))), D


@check("d2ke/eq-1", place="Section 2.1, Eq. (1)", needs="d2ke.lipschitz_constant", since="0.1")
@for_all(
    function=functions(),
    examples=[
        {"function": ([0.0, 2.0, 1.0], LINE)},
        {"function": ([5.0, 5.0, 5.0], LINE)},
        {"function": ([1.0, 1.0, 4.0], TWICE)},
        {"function": ([1.0, 2.0, 4.0], TWICE)},
        {"function": ([7.0], np.zeros((1, 1)))},
    ],
)
def smallest_constant_is_the_steepest_slope(target: Any, function: tuple) -> Outcome:
    """The largest |f(x) - f(y)| / d(x, y); 0 for constants, inf where d = 0 parts two values."""
    values, D = function
    exact = [Fraction(value) for value in values]
    distances = [[Fraction(d) for d in row] for row in D.tolist()]
    got = target.d2ke.lipschitz_constant(np.array(values), D)
    # values are subtracted, which rounds once, and divided
    return close_to(definitions.lipschitz_constant(exact, distances), got, ulps=2)


@check(
    "d2ke/definition-1",
    place="Section 2.1, Definition 1",
    needs="d2ke.covering_number",
    since="0.1",
)
@for_all(
    D=strategies.distance_matrices(max_size=6),
    which=st.integers(0, 35),
    between=st.booleans(),
    examples=[
        {"D": TREE, "which": 1, "between": False},
        {"D": TREE, "which": 0, "between": False},
        {"D": np.zeros((1, 1)), "which": 0, "between": True},
    ],
)
def covering_number_is_the_smallest_of_all_covers(
    target: Any, D: Array, which: int, between: bool
) -> Outcome:
    """Every set of centers is tried; a point at distance exactly delta is covered."""
    delta = float(np.resize(D, 36)[which]) + (0.125 if between else 0.0)
    return equal(
        definitions.covering_number(D.tolist(), delta), target.d2ke.covering_number(D, delta)
    )


@check(
    "d2ke/definition-1",
    place="Section 2.1, Definition 1",
    needs="d2ke.covering_number",
    since="0.1",
)
@for_all(
    n=st.integers(1, 25),
    k=st.integers(0, 12),
    order=st.permutations(range(25)),
    examples=[{"n": 25, "k": 2, "order": range(25)}, {"n": 20, "k": 1, "order": range(25)}],
)
def paths_and_their_covers(target: Any, n: int, k: int, order: Any) -> Iterator[Outcome]:
    """N points in a row need ceil(n / (2 k + 1)) centers of radius k, in whatever order."""
    places = np.array([i for i in order if i < n])
    D = np.abs(np.subtract.outer(places, places)).astype(float)
    for delta in (k, k + 0.5):
        yield equal(-(-n // (2 * k + 1)), target.d2ke.covering_number(D, delta))


@check(
    "d2ke/assumption-3",
    place="Section 2.2, Assumption 3; erratum D10",
    needs="d2ke.effective_dimension",
    since="0.1",
)
@for_all(
    D=strategies.distance_matrices(max_size=5),
    c=st.floats(1.0, 6.0),
    examples=[
        {"D": 4.0 * np.array(definitions.path_space(5)), "c": 2.0},
        {"D": 4.0 * np.array(definitions.path_space(5)), "c": 5.0},
        {"D": 32.0 * np.array(definitions.path_space(3)), "c": 2.0},
    ],
)
def effective_dimension_is_the_least_exponent(target: Any, D: Array, c: float) -> Iterator[Outcome]:
    """The least p >= 0 with N(delta) <= c delta^-p for all 0 < delta < 1, for the c that is given.

    There the supremum of N(delta) delta^p is c; at p = 0 it is at most c, and no p is enough if
    more than c points are needed for every delta < 1.
    """
    D = D / 16  # most distances below 1
    p = float(target.d2ke.effective_dimension(D, c))
    table = D.tolist()
    needed = definitions.covering_number(table, float(max(D[D < 1].max(), 0.0)))
    yield equal(needed > c, p == math.inf)
    if p == math.inf:
        return
    yield at_least(0.0, p)
    constant = definitions.covering_constant(table, max(p, 0.0))
    yield close_to(c, constant, rtol=1e-9) if p > 0 else at_most(c, constant)


@check(
    "d2ke/multiset-example",
    place=f"{MULTISETS}; errata D8, D9",
    needs="d2ke.ball_covering_bound",
    since="0.3",
)
@for_all(
    delta=strategies.log_uniform(1e-3, 1),
    p=st.integers(1, 12),
    examples=[{"delta": 1.0, "p": 1}, {"delta": 0.3, "p": 2}],
)
def covers_of_balls_are_bounded(target: Any, delta: float, p: int) -> Iterator[Outcome]:
    """(1 + 2/delta)^p for the unit ball, a bound."""
    ball = target.d2ke.ball_covering_bound(delta, p)
    yield close_to(definitions.ball_covering_bound(delta, p), ball, ulps=16 * p)
    line = target.d2ke.ball_covering_bound(delta, 1)
    yield at_least(definitions.interval_covering_number(delta), line)


@check(
    "d2ke/multiset-example",
    place=f"{MULTISETS}; errata D8, D9",
    needs="d2ke.multiset_covering_bound",
    since="0.3",
)
def covers_of_multisets_are_bounded(target: Any, run: Any) -> Outcome:
    """N^L for sets of at most L elements."""
    got = [target.d2ke.multiset_covering_bound(N, L) for N, L in SIZES]
    return equal([N**L for N, L in SIZES], got)


@check(
    "d2ke/multiset-example",
    place=f"{MULTISETS}; errata D8, D9",
    needs="d2ke.multiset_effective_dimension",
    since="0.3",
)
def dimensions_of_multisets_are_bounded(target: Any, run: Any) -> Iterator[Outcome]:
    """p_X <= L p_V; as printed L log N, which is 0 at a radius where one ball is enough."""
    bound = target.d2ke.multiset_effective_dimension
    for form, given in (("corrected", [(L, N / 4) for N, L in SIZES]),
                        ("printed", [(L, N) for N, L in SIZES])):  # fmt: skip
        expected = [definitions.multiset_effective_dimension(L, p, form) for L, p in given]
        yield close_to(expected, [bound(L, p, form=form) for L, p in given], ulps=8)
