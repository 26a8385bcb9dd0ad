"""Sections 3 and 4.1 of KCR: embedding, program (9) and projections against loops."""

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    active_sets,
    center_coefficients,
    coefficients_from_sigma,
    embed,
    gaussian_kernel,
    label_signs,
    mahalanobis,
    objective,
    objective_from_distances,
    project,
    project_alternating,
    project_dykstra,
    same_class_counts,
    sigma_from_coefficients,
    squared_distances,
    squared_norm,
    subgradient,
)
from gramcheck.reference.kcr.factored import FactoredMetric

HUGE, LEARNED = 1e200 * np.eye(2), FactoredMetric(np.eye(2))


def example(seed, n=8, p=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    y = np.append([0, 1], rng.integers(0, 3, n - 2))
    K = gaussian_kernel(X, s=0.3) if seed % 2 else X @ X.T
    c = rng.normal(size=(3, n))
    c -= c.mean(axis=1, keepdims=True)
    return rng, K, y, c.T @ c, float(rng.uniform(0.1, 3))


def naive_objective_and_gradient(Sigma, h2, K, y, lam):
    n = len(y)
    value, G, g = lam * np.trace(K @ Sigma), lam * K, 0.0
    for i in range(n):
        outer, row, slope = 2.0 - sum(y[j] == y[i] for j in range(n)), np.zeros((n, n)), 0.0
        for j in range(n):
            tau = 1 if y[i] == y[j] else -1
            M = np.outer(K[i] - K[j], K[i] - K[j])
            inner = 1 + tau * np.trace(M @ Sigma) - tau * h2
            if inner > 0:
                outer, row, slope = outer + inner, row + tau * M, slope - tau
        if outer > 0:
            value, G, g = value + outer, G + row, g + slope
    return value, G, g


@pytest.mark.parametrize("seed", range(20))
def test_objective_and_subgradient_by_loops(seed):
    _, K, y, Sigma, h2 = example(seed)
    value, G, g = naive_objective_and_gradient(Sigma, h2, K, y, 0.4)
    assert objective(Sigma, h2, K, y, 0.4) == pytest.approx(value, rel=1e-10)
    for_sigma, for_h2 = subgradient(Sigma, h2, K, y, 0.4)
    assert np.abs(for_sigma - G).max() <= 1e-10 * np.abs(G).max()
    assert for_h2 == g


@pytest.mark.parametrize("seed", range(20))
def test_subgradient_by_differences(seed):
    rng, K, y, Sigma, h2 = example(seed)
    for_sigma, for_h2 = subgradient(Sigma, h2, K, y, 0.4)
    E = rng.normal(size=K.shape)
    E, e, step = E + E.T, float(rng.normal()), 1e-7
    ends = [objective(Sigma + s * E, h2 + s * e, K, y, 0.4) for s in (step, -step)]
    slope = np.vdot(for_sigma, E) + for_h2 * e
    assert (ends[0] - ends[1]) / (2 * step) == pytest.approx(slope, rel=1e-5, abs=1e-5)


def test_active_sets_at_the_kinks():
    # all distances 0: an own class of n_i^+ = 3 has the outer value 2 - 3 + 3 (1 - h2) + (1 + h2)
    y = [0, 0, 0, 1]
    Z = np.zeros((4, 4))
    sets = active_sets(Z, 1.0, np.eye(4), y)
    assert sets.A.tolist() == [False, False, False, False]
    assert (sets.B == (label_signs(y) < 0)).all()  # 1 - h2 = 0 is not active
    assert (sets.N == sets.B).all()
    assert same_class_counts(y).tolist() == [3, 3, 3, 1]
    y = [0, 0, 0, 0, 1]
    sets = active_sets(Z := np.zeros((5, 5)), 1.0, np.eye(5), y)
    assert sets.A.tolist() == [True] * 4 + [False]  # 2 + 2 <= 4: the outer hinge is at its kink
    assert not sets.N[:4].any()
    assert subgradient(Z, 1.0, np.eye(5), y, 0.0)[1] == 4


@pytest.mark.parametrize("seed", range(6))
def test_embedding_is_one(seed):
    rng, K, y, Sigma, h2 = example(seed)
    A, B = rng.normal(size=(4, 8)), rng.normal(size=(3, 8))
    D = squared_distances(Sigma, A, B)
    for i in range(4):
        for j in range(3):
            d = A[i] - B[j]
            assert D[i, j] == pytest.approx(d @ Sigma @ d, rel=1e-10)
    assert not squared_distances(Sigma, A).diagonal().any()
    x, z = embed(Sigma, A, 8), embed(Sigma, B, 8)
    assert ((x[:, None] - z) ** 2).sum(axis=2) == pytest.approx(D, rel=1e-9)
    c = coefficients_from_sigma(Sigma)
    assert c.shape == (3, 8)
    assert sigma_from_coefficients(c) == pytest.approx(Sigma, abs=1e-12)
    assert squared_norm(Sigma, K) == pytest.approx(sum(m @ K @ m for m in c))
    loss = objective_from_distances(squared_distances(Sigma, K), h2, y)
    assert objective(Sigma, h2, K, y, 0.3) == pytest.approx(loss + 0.3 * squared_norm(Sigma, K))


def test_linear_kernel_means_a_mahalanobis_distance():
    rng = np.random.default_rng(0)
    X, c = rng.normal(size=(8, 3)), rng.normal(size=(2, 8))
    Sigma = c.T @ c
    A = mahalanobis(Sigma, X)
    D = squared_distances(Sigma, X @ X.T)
    for i in range(8):
        for j in range(8):
            assert D[i, j] == pytest.approx((X[i] - X[j]) @ A @ (X[i] - X[j]), abs=1e-10)


def test_the_constraint_costs_nothing():
    # errata C9: the centered coefficients keep the distances and lower the norm
    rng = np.random.default_rng(1)
    K = gaussian_kernel(rng.normal(size=(7, 2)), s=2.0)
    c = rng.normal(size=(2, 7))
    centered = center_coefficients(c, K)
    before, after = sigma_from_coefficients(c), sigma_from_coefficients(centered)
    assert np.abs(centered.sum(axis=1)).max() < 1e-10
    assert squared_distances(after, K) == pytest.approx(squared_distances(before, K), abs=1e-9)
    saved = (c.sum(axis=1) ** 2).sum() / np.linalg.solve(K, np.ones(7)).sum()
    assert squared_norm(before, K) - squared_norm(after, K) == pytest.approx(saved)
    with pytest.raises(ValueError, match="positive definite"):
        center_coefficients(c, np.ones((7, 7)))


@pytest.mark.parametrize("seed", range(20))
def test_projection_is_the_nearest_matrix(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    S = rng.normal(size=(n, n)) * 10.0 ** rng.integers(-3, 4)
    S = S + S.T
    P = project(S)
    size = n * np.finfo(float).eps * np.linalg.norm(S)
    assert np.linalg.eigvalsh(P)[0] >= -size
    assert np.abs(P.sum(axis=0)).max() <= 30 * size
    assert np.abs(project(P) - P).max() <= 30 * size
    assert (P == P.T).all()
    for _ in range(50):  # <S - P, Z - P> <= 0 for every Z of the set
        c = rng.normal(size=(int(rng.integers(1, n + 1)), n)) * np.linalg.norm(S)
        c -= c.mean(axis=1, keepdims=True)
        Z = c.T @ c
        assert np.vdot(S - P, Z - P) <= 1e-9 * np.linalg.norm(S) * np.linalg.norm(Z)


def test_alternation_ends_elsewhere_and_slowly():
    # errata C1 and C2
    S = np.diag([1.0, 0.0])
    assert project(S) == pytest.approx(0.25 * np.array([[1, -1], [-1, 1]]))
    ends = [project_alternating(S, m) for m in (300, 3000)]
    assert ends[1] == pytest.approx(0.34 * np.array([[1, -1], [-1, 1]]), abs=0.02)
    assert [300 * ends[0].sum(), 3000 * ends[1].sum()] == pytest.approx([0.681, 0.681], rel=0.05)
    distances = [np.linalg.norm(S - P) for P in (project(S), ends[1])]
    assert distances[0] == pytest.approx(np.sqrt(0.75))
    assert distances[1] == pytest.approx(0.883, abs=0.01)
    assert distances[1] > distances[0] + 5e-3


def test_dykstra_finds_the_nearest_matrix():
    rng = np.random.default_rng(5)
    S = rng.normal(size=(5, 5))
    S = S + S.T
    P = project(S)
    errors = [np.linalg.norm(project_dykstra(S, m) - P) for m in (10, 100, 1000)]
    assert errors[0] > 1.5 * errors[1] > 2 * errors[2]
    assert errors[2] < 0.15 * np.linalg.norm(P)
    assert np.linalg.norm(project_alternating(S, 1000) - P) > 2 * errors[2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": np.ones((2, 3))}, "K must be square"),
        ({"K": np.triu(np.ones((4, 4)))}, "K must be symmetric"),
        ({"Sigma": np.eye(3)}, "Sigma must have the shape"),
        ({"y": [0, 1, 1]}, "y must be a vector of length 4"),
        ({"y": [1, 1, 1, 1]}, "at least 2 classes"),
        ({"lam": -1.0}, "lam must be nonnegative"),
        ({"h2": np.nan}, "h2 must be finite"),
        ({"Sigma": np.full((4, 4), np.nan)}, "NaN"),
        ({"Sigma": 1e200 * np.eye(4), "K": 1e200 * np.eye(4)}, "overflow"),
        ({"lam": 1e200, "K": 1e150 * np.eye(4)}, "overflow"),
    ],
)
def test_bad_input_of_the_program(change, message):
    good = {"Sigma": np.eye(4), "h2": 1.0, "K": np.eye(4), "y": [0, 0, 1, 1], "lam": 1.0}
    for function in (objective, subgradient):
        with pytest.raises(ValueError, match=message):
            function(**(good | change))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sigma_from_coefficients([[1e200, 1.0]]), "^c must have finite products"),
        (lambda: squared_norm(HUGE, HUGE), "^Sigma and K must have a finite product"),
        (lambda: mahalanobis(HUGE, np.eye(2) * 1e100), "^Sigma and X must have finite products"),
        (lambda: squared_distances(HUGE, HUGE), "^Sigma, K_a and K_b must have finite distances"),
        (lambda: embed(HUGE, 1e100 * HUGE), "^Sigma and K_a must have finite products"),
        (lambda: project(1e108 * HUGE), "^S must have entries up to 1e\\+290, got 1e\\+308"),
        (lambda: project_alternating(1e108 * HUGE), "^S must have entries"),
        (lambda: project_dykstra(-1e108 * HUGE), "^S must have entries"),
        (lambda: LEARNED.squared_distances(HUGE), "^A and B must have finite distances"),
        (lambda: LEARNED.squared_distances(-1e108 * HUGE, 1e108 * HUGE), "^A and B must"),
    ],
)
def test_results_that_overflow_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("onto", [project, project_alternating, project_dykstra])
@pytest.mark.parametrize("scale", [1e-280, 1e200, 1e289])
def test_projections_of_any_scale_are_those_of_one(onto, scale):
    S = np.diag([1.0, -0.5, 0.25]) + 0.125
    np.testing.assert_allclose(onto(scale * S) / scale, onto(S), rtol=1e-12, atol=1e-15)
