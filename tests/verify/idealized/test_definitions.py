"""Idealized kernels by brute force: worked by hand, and properties."""

from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.definitions import idealized as d
from gramcheck.verify.definitions.exact import decimal

# Fact 2 of the erratum K2: one similar pair along e1, one dissimilar pair along (1, 1)
EXAMPLE = {
    "X": [[0, 0], [1, 0], [1, 1]],
    "S": [(0, 1)],
    "D": [(0, 2)],
    "C_S": 10,
    "C_D": 8,
    "nu": 0.5,
}


# ------------------------------------------------------------------------- kernels and alignment


def test_ideal_kernel_by_hand():
    assert d.ideal_kernel("aba") == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
    assert d.ideal_kernel([2, 2, 5], {2: 0.5, 5: 3.0}) == [[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 3]]


def test_alignment_by_hand():
    assert d.frobenius([[1, 2], [3, 4]], [[1, 1], [0, 2]]) == 11
    assert float(d.alignment([[1, 0], [0, 1]], [[1, 1], [1, 1]])) == sqrt(0.5)
    assert d.alignment([[-1, 0], [0, -1]], [[2, 0], [0, 2]]) == -1


def test_idealized_kernel_by_hand():
    K = [[1, 2], [2, 5]]
    assert d.idealize(K, [1, 1], 2) == [[2, 3], [3, 6]]
    assert d.idealize(K, [1, 2], 3) == [[decimal("2.5"), 2], [2, decimal("6.5")]]
    assert d.alignment_threshold(K, [1, 2]) == -3
    assert d.alignment_threshold(K, [1, 1]) == -2.5


def test_rand_index_by_hand():
    assert d.rand_index("aabb", [1, 1, 2, 2]) == 1
    assert d.rand_index("aabb", [2, 2, 1, 1]) == 1
    assert d.rand_index("aabb", [1, 2, 1, 2]) == pytest.approx(2 / 6)
    assert d.rand_index("aab", [1, 1, 1]) == pytest.approx(1 / 3)


# --------------------------------------------------------------------------------- sets of pairs


def test_pairs_by_hand():
    assert d.pairs_from_labels("aba") == ([(0, 2)], [(0, 1), (1, 2)])
    similar, dissimilar = d.pairs_from_side_information([(2, 0), (1, 2)], 4)
    assert similar == [(0, 2), (1, 2)]
    assert dissimilar == [(0, 1), (0, 3), (1, 3), (2, 3)]
    assert d.connected_components([(0, 1), (2, 1)], 5) == 3
    assert d.connected_components([], 3) == 3


def test_nearest_pairs_by_hand():
    X = [[0], [1], [3], [7]]
    similar, dissimilar = [(0, 1), (0, 2), (1, 2)], [(0, 3), (1, 3), (2, 3)]
    # lengths 1 3 2 and 7 6 4: the median is (3 + 4) / 2
    assert d.nearest_pairs(X, similar, dissimilar, 1, "median") == ([(0, 1), (1, 2)], [])
    assert d.nearest_pairs(X, similar, dissimilar, 5, 6) == (similar, [(1, 3), (2, 3)])
    assert d.nearest_pairs(X, similar, dissimilar, 1, 100) == ([(0, 1), (1, 2)], dissimilar)
    K = [[x[0] * z[0] for z in X] for x in X]
    for m, R in ((1, "median"), (5, 6), (1, 100)):
        by_kernel = d.nearest_pairs_from_kernel(K, similar, dissimilar, m, R)
        assert by_kernel == d.nearest_pairs(X, similar, dissimilar, m, R)


def test_ties_go_to_the_smaller_index():
    X = [[0], [1], [-1]]
    assert d.nearest_pairs(X, [(0, 1), (0, 2)], [(1, 2)], 1, 9)[0] == [(0, 1), (0, 2)]
    # 1 and 2 each choose 0; of 0 itself, only 1
    X = [[0], [1], [-1], [2]]
    assert d.nearest_pairs(X, [(0, 1), (0, 2)], [(1, 3), (2, 3)], 1, 1)[1] == [(1, 3)]


# ------------------------------------------------------------------------------------ the program


def solved(X, S, D, C_S, C_D, nu, M=None):
    best = d.optimum(X, S, D, C_S, C_D, nu, M)
    return best, d.distances(X, S, D, best.matrix, M)


def test_the_indefinite_example_as_printed():
    best, after = solved(**EXAMPLE)
    assert best.matrix == [[1, 4], [4, 4]]
    assert (best.alpha_S, best.alpha_D) == ([3], [4])
    assert best.gammas == (11, 11)
    assert best.value == Fraction(-39, 2)
    assert d.dual_objective([3], [4], EXAMPLE["X"], EXAMPLE["S"], EXAMPLE["D"]) == best.value
    assert d.lowest_cost(after, d.norm_squared(best.matrix), 10, 8, 0.5) == best.value


def test_conditions_hold_at_the_example_and_see_every_change():
    _, after = solved(**EXAMPLE)
    at = lambda a=3, b=4, g=11, x=(0,), v=(0,): d.conditions(after, [a], [b], g, x, v, 10, 8, 0.5)  # noqa: E731
    assert set(at()) == {0}
    assert at(b=3).eq_15 == 1
    assert at(a=11).eq_16 == 1
    assert at(a=-1).eq_16 == 1
    assert at(g=12).eq_9 == 1
    assert at(x=(-1,)).signs == 1
    assert at(x=(-1,)).eq_8 == 1
    assert at(x=(2,)).eq_17 == 6
    assert at(v=(2,)).eq_18 == 8
    assert at(g=10).eq_18 == 4
    assert at(x=(2,)).eq_19 == 14
    assert at(b=5).eq_20 == 11


def test_gamma_need_not_be_unique():
    """K6: two dissimilar pairs on a line, of lengths 1 and 2."""
    best, after = solved([[0], [1], [2]], [(1, 1)], [(0, 1), (0, 2)], 1, 4, 0.5)
    assert best.matrix == [[2]]
    assert best.gammas == (1, 4)
    assert d.best_gammas(after, 0.5) == (1, 4)


@st.composite
def small_problems(draw):
    rng = np.random.default_rng(draw(strategies.seeds()))
    p, n = int(rng.integers(1, 3)), 4
    X = rng.integers(-2, 3, size=(n, p)).tolist()
    pairs = [tuple(map(int, pair)) for pair in rng.permutation(list(combinations(range(n), 2)))]
    a, b = rng.integers(1, 3, size=2)
    constants = rng.choice([0.25, 0.5, 1.0, 4.0, 16.0], size=2).tolist()
    return X, pairs[:a], pairs[a : a + b], *constants, float(rng.choice([0.25, 0.5, 0.75]))


@settings(max_examples=40)
@given(small_problems())
def test_exact_optima_have_no_gap_and_meet_all_conditions(problem):
    """Degenerate ones too: repeated and collinear points, pairs of length zero."""
    X, S, D, C_S, C_D, nu = problem
    best, after = solved(*problem)
    assert best.value == d.dual_objective(best.alpha_S, best.alpha_D, X, S, D)
    assert best.value == d.lowest_cost(after, d.norm_squared(best.matrix), C_S, C_D, nu)
    for gamma in best.gammas:
        slack = d.slacks(after, gamma)
        found = d.conditions(after, best.alpha_S, best.alpha_D, gamma, *slack, C_S, C_D, nu)
        assert set(found) == {0}
    support, errors = d.proposition_3(best.alpha_D, Fraction(C_D) / len(D))
    assert support >= Fraction(nu)
    if best.gammas[0] > 0:
        assert errors <= Fraction(nu)


@settings(max_examples=40)
@given(small_problems())
def test_kernel_rows_and_points_give_the_same(problem):
    X, S, D, *_ = problem
    best, after = solved(*problem)
    K = [[sum(a * b for a, b in zip(x, z, strict=True)) for z in X] for x in X]
    alpha = best.alpha_S, best.alpha_D
    assert d.kernel_distances(K, S, D, *alpha) == after
    assert d.kernel_norm_squared(K, S, D, *alpha) == d.norm_squared(best.matrix)
    assert d.kernel_dual_objective(K, S, D, *alpha) == best.value
    for a, b in combinations(range(len(X)), 2):
        z = [Fraction(u) - v for u, v in zip(X[a], X[b], strict=True)]
        expected = d.quadratic_form(z, best.matrix)
        assert d.squared_distance_from_rows(K[a], K[b], S, D, *alpha) == expected
        values = [d.kernel_from_rows(K[i], K[j], S, D, *alpha) for i, j in ((a, a), (b, b), (a, b))]
        assert values[0] + values[1] - 2 * values[2] == expected


@settings(max_examples=40)
@given(strategies.seeds(), st.integers(1, 5), st.booleans())
def test_manufactured_metrics_are_optimal(seed, dimension, cone):
    q = d.metric_program(np.random.default_rng(seed), dimension, cone)
    assert 0 < q.nu < 1
    sizes = [np.abs(matrix).max() for matrix in (q.matrix, q.M)]
    for matrix in (q.M, q.cone_multiplier, *([q.matrix] if cone else [])):
        assert np.linalg.eigvalsh(matrix)[0] >= -1e-12 * max(sizes)
    alphas = q.alpha_S, q.alpha_D
    sigma = np.array(d.metric_from_multipliers(q.X, q.similar, q.dissimilar, *alphas), dtype=float)
    assert np.abs(sigma + q.cone_multiplier - q.matrix).max() <= 1e-13 * sizes[0]
    assert abs((q.matrix * q.cone_multiplier).sum()) <= 1e-12 * sizes[0] ** 2
    after = d.distances(q.X, q.similar, q.dissimilar, q.matrix, q.M)
    lengths = max(float(max(map(abs, row))) for row in after)
    slack = d.slacks(after, q.gamma)
    found = d.conditions(after, q.alpha_S, q.alpha_D, q.gamma, *slack, q.C_S, q.C_D, q.nu)
    assert max(map(float, found)) <= 1e-13 * lengths * (1 + q.C_S + q.C_D) * len(q.X)
    cost = d.lowest_cost(after, d.norm_squared(q.matrix), q.C_S, q.C_D, q.nu)
    assert float(cost) == pytest.approx(q.value, rel=1e-11, abs=1e-11)


def test_manufactured_metrics_are_of_both_kinds():
    """Many printed optima are indefinite, and many cones are active."""
    rng = np.random.default_rng(0)
    printed = [d.metric_program(rng, 3) for _ in range(40)]
    assert 5 < sum(np.linalg.eigvalsh(q.matrix)[0] < -1e-3 for q in printed) < 40
    cones = [d.metric_program(rng, 3, cone=True) for _ in range(40)]
    assert sum(np.abs(q.cone_multiplier).max() > 1e-3 for q in cones) > 10


# ----------------------------------------------------------------------------------- Xing et al.


def test_xing_by_hand():
    """One dissimilar pair z: the best value is sqrt(t z'W^-1 z); on a line A = t / sum z^2."""
    X = [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 1.0]]
    S, D = [(0, 1), (0, 2)], [(0, 3)]
    A = d.xing_optimum(X, S, D, t=2.0)
    assert d.xing_constraint(A, X, S) == pytest.approx(2.0)
    assert d.xing_objective(A, X, D) == pytest.approx(sqrt(2 * (9 + 1 / 4)))
    line = d.xing_optimum([[0.0], [1.0], [3.0]], [(0, 1), (1, 2)], [(0, 2)])
    assert line == pytest.approx(1 / 5)


@settings(max_examples=30)
@given(strategies.seeds(), st.integers(1, 4), st.sampled_from([0.5, 1.0, 10.0]))
def test_factor_form_reaches_its_upper_bound(seed, p, t):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((8, p))
    pairs = list(combinations(range(8), 2))
    S, D = pairs[:: max(2, 7 - p)], pairs[1 :: max(2, 7 - p)]
    A = d.xing_optimum(X, S, D, t)
    value, bound = d.xing_objective(A, X, D), d.xing_upper_bound(A, X, S, D, t)
    assert d.xing_constraint(A, X, S) == pytest.approx(t)
    assert value <= bound * (1 + 1e-12)
    assert value >= bound * (1 - 1e-6)
    # the bound holds from anywhere, and says so of a metric that is not the best one
    other = np.eye(p) * t / d.xing_constraint(np.eye(p), X, S)
    assert d.xing_upper_bound(other, X, S, D, t) >= value * (1 - 1e-12)
    assert d.xing_objective(other, X, D) <= value * (1 + 1e-12)
