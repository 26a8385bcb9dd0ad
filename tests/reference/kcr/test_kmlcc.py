"""KMLCC against loops, and against accelerated projected gradient in the full cone."""

import numpy as np
import pytest

from gramcheck.reference.kcr import gaussian_kernel, kmlcc, kmlcc_gradient, kmlcc_objective


def problem(seed, n=12, classes=2, s=0.5):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    X = rng.normal(size=(n, 2)) + rng.normal(size=(classes, 2))[y]
    return gaussian_kernel(X, s=s), y


def objective_by_hand(A, K, y, lam):
    total = lam * np.trace(A @ K)
    for i in range(len(y)):
        others = [j for j in range(len(y)) if j != i]
        d = {j: (K[i] - K[j]) @ A @ (K[i] - K[j]) for j in others}
        sum_of_exp = sum(np.exp(-d[j]) for j in others)
        same = [j for j in others if y[j] == y[i]]
        for j in same:
            p0, p = 1 / len(same), np.exp(-d[j]) / sum_of_exp
            total += p0 * np.log(p0 / p)
    return total


def optimum_by_projected_gradient(K, y, lam, steps=1000):
    """FISTA with restarts on W = K^(1/2) A K^(1/2), whose points are the rows of K^(1/2)."""
    eigenvalues, U = np.linalg.eigh(K)
    rows = U * np.sqrt(np.maximum(eigenvalues, 0))
    n = len(y)
    differences = rows[:, None] - rows
    p0 = (y[:, None] == y) & ~np.eye(n, dtype=bool)
    p0 = p0 / p0.sum(axis=1, keepdims=True)
    entropy = -np.sum(p0[p0 > 0] * np.log(p0[p0 > 0]))

    def value_and_gradient(W):
        d = np.einsum("ija,ab,ijb->ij", differences, W, differences)
        exponentials = np.where(np.eye(n), 0, np.exp(-d))
        sums = exponentials.sum(axis=1, keepdims=True)
        value = np.sum(p0 * d) + np.log(sums).sum() - entropy + lam * np.trace(W)
        weights = p0 - exponentials / sums
        outer = np.einsum("ij,ija,ijb->ab", weights, differences, differences)
        return value, outer + lam * np.eye(n)

    def project(W):
        values, V = np.linalg.eigh((W + W.T) / 2)
        return (V * np.maximum(values, 0)) @ V.T

    W = ahead = np.zeros((n, n))
    best, momentum, length = np.inf, 1.0, 1.0
    for _ in range(steps):
        value, G = value_and_gradient(ahead)
        while True:
            new = project(ahead - length * G)
            step = new - ahead
            new_value = value_and_gradient(new)[0]
            if new_value <= value + np.vdot(G, step) + np.vdot(step, step) / (2 * length) + 1e-14:
                break
            length /= 2
        if new_value > best:
            ahead, momentum = W, 1.0
            best = np.inf
            continue
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = new + (momentum - 1) / following * (new - W)
        W, momentum, best, length = new, following, new_value, 1.2 * length
    return value_and_gradient(W)[0]


@pytest.mark.parametrize("lam", [0.0, 0.3])
@pytest.mark.parametrize("classes", [2, 3])
def test_objective_point_by_point(classes, lam):
    K, y = problem(classes, classes=classes)
    y = np.append(y[:-1], 9)  # the last one is alone and has no part
    F = np.random.default_rng(1).normal(size=(12, 3)) / 3
    for A in (F @ F.T, np.zeros((12, 12))):
        expected = objective_by_hand(A, K, y, lam)
        assert kmlcc_objective(A, K, y, lam) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("lam", [0.0, 0.3])
def test_gradient_by_differences(lam):
    K, y = problem(0, classes=3)
    rng = np.random.default_rng(2)
    F, E = rng.normal(size=(2, 12, 12)) / 4
    A, E, step = F @ F.T, E + E.T, 1e-6
    ends = [kmlcc_objective(A + sign * step * E, K, y, lam) for sign in (1, -1)]
    slope = np.vdot(E, kmlcc_gradient(A, K, y, lam))
    assert (ends[0] - ends[1]) / (2 * step) == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize(
    ("seed", "s", "lam"),
    [(0, 0.5, 1e-2), (1, 0.5, 0.1), (2, 0.5, 1.0), (3, 0.1, 0.03), (4, 2.0, 0.1), (5, 8.0, 0.01)],
)
def test_the_optimum_is_that_of_projected_gradient(seed, s, lam):
    K, y = problem(seed, classes=2 + seed % 2, s=s)
    found = kmlcc(K, y, lam)
    peer = optimum_by_projected_gradient(K, y, lam)
    assert found.converged
    assert found.objective == pytest.approx(peer, rel=1e-4)
    assert found.lower_bound <= peer * (1 + 1e-12)
    assert found.objective == pytest.approx(kmlcc_objective(found.matrix, K, y, lam), rel=1e-8)
    assert np.linalg.eigvalsh(found.matrix)[0] >= -1e-12 * np.linalg.norm(found.matrix)


@pytest.mark.parametrize("seed", range(4))
def test_bound_and_residual_hold_wherever_the_solver_stops(seed):
    K, y = problem(seed)
    lam = 10.0 ** (seed - 3)
    best = kmlcc(K, y, lam)
    for steps in (1, 2, 5, 20):
        found = kmlcc(K, y, lam, max_iterations=steps, tol=1e-12)
        assert found.iterations <= steps
        assert found.converged == (found.gap <= 1e-12)
        assert found.lower_bound <= best.objective * (1 + 1e-12)
        assert found.gap == pytest.approx(1 - found.lower_bound / found.objective)
        # what the residual excludes: any metric of at most twice the trace that gains more
        trace = np.vdot(found.matrix, K)
        reachable = min(1.0, 2 * trace / np.vdot(best.matrix, K)) * best.matrix
        gain = found.objective - kmlcc_objective(reachable, K, y, lam)
        assert gain <= found.residual * found.objective * (1 + 1e-9)


def test_without_penalty():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(12, 2)), rng.permutation(np.arange(12) % 2)
    found = kmlcc(X @ X.T, y)  # classes that no metric of the plane separates
    assert found.residual <= 1e-5
    assert found.objective == pytest.approx(optimum_by_projected_gradient(X @ X.T, y, 0.0, 300))
    K, y = problem(0, s=2.0)  # separable: only an infimum, 0
    far = kmlcc(K, y, max_iterations=100)
    assert far.lower_bound < 1e-12 < far.objective < 1e-3


def test_distances_are_those_of_the_matrix():
    K, y = problem(1, n=20, classes=3)
    found = kmlcc(K, y, 0.1)
    D = found.squared_distances(K[:4], K[4:])
    expected = [[(a - b) @ found.matrix @ (a - b) for b in K[4:]] for a in K[:4]]
    np.testing.assert_allclose(D, expected, rtol=1e-9, atol=1e-12 * D.max())
    np.testing.assert_allclose(found.factor.sum(axis=0), 0.0, atol=1e-9 * abs(found.factor).max())
    np.testing.assert_array_equal(found.squared_distances(K), found.squared_distances(K, K))


def test_a_start_changes_the_way_and_not_the_end():
    K, y = problem(2, n=30, classes=3)
    smoother = kmlcc(K, y, 0.1)
    cold, warm = kmlcc(K, y, 0.03, tol=1e-6), kmlcc(K, y, 0.03, tol=1e-6, start=smoother)
    assert warm.objective == pytest.approx(cold.objective, rel=2e-6)


@pytest.mark.parametrize("lam", [0.0, 0.1])
def test_a_collapsed_start_is_left(lam):
    """Penalized so much that the metric is 0, where the gradient for the factor is 0 as well."""
    K, y = problem(3, n=20)
    collapsed = kmlcc(K, y, 1e4)
    np.testing.assert_array_equal(collapsed.matrix, 0.0)
    assert collapsed.converged
    found = kmlcc(K, y, lam, start=collapsed, max_iterations=200)
    cold = kmlcc(K, y, lam, max_iterations=200)
    assert found.objective == pytest.approx(cold.objective, rel=1e-4, abs=1e-6)


def test_the_bound_is_for_all_of_feature_space():
    """An axis too short to learn on tells the classes apart: the bound must not pass that by."""
    rng = np.random.default_rng(5)
    y, lam = np.arange(20) % 2, 1e-12
    X = np.column_stack([rng.normal(size=20), 1e-5 * y])
    found = kmlcc(X @ X.T, y, lam)
    # the metric 1e11 along that axis alone: 0 within the classes of ten, 10 between them
    reachable = 20 * np.log(1 + 10 / 9 * np.exp(-10)) + lam * 1e11
    assert reachable < 0.5 * found.objective
    assert found.lower_bound <= reachable


def test_a_singular_kernel():
    """A linear kernel of two columns: the metric is one of the plane, whatever n."""
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % 2
    found = kmlcc(X @ X.T, y, 0.1)
    assert found.converged
    assert np.linalg.matrix_rank(found.matrix, tol=1e-9 * np.linalg.norm(found.matrix)) <= 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": np.ones((12, 11))}, "K must be square"),
        ({"K": -np.eye(12)}, "K must be positive semidefinite"),
        ({"K": np.eye(12) + np.eye(12, k=1)}, "K must be symmetric"),
        ({"K": np.full((12, 12), np.nan)}, "K must not contain NaN"),
        ({"K": np.ones((12, 12))}, "K must tell some patterns apart"),
        ({"y": np.zeros(12)}, "y must have at least 2 classes"),
        ({"y": np.arange(12)}, "y must have a class of two members"),
        ({"y": np.arange(11) % 2}, "y must be a vector of length 12"),
        ({"lam": -1.0}, "lam must be nonnegative"),
        ({"tol": 0.0}, "tol must be positive"),
        ({"max_iterations": 0}, "max_iterations must be at least 1"),
    ],
)
def test_bad_input(change, message):
    K, y = problem(0)
    with pytest.raises(ValueError, match=message):
        kmlcc(**{"K": K, "y": y, "lam": 0.1, **change})


def test_a_start_from_other_patterns():
    K, y = problem(0)
    with pytest.raises(ValueError, match=r"start.factor must have shape"):
        kmlcc(K[:8, :8], y[:8], 0.1, start=kmlcc(K, y, 0.1))


@pytest.mark.parametrize("function", [kmlcc_objective, kmlcc_gradient])
def test_a_metric_of_another_shape(function):
    K, y = problem(0)
    with pytest.raises(ValueError, match=r"A must have the shape \(12, 12\) of K"):
        function(np.eye(3), K, y)


def test_a_start_of_another_kind():
    K, y = problem(0)
    with pytest.raises(TypeError, match="start must be a KMLCC"):
        kmlcc(K, y, start=np.eye(12))
