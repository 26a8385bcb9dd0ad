"""Axioms hold where they hold, and fail at the points where they fail."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.axioms import (
    asymmetry,
    indiscernible_pairs,
    is_metric,
    negativity,
    permutation_equivariant,
    permutation_invariant,
    self_distance,
    symmetric,
    triangle_excess,
    violations,
)
from gramcheck.verify.definitions import d2ke

LINE = np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0)))


@given(strategies.distance_matrices())
def test_shortest_paths_satisfy_every_axiom(D):
    assert violations(D, slack=1e-14, identity=False) == []
    assert is_metric(D, slack=1e-14, identity=False).passed


@given(strategies.distance_matrices(metric=False))
def test_a_violated_triangle_is_found_at_its_points(D):
    worst = triangle_excess(D)
    x, y, z = worst.points
    assert worst.by == D[x, z] - (D[x, y] + D[y, z])
    assert worst.by == max(
        D[x, z] - (D[x, y] + D[y, z]) for x, y, z in product(range(len(D)), repeat=3)
    )
    assert worst.by >= 1 - 1e-14
    assert [v.axiom for v in violations(D, slack=0.5, identity=False)] == ["triangle"]
    assert not is_metric(D, slack=0.5, identity=False).passed


def test_each_axiom_alone_is_told():
    def broken(i, j, value, both=False):
        D = LINE.copy()
        D[i, j] = value
        if both:
            D[j, i] = value
        return D

    assert [v.axiom for v in violations(broken(1, 1, 0.5), 0.0)] == ["zero to itself"]
    assert [v.axiom for v in violations(broken(0, 3, 2.5), 0.0)] == ["symmetric"]
    assert [v.axiom for v in violations(broken(0, 3, 3.5, both=True), 0.0)] == ["triangle"]
    assert "nonnegative" in [v.axiom for v in violations(broken(0, 1, -1, both=True), 0.0)]
    twins = np.abs(np.subtract.outer([0.0, 1.0, 1.0], [0.0, 1.0, 1.0]))
    assert [v.axiom for v in violations(twins, 0.0)] == ["different points apart"]
    assert violations(twins, 0.0, identity=False) == []
    assert violations(LINE, 0.0) == []


def test_each_measure_gives_points_and_size():
    D = np.array([[0.0, 2.0, -1.0], [3.0, 0.25, 1.0], [5.0, 1.0, 0.0]])
    assert (negativity(D).points, negativity(D).by) == ((0, 2), 1.0)
    assert (self_distance(D).points, self_distance(D).by) == ((1, 1), 0.25)
    assert (asymmetry(D).points, asymmetry(D).by) == ((0, 2), 6.0)
    assert indiscernible_pairs(np.zeros((3, 3))) == [(0, 1), (0, 2), (1, 2)]


def test_known_violations_of_the_papers_distances():
    """Modified Hausdorff: {0, 1}, {0, .1, 1}, {0}: 0.5 > 0.4."""
    sets = [[0.0, 1.0], [0.0, 0.1, 1.0], [0.0]]
    D = d2ke.cdist(sets, sets, "modified_hausdorff")
    outcome = is_metric(D, slack=1e-12, objects=sets)
    assert not outcome.passed
    assert "triangle" in outcome.detail
    assert "[0.0, 0.1, 1.0]" in outcome.detail
    assert outcome.measured == pytest.approx(0.1)


def test_the_slack_is_what_roundings_may_do():
    D = LINE.copy()
    D[0, 3] = D[3, 0] = 3 + 2**-40
    assert is_metric(D, slack=2**-39).ratio == 0.5
    assert is_metric(D, slack=2**-41).ratio == 2
    assert is_metric(D, slack=0.0).ratio == math.inf


@pytest.mark.parametrize("entry", [np.nan, np.inf])
def test_what_is_not_finite_is_no_metric(entry):
    D = LINE.copy()
    D[1, 2] = entry
    assert not is_metric(D, slack=1e-9).passed


def test_what_is_no_matrix_is_a_failure():
    assert not is_metric(np.ones(3), slack=0.0).passed
    with pytest.raises(ValueError, match="not a square"):
        triangle_excess(np.ones((2, 3)))
    with pytest.raises(ValueError, match="not finite"):
        triangle_excess(np.full((2, 2), np.inf))


def test_asymmetric_functions_are_told():
    assert symmetric(1.0, 2.0, lambda x, y: abs(x - y), slack=0.0).passed
    assert not symmetric(1.0, 2.0, lambda x, y: max(x - y, 0.0), slack=0.5).passed
    assert symmetric(1.0, 2.0, lambda x, y: max(x - y, 0.0), slack=1.0).passed


@given(strategies.points(), st.data())
def test_permutations_that_matter_are_told_from_those_that_do_not(x, data):
    order = data.draw(st.permutations(range(len(x))))
    assert permutation_invariant(lambda x: x.max(axis=0), x, order, atol=0).passed
    first = permutation_invariant(lambda x: x[0], x, order, atol=0)
    assert first.passed == (x[order[0]] == x[0]).all()


def test_a_matrix_that_forgets_the_order_of_its_objects_is_told():
    def gram(X):
        return np.multiply.outer(X, X)

    def by_rank(X):
        return gram(sorted(X))

    assert permutation_equivariant(gram, [1.0, 2.0, 4.0], [2, 0, 1], atol=0).passed
    assert not permutation_equivariant(by_rank, [1.0, 2.0, 4.0], [2, 0, 1], atol=0).passed
