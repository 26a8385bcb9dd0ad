"""The kernel of D2KE, Section 3, against sums written out term by term."""

import math
import sys
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext

import numpy as np
import pytest

from gramcheck.reference.d2ke import (
    enumerate_strings,
    feature_map,
    kernel,
    kernel_limit,
    levenshtein,
    random_feature_variance,
    random_strings,
    soft_distance,
    soft_distance_gap,
    softmin,
)

KERNEL = sys.modules[
    "gramcheck.reference.d2ke.kernel"
]  # the name reference.d2ke.kernel is the function


def on_the_line(x, y):
    return abs(x - y)


def one_sided(x, y):
    """No metric and not symmetric: the order of the arguments shows."""
    return max(x - y, 0.0) + 2 * max(y - x, 0.0)


def naive_kernel(x, y, omegas, weights, gamma, d):
    return math.fsum(
        p * math.exp(-gamma * d(x, w)) * math.exp(-gamma * d(y, w))
        for p, w in zip(weights, omegas, strict=True)
    )


def naive_softmin(values, weights, gamma):
    """Eq. (6) in 80 digits."""
    with localcontext(prec=80, Emin=MIN_EMIN, Emax=MAX_EMAX):
        total = sum(
            Decimal(float(p)) * (-Decimal(gamma) * Decimal(float(f))).exp()
            for p, f in zip(weights, values, strict=True)
            if p > 0 and f < math.inf
        )
        scale = sum(Decimal(float(p)) for p in weights)  # 1 up to the rounding of the weights
        return float(-(total / scale).ln() / Decimal(gamma))


def space(n=7, m=5, R=11, seed=0):
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet(np.ones(R))
    weights[2] = 0
    return rng.normal(size=n), rng.normal(size=m), rng.normal(size=R), weights / weights.sum()


def test_feature_map_entry_by_entry():
    X, _, omegas, _ = space()
    expected = [
        [math.exp(-1.3 * one_sided(x, w)) / math.sqrt(len(omegas)) for w in omegas] for x in X
    ]
    got = feature_map(X, omegas, 1.3, one_sided)
    np.testing.assert_allclose(got, expected, rtol=1e-14)


def test_feature_map_takes_integer_distances():
    X, omegas = ["ab", "", "ba"], ["b", "abab"]
    expected = [[math.exp(-0.4 * levenshtein(x, w)) / math.sqrt(2) for w in omegas] for x in X]
    np.testing.assert_allclose(feature_map(X, omegas, 0.4, "levenshtein"), expected, rtol=1e-14)


def test_feature_map_hands_options_to_the_distance():
    X, omegas = [np.array([0.0, 3.0])], [np.array([1.0])]
    got = feature_map(X, omegas, 0.1, "dtw", local_cost="sqeuclidean")
    np.testing.assert_allclose(got, [[math.exp(-0.1 * (1 + 4))]], rtol=1e-14)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("block", [1, 17, 2**22])
def test_kernel_is_its_sum(monkeypatch, weighted, block):
    monkeypatch.setattr(KERNEL, "_BLOCK", block)
    X, Y, omegas, weights = space()
    p = weights if weighted else np.full(len(omegas), 1 / len(omegas))
    expected = [[naive_kernel(x, y, omegas, p, 0.8, one_sided) for y in Y] for x in X]
    got = kernel(X, Y, omegas, 0.8, one_sided, weights if weighted else None)
    np.testing.assert_allclose(got, expected, rtol=1e-14)


def test_random_feature_kernel_is_the_inner_product_of_features():
    X, Y, omegas, _ = space()
    phi_x, phi_y = (feature_map(Z, omegas, 0.8, on_the_line) for Z in (X, Y))
    np.testing.assert_allclose(kernel(X, Y, omegas, 0.8, on_the_line), phi_x @ phi_y.T, rtol=1e-13)


def test_kernel_of_a_collection_with_itself_is_exactly_symmetric_and_psd():
    X, weights = enumerate_strings("ab", (0, 4))
    for gamma in (0.01, 0.5, 3.0):
        K = kernel(X, X, X, gamma, "levenshtein", weights)
        assert np.array_equal(K, K.T)
        np.testing.assert_allclose(K, kernel(X, list(X), X, gamma, "levenshtein", weights), 1e-13)
        assert np.linalg.eigvalsh(K)[0] >= -len(K) * np.finfo(float).eps * np.linalg.norm(K, 2)


def test_kernel_is_exp_of_the_soft_distance():
    X, weights = enumerate_strings("abc", (0, 3))
    K = kernel(X, X, X, 0.7, "levenshtein", weights)
    S = soft_distance(X, X, X, 0.7, "levenshtein", weights)
    np.testing.assert_allclose(np.exp(-0.7 * S), K, rtol=1e-13)


def test_random_features_meet_the_exact_kernel():
    """Hoeffding for summands in [0, 1]: false alarm below 1e-9 over all pairs together."""
    X = ["", "a", "abba", "bb", "babab"]
    R, pairs = 20_000, 25
    omegas = random_strings(R, "ab", (1, 3), np.random.default_rng(7))
    exact = kernel(X, X, *enumerate_strings_for_kernel("ab", (1, 3), 0.3))
    allowed = math.sqrt(math.log(2 * pairs / 1e-9) / (2 * R))
    assert allowed < 0.03
    error = np.abs(kernel(X, X, omegas, 0.3, "levenshtein") - exact)
    assert error.max() < allowed
    # the exact variance is far smaller: Bernstein's inequality with it, at the same rate
    variance = R * random_feature_variance(
        kernel(X, X, *enumerate_strings_for_kernel("ab", (1, 3), 0.6)), exact, R
    )
    logarithm = math.log(2 * pairs / 1e-9) / R
    assert (error < np.sqrt(2 * variance * logarithm) + 2 * logarithm / 3).all()


def enumerate_strings_for_kernel(alphabet, lengths, gamma):
    omegas, weights = enumerate_strings(alphabet, lengths)
    return omegas, gamma, "levenshtein", weights


@pytest.mark.parametrize("gamma", [1e-9, 1e-3, 1.0, 37.0, 1e4])
@pytest.mark.parametrize("offset", [0.0, -1e5, 1e5])
def test_softmin_is_its_definition(gamma, offset):
    rng = np.random.default_rng(3)
    values = offset + 3 * rng.normal(size=(4, 9))
    weights = rng.dirichlet(np.ones(9))
    got = softmin(values, weights, gamma)
    assert got.shape == (4,)
    for row, result in zip(values, got, strict=True):
        # the rounding of the weights' own sum, 1 ulp, weighs 1 / gamma in either form
        tolerance = 1e-14 * (np.abs(row).max() + (1 / gamma if gamma > 1e-2 else 0))
        assert abs(result - naive_softmin(row, weights, gamma)) <= tolerance
        assert row.min() <= result <= row @ weights + 1e-14 * np.abs(row).max()


def test_softmin_skips_what_is_never_drawn_or_never_reached():
    assert softmin([5.0, -100.0, np.inf], [0.5, 0.0, 0.5], 1.0) == pytest.approx(
        5 + math.log(2), rel=1e-15
    )
    assert softmin([np.inf, 1.0], [1.0, 0.0], 2.0) == np.inf
    assert np.array_equal(softmin([[np.inf, 2.0], [1.0, 1.0]], [1.0, 0.0], 2.0), [np.inf, 1.0])
    assert softmin([1e308, -1e308], [0.5, 0.5], 1e10) == -1e308


def test_softmin_of_a_rarely_drawn_minimum():
    got = softmin([0.0, 1e3], [1e-30, 1 - 1e-30], 1.0)
    assert got == pytest.approx(30 * math.log(10), rel=1e-14)


@pytest.mark.parametrize("block", [1, 13, 2**22])
def test_soft_distance_is_the_softmin_of_the_detours(monkeypatch, block):
    monkeypatch.setattr(KERNEL, "_BLOCK", block)
    X, Y, omegas, weights = space()
    for gamma in (0.5, 1e6):
        got = soft_distance(X, Y, omegas, gamma, one_sided, weights)
        expected = [
            [
                naive_softmin([one_sided(x, w) + one_sided(y, w) for w in omegas], weights, gamma)
                for y in Y
            ]
            for x in X
        ]
        np.testing.assert_allclose(got, expected, rtol=1e-12)


def test_soft_distance_where_the_kernel_underflows():
    path = np.arange(5.0)
    assert kernel([0.0], [1e4], path, 1.0, on_the_line) == 0
    got = soft_distance([0.0], [1e4], path, 1.0, on_the_line)
    assert got == pytest.approx(1e4 + math.log(1), rel=1e-12)


def test_soft_distance_is_at_least_a_metric():
    X, weights = enumerate_strings("ab", (0, 3))
    D = [[levenshtein(x, y) for y in X] for x in X]
    assert (soft_distance(X, X, X, 0.9, "levenshtein", weights) >= np.array(D)).all()


def test_limit_on_the_path_of_five_points():
    """k exp(gamma d) tends to the share of points between x and y, not to 1."""
    path, uniform = np.arange(5.0), np.full(5, 0.2)
    detours = [[on_the_line(0, w) + on_the_line(w, y) for w in path] for y in path]
    smallest, probability = kernel_limit(detours, uniform)
    assert np.array_equal(smallest, path)
    np.testing.assert_allclose(probability, [0.2, 0.4, 0.6, 0.8, 1.0], rtol=1e-15)
    for gamma in (5.0, 30.0):
        K = kernel([0.0], path, path, gamma, on_the_line)[0]
        ratio = K * np.exp(gamma * path)
        assert (ratio >= probability * (1 - 1e-12)).all()
        assert (ratio <= 1 + 1e-12).all()
    np.testing.assert_allclose(ratio, probability, rtol=1e-12)
    soft = soft_distance([0.0], path, path, 2.0, on_the_line)[0]
    for P, s, m in zip(probability, soft, smallest, strict=True):
        assert -1e-15 <= s - m <= soft_distance_gap(P, 2.0) + 1e-15
    assert soft_distance_gap(0.2, 2.0) == pytest.approx(math.log(5) / 2, rel=1e-15)


def test_limit_looks_at_the_support_only():
    smallest, probability = kernel_limit([3.0, 1.0, 3.0], [0.25, 0.0, 0.75])
    assert smallest == 3.0
    assert probability == 1.0


X = ["a", "b"]
BAD = [
    (lambda: feature_map(X, X, 0.0, "levenshtein"), ValueError, "gamma must be positive, got 0.0"),
    (lambda: feature_map(X, X, -1, "levenshtein"), ValueError, "gamma must be positive, got -1"),
    (lambda: feature_map(X, X, np.nan, "levenshtein"), ValueError, "gamma must be finite"),
    (lambda: feature_map(X, X, "1", "levenshtein"), TypeError, "gamma must be a real number"),
    (lambda: feature_map("ab", X, 1.0, "levenshtein"), TypeError, "X must be .* a bare 'ab'"),
    (lambda: feature_map(X, "ab", 1.0, "levenshtein"), TypeError, "omegas must be .* a bare 'ab'"),
    (lambda: feature_map([], X, 1.0, "levenshtein"), ValueError, "X must not be empty"),
    (lambda: feature_map(X, [], 1.0, "levenshtein"), ValueError, "omegas must not be empty"),
    (lambda: feature_map(X, X, 1.0, "levenstein"), ValueError, "did you mean 'levenshtein'"),
    (lambda: kernel(X, X, X, 1.0, "levenshtein", [0.5, 0.4]), ValueError, "weights must sum to 1"),
    (lambda: kernel(X, X, X, 1.0, "levenshtein", [1.5, -0.5]), ValueError, "weights must be nonn"),
    (lambda: kernel(X, X, X, 1.0, "levenshtein", [1.0]), ValueError, r"weights must have shape"),
    (lambda: kernel(X, X, X, 0.0, "levenshtein"), ValueError, "gamma must be positive"),
    (lambda: kernel(X, "ab", X, 1.0, "levenshtein"), TypeError, "Y must be .* a bare"),
    (lambda: soft_distance(X, X, X, 0.0, "levenshtein"), ValueError, "gamma must be positive"),
    (lambda: soft_distance(X, X, [], 1.0, "levenshtein"), ValueError, "omegas must not be empty"),
    (lambda: softmin([1.0, 2.0], [0.5, 0.5], 0), ValueError, "gamma must be positive, got 0"),
    (lambda: softmin([1.0, 2.0], [0.5, 0.6], 1), ValueError, "weights must sum to 1"),
    (lambda: softmin([1.0, 2.0, 3.0], [0.5, 0.5], 1), ValueError, "values must have 2 entries"),
    (lambda: softmin([1.0, np.nan], [0.5, 0.5], 1), ValueError, "values must not contain NaN"),
    (lambda: softmin([1.0, -np.inf], [0.5, 0.5], 1), ValueError, "values must be above -inf"),
    (lambda: softmin(1.0, [1.0], 1), ValueError, "values must have 1 entries on its last axis"),
    (lambda: kernel_limit([1.0], [0.5, 0.5]), ValueError, "detours must have 2 entries"),
    (lambda: soft_distance_gap(1.5, 1.0), ValueError, "probability must be at most 1"),
    (lambda: soft_distance_gap(0.0, 1.0), ValueError, "probability must be positive"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_rounding_does_not_lift_the_kernel_above_1():
    for R in range(1, 60):
        at_gamma, at_two_gamma = (
            kernel(["a"], ["a"], ["a"] * R, gamma, "levenshtein") for gamma in (1.0, 2.0)
        )
        assert at_gamma.max() <= 1
        assert random_feature_variance(at_two_gamma, at_gamma, R) == pytest.approx(0, abs=1e-15)
    assert random_feature_variance([1 + 4e-16], [1 + 4e-16], 1).tolist() == [0.0]
    with pytest.raises(ValueError, match="kernel_at_gamma must lie in"):
        random_feature_variance([1.0], [1.001], 1)


def test_negative_distances_are_refused():
    def negative(x, y):
        return -1.0 if y == "w" else 1.0

    for function, arguments in (
        (feature_map, (["a"], ["v", "w"])),
        (kernel, (["a"], ["a"], ["v", "w"])),
        (soft_distance, (["a"], ["a"], ["v", "w"])),
    ):
        with pytest.raises(ValueError, match=r"distance\(X\[0\], omegas\[1\]\) must be nonneg"):
            function(*arguments, 1.0, negative)


def test_softmin_keeps_its_limits_where_products_underflow_or_overflow():
    half = [0.5, 0.5]
    for gamma in (5e-324, 1e-310, 1e-300):
        assert softmin([1.0, 2.0], half, gamma) == 1.5
        assert softmin([[1.0, 2.0], [3.0, 3.0]], half, gamma).tolist() == [1.5, 3.0]
    # the mean is 0, and gamma variance / 2 below it
    wide = softmin([-1.7e308, 1.7e308], half, 1e-310)
    assert wide == pytest.approx(-1e-310 * 1.7e308 * 1.7e308 / 2, rel=1e-3)
    assert softmin([-1.7e308, 1.7e308], half, 1e308) == -1.7e308
    # a large value of small probability counts by that, not by its part of the mean
    assert softmin([0.0, 1e300], [1.0, 1e-300], 1.0) == pytest.approx(1e-300)


def test_detours_that_tie_but_for_rounding_count_together_when_asked():
    detours, weights = [0.1 + 0.2, 0.3, 1.0], [0.25, 0.25, 0.5]
    assert kernel_limit(detours, weights) == (0.3, 0.25)
    assert kernel_limit(detours, weights, tolerance=1e-12) == (0.3, 0.5)
    assert kernel_limit([-3.0, -3.0, 1.0], weights, tolerance=1e-12) == (-3.0, 0.5)
