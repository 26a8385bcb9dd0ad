"""What only the reference promises of pairs: neighbors in another metric, witnesses."""

import numpy as np
import pytest

from gramcheck.reference.errors import IndefiniteError
from gramcheck.reference.idealized import (
    nearest_pairs,
    nearest_pairs_from_kernel,
    pairs_from_labels,
)
from gramcheck.verify.definitions import idealized as definitions


@pytest.mark.parametrize("R", [1.5, "median"])
@pytest.mark.parametrize("root", [[[2.0, 0.0], [0.0, 0.5]], [[1.5, 0.5], [0.25, 2.0]]])
def test_neighbors_in_another_metric_are_those_of_transformed_patterns(root, R):
    """Of (x - z)'AA'(x - z), and neither M itself nor its square is the same."""
    A = np.array(root)
    X = np.random.default_rng(0).normal(size=(12, 2))
    S, D = pairs_from_labels(np.arange(12) % 2)
    as_tuples = [list(map(tuple, pairs.tolist())) for pairs in (S, D)]
    wanted = definitions.nearest_pairs((X @ A).tolist(), *as_tuples, 2, R)
    got = nearest_pairs(X, S, D, m=2, R=R, metric=A @ A.T)
    for want, found in zip(wanted, got, strict=True):
        assert found.tolist() == [list(pair) for pair in want]


@pytest.mark.parametrize("far", [1e8, 1e15])
def test_neighbors_in_another_metric_are_those_of_differences(far):
    """Integers, which far from the origin have the same differences."""
    X = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [3, 5], [2, -1]])
    every = np.column_stack(np.triu_indices(6, 1))
    pairs, M = (every[::2], every[1::2]), np.array([[2, 1], [1, 2]])
    as_tuples = [list(map(tuple, each.tolist())) for each in pairs]
    wide = np.column_stack([X[:, 0] + X[:, 1], X])  # z'Mz is the sum of the squares of these
    wanted = definitions.nearest_pairs(wide.tolist(), *as_tuples, 1, 2**0.5)
    got = nearest_pairs(X + far, *pairs, m=1, R=2**0.5, metric=M)
    for want, found in zip(wanted, got, strict=True):
        assert found.tolist() == [list(pair) for pair in want]


def test_a_partner_exactly_at_the_radius_is_within_it_in_another_metric():
    """z = (1, 2) has z'Mz = 27."""
    X, S, D = [[0, 0], [1, 2], [-1, -2], [2, 4]], [[0, 1], [1, 3]], [[0, 2], [1, 2]]
    near = nearest_pairs(X, S, D, R=27**0.5, metric=[[3, 1], [1, 5]])
    assert [pairs.tolist() for pairs in near] == [[[0, 1], [1, 3]], [[0, 2]]]


def test_an_indefinite_kernel_comes_with_its_witness():
    K = np.diag([1.0, -2.0, 3.0, 1.0])
    with pytest.raises(IndefiniteError) as caught:
        nearest_pairs_from_kernel(K, [[0, 1]], [[1, 2]])
    x = caught.value.witness
    assert x @ K @ x == pytest.approx(caught.value.eigenvalue) == pytest.approx(-2.0)


def test_equal_differences_are_equally_long_in_another_metric():
    """One similar pair and three dissimilar ones, at one distance, which is the median."""
    for rng in map(np.random.default_rng, range(60)):
        A, z = rng.normal(size=(8, 8)), rng.integers(-3, 4, 8)
        X, pairs = np.outer(np.arange(5), z), [[1, 2], [2, 3], [3, 4]]
        similar, dissimilar = nearest_pairs(X, [[0, 1]], pairs, m=1, metric=A @ A.T)
        assert len(similar) == 1
        assert len(dissimilar) == 3
