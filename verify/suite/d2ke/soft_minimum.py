"""Section 3, Eqs. (5)-(7): the soft minimum, the soft distance, the kernel from it, large gamma."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, largest
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.precision import unit
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.kernel import GAMMAS, ROUNDINGS, UNDERFLOW, WEIGHTED, products
from gramcheck.verify.suite.d2ke.problems import (
    agree,
    exact_cdist,
    weighted_collections,
)


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
    slack = 60 * unit() * (largest(values) + 1 / gamma)
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


@check("d2ke/eq-5", place="Section 3, Eq. (5)", needs="d2ke.softmin_kernel", since="0.1")
@for_all(
    problem=weighted_collections(),
    gamma=GAMMAS,
    examples=WEIGHTED,
)
def softmin_kernel_is_its_definition(target: Any, problem: Any, gamma: float) -> Iterator[Outcome]:
    """exp(-gamma softmin) to 60 roundings, with weights and without."""
    distance, X, Y, omegas, p = problem
    A, B = exact_cdist(X, omegas, distance), exact_cdist(Y, omegas, distance)
    exponent = 1 + gamma * (A[:, None, :] + B[None, :, :]).max(axis=2)  # its rounding is relative
    for weights in (p, None):
        arguments = (X, Y, omegas, gamma, distance)
        expected = definitions.softmin_kernel(*arguments, weights)
        got = target.d2ke.softmin_kernel(*arguments, weights=weights)
        unit = np.multiply(expected, exponent) + UNDERFLOW
        yield close_to(expected, got, ulps=ROUNDINGS, scale=unit)


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
