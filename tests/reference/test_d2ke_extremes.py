"""D2KE at the ends of float64 and of its ranges: what is a number comes back, the rest is named."""

import math
from fractions import Fraction

import numpy as np
import pytest

from reference.d2ke import (
    ball_covering_bound,
    corollary_1_features,
    estimation_error_bound,
    fit,
    knn_risk_bound,
    multiset_covering_bound,
    multiset_effective_dimension,
    n_features_needed,
    n_features_order,
    optimal_k,
    pointwise_bound,
    smallest_lambda,
    uniform_convergence_bound,
)

# Arguments whose intermediate results leave float64, while the limit is plain or the result is not
INF = math.inf
EXTREME = [
    (lambda: ball_covering_bound(1e-300, 2), INF),
    (lambda: ball_covering_bound(1e-300, 0.5), math.sqrt(2) * 1e150),
    (lambda: knn_risk_bound(1, 10, 1e200, 1, 1, 1), INF),
    (lambda: knn_risk_bound(1e300, 10, 1e200, 0, 1, 1), 1e100),
    (lambda: knn_risk_bound(1e6, 10, 1, 1, 1e-4, 1), INF),
    (lambda: knn_risk_bound(1, 10, 0, 1e200, 1e-4, 1), 0.0),
    (lambda: optimal_k(100, 1e150, 1, 1, 1), 0.5 ** (1 / 3) * 1e100 * 100 ** (2 / 3)),
    (lambda: optimal_k(10, 1e200, 1, 1, 1), 0.5 ** (1 / 3) * 1e134),
    (lambda: optimal_k(10, 1, 1e-200, 1, 1), 0.5 ** (1 / 3) * 1e134),
    (lambda: pointwise_bound(1e200, 1), 0.0),
    (lambda: pointwise_bound(1e-200, 10**400), 2 * math.exp(-2)),
    (lambda: uniform_convergence_bound(1e200, 1, 1, 1, 1, "printed"), 0.0),
    (lambda: n_features_order(1e-200, 0.1, 1, 1), INF),
    (lambda: n_features_order(1e-200, 0.1, 1e-200, 1, coefficients=1e-200), -math.log(0.1)),
    (lambda: estimation_error_bound(5, 0.1, 1e200, 1), INF),
    (lambda: estimation_error_bound(10**400, math.exp(-2), 1e200, 1e-200), 4.0),
    (lambda: smallest_lambda([1e-320], 5), math.sqrt(Fraction(1e-320) * 10**320 / 5) * 1e-160),
    (lambda: smallest_lambda([1e-305], 5), math.sqrt(2) * 1e-153),
    (lambda: multiset_effective_dimension(10**400, 1.0), INF),
]


@pytest.mark.parametrize(("bound", "expected"), EXTREME)
def test_extreme_arguments_give_the_value_or_the_limit(bound, expected):
    assert bound() == pytest.approx(expected, rel=1e-12, abs=0)


def test_the_number_of_features_has_no_largest_value():
    R = n_features_needed(1e-200, 0.1, 1.0, 1.0, 1.0)
    logarithm = math.log(20) + 2 * math.log(1.2e201)
    assert Fraction(R) / 10**400 == pytest.approx(8 * logarithm, rel=1e-12)


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
    with pytest.raises(ValueError, match="size must leave covering"):
        multiset_covering_bound(10, 10**8)


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


@pytest.mark.parametrize(("size", "mu"), [(1e-200, 1e-3), (1e170, 1e-3), (0.0, 5e-324)])
def test_a_penalty_beyond_float64_next_to_the_features_is_refused(size, mu):
    with pytest.raises(ValueError, match="mu must be within float64 relative to the squared feat"):
        fit([[size], [-size]], [1, -1], mu)
