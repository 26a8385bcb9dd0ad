"""What the solvers of the program (9) promise beside what the conformance suite asks of them."""

import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.kcr import (
    center_coefficients,
    gaussian_kernel,
    gradient_projection,
    klmca,
    kmlcc,
    lower_bound,
    objective,
    solve_by_splitting,
    solve_exactly,
)
from gramcheck.verify.definitions import kcr as definitions
from tests.reference.kcr.truth import Problem, assert_honest, problem


@pytest.mark.parametrize("solver", [solve_exactly, solve_by_splitting, gradient_projection])
@pytest.mark.parametrize("scale", [1e-100, 1e-8, 1e8, 1e100])
def test_units_of_the_kernel_change_sigma_and_nothing_else(solver, scale):
    K, y = gaussian_kernel([0.0, 1.0, 2.5, 4.0]), [0, 1, 0, 1]
    more = {"variable": "W", "max_iterations": 50} if solver is gradient_projection else {}
    plain, scaled = solver(K, y, 1.0, **more), solver(scale * K, y, scale, **more)
    if solver is gradient_projection:  # the steps have units
        assert scaled.lower_bound <= solve_exactly(K, y, 1.0).objective <= scaled.objective
    else:
        assert scaled.objective == pytest.approx(plain.objective, rel=1e-6)
    assert scaled.objective == pytest.approx(
        objective(scale * scaled.Sigma * scale, scaled.h2, K, y, 1.0), rel=1e-9
    )


@pytest.mark.parametrize("far", [1e5, 1e7, 1e9])
def test_a_far_point_costs_the_objective_no_digits_of_the_others(far):
    """On a line, where this Sigma leaves the distances as they are."""
    x = np.append(np.random.default_rng(3).normal(size=7), far)
    y, c = np.array([0, 0, 0, 0, 1, 1, 1, 2]), x - x.mean()
    K, Sigma = np.outer(x, x), np.outer(c, c) / (c @ x) ** 2
    wanted = definitions.objective(Sigma.tolist(), 0.5, K.tolist(), y.tolist(), 0.0)
    assert objective(Sigma, 0.5, K, y, 0.0) == pytest.approx(float(wanted), rel=1e-7)


def test_single_precision_kernels_are_judged_by_their_own_roundings():
    """Most eigenvalues of this kernel are below its roundings, and some negative."""
    rng, y = np.random.default_rng(0), np.repeat([0, 1], 15)
    X = rng.normal(size=(30, 2)) + 3 * np.outer(y, [1, 0])
    K = gaussian_kernel(X, s=0.02)
    single = K.astype(np.float32)
    found = solve_by_splitting(single, y, 1.0)
    wanted = solve_by_splitting(K, y, 1.0)
    assert found.lower_bound <= wanted.objective * (1 + 1e-4)
    assert found.objective >= wanted.lower_bound * (1 - 1e-4)
    assert lower_bound(found.multipliers, single, y, 1.0) == found.lower_bound
    assert kmlcc(single, y, 0.1).objective == pytest.approx(kmlcc(K, y, 0.1).objective, rel=1e-4)
    assert klmca(single, y).objective > 0
    with pytest.raises(ValueError, match="K must be positive semidefinite"):
        kmlcc(single - np.float32(0.01) * np.eye(30, dtype=np.float32), y)


@pytest.mark.parametrize("scale", [2.0**-10, 2.0**-700])
def test_multipliers_in_other_units_give_the_same_bound(scale):
    K, y = gaussian_kernel([0.0, 1.0, 2.5, 4.0]), [0, 1, 0, 1]
    multipliers = solve_by_splitting(K, y, 1.0).multipliers
    assert lower_bound(scale * multipliers, K, y, 1.0) == lower_bound(multipliers, K, y, 1.0) > 0


@pytest.mark.parametrize(("n", "lam", "steps"), [(20, 0.5, 1000), (25, 0.05, 560)])
def test_prices_that_change_leave_multipliers_as_they_are(n, lam, steps):
    """Else the splitting takes three times as many iterations."""
    y = np.arange(n) % 2
    X = np.random.default_rng(n).normal(size=(n, 3))
    X[:, 0] += y
    K = np.exp(-np.square(X[:, None] - X).sum(axis=2) / 4)
    assert solve_by_splitting(K, y, lam, tol=1e-6, max_iterations=2 * steps).converged


def test_a_start_at_the_end_is_the_end_once_it_is_feasible():
    K, y = gaussian_kernel([0.0, 1.0, 2.5, 4.0]), [0, 1, 0, 1]
    low = solve_by_splitting(K, y, 1.0, tol=1e-6)
    again = solve_by_splitting(K, y, 1.0, tol=1e-6, start=low)
    assert (again.iterations, again.converged) == (0, True)
    np.testing.assert_allclose(again.Sigma, low.Sigma, rtol=1e-9)
    raised = solve_by_splitting(K, y, 1.0, eps=50.0, tol=1e-99, max_iterations=1, start=low)
    assert raised.h2 >= 50
    assert raised.lower_bound <= raised.objective
    beside = gradient_projection(K, y, 1.0, projection="alternating", sweeps=3, max_iterations=900)
    assert abs(beside.Sigma.sum()) > 1e-4
    on_it = solve_by_splitting(K, y, 1.0, tol=2 * beside.gap, start=beside)
    assert on_it.iterations == 0
    assert abs(on_it.Sigma.sum()) < 1e-12


def test_results_keep_no_array_of_the_caller():
    K, y, lam = np.eye(4), np.array([0, 1, 0, 1]), 1.0
    result = gradient_projection(K, y, lam, max_iterations=1)
    assert not np.shares_memory(K, result.K)
    assert not np.shares_memory(y, result.y)
    assert result == result
    assert result != gradient_projection(K, y, lam, max_iterations=2)


def test_bandwidth_at_its_lower_bound():
    # a class of one and far points: h~ -> eps is the best, and the bound holds there
    K, y = np.eye(2), [0, 1]
    for eps in (1e-6, 0.5):
        rule = solve_by_splitting(K, y, 1.0, eps=eps)
        assert rule.h2 >= eps
        assert rule.converged
        exact = solve_exactly(K, y, 1.0, eps=eps)
        assert rule.objective == pytest.approx(exact.objective, rel=2e-3)
        assert lower_bound(rule.multipliers, K, y, 1.0, eps) == pytest.approx(rule.lower_bound)


def test_warm_starts_from_a_neighboring_lambda_save_iterations():
    ratios = []
    for index in range(5):
        K, y, _ = problem(0, index)
        cold, near = (solve_by_splitting(K, y, lam) for lam in (1e-2, 1.05e-2))
        warm = solve_by_splitting(K, y, 1e-2, start=near)
        assert warm.converged
        ratios.append(warm.iterations / cold.iterations)
    assert np.median(ratios) < 0.9


@pytest.mark.parametrize("seed", [2, 5, 8])
def test_weak_directions_do_not_drown_sigma(seed):
    """Cubic kernels far from the origin: with directions below 1e-8, Sigma is off by 4 to 25 %."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(10, 16))
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 2))
    X[:, 0] += y
    K = (1 + (X + 5) @ (X + 5).T) ** 3
    rule = solve_by_splitting(K, y, 1e-2, max_iterations=300)
    exact = definitions.objective(rule.Sigma.tolist(), rule.h2, K.tolist(), y.tolist(), 1e-2)
    assert rule.objective == pytest.approx(float(exact), rel=0.01)


def test_failure_of_cvxopt_is_a_convergence_error(monkeypatch):
    def fails(*_, **__):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("gramcheck.reference.kcr.engines.exact.solvers.conelp", fails)
    with pytest.raises(ConvergenceError, match="ZeroDivisionError"):
        solve_exactly(np.eye(3), [0, 1, 1], 1.0)


def test_a_tolerance_that_fails_a_million_times_over_gives_the_bound_of_a_looser_one():
    """Below 1e-7 cvxopt's dual runs away from this problem: the gap was 0.999."""
    X = np.array([[2.242, -1.319], [-1.315, -1.12], [2.307, 1.02],
                  [-0.594, -0.675], [0.166, 2.062], [0.845, -0.253]])  # fmt: skip
    assert solve_exactly(X @ X.T, np.arange(6) % 2, 0.01, tol=1e-15).gap < 1e-6


@pytest.mark.parametrize("tol", [1e-15, 1e-13, 1e-10])
def test_tolerances_beyond_cvxopt_give_a_result_with_its_gap(tol):
    K, y = gaussian_kernel(np.random.default_rng(0).normal(size=(6, 2))), [0, 1] * 3
    result = solve_exactly(K, y, 1.0, tol=tol)
    assert_honest(result, Problem(K, np.array(y), 1.0))
    assert result.gap <= 1e-10
    assert result.converged == (result.gap <= 100 * tol)
    assert result.objective == pytest.approx(solve_exactly(K, y, 1.0).objective, rel=1e-6)


def test_what_cvxopt_calls_unknown_is_certified(monkeypatch):
    """Stopped after three iterations it has no status, and a point that is not far off."""
    K, y = gaussian_kernel(np.random.default_rng(0).normal(size=(6, 2))), [0, 1] * 3
    monkeypatch.setattr("gramcheck.reference.kcr.engines.exact._ITERATIONS", 3)
    result = solve_exactly(K, y, 1.0)
    assert_honest(result, Problem(K, np.array(y), 1.0))
    assert not result.converged
    assert 1e-4 < result.gap < 1


@pytest.mark.parametrize("solver", [solve_by_splitting, gradient_projection])
def test_starts_belong_to_their_kernel(solver):
    K, y = gaussian_kernel(np.random.default_rng(0).normal(size=(6, 2))), [0, 1] * 3
    start = solve_by_splitting(K, y, 0.1)
    for other, lam in ((1e6 * K, 0.1), (1e90 * K, 1e90), (0.99 * K, 0.1), (K + np.eye(6), 0.1)):
        with pytest.raises(ValueError, match="start must be a result for the same K"):
            solver(other, y, lam, start=start)
    solver(K * (1 + 1e-12), y, 0.2, start=start, max_iterations=1)
    with pytest.raises(TypeError, match="start must be a KernelRule"):
        solver(K, y, 1.0, start=K)
    with pytest.raises(ValueError, match="start must have 4 patterns"):
        solver(K[:4, :4], y[:4], 1.0, start=start)


@pytest.mark.parametrize("solver", [solve_exactly, solve_by_splitting, gradient_projection])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": 1e101 * np.eye(4)}, "K must be at most"),
        ({"K": 1e-101 * np.eye(4)}, "the largest entry of K must be at least"),
    ],
)
def test_numbers_out_of_range_are_refused(solver, change, message):
    good = {"K": np.eye(4), "y": [0, 0, 1, 1], "lam": 1.0}
    with pytest.raises(ValueError, match=message):
        solver(**(good | change))


def test_interior_points_are_for_few_patterns():
    with pytest.raises(ValueError, match="limit=3"):
        solve_exactly(np.eye(4), [0, 0, 1, 1], 1.0, limit=3)


def test_a_kernel_that_does_not_determine_coefficients_is_told_by_its_smallest_eigenvalue():
    with pytest.raises(ValueError, match=r"^K must be positive definite, got the eigenvalue -2\.0"):
        center_coefficients([1.0, 2.0], np.diag([3.0, -2.0]))
