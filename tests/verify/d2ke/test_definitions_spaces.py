"""The brute-force definitions of D2KE's finite spaces and their risks: values by hand."""

import math
from fractions import Fraction

from gramcheck.verify.definitions import d2ke

F = Fraction


def test_axioms_are_told_apart():
    assert d2ke.metric_violations([[0, 1], [1, 0]]) == []
    assert d2ke.metric_violations([[0, -1], [-1, 0]])[0] == ("nonnegative", (0, 1))
    assert d2ke.metric_violations([[0, 0], [0, 0]]) == [("identity", (0, 1)), ("identity", (1, 0))]
    assert ("symmetry", (0, 1)) in d2ke.metric_violations([[0, 1], [2, 0]])
    path = d2ke.path_space(3)
    assert d2ke.metric_violations(path) == []
    path[0][2] = path[2][0] = 3  # more than 1 + 1
    assert d2ke.metric_violations(path) == [("triangle", (0, 2, 1)), ("triangle", (2, 0, 1))]


def test_covering_number_by_hand():
    # five points in a row: two balls of radius 1 cover three and two, one of radius 2 all
    path = d2ke.path_space(5)
    assert [d2ke.covering_number(path, r) for r in (0, 0.99, 1, 2, 4)] == [5, 5, 2, 1, 1]
    # a ball is closed: Definition 1 says <=
    assert d2ke.covering_number(d2ke.two_point_space(F(1, 3)), F(1, 3)) == 1


def test_covering_constant_by_hand():
    # points 0, 1/2, 1: N = 3 below 1/2 and 1 from there; sup N delta^p = max(3 / 2^p, 1)
    D = [[abs(a - b) for b in (0, F(1, 2), 1)] for a in (0, F(1, 2), 1)]
    assert d2ke.covering_constant(D, 1) == 1.5
    assert d2ke.covering_constant(D, 3) == 1
    # every p > 0 will do, with a constant of at most the number of points
    assert d2ke.covering_constant(D, 1e-9) <= 3


def test_lipschitz_constant():
    assert d2ke.lipschitz_constant([0, 3, 4], d2ke.path_space(3)) == 3
    assert d2ke.lipschitz_constant([0, 1], [[0, 0], [0, 0]]) == math.inf
    assert d2ke.lipschitz_constant([1, 1], [[0, 0], [0, 0]]) == 0


def test_tails_by_hand():
    # one draw: 5/8 is the mean; 1 is 3/8 away and 0 is 5/8, 1/2 only 1/8
    values = [F(1), F(1, 2), F(0)]
    assert d2ke.tail_probability_by_counts(values, [F(1, 2), F(1, 4), F(1, 4)], 1, F(3, 8)) == (
        F(3, 4)
    )
    features, weights = [[F(1), F(1, 2)]], [F(1, 3), F(2, 3)]
    # strictly above: the summands are 1 and 1/4, their mean 1/2
    assert d2ke.uniform_tail_probability(features, weights, 1, F(1, 4)) == F(1, 3)
    assert d2ke.tail_probability_by_counts([F(1), F(1, 4)], weights, 1, F(1, 4)) == 1


def test_knn_risk_by_hand():
    # two points at distance 1, f = 0 and 1, mass q at 1: wrong by 1 if no draw is at x
    q, n = F(1, 4), 3
    space, masses = d2ke.two_point_space(), [1 - q, q]
    want = (1 - q) * q**n + q * (1 - q) ** n
    assert d2ke.knn_risk(space, masses, [0, 1], n, 1) == want
    assert d2ke.one_nn_risk(space, masses, [0, 1], n) == want
    # noise adds variance / k
    assert d2ke.knn_risk(space, masses, [0, 1], n, 1, variance=F(2)) == want + 2
    assert d2ke.knn_risk(space, masses, [5, 5], n, 3, variance=F(2)) == F(2, 3)


def test_two_forms_of_the_nearest_neighbor_risk():
    space, masses, f = d2ke.path_space(4), [F(1, 2), F(1, 4), F(1, 8), F(1, 8)], [0, 3, 1, 7]
    for n in (1, 2, 4):  # the path has ties on both sides of a point
        assert d2ke.knn_risk(space, masses, f, n, 1) == d2ke.one_nn_risk(space, masses, f, n)


def test_subset_space_by_hand():
    subsets, D = d2ke.subset_space(3, 2)
    assert subsets == [(0, 1), (0, 2), (1, 2)]
    assert D == [
        [0, 2, 2, 1, 1, 3],
        [2, 0, 2, 1, 3, 1],
        [2, 2, 0, 3, 1, 1],
        [1, 1, 3, 0, 2, 2],
        [1, 3, 1, 2, 0, 2],
        [3, 1, 1, 2, 2, 0],
    ]


def test_large_gamma_ratio_by_hand():
    # of 0, 1, 2, 3 with these masses 1, 2 and 3 are on the way from 1 to 3
    masses = [F(1, 2), F(1, 4), F(1, 8), F(1, 8)]
    assert d2ke.large_gamma_ratio(1, 3, range(4), masses, lambda x, y: abs(x - y)) == F(1, 2)


def test_subset_spaces_deviate_by_the_features_that_are_not_drawn():
    """Two of three drawn, all distances doubled: one squared feature is another."""
    expected = (math.exp(-1) - math.exp(-3)) / 3
    assert math.isclose(d2ke.subset_space_deviation(3, 2, 0.25, 2), expected, rel_tol=1e-15)
