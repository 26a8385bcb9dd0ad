"""Algorithm 1 against its lines, one by one, and against certificates of other solvers."""

import numpy as np
import pytest

from gramcheck.reference import kcr
from gramcheck.reference.kcr import (
    gaussian_kernel,
    gradient_projection,
    project,
    project_alternating,
    project_dykstra,
    solve_by_splitting,
)
from tests.reference.kcr.problems import consistent, problem


@pytest.mark.parametrize("variable", ["Sigma", "W"])
@pytest.mark.parametrize(("step", "size"), [("constant", 1e-3), ("normalized", 0.7)])
def test_algorithm_1_by_its_lines(variable, step, size):
    """Three steps against the lines as printed, in either variable."""
    K, y, lam = problem(0)
    n = len(y)
    got = gradient_projection(
        K, y, lam, variable=variable, step=step, size=size, max_iterations=3, tol=0.0
    )
    Sigma, h2 = np.zeros((n, n)), 1.0
    H = np.eye(n) - 1 / n
    s, U = np.linalg.eigh(H @ K @ H)
    keep = s > 1e-8 * s[-1]
    T, Z = U[:, keep] / np.sqrt(s[keep]), U[:, keep] * np.sqrt(s[keep])
    for t in range(3):
        G, g = kcr.subgradient(Sigma, h2, K, y, lam)
        if variable == "W":
            G = T.T @ (H @ G @ H) @ T
        length = np.sqrt((G**2).sum() + g**2)
        alpha = size / (length * np.sqrt(t + 1)) if step == "normalized" else size
        if variable == "Sigma":
            Sigma = project(Sigma - alpha * G)
        else:
            W = Z.T @ Sigma @ Z - alpha * G
            w, Q = np.linalg.eigh((W + W.T) / 2)
            Sigma = T @ (Q * np.maximum(w, 0)) @ Q.T @ T.T
        h2 = max(1e-6, h2 - alpha * g)
    assert got.h2 == pytest.approx(h2)
    assert np.abs(got.Sigma - Sigma).max() <= 1e-7 * np.abs(Sigma).max()
    assert got.iterations == 3
    consistent(got, K, y, lam)


@pytest.mark.parametrize("sweeps", [1, 2, 40])
@pytest.mark.parametrize(
    ("projection", "onto"), [("alternating", project_alternating), ("dykstra", project_dykstra)]
)
def test_each_projection_is_its_own_with_its_sweeps(projection, onto, sweeps):
    K, y, lam = problem(4)
    got = gradient_projection(
        K, y, lam, projection, step="constant", size=1.0, max_iterations=1, sweeps=sweeps
    )
    G, _ = kcr.subgradient(np.zeros_like(K), 1.0, K, y, lam)
    expected = onto(-G, sweeps)
    size = np.abs(expected).max()
    assert np.abs(got.Sigma - expected).max() <= 1e-9 * size
    # the other one, and other numbers of sweeps, are elsewhere
    other = project_dykstra if onto is project_alternating else project_alternating
    if sweeps > 1:
        assert np.abs(other(-G, sweeps) - expected).max() > 1e-6 * size
    assert np.abs(onto(-G, sweeps + 5) - expected).max() > 1e-6 * size


@pytest.mark.parametrize("projection", ["exact", "alternating", "dykstra"])
def test_algorithm_1_stays_behind_its_certificate(projection):
    K, y, lam = problem(4)
    split = solve_by_splitting(K, y, lam)
    rule = gradient_projection(
        K, y, lam, projection, max_iterations=30, multipliers=split.multipliers, iterate="best"
    )
    assert rule.lower_bound == split.lower_bound
    assert rule.objective >= split.lower_bound * (1 - 1e-9)
    assert rule.gap == pytest.approx(1 - rule.lower_bound / rule.objective)
    longer = gradient_projection(
        K, y, lam, projection, max_iterations=100, multipliers=split.multipliers, iterate="best"
    )
    assert longer.objective <= rule.objective


def test_polyak_steps_in_w_come_near():
    K, y, lam = problem(5)
    split = solve_by_splitting(K, y, lam)
    rule = gradient_projection(
        K, y, lam, variable="W", step="polyak", target=split.lower_bound, tol=0.05,
        multipliers=split.multipliers, iterate="best",
    )  # fmt: skip
    assert rule.converged
    with pytest.raises(ValueError, match="target"):
        gradient_projection(K, y, lam, step="polyak")


def test_steps_that_overflow_are_refused():
    K, y = gaussian_kernel([0.0, 1.0, 2.5, 4.0]), [0, 1, 0, 1]
    for size in (1e295, 1e308):
        with pytest.raises(ValueError, match="step must keep Sigma finite"):
            gradient_projection(K, y, 1.0, step="constant", size=size)
