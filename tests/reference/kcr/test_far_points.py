"""Clusters far from each other, and axes and patterns in units of their own.

Bounds hold, and the digits of near pairs stay. What is exact is summed in fractions, or known from
the near points alone.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference import kcr
from gramcheck.reference.kcr.engines.factored import FactoredMetric
from gramcheck.reference.types import Array

NAMES = [0, 1] * 6


def two_clusters(far: float) -> Array:
    X = np.random.default_rng(1).normal(size=(12, 2))
    X[6:, 0] += far
    return X


def exact_lmnn(M: Array, X: Array, y: list[int]) -> Fraction:
    """LMNN's objective in fractions, k = c = margin = 1."""
    points = [[Fraction(float(x)) for x in row] for row in X]
    metric = [[Fraction(float(m)) for m in row] for row in M]

    def squared(i: int, j: int, M: list[list[Fraction]]) -> Fraction:
        d = [a - b for a, b in zip(points[i], points[j], strict=True)]
        return sum(d[p] * M[p][q] * d[q] for p in range(len(d)) for q in range(len(d)))

    euclidean = [[Fraction(p == q) for q in range(X.shape[1])] for p in range(X.shape[1])]
    total = Fraction(0)
    for i in range(len(X)):
        same = [j for j in range(len(X)) if j != i and y[j] == y[i]]
        target = min(same, key=lambda j: squared(i, j, euclidean))
        reach = squared(i, target, metric)
        total += reach + sum(
            max(Fraction(0), 1 + reach - squared(i, j, metric))
            for j in range(len(X))
            if y[j] != y[i]
        )
    return total


@pytest.mark.parametrize("far", [0.0, 1e7, 1e10, 1e18])
def test_no_bound_of_lmnn_is_above_an_objective_however_far_a_cluster_is(far):
    """Sums of products about one origin lost their digits; the bound was 5e-4 above at 1e7."""
    X = two_clusters(far)
    found = kcr.lmnn(X, NAMES, k=1, max_iterations=600)
    exact = float(exact_lmnn(found.matrix, X, NAMES))
    assert found.objective == pytest.approx(exact, rel=1e-9)
    learned_nearer = kcr.lmnn(two_clusters(1e6), NAMES, k=1).matrix
    assert found.lower_bound <= min(exact, float(exact_lmnn(learned_nearer, X, NAMES)))


@pytest.mark.parametrize("unit", [1e-14, 1e-16, 1e-30])
def test_a_column_of_lmnn_may_have_any_unit(unit):
    """With all of a class for targets, M makes up for it; below 1e-16 the column was left out."""
    X = np.column_stack([[1.75, -0.5, 0.25, -1.0, 1.5, -2.0], [0, 1, 0.5, 3, 4, 3.25]])
    y = [0, 0, 0, 1, 1, 1]
    plain = kcr.lmnn(X, y, k=2)
    found = kcr.lmnn(X * [1, unit], y, k=2)
    assert found.converged
    assert found.objective == pytest.approx(plain.objective, rel=1e-3)


def test_the_subgradient_of_lmnn_is_that_of_clusters_that_are_near():
    """Shifts that are exact, and weights that are the same, from 2^10 to 2^40."""
    near = np.random.default_rng(0).integers(-64, 64, size=(6, 2)) / 32
    found = []
    for far in (2.0**10, 2.0**30, 2.0**40):
        X = np.vstack([near, -near + [far, 0.0]])
        found.append(kcr.lmnn_subgradient(np.eye(2), X, NAMES, k=1))
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])
    assert np.array_equal(found[0], found[0].T)


@pytest.mark.parametrize("power", [10, 16, 18, 20])
def test_no_bound_of_kmlcc_is_above_an_objective_of_two_far_clusters(power):
    """Points x on a line with k_i = x_i x: A is s = |F'x|^2 and no more. At 2^18 it was above."""
    near, y = np.array([0, 1, 2.5, 3, 0.25, 4.5]), np.array([0, 0, 1, 1, 0, 1])
    x, labels = np.r_[near, near[::-1] + 2.0**power], np.r_[y, 2 + y[::-1]]
    found = kcr.kmlcc(np.outer(x, x), labels, 1e-3, max_iterations=300)
    s = float(np.sum((found.factor.T.astype(np.longdouble) @ x) ** 2))
    assert found.objective == pytest.approx(on_a_line(s, x, labels), rel=1e-9)
    assert found.lower_bound <= on_a_line(0.49564, x, labels)


def on_a_line(s: float, x: Array, y: Array) -> float:
    """KMLCC's objective at s, in long doubles, each row beside the nearest point."""
    total = np.longdouble(1e-3 * s)
    for i in range(len(x)):
        others = np.arange(len(x)) != i
        d = s * (x.astype(np.longdouble) - x[i])[others] ** 2
        same = y[others] == y[i]
        log_sum = np.log(np.exp(d.min() - d).sum()) - d.min()
        total += log_sum - np.log(np.longdouble(same.sum())) + d[same].mean()
    return float(total)


@pytest.mark.parametrize("far", [1e9, 1e15, 1e17])
def test_objectives_see_near_patterns_beside_a_far_one(far):
    """Whole numbers, whose squared differences are distances under a metric of one entry."""
    x, y = np.array([0, 1, 2, far]), [0, 0, 0, 1]
    K, Sigma = np.outer(x, x), np.diag([0, 1.0, 0, 0])
    exact = np.subtract.outer(x, x) ** 2  # k_i has x_i at place 1, where Sigma is 1
    expected = kcr.objective_from_distances(exact, 1.0, y)
    assert kcr.objective(Sigma, 1.0, K, y, 0.0) == pytest.approx(expected, rel=1e-12)
    d = exact[:3, :3]
    rows = [np.log(np.exp(-np.delete(d[i], i)).sum() / 2) + d[i].sum() / 2 for i in range(3)]
    assert kcr.kmlcc_objective(Sigma, K, y) == pytest.approx(sum(rows), rel=1e-12)


def test_objectives_see_small_entries_of_a_metric_beside_large_ones():
    """Patterns in units 1e20 apart: with c = (-5, 5, -5e20, 5e20) two pairs are 0 apart, others 10.

    So no hinge is active at h2 = 50, and the penalty is left, 1e-30 times 50 + 50e20.
    """
    K, c = np.diag([1, 1, 1e-20, 1e-20]), np.array([-5, 5, -5e20, 5e20])
    found = kcr.objective(np.outer(c, c), 50.0, K, [0, 1, 0, 1], 1e-30)
    assert found == pytest.approx(1e-30 * (50 + 50e20), rel=1e-9)


@pytest.mark.parametrize("far", [1e9, 1e17])
def test_distances_of_near_points_do_not_depend_on_a_far_one_wherever_it_stands(far):
    near = np.array([[0.0, 0.0], [1.0, 0.25], [0.1, 0.2]])
    factor = np.array([[1.5, -0.5], [0.25, 2.0]])
    images = near @ factor
    expected = [[float(((a - b) ** 2).sum()) for a in images] for b in images]
    metric = FactoredMetric(factor)
    for place in range(4):
        points = np.insert(near, place, [far, -far], axis=0)
        kept = np.delete(np.arange(4), place)
        for found in (
            metric.squared_distances(points),
            kcr.squared_distances(factor @ factor.T, points),
        ):
            assert found[np.ix_(kept, kept)] == pytest.approx(np.array(expected), rel=1e-9)


@pytest.mark.parametrize("n", [3, 8, 20])
def test_the_objective_at_an_indefinite_metric_with_a_small_entry_on_its_diagonal(n):
    """Beside others in its row; the distances by the formula, in long doubles."""
    rng, y = np.random.default_rng(n), np.arange(n) % 2
    X, S = rng.normal(size=(n, 3)), rng.normal(size=(n, n))
    K, Sigma = X @ X.T, S + S.T
    Sigma[0, 0] = 1e-25
    z = K[:, None].astype(np.longdouble) - K
    squared = np.einsum("ijk,kl,ijl->ij", z, Sigma, z).astype(float)
    expected = kcr.objective_from_distances((squared + squared.T) / 2, 1.0, y)
    assert kcr.objective(Sigma, 1.0, K, y, 0.0) == pytest.approx(expected, rel=1e-10)


def test_cutting_planes_of_lmnn_go_on_while_the_bound_rises():
    """All hinges can be met and weigh much: the gap is near 1 until the last of some 25 rounds."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(36, 13))
    y = (X[:, 0] + 0.3 * rng.normal(size=36) > 0).astype(int)
    assert kcr.lmnn(X, y, 3, 1e4, max_iterations=30_000).converged
