"""Section IV-A and Algorithm 1: the hash, its independence, and the Cauchy numbers made of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import at_least, close_to, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.hashing import SMALL, small_table, t_wise_independence
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.sfm.problems import EXTREME_WORDS, cauchy_scale, words

PLACE = "Algorithm 1"
KEYS = (0, 1, 2, 3, 1000, 2**31 - 1, 2**31, 2**32, 2**33 - 1)
ENDPOINTS = ("open", "closed")
FIELD = 2**31 - 1
MISS = 1e-3


@check(
    "sfm/algorithm-1",
    place=f"{PLACE}, lines 2-5",
    needs="sfm.hash_uniform",
    since="0.1",
    diagnose=diagnoser("sfm.hash_uniform"),
)
@for_all(
    keys=st.lists(st.sampled_from(KEYS) | st.integers(0, 2**33 - 1), min_size=1, max_size=4),
    seed=strategies.seeds(),
    endpoints=st.sampled_from(ENDPOINTS),
    examples=[{"keys": list(KEYS), "seed": 0, "endpoints": e} for e in ENDPOINTS],
)
def hash_is_that_of_whole_numbers(
    target: Any, keys: list[int], seed: int, endpoints: str
) -> Iterator[Outcome]:
    """(array1 + array2 i mod 2^64) >> 32 in Python's integers, bit for bit, all keys below 2^33.

    Every pair of extreme words, and random ones. "open" is (v + 1/2) / 2^32, which is a double;
    "closed" v / (2^32 - 1), rounded once.
    """
    rng = np.random.default_rng(seed)
    extremes = np.array([(a, b) for a in EXTREME_WORDS for b in EXTREME_WORDS], dtype=np.uint64).T
    array1, array2 = np.concatenate([extremes, [words(rng, 8), words(rng, 8)]], axis=1)
    integers = array1.tolist(), array2.tolist()
    expected = [[float(u) for u in definitions.hash_uniform(i, *integers, endpoints)] for i in keys]
    yield equal(np.array(expected), target.sfm.hash_uniform(keys, array1, array2, endpoints))


@check("sfm/algorithm-1", place=f"{PLACE}, lines 6-8", needs="sfm.hash_cauchy", since="0.1")
@for_all(
    keys=st.lists(st.sampled_from(KEYS), min_size=1, max_size=1),
    seed=strategies.seeds(),
    beta=strategies.log_uniform(1e-3, 1e3),
    examples=[{"keys": [1, 2], "seed": 0, "beta": 3.0}],
)
def cauchy_numbers_are_tangents(
    target: Any, keys: list[int], seed: int, beta: float
) -> Iterator[Outcome]:
    """tan(pi (u - 1/2)) / beta to 60 digits, up to what roundings of the argument do to it."""
    rng = np.random.default_rng(seed)
    array1, array2 = words(rng, 2), words(rng, 2)
    integers = array1.tolist(), array2.tolist()
    expected = [[*map(float, definitions.hash_cauchy_exact(i, *integers, beta))] for i in keys]
    got = target.sfm.hash_cauchy(keys, array1, array2, beta)
    yield close_to(expected, got, ulps=8, scale=cauchy_scale(np.array(expected), beta))


@check(
    "sfm/algorithm-1",
    place=f"{PLACE}, line 5; erratum S6",
    needs=("sfm.hash_uniform", "sfm.hash_cauchy"),
    since="0.1",
)
def open_endpoints_are_never_reached(target: Any, run: Any) -> Iterator[Outcome]:
    """Words v of zeros and of ones: inside of (0, 1) if open, 0 and 1 and +-1.6e16 if closed."""
    array1, array2 = np.array([0, 2**64 - 1], dtype=np.uint64), np.zeros(2, dtype=np.uint64)
    yield equal(
        np.array([[2.0**-33, 1 - 2.0**-33]]), target.sfm.hash_uniform([1], array1, array2, "open")
    )
    u = target.sfm.hash_uniform([1], array1, array2, "closed")
    yield equal(np.array([[0.0, 1.0]]), u)
    ends = np.asarray(target.sfm.hash_cauchy([1], array1, array2, 1.0, "closed"), dtype=float)
    yield at_least(1e16, np.abs(ends))
    yield equal(np.array([[-1.0, 1.0]]), np.sign(ends))


@check(
    "sfm/hash-t-wise-independent",
    place=f"Section IV-A, {PLACE}; erratum S5",
    needs="sfm.hash_uniform",
    since="0.1",
)
def small_words_are_pairwise_independent_for_small_keys(target: Any, run: Any) -> Iterator[Outcome]:
    """All 65536 functions on words of 8 bits: keys below 2^u and values of l bits, u + l <= 9.

    Each pair of values equally often for each pair of keys. With l = 4 it fails for keys that
    differ by 32, with l = 5 by 16, and nowhere else.
    """
    for bits in (4, 5):
        bound = 2 ** (SMALL + 1 - bits)
        table = small_table(target, bound + 1, bits)
        found = t_wise_independence(table[:, :bound], 2**bits, 2)
        yield is_true(found.holds, f"got {found}, should be {found.expected} of each pair")
        beyond = t_wise_independence(table[:, [0, 1, bound]], 2**bits, 2)
        yield equal((False, (0, 2)), (beyond.holds, beyond.keys))


@check(
    "sfm/hash-t-wise-independent",
    place=f"Section IV-A, {PLACE}; erratum S5",
    needs="sfm.hash_uniform",
    since="0.1",
)
def small_words_are_not_three_wise_independent(target: Any, run: Any) -> Outcome:
    """For keys 0, 1, 2 on words of 8 bits some triple of values comes too often."""
    found = t_wise_independence(small_table(target, 3, 4), 16, 3)
    return equal((False, 16.0), (found.holds, found.expected))


@check(
    "sfm/hash-t-wise-independent",
    place="Section IV-A; errata S3, S4",
    needs="sfm.t_wise_hash",
    since="0.1",
)
@for_all(
    values=st.lists(st.integers(0, FIELD - 1), min_size=1, max_size=4),
    seed=strategies.seeds(),
    examples=[{"values": [0, 1, FIELD - 1], "seed": 0}, {"values": [5] * 4, "seed": 1}],
)
def any_t_values_at_any_t_keys_have_their_polynomial(
    target: Any, values: list[int], seed: int
) -> Iterator[Outcome]:
    """Interpolated coefficients over the prime field give any values wanted at any keys.

    There are as many coefficients as values, so that each tuple of values is equally likely.
    """
    t = len(values)
    keys = np.random.default_rng(seed).choice(10**6, size=t, replace=False).tolist()
    coefficients = interpolated(keys, values)
    column = np.array(coefficients, dtype=np.uint64)[:, None]
    u = target.sfm.t_wise_hash(keys, column, "field")
    yield close_to([[(v + 0.5) / FIELD] for v in values], u, ulps=2)


def interpolated(keys: list[int], values: list[int]) -> list[int]:
    """Coefficients, lowest first, of Lagrange's polynomial modulo the prime."""
    total = [0] * len(keys)
    for x, y in zip(keys, values, strict=True):
        basis, scale = [1], y
        for other in keys:
            if other != x:  # times (X - other)
                basis = [
                    (a - other * b) % FIELD for a, b in zip([0, *basis], [*basis, 0], strict=True)
                ]
                scale = scale * pow(x - other, -1, FIELD) % FIELD
        total = [(a + scale * b) % FIELD for a, b in zip(total, basis, strict=True)]
    return total


@check(
    "sfm/hash-t-wise-independent",
    place="Section IV-A, f_a; erratum S3",
    needs="sfm.t_wise_hash",
    since="0.1",
)
@for_all(
    t=st.integers(1, 4),
    keys=st.lists(st.sampled_from(KEYS), min_size=1, max_size=3),
    seed=strategies.seeds(),
    examples=[{"t": 3, "keys": [0, 1, 2**31], "seed": 0}],
)
def polynomials_modulo_one_are_those_of_fractions(
    target: Any, t: int, keys: list[int], seed: int
) -> Iterator[Outcome]:
    """Coefficients that are multiples of 2^-64: f_a in exact fractions, its first 32 bits."""
    rng = np.random.default_rng(seed)
    coefficients = np.array([words(rng, 3) for _ in range(t)])
    expected = []
    for i in keys:
        exact = [
            definitions.t_wise_hash([Fraction(a, 2**64) for a in column], i)
            for column in coefficients.T.tolist()
        ]
        expected.append([float(definitions.unit_interval(int(f * 2**32))) for f in exact])
    yield equal(np.array(expected), target.sfm.t_wise_hash(keys, coefficients, "real"))


@check("sfm/hash-uniform", place=f"Section IV-A, {PLACE}", needs="sfm.hash_uniform", since="0.1")
def small_words_are_uniform(target: Any, run: Any) -> Iterator[Outcome]:
    """All functions on words of 8 bits: each value equally often at each key."""
    found = t_wise_independence(small_table(target, 40, SMALL), 2**SMALL, 1)
    yield is_true(found.holds, f"got {found}, should be {found.expected} of each value")


@check(
    "sfm/hash-uniform",
    place=f"{PLACE}, line 1; erratum S5",
    needs="sfm.sample_hash",
    since="0.1",
    statistical=True,
)
def sampled_words_have_64_fair_bits(target: Any, run: Any) -> Iterator[Outcome]:
    """Each bit of array1 and of array2 is one half of the time 1, and so is whether two differ.

    Words differ in each bit from those of the other array and from neighbors in both, the halves
    of an array from each other, and the halves of a word. A second call gives other words.
    """
    alpha = run.alpha / FAIR_BITS
    n = tails.samples_needed_for_rate(0.1, 0.5, alpha, beta=MISS)
    d = 2 * n  # so that half of an array is as many as are needed
    array1, array2 = (np.asarray(a) for a in target.sfm.sample_hash(d, run.rng))
    kinds = [(a.shape, a.dtype.name) for a in (array1, array2)]
    yield equal([((d,), "uint64")] * 2, kinds)
    for name, fair, bits in words_of_fair_bits(array1, array2):
        for bit in range(bits):
            count = int(((fair >> np.uint64(bit)) & np.uint64(1)).sum())
            outcome = tails.assert_rate_equals(count, len(fair), 0.5, alpha, beta=MISS)
            yield replace(outcome, detail=f"bit {bit} of {name}: {outcome.detail}")
    again = target.sfm.sample_hash(d, run.rng)[0]
    yield is_true(not np.array_equal(array1, again), "got the same words twice, should be others")


FAIR_BITS = 9 * 64 + 2 * 32  # of the words below


def words_of_fair_bits(array1: Any, array2: Any) -> Iterator[tuple[str, Any, int]]:
    """What is fair where all words are independent: its name, it, and how many bits of it."""
    yield "array1", array1, 64
    yield "array2", array2, 64
    yield "array1 ^ array2", array1 ^ array2, 64
    yield "array1[1:] ^ array2[:-1]", array1[1:] ^ array2[:-1], 64
    yield "array2[1:] ^ array1[:-1]", array2[1:] ^ array1[:-1], 64
    for name, array in (("array1", array1), ("array2", array2)):
        half = len(array) // 2
        yield f"{name}[1:] ^ {name}[:-1]", array[1:] ^ array[:-1], 64
        yield f"the halves of {name}, one ^ the other", array[:half] ^ array[half:], 64
        yield f"{name} ^ ({name} >> 32)", array ^ (array >> np.uint64(32)), 32


@check(
    "sfm/hash-uniform",
    place=f"Section IV, {PLACE}",
    needs=("sfm.sample_hash", "sfm.hash_uniform", "sfm.hash_cauchy"),
    since="0.1",
    statistical=True,
)
def hashed_numbers_have_their_distributions(target: Any, run: Any) -> Iterator[Outcome]:
    """Uniform on the unit interval, and Cauchy of scale 1 / beta; a scale wrong by 5 % is seen."""
    beta, alpha = 3.0, run.alpha / 3
    # distribution functions of scales 1 and 1.05 are farthest apart near the quartile
    far = definitions.cauchy_cdf(1.05) - definitions.cauchy_cdf(1.0)
    d = tails.samples_needed_for_cdf(far, alpha, beta=MISS)
    array1, array2 = target.sfm.sample_hash(d, run.rng)
    u = np.asarray(target.sfm.hash_uniform([1], array1, array2))
    yield tails.assert_true_cdf_equals(u[0], lambda x: np.clip(x, 0, 1), alpha, beta=MISS)
    r = np.asarray(target.sfm.hash_cauchy([7], array1, array2, beta))
    cdf = lambda x: 0.5 + np.arctan(beta * x) / math.pi  # noqa: E731
    yield tails.assert_true_cdf_equals(r[0], cdf, alpha, beta=MISS)
    # two keys of one coordinate are independent: their difference modulo 1 is uniform
    v = np.asarray(target.sfm.hash_uniform([2], array1, array2))
    apart = np.sort((u[0] - v[0]) % 1.0)
    yield tails.assert_true_cdf_equals(apart, lambda x: np.clip(x, 0, 1), alpha, beta=MISS)
