"""Algorithm 1: what the conformance suite does not ask of its named choices."""

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    algorithm_1,
    gaussian_kernel,
    gradient_projection,
    solve_by_splitting,
)
from tests.reference.kcr.truth import Problem, gaussian, problem


@pytest.fixture
def each():
    X = np.random.default_rng(0).normal(size=(6, 3))
    return Problem(gaussian(X, 1.0) + np.eye(6), np.arange(6) % 2, 0.3)


@pytest.mark.parametrize("sweeps", [1, 1000])
def test_the_lines_and_the_method_with_a_gap_take_the_same_steps(each, sweeps):
    alpha, beta, Sigma0, h0 = [0.02, 0.01, 0.3], [0.3, 0.1, 0.2], np.eye(6) - 1 / 6, 0.7
    Sigma, h2 = algorithm_1(*each, alpha, beta, Sigma0, h0, 3, sweeps=sweeps)
    start = {"alpha": alpha, "beta": beta, "Sigma0": Sigma0, "h0": h0, "sweeps": sweeps}
    rule = gradient_projection(*each, **start, max_iterations=3, tol=0.0)
    assert h2 == pytest.approx(rule.h2, rel=1e-13)
    np.testing.assert_allclose(rule.Sigma, Sigma, atol=1e-12 * np.abs(Sigma).max())


def test_one_step_length_given_is_that_of_both_variables(each):
    alike = [
        gradient_projection(*each, max_iterations=3, tol=0.0, **how).objective
        for how in ({"alpha": 0.1}, {"beta": 0.1}, {"step": "constant", "size": 0.1})
    ]
    assert alike[0] == alike[1] == alike[2]


def test_options_that_do_not_go_together_are_refused(each):
    with pytest.raises(ValueError, match="target"):
        gradient_projection(*each, max_iterations=3, step="polyak")
    with pytest.raises(ValueError, match="start must not be given beside"):
        gradient_projection(*each, start=solve_by_splitting(*each), h0=1.0)


def test_a_start_below_the_least_bandwidth_is_not_the_best(each):
    found = gradient_projection(*each, h0=1.0, eps=1e3, iterate="best", max_iterations=50)
    assert found.h2 >= 1e3
    assert found.objective >= found.lower_bound


@pytest.mark.parametrize("projection", ["exact", "alternating", "dykstra"])
def test_the_best_iterate_of_more_steps_is_no_worse(projection):
    K, y, lam = problem(0, 2)
    how = {"projection": projection, "iterate": "best", "tol": 0.0}
    short, longer = (gradient_projection(K, y, lam, max_iterations=m, **how) for m in (30, 100))
    assert longer.objective <= short.objective


def test_polyak_steps_in_w_come_near():
    K, y, lam = problem(0, 1)
    split = solve_by_splitting(K, y, lam)
    rule = gradient_projection(
        K,
        y,
        lam,
        variable="W",
        step="polyak",
        target=split.lower_bound,
        max_iterations=1000,
        iterate="best",
    )
    assert rule.objective <= split.lower_bound / 0.95


def test_steps_beyond_the_range_of_numbers_are_refused():
    size = 1e100
    K, y = gaussian_kernel([0.0, 1.0, 2.5, 4.0]), [0, 1, 0, 1]
    with pytest.raises(ValueError, match="step must keep Sigma up to"):
        gradient_projection(K, y, 1.0, step="constant", size=size)
    zero = np.zeros_like(K)
    for alpha, beta, what in ((size, 1.0, "Sigma"), (1.0, size, "h~")):
        with pytest.raises(ValueError, match=f"alpha or beta must keep {what} up to"):
            gradient_projection(K, y, 1.0, alpha=alpha, beta=beta)
        with pytest.raises(ValueError, match=f"(alpha|beta) must keep {what} up to"):
            algorithm_1(K, y, 1.0, alpha, beta, zero, 1.0, iterations=2)


def test_the_gap_is_computed_every_hundred_steps(each):
    """After the first one it is within the tolerance already."""
    assert gradient_projection(*each, tol=0.0, max_iterations=1).gap < 0.999
    assert gradient_projection(*each, tol=0.999).iterations == 100
