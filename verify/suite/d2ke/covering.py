"""Section 2: covering numbers, the effective dimension, and the rate of k nearest neighbors."""

from __future__ import annotations

import math
from collections.abc import Iterator
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
THEOREM_1 = "Section 2.2, Theorem 1"

# a hub with three neighbors, and a leaf at each: the greedy cover starts at the hub
TREE = np.full((7, 7), 2.0) - 2 * np.eye(7)
for _i, _j in ((0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)):
    TREE[_i, _j] = TREE[_j, _i] = 1.0


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
    needs=(
        "d2ke.ball_covering_bound",
        "d2ke.multiset_covering_bound",
        "d2ke.multiset_effective_dimension",
    ),
    since="0.1",
)
@for_all(
    delta=strategies.log_uniform(1e-3, 1),
    p=st.integers(1, 12),
    L=st.integers(1, 6),
    N=st.integers(1, 50),
    examples=[{"delta": 1.0, "p": 1, "L": 4, "N": 1}, {"delta": 0.3, "p": 2, "L": 3, "N": 7}],
)
def covers_of_balls_and_multisets_are_bounded(
    target: Any, delta: float, p: int, L: int, N: int
) -> Iterator[Outcome]:
    """(1 + 2/delta)^p for the unit ball, a bound; N^L for sets of at most L elements; p_X <= L p_V.

    As printed p_X <= L log N, which is 0 at a radius where one ball is enough.
    """
    d = target.d2ke
    ball = d.ball_covering_bound(delta, p)
    yield close_to(definitions.ball_covering_bound(delta, p), ball, ulps=16 * p)
    line = d.ball_covering_bound(delta, 1)
    yield at_least(definitions.interval_covering_number(delta), line)
    yield equal(N**L, d.multiset_covering_bound(N, L))
    for ground, form in ((p + 0.5, "corrected"), (N, "printed")):
        expected = definitions.multiset_effective_dimension(L, ground, form)
        yield close_to(expected, d.multiset_effective_dimension(L, ground, form=form), ulps=8)


RISK: dict[str, Any] = {
    "n": st.integers(1, 10**6),
    "sigma": strategies.log_uniform(1e-2, 1e2),
    "lipschitz": strategies.log_uniform(1e-2, 1e2),
    "p": strategies.log_uniform(0.5, 20),
    "c": strategies.log_uniform(1e-2, 1e2),
}
RISK_EXAMPLE = {"n": 1000, "sigma": 0.5, "lipschitz": 2.0, "p": 3.0, "c": 0.5}


PRINTED: dict[str, Any] = {"form": "printed"}
CORRECTED: tuple[dict[str, str], ...] = ({}, {"form": "corrected"})  # unless asked


def sound(p: float, c: float) -> tuple[float, float]:
    """What the corrected form takes: a p that is not near 2, a c that is at least 1."""
    return (p if abs(p - 2) > 0.1 else 2.5), 1 + c


def forms(p: float, c: float) -> Iterator[tuple[dict[str, Any], float, float]]:
    """Every way to ask for a form, with p and c that it takes."""
    yield PRINTED, p, c
    for form in CORRECTED:
        yield form, *sound(p, c)


@check("d2ke/theorem-1", place=THEOREM_1, needs="d2ke.knn_risk_bound", since="0.1")
@for_all(k=st.floats(0.5, 1000), **RISK, examples=[{"k": 8, **RISK_EXAMPLE}])
def risk_bound_is_its_formula(
    target: Any, k: float, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """sigma^2 / k + c L^2 (k/n)^(2/p); without noise, or for a constant f, one term is left.

    Corrected, which it is unless asked, with the constant that follows from Assumption 3's c, and
    k/n itself for p < 2.
    """
    relative = 1e-14 * (1 + 2 / p * (abs(math.log(k / n)) + math.log(1 + c)))
    for form, dimension, constant in forms(p, c):
        for s, L in ((sigma, lipschitz), (0.0, lipschitz), (sigma, 0.0)):
            given = (k, n, s, L, dimension, constant)
            expected = definitions.knn_risk_bound(*given, **form)
            yield close_to(expected, target.d2ke.knn_risk_bound(*given, **form), rtol=relative)


@check(
    "d2ke/theorem-1",
    place=f"{THEOREM_1}; erratum D11",
    needs="d2ke.knn_risk_bound",
    since="0.1",
)
@for_all(
    n=st.integers(1, 10**6),
    p=st.sampled_from([0.25, 0.5, 1.0, 1.5, 2.5, 4.0, 10.0]),
    rare=st.floats(0.1, 10),
    examples=[
        {"n": 10**6, "p": 1.0, "rare": 1.0},
        {"n": 1000, "p": 0.25, "rare": 1.0},
        {"n": 1, "p": 4.0, "rare": 0.5},
    ],
)
def corrected_bound_is_one(target: Any, n: int, p: float, rare: float) -> Iterator[Outcome]:
    """Two points at distance 1, one of mass rare / n: the exact risk, above the printed p < 2.

    N(delta) = 2 for delta < 1, so that c = 2 for every p.
    """
    q, bound = min(rare / n, 0.5), target.d2ke.knn_risk_bound
    one_neighbor = (1 - q) * q**n + q * (1 - q) ** n
    yield at_least(one_neighbor, bound(1, n, 0.0, 1.0, p, 2.0))
    space, masses, f = definitions.two_point_space(), [1 - q, q], [0.0, 1.0]
    two_of_three = definitions.knn_risk(space, masses, f, 3, 2, 0.25)
    yield at_least(two_of_three, bound(2, 3, 0.5, 1.0, p, 2.0))


@check("d2ke/theorem-1", place=THEOREM_1, needs="d2ke.optimal_k", since="0.1")
@for_all(**RISK, examples=[RISK_EXAMPLE])
def optimal_k_minimizes_the_bound(
    target: Any, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """No other k gives less, near (the bound has one minimum in log k) or far; in either form."""
    for form, dimension, constant in forms(p, c):
        rest = (n, sigma, lipschitz, dimension, constant)
        k = float(target.d2ke.optimal_k(*rest, **form))
        yield close_to(definitions.optimal_k(*rest, **form), k, rtol=1e-12)
        least = definitions.knn_risk_bound(k if k > 0 else 1e-300, *rest, **form)
        for factor in (0.5, 0.99, 1.01, 2.0):
            other = factor * abs(k) + 1e-300
            yield at_most(definitions.knn_risk_bound(other, *rest, **form), least)


@check(
    "d2ke/eq-3",
    place="Section 2.2, Eq. (3); erratum D22",
    needs=("d2ke.knn_rate", "d2ke.knn_rate_constant"),
    since="0.1",
)
@for_all(**RISK, examples=[RISK_EXAMPLE])
def rate_is_the_smallest_bound(
    target: Any, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """c2 sigma^(4/(p+2)) L^(2p/(2+p)) n^(-2/(2+p)) with the c2 that belongs to c; 1 if not given.

    Twice the objects, the noise or the constant L change it by the stated powers of 2.
    """
    d, rest = target.d2ke, (n, sigma, lipschitz, p)
    k = definitions.optimal_k(*rest, c, **PRINTED)
    least = definitions.knn_risk_bound(k, *rest, c, **PRINTED)
    got = d.knn_rate(*rest, d.knn_rate_constant(p, c, **PRINTED), **PRINTED)
    yield close_to(least, got, rtol=1e-11)
    plain = definitions.knn_rate(*rest, **PRINTED)
    yield close_to(plain, d.knn_rate(*rest, **PRINTED), rtol=1e-12)
    for changed, power in (
        ((2 * n, sigma, lipschitz), -2 / (p + 2)),
        ((n, 2 * sigma, lipschitz), 4 / (p + 2)),
        ((n, sigma, 2 * lipschitz), 2 * p / (p + 2)),
    ):
        yield close_to(plain * 2**power, d.knn_rate(*changed, p, **PRINTED), rtol=1e-12)


@check(
    "d2ke/eq-3",
    place="Section 2.2, Eq. (3); erratum D11",
    needs=("d2ke.knn_rate", "d2ke.knn_rate_constant"),
    since="0.1",
)
@for_all(**RISK, examples=[RISK_EXAMPLE, RISK_EXAMPLE | {"p": 1.0}])
def corrected_rate_is_reached_by_an_integer(
    target: Any, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """The corrected bound's minimum over real k, times 2^(2/p) or 2 for p < 2.

    If the best real k lies in [1, n], the integer next above it does no worse than that.
    """
    d, (p, c) = target.d2ke, sound(p, c)
    rest = (n, sigma, lipschitz, p)
    k = definitions.optimal_k(*rest, c)
    least = definitions.knn_risk_bound(k, *rest, c)
    for form in CORRECTED:
        got = d.knn_rate(*rest, d.knn_rate_constant(p, c, **form), **form)
        yield close_to(least * 2 ** (2 / max(p, 2)), got, rtol=1e-11)
        yield close_to(definitions.knn_rate(*rest), d.knn_rate(*rest, **form), rtol=1e-12)
        if 1 <= k <= n:
            yield at_least(definitions.knn_risk_bound(math.ceil(k), *rest, c), got)
