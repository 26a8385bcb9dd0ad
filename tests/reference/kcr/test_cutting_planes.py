"""Cutting planes for KCR's program (9), beside the other solvers."""

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    balance_scale,
    gaussian_kernel,
    solve_by_cutting_planes,
    solve_by_splitting,
    solve_exactly,
)
from gramcheck.reference.kcr.centered import checked_problem
from gramcheck.reference.kcr.cutting_planes import _Rounds
from gramcheck.reference.kcr.programme import gram_distances
from tests.reference.kcr.problems import consistent


def linear(seed, n, d=3, spread=1.0, lam=1e-3):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, d))
    X[:, 0] += spread * y
    return X @ X.T, y, lam


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("spread", [0.0, 1.5, 3.0])
def test_it_meets_the_exact_program(seed, spread):
    K, y, lam = linear(seed, 10, spread=spread)
    found, exact = solve_by_cutting_planes(K, y, lam), solve_exactly(K, y, lam)
    consistent(found, K, y, lam)
    assert found.converged
    assert found.gap <= 1e-6
    assert found.objective <= exact.objective * (1 + 1e-5)
    assert exact.lower_bound <= found.objective * (1 + 1e-9)


def test_a_cut_is_the_loss_where_it_was_made():
    """And nowhere above it: slopes and constants against the loss itself."""
    rng = np.random.default_rng(0)
    K, y, lam = linear(1, 9)
    problem = checked_problem(K, y, lam, 1e-6)
    rounds = _Rounds(problem)
    program, first = rounds.program, len(rounds.program.rows)

    def point():
        factor = rng.normal(size=(3, 2))
        images = program.Z @ factor
        W, h2 = factor @ factor.T, rng.uniform(0.1, 3)
        inner = 1 + problem.tau * (gram_distances(images @ images.T) - h2)
        losses = problem.offsets + np.maximum(inner, 0).sum(axis=1)
        return np.append(W[program.upper], h2), inner > 0, losses

    where, active, losses = point()
    rounds.add(active, np.arange(9))
    slopes, constants = program.slopes[first:], program.constants[first:]
    np.testing.assert_allclose(slopes @ where + constants, losses, rtol=1e-12)
    for _ in range(20):
        elsewhere, _, losses = point()
        assert (slopes @ elsewhere + constants <= losses * (1 + 1e-9)).all()


def test_splitting_is_finished_where_it_crawls():
    """A linear kernel of three coordinates whose gap stood at 7 % after 20,000 iterations."""
    rng = np.random.default_rng([110, 3])
    y = rng.permutation(np.arange(8) % 2)
    X = rng.normal(size=(8, 3))
    X[:, 0] += rng.uniform(0, 2) * y
    found = solve_by_splitting(X @ X.T, y, 1e-3)
    assert found.converged
    assert found.iterations < 1100


def test_many_patterns_of_few_coordinates():
    X, y = balance_scale()
    chosen = np.random.default_rng(0).permutation(len(y))[:120]
    K = (X[chosen] - 1) @ (X[chosen] - 1).T / 16
    found = solve_by_cutting_planes(K, y[chosen], 1.0, tol=1e-3)
    consistent(found, K, y[chosen], 1.0)
    assert found.converged


def test_a_stopped_run_says_so():
    K, y, lam = linear(2, 12, spread=1.0)
    found = solve_by_cutting_planes(K, y, lam, max_iterations=1)
    assert not found.converged
    assert found.gap > 1e-6
    assert found.iterations == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"limit": 5}, "W has 6 unknowns, above limit=5"),
        ({"tol": 0.0}, "tol must be"),
        ({"max_iterations": 0}, "max_iterations must be"),
        ({"lam": -1.0}, "lam must be"),
    ],
)
def test_bad_input_is_named(changes, message):
    K, y, lam = linear(0, 8)
    with pytest.raises(ValueError, match=message):
        solve_by_cutting_planes(**{"K": K, "y": y, "lam": lam, **changes})


def test_a_kernel_of_many_dimensions_is_refused():
    X = np.random.default_rng(0).normal(size=(30, 4))
    with pytest.raises(ValueError, match="solve_by_splitting takes any kernel"):
        solve_by_cutting_planes(gaussian_kernel(X), np.arange(30) % 2, 1.0)


@pytest.mark.parametrize("unit", [1e-90, 1e90])
def test_units_of_the_kernel_change_nothing(unit):
    K, y, lam = linear(3, 12, lam=0.1)
    plain, scaled = (solve_by_cutting_planes(u * K, y, u * lam) for u in (1.0, unit))
    assert scaled.objective == pytest.approx(plain.objective, rel=1e-9)
    assert scaled.converged


def test_a_bound_that_rounding_spoils_is_admitted():
    """With lambda = 1e-12 the metric is right and its proof is lost: no convergence is claimed."""
    K, y, _ = linear(0, 12)
    found = solve_by_cutting_planes(K, y, 1e-12)
    assert found.converged == (found.gap <= 1e-6)
    consistent(found, K, y, 1e-12)
