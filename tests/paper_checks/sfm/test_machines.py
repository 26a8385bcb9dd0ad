"""The conditions of an optimum, on machines whose dual program cvxopt solves."""

import cvxopt
import numpy as np
import pytest

from gramcheck.paper_checks.claims.sfm.machines import hinge, shifted_hinge, squared_hinge


def dual_solution(Q, y, C, intercept):
    """Multipliers of min a'Qa/2 - Σ a, 0 ≤ a ≤ C, y'a = 0 if there is an intercept; and that."""
    n = len(y)
    G, h = np.vstack([-np.eye(n), np.eye(n)]), np.append(np.zeros(n), np.full(n, C))
    equality = (cvxopt.matrix(y[None]), cvxopt.matrix(0.0)) if intercept else ()
    program = map(cvxopt.matrix, (Q * np.outer(y, y), -np.ones(n), G, h))
    options = {"show_progress": False, "abstol": 1e-13, "reltol": 1e-13, "feastol": 1e-13}
    solved = cvxopt.solvers.qp(*program, *equality, options=options)
    return np.ravel(solved["x"]), np.ravel(solved["y"])


@pytest.fixture
def points():
    """Forty points, two classes of them that overlap, and every other one to learn from."""
    rng = np.random.default_rng(3)
    y = rng.permutation(np.arange(40) % 2 == 0)
    Z = rng.normal(size=(40, 3)) + 0.7 * y[:, None]
    return Z, y, np.arange(0, 40, 2)


def hinge_values(K, y, learn, C):
    """Decision values of all points, of the machine with an intercept that costs nothing."""
    inside = K[np.ix_(learn, learn)]
    scale, signs = np.mean(np.diag(inside)), np.where(y, 1.0, -1.0)[learn]
    a, b = dual_solution(inside / scale, signs, C, intercept=True)
    return K[:, learn] @ (a * signs) / scale + b


def squared_hinge_values(Z, y, learn, C):
    """The same of the machine with an intercept that is a weight like the others."""
    K = Z @ Z.T / np.mean(np.sum(Z[learn] ** 2, axis=1)) + 1
    signs = np.where(y, 1.0, -1.0)[learn]
    Q = K[np.ix_(learn, learn)] + np.eye(len(learn)) / (2 * C)
    a, _ = dual_solution(Q, signs, 1e6, intercept=False)
    return K[:, learn] @ (a * signs)


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
def test_values_of_an_optimum_follow_from_their_margins_and_others_do_not(points, C):
    Z, y, learn = points
    K = np.exp(-np.abs(Z[:, None] - Z).sum(axis=2))
    for machine, matrix, values in (
        (hinge, K, hinge_values(K, y, learn, C)),
        (squared_hinge, Z, squared_hinge_values(Z, y, learn, C)),
    ):
        assert machine(matrix, y, learn, values, C) == pytest.approx(values, abs=1e-5)
        others = values + 0.1 * np.sin(np.arange(len(y)))
        assert np.abs(machine(matrix, y, learn, others, C) - others).max() > 0.02


def test_the_spectrum_is_shifted_by_a_negative_eigenvalue_of_the_training_part_alone(points):
    Z, y, learn = points
    K = np.exp(-np.abs(Z[:, None] - Z).sum(axis=2)) - 0.5 * np.eye(len(y))
    least = np.linalg.eigvalsh(K[np.ix_(learn, learn)])[0]
    assert least < 0
    shifted = K.copy()
    shifted[learn, learn] -= least
    values = hinge_values(shifted, y, learn, 1.0)
    assert shifted_hinge(K, y, learn, values, 1.0) == pytest.approx(values, abs=1e-5)
    assert np.abs(hinge(K, y, learn, values, 1.0) - values).max() > 0.02
