"""SFM, Sections IV, V and VII-B by brute force: hashes, feature maps, moments, predictions."""

import math
import random
from decimal import Decimal
from fractions import Fraction
from itertools import product
from statistics import fmean, pstdev

import pytest

from gramcheck.verify.definitions.exact import exact
from gramcheck.verify.definitions.sfm import (
    average_error,
    cauchy_cdf,
    cauchy_inverse_cdf,
    concentration_bound,
    eq_2_feature_map,
    exact_average_error,
    feature_variance,
    hash_cauchy,
    hash_cauchy_exact,
    hash_uniform,
    hash_word,
    laplacian_kernel,
    multiply_shift,
    predicted_average_error,
    rff,
    rff_exact,
    second_moment_as_printed,
    second_moment_corrected,
    sfm,
    sfm_exact,
    t_wise_hash,
    unit_interval,
    variance_by_moments,
)
from gramcheck.verify.definitions.trigonometry import cosine, pi, sine, tangent
from gramcheck.verify.hashing import t_wise_independence

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


@pytest.mark.parametrize("t", [1, 2, 3])
def test_polynomial_hash_is_t_wise_independent_on_a_grid_of_coefficients(t):
    """Multiples of 1/5: the values at keys distinct mod 5 are then multiples of 1/5 as well."""
    table = [
        [int(5 * t_wise_hash([Fraction(c, 5) for c in a], x)) for x in (1, 2, 3, 9, 10)]
        for a in product(range(5), repeat=t)
    ]
    assert t_wise_independence(table, 5, t).holds
    assert not t_wise_independence(table, 5, t + 1).holds


def test_polynomial_hash_covers_the_torus_where_keys_collide_modulo_the_grid():
    """Distinct integers suffice for real a: 1 and 6 on a grid that 6 - 1 does not divide."""
    table = [
        [int(7 * t_wise_hash([Fraction(c, 7) for c in a], x)) for x in (1, 6)]
        for a in product(range(7), repeat=2)
    ]
    assert t_wise_independence(table, 7, 2).holds


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


# ------------------------------------------------------------------- moments and predictions


def family_moments(delta, keys, word=8, bits=4):
    """Mean and variance of the estimator of one coordinate over a whole small hash family."""
    cosines = [
        math.cos(delta * math.tan(math.pi * ((v + 0.5) / 2**bits - 0.5))) for v in range(2**bits)
    ]
    estimates = [
        sum(cosines[multiply_shift(a, b, i, word, bits)] for i in keys) / len(keys)
        for a in range(2**word)
        for b in range(2**word)
    ]
    mean = math.fsum(estimates) / len(estimates)
    return cosines, mean, math.fsum((e - mean) ** 2 for e in estimates) / len(estimates)


def test_pairwise_independence_gives_exactly_the_variance_of_independent_draws():
    keys = range(1, 6)
    cosines, mean, variance = family_moments(0.7, keys)
    true_mean = math.fsum(cosines) / len(cosines)
    true_variance = math.fsum((c - true_mean) ** 2 for c in cosines) / len(cosines)
    assert abs(mean - true_mean) < 1e-12
    assert abs(variance - true_variance / len(keys)) < 1e-12


def test_colliding_keys_give_another_variance():
    cosines, _, variance = family_moments(0.7, [0, 128])
    true_mean = math.fsum(cosines) / len(cosines)
    true_variance = math.fsum((c - true_mean) ** 2 for c in cosines) / len(cosines)
    assert abs(variance - true_variance / 2) > 0.01


@pytest.mark.parametrize("delta", [0.1, 0.5, 1.0, 2.0])
def test_moments_of_cauchy_cosines(delta):
    """E cos(r delta) = exp(-delta) and its second moment, by 2^16 midpoints of u."""
    n = 2**16
    cosines = [math.cos(delta * math.tan(math.pi * ((v + 0.5) / n - 0.5))) for v in range(n)]
    k = math.exp(-delta)
    assert abs(math.fsum(cosines) / n - k) < 2e-3
    assert abs(math.fsum(c * c for c in cosines) / n - (1 + k * k) / 2) < 2e-3


def test_variance_in_two_forms():
    for delta in ([1], [0.5, 0.25], [0], [3, 1, 0]):
        k = laplacian_kernel(delta, [0] * len(delta), 2)
        by_moments = variance_by_moments(delta, 64, beta=2)
        assert abs(float(feature_variance(k, 64) - by_moments)) < 1e-17
    assert [feature_variance(k, 16) for k in (0, 0.5, 1)] == [Decimal(1) / 16, Decimal(3) / 64, 0]


def test_bounds_of_theorem_1():
    assert concentration_bound(0.5, 16) == 0.25
    assert concentration_bound(0.5, 16, form="printed") == 0.5


def test_display_in_the_proof_of_theorem_1():
    """S1: x = y, D = 128."""
    assert round(float(second_moment_as_printed(1, 1, 128)), 1) == 62.0
    assert second_moment_corrected(1, 1, 128) == 0
    for k in (Decimal(0), Decimal("0.3"), Decimal("0.9")):
        corrected = second_moment_corrected(k, (1 + k * k) / 2, 128)
        assert abs(corrected - feature_variance(k, 128)) < Decimal("1e-50")
        assert corrected <= 2 / Decimal(128)


TABLES = {  # D: mean and deviation for normal errors at k = 0, and those of Protein, SFMEDM
    128: ("7.052 5.328", (7.054, 5.320)),
    512: ("3.526 2.664", (3.523, 2.662)),
    2048: ("1.763 1.332", (1.762, 1.332)),
    8192: ("0.8815 0.6660", (0.881, 0.666)),
    16384: ("0.6233 0.4709", (0.623, 0.471)),
}


def far_apart(D):
    """100 times the errors of strings far apart, as the tables have them."""
    return [100 * value for value in predicted_average_error([[0] * 3] * 3, D)]


@pytest.mark.parametrize("D", TABLES)
def test_normal_average_errors(D):
    stated, printed = TABLES[D]
    digits = 3 if D < 8192 else 4
    assert " ".join(f"{value:.{digits}f}" for value in far_apart(D)) == stated
    assert far_apart(D) == pytest.approx(printed, rel=0.002)


def test_predicted_error_is_that_of_normal_errors():
    """Two thirds of the errors are 0, as on the diagonal of two strings: by simulation."""
    K, D = [[1.0, 0.6], [0.6, 1.0]], 4
    rng = random.Random(0)
    drawn = [abs(rng.gauss(0, math.sqrt((1 - 0.36) / D))) for _ in range(10**5)]
    drawn += [0.0] * (2 * 10**5)
    assert predicted_average_error(K, D) == pytest.approx((fmean(drawn), pstdev(drawn)), rel=0.02)


def test_average_error_without_the_normal_approximation():
    """S16: with the zeros of the diagonal of 3,238 strings, D = 128 gives 7.055 (5.320)."""
    mean, deviation = exact_average_error(128, N=3238)
    assert (round(100 * mean, 3), round(100 * deviation, 3)) == (7.055, 5.320)
    for D in (8192, 16384):
        assert [100 * value for value in exact_average_error(D)] == pytest.approx(
            far_apart(D), rel=1e-4
        )
