"""The brute-force definitions of KCR: worked by hand, in two forms, and against known optima."""

import importlib
import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from gramcheck.verify.definitions import kcr
from tests.verify.kcr.inputs import data, gram, line, random_sigma

F = Fraction


# the rule ---------------------------------------------------------------------------------------


def test_smoothing_kernels_by_hand():
    at_half = [kcr.smoothing_kernel(1, 2, name) for name in ("naive", "cauchy", "epanechnikov")]
    assert at_half == [1, F(4, 5), F(3, 4)]
    assert float(kcr.smoothing_kernel(1, 2, "gaussian")) == pytest.approx(math.exp(-0.25))
    assert [kcr.smoothing_kernel(2, 2, name) for name in ("naive", "epanechnikov")] == [1, 0]
    assert [kcr.smoothing_kernel(3, 2, name) for name in ("naive", "epanechnikov")] == [0, 0]


def test_rule_by_hand():
    """C12: x = 5.5 has nobody within 1.5; Eq. (1) says 0, the nearest point decides instead."""
    X, y = [0, 1, 10, 11], [0, 0, 1, 1]
    rows = [[abs(x - a) for a in X] for x in (5.5, 5.75, 0.5, 11)]
    labels, empty, tied = kcr.kernel_rule(rows, y, 1.5)
    assert labels == [0, 1, 0, 1]  # two points are nearest to 5.5, one of each class
    assert empty == [True, True, False, False]
    assert not any(tied)
    assert [kcr.binary_rule(row, y, 1.5) for row in rows] == [0, 0, 0, 1]
    labels, empty, tied = kcr.kernel_rule(rows[:1], ["b", "b", "a", "a"], 5.5)
    assert (labels, empty, tied) == (["a"], [False], [True])


def test_gaussian_votes_do_not_underflow():
    assert kcr.kernel_rule([[1e6, 1e6 + 1]], [1, 0], 1, "gaussian") == ([1], [False], [False])


def test_resubstitution_error_by_hand():
    # classes at 0, 0, 3; the second of two coincident points is taken for the first
    y, D = ["a", "b", "b"], line([0, 0, 3])
    assert kcr.resubstitution_error(D, y, 1) == 1 / 3
    assert kcr.resubstitution_error(D, y, 1, strict=True) == 2 / 3


# the bounds -------------------------------------------------------------------------------------


def test_relaxations_by_hand():
    D, y = line([0, 1, 3]), [0, 0, 1]
    # h = 2: the points at 0 and 1 see each other, 1 and 3 as well
    assert kcr.margin(D, y, 2) == [-1, 0, 1]
    errors, largest, total, outer, both = kcr.relaxations(D, y, 2)
    assert (errors, largest, total, outer) == ([0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 2])
    # point 0: 2 - 2 + [1 - 4]_+ + [1 + 1 - 4]_+ + [1 - 9 + 4]_+ and so on
    assert both == [0, 1, 1 + 1]


def test_logistic_bound_by_hand():
    assert kcr.logistic_bound(0) == 1
    assert kcr.logistic_bound(0, math.e) == pytest.approx(math.log(2))
    assert kcr.logistic_bound(1e4) == pytest.approx(1e4 / math.log(2))


# the embedding ----------------------------------------------------------------------------------


def test_distances_and_norms_from_sigma_are_those_of_the_functions():
    K, c = gram(1, 4), [[1, -2, 0, 1], [0, 1, 1, -2]]
    Sigma = kcr.gram_of_coefficients(c)
    for z, w in product(range(4), repeat=2):
        assert kcr.squared_distance(Sigma, K[z], K[w]) == kcr.embedded_distance(c, K[z], K[w])
    assert kcr.squared_norm(c, K) == kcr.trace_of_product(K, Sigma)


def test_numbers_of_phi_by_hand():
    # two points that look alike: phi depends on the sum of their numbers alone
    alike = [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert kcr.numbers_of_phi(alike, 1) == 2
    assert kcr.numbers_of_phi(alike, 1, sum_to_zero=True) == 1
    # a regular matrix, two coordinates, and the same seen from one point alone
    assert kcr.numbers_of_phi(np.eye(3).tolist(), 2) == 6
    assert kcr.numbers_of_phi(np.eye(3).tolist(), 2, sum_to_zero=True) == 4
    assert kcr.numbers_of_phi([[1, 0, 0]], 2) == 2


def test_linear_kernel_by_hand():
    c, X = [[1, 2], [0, -1]], [[1, 0], [3, 1]]
    L = kcr.linear_map(c, X)
    assert L == [[7, 2], [-3, -1]]
    assert kcr.mahalanobis(c, X) == [[58, 17], [17, 5]]
    z, w = [2, -1], [0, 1]
    k_z, k_w = ([sum(a * b for a, b in zip(x, y, strict=True)) for y in X] for x in (z, w))
    # L (z - w) = (10, -4)
    assert kcr.embedded_distance(c, k_z, k_w) == 100 + 16


def test_violations_of_pairs_by_hand():
    D, y = line([0, 1, 3]), [0, 0, 1]
    squared = [[d**2 for d in row] for row in D]
    # b = 4: one class within 3, others beyond 5; 1 and 3 are at 4
    assert kcr.pair_violations(squared, 4, y) == [0, 1, 1]
    # b = 1/2: nothing is within -1/2, not even a point from itself
    assert kcr.pair_violations(squared, F(1, 2), y) == [2, 2, F(1, 2)]


# the program ------------------------------------------------------------------------------------


def test_objective_by_hand():
    # K = I: k_i - k_j = e_i - e_j; Sigma = (e1 - e2)(e1 - e2)': d = 4 between 1 and 2, else 1
    Sigma = [[1, -1, 0], [-1, 1, 0], [0, 0, 0]]
    K = np.eye(3).tolist()
    # y = (0, 0, 1), h2 = 2: row 1: 2-2 + [1-2] + [1+4-2] + [1-1+2] = 5, row 2 the same,
    # row 3: 2-1 + [1-2] + 2 + 2 = 5; the penalty is 2 lam
    assert kcr.objective(Sigma, 2, K, [0, 0, 1], 3) == 15 + 6
    A, B, N = kcr.active_sets(Sigma, 2, K, [0, 0, 1])
    assert A == [False] * 3
    assert B == N == [[False, True, True], [True, False, True], [True, True, False]]
    G, g = kcr.subgradient(Sigma, 2, K, [0, 0, 1], 0)
    # 2 M_12 - 2 M_13 - 2 M_23
    assert G == [[0, -2, 2], [-2, 0, 2], [2, 2, -4]]
    assert g == -2 + 4


def test_objective_from_distances_is_the_last_relaxation():
    D, y = line([0, 1, 3, 4]), [0, 1, 0, 1]
    squared = [[d**2 for d in row] for row in D]
    assert kcr.objective_from_distances(squared, 4, y) == 4 * kcr.resubstitution_bound(D, y, 2)


def test_subgradient_is_below_every_slope_and_is_the_slope_without_kinks():
    """C4."""
    rng, smooth = np.random.default_rng(4), 0
    for seed in range(8):
        n = 4
        K, y, Sigma = gram(seed, n), rng.permutation([0, 0, 1, 1]).tolist(), random_sigma(seed, n)
        h2 = float(rng.integers(1, 9)) / 4
        G, g = kcr.subgradient(Sigma, h2, K, y, F(1, 2))
        D = random_sigma(seed + 100, n)
        for s in (1, -1):
            direction = ([[s * v for v in row] for row in D], s)
            linear = s * kcr.trace_of_product(G, D) + s * g
            slope = kcr.directional_derivative(Sigma, h2, K, y, F(1, 2), direction)
            assert linear <= slope
            smooth += linear == slope
            t = F(1, 10**9)  # so near that no hinge changes
            moved = [
                [F(a) + t * F(b) for a, b in zip(*rows, strict=True)]
                for rows in zip(Sigma, direction[0], strict=True)
            ]
            there = kcr.objective(moved, F(h2) + t * s, K, y, F(1, 2))
            assert there == kcr.objective(Sigma, h2, K, y, F(1, 2)) + t * slope
    assert smooth >= 8


# the projection ---------------------------------------------------------------------------------


def test_projection_by_hand():
    """C1: S = e1 e1'."""
    S = [[1, 0], [0, 0]]
    assert np.allclose(kcr.project(S), [[0.25, -0.25], [-0.25, 0.25]], rtol=0, atol=1e-15)


def test_projection_has_no_nearer_neighbor_in_the_set():
    rng = np.random.default_rng(5)
    for n in (1, 2, 3, 4):
        S = rng.normal(size=(n, n))
        S = ((S + S.T) / 2).tolist()
        P = kcr.project(S)
        for seed in range(10):
            Z = random_sigma(seed, n)
            gap = kcr.inner_product(np.subtract(S, P), np.subtract(Z, P))
            assert gap <= 1e-13
        assert abs(kcr.total(P)) < 1e-14
        assert np.linalg.eigvalsh(P)[0] > -1e-14


def test_centered_basis_is_orthonormal():
    V = np.array(kcr.centered_basis(5), dtype=float)
    assert np.abs(V @ V.T - np.eye(4)).max() < 1e-15
    assert np.abs(V.sum(axis=1)).max() < 1e-15


# the optimum ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lam", [1e-3, 0.1, 1.0, 10.0])
@pytest.mark.parametrize("s", [0.02, 1.0])
def test_bounds_of_the_optimum_meet(s, lam):
    K, y = data(0, 10, s)
    found = kcr.optimum(K, y, lam)
    assert 0 < found.lower <= found.upper * (1 + 1e-12) <= found.lower * (1 + 1e-4)


def test_optimum_of_two_points():
    K = [[2, 0.5], [0.5, 1]]
    for lam in (0.1, 1, 3, 5):
        found = kcr.optimum(K, [0, 1], lam)
        assert found.lower <= kcr.two_point_optimum(K, lam) <= found.upper


@pytest.mark.parametrize(
    ("sizes", "within", "between"),
    [((3, 3), (1, 1), 1), ((4, 5), (0.5, 2), 0.4), ((2, 2, 2, 2), (1, 1, 1, 1), 0.3)],
)
@pytest.mark.parametrize("lam", [0.01, 1.0, 10.0])
def test_optimum_of_a_kernel_that_only_knows_the_classes(sizes, within, between, lam):
    K, y = kcr.clustered_kernel(sizes, within, between), np.repeat(range(len(sizes)), sizes)
    found = kcr.optimum(K, y, lam)
    known = kcr.clustered_optimum(sizes, within, between, lam)
    assert found.lower * (1 - 1e-9) <= known <= found.upper * (1 + 1e-9)


@pytest.mark.parametrize("lam", [0.01, 1.0, 10.0])
def test_optimum_of_points_on_a_line(lam):
    points, y = [0.0, 1.0, 2.5, 4.0, 4.0], [0, 1, 0, 1, 1]
    found = kcr.optimum(np.outer(points, points), y, lam)
    known = kcr.line_optimum(points, y, lam)
    assert found.lower * (1 - 1e-9) <= known <= found.upper * (1 + 1e-9)
    with pytest.raises(ValueError, match="one"):
        kcr.line_optimum([2.0, 2.0], [0, 1], lam)


def test_nothing_is_embedded_when_it_costs_too_much():
    """Balanced classes in one place: 2 + n / 2 for each of n points, whatever h2 <= 1 is."""
    K, y = data(1, 8)
    found = kcr.optimum(K, y, 1e3)
    assert found.lower == pytest.approx(8 * 6, rel=1e-5)


def test_dual_values_need_feasible_multipliers():
    K, y = data(2, 4)
    assert kcr.dual_value(np.zeros((4, 4)), K, y, 1.0) == 0
    assert kcr.dual_value(np.full((4, 4), 1.1), K, y, 1.0) == -math.inf
    assert kcr.dual_value(-1e-6 * np.eye(4), K, y, 1.0) == -math.inf
    within = np.array([[float(a == b) for b in y] for a in y])
    assert kcr.dual_value(within, K, y, 1.0) == -math.inf  # h2 could grow for ever
    assert kcr.dual_value(1 - within, K, y, 0.1) == -math.inf  # and so could W
    one = np.zeros((4, 4))
    one[0, int(np.flatnonzero(np.array(y) != y[0])[0])] = 1.0
    assert kcr.dual_value(one, K, y, 1e-3) == -math.inf  # in one direction


def test_the_cauchy_kernel_has_the_exponent_two_by_default():
    assert kcr.votes([2.0], ["a"], 1.0, "cauchy") == {"a": pytest.approx(0.2)}


@pytest.mark.parametrize(
    ("gaps", "wanted"),
    [([1e-7], 1e-7), ([5e-5, None, 2e-5, 9e-5], 2e-5), ([2e-4, 3e-4, None, 9e-4], None)],
)
def test_the_best_of_several_attempts_is_an_optimum_to_a_ten_thousandth(gaps, wanted, monkeypatch):
    optimum = importlib.import_module("gramcheck.verify.definitions.kcr.optimum")
    K, y = data(2, 4)
    W = np.zeros((1, 1))
    found = [None if gap is None else optimum.Optimum(1 - gap, 1.0, W, 1.0, W) for gap in gaps]
    monkeypatch.setattr(optimum, "_from_solver", lambda *_: found.pop(0))
    optimum._optimum.cache_clear()
    try:
        if wanted is None:
            with pytest.raises(ArithmeticError, match="leaves the optimum open"):
                optimum.optimum(K, y, 1.0)
        else:
            assert optimum.optimum(K, y, 1.0).lower == 1 - wanted
    finally:
        optimum._optimum.cache_clear()  # nobody else is to meet these
    assert not found
