"""What only the reference promises of the kernel version: roundings, coincidence, refusals."""

import numpy as np
import pytest

from gramcheck.reference.idealized import (
    kernel_version,
    learn_metric,
    learn_metric_from_kernel,
    learn_metric_from_kernels,
    pairs_from_labels,
)

FORMS = ("as-printed", "clip", "constrained")


def test_equal_rows_of_the_kernel_are_equal_patterns():
    K = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    result = learn_metric_from_kernel(K, [[0, 1]], [[1, 2]], 1.0, 1.0, 0.5)
    assert result.squared_distances(K)[0, 1] == pytest.approx(0, abs=1e-14)
    assert result.residuals.gap <= 1e-10


@pytest.mark.parametrize("psd", ["as-printed", "clip", "constrained"])
@pytest.mark.parametrize("n", [3, 4, 5])
@pytest.mark.parametrize("value", [0.0, 1.0])
def test_patterns_that_coincide_have_no_distance_to_learn(value, n, psd):
    """Their differences are roundings of the kernel, which no scaling may blow up."""
    K = np.full((n, n), value)
    metric = learn_metric_from_kernel(K, [[0, 1]], [[0, 2]], 1.0, 1.0, 0.1, psd=psd)
    assert metric.gamma == 0
    assert np.abs(metric.kernel(K)).max() <= 1e-14
    assert np.abs(metric.squared_distances(K)).max() <= 1e-14


def test_single_precision_kernels_are_judged_by_their_own_roundings():
    """A Gram matrix of 6 points of 2 columns: rounded, its zero eigenvalues are not all >= 0."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        X = rng.normal(size=(6, 2))
        K = (X @ X.T).astype(np.float32)
        learned = learn_metric_from_kernel(K, [(0, 1), (2, 3)], [(0, 2), (4, 5)], 1.0, 1.0, 0.5)
        wanted = learn_metric(X, [(0, 1), (2, 3)], [(0, 2), (4, 5)], 1.0, 1.0, 0.5)
        scale = np.abs(wanted.squared_distances(X)).max()
        got = learned.squared_distances(np.asarray(K, dtype=float))
        assert np.abs(got - wanted.squared_distances(X)).max() <= 1e-4 * scale
    with pytest.raises(ValueError, match="K must be positive semidefinite"):
        learn_metric_from_kernel(
            K - 0.01 * np.eye(6, dtype=np.float32), [(0, 1)], [(0, 2)], 1, 1, 0.5
        )


@pytest.mark.parametrize("count", [1, 2])
def test_a_sum_of_single_precision_kernels_is_taken_too(count):
    """Its kernels are judged one by one, and not by the digits that their sum has."""
    rng, total = np.random.default_rng(0), np.zeros((30, 30))
    kernels = []
    for _ in range(count):
        X = rng.normal(size=(30, 2))
        K = np.exp(-0.02 * np.square(X[:, None] - X).sum(axis=2))
        kernels.append(K.astype(np.float32))
        total += K
    pairs = [(0, 1), (2, 3)], [(0, 2), (4, 5)]
    learned = learn_metric_from_kernels(kernels, *pairs, 1.0, 1.0, 0.5)
    wanted = learn_metric_from_kernel(total, *pairs, 1.0, 1.0, 0.5)
    assert learned.primal == pytest.approx(wanted.primal, rel=1e-5)


def cases_of_few_digits():
    """Patterns whose inner products have few digits, and the distances that are learned of them."""
    X = np.random.default_rng(0).integers(-8, 9, size=(12, 3)) * 2.0**-10
    every = np.column_stack(np.triu_indices(12, 1))
    similar = (every.sum(axis=1) % 2) == 0
    problem = (every[similar], every[~similar], 1e4, 1e4, 0.5)
    return X, problem, learn_metric(X, *problem).squared_distances(X)


@pytest.mark.parametrize("constant", [2.0**20, 2.0**28])
def test_a_constant_in_the_kernel_costs_no_digits(constant):
    X, problem, wanted = cases_of_few_digits()
    K = X @ X.T + constant  # exact
    got = learn_metric_from_kernel(K, *problem).squared_distances(K)
    assert np.abs(got - wanted).max() <= 1e-13 * wanted.max()


def test_a_far_pattern_in_no_pair_costs_no_digits():
    X, problem, wanted = cases_of_few_digits()
    X = np.vstack([X[:5], [[2.0**20, 0.0, 0.0]], X[5:]])
    S, D = (np.where(pairs >= 5, pairs + 1, pairs) for pairs in problem[:2])
    near = np.delete(np.arange(13), 5)
    for psd in FORMS:
        learned = learn_metric_from_kernel(X @ X.T, S, D, *problem[2:], psd=psd)
        got = learned.squared_distances((X @ X.T)[near])
        assert np.abs(got - wanted).max() <= 1e-13 * wanted.max()
        assert not learned.matrix[5].any()


def test_a_sum_of_kernels_out_of_range_is_refused():
    kernels = [9e99 * np.eye(6)] * 2
    with pytest.raises(ValueError, match=r"^the sum of kernels must be at most"):
        learn_metric_from_kernels(kernels, [(0, 1)], [(0, 2)], 1.0, 1.0, 0.5)


@pytest.mark.parametrize("far", [1.0, 1e6])
def test_differences_of_rounding_size_are_none(far, monkeypatch):
    """Beside the largest entry of the kernel, though a pattern at the origin has none."""
    seen = []
    program = kernel_version.Program
    monkeypatch.setattr(kernel_version, "Program", lambda Z, *of: seen.append(Z) or program(Z, *of))
    X = far * np.array([[0.0, 0.0], [1 / 3, 1 / 7], [1 / 3, 1 / 7], [1 / 7, 1 / 9]])
    learn_metric_from_kernel(X @ X.T, [[1, 2]], [[0, 3]], 1.0 / far**4, 1.0 / far**4, 0.5)
    similar, dissimilar = seen[0]
    assert not similar.any()
    assert dissimilar.any()


@pytest.mark.parametrize("below", [1e-17, 1e-11])
def test_a_diagonal_that_roundings_made_negative_is_that_of_0(below):
    """Patterns at 1, 1, 0, 0 along axes of their own: dt^2 of 1 and 1 against d^2 of 2."""
    pairs = [(0, 1)], [(0, 2), (1, 3)]
    K = np.diag([1.0, 1.0, -below, -2 * below])
    exact = learn_metric_from_kernel(np.diag([1.0, 1.0, 0.0, 0.0]), *pairs, 1.0, 1.0, 0.5)
    found = learn_metric_from_kernel(K, *pairs, 1.0, 1.0, 0.5)
    assert found.primal == pytest.approx(exact.primal, rel=1e-9)


def test_patterns_that_were_projected_out_of_the_features_have_noise_in_their_rows():
    """Six patterns' directions are taken out of a Gaussian kernel; 1e-16 is left."""
    for seed in range(5):
        X = np.random.default_rng(seed).normal(size=(30, 3))
        K = np.exp(-np.square(X[:, None] - X).sum(axis=2))
        K -= K[:, :6] @ np.linalg.solve(K[:6, :6], K[:6])
        K = (K + K.T) / 2
        clean = K.copy()
        clean[:6], clean[:, :6] = 0.0, 0.0
        pairs = pairs_from_labels((X[:, 0] > 0).astype(int))
        wanted = learn_metric_from_kernel(clean, *pairs, 1.0, 1.0, 0.5)
        found = learn_metric_from_kernel(K, *pairs, 1.0, 1.0, 0.5)
        assert found.primal == pytest.approx(wanted.primal, rel=1e-7)


@pytest.mark.parametrize("C", [1.0, 1e4, 1e6])
def test_a_linear_kernel_is_answered_as_its_patterns_are_however_large_c_is(C):
    rng = np.random.default_rng(1)
    X = 10 * rng.normal(size=(20, 3))
    pairs = pairs_from_labels((X[:, 0] > 0).astype(int))
    wanted = learn_metric(X, *pairs, C, C, 0.5)
    found = learn_metric_from_kernel(X @ X.T, *pairs, C, C, 0.5)
    assert found.primal == pytest.approx(wanted.primal, rel=1e-6)
