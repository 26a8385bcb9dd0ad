"""Wrong limits of large gamma, and wrong draws from the data."""

import math

import numpy as np

from tests.zoo import arguments_become, faults, result_becomes, with_16_bits, wrong

LIMIT = "d2ke/limit-gamma"

wrong_limit = faults(result_becomes, "d2ke.kernel_limit", killed_by=LIMIT)

wrong_limit("chance of one: as the paper prints it", lambda found, *_: (found[0], found[1] ** 0))
wrong_limit(
    "shortest detour of all, whether it has a chance or not",
    lambda found, detours, weights: (np.min(detours, axis=-1), found[1]),
)
wrong_limit(
    "shortest detour of a whole table",
    lambda found, *_: (np.full_like(found[0], np.min(found[0])), found[1]),
)


@wrong("d2ke.kernel_limit", killed_by=LIMIT)
def tolerance_of_nothing(right, detours, weights, *, tolerance=0.0):
    """Detours that are longer by what was asked for do not count as equal."""
    return right.d2ke.kernel_limit(detours, weights)


SHORTEST = "d2ke/limit-gamma shortest_detour_and_its_chance"


@wrong("d2ke.kernel_limit", killed_by=SHORTEST)
def detours_that_are_nearly_as_short(right, detours, weights, *, tolerance=0.0):
    """As np.isclose has it, where no tolerance was asked for."""
    smallest, chance = right.d2ke.kernel_limit(detours, weights, tolerance=tolerance)
    if tolerance:
        return smallest, chance
    return smallest, np.isclose(detours, np.asarray(smallest)[..., None]) @ weights


wrong_arguments = faults(arguments_become, "d2ke.kernel_limit", killed_by=SHORTEST)

wrong_arguments(
    "detours in single precision",
    lambda detours, weights: (np.asarray(detours, dtype=np.float32), weights),
)
wrong_arguments(
    "detours by columns: a square table of them is turned",
    lambda detours, weights: (
        (np.transpose(detours), weights)
        if np.ndim(detours) == 2 and len(detours) == len(weights)
        else (detours, weights)
    ),
)
wrong_arguments(
    "chances below a thousandth are none",
    lambda detours, weights: (detours, some_of(np.asarray(weights), 1e-3)),
)


def some_of(weights, least):
    """Those that are large enough, as a distribution."""
    kept = np.where(weights < least, 0.0, weights)
    return kept / kept.sum()


wrong_gap = faults(result_becomes, "d2ke.soft_distance_gap", killed_by=LIMIT)

wrong_gap("gap to base two", lambda gap, *_: gap / math.log(2))
wrong_gap("gap without gamma", lambda gap, probability, gamma: gap * gamma)
wrong_gap("gap below the distance: a tenth too small", lambda gap, *_: 0.9 * gap)

wrong_distance = faults(result_becomes, "d2ke.soft_distance", killed_by=LIMIT)

wrong_distance("soft distance below the shortest detour", lambda S, *_: 0.5 * np.asarray(S))
wrong_distance("soft distance beyond the gap", lambda S, *_: 2 * np.asarray(S) + 1)

wrong_product = faults(
    result_becomes, "d2ke.distance_substitution_inner_product", killed_by="d2ke/dsk-nd"
)

wrong_product("substituted products without the half", lambda G, *_: 2 * np.asarray(G))
wrong_product(
    "substituted products about the first object",
    lambda G, D, origin: G if isinstance(origin, int) else np.asarray(G) - np.asarray(G)[:1],
)

wrong_draws = faults(result_becomes, "d2ke.data_sample", killed_by="d2ke/eq-8")

wrong_draws("data drawn without the last: an object short", lambda drawn, X, R, rng: drawn[: R - 1])
wrong_draws(
    "data drawn in pairs of different objects",
    lambda drawn, X, R, rng: [
        w if k % 2 == 0 or w != drawn[k - 1] else X[0] for k, w in enumerate(drawn)
    ],
)


@wrong("d2ke.representatives", killed_by="d2ke/eq-8")
def representatives_with_replacement(right, X, R, rng):
    """An object may come twice."""
    return right.d2ke.data_sample(X, R, rng)


wrong_order = faults(result_becomes, "d2ke.representatives", killed_by="d2ke/eq-8")

wrong_order("representatives in the order of the data", lambda drawn, *_: sorted(drawn))
wrong_order(
    "representatives of the first R objects alone", lambda drawn, X, R, rng: rng.permutation(X[:R])
)


@wrong("d2ke.representatives", killed_by="d2ke/eq-8")
def representatives_of_a_seed_of_its_own(right, X, R, rng):
    """The same objects at every call."""
    return right.d2ke.representatives(X, R, np.random.default_rng(0))


wrong_generator = faults(arguments_become)

wrong_generator(
    "data reseeded: by 16 bits a call",
    "d2ke.data_sample",
    with_16_bits,
    killed_by="d2ke/eq-8 no_two_calls_draw_the_same_data",
)
wrong_generator(
    "representatives reseeded: by 16 bits a call",
    "d2ke.representatives",
    with_16_bits,
    killed_by="d2ke/eq-8 no_two_calls_hold_out_the_same_objects",
)
