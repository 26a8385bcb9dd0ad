"""Section 3: the kernel (4), its soft-minimum form (5)-(7), and the feature maps (8) and (12)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from verify import strategies
from verify.compare import at_least, at_most, close_to, equal
from verify.definitions import d2ke as definitions
from verify.record import Outcome
from verify.registry import check, for_all
from verify.suite.d2ke.problems import (
    DISTANCES,
    EXAMPLES,
    Array,
    agree,
    exact_cdist,
    weighted_collections,
)

ROUNDINGS = 60
UNDERFLOW = 1e-290  # below this doubles lose digits, then all
GAMMAS = strategies.log_uniform(1e-3, 1e3)
GAMMA_VALUES = {"levenshtein": 0.3, "dtw": 1.0, "modified_hausdorff": 2.0}
WEIGHTED = [
    {
        "problem": (
            name,
            EXAMPLES[name][:2],
            EXAMPLES[name][1:],
            EXAMPLES[name][:3],
            np.array([0.5, 0.1, 0.4]),
        ),
        "gamma": gamma,
    }
    for name, gamma in GAMMA_VALUES.items()
]


def features(D: Array, gamma: float) -> tuple[Array, Array]:
    """exp(-gamma d), and its rounding unit: the exponent's rounding is relative to gamma d."""
    phi = np.exp(-gamma * D)
    return phi, phi * (1 + gamma * D)


def products(A: Array, B: Array, gamma: float, weights: Array) -> Array:
    """Rounding unit of the kernel: sum_j p_j exp(-g (a + b)) (1 + g (a + b))."""
    detour = gamma * (A[:, None, :] + B[None, :, :])
    return (weights * np.exp(-detour) * (1 + detour)).sum(axis=2) + UNDERFLOW


@check(
    "d2ke/eq-8",
    place="Section 3, Eq. (8); Algorithm 1, step 2",
    needs="d2ke.feature_map",
    since="0.1",
)
@for_all(problem=weighted_collections(), gamma=GAMMAS, examples=WEIGHTED)
def features_are_exponentials_over_root_r(target: Any, problem: Any, gamma: float) -> Outcome:
    """Phi_j(x) = exp(-gamma d(x, omega_j)) / sqrt(R), shape (n, R)."""
    distance, X, _, omegas, _ = problem
    expected = definitions.feature_map(X, omegas, gamma, distance)
    unit = features(exact_cdist(X, omegas, distance), gamma)[1] / math.sqrt(len(omegas))
    got = target.d2ke.feature_map(X, omegas, gamma, distance)
    return close_to(expected, got, ulps=ROUNDINGS, scale=unit + UNDERFLOW)


@check("d2ke/eq-4", place="Section 3, Eq. (4)", needs="d2ke.kernel", since="0.1")
@for_all(problem=weighted_collections(), gamma=GAMMAS, examples=WEIGHTED)
def kernel_is_the_weighted_sum(target: Any, problem: Any, gamma: float) -> Outcome:
    """k(x, y) = sum_j p_j exp(-gamma d(x, w_j)) exp(-gamma d(y, w_j)), exact for finite Omega."""
    distance, X, Y, omegas, p = problem
    expected = definitions.kernel(X, Y, omegas, gamma, distance, p)
    unit = products(exact_cdist(X, omegas, distance), exact_cdist(Y, omegas, distance), gamma, p)
    got = target.d2ke.kernel(X, Y, omegas, gamma, distance, weights=p)
    return close_to(expected, got, ulps=ROUNDINGS, scale=unit)


@check("d2ke/eq-4", place="Section 3, Eq. (4)", needs="d2ke.kernel", since="0.1")
@for_all(
    problem=weighted_collections(),
    gamma=GAMMAS,
    order=st.permutations(range(4)),
    examples=[{**example, "order": [2, 3, 0, 1]} for example in WEIGHTED],
)
def only_the_distribution_over_omega_matters(
    target: Any, problem: Any, gamma: float, order: list[int]
) -> Iterator[Outcome]:
    """Order of the omegas, atoms without weight, and one atom told as two change nothing."""
    distance, X, Y, omegas, p = problem
    A, B = exact_cdist(X, omegas, distance), exact_cdist(Y, omegas, distance)
    tolerance: dict[str, Any] = {"ulps": ROUNDINGS, "scale": products(A, B, gamma, p)}
    K = np.asarray(target.d2ke.kernel(X, Y, omegas, gamma, distance, weights=p), dtype=float)
    order = [i for i in order if i < len(omegas)]
    moved = [omegas[i] for i in order]
    again = target.d2ke.kernel(X, Y, moved, gamma, distance, weights=p[order])
    yield agree(K, again, **tolerance)
    more, split = [*omegas, omegas[0], X[0]], np.array([p[0] / 2, *p[1:], p[0] / 2, 0.0])
    again = target.d2ke.kernel(X, Y, more, gamma, distance, weights=split)
    yield agree(K, again, **tolerance)


@check(
    "d2ke/eq-12",
    place="Section 4, Eq. (12)",
    needs=("d2ke.kernel", "d2ke.feature_map"),
    since="0.1",
)
@for_all(problem=weighted_collections(), gamma=GAMMAS, examples=WEIGHTED)
def random_feature_kernel_is_the_inner_product_of_features(
    target: Any, problem: Any, gamma: float
) -> Iterator[Outcome]:
    """Without weights k_R = Phi(x) . Phi(y): each omega counts 1/R."""
    distance, X, Y, omegas, _ = problem
    R = len(omegas)
    A, B = exact_cdist(X, omegas, distance), exact_cdist(Y, omegas, distance)
    unit = products(A, B, gamma, np.full(R, 1 / R))
    got = target.d2ke.kernel(X, Y, omegas, gamma, distance)
    expected = definitions.kernel(X, Y, omegas, gamma, distance)
    yield close_to(expected, got, ulps=ROUNDINGS, scale=unit)
    of_x, of_y = (np.asarray(target.d2ke.feature_map(Z, omegas, gamma, distance)) for Z in (X, Y))
    yield agree(of_x @ of_y.T, got, ulps=ROUNDINGS, scale=unit)


@check("d2ke/eq-6", place="Section 3, Eq. (6)", needs="d2ke.softmin", since="0.1")
@for_all(
    problem=strategies.weighted_values(),
    gamma=GAMMAS,
    examples=[
        {"problem": ([0.0, 1.0], [0.25, 0.75]), "gamma": 1.0},
        {"problem": ([1e5, 2e5], [0.5, 0.5]), "gamma": 1.0},  # every exponential underflows
        {"problem": ([-1e5, 0.0], [0.5, 0.5]), "gamma": 1.0},  # and here one overflows
    ],
)
def softmin_is_its_definition(target: Any, problem: Any, gamma: float) -> Outcome:
    """Equal to Eq. (6) term by term, to 60 roundings of the largest term."""
    values, weights = problem
    got = target.d2ke.softmin(np.array(values), np.array(weights), gamma)
    expected = definitions.softmin(values, weights, gamma)
    return close_to(expected, got, ulps=ROUNDINGS, scale=max(map(abs, values)) + 1 / gamma)


@check("d2ke/eq-6", place="Section 3, Eq. (6)", needs="d2ke.softmin", since="0.1")
@for_all(
    problem=strategies.weighted_values(largest=100),
    gamma=strategies.log_uniform(1e-6, 1e6),
    examples=[{"problem": ([1.0, 2.0], [0.5, 0.5]), "gamma": 1.0}],
)
def softmin_lies_between_minimum_and_mean(
    target: Any, problem: Any, gamma: float
) -> Iterator[Outcome]:
    """By Jensen; atoms without weight and values never reached (+inf) do not count; row by row."""
    values, weights = (np.array(each) for each in problem)
    got = np.asarray(target.d2ke.softmin(values, weights, gamma), dtype=float)
    slack = 60 * np.finfo(float).eps * (np.abs(values).max() + 1 / gamma)
    yield at_least(values.min(), got + slack)
    yield at_most(weights @ values, got - slack)
    # so far below that everything else underflows beside it, if it were let in
    wider = np.append(values, values.min() - 2000 / gamma)
    zeros = np.append(weights, 0.0)
    tolerance: dict[str, Any] = {"atol": 2 * slack}
    yield agree(got, target.d2ke.softmin(wider, zeros, gamma), **tolerance)
    # an atom at infinity takes half of the mass away, so log(2) / gamma is added
    beyond, halves = np.append(values, np.inf), np.append(weights / 2, 0.5)
    wanted = got + math.log(2) / gamma
    yield agree(wanted, target.d2ke.softmin(beyond, halves, gamma), **tolerance)
    rows = np.stack([values, values[::-1], values + 1.0])[None]
    each = [[float(target.d2ke.softmin(row, weights, gamma)) for row in rows[0]]]
    yield agree(each, target.d2ke.softmin(rows, weights, gamma), **tolerance)


@check("d2ke/eq-7", place="Section 3, Eq. (7)", needs="d2ke.soft_distance", since="0.1")
@for_all(
    problem=weighted_collections(),
    gamma=strategies.log_uniform(1e-3, 1e4),
    examples=[
        *WEIGHTED,
        {  # 40 edits at gamma = 100: the kernel is exp(-8000)
            "problem": ("levenshtein", ["a" * 40], [""], ["b" * 40, "bb"], np.array([0.5, 0.5])),
            "gamma": 100.0,
        },
        {  # what has no weight is not there, however near
            "problem": (
                "levenshtein",
                ["b" * 40],
                ["b" * 40],
                ["b" * 40, ""],
                np.array([0.0, 1.0]),
            ),
            "gamma": 100.0,
        },
    ],
)
def soft_distance_is_the_softmin_of_detours(target: Any, problem: Any, gamma: float) -> Outcome:
    """Softmin over omega of d(x, omega) + d(omega, y), also where the kernel underflows."""
    distance, X, Y, omegas, p = problem
    expected = definitions.soft_distance(X, Y, omegas, gamma, distance, p)
    A, B = exact_cdist(X, omegas, distance), exact_cdist(Y, omegas, distance)
    largest = (A[:, None, :] + B[None, :, :]).max(axis=2)
    got = target.d2ke.soft_distance(X, Y, omegas, gamma, distance, weights=p)
    return close_to(expected, got, ulps=ROUNDINGS, scale=largest + 1 / gamma)


@check(
    "d2ke/eq-5",
    place="Section 3, Eq. (5)",
    needs=("d2ke.kernel", "d2ke.soft_distance"),
    since="0.1",
)
@for_all(
    problem=weighted_collections(),
    gamma=GAMMAS,
    examples=WEIGHTED,
)
def kernel_is_the_exponential_of_the_soft_distance(
    target: Any, problem: Any, gamma: float
) -> Iterator[Outcome]:
    """exp(-gamma softmin) = k, with weights and without."""
    distance, X, Y, omegas, p = problem
    A, B = exact_cdist(X, omegas, distance), exact_cdist(Y, omegas, distance)
    for weights in (p, None):
        arguments = (X, Y, omegas, gamma, distance)
        K = np.asarray(target.d2ke.kernel(*arguments, weights=weights), dtype=float)
        soft = np.asarray(target.d2ke.soft_distance(*arguments, weights=weights), dtype=float)
        used = np.full(len(omegas), 1 / len(omegas)) if weights is None else p
        largest = 1 + gamma * (A[:, None, :] + B[None, :, :]).max(axis=2)
        unit = np.maximum(products(A, B, gamma, used), K * largest)
        yield agree(K, np.exp(-gamma * soft), ulps=2 * ROUNDINGS, scale=unit)


@check(
    "d2ke/limit-gamma",
    place="Section 3, after Eq. (7); erratum D4",
    needs=("d2ke.kernel", "d2ke.soft_distance"),
    since="0.1",
)
def kernel_tends_to_the_shortest_detour_on_the_log_scale(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """On a path 0..4 with uniform p: -log k / gamma -> d, from above, by at most log(5) / gamma.

    The ratio k / exp(-gamma d) does not tend to 1 but to the mass of the points between x and y:
    .2, .4, .6, .8, 1 from 0. Where no omega lies between, the limit is the shortest detour.
    """
    path = [0, 1, 2, 3, 4]
    d = np.abs(np.subtract.outer(path, path)).astype(float)

    def distance(x: int, y: int) -> float:
        return float(abs(x - y))

    for gamma in (1.0, 10.0, 1e3, 1e6):
        soft = target.d2ke.soft_distance(path, path, path, gamma, distance)
        excess = np.asarray(soft, dtype=float) - d
        yield at_least(-1e-14, excess)
        yield at_most(math.log(5) / gamma + 1e-14, excess)
    # the next shortest detour is 2 longer: exp(-2 gamma) is 4e-35
    ratio = np.asarray(target.d2ke.kernel(path, path, path, 40.0, distance)) / np.exp(-40.0 * d)
    yield close_to((d + 1) / 5, ratio, rtol=1e-12)
    soft = target.d2ke.soft_distance(path, path, [0], 1e6, distance)
    yield close_to(np.add.outer(path, path), soft, atol=1e-12)


@check(
    "d2ke/rsm-special-case",
    place="Section 3, Relationship to Representative-Set Method, Eq. (8)",
    needs=("d2ke.kernel", "d2ke.feature_map", "d2ke.representative_set_map"),
    since="0.1",
)
@for_all(problem=weighted_collections(), gamma=GAMMAS, examples=WEIGHTED)
def random_objects_from_the_data_give_the_representative_set(
    target: Any, problem: Any, gamma: float
) -> Iterator[Outcome]:
    """With Omega = X both feature maps are Eq. (8), and a repeated object has a doubled p."""
    distance, X, Y, *_ = problem
    held_out = [*X, X[0]]
    D = exact_cdist(Y, held_out, distance)
    unit = features(D, gamma)[1] / math.sqrt(len(held_out)) + UNDERFLOW
    map_of_rsm = target.d2ke.representative_set_map(Y, held_out, distance, gamma=gamma)
    phi = np.asarray(target.d2ke.feature_map(Y, held_out, gamma, distance), dtype=float)
    yield agree(phi, map_of_rsm, ulps=ROUNDINGS, scale=unit)
    p = np.full(len(X), 1 / len(held_out))
    p[0] *= 2
    K = np.asarray(target.d2ke.kernel(Y, Y, X, gamma, distance, weights=p), dtype=float)
    yield close_to(
        K, phi @ phi.T, ulps=2 * ROUNDINGS, scale=products(D, D, gamma, p[[*range(len(X)), 0]])
    )


@check("d2ke/eq-8", place="Section 3, Eq. (8)", needs="d2ke.feature_map", since="0.1")
def options_and_callables_reach_the_distance(target: Any, run: Any) -> Iterator[Outcome]:
    """Options by name, and a callable as d(x, omega), in this order, with objects of any kind."""
    x, y = np.array([0.0, 5.0, 5.0]), np.array([0.0, 0.0, 5.0])
    for options in ({}, {"window": 0}, {"local_cost": "sqeuclidean", "window": 0}):
        d = definitions.dtw(x, y, **options)
        got = target.d2ke.feature_map([x], [y], 0.1, "dtw", **options)
        yield close_to([[math.exp(-0.1 * d)]], got, ulps=ROUNDINGS)
    got = target.d2ke.feature_map([3, 4], [1], 0.5, lambda x, omega: float(2 * x + omega))
    yield close_to([[math.exp(-3.5)], [math.exp(-4.5)]], got, ulps=ROUNDINGS)


@check("d2ke/no-side-effects", place="any function", needs="d2ke.kernel", since="0.1")
def feature_and_kernel_calls_leave_no_trace(target: Any, run: Any) -> Iterator[Outcome]:
    """Weights and objects stay as they are, and calls in between change no result."""
    for name in DISTANCES:
        X, p = list(EXAMPLES[name]), np.array([0.5, 0.3, 0.2])
        omegas = X[:3]
        before, kept = [np.copy(x) for x in X], p.copy()
        first = np.array(target.d2ke.kernel(X, X, omegas, 0.5, name, weights=p))
        for others, gamma, weights in ((omegas[::-1], 2.0, p), (omegas, 0.5, None)):
            expected = definitions.kernel(X, X, others, gamma, name, weights)
            between = target.d2ke.kernel(X, X, others, gamma, name, weights=weights)
            yield close_to(expected, between, rtol=1e-12)
        yield equal(first, target.d2ke.kernel(X, X, omegas, 0.5, name, weights=p))
        yield equal([kept, *before], [p, *map(np.asarray, X)])
