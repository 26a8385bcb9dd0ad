"""The hash functions of SFM, Section IV-A and Algorithm 1."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference.sfm import (
    cauchy_quantile,
    hash_cauchy,
    hash_uniform,
    sample_hash,
    sample_t_wise,
    t_wise_hash,
)

FIELD = 2**31 - 1
KEYS = [0, 1, 2, 1000, 2**31, 2**33 - 1]


def func_f(a, b, i):
    """Algorithm 1, lines 3 and 4, in integers without a word size."""
    return (a + b * i) % 2**64 >> 32


def words(d=40, seed=0):
    rng = np.random.default_rng(seed)
    extremes = np.array([0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1], dtype=np.uint64)
    pairs = np.array(list(itertools.product(extremes, repeat=2)), dtype=np.uint64).T
    return np.concatenate([pairs, sample_hash(d, rng)], axis=1)


@pytest.mark.parametrize(
    ("endpoints", "unit"),
    [
        ("open", lambda v: float((v + Fraction(1, 2)) / 2**32)),
        ("closed", lambda v: float(Fraction(v, 2**32 - 1))),
    ],
)
def test_algorithm_1_bit_for_bit(endpoints, unit):
    array1, array2 = words()
    u = hash_uniform(KEYS, array1, array2, endpoints)
    h = hash_cauchy(KEYS, array1, array2, 3.0, endpoints)
    for i, key in enumerate(KEYS):
        for j, (a, b) in enumerate(zip(array1.tolist(), array2.tolist(), strict=True)):
            expected = unit(func_f(a, b, key))
            assert u[i, j] == expected
            assert h[i, j] == np.tan(np.pi * (expected - 0.5)) / 3.0


def test_endpoints():
    """v = 0 and v = 2^32 - 1: never the poles when open."""
    zero, ones = np.zeros(2, dtype=np.uint64), np.array([0, 2**64 - 1], dtype=np.uint64)
    assert hash_uniform([1], ones, zero, "closed").tolist() == [[0, 1]]
    assert hash_uniform([1], ones, zero).tolist() == [[2.0**-33, 1 - 2.0**-33]]
    assert np.abs(hash_cauchy([1], ones, zero, 1.0)).max() < 2**33 / math.pi * 1.001
    assert np.abs(hash_cauchy([1], ones, zero, 1.0, "closed")).min() > 1e16


def test_sample_hash_order():
    expected = np.random.default_rng(5).integers(2**64, size=(2, 7), dtype=np.uint64)
    array1, array2 = sample_hash(7, np.random.default_rng(5))
    assert array1.tolist() == expected[0].tolist()
    assert array2.tolist() == expected[1].tolist()


def test_quantiles():
    assert cauchy_quantile([0.25, 0.5, 0.75], 2.0) == pytest.approx([-0.5, 0, 0.5], rel=1e-15)


@pytest.mark.parametrize("t", [1, 2, 3, 5])
@pytest.mark.parametrize(
    ("form", "modulus", "shift", "n"), [("field", FIELD, 0, FIELD), ("real", 2**64, 32, 2**32)]
)
def test_polynomials(t, form, modulus, shift, n):
    coefficients = sample_t_wise(6, t, np.random.default_rng(t), form)
    coefficients[:, 0] = FIELD - 1 if form == "field" else 2**64 - 1
    keys = [0, 1, 2, 77777, FIELD - 1]
    for endpoints in ("open", "closed"):
        u = t_wise_hash(keys, coefficients, form, endpoints)
        for (i, x), (j, a) in itertools.product(
            enumerate(keys), enumerate(coefficients.T.tolist())
        ):
            v = sum(c * x**k for k, c in enumerate(a)) % modulus >> shift
            expected = (v + Fraction(1, 2)) / n if endpoints == "open" else Fraction(v, n - 1)
            assert u[i, j] == pytest.approx(float(expected), rel=4e-16)


def test_degree_one_is_algorithm_1():
    array1, array2 = words()
    coefficients = np.stack([array1, array2])
    got = t_wise_hash(KEYS, coefficients, "real")
    assert np.array_equal(got, hash_uniform(KEYS, array1, array2))


def test_field_coefficients_are_in_the_field():
    coefficients = sample_t_wise(100_000, 3, np.random.default_rng(0))
    assert coefficients.shape == (3, 100_000)
    assert coefficients.max() < FIELD
    assert coefficients.max() > FIELD * (1 - 1e-3)


WORDS = np.ones(3, dtype=np.uint64)
RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("call", "error", "naming"),
    [
        (lambda: hash_uniform([2**33], WORDS, WORDS), ValueError, "i must"),
        (lambda: hash_uniform([-1], WORDS, WORDS), ValueError, "i must"),
        (lambda: hash_uniform([1.0], WORDS, WORDS), TypeError, "i must"),
        (lambda: hash_uniform([], WORDS, WORDS), ValueError, "i must"),
        (lambda: hash_uniform(1, WORDS, WORDS), ValueError, "i must"),
        (lambda: hash_uniform([1], WORDS, WORDS[:2]), ValueError, "array2"),
        (lambda: hash_uniform([1], WORDS.astype(np.int64), WORDS), TypeError, "array1"),
        (lambda: hash_uniform([1], WORDS, WORDS, "half-open"), ValueError, "endpoints"),
        (lambda: hash_cauchy([1], WORDS, WORDS, 0), ValueError, "beta"),
        (lambda: hash_cauchy([1], WORDS, WORDS, -1.0), ValueError, "beta"),
        (lambda: hash_cauchy([1], WORDS, WORDS, math.nan), ValueError, "beta"),
        (lambda: cauchy_quantile([1.5], 1.0), ValueError, "u must .* got 1.5 to 1.5"),
        (lambda: sample_hash(0, RNG), ValueError, "d must"),
        (lambda: sample_hash(3, 0), TypeError, "rng"),
        (lambda: sample_t_wise(3, 0, RNG), ValueError, "t must"),
        (lambda: sample_t_wise(3, 2, RNG, "ring"), ValueError, "form"),
        (lambda: t_wise_hash([FIELD], WORDS[None]), ValueError, "i must"),
        (lambda: t_wise_hash([1], WORDS), ValueError, "coefficients"),
        (lambda: t_wise_hash([1], WORDS[None] * np.uint64(FIELD)), ValueError, "coefficients"),
    ],
)
def test_bad_input(call, error, naming):
    with pytest.raises(error, match=naming):
        call()
