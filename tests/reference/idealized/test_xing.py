"""The metric of Xing et al.: closed forms, an independent optimum in factor form, certificates."""

import itertools

import numpy as np
import pytest
from scipy import optimize

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import make_toy, pairs_from_labels, xing_metric


def problem(seed, n=9, p=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) * 10.0 ** rng.uniform(-1, 1, p)
    every = rng.permutation(list(itertools.combinations(range(n), 2)))
    cut = int(rng.integers(p + 2, len(every) - 3))
    return X, every[:cut], every[cut:]


def sums(A, X, S, D):
    """sum over D of distances, sum over S of squared ones."""
    z_S, z_D = (np.array([X[i] - X[j] for i, j in pairs]) for pairs in (S, D))
    squared = np.einsum("kp,pq,kq->k", z_D, A, z_D)
    return np.sqrt(np.maximum(squared, 0)).sum(), np.einsum("kp,pq,kq->", z_S, A, z_S)


def best_in_factor_form(X, S, D, starts=3):
    """sup of the sum over D with the sum over S equal to 1, A = LL', L lower triangular."""
    X = X / X.std(axis=0)
    p = X.shape[1]
    lower = np.tril_indices(p)
    z_S, z_D = (np.array([X[i] - X[j] for i, j in pairs]) for pairs in (S, D))

    def minus_log_ratio(entries):
        L = np.zeros((p, p))
        L[lower] = entries
        lengths = np.linalg.norm(z_D @ L, axis=1)
        near = np.square(z_S @ L).sum()
        slope = z_S.T @ z_S @ L / near - (z_D.T / lengths) @ z_D @ L / lengths.sum()
        return np.log(near) / 2 - np.log(lengths.sum()), slope[lower]

    rng = np.random.default_rng(0)
    found = []
    for _ in range(starts):
        start = rng.normal(size=len(lower[0]))
        result = optimize.minimize(minus_log_ratio, start, jac=True, method="BFGS")
        found.append(np.exp(-result.fun))
    return max(found)


def test_one_feature_in_closed_form():
    X = [[0.0], [1.0], [3.0], [7.0]]
    S, D = [[0, 1], [1, 2]], [[0, 3], [2, 3]]
    result = xing_metric(X, S, D, t=2.0)
    assert result.matrix[0, 0] == pytest.approx(2 / 5, rel=1e-12)  # 1 + 4 = 5
    assert result.value == pytest.approx(np.sqrt(2 / 5) * 11, rel=1e-12)


def test_orthogonal_pairs_in_closed_form():
    """Similar along the axes with weights 1; dissimilar along them, lengths a: A_kk ~ a_k^2."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 0.0], [0.0, 4.0]])
    result = xing_metric(X, [[0, 1], [0, 2]], [[0, 3], [0, 4]])
    assert np.abs(result.matrix - np.diag([9 / 25, 16 / 25])).max() <= 1e-5
    assert result.value == pytest.approx(5.0, rel=1e-10)


@pytest.mark.parametrize("seed", range(12))
def test_reaches_an_independent_optimum(seed):
    X, S, D = problem(seed, p=2 + seed % 3)
    result = xing_metric(X, S, D)
    far, near = sums(result.matrix, X, S, D)
    assert near == pytest.approx(1, rel=1e-10)
    assert result.constraint == pytest.approx(near, rel=1e-10)
    assert result.value == pytest.approx(far, rel=1e-10)
    assert np.linalg.eigvalsh(result.matrix)[0] >= -1e-12 * np.abs(result.matrix).max()
    independent = best_in_factor_form(X, S, D)
    assert abs(result.value / independent - 1) <= 1e-4
    assert independent <= result.value * (1 + result.residual + 1e-9)  # the certificate is a bound
    assert result.converged
    assert result.residual <= 1e-6


def test_the_residual_is_a_bound_wherever_it_stops():
    X, S, D = problem(3)
    best = xing_metric(X, S, D, tol=1e-9, on_failure="return").value
    early = xing_metric(X, S, D, max_iterations=1, on_failure="return")
    assert not early.converged
    assert early.iterations == 1
    assert 1e-6 < best / early.value - 1 <= early.residual
    with pytest.raises(ConvergenceError, match=r"after 1 iterations.*stationarity") as caught:
        xing_metric(X, S, D, max_iterations=1)
    assert caught.value.residuals["stationarity"] == early.residual


def test_conventions():
    """t scales the matrix; the logarithm has the same maximizer."""
    X, S, D = problem(5)
    one, four = xing_metric(X, S, D), xing_metric(X, S, D, t=4.0)
    assert np.abs(four.matrix - 4 * one.matrix).max() <= 1e-9 * np.abs(four.matrix).max()
    assert four.value == pytest.approx(2 * one.value, rel=1e-10)
    log = xing_metric(X, S, D, objective="log")
    assert log.value == pytest.approx(np.log(one.value), rel=1e-10)
    assert np.array_equal(log.matrix, one.matrix)


def test_features_of_other_sizes_change_nothing_but_units():
    X, S, D = problem(6)
    sizes = np.array([1e-3, 1.0, 1e3])
    plain, scaled = xing_metric(X, S, D, tol=1e-7), xing_metric(X * sizes, S, D, tol=1e-7)
    assert scaled.value == pytest.approx(plain.value, rel=1e-7)
    back = scaled.matrix * np.outer(sizes, sizes)
    assert np.abs(back - plain.matrix).max() <= 1e-3 * np.abs(plain.matrix).max()


def test_toy_data_are_pulled_apart():
    X, y = make_toy(20, np.random.default_rng(0))
    result = xing_metric(X, *pairs_from_labels(y))
    A = result.transform()
    projected = X @ A
    within = max(np.ptp(projected[y == c], axis=0).max() for c in (1, 2))
    between = np.abs(projected[y == 1].mean(axis=0) - projected[y == 2].mean(axis=0)).max()
    assert between > within
    assert (result.squared_distances(X) >= 0).all()


X2 = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])


@pytest.mark.parametrize(
    ("learn", "error", "message"),
    [
        (lambda: xing_metric(X2, [[0, 1]], [[0, 2]]), ValueError, "similar must span .* unbounded"),
        (lambda: xing_metric(X2 * [0, 0], [[0, 1]], [[0, 2]]), ValueError, "different patterns"),
        (lambda: xing_metric(X2[[0, 0, 1]], [[0, 1]], [[0, 2]]), ValueError, "unbounded"),
        (lambda: xing_metric(X2, [[0, 1]], [[1, 0]]), ValueError, "both in similar"),
        (lambda: xing_metric(X2, [], [[1, 0]]), ValueError, "similar .* got none"),
        (lambda: xing_metric(X2, [[0, 1]], [[0, 2]], t=0), ValueError, "t must be positive"),
        (lambda: xing_metric(X2, [[0, 1]], [[0, 2]], objective="ln"), ValueError, "objective must"),
        (lambda: xing_metric(X2, [[0, 1]], [[0, 2]], tol=-1), ValueError, "tol must be positive"),
        (lambda: xing_metric(X2, [[0, 1]], [[0, 2]], max_iterations=0), ValueError, "at least 1"),
    ],
)
def test_bad_input_is_named(learn, error, message):
    with pytest.raises(error, match=message):
        learn()


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_points_whose_squares_are_no_numbers_are_refused(scale):
    X, S, D = problem(0)
    with pytest.raises(ValueError, match="X must hold points whose squared distances are numbers"):
        xing_metric(scale * X, S, D)


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_units_that_can_be_squared_do_not_matter(scale):
    X, S, D = problem(0)
    assert xing_metric(scale * X, S, D).value == pytest.approx(xing_metric(X, S, D).value)


@pytest.mark.parametrize("unit", [1e-140, 1e-12, 1e-10, 1e-4, 1e4, 1e12, 1e100])
def test_the_unit_of_a_column_changes_nothing_but_the_metric(unit):
    X = np.random.default_rng(0).normal(size=(10, 2))
    S, D = pairs_from_labels(np.arange(10) % 2)
    one, other = xing_metric(X, S, D), xing_metric(X * [1, unit], S, D)
    # each is below the maximum by its residual at most, and the matrix by its square root
    assert other.value == pytest.approx(one.value, rel=1e-6)
    units = np.outer([1, unit], [1, unit])
    assert np.abs(other.matrix * units - one.matrix).max() <= 1e-2 * np.abs(one.matrix).max()


def test_units_of_columns_in_a_space_of_fewer_dimensions_than_columns():
    """Eight patterns of thirty columns: their span is rotated, so columns must be brought first."""
    X = np.random.default_rng(1).normal(size=(8, 30))
    S, D = [(k, k + 1) for k in range(7)], [(0, 7), (2, 5), (1, 6)]
    values = [
        xing_metric(X * np.where(np.arange(30) < 5, unit, 1.0), S, D).value
        for unit in (1.0, 1e-12, 1e12)
    ]
    assert values == pytest.approx([values[0]] * 3, rel=1e-6)


@pytest.mark.parametrize("height", [1e-3, 1e-9, 1e-12, 1e-100])
def test_a_dissimilar_pair_that_hardly_leaves_the_span_is_refused(height):
    with pytest.raises(ValueError, match="1 dissimilar pairs that stick out"):
        xing_metric([[0, 0], [1, 0], [1, height]], [[0, 1]], [[0, 2]])


def test_a_column_too_small_to_be_squared_is_refused():
    with pytest.raises(ValueError, match="X must hold points whose squared distances"):
        xing_metric([[0, 0], [1, 0], [1, 1e-170]], [[0, 1], [0, 2]], [[1, 2]])


@pytest.mark.parametrize("noise", [1e-3, 1e-6, 1e-9, 1e-11])
def test_the_residual_knows_of_the_digits_that_nearly_dependent_columns_cost(noise):
    """The maximum is that of independent columns: a change of coordinates."""
    X = np.random.default_rng(0).normal(size=(10, 2))
    S, D = pairs_from_labels(np.arange(10) % 2)
    wanted = xing_metric(X, S, D).value
    dependent = np.column_stack([X[:, 0], X[:, 0] + noise * X[:, 1]])
    result = xing_metric(dependent, S, D, on_failure="return")
    assert abs(wanted / result.value - 1) <= result.residual + 1e-9
