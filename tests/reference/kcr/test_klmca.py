"""KLMCA against loops over triples, and its gradient in both inner products by differences."""

import itertools

import numpy as np
import pytest

from gramcheck.reference.kcr import gaussian_kernel, klmca, klmca_gradient, klmca_objective


def problem(seed, n=14, classes=2, s=0.3):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    X = rng.normal(size=(n, 3)) + rng.normal(size=(classes, 3))[y]
    return gaussian_kernel(X, s=s), y


def modified_hinge(z):
    return 0.0 if z <= 0 else z * z / 2 if z < 1 else z - 0.5


def objective_by_hand(Omega, K, y, k, c):
    n, total = len(y), 0.0

    def d(i, j):
        return np.sum((Omega @ (K[i] - K[j])) ** 2)

    for i in range(n):
        same = [j for j in range(n) if j != i and y[j] == y[i]]
        same.sort(key=lambda j: (K[i, i] + K[j, j] - 2 * K[i, j], j))
        for j in same[:k]:
            total += d(i, j)
            for other in range(n):
                if y[other] != y[i]:
                    total += c * modified_hinge(1 + d(i, j) - d(i, other))
    return total


@pytest.mark.parametrize(("k", "c", "scale"), [(1, 1.0, 0.3), (3, 0.2, 1.0), (2, 5.0, 0.0)])
def test_objective_over_triples(k, c, scale):
    K, y = problem(k, n=15, classes=3)
    Omega = scale * np.random.default_rng(1).normal(size=(2, 15))
    expected = objective_by_hand(Omega, K, y, k, c)
    assert klmca_objective(Omega, K, y, k, c) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("seed", range(5))
def test_gradient_in_both_inner_products_by_differences(seed):
    K, y = problem(seed, classes=2 + seed % 2)
    rng = np.random.default_rng(seed)
    Omega, change = rng.normal(size=(2, 3, len(y))) * 10.0 ** (-seed / 2)
    step = 1e-6 * np.linalg.norm(Omega) / np.linalg.norm(change)
    ends = [klmca_objective(Omega + sign * step * change, K, y) for sign in (1, -1)]
    slope = (ends[0] - ends[1]) / (2 * step)
    rkhs = klmca_gradient(Omega, K, y, inner_product="rkhs")
    euclidean = klmca_gradient(Omega, K, y, inner_product="euclidean")
    assert slope == pytest.approx(np.vdot(change, euclidean), rel=1e-6)
    assert slope == pytest.approx(np.trace(change @ K @ rkhs.T), rel=1e-6)
    np.testing.assert_allclose(rkhs.sum(axis=1), 0.0, atol=1e-10 * abs(rkhs).max())


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
def test_one_step_is_along_the_gradient_of_the_update(update):
    K, y = problem(1)
    first, second = (klmca(K, y, update=update, max_iterations=t, tol=1e-12) for t in (1, 2))
    step = second.Omega - first.Omega
    gradient = klmca_gradient(first.Omega, K, y, inner_product=update)
    cosine = np.vdot(step, gradient) / np.linalg.norm(step) / np.linalg.norm(gradient)
    assert cosine == pytest.approx(-1.0, abs=1e-9)


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
def test_the_objective_never_rises(update):
    K, y = problem(2, n=20)
    values = [
        klmca(K, y, update=update, max_iterations=t, tol=1e-12).objective for t in range(1, 25)
    ]
    assert all(later <= earlier for earlier, later in itertools.pairwise(values))
    assert values[-1] < 0.9 * values[0]


def test_the_start_is_kernel_pca():
    """Images are the first coordinates about the mean, up to rotation."""
    K, y = problem(3)
    H = np.eye(14) - 1 / 14
    values, U = np.linalg.eigh(H @ K @ H)
    expected = U[:, -2:] * np.sqrt(values[-2:])
    start = klmca(K, y, d=2, tol=1e9)  # satisfied with anything
    assert start.iterations == 0
    images = H @ (start.Omega @ K).T
    np.testing.assert_allclose(images @ images.T, expected @ expected.T, atol=1e-10)


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
def test_a_stationary_point_is_reached_and_measured(update):
    K, y = problem(4, n=12, s=2.0)
    found = klmca(K, y, d=2, c=10.0, update=update, max_iterations=2000, tol=1e-4)
    assert found.converged
    gradient = klmca_gradient(found.Omega, K, y, 3, 10.0, inner_product=update)
    metric = K if update == "rkhs" else np.eye(12)
    lengths = [np.sqrt(np.trace(A @ metric @ A.T)) for A in (gradient, found.Omega)]
    collapsed = klmca_objective(np.zeros((2, 12)), K, y, 3, 10.0)
    assert found.residual == pytest.approx(np.prod(lengths) / collapsed, rel=1e-6)
    assert found.objective == pytest.approx(klmca_objective(found.Omega, K, y, 3, 10.0), rel=1e-12)


def test_an_end_without_convergence_says_so():
    K, y = problem(5)
    found = klmca(K, y, max_iterations=2, tol=1e-12)
    assert not found.converged
    assert found.iterations == 2
    assert found.residual > 1e-12


def test_a_rich_kernel_collapses_the_classes():
    """No penalty in the objective: with as many dimensions as patterns its infimum is 0."""
    K, y = problem(6, s=20.0)
    found = klmca(K, y, d=13, max_iterations=2000, tol=1e-9)
    assert 0 <= found.objective < 1e-3 * klmca_objective(np.zeros((13, 14)), K, y)
    D = found.squared_distances(K)
    assert D[y[:, None] == y].max() < 0.1 * D[y[:, None] != y].min()


def test_distances_are_those_of_the_images():
    K, y = problem(7)
    found = klmca(K, y, d=3, max_iterations=20)
    images = K @ found.Omega.T
    D = found.squared_distances(K[:5], K)
    expected = [[np.sum((a - b) ** 2) for b in images] for a in images[:5]]
    # a distance is a difference of images, which are known to their own roundings
    np.testing.assert_allclose(D, expected, rtol=1e-12, atol=1e-14 * np.square(images).max())


def test_more_dimensions_than_the_rank_stay_empty():
    rng = np.random.default_rng(8)
    X, y = rng.normal(size=(12, 2)), np.arange(12) % 2
    found = klmca(X @ X.T, y, d=5, max_iterations=30)
    np.testing.assert_array_equal(found.Omega[2:], 0.0)


def test_a_start_from_another_weight():
    K, y = problem(9)
    light = klmca(K, y, c=0.1, max_iterations=50)
    warm = klmca(K, y, c=0.2, start=light, max_iterations=1)
    assert warm.objective <= klmca_objective(light.Omega, K, y, 3, 0.2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": np.ones((14, 13))}, "K must be square"),
        ({"K": -np.eye(14)}, "K must be positive semidefinite"),
        ({"K": np.full((14, 14), np.inf)}, "K must be finite"),
        ({"K": np.ones((14, 14))}, "K must tell some patterns apart"),
        ({"y": np.zeros(14)}, "y must have at least 2 classes"),
        ({"y": np.append(np.zeros(12), [1, 1])}, "k must be below the size of every class"),
        ({"d": 0}, "d must be between 1 and 14"),
        ({"d": 15}, "d must be between 1 and 14"),
        ({"k": 0}, "k must be at least 1"),
        ({"c": 0.0}, "c must be positive"),
        ({"update": "euclid"}, "did you mean 'euclidean'"),
        ({"tol": -1.0}, "tol must be positive"),
        ({"max_iterations": 0}, "max_iterations must be at least 1"),
    ],
)
def test_bad_input(change, message):
    K, y = problem(0)
    with pytest.raises(ValueError, match=message):
        klmca(**{"K": K, "y": y, **change})


def test_shapes_of_maps():
    K, y = problem(0)
    with pytest.raises(ValueError, match=r"start.Omega must have shape \(3, 14\)"):
        klmca(K, y, d=3, start=klmca(K, y, max_iterations=1))
    with pytest.raises(ValueError, match=r"Omega must have shape \(any, 14\)"):
        klmca_objective(np.ones((2, 13)), K, y)
    with pytest.raises(ValueError, match="did you mean 'rkhs'"):
        klmca_gradient(np.ones((2, 14)), K, y, inner_product="rkh")


def test_a_start_of_another_kind():
    K, y = problem(0)
    with pytest.raises(TypeError, match="start must be a KLMCA"):
        klmca(K, y, start=np.eye(14))
