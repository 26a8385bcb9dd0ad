"""The constant is the largest slope, and the pair attains it."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.lipschitz import is_lipschitz, lipschitz_constant

EPS = np.finfo(float).eps


@given(st.data(), strategies.distance_matrices())
def test_constant_and_pair_are_those_of_the_loop_over_all_pairs(data, D):
    n = len(D)
    if n < 2:
        return
    f = data.draw(strategies.points(min_size=n, max_size=n))
    found = lipschitz_constant(f, D)
    slopes = {}
    for x, y in combinations(range(n), 2):
        change = math.dist(f[x], f[y])
        with np.errstate(over="ignore"):
            slopes[x, y] = change / D[x, y] if D[x, y] else (math.inf if change else 0.0)
    largest = max(slopes.values())
    if math.isinf(largest):
        assert math.isinf(found.constant)
    else:
        assert abs(found.constant - largest) <= 8 * EPS * largest
    assert slopes[found.pair] >= largest * (1 - 16 * EPS)
    assert found.distance == D[found.pair]


def test_a_known_constant():
    x = np.array([0.0, 1.0, 3.0, 3.5])
    D = np.abs(np.subtract.outer(x, x))
    found = lipschitz_constant(x**2, D)
    assert (found.constant, found.pair) == (6.5, (2, 3))
    assert lipschitz_constant(np.ones(4), D).constant == 0


def test_different_values_at_distance_zero_have_no_constant():
    D = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    found = lipschitz_constant([0.0, 1e-300, 0.0], D)
    assert (found.constant, found.pair) == (math.inf, (0, 1))
    assert lipschitz_constant([0.5, 0.5, 0.0], D).constant == 0.5
    assert lipschitz_constant([0.5, 0.5 + EPS, 0.0], D, resolution=EPS).constant < 0.51


def test_of_two_directions_the_shorter_one_counts():
    D = np.array([[0.0, 4.0], [2.0, 0.0]])
    assert lipschitz_constant([0.0, 1.0], D).constant == 0.5


def test_the_outcome_names_the_pair():
    x = np.array([0.0, 1.0, 3.0])
    D = np.abs(np.subtract.outer(x, x))
    assert is_lipschitz(4.0, x**2, D).ratio == 1
    outcome = is_lipschitz(2.0, x**2, D)
    assert outcome.ratio == 2
    assert "points 1 and 2" in outcome.detail
    assert is_lipschitz(0.0, np.ones(3), D).passed
    assert not is_lipschitz(0.0, x, D).passed


@pytest.mark.parametrize(
    "values", [[0.0], [0.0, math.nan, 1.0], [0.0, 1.0], np.zeros((3, 2, 2)), 1.0, ["a", "b", "c"]]
)
def test_malformed_values_are_refused_or_fail(values):
    D = np.ones((3, 3)) - np.eye(3)
    assert not is_lipschitz(1.0, values, D).passed
    with pytest.raises((TypeError, ValueError)):
        lipschitz_constant(values, D)


def test_malformed_distances_are_refused():
    for D in (np.full((2, 2), np.nan), -np.ones((2, 2)), np.ones((2, 3))):
        with pytest.raises(ValueError, match=r"distances|meet"):
            lipschitz_constant([0.0, 1.0], D)


@pytest.mark.parametrize("bound", [math.nan, -1.0])
def test_a_malformed_bound_is_a_fault_of_the_check(bound):
    with pytest.raises(ValueError, match="bound must be nonnegative"):
        is_lipschitz(bound, [0.0, 1.0], np.ones((2, 2)) - np.eye(2))
