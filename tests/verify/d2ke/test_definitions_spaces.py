"""The brute-force definitions of D2KE's finite spaces and their risks: values by hand."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import product

from gramcheck.verify.definitions import d2ke
from tests.verify.rounding import roundings

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


def test_subset_space_is_a_metric_where_proposition_2_as_printed_fails():
    m, R = 6, 2
    subsets, D = d2ke.subset_space(m, R)
    assert len(subsets) == 15
    assert d2ke.metric_violations(D) == []
    # every sample, repeats too, is inside some subset, so the deviation is sure
    gamma = math.log(3) / 4  # maximizes exp(-2 gamma) - exp(-6 gamma): 2 / (3 sqrt 3)
    features = [
        [Decimal(-gamma * d).exp() for d in row[len(subsets) :]] for row in D[: len(subsets)]
    ]
    deviation = d2ke.subset_space_deviation(m, R, gamma)
    assert roundings(deviation, 2 / 3 * 2 / 27**0.5) <= 2
    just_less = Decimal(deviation) * Decimal("0.999999")
    weights = [Decimal(1) / m] * m
    assert abs(d2ke.uniform_tail_probability(features, weights, R, just_less) - 1) < 1e-20
    # at full size: .3845 > 2 t = .38 surely, and 2.9e-8, 5.0e-7, 8.7e-6 promised
    assert abs(d2ke.subset_space_deviation(10**6, 1000, gamma) - 0.3845) < 5e-5
    for p, promised in ((1e-12, 2.9e-8), (0.5, 5.0e-7), (1, 8.7e-6)):
        bound = d2ke.uniform_convergence_bound(0.19, 1000, gamma, p, form="printed")
        assert abs(bound / promised - 1) < 0.02  # two digits stated
    assert (
        abs(d2ke.uniform_convergence_bound(0.19, 60, gamma, 1e-12, form="printed") - 0.677) < 5e-4
    )
    # the corrected form with c = |X| says nothing here, as it must
    assert d2ke.uniform_convergence_bound(0.12, R, gamma, 1e-12, len(subsets)) > 1


def test_two_forms_of_the_exact_tail():
    values, weights = [F(1), F(1, 2), F(0)], [F(1, 2), F(1, 4), F(1, 4)]
    for R, t in product((1, 2, 5), (F(1, 10), F(1, 4), F(3, 8))):
        by_samples = d2ke.tail_probability(values, weights, R, t)
        assert by_samples == d2ke.tail_probability_by_counts(values, weights, R, t)
    # one draw: 5/8 is the mean; 1 is 3/8 away and 0 is 5/8, 1/2 only 1/8
    assert d2ke.tail_probability(values, weights, 1, F(3, 8)) == F(3, 4)


def test_uniform_tail_of_one_point_is_the_tail():
    features, weights = [[F(1), F(1, 2)]], [F(1, 3), F(2, 3)]
    # strictly above: the summands are 1 and 1/4, their mean 1/2
    assert d2ke.uniform_tail_probability(features, weights, 1, F(1, 4)) == F(1, 3)
    assert d2ke.tail_probability([F(1), F(1, 4)], weights, 1, F(1, 4)) == 1


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
