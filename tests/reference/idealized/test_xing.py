"""What only the reference promises of the metric of Xing et al.: its residual, its refusals."""

import itertools

import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import pairs_from_labels, xing_metric
from gramcheck.reference.idealized.xing import _polished
from gramcheck.verify.definitions import idealized as definitions


def problem(seed, n=9, p=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) * 10.0 ** rng.uniform(-1, 1, p)
    every = rng.permutation(list(itertools.combinations(range(n), 2)))
    cut = int(rng.integers(p + 2, len(every) - 3))
    return X, every[:cut], every[cut:]


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


def test_the_residual_is_that_of_the_best_tangent():
    """A bound g / 2 + l of A is g sqrt(s) / 2 + l / sqrt(s) at s A, least where these agree."""
    X, S, D = problem(3)
    metric = xing_metric(X, S, D, max_iterations=1, on_failure="return")
    g = definitions.xing_objective(metric.matrix, X, D)
    s = 2 * definitions.xing_upper_bound(metric.matrix, X, S, D) / g - 1
    best = definitions.xing_upper_bound(s * metric.matrix, X, S, D)
    assert metric.residual == pytest.approx(best / g - 1, rel=1e-6)


def test_the_residual_of_what_is_exact_is_what_roundings_may_hide():
    """On a line the metric is known: 8 roundings."""
    metric = xing_metric([[0.0], [1.0], [3.0]], [[0, 1]], [[1, 2]])
    assert 0 < metric.residual < 1e-14


@pytest.mark.parametrize("seed", range(8))
def test_a_tolerance_is_reached_at_which_line_searches_stall(seed):
    X, S, D = nearly_of_rank_one(seed)
    metric = xing_metric(X, S, D, tol=1e-11)
    assert metric.residual <= 1e-11
    assert definitions.xing_upper_bound(metric.matrix, X, S, D) == pytest.approx(
        definitions.xing_objective(metric.matrix, X, D), rel=1e-10
    )


def nearly_of_rank_one(seed):
    """Few similar pairs, so that the matrix is: line searches stall at 1e-9."""
    rng = np.random.default_rng(seed)
    every = rng.permutation(list(itertools.combinations(range(60), 2)))
    return rng.random((60, 11)), every[:30], every[30:]


def test_iterations_of_both_methods_are_counted_and_bounded():
    problem = nearly_of_rank_one(0)
    needed = xing_metric(*problem, tol=1e-11).iterations
    fewer = xing_metric(*problem, tol=1e-11, max_iterations=needed - 1, on_failure="return")
    assert (fewer.iterations, fewer.converged) == (needed - 1, False)
    assert xing_metric(*problem, tol=1e-11, max_iterations=needed).converged


def test_no_step_of_the_power_method_makes_the_sum_smaller():
    rng = np.random.default_rng(0)
    Z, F = rng.normal(size=(50, 4)), rng.normal(size=(4, 4))
    F /= np.linalg.norm(F)
    sums = [np.linalg.norm(Z @ F, axis=1).sum()]
    for _ in range(30):
        F, _, _ = _polished(Z, F, 1e-15, 1)
        sums.append(np.linalg.norm(Z @ F, axis=1).sum())
    assert np.all(np.diff(sums) >= -1e-14 * sums[-1])
    assert sums[-1] > 1.01 * sums[0]


@pytest.mark.parametrize("scale", [1e-48, 1e48])
def test_units_do_not_matter(scale):
    X, S, D = problem(0)
    assert xing_metric(scale * X, S, D).value == pytest.approx(xing_metric(X, S, D).value)


def test_units_of_columns_in_a_space_of_fewer_dimensions_than_columns():
    """Eight patterns of thirty columns: their span is rotated, so columns must be brought first."""
    X = np.random.default_rng(1).normal(size=(8, 30))
    S, D = [(k, k + 1) for k in range(7)], [(0, 7), (2, 5), (1, 6)]
    values = [
        xing_metric(X * np.where(np.arange(30) < 5, unit, 1.0), S, D).value
        for unit in (1.0, 1e-12, 1e12)
    ]
    assert values == pytest.approx([values[0]] * 3, rel=1e-6)


def test_a_column_too_small_to_be_squared_is_refused():
    with pytest.raises(ValueError, match="squared difference in column 1 of X must be positive"):
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


@pytest.mark.parametrize("far", 10.0 ** np.arange(0, 48, 3))
def test_what_is_unbounded_is_refused_beside_any_far_pair(far):
    """The one similar difference is (1, 1), and (1, -1) may be stretched at no cost."""
    X = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, -1.0], [far, far]])
    with pytest.raises(ValueError, match=r"^similar must span .* and 1 dissimilar pairs"):
        xing_metric(X, [(0, 1)], [(0, 2), (0, 3)])


def test_directions_of_rounding_size_are_found_or_refused():
    """Along (1, 1) and (1, -1) similar pairs have lengths a, b and dissimilar ones 5a, 3b.

    The best metric is sqrt(5^2 + 3^2), whatever a and b are.
    """
    X = np.array([[0.0, 0.0], [1.0, 1.0], [1e-17, -1e-17], [3e-17, -3e-17], [5.0, 5.0]])
    pairs = [(0, 1), (0, 2)], [(0, 3), (0, 4)]
    with pytest.raises(ValueError, match="to roundings of the longest difference"):
        xing_metric(X, *pairs)
    aside = X @ [[1.0, 1.0], [1.0, -1.0]]  # columns, whose units do not matter
    assert xing_metric(aside, *pairs).value == pytest.approx(34**0.5, rel=1e-12)


@pytest.mark.parametrize(
    "last",
    [
        lambda X: 1 - X.sum(axis=1),
        lambda X: X.sum(axis=1),
        lambda X: X.mean(axis=1) + 5,
        lambda X: (170 + 10 * X[:, 0]) / 2.54,
    ],
    ids=["rows sum to 1", "a sum", "a mean and more", "another unit"],
)
def test_a_column_that_was_computed_from_the_others_is_no_direction(last):
    """Near pairs stick out of the plane by roundings of the patterns, which are far from 0."""
    for seed in range(5):
        X = np.random.default_rng(seed).normal([5.0, 170.0], size=(60, 2))
        S, D = pairs_from_labels(np.arange(60) % 3)
        wanted = xing_metric(X, S, D, on_failure="return")
        result = xing_metric(np.column_stack([X, last(X)]), S, D, on_failure="return")
        assert result.value == pytest.approx(wanted.value, rel=1e-6)
