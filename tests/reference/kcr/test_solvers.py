"""The solvers of KCR's program (9) against each other and against their own certificates."""

from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference import kcr
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.kcr import (
    KernelRule,
    gaussian_kernel,
    gradient_projection,
    lower_bound,
    objective,
    solve_by_splitting,
    solve_exactly,
)
from tests.reference.kcr.problems import consistent, problem


@pytest.mark.parametrize("seed", range(16))
def test_splitting_reaches_the_optimum_and_proves_it(seed):
    K, y, lam = problem(seed)
    exact, split = solve_exactly(K, y, lam), solve_by_splitting(K, y, lam)
    consistent(exact, K, y, lam)
    consistent(split, K, y, lam)
    assert split.converged
    assert split.gap <= 1e-3
    assert split.objective <= exact.objective * (1 + 1.1e-3)
    assert split.lower_bound <= exact.objective * (1 + 1e-9)
    assert exact.lower_bound <= split.objective * (1 + 1e-9)


def test_a_certificate_that_lags_is_admitted():
    K, y, lam = problem(9)  # a strong linear kernel with lambda = 0.002
    exact, split = solve_exactly(K, y, lam), solve_by_splitting(K, y, lam, max_iterations=40)
    consistent(split, K, y, lam)
    assert not split.converged
    assert split.gap > 1e-3
    assert split.lower_bound <= exact.objective * (1 + 1e-9)


def test_lower_bound_holds_for_any_multipliers():
    rng = np.random.default_rng(0)
    for seed in range(8):
        K, y, lam = problem(seed)
        n = len(y)
        reached = solve_by_splitting(K, y, lam, tol=0.05).objective
        for scale in (1e-3, 0.1, 1.0, 30.0):
            M = scale * rng.normal(size=(n, n))
            assert 0 <= lower_bound(M, K, y, lam) <= reached * (1 + 1e-9)
            assert 0 <= lower_bound(np.abs(M), K, y, lam) <= reached * (1 + 1e-9)
        singles = np.maximum(2 - kcr.same_class_counts(y), 0).sum()
        assert lower_bound(np.zeros((n, n)), K, y, lam) == singles


@pytest.mark.parametrize("scale", [5e-324, 1e-320, 1e-300, 1e300])
def test_lower_bound_scales_multipliers_that_are_no_size(scale):
    K, y, lam = problem(2)
    ones = np.ones_like(K)
    assert lower_bound(scale * ones, K, y, lam) == pytest.approx(lower_bound(ones, K, y, lam))


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
        objective(scaled.Sigma, scaled.h2, scale * K, y, scale), rel=1e-9
    )


def test_results_keep_no_array_of_the_caller():
    K, y, lam = np.eye(4), np.array([0, 1, 0, 1]), 1.0
    multipliers = np.full((4, 4), 0.5)
    result = gradient_projection(K, y, lam, max_iterations=1, multipliers=multipliers)
    for mine in (K, y, multipliers):
        for theirs in (result.K, result.y, result.multipliers):
            assert not np.shares_memory(mine, theirs)
    assert result == result
    assert result != gradient_projection(K, y, lam, max_iterations=1)


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
    for seed in range(8):
        K, y, _ = problem(seed)
        cold, near = (solve_by_splitting(K, y, lam) for lam in (1e-2, 1.05e-2))
        warm = solve_by_splitting(K, y, 1e-2, start=near)
        assert warm.converged
        ratios.append(warm.iterations / cold.iterations)
    assert np.median(ratios) < 0.9


def test_iterations_are_limited():
    K, y, _ = problem(0)
    short = solve_by_splitting(K, y, 1.0, tol=1e-12, max_iterations=3)
    assert (short.iterations, short.converged) == (3, False)
    consistent(short, K, y, 1.0)
    assert short.gap > 1e-12


def exact_objective(rule, K, y, lam):
    """Of (9), in fractions: no digit of K Sigma K is lost."""
    K, Sigma = (np.vectorize(Fraction, otypes=[object])(M) for M in (K, rule.Sigma))
    G = K @ Sigma @ K
    tau = kcr.label_signs(y).astype(int)
    inner = 1 + tau * (G.diagonal()[:, None] + G.diagonal() - 2 * G - Fraction(rule.h2))
    rows = 2 - kcr.same_class_counts(y).astype(int) + np.maximum(inner, 0).sum(axis=1)
    return float(np.maximum(rows, 0).sum() + Fraction(lam) * (K * Sigma).sum())


@pytest.mark.parametrize("seed", [2, 5, 8])
def test_weak_directions_do_not_drown_sigma(seed):
    """Cubic kernels far from the origin: with directions below 1e-8, Sigma was off by 10 %."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(10, 16))
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 2))
    X[:, 0] += y
    K = (1 + (X + 5) @ (X + 5).T) ** 3
    rule = solve_by_splitting(K, y, 1e-2, max_iterations=1000)
    assert rule.objective == pytest.approx(exact_objective(rule, K, y, 1e-2), rel=0.01)


def test_rule_predicts_by_its_distances():
    rng = np.random.default_rng(3)
    X = np.concatenate([rng.normal(m, 0.3, size=(8, 2)) for m in (0, 3)])
    y = np.repeat(["left", "right"], 8)
    K = gaussian_kernel(X)
    rule = solve_by_splitting(K, y, 0.1)
    new = np.array([[0.0, 0.1], [3.0, 2.9]])
    A = gaussian_kernel(new, X)
    assert rule.predict(A).tolist() == ["left", "right"]
    votes = rule.vote(K)
    assert (votes.labels == y).all()
    D = rule.squared_distances(A, K)
    for i in range(2):
        for j in range(16):
            d = A[i] - K[j]
            assert D[i, j] == pytest.approx(d @ rule.Sigma @ d, rel=1e-6, abs=1e-9)
    with pytest.raises(ValueError, match=r"A must have shape \(any, 16\)"):
        rule.predict(A[:, :5])


def test_failure_of_cvxopt_is_a_convergence_error(monkeypatch):
    def fails(*_, **__):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("gramcheck.reference.kcr.exact.solvers.conelp", fails)
    with pytest.raises(ConvergenceError, match="ZeroDivisionError"):
        solve_exactly(np.eye(3), [0, 1, 1], 1.0)


@pytest.mark.parametrize("tol", [1e-15, 1e-13, 1e-10])
def test_tolerances_beyond_cvxopt_give_a_result_with_its_gap(tol):
    K, y = gaussian_kernel(np.random.default_rng(0).normal(size=(6, 2))), [0, 1] * 3
    result = solve_exactly(K, y, 1.0, tol=tol)
    consistent(result, K, y, 1.0)
    assert result.gap <= 1e-10
    assert result.converged == (result.gap <= 100 * tol)
    assert result.objective == pytest.approx(solve_exactly(K, y, 1.0).objective, rel=1e-6)


def test_what_cvxopt_calls_unknown_is_certified(monkeypatch):
    """Stopped after three iterations it has no status, and a point that is not far off."""
    K, y = gaussian_kernel(np.random.default_rng(0).normal(size=(6, 2))), [0, 1] * 3
    monkeypatch.setattr("gramcheck.reference.kcr.exact._ITERATIONS", 3)
    result = solve_exactly(K, y, 1.0)
    consistent(result, K, y, 1.0)
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


@pytest.mark.parametrize("solver", [solve_exactly, solve_by_splitting, gradient_projection])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": np.ones((2, 3))}, "K must be square"),
        ({"K": np.triu(np.ones((4, 4)))}, "K must be symmetric"),
        ({"K": np.diag([1.0, 1.0, 1.0, -0.1])}, "K must be positive semidefinite"),
        ({"K": np.ones((4, 4))}, "K must tell some patterns apart"),
        ({"K": np.full((4, 4), np.nan)}, "NaN"),
        ({"y": [0, 1, 1]}, "y must be a vector of length 4"),
        ({"y": [1, 1, 1, 1]}, "at least 2 classes"),
        ({"lam": -1.0}, "lam must be positive"),
        ({"lam": 0.0}, "lam must be positive"),
        ({"eps": 0.0}, "eps must be positive"),
        ({"K": 1e200 * np.eye(4)}, "largest entry of K must be between 1e-100 and 1e\\+100"),
        ({"K": 1e-200 * np.eye(4)}, "largest entry of K must be between"),
        ({"lam": 1e101}, "lam must be between"),
        ({"eps": 1e101}, "eps must be between"),
    ],
)
def test_bad_input_of_the_solvers(solver, change, message):
    good = {"K": np.eye(4), "y": [0, 0, 1, 1], "lam": 1.0}
    with pytest.raises(ValueError, match=message):
        solver(**(good | change))


def test_bad_options():
    K, y = np.eye(4), [0, 0, 1, 1]
    with pytest.raises(ValueError, match="limit=3"):
        solve_exactly(K, y, 1.0, limit=3)
    with pytest.raises(ValueError, match="max_iterations must be at least 1"):
        solve_by_splitting(K, y, 1.0, max_iterations=0)
    with pytest.raises(ValueError, match="did you mean 'dykstra'"):
        gradient_projection(K, y, 1.0, projection="dijkstra")
    with pytest.raises(TypeError, match="start must be a KernelRule"):
        solve_by_splitting(K, y, 1.0, start=K)
    start = solve_by_splitting(np.eye(2), [0, 1], 1.0)
    assert isinstance(start, KernelRule)
    with pytest.raises(ValueError, match="start must have 4 patterns"):
        solve_by_splitting(K, y, 1.0, start=start)
    with pytest.raises(ValueError, match="multipliers must have shape"):
        lower_bound(np.ones((3, 3)), K, y, 1.0)
