"""The statements of KCR: worked by hand, and against forms that are even more naive."""

import math

import numpy as np
import pytest

from gramcheck.verify.definitions import kcr
from gramcheck.verify.definitions.kcr.bounds import SURROGATES

LINE, CLASSES = [[0, 1, 3], [1, 0, 2], [3, 2, 0]], ["a", "a", "b"]


def test_errors_and_objectives_by_hand():
    """At h = 2 the points at 0 and 1 see each other, and so do those at 1 and 3."""
    assert kcr.errors_5(LINE, CLASSES, 2) == [False, False, True]
    assert kcr.objective_5(LINE, CLASSES, 2, 0.5, 4) == 1 + 4 * 0.5
    # by rule (2), where each point has its own vote, all is tied at 3 and goes to "a"
    assert kcr.regularized_error(LINE, CLASSES, 2, 0.5, 4) == pytest.approx(1 / 3 + 2)
    assert kcr.objective_8(LINE, CLASSES, 2, penalty=0.5, lam=4) == 0 + 1 + 2 + 2
    cauchy = [kcr.objective_8(LINE, CLASSES, 2, "cauchy", "hinge", *p) for p in ((), (2,), (3,))]
    assert cauchy[0] == cauchy[1] != cauchy[2]


def test_points_without_neighbors_are_no_errors():
    assert kcr.errors_5(LINE, CLASSES, 0.5) == [False] * 3


def test_the_exponent_of_the_cauchy_kernel_decides():
    """At 0, 0, 1, 2 and 4, of which 2 is of another class, h = 1.

    At 4 the votes are 2/17 + 1/10 against 1/5, and of cubes 2/65 + 1/28 against 1/9. At 2 the own
    vote, 1, is less than 2/5 + 1/2 + 1/5, and more than 2/9 + 1/2 + 1/9.
    """
    places, y = [0, 0, 1, 2, 4], list("aaaba")
    D = [[abs(a - b) for b in places] for a in places]
    assert kcr.errors_5(D, y, 1, "cauchy") == [False, False, False, True, False]
    assert kcr.errors_5(D, y, 1, "cauchy", 3) == [False, False, False, True, True]
    assert [kcr.objective_5(D, y, 1, 3, 2, "cauchy", p) for p in (2, 3)] == [1 + 6, 2 + 6]
    assert [kcr.regularized_error(D, y, 1, 3, 2, "cauchy", p) for p in (2, 3)] == [0.2 + 6, 6]
    identity = np.eye(5).tolist()
    of_the_line = [kcr.objective_6([places], identity, y, 1, 2, "cauchy", p) for p in (2, 3)]
    assert of_the_line == [1 + 2 * 21, 2 + 2 * 21]


def test_objective_of_coefficients_is_that_of_the_line_they_make():
    """phi = 3 (K(., x_3) - K(., x_1)) on orthonormal points: -3, 0 and 3, of norm 18."""
    identity = np.eye(3).tolist()
    of_line = kcr.objective_5([[0, 3, 6], [3, 0, 3], [6, 3, 0]], CLASSES, 3, 18, 0.25)
    assert kcr.objective_6([[-3, 0, 3]], identity, CLASSES, 3, 0.25) == of_line
    # in two coordinates, the same picture turned by a right angle
    assert kcr.objective_6([[0] * 3, [-3, 0, 3]], identity, CLASSES, 3, 0.25) == of_line


def test_coefficients_from_pairs_are_those_of_the_double_sum():
    b = np.random.default_rng(0).integers(-4, 5, size=(4, 4))
    unit = np.eye(4, dtype=int)
    double = sum(b[i, j] * (unit[i] - unit[j]) for i in range(4) for j in range(4))
    assert kcr.coefficients_from_pairs(b.tolist()) == double.tolist()


def test_surrogates_at_zero_and_their_common_slope():
    """Margins of 0: one coincident point of each class."""
    D, y = [[0, 0, 0]] * 3, ["a", "a", "b"]
    of = {name: kcr.objective_8(D, y, 1, surrogate=name) for name in SURROGATES}
    # margins 1 - 1 for each "a", 2 for the "b"
    assert of["hinge"] == 1 + 1 + 3
    assert of["logistic"] == pytest.approx(2 * math.log(2) + math.log(1 + math.e**2))
    assert of["logistic-base-2"] == pytest.approx(of["logistic"] / math.log(2))


def test_lemma_5_for_a_definite_and_for_a_constant_kernel():
    """Definite: c less the part of K^-1 1; constant: every function has differences 0."""
    rng = np.random.default_rng(1)
    X = rng.integers(-3, 4, size=(4, 4))
    K, c = X @ X.T + np.eye(4), rng.integers(-3, 4, size=4)
    ones = np.linalg.solve(K, np.ones(4))
    expected = c - ones * c.sum() / ones.sum()
    got = kcr.lemma_5(c.tolist(), K.tolist())
    assert sum(got) == 0
    np.testing.assert_allclose(np.array(got, dtype=float), expected, atol=1e-10)
    assert kcr.lemma_5([1, 2, 4], [[5] * 3] * 3) == [0, 0, 0]


def test_objective_10_in_matrices():
    rng = np.random.default_rng(2)
    X, c = rng.integers(-3, 4, size=(4, 2)), rng.integers(-3, 4, size=4)
    K = X @ X.T
    theta = lambda d: max(map(max, d))  # noqa: E731
    f = K @ c
    expected = f.max() - f.min() + 0.5 * c @ K @ c
    assert kcr.objective_10(c.tolist(), K.tolist(), theta, 0.5) == expected


def test_one_step_of_algorithm_1_by_hand():
    """Two points of two classes, K = I, Sigma = 0: both pairs are active, for 1 > -h~ always.

    M_12 = [[1, -1], [-1, 1]], so G = -2 M + lam I, whose last part the projections take off.
    """
    Sigma, h2 = kcr.algorithm_1(
        [[1, 0], [0, 1]], ["a", "b"], 0.5, [0.25], [0.125], [[0, 0], [0, 0]], 2, sweeps=200
    )
    assert h2 == 2 - 2 * 0.125
    size = Sigma[0][0]
    np.testing.assert_allclose(Sigma, [[size, -size], [-size, size]], atol=1e-3)
    exact = kcr.project([[0.5 - 0.125, -0.5], [-0.5, 0.5 - 0.125]])
    assert size == pytest.approx(exact[0][0], rel=0.02)
