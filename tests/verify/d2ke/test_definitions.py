"""The brute-force definitions of D2KE against values worked by hand, and against each other.

Distances and kernel; finite spaces, Algorithm 1, bounds and baselines are in files beside.
"""

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from gramcheck.verify.definitions import d2ke
from tests.verify.rounding import roundings

F = Fraction
BINARY = ["".join(s) for n in range(5) for s in product("01", repeat=n)]


# Levenshtein ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "edits"),
    [
        ("kitten", "sitting", 3),  # k to s, e to i, g inserted
        ("", "abc", 3),
        ("", "", 0),
        ("ab", "ba", 2),  # a transposition is not one edit
        ("\U0001f600", "\U0001f601", 1),  # one code point each, outside the basic plane
        ("e\u0301", "\u00e9", 2),  # a letter with a combining accent is two code points
        ("intention", "execution", 5),  # i deleted; n, t, n to e, x, c; u inserted
    ],
)
def test_levenshtein_by_hand(x, y, edits):
    assert d2ke.levenshtein(x, y) == edits


def test_recursion_over_prefixes_is_the_shortest_path_of_edits():
    strings = [*BINARY[:15], "abc", "cab", "acab", "bca", "abcab"]
    for x, y in product(strings, repeat=2):
        assert d2ke.levenshtein(x, y) == d2ke.levenshtein_by_edits(x, y), (x, y)


def test_levenshtein_is_a_metric():
    assert d2ke.metric_violations(d2ke.cdist(BINARY, BINARY, "levenshtein")) == []


def test_levenshtein_goes_past_the_depth_of_recursion():
    assert d2ke.levenshtein("a" * 1200, "b") == 1200


# dynamic time warping -------------------------------------------------------------------------


def test_dtw_by_hand():
    # (0,0) costs 0; then |1-2| = 1; 1 meets both 1s; the ends 3 and 1 cost 2. Any path pays 1 at
    # y's 2 and, elsewhere, 2 at the end.
    assert d2ke.dtw([0, 1, 3], [0, 2, 1, 1]) == 3
    assert d2ke.dtw([(0, 0), (3, 4)], [(0, 0)]) == 5  # 3-4-5, no square root of the sum
    assert d2ke.dtw([(0, 0), (3, 4)], [(0, 0)], local_cost="sqeuclidean") == 25


@pytest.mark.parametrize(("window", "cost"), [(None, 0), (2, 0), (1, 1), (0, 2)])
def test_dtw_window_by_hand(window, cost):
    # all zeros of x can meet y's first, at |i - j| = 2; on the diagonal 0 meets 1 twice
    assert d2ke.dtw([0, 0, 0, 1], [0, 1, 1, 1], window=window) == cost


def test_dtw_window_never_cuts_the_end_off():
    # |n - m| = 3 > w = 0: the band is |i - j| <= 3, here no restriction
    assert d2ke.dtw([0, 0, 0, 5], [5], window=0) == 15


def test_number_of_warping_paths():
    # Delannoy numbers of the steps: D(1, 1) = 3, D(2, 2) = 13, D(5, 5) = 1683
    assert [sum(1 for _ in d2ke.warping_paths(n, n)) for n in (1, 2, 3, 6)] == [1, 3, 13, 1683]
    assert sum(1 for _ in d2ke.warping_paths(1, 7)) == 1


@pytest.mark.parametrize("local_cost", ["euclidean", "sqeuclidean"])
@pytest.mark.parametrize("window", [None, 0, 1, 2])
def test_dtw_recursion_is_the_enumeration_of_paths(local_cost, window):
    rng = np.random.default_rng(1)
    for n, m in product(range(1, 6), repeat=2):
        x, y = rng.normal(size=(n, 2)), rng.normal(size=(m, 2))
        options = {"local_cost": local_cost, "window": window}
        assert d2ke.dtw(x, y, **options) == d2ke.dtw_by_enumeration(x, y, **options)


def test_dtw_is_not_a_metric():
    # (0, 1) and (0, 1, 1) are at distance 0, and at 1 and 2 from (0)
    x, y, z = [0, 1], [0, 1, 1], [0]
    assert (d2ke.dtw(x, y), d2ke.dtw(x, z), d2ke.dtw(y, z)) == (0, 1, 2)
    broken = {axiom for axiom, _ in d2ke.metric_violations(d2ke.cdist([x, y, z], [x, y, z], "dtw"))}
    assert broken == {"identity", "triangle"}


# Hausdorff ------------------------------------------------------------------------------------


def test_modified_hausdorff_is_not_a_metric():
    # means of nearest distances: A-B max(0, .1/3); B-C 1.1/3; A-C 1/2, more than .4 together
    A, B, C = [0, F(1)], [0, F(1, 10), 1], [0]
    AB, BC, AC = (d2ke.modified_hausdorff(*pair) for pair in ((A, B), (B, C), (A, C)))
    assert (AB, BC, AC) == (float(F(1, 30)), float(F(11, 30)), 0.5)
    assert AC > AB + BC


def test_modified_hausdorff_does_not_see_all_of_a_multiset():
    x, y, z = [0, 1], [0, 0, 1], [0]
    assert d2ke.modified_hausdorff(x, y) == 0
    assert d2ke.modified_hausdorff(x, z) == 1 / 2
    assert d2ke.modified_hausdorff(y, z) == 1 / 3


def test_eq_2_as_printed_swaps_the_sizes():
    rng = np.random.default_rng(2)
    x, y, z = rng.normal(size=(3, 2)), rng.normal(size=(3, 2)), rng.normal(size=(2, 2))
    assert d2ke.modified_hausdorff_as_printed(x, y) == d2ke.modified_hausdorff(x, y)
    for pair in ((x, z), (z, x)):
        with pytest.raises(IndexError):
            d2ke.modified_hausdorff_as_printed(*pair)


def test_hausdorff_distances_agree_with_floating_point():
    # the naive formula in double precision is right to a few roundings
    rng = np.random.default_rng(3)
    for n, m, dimension in product((1, 2, 5), (1, 3), (1, 3)):
        x, y = rng.normal(size=(n, dimension)), rng.normal(size=(m, dimension))
        near_x = [min(math.dist(p, q) for q in y) for p in x]
        near_y = [min(math.dist(p, q) for p in x) for q in y]
        mean = max(math.fsum(near_x) / n, math.fsum(near_y) / m)
        assert roundings(d2ke.modified_hausdorff(x, y), mean) <= 3
        assert roundings(d2ke.hausdorff(x, y), max(near_x + near_y)) <= 1


def test_hausdorff_is_a_metric_on_sets():
    line = (0, 1, 3, 7)
    sets = [list(s) for size in range(1, 5) for s in combinations(line, size)]
    assert d2ke.metric_violations(d2ke.cdist(sets, sets, d2ke.hausdorff)) == []
    broken = d2ke.metric_violations(d2ke.cdist(sets, sets, "modified_hausdorff"))
    assert {axiom for axiom, _ in broken} == {"triangle"}


# the kernel -----------------------------------------------------------------------------------


def absolute(x, y):
    return abs(x - y)


def test_enumeration_of_strings():
    strings, weights = d2ke.enumerate_strings("ab", (0, 2))
    assert strings == ["", "a", "b", "aa", "ab", "ba", "bb"]
    assert weights == [F(1, 3), F(1, 6), F(1, 6), F(1, 12), F(1, 12), F(1, 12), F(1, 12)]


def test_kernel_by_hand():
    # Omega = {0, 1} with p = (1/4, 3/4) and exp(-gamma) = 1/2
    gamma, omegas, p = math.log(2), [0, 1], [F(1, 4), F(3, 4)]
    want = [[7 / 16, 1 / 2], [1 / 2, 13 / 16]]
    got = d2ke.kernel([0, 1], [0, 1], omegas, gamma, absolute, p)
    assert all(roundings(got[i][j], want[i][j]) <= 2 for i in (0, 1) for j in (0, 1))
    # one draw of each, 1/2 (1 + 1/4) = 5/8 on the diagonal
    assert roundings(d2ke.kernel([0], [0], omegas, gamma, absolute)[0][0], 5 / 8) <= 2
    # features are 1 and 1/2, over the square root of 2
    assert roundings(d2ke.feature_map([0], omegas, gamma, absolute)[0][1], 8**-0.5) <= 2


def test_eq_12_is_the_inner_product_of_the_features():
    omegas, X = ["0", "01", "110"], BINARY[:7]
    phi = np.array(d2ke.feature_map(X, omegas, 0.3, "levenshtein"))
    K = np.array(d2ke.kernel(X, X, omegas, 0.3, "levenshtein"))
    assert np.max(np.abs(phi @ phi.T - K)) <= 4 * len(omegas) * np.finfo(float).eps


def test_softmin_by_hand():
    assert d2ke.softmin([3.0], [1], 0.1) == 3
    # both at a: a, for weights that sum to one
    assert d2ke.softmin([2.5, 2.5], [F(1, 3), F(2, 3)], 7.0) == 2.5
    # exp(-1e5) underflows in floating point; far apart, the minimum minus log(p) / gamma
    assert d2ke.softmin([1e5, 2e5], [0.5, 0.5], 1.0) == 1e5 + math.log(2)
    assert d2ke.softmin([0.0, math.inf], [0.5, 0.5], 2.0) == math.log(2) / 2


@pytest.mark.parametrize("gamma", [0.01, 1.0, 30.0])
def test_eq_5_is_eq_4(gamma):
    omegas, p = d2ke.enumerate_strings("01", (0, 3))
    K = d2ke.kernel(BINARY[:9], BINARY[9:15], omegas, gamma, "levenshtein", p)
    S = d2ke.soft_distance(BINARY[:9], BINARY[9:15], omegas, gamma, "levenshtein", p)
    for k, s in zip(np.ravel(K), np.ravel(S), strict=True):
        # the soft distance was rounded once, which the exponential magnifies by gamma s
        assert roundings(math.exp(-gamma * s), k) <= 2 * (2 + gamma * s)


def test_kernel_at_large_gamma_tends_to_the_mass_of_a_geodesic():
    # path 0..4, uniform p: from 0 to j the j + 1 points between are on the geodesic
    points, p = list(range(5)), [F(1, 5)] * 5
    ratio = [d2ke.large_gamma_ratio(0, j, points, p, absolute) for j in points]
    assert ratio == [F(1, 5), F(2, 5), F(3, 5), F(4, 5), 1]
    row = d2ke.kernel([0], points, points, 20.0, absolute, p)[0]
    for j in points:  # other omegas add at most exp(-2 gamma) = 4e-18
        assert roundings(row[j] / math.exp(-20.0 * j), float(ratio[j])) <= 100
    # on the log scale the paper is right: k = ratio exp(-gamma d), so -log k / gamma tends to d
    soft = d2ke.soft_distance([0], points, points, 1e4, absolute, p)[0]
    assert all(abs(s - j) <= math.log(5) / 1e4 * 1.001 for j, s in enumerate(soft))


def test_large_gamma_fails_without_a_geodesic_through_omega():
    # Omega = {2}: from 0 to 1 by way of 2 takes 3, not 1
    assert d2ke.large_gamma_ratio(0, 1, [2], [1], absolute) == 0


def test_kernel_is_only_semidefinite():
    # two omegas, three points: rank 2, so the determinant vanishes
    K = np.array(d2ke.kernel([0, 1, 3], [0, 1, 3], [0, 1], 0.7, absolute))
    assert np.linalg.matrix_rank(K, tol=1e-14) == 2
    # and two multisets that no omega tells apart
    K = d2ke.kernel([[0, 1]], [[0, 0, 1, 1]], [[0], [0, 2]], 0.7, "modified_hausdorff")
    L = d2ke.kernel([[0, 1]], [[0, 1]], [[0], [0, 2]], 0.7, "modified_hausdorff")
    assert K == L
