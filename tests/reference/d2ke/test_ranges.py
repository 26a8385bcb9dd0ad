"""At the ends of the one range of numbers, and sizes that no memory holds."""

import math
from collections import deque
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference.d2ke import (
    ball_covering_bound,
    cdist,
    claim_1_sizes,
    data_sample,
    enumerate_strings,
    estimation_error_bound,
    feature_map,
    fit,
    kernel,
    knn_rate,
    knn_risk_bound,
    multiset_covering_bound,
    n_features_needed,
    n_features_order,
    optimal_k,
    pseudo_euclidean_embedding,
    random_sets,
    random_strings,
    soft_distance,
    uniform_convergence_bound,
)

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("loss", ["squared", "logistic", "squared_hinge", "hinge"])
@pytest.mark.parametrize("exponent", [-150, 150])
@pytest.mark.parametrize("intercept", [False, True])
def test_fit_does_not_depend_on_the_size_of_the_features(loss, exponent, intercept):
    """phi s and mu s^2 are the same problem with w / s and the same intercept."""
    rng = np.random.default_rng(0)
    phi, y, mu = rng.uniform(size=(12, 3)), np.repeat([1.0, -1.0], 6), 0.125
    same = fit(phi, y, mu, loss, intercept)
    got = fit(phi * 2.0**exponent, y, mu * 2.0 ** (2 * exponent), loss, intercept)
    got[:3] *= 2.0**exponent
    assert got == pytest.approx(same, rel=1e-9, abs=0)


@pytest.mark.parametrize("exponent", [-330, 330])
@pytest.mark.parametrize("channels", [1, 3, 9])
def test_distances_are_homogeneous_over_the_range(exponent, channels):
    rng = np.random.default_rng(0)
    x, y = rng.integers(-4, 4, (5, channels)) * 1.0, rng.integers(-4, 4, (4, channels)) * 1.0
    for name in ("dtw", "modified_hausdorff"):
        got = cdist([np.ldexp(x, exponent)], [np.ldexp(y, exponent)], name)
        assert np.ldexp(got, -exponent) == pytest.approx(cdist([x], [y], name), rel=1e-13)


def test_bounds_at_the_ends_of_the_range():
    assert knn_risk_bound(1, 10, 0, 1e100, 1e-4, 1, "printed") == 0.0
    assert knn_risk_bound(1e6, 10, 1, 1, 1e-4, 1, "printed") == math.inf
    assert knn_rate(10, 1e-100, 0.0, 3.0) == 0.0
    assert ball_covering_bound(1e-100, 4) == math.inf
    assert uniform_convergence_bound(1e-90, 1, 1e100, 50, 2.0) == math.inf
    assert uniform_convergence_bound(1e90, 10**100, 1, 1, 1, "printed") == 0.0
    R = n_features_needed(1e-90, 0.1, 1.0, 1.0, 1.0)
    logarithm = math.log(20) + 2 * math.log(1.2e91)
    assert Fraction(R) / 10**180 == pytest.approx(8 * logarithm, rel=1e-12)
    n, R = claim_1_sizes(0.1, 1.3, 2.5, 0.7, 3.1)
    assert n - 1 < Fraction(0.7) * Fraction(1.3) ** 4 / Fraction(0.1) ** 2 <= n
    assert R - 1 < Fraction(3.1) * Fraction(2.5) / Fraction(0.1) ** 2 <= R


def test_sizes_that_no_memory_holds_are_refused_at_once():
    with pytest.raises(ValueError, match="R must leave arrays that fit into memory, got 1000"):
        pseudo_euclidean_embedding([[0, 1], [1, 0]], 10**30)
    for R, lengths in ((10**30, (0, 1)), (2, (0, 10**18))):
        with pytest.raises(ValueError, match="R and lengths must leave arrays that"):
            random_strings(R, "ab", lengths, RNG)
    with pytest.raises(ValueError, match="R and sizes and dimension must leave"):
        random_sets(10**6, 10**6, (1, 2), RNG)
    with pytest.raises(ValueError, match="R must leave arrays that fit into memory"):
        data_sample(["a"], 10**30, RNG)
    for lengths in ((0, 20_000), (10**18, 10**18)):
        with pytest.raises(ValueError, match="lengths must leave at most 67108864 characters"):
            enumerate_strings("a", lengths)
    for covering, size in ((10, 10**8), (2, 2**20), (3, 2**20)):
        with pytest.raises(ValueError, match="size must leave covering"):
            multiset_covering_bound(covering, size)


def test_any_sequence_of_objects_will_do():
    X, omegas = ["a", "bc"], ["", "ab"]
    for function in (kernel, soft_distance):
        expected = function(X, X, omegas, 1.0, "levenshtein")
        got = function(deque(X), deque(X), deque(omegas), 1.0, "levenshtein")
        assert got == pytest.approx(expected, rel=1e-15)


def test_the_pair_at_a_negative_distance_is_told():
    def distance(x, omega):
        return x - omega

    with pytest.raises(ValueError, match=r"distance\(X\[1\], omegas\[2\]\) must be nonn.*, got -4"):
        feature_map([5.0, 1.0], [0.0, 2.0, 5.0], 0.1, distance)


def powers(*factors):
    """The product of powers (base, exponent), in sixty digits."""
    with localcontext(prec=60):
        return float(math.prod(Decimal(base) ** Decimal(exponent) for base, exponent in factors))


@pytest.mark.parametrize(
    ("n", "sigma", "lipschitz", "p", "c"),
    [
        (100, 1e80, 1e-80, 100.0, 1e80),
        (10**100, 1e-100, 1e100, 2.5, 1e100),
        (7, 2.0, 3.0, 4.0, 5.0),
    ],
)
def test_the_best_k_is_a_number_where_its_factors_are_none(n, sigma, lipschitz, p, c):
    e = p / (p + 2)
    expected = powers((p / 2, e), (c, -e), (sigma, 2 * e), (lipschitz, -2 * e), (n, 2 / (p + 2)))
    assert optimal_k(n, sigma, lipschitz, p, c, "printed") == pytest.approx(
        expected, rel=1e-12, abs=0
    )


@pytest.mark.parametrize(
    ("n", "lipschitz", "p", "c"),
    [(10**100, 1e100, 0.9, 1e100), (10**100, 1e100, 2.0, 1e100), (1, 1e100, 1.0, 1e-100)],
)
def test_the_bound_of_neighbors_is_a_number_where_its_factors_are_none(n, lipschitz, p, c):
    k = 1e60 if n == 1 else 1.0
    expected = powers((c, 1), (lipschitz, 2), (k, 2 / p), (n, -2 / p))
    got = knn_risk_bound(k, n, 0, lipschitz, p, c, "printed")
    assert got == pytest.approx(expected, rel=1e-12, abs=0)


def test_the_corrected_bound_of_neighbors_is_finite_just_below_dimension_2():
    p = 2 - 1e-15
    C = 16e100 / ((2 - p) * math.e)
    got = knn_risk_bound(1, 10**100, 1, 1e100, p, 1e100)
    assert got == pytest.approx(powers((C, 1), (1e100, 2), (10**100, -1)), rel=1e-12)


@pytest.mark.parametrize("delta", [1e-310, 0.5, 1 - 2.0**-53])
def test_the_estimation_error_takes_the_logarithm_of_any_delta(delta):
    with localcontext(prec=60):
        logarithm = float(Decimal(delta).ln())
    got = estimation_error_bound(4, delta, 3.0, 2.0)
    assert got == pytest.approx(9 * logarithm**2, rel=1e-14, abs=0)


@pytest.mark.parametrize("form", ["printed", "corrected"])
@pytest.mark.parametrize("size", [1e-40, 1.0, 1e40])
def test_an_order_of_features_keeps_its_digits_where_gamma_is_epsilon(form, size):
    """As it does with M A = 4, which the corrected form has in the logarithm."""
    epsilon, delta = size / 3, 1 - 2.0**-53
    gamma = epsilon * (1 + 2.0**-20) / (4 if form == "corrected" else 1)
    with localcontext(prec=60):
        ratio = Decimal(gamma) / Decimal(epsilon) * (4 if form == "corrected" else 1)
        times = 16 / Decimal(epsilon) ** 2
        expected = float(times * (2 * ratio.ln() - Decimal(delta).ln()))
    got = n_features_order(epsilon, delta, gamma, 2.0, 1.0, 8.0, 0.5, form)
    assert got == pytest.approx(expected, rel=1e-9)
