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
    predicted_average_error,
    second_moment_as_printed,
    second_moment_corrected,
)


def test_variance_by_hand():
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
