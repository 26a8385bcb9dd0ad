"""SFM, Sections IV-B and VII-B by brute force: moments of the features, predicted errors."""

import math
import random
from decimal import Decimal
from statistics import fmean, pstdev

import pytest

from gramcheck.verify.definitions.sfm import (
    concentration_bound,
    exact_average_error,
    feature_variance,
    laplacian_kernel,
    multiply_shift,
    predicted_average_error,
    second_moment_as_printed,
    second_moment_corrected,
    variance_by_moments,
)


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
