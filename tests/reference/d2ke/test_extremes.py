"""D2KE at the ends of float64 and of its ranges: what is a number comes back, the rest is named."""

import math
from collections import deque
from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference.d2ke import (
    ball_covering_bound,
    cdist,
    corollary_1_features,
    data_sample,
    dsk_nd,
    dsk_rbf,
    dtw,
    effective_degrees,
    enumerate_strings,
    estimation_error_bound,
    feature_map,
    fit,
    kernel,
    knn_risk_bound,
    liblinear_C,
    modified_hausdorff,
    multiset_covering_bound,
    multiset_effective_dimension,
    n_features_needed,
    n_features_order,
    objective,
    optimal_k,
    pointwise_bound,
    predict,
    pseudo_euclidean_embedding,
    random_feature_variance,
    random_series,
    random_sets,
    random_strings,
    representative_set_map,
    smallest_lambda,
    soft_distance,
    soft_distance_gap,
    uniform_convergence_bound,
)

# Arguments whose intermediate results leave float64, while the limit is plain or the result is not
INF = math.inf
EXTREME = [
    (lambda: ball_covering_bound(1e-300, 2), INF),
    (lambda: ball_covering_bound(1e-300, 0.5), math.sqrt(2) * 1e150),
    (lambda: knn_risk_bound(1, 10, 1e200, 1, 1, 1, "printed"), INF),
    (lambda: knn_risk_bound(1e300, 10, 1e200, 0, 1, 1, "printed"), 1e100),
    (lambda: knn_risk_bound(1e6, 10, 1, 1, 1e-4, 1, "printed"), INF),
    (lambda: knn_risk_bound(1, 10, 0, 1e200, 1e-4, 1, "printed"), 0.0),
    (lambda: knn_risk_bound(1, 10, 0, 1e-150, 1, 1e308), 16 / math.e * 1e7),
    (lambda: knn_risk_bound(1, 10, 0, 1e200, 1e-300, 1), INF),
    (lambda: optimal_k(100, 1e150, 1, 1, 1, "printed"), 0.5 ** (1 / 3) * 1e100 * 100 ** (2 / 3)),
    (lambda: optimal_k(10, 1e200, 1, 1, 1, "printed"), 0.5 ** (1 / 3) * 1e134),
    (lambda: optimal_k(10, 1, 1e-200, 1, 1, "printed"), 0.5 ** (1 / 3) * 1e134),
    (lambda: optimal_k(16, 1e200, 1e50, 1, 1e300), math.sqrt(math.e)),
    (lambda: pointwise_bound(1e200, 1), 0.0),
    (lambda: pointwise_bound(1e-200, 10**400), 2 * math.exp(-2)),
    (lambda: uniform_convergence_bound(1e200, 1, 1, 1, 1, "printed"), 0.0),
    (lambda: n_features_order(1e-200, 0.1, 1, 1), INF),
    (lambda: n_features_order(1e-200, 0.1, 1e-200, 1, coefficients=1e-200), -math.log(0.1)),
    (lambda: estimation_error_bound(5, 0.1, 1e200, 1), INF),
    (lambda: estimation_error_bound(10**400, math.exp(-2), 1e200, 1e-200), 4.0),
    (lambda: smallest_lambda([1e-320], 5), math.sqrt(Fraction(1e-320) * 10**320 / 5) * 1e-160),
    (lambda: smallest_lambda([1e-305], 5), math.sqrt(2) * 1e-153),
    (lambda: smallest_lambda([1e308, 1e308, 1e-320], 2), 1.0),
    (lambda: smallest_lambda([1e-300], 2**63 - 1), 1e-150 / math.sqrt(2**63)),
    (lambda: effective_degrees([1.7e308, 1e-320], 1.7e308), 0.5),
    (lambda: effective_degrees([1e-320, 1e308], 1e-320), 1.5),
    (lambda: multiset_effective_dimension(10**400, 1.0), INF),
    (lambda: uniform_convergence_bound(1e160, 1, 1e160, 1e308, 1), 0.0),
    (lambda: soft_distance_gap(5e-324, 2.0), 537 * math.log(2)),
    (lambda: soft_distance_gap(1 - 2.0**-53, 1.0), 2.0**-53),
    (lambda: liblinear_C(10**400, 1.0), 0.0),
    (lambda: liblinear_C(10**10, 1e300), 1e-310),
    (lambda: liblinear_C(1, 5e-324), INF),
]


@pytest.mark.parametrize(("bound", "expected"), EXTREME)
def test_extreme_arguments_give_the_value_or_the_limit(bound, expected):
    assert bound() == pytest.approx(expected, rel=1e-12, abs=0)


def test_the_number_of_features_has_no_largest_value():
    R = n_features_needed(1e-200, 0.1, 1.0, 1.0, 1.0)
    logarithm = math.log(20) + 2 * math.log(1.2e201)
    assert Fraction(R) / 10**400 == pytest.approx(8 * logarithm, rel=1e-12)


def test_a_dimension_whose_covering_leaves_float64_has_a_number_of_features():
    """A bound of inf - inf once made the search endless."""
    R = n_features_needed(0.1, 0.1, 1.0, 1e308, 1.0)
    expected = 2 * Fraction(1e308) * Fraction(math.log(120)) / Fraction(0.5 * 0.05**2)
    assert R / expected == pytest.approx(1, rel=1e-12)


def test_accuracies_beyond_the_form_are_named_as_the_caller_named_them():
    with pytest.raises(
        ValueError, match=r"^epsilon must be below 12 gamma = 1.2 for the corrected"
    ):
        n_features_needed(2.0, 0.1, 0.1, 1, 1)
    with pytest.raises(
        ValueError, match=r"^epsilon / \(loss_lipschitz coefficients\) must be below"
    ):
        corollary_1_features(2.0, 0.1, 0.1, 1, 1, 1, 1)
    with pytest.raises(ValueError, match=r"^epsilon must be within the range"):
        n_features_needed(5e-324, 0.1, 0.1, 1, 1)


@pytest.mark.parametrize("form", ["corrected", "tight"])
def test_a_covering_constant_below_1_is_refused_where_it_is_used(form):
    """N is at least 1, so Assumption 3 needs c >= 1; smaller ones gave bounds below the truth."""
    for bound in (uniform_convergence_bound, n_features_needed):
        first = (0.1, 1000) if bound is uniform_convergence_bound else (0.1, 0.1)
        with pytest.raises(ValueError, match=r"c must be at least 1, got 0\.5"):
            bound(*first, 1.0, 1.0, 0.5, form)
        assert bound(*first, 1.0, 1.0, 0.5, "printed") == bound(*first, 1.0, 1.0, 9.0, "printed")
    with pytest.raises(ValueError, match="c must be at least 1"):
        corollary_1_features(0.1, 0.1, 1, 1, 0.5, 1, 1, form)


def test_a_covering_number_too_long_to_write_is_refused():
    assert multiset_covering_bound(1, 10**30) == 1
    assert multiset_covering_bound(2, 2**20 - 1).bit_length() == 2**20
    for covering, size in ((10, 10**8), (2, 2**20), (3, 2**20)):
        with pytest.raises(ValueError, match="size must leave covering"):
            multiset_covering_bound(covering, size)


@pytest.mark.parametrize("loss", ["squared", "logistic", "squared_hinge", "hinge"])
@pytest.mark.parametrize("exponent", [-505, -450, 400, 505])
@pytest.mark.parametrize("intercept", [False, True])
def test_fit_does_not_depend_on_the_size_of_the_features(loss, exponent, intercept):
    """phi s and mu s^2 are the same problem with w / s and the same intercept."""
    rng = np.random.default_rng(0)
    phi, y, mu = rng.uniform(size=(12, 3)), np.repeat([1.0, -1.0], 6), 0.125
    same = fit(phi, y, mu, loss, intercept)
    got = fit(phi * 2.0**exponent, y, mu * 2.0 ** (2 * exponent), loss, intercept)
    got[:3] *= 2.0**exponent
    assert got == pytest.approx(same, rel=1e-12, abs=0)


@pytest.mark.parametrize("intercept", [False, True])
def test_ridge_regression_is_linear_in_targets_of_any_size(intercept):
    phi, y = np.array([[0.5, 0.25], [0.25, 1.0], [0.75, 0.5]]), np.array([1.0, -2.0, 3.0])
    same = fit(phi, y, 0.5, intercept=intercept)
    for exponent in (-1000, 1022):
        got = fit(phi, np.ldexp(y, exponent), 0.5, intercept=intercept)
        assert np.ldexp(got, -exponent) == pytest.approx(same, rel=1e-12, abs=0)
    with pytest.raises(
        ValueError, match="weights overflow, up to 1e-08 for targets up to 1e\\+307"
    ):
        fit([[1e-8], [1e-8]], [1e307, 1e307], 1e-20)


def test_predictions_and_objectives_beyond_float64_are_refused():
    """Sums of terms of both signs once came back as NaN."""
    for weights in ([1e200, 1e200], [[1e200, 1e200]], [1.0, 1.0, 1.7e308]):
        with pytest.raises(ValueError, match="phi and weights must leave the values"):
            predict([[1.7e308, -1e200]], weights)
    assert predict([[2.0**600, -(2.0**600)]], [2.0**300, 2.0**300]).tolist() == [0]
    with pytest.raises(ValueError, match="weights must leave the objective"):
        objective([[1.0]], [1.0], [1e200], 1.0, "squared")


@pytest.mark.parametrize(("size", "mu"), [(1e-200, 1e-3), (1e170, 1e-3), (0.0, 5e-324)])
def test_a_penalty_beyond_float64_next_to_the_features_is_refused(size, mu):
    with pytest.raises(ValueError, match="mu must be within float64 relative to the squared feat"):
        fit([[size], [-size]], [1, -1], mu)


@pytest.mark.parametrize("exponent", [-1060, -530, 530, 1000])
@pytest.mark.parametrize("channels", [1, 3, 9])
def test_distances_are_homogeneous_over_all_of_float64(exponent, channels):
    # small integers keep every digit down to the smallest floats
    rng = np.random.default_rng(0)
    x, y = rng.integers(-9, 9, (5, channels)) * 1.0, rng.integers(-9, 9, (4, channels)) * 1.0
    large_x, large_y = np.ldexp(x, exponent), np.ldexp(y, exponent)
    rtol = 1e-13 if exponent > -1060 else 1e-2  # fewer digits are left there
    for d in (dtw, modified_hausdorff):
        got = math.ldexp(d(large_x, large_y), -exponent)
        assert got == pytest.approx(d(x, y), rel=rtol)
        assert d(large_x, large_x) == 0
    for name in ("dtw", "modified_hausdorff"):
        got = np.ldexp(cdist([large_x, large_y], [large_y], name), -exponent)
        assert got == pytest.approx(cdist([x, y], [y], name), rel=rtol)


def test_squared_costs_overflow_by_name():
    assert dtw([[1e150, 0]], [[0, 0]], "sqeuclidean") == pytest.approx(1e300)
    with pytest.raises(ValueError, match="x and y have coordinates too large"):
        dtw([[1e160, 0]], [[0, 0]], "sqeuclidean")
    with pytest.raises(ValueError, match="x and y have coordinates too large"):
        modified_hausdorff([1.7e308], [-1.7e308])


@pytest.mark.parametrize("scale", [2.0**-1000, 2.0**-600, 2.0**600, 2.0**1000])
def test_baselines_scale_with_the_distances(scale):
    D = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]])
    X, again = pseudo_euclidean_embedding(D, 2, D)
    got, new = pseudo_euclidean_embedding(D * scale, 2, D * scale)
    assert got == pytest.approx(X * scale, rel=1e-12, abs=0)
    assert new == pytest.approx(again * scale, rel=1e-12, abs=0)
    with pytest.raises(ValueError, match="D_new must hold distances whose powers"):
        pseudo_euclidean_embedding(D * 1e-200, 2, D * 1e200)


def test_distance_substitution_kernels_at_the_ends_of_float64():
    assert dsk_rbf([[1e160]], 2.0**-1063) == pytest.approx(math.exp(-(2.0**-1063 * 1e160) * 1e160))
    assert dsk_rbf([[1e300]], 1.0) == 0
    D = np.array([[0.0, 1e200], [1e200, 0.0]])
    for origin in (None, 0, ([0.0, 1e200], [0.0, 1e200])):
        with pytest.raises(ValueError, match="D must hold distances whose powers stay within"):
            dsk_nd(D, 2, origin)


def test_an_origin_may_be_a_list_of_two_vectors():
    pair = [[1.0], [2.0, 3.0]]
    assert dsk_nd([[1.0, 2.0]], 2, pair).tolist() == dsk_nd([[1.0, 2.0]], 2, tuple(pair)).tolist()
    with pytest.raises(ValueError, match=r"origin\[0\] must have 1 dimension\(s\), got shape \(\)"):
        dsk_nd([[1.0, 2.0]], 2, (1.0, 2.0))
    with pytest.raises(ValueError, match=r"origin\[1\] must be nonnegative distances"):
        dsk_nd([[1.0, 2.0]], 2, [[1.0], [2.0, -3.0]])


def test_any_sequence_of_objects_will_do():
    X, omegas = ["a", "bc"], ["", "ab"]
    for function in (kernel, soft_distance):
        expected = function(X, X, omegas, 1.0, "levenshtein")
        got = function(deque(X), deque(X), deque(omegas), 1.0, "levenshtein")
        assert got == pytest.approx(expected, rel=1e-15)
    shared = deque(X)
    K = kernel(shared, shared, omegas, 1.0, "levenshtein")
    assert (K == kernel(X, X, omegas, 1.0, "levenshtein")).all()


def test_options_and_numbers_out_of_range_are_named():
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="did you mean 'window'"):
        cdist([[1.0]], [[1.0]], "dtw", windw=1)
    for name in ("names", "Y", "distance_"):
        with pytest.raises(ValueError, match=f"unknown option '{name}': distance 'levenshtein'"):
            feature_map(["a"], ["b"], 1.0, "levenshtein", **{name: 1})
    with pytest.raises(ValueError, match=r"R must leave at most 2\^40 entries in X, got 10000000"):
        pseudo_euclidean_embedding([[0, 1], [1, 0]], 10**30)
    with pytest.raises(ValueError, match="gamma must be within float64"):
        feature_map(["a"], ["b"], 10**400, "levenshtein")
    for R, lengths in ((10**30, (0, 1)), (2, (0, 10**18))):
        with pytest.raises(ValueError, match="R and lengths must leave at most"):
            random_strings(R, "ab", lengths, rng)
    with pytest.raises(ValueError, match="R and sizes must leave at most"):
        random_sets(10**6, 10**6, (1, 2), rng)
    with pytest.raises(ValueError, match=r"R must be at most 2\^40, got 1000000"):
        data_sample(["a"], 10**30, rng)
    with pytest.raises(ValueError, match="R must be between 1 and 9223372036854775807, got 1000"):
        random_feature_variance([0.5], [0.6], 10**40)
    for gamma in (None, 1.0):
        with pytest.raises(TypeError, match=r"representatives\[1\] must be a str, got 5"):
            representative_set_map(["a"], ["b", 5], "levenshtein", gamma)
    with pytest.raises(ValueError, match="sigma must leave entries within float64"):
        random_series(9, 9, 1.7e308, (9, 9), rng)


def test_enumerations_too_long_to_hold_are_refused_at_once():
    for lengths in ((0, 20_000), (10**18, 10**18)):
        with pytest.raises(ValueError, match="lengths must leave at most 67108864 characters"):
            enumerate_strings("a", lengths)
    assert len(enumerate_strings("a", (0, 1000))[0]) == 1001
