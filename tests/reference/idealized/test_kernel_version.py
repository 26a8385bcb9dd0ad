"""Section 3.3: equal to the linear version for the linear kernel, new patterns, many kernels."""

import numpy as np
import pytest

from gramcheck.reference.errors import IndefiniteError
from gramcheck.reference.idealized import (
    learn_metric,
    learn_metric_from_kernel,
    learn_metric_from_kernels,
    nearest_pairs_from_kernel,
    pairs_from_labels,
)

FORMS = ("as-printed", "clip", "constrained")


def data(n, p, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, p)), rng.integers(0, 2, n)
    y[:4] = 0, 0, 1, 1
    X[:, 0] += 2 * y
    return X, *pairs_from_labels(y), rng.normal(size=(5, p))


def rbf(A, B, width=2.0):
    squares = ((A[:, None] - B) ** 2).sum(axis=2)
    return np.exp(-squares / (2 * width**2))


@pytest.mark.parametrize("psd", FORMS)
@pytest.mark.parametrize(("n", "p", "C"), [(14, 3, 0.1), (14, 3, 20.0), (9, 40, 5.0)])
def test_linear_kernel_gives_the_linear_version(n, p, C, psd):
    X, S, D, new = data(n, p, 0)
    linear = learn_metric(X, S, D, C, 2 * C, 0.3, psd=psd)
    kernel = learn_metric_from_kernel(X @ X.T, S, D, C, 2 * C, 0.3, psd=psd)
    for A, B in ((X, X), (new, X), (new, new)):
        for method in ("kernel", "squared_distances"):
            want = getattr(linear, method)(A, B)
            got = getattr(kernel, method)(A @ X.T, B @ X.T)
            assert np.abs(got - want).max() <= 1e-8 * np.abs(want).max()
    for name in ("gamma", "primal", "dual", "smallest_eigenvalue"):
        want = getattr(linear, name)
        assert getattr(kernel, name) == pytest.approx(want, rel=1e-8, abs=1e-8)
    lifted = X.T @ kernel.matrix @ X
    assert np.abs(lifted - linear.matrix).max() <= 1e-8 * np.abs(linear.matrix).max()
    if psd == "constrained":
        lifted = X.T @ kernel.cone_multiplier @ X
        scale = max(1.0, np.abs(linear.matrix).max())
        assert np.abs(lifted - linear.cone_multiplier).max() <= 1e-8 * scale


def test_new_patterns_as_section_3_3_prints_them():
    """Both displays of 3.3, sums over pairs of products of kernel values."""
    X, S, D, new = data(12, 3, 1)
    result = learn_metric_from_kernel(rbf(X, X), S, D, 50.0, 50.0, 0.3)
    rows = rbf(new, X)
    Kt = np.zeros((5, 5))
    squared = np.zeros((5, 5))
    for sign, alpha, pairs in ((-1, result.alpha_S, S), (1, result.alpha_D, D)):
        for a, (i, j) in zip(alpha, pairs, strict=True):
            difference = rows[:, i] - rows[:, j]
            Kt += sign * a * np.outer(difference, difference)
            squared += sign * a * (difference[:, None] - difference) ** 2
    assert np.abs(rows @ result.matrix @ rows.T - Kt).max() <= 1e-12 * np.abs(Kt).max()
    assert np.array_equal(result.matrix, result.matrix.T)
    assert np.abs(result.matrix.sum(axis=0)).max() <= 1e-12 * np.abs(result.matrix).max()
    assert np.abs(result.kernel(rows) - Kt).max() <= 1e-12 * np.abs(Kt).max()
    assert np.abs(result.squared_distances(rows) - squared).max() <= 1e-12 * np.abs(squared).max()
    assert result.residuals.gap <= 1e-10


@pytest.mark.parametrize("psd", FORMS)
def test_certificate_in_feature_space(psd):
    """gap and norm from kernel values alone: |Sigma|^2 = sum of alpha alpha' (z'z)^2."""
    X, S, D, _ = data(13, 2, 2)
    K = rbf(X, X)
    S, D = nearest_pairs_from_kernel(K, S, D, m=2, R=np.inf)
    result = learn_metric_from_kernel(K, S, D, 30.0, 40.0, 0.4, psd=psd)
    signed = np.concatenate([-result.alpha_S, result.alpha_D])
    i, j = np.concatenate([S, D]).T
    products = (K[i][:, i] - K[i][:, j] - K[j][:, i] + K[j][:, j]) ** 2
    d2 = K[i, i] + K[j, j] - 2 * K[i, j]
    printed = signed @ d2 - signed @ products @ signed / 2
    if psd == "constrained":
        assert result.dual >= printed - 1e-10  # the cone takes away from the norm
        K_learned = result.kernel(K)
        assert np.linalg.eigvalsh(K_learned)[0] >= -1e-10 * np.abs(K_learned).max()
    else:
        assert result.dual == pytest.approx(printed, rel=1e-10)
    assert result.residuals.gap <= 1e-10
    if psd != "as-printed":
        T = result.transform()
        assert np.abs((K @ T) @ (K @ T).T - result.kernel(K)).max() <= 1e-12


def test_many_kernels_are_features_side_by_side():
    X, S, D, new = data(12, 4, 3)
    parts = X[:, :1], X[:, 1:]
    together = learn_metric(X, S, D, 3.0, 5.0, 0.4)
    kernels = learn_metric_from_kernels([A @ A.T for A in parts], S, D, 3.0, 5.0, 0.4)
    rows = new[:, :1] @ parts[0].T + new[:, 1:] @ parts[1].T
    want = together.squared_distances(new, X)
    got = kernels.squared_distances(rows, X @ X.T)
    assert np.abs(got - want).max() <= 1e-8 * np.abs(want).max()


def test_another_metric_is_not_the_kernel_of_that_metric():
    """K8: (11) with M takes differences of x, Section 3.3 those of the features M^(1/2) x."""
    X, S, D, _ = data(12, 2, 4)
    M = np.diag([4.0, 0.25])
    linear = learn_metric(X, S, D, 1.0, 1.0, 0.5, M=M)
    kernel = learn_metric_from_kernel(X @ M @ X.T, S, D, 1.0, 1.0, 0.5)
    matrix = M @ X.T @ kernel.matrix @ X @ M
    assert np.abs(matrix - linear.matrix).max() > 0.1 * np.abs(linear.matrix).max()


def test_equal_rows_of_the_kernel_are_equal_patterns():
    K = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    result = learn_metric_from_kernel(K, [[0, 1]], [[1, 2]], 1.0, 1.0, 0.5)
    assert result.squared_distances(K)[0, 1] == pytest.approx(0, abs=1e-14)
    assert result.residuals.gap <= 1e-10


@pytest.mark.parametrize(
    ("learn", "error", "message"),
    [
        (
            lambda: learn_metric_from_kernel(np.diag([1, 1, -1.0]), [[0, 1]], [[1, 2]], 1, 1, 0.5),
            IndefiniteError,
            r"K must be positive semidefinite, got the eigenvalue -1.*x\[2\]",
        ),
        (
            lambda: learn_metric_from_kernel(np.eye(3), [[0, 3]], [[1, 2]], 1, 1, 0.5),
            ValueError,
            "similar must hold indices between 0 and 2",
        ),
        (
            lambda: learn_metric_from_kernel(np.ones((2, 3)), [[0, 1]], [[1, 2]], 1, 1, 0.5),
            ValueError,
            "K must be square",
        ),
        (
            lambda: learn_metric_from_kernels([], [[0, 1]], [[1, 2]], 1, 1, 0.5),
            ValueError,
            "kernels must not be empty",
        ),
        (
            lambda: learn_metric_from_kernels([np.eye(3), np.eye(4)], [[0, 1]], [[1, 2]], 1, 1, 1),
            ValueError,
            r"kernels\[1\] must have shape",
        ),
        (
            lambda: learn_metric_from_kernel(
                np.eye(3), [[0, 1]], [[1, 2]], 1, 1, 0.5, psd="printed"
            ),
            ValueError,
            "did you mean 'as-printed'",
        ),
    ],
)
def test_bad_input_is_named(learn, error, message):
    with pytest.raises(error, match=message):
        learn()


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


@pytest.mark.parametrize(("size", "named"), [(1e308, "kernels"), (1e200, "C_S times")])
def test_a_sum_of_kernels_out_of_range_is_refused(size, named):
    with pytest.raises(ValueError, match=f"^{named}"):
        learn_metric_from_kernels([np.eye(6) * size] * 2, [(0, 1)], [(0, 2)], 1.0, 1.0, 0.5)
