"""Wrong hash functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gramcheck.paper_checks.experiments.sfm.printed import Costs
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, squared, times

UNIFORM, CAUCHY = "sfm.hash_uniform", "sfm.hash_cauchy"


@instead
def half_the_bits(sample: Function, d: int, rng: np.random.Generator) -> Any:
    """array2 has 32 random bits."""
    array1, array2 = sample(d, rng)
    return array1, array2 & np.uint64(2**32 - 1)


@instead
def each_word_twice(sample: Function, d: int, rng: np.random.Generator) -> Any:
    """Every other coordinate is that before it."""
    return tuple(np.repeat(words, 2)[:d] for words in sample(d, rng))


@instead
def again_after_4096(sample: Function, d: int, rng: np.random.Generator) -> Any:
    """The words of 4096 coordinates, over and over."""
    return tuple(np.resize(words, d) for words in sample(min(d, 4096), rng))


def one_array_for_both(sample: Function) -> Function:
    """array2 is array1: uniform values, of which two keys are not independent."""
    return lambda d, rng: (sample(d, rng)[0],) * 2


def odd_multipliers(uniform: Function) -> Function:
    """A bit of array2 is always 1."""
    return lambda i, a, b, *rest: uniform(i, a, b | np.uint64(1 << 56), *rest)


def arrays_exchanged(uniform: Function) -> Function:
    """The addend is multiplied and the factor added."""
    return lambda i, a, b, *rest: uniform(i, b, a, *rest)


def without_the_addend(uniform: Function) -> Function:
    """Key 0 has one value, and even keys have fewer than all."""
    return lambda i, a, b, *rest: uniform(i, 0 * a, b, *rest)


def folded_for_large_keys(uniform: Function) -> Function:
    """Halved from key 2^32 on."""
    return lambda i, *rest: np.where(np.asarray(i)[:, None] >= 2**32, 0.5, 1.0) * uniform(i, *rest)


def closed_always(cauchy: Function) -> Function:
    """The ends of the unit interval are reached, whatever is asked for."""
    return lambda i, a, b, beta, *_: cauchy(i, a, b, beta, "closed")


def open_always(uniform: Function) -> Function:
    """The ends of the unit interval are not reached, whatever is asked for."""
    return lambda i, a, b, *_: uniform(i, a, b)


def of_a_tenth_of_the_coordinates(costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """The dimensions of Table III are too small."""
    return {name: row._replace(d=(row.d[0] // 10, row.d[1] // 10)) for name, row in costs.items()}


@instead
def without_the_last_coefficient(polynomial: Function, i: Any, coefficients: Any) -> Any:
    """A polynomial of too low a degree."""
    return polynomial(i, np.vstack([coefficients[:-1], 0 * coefficients[-1:]]))


@instead
def below_one_half(sample: Function, d: int, t: int, rng: np.random.Generator) -> Any:
    """Coefficients are uniform on [0, 1/2]."""
    return sample(d, t, rng) // 2


@instead
def of_one_number(sample: Function, d: int, t: int, rng: np.random.Generator) -> Any:
    """All coefficients of a coordinate are the same."""
    return np.repeat(sample(d, 1, rng), t, axis=0)


@instead
def of_two_numbers(sample: Function, d: int, t: int, rng: np.random.Generator) -> Any:
    """The coefficients from the third on are the first ones again."""
    return np.resize(sample(d, min(t, 2), rng), (t, d))


@instead
def each_polynomial_twice(sample: Function, d: int, t: int, rng: np.random.Generator) -> Any:
    """Every other coordinate is that before it."""
    return np.repeat(sample((d + 1) // 2, t, rng), 2, axis=1)[:, :d]


@instead
def of_a_sliding_window(sample: Function, d: int, t: int, rng: np.random.Generator) -> Any:
    """The coefficients of a coordinate are those of the one before it, moved on by one."""
    numbers = sample(d + t - 1, 1, rng)[0]
    return np.array([numbers[j : j + d] for j in range(t)])


def one_for_each_coordinate(sample: Function) -> Function:
    """As many coefficients as coordinates."""
    return lambda d, t, rng: sample(d, d, rng)


def two_for_each_coordinate(sample: Function) -> Function:
    """Two coefficients, however many are asked for."""
    return lambda d, t, rng: sample(d, 2, rng)


def inside_in_single_precision(uniform: Function) -> Function:
    """Numbers keep so far from 0 and 1 that 24 bits of them do, too."""
    return lambda *arguments: np.clip(uniform(*arguments), 2.0**-24, 1 - 2.0**-24)


for _wrong in (half, times(1.15)):
    falsify("sfm/hash-uniform", wrong={CAUCHY: _wrong})
falsify("sfm/hash-uniform", wrong={UNIFORM: squared})
falsify("sfm/hash-uniform", wrong={UNIFORM: without_the_addend})
falsify("sfm/hash-uniform", wrong={UNIFORM: folded_for_large_keys})
for _wrong in (each_word_twice, again_after_4096):
    falsify("sfm/hash-uniform", wrong={"sfm.sample_hash": _wrong})
falsify("errata/S5", wrong={UNIFORM: odd_multipliers})
falsify("errata/S5", wrong={UNIFORM: without_the_addend})
falsify(
    "sfm/hash-t-wise-independent",
    "errata/S4",
    wrong={"sfm.t_wise_hash": without_the_last_coefficient},
)
for _wrong in (half_the_bits, one_array_for_both):
    falsify("sfm/algorithm-1", "errata/S6", wrong={"sfm.sample_hash": _wrong})
falsify("sfm/algorithm-1", "errata/S6", wrong={UNIFORM: arrays_exchanged})
falsify("sfm/algorithm-1", "errata/S6", wrong={CAUCHY: closed_always})
falsify("sfm/algorithm-1", "errata/S6", wrong={UNIFORM: open_always})
falsify("sfm/algorithm-1", "errata/S6", wrong={"sfm.cauchy_quantile": half})
falsify(
    "sfm/algorithm-1",
    "errata/S6",
    wrong={"paper_checks.claims.sfm.hashing.COSTS": of_a_tenth_of_the_coordinates},
)
falsify(
    "sfm/algorithm-1",
    "errata/S6",
    wrong=dict.fromkeys((UNIFORM, "sfm.hashing.hash_uniform"), inside_in_single_precision),
)
for _wrong in (
    below_one_half,
    of_one_number,
    of_two_numbers,
    each_polynomial_twice,
    of_a_sliding_window,
):
    falsify("sfm/hash-t-wise-independent", "errata/S4", wrong={"sfm.sample_t_wise": _wrong})
for _wrong in (one_for_each_coordinate, two_for_each_coordinate):
    falsify("errata/S3", wrong={"sfm.sample_t_wise": _wrong})
