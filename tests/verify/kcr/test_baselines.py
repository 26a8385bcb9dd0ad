"""LMNN, KMLCC and KLMCA by brute force: worked by hand, and slopes against differences."""

import math

import numpy as np
import pytest

from gramcheck.verify.definitions import kcr
from tests.verify.kcr.inputs import data, line, random_sigma


def test_lmnn_by_hand():
    X, y = [[0.0], [1.0], [3.0]], [0, 0, 1]
    # targets: 0 and 1 each other, 3 has none; triples (0, 1, 3) and (1, 0, 3), d = 9 and 4
    assert kcr.lmnn_objective([[0.5]], X, y, 3) == 1 + 0 + (1 + 0.5 - 2) * 0
    assert kcr.lmnn_objective([[0.25]], X, y, 3) == 0.5 + 0.25
    assert kcr.lmnn_subgradient([[0.25]], X, y, 3) == [[2 + 1 - 4]]
    low, high = kcr.lmnn_optimum(X, y, 3)
    assert low <= 2 / 3 <= high <= low + 1e-6  # where 1 + M - 4 M = 0


def test_lmnn_bounds_meet():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(10, 3)), np.arange(10) % 2
    low, high = kcr.lmnn_optimum(X.tolist(), y.tolist(), 2)
    assert 0 < low <= high <= low * (1 + 1e-6)


def test_kmlcc_by_hand():
    K, y = np.eye(4).tolist(), [0, 0, 1, 1]
    # all p = 1/3, p0 = 1 at the one other point of the class
    zero = np.zeros((4, 4)).tolist()
    assert kcr.kmlcc_objective(zero, K, y) == pytest.approx(4 * math.log(3), rel=1e-15)
    # a penalty is left out, and counts for nothing then
    assert kcr.kmlcc_objective(K, K, y) == kcr.kmlcc_objective(K, K, y, 0)
    # (p0 - p): 2/3 within and -1/3 between, both orders
    G = np.array(kcr.kmlcc_gradient(zero, K, y))
    assert G[0] == pytest.approx([0, -4 / 3, 2 / 3, 2 / 3])


def test_kmlcc_gradient_is_the_slope_and_bounds_from_below():
    K, y = data(6, 5)
    A, D = np.array(random_sigma(1, 5)), np.array(random_sigma(2, 5))
    at = [kcr.kmlcc_objective(A + t * D, K, y, 0.1) for t in (-1e-4, 1e-4)]
    G = np.array(kcr.kmlcc_gradient(A, K, y, 0.1))
    assert (G * D).sum() == pytest.approx((at[1] - at[0]) / 2e-4, rel=1e-6)
    assert kcr.kmlcc_lower_bound(A, K, y, 0.1) < kcr.kmlcc_objective(np.zeros((5, 5)), K, y, 0.1)


def test_kmlcc_bounds_are_below_no_metric_at_all():
    """Where the penalty alone decides, the slope is positive in all directions, and counts as 0."""
    K, y = np.eye(4), [0, 0, 1, 1]
    zero = np.zeros((4, 4))
    assert kcr.kmlcc_lower_bound(zero, K, y, 100.0) == pytest.approx(4 * math.log(3))
    assert kcr.kmlcc_lower_bound(K, K, y, 100.0) <= 4 * math.log(3)
    # the slope 0.1 I + G of the test by hand has -8/3 + 0.1 for its smallest eigenvalue
    expected = 4 * math.log(3) * (1 + (-8 / 3 + 0.1) / 0.1)
    assert kcr.kmlcc_lower_bound(zero, K, y, 0.1) == pytest.approx(expected)


def test_klmca_gradient_is_the_slope_in_both_inner_products():
    K, y = data(7, 6)
    rng = np.random.default_rng(7)
    Omega, D = rng.normal(size=(2, 2, 6))
    at = [kcr.klmca_objective(Omega + t * D, K, y, 2) for t in (-1e-5, 1e-5)]
    slope = (at[1] - at[0]) / 2e-5
    euclidean = np.array(kcr.klmca_gradient(Omega, K, y, 2, inner_product="euclidean"))
    rkhs = np.array(kcr.klmca_gradient(Omega, K, y, 2))
    assert (euclidean * D).sum() == pytest.approx(slope, rel=1e-6)
    assert (rkhs @ K * D).sum() == pytest.approx(slope, rel=1e-6)
    assert kcr.klmca_objective(Omega, K, y, 2, 0) == pytest.approx(
        sum(((Omega @ (K[i] - K[j])) ** 2).sum() for i, j in near_pairs(K, y, 2))
    )


def near_pairs(K, y, k):
    gaps = [[K[i, i] + K[j, j] - 2 * K[i, j] for j in range(len(y))] for i in range(len(y))]
    return kcr.targets(gaps, y.tolist(), k)


def test_targets_are_the_nearest_of_the_class():
    assert kcr.targets(line([0, 1, 3, 4]), [0, 0, 0, 1], 1) == [(0, 1), (1, 0), (2, 1)]
    assert kcr.kernel_nn([[0, 2]], [[0, 1], [0, 3], [9, 9]], ["b", "a", "c"], 1) == ["b"]
    assert kcr.knn_error([[0, 1], [1, 0]], [0, 1], [0, 0], 1) == 0.5
