"""The inequalities below the statistical tests, by exact summation and at their sharpest."""

import inspect
import math

import numpy as np
import pytest
import scipy.stats

from gramcheck.verify import bounds, means, rates


@pytest.mark.parametrize("n", [10, 50, 400])
@pytest.mark.parametrize("p", [0.01, 0.1, 0.5, 0.8])
@pytest.mark.parametrize("rate", [0.1, 1e-3, 1e-9])
def test_inequalities_hold_by_exact_summation(n, p, rate):
    """For Bernoulli samples, on either side, far into the tail, where a factor is not forgiven."""
    counts = np.arange(n + 1)
    means, mass = counts / n, scipy.stats.binom.pmf(np.arange(n + 1), n, p)
    variances = means * (1 - means) * n / (n - 1)  # of the samples
    radii = {
        "hoeffding": np.full(n + 1, bounds.hoeffding(n, 1.0, rate)),
        "bentkus": np.full(n + 1, bounds.bentkus(n, 1.0, rate, p * (1 - p))),
        "empirical": np.array([bounds.empirical_bernstein(n, 1.0, rate, v) for v in variances]),
    }
    for name, radius in radii.items():
        assert mass[means - p > radius].sum() <= rate, name
        assert mass[p - means > radius].sum() <= rate, name


def test_inequalities_are_as_sharp_as_they_are_stated():
    t = bounds.hoeffding(50, 2.0, 1e-4)
    assert math.exp(-2 * 50 * t**2 / 2.0**2) == pytest.approx(1e-4)
    # at a step of the tail: n variables with values 2 and -0.15
    k, chance = 20, 0.15 / 2.15
    rate = math.exp(2) / 2 * scipy.stats.binom.sf(k - 1, 50, chance)
    assert bounds.bentkus(50, 2.0, rate, 0.3) == pytest.approx((2.15 * k - 50 * 0.15) / 50)
    assert bounds.radius(50, 2.0, 1e-4, 0.3) < bounds.hoeffding(50, 2.0, 1e-4)
    assert scipy.stats.kstwo.sf(bounds.kolmogorov_quantile(50, 1e-4), 50) == pytest.approx(1e-4)
    constant, noisy = (bounds.empirical_bernstein(50, 2.0, 1e-4, v) for v in (0.0, 0.3))
    assert math.exp(-constant * 3 * 49 / (7 * 2.0)) == pytest.approx(1e-4 / 2)
    assert math.exp(-50 * (noisy - constant) ** 2 / (2 * 0.3)) == pytest.approx(1e-4 / 2)


@pytest.mark.parametrize("variance", [None, 1 / 12])
def test_means_of_uniform_numbers_are_tested_as_sharply_as_is_proved(variance):
    """What is proved for every sample size costs less than twenty times the rate, here of 1e-2."""
    n, repeats, rate, rng = 400, 20_000, 1e-2, np.random.default_rng()
    means = rng.random((repeats, n)).mean(axis=1)
    allowed = bounds.radius(n, 1.0, rate / 2, 1 / 4 if variance is None else variance)
    alarms = int((np.abs(means - 0.5) > allowed).sum())
    assert scipy.stats.binom.sf(alarms - 1, repeats, rate) >= 1e-9
    if variance is not None:
        assert scipy.stats.binom.cdf(alarms, repeats, rate / 20) >= 1e-9


GIVEN = {
    "count": 3,
    "n": 20,
    "bound": 0.2,
    "rate": 0.2,
    "excess": 0.3,
    "discrepancy": 0.3,
    "samples": [0, 1] * 10,
    "probabilities": {0: 0.5, 1: 0.5},
    "expected": 0.5,
    "low": 0.0,
    "high": 1.0,
    "cdf": lambda x: np.clip(x, 0.0, 1.0),
}
TESTS = [
    function
    for module in (means, rates)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if {"alpha", "beta"} <= set(inspect.signature(function).parameters)
]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
@pytest.mark.parametrize("wrong", [-0.5, 0.0, 1.0, 1.5, math.nan])
def test_error_rates_lie_between_zero_and_one(test, wrong):
    """Of every test and every size, even where part of alpha is handed on that is a rate itself."""
    given = {name: GIVEN[name] for name in inspect.signature(test).parameters if name in GIVEN}
    test(**given, alpha=0.01, beta=0.01)
    for name in ("alpha", "beta"):
        with pytest.raises(ValueError, match=f"{name} must lie strictly between 0 and 1, got"):
            test(**given, **{"alpha": 0.01, "beta": 0.01, name: wrong})
