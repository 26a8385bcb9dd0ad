"""The brute-force definitions of D2KE against values worked by hand.

Distances and kernel; finite spaces, Algorithm 1, bounds and baselines are in files beside.
"""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from gramcheck.verify.definitions import d2ke
from tests.verify.rounding import roundings

F = Fraction


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


@pytest.mark.parametrize(
    ("x", "y", "edits"), [("", "ab", 2), ("abc", "ab", 1), ("ab", "ba", 2), ("abc", "axcb", 2)]
)
def test_the_shortest_path_of_edits_by_hand(x, y, edits):
    assert d2ke.levenshtein_by_edits(x, y) == edits


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


def test_dtw_of_long_series_is_no_deep_recursion():
    assert d2ke.dtw([0] * 2000 + [1], [0, 1]) == 0


def test_dtw_window_never_cuts_the_end_off():
    # |n - m| = 3 > w = 0: the band is |i - j| <= 3, here no restriction
    assert d2ke.dtw([0, 0, 0, 5], [5], window=0) == 15


def test_number_of_warping_paths():
    # Delannoy numbers of the steps: D(1, 1) = 3, D(2, 2) = 13, D(5, 5) = 1683
    assert [sum(1 for _ in d2ke.warping_paths(n, n)) for n in (1, 2, 3, 6)] == [1, 3, 13, 1683]
    assert sum(1 for _ in d2ke.warping_paths(1, 7)) == 1


# Hausdorff ------------------------------------------------------------------------------------


def test_modified_hausdorff_is_not_a_metric():
    # means of nearest distances: A-B max(0, .1/3); B-C 1.1/3; A-C 1/2, more than .4 together
    A, B, C = [0, F(1)], [0, F(1, 10), 1], [0]
    AB, BC, AC = (d2ke.modified_hausdorff(*pair) for pair in ((A, B), (B, C), (A, C)))
    assert (AB, BC, AC) == (float(F(1, 30)), float(F(11, 30)), 0.5)
    assert AC > AB + BC


def test_modified_hausdorff_to_the_letter_takes_as_many_points_of_either():
    # from {0, 1} to {0, 3} points are 0 and 1 away, from {0, 3} to {0, 1} 0 and 2
    assert d2ke.modified_hausdorff_as_printed([[0], [1]], [[0], [3]]) == 1
    assert d2ke.modified_hausdorff_as_printed([[0], [3]], [[0], [1]]) == 1
    with pytest.raises(IndexError):
        d2ke.modified_hausdorff_as_printed([[0], [1], [2]], [[0], [3]])


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


def test_softmin_by_hand():
    assert d2ke.softmin([3.0], [1], 0.1) == 3
    # both at a: a, for weights that sum to one
    assert d2ke.softmin([2.5, 2.5], [F(1, 3), F(2, 3)], 7.0) == 2.5
    # exp(-1e5) underflows in floating point; far apart, the minimum minus log(p) / gamma
    assert d2ke.softmin([1e5, 2e5], [0.5, 0.5], 1.0) == 1e5 + math.log(2)
    assert d2ke.softmin([0.0, math.inf], [0.5, 0.5], 2.0) == math.log(2) / 2
