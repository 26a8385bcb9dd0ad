"""Section 3: the kernel (4), and the feature maps (8) and (12)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import (
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
