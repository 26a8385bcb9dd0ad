"""The statements of Section 3.2, as printed, at what the engines find: two ways to one number."""

import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import (
    dual,
    learn_metric,
    make_toy,
    metric_from_multipliers,
    nearest_pairs,
    pair_margins,
    pairs_from_labels,
    solve_dual,
)

CONSTANTS = (50.0, 80.0, 0.3)
M = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 0.25]])


def problem(irrelevant=2, n=10):
    """Toy data with their nearest pairs, in an order of no kind."""
    rng = np.random.default_rng(5)
    X, y = make_toy(n, rng, irrelevant)
    X = X / 10
    S, D = nearest_pairs(X, *pairs_from_labels(y))
    return X, rng.permutation(S), rng.permutation(D)


@pytest.mark.parametrize("first", [None, M])
@pytest.mark.parametrize(("irrelevant", "n"), [(2, 10), (40, 8)])
def test_the_engine_solves_the_printed_program(irrelevant, n, first):
    """With fewer features of the Hessian than pairs, and with more features than patterns."""
    if first is not None and irrelevant > 2:
        first = np.diag(np.linspace(0.5, 2, 1 + irrelevant))
    X, S, D = problem(irrelevant, n)
    learned = learn_metric(X, S, D, *CONSTANTS, M=first)
    printed = metric_from_multipliers(X, S, D, *solve_dual(X, S, D, *CONSTANTS, M=first))
    assert np.abs(learned.matrix - printed).max() <= 1e-5 * np.abs(printed).max()


def test_a_program_that_cvxopt_does_not_solve_is_an_error(monkeypatch):
    def lazy(*program, options):
        return {"status": "unknown", "gap": 0.5, "x": program[1]}

    monkeypatch.setattr(dual.solvers, "qp", lazy)
    X, S, D = problem()
    with pytest.raises(ConvergenceError, match="status 'unknown'"):
        solve_dual(X, S, D, *CONSTANTS)


def test_multipliers_that_cvxopt_leaves_a_little_outside_their_boxes_are_moved_inside(monkeypatch):
    X, S, D = problem()
    usual = dual.solvers.qp

    def outside(*program, options):
        found = usual(*program, options=options)
        alpha = np.ravel(found["x"])
        middle = np.repeat([CONSTANTS[0] / len(S), CONSTANTS[1] / len(D)], [len(S), len(D)]) / 2
        return found | {"x": middle + (1 + 5e-7) * (alpha - middle)}

    monkeypatch.setattr(dual.solvers, "qp", outside)
    alpha_S, alpha_D = solve_dual(X, S, D, *CONSTANTS)
    assert min(alpha_S.min(), alpha_D.min()) >= 0
    assert alpha_S.max() <= CONSTANTS[0] / len(S)
    assert alpha_D.max() <= CONSTANTS[1] / len(D)


def test_the_metric_11_is_symmetric_where_its_terms_cancel():
    """So the functions that take a symmetric matrix take it."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6, 3))
    X[3] = X[0] + 1e-9 * rng.normal(size=3)
    pairs = X, [(0, 1)], [(1, 3)]
    matrix = metric_from_multipliers(*pairs, [1e9], [1e9])
    assert np.array_equal(matrix, matrix.T)
    pair_margins(*pairs, matrix, 0.0)
