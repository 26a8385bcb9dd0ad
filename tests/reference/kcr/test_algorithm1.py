"""Algorithm 1 by its lines, with the paper's own input and with the named choices."""

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    gaussian_kernel,
    gradient_projection,
    project,
    project_alternating,
    project_dykstra,
    solve_by_splitting,
    subgradient,
)
from gramcheck.verify.definitions import kcr as definitions
from tests.reference.kcr.truth import Problem, gaussian, problem


@pytest.fixture
def each():
    X = np.random.default_rng(0).normal(size=(6, 3))
    return Problem(gaussian(X, 1.0) + np.eye(6), np.arange(6) % 2, 0.3)


def test_the_papers_input(each):
    """Three steps of the lines as printed, alpha_t and beta_t given in each of the three ways."""
    K, y, lam = each
    c = np.random.default_rng(1).normal(size=(2, 6))
    c -= c.mean(axis=1, keepdims=True)
    first, alpha, beta = c.T @ c / 10, (0.1, 0.02, 0.3), 0.05
    Sigma, h2 = first, 2.0
    for a in alpha:
        G, g = definitions.subgradient(Sigma.tolist(), h2, K.tolist(), y.tolist(), lam)
        moved = Sigma - a * np.array(G, dtype=float)
        Sigma, h2 = np.array(definitions.alternating_projections(moved.tolist(), 10)), h2 - beta * g
        h2 = float(max(1e-6, h2))
    for given in ({"alpha": alpha, "beta": beta}, {"alpha": alpha.__getitem__, "beta": [beta] * 3}):
        found = gradient_projection(
            K, y, lam, Sigma0=first, h0=2.0, max_iterations=3, tol=0.0, **given
        )
        np.testing.assert_allclose(found.Sigma, Sigma, atol=1e-9 * np.abs(Sigma).max())
        assert found.h2 == pytest.approx(h2, rel=1e-9)
        assert found.iterations == 3
    alike = [
        gradient_projection(K, y, lam, max_iterations=3, tol=0.0, **how)
        for how in ({"alpha": 0.1}, {"beta": 0.1}, {"step": "constant", "size": 0.1})
    ]
    assert alike[0].objective == alike[1].objective == alike[2].objective


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"alpha": 0.0}, "alpha must be positive"),
        ({"alpha": 1.0, "beta": [1.0]}, "beta must have 3 entries"),
        ({"alpha": lambda t: 1.0 - t}, r"alpha\(1\) must be positive"),
        ({"h0": 1e-9}, "h0 must be at least eps"),
        ({"Sigma0": np.eye(6)}, "Sigma0 must have entries that sum to 0"),
        ({"Sigma0": -np.eye(6)}, "Sigma0 must be positive semidefinite"),
        ({"Sigma0": np.zeros((5, 5))}, "Sigma0 must have the shape"),
        ({"step": "polyak"}, "target"),
    ],
)
def test_input_that_is_none_is_named(each, given, message):
    with pytest.raises(ValueError, match=message):
        gradient_projection(*each, max_iterations=3, **given)
    with pytest.raises(ValueError, match="start must not be given beside"):
        gradient_projection(*each, start=solve_by_splitting(*each), h0=1.0)


@pytest.mark.parametrize("sweeps", [1, 2, 40])
@pytest.mark.parametrize(
    ("projection", "onto"), [("alternating", project_alternating), ("dykstra", project_dykstra)]
)
def test_each_projection_is_its_own_with_its_sweeps(each, projection, onto, sweeps):
    K, y, lam = each
    got = gradient_projection(
        K, y, lam, projection=projection, alpha=1.0, max_iterations=1, sweeps=sweeps
    )
    G, _ = subgradient(np.zeros_like(K), 1.0, K, y, lam)
    expected = onto(-G, sweeps)
    size = np.abs(expected).max()
    assert np.abs(got.Sigma - expected).max() <= 1e-9 * size
    # the other one, and other numbers of sweeps, are elsewhere
    other = project_dykstra if onto is project_alternating else project_alternating
    if sweeps > 1:
        assert np.abs(other(-G, sweeps) - expected).max() > 1e-6 * size
    assert np.abs(onto(-G, sweeps + 5) - expected).max() > 1e-6 * size


def test_the_exact_projection_is_not_the_printed_one(each):
    K, y, lam = each
    G, _ = subgradient(np.zeros_like(K), 1.0, K, y, lam)
    got = gradient_projection(K, y, lam, projection="exact", alpha=1.0, max_iterations=1)
    np.testing.assert_allclose(got.Sigma, project(-G), atol=1e-12 * np.abs(G).max())
    printed = gradient_projection(K, y, lam, alpha=1.0, max_iterations=1)
    assert np.abs(printed.Sigma - got.Sigma).max() > 1e-6 * np.abs(got.Sigma).max()


@pytest.mark.parametrize("projection", ["exact", "alternating", "dykstra"])
def test_other_multipliers_and_the_best_iterate(projection):
    K, y, lam = problem(0, 2)
    split = solve_by_splitting(K, y, lam)
    how = {"projection": projection, "multipliers": split.multipliers, "iterate": "best"}
    short, longer = (gradient_projection(K, y, lam, max_iterations=m, **how) for m in (30, 100))
    assert short.lower_bound == split.lower_bound
    assert short.objective >= split.lower_bound * (1 - 1e-9)
    assert short.gap == pytest.approx(1 - short.lower_bound / short.objective)
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
        tol=0.05,
        multipliers=split.multipliers,
        iterate="best",
    )
    assert rule.converged


@pytest.mark.parametrize("size", [1e105, 1e308])
def test_steps_beyond_the_range_of_numbers_are_refused(size):
    K, y = gaussian_kernel([0.0, 1.0, 2.5, 4.0]), [0, 1, 0, 1]
    with pytest.raises(ValueError, match="step must keep Sigma up to"):
        gradient_projection(K, y, 1.0, step="constant", size=size)
