"""SFM, Sections IV, V and VII-B by brute force: hashes and feature maps."""

import math
import random
from decimal import Decimal
from fractions import Fraction

import pytest

from gramcheck.verify.definitions.exact import exact
from gramcheck.verify.definitions.sfm import (
    average_error,
    cauchy_cdf,
    cauchy_inverse_cdf,
    eq_2_feature_map,
    hash_cauchy,
    hash_cauchy_exact,
    hash_uniform,
    hash_word,
    laplacian_kernel,
    multiply_shift,
    rff,
    rff_exact,
    sfm,
    sfm_exact,
    t_wise_hash,
    unit_interval,
)
from gramcheck.verify.definitions.trigonometry import cosine, pi, sine, tangent

ALL_ONES = 2**64 - 1


# ------------------------------------------------------------------- trigonometry


def test_pi_and_the_values_at_its_fractions():
    digits = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899"
    assert str(pi())[:80] == digits[:80]
    with exact():
        tiny = Decimal("1e-58")
        assert abs(sine(pi() / 6) - Decimal("0.5")) < tiny
        assert abs(cosine(pi() / 3) - Decimal("0.5")) < tiny
        assert abs(tangent(pi() / 4) - 1) < tiny
        assert abs(tangent(-pi() / 3) + Decimal(3).sqrt()) < tiny


@pytest.mark.parametrize("x", [0.0, 0.5, 1.0, -2.5, 3.0, 1e3, -2.5e9, 1e16, 1e40])
def test_sine_and_cosine_in_doubles(x):
    with exact():
        assert abs(float(sine(Decimal(x))) - math.sin(x)) <= math.ulp(math.sin(x))
        assert abs(float(cosine(Decimal(x))) - math.cos(x)) <= math.ulp(math.cos(x))
        assert abs(sine(Decimal(x)) ** 2 + cosine(Decimal(x)) ** 2 - 1) < Decimal("1e-58")


# ------------------------------------------------------------------- hashes


def test_polynomial_hash_by_hand():
    a = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)]
    assert t_wise_hash(a, 0) == Fraction(1, 2)
    assert t_wise_hash(a, 1) == Fraction(1, 12)  # 13/12
    assert t_wise_hash(a, 5) == Fraction(5, 12)  # 1/2 + 5/3 + 25/4 = 101/12


def test_multiply_shift_by_hand():
    assert multiply_shift(3, 5, 2, word=4, bits=4) == 11
    assert multiply_shift(3, 5, 4, word=4, bits=4) == 1  # 17 wraps around
    assert multiply_shift(3, 5, 2, word=4, bits=2) == 2  # 1011 -> 10
    assert hash_word(2, 5 << 32, 3 << 32) == 11
    assert hash_word(3, 1, ALL_ONES) == 2**32 - 1  # 1 - 3 = -2 wraps around
    assert hash_word(1, 2**32 - 1, 1) == 1  # the carry of the lower half


def test_array1_is_added_and_array2_multiplies():
    open_end, closed_end = (hash_uniform(2, [5 << 32], [3 << 32], e)[0] for e in ("open", "closed"))
    assert open_end == Fraction(23, 2**33)
    assert closed_end == Fraction(11, 2**32 - 1)


def test_endpoints():
    assert [unit_interval(v, "closed") for v in (0, 2**32 - 1)] == [0, 1]
    first, last = (unit_interval(v, "open") for v in (0, 2**32 - 1))
    assert first == 1 - last == Fraction(1, 2**33)
    assert hash_cauchy(1, [0, ALL_ONES], [0, 0], 1.0, "closed") == [
        math.tan(-math.pi / 2),
        math.tan(math.pi / 2),
    ]
    assert hash_cauchy(1, [0], [0], 2.0, "closed")[0] == pytest.approx(-1.633e16 / 2, rel=1e-3)
    assert [str(h) for h in hash_cauchy_exact(1, [0, ALL_ONES], [0, 0], 1, "closed")] == [
        "-Infinity",
        "Infinity",
    ]
    assert abs(hash_cauchy(1, [0], [0], 1.0, "open")[0]) < 2.8e9


@pytest.mark.parametrize("u", [Fraction(1, 2), Fraction(3, 4), Fraction(1, 4), Fraction(9, 10)])
def test_cauchy_quantiles(u):
    assert cauchy_cdf(float(cauchy_inverse_cdf(u))) == pytest.approx(float(u), abs=2e-16)


def test_cauchy_numbers_in_doubles_are_the_exact_ones_away_from_the_poles():
    rng = random.Random(4)
    array1, array2 = ([rng.getrandbits(64) for _ in range(300)] for _ in range(2))
    got, expected = hash_cauchy(7, array1, array2, 3.0), hash_cauchy_exact(7, array1, array2, 3)
    for g, e in zip(got, expected, strict=True):
        h = float(e)
        # pi (u - 1/2) is off by at most 3.5e-16; the derivative of tan / 3 is (1 + (3 h)^2) / 3
        assert abs(g - h) <= 3.5e-16 * (1 + 9 * h * h) / 3 + 4 * math.ulp(h)


# ------------------------------------------------------------------- feature maps


def draw(seed, d):
    rng = random.Random(seed)
    return [[rng.getrandbits(64) for _ in range(d)] for _ in range(2)]


def test_algorithm_2_by_hand():
    """One coordinate, u = 3/4 for every i up to 2^-33, so h = 1/beta: sin and cos of V / beta."""
    z = sfm([3], 4, 2.0, [3 << 62], [0])
    expected = [math.sqrt(0.5) * f(1.5) for f in (math.sin, math.cos, math.sin, math.cos)]
    assert all(abs(a - b) < 1e-8 for a, b in zip(z, expected, strict=True))


def test_algorithm_2_counts_from_one():
    array1, array2 = [1 << 62], [1 << 62]  # u = (1 + i) / 4: 1/2 at i = 1, so s is nearly 0
    z = sfm([1], 2, 1.0, array1, array2)
    assert abs(z[0]) < 1e-8
    assert abs(z[1] - 1) < 1e-8


@pytest.mark.parametrize("seed", range(5))
def test_doubles_are_near_the_exact_features(seed):
    d, D = 6, 32
    array1, array2 = draw(seed, d)
    V = [0, 1, 5, 2, 0, 3]
    got, expected = sfm(V, D, 10.0, array1, array2), sfm_exact(V, D, 10, array1, array2)
    for i in range(D // 2):
        h = [float(value) * 10 for value in hash_cauchy_exact(i + 1, array1, array2, 10)]
        # the bound of the test above for each number, and d roundings of the sum
        error = sum(
            v * (4e-16 * (1 + t * t) + 1e-15 * d * abs(t)) for v, t in zip(V, h, strict=True)
        )
        for k in (2 * i, 2 * i + 1):
            assert abs(got[k] - float(expected[k])) <= math.sqrt(2 / D) * (error / 10 + 1e-15)


def test_features_are_those_of_a_stored_matrix_and_of_eq_2():
    array1, array2 = draw(1, 4)
    V, other, D = [1, 0, 2, 1], [0, 1, 2, 3], 16
    W = [hash_cauchy_exact(i, array1, array2, 5) for i in range(1, D // 2 + 1)]
    z, z_other = (sfm_exact(v, D, 5, array1, array2) for v in (V, other))
    assert rff_exact(V, W) == z
    assert rff(V, W) == [float(value) for value in z]
    printed, printed_other = eq_2_feature_map(V, W), eq_2_feature_map(other, W)
    assert printed[:2] == [z[1], z[0]]
    with exact():
        assert abs(sum(a * a for a in z) - 1) < Decimal("1e-55")
        inner = sum(a * b for a, b in zip(z, z_other, strict=True))
        inner_printed = sum(a * b for a, b in zip(printed, printed_other, strict=True))
        assert abs(inner - inner_printed) < Decimal("1e-55")


def test_stored_matrix_by_hand():
    z = rff([1, 2], [[1.0, 0.5], [0.0, -1.0]])  # s = 2 and -2, D = 4
    expected = [math.sin(2), math.cos(2), math.sin(-2), math.cos(-2)]
    assert all(abs(a - math.sqrt(0.5) * b) < 2e-16 for a, b in zip(z, expected, strict=True))


def test_laplacian_kernel_by_hand():
    assert laplacian_kernel([1, 0, 3], [0, 0, 5], 1.5) == math.exp(-2)
    assert laplacian_kernel([1, 0, 3], [1, 0, 3], 0.1) == 1


def test_average_error_by_hand():
    Z = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]
    K = [[1, 0.25, 0], [9, 1, 0], [9, 9, 0.5]]  # the lower half is not read
    assert average_error(K, Z) == (0 + 0.25 + 0.5 + 0 + 0.5 + 0) / 6
