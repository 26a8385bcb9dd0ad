"""The statements of Section 3.2, as printed, at what the engines find: two ways to one number."""

import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import (
    average_gamma,
    best_gamma,
    dual,
    dual_objective,
    eta_from_multipliers,
    kkt_conditions,
    lagrangian,
    learn_metric,
    make_toy,
    metric_from_multipliers,
    nearest_pairs,
    nu_from_multipliers,
    pair_margins,
    pairs_from_labels,
    primal_objective,
    smallest_slacks,
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


@pytest.mark.parametrize("first", [None, M])
def test_the_result_meets_every_statement(first):
    X, S, D = problem()
    learned = learn_metric(X, S, D, *CONSTANTS, M=first)
    alphas, etas = (learned.alpha_S, learned.alpha_D), (learned.eta_S, learned.eta_D)
    slacks = learned.slack_S, learned.slack_D
    of_metric = (X, S, D, learned.matrix, learned.gamma)
    size = abs(learned.primal)

    # (11), (12), (13)
    assert metric_from_multipliers(X, S, D, *alphas) == pytest.approx(learned.matrix, abs=1e-10)
    assert nu_from_multipliers(learned.alpha_D, learned.mu, 80.0) == pytest.approx(0.3, rel=1e-14)
    assert all(map(np.array_equal, etas, eta_from_multipliers(*alphas, 50.0, 80.0)))
    # (8), (9), the primal, (10), (14)
    for got, want in zip(smallest_slacks(*of_metric, M=first), slacks, strict=True):
        assert got == pytest.approx(want, abs=1e-10)
    value = primal_objective(learned.matrix, learned.gamma, *slacks, *CONSTANTS)
    assert value == pytest.approx(learned.primal, rel=1e-10)
    at_solution = lagrangian(*of_metric, *slacks, *alphas, *etas, learned.mu, *CONSTANTS, M=first)
    assert at_solution == pytest.approx(learned.primal, rel=1e-8)
    assert dual_objective(*alphas, X, S, D, M=first) == pytest.approx(learned.dual, rel=1e-10)
    # (17)-(22)
    conditions = kkt_conditions(*of_metric, *slacks, *alphas, *etas, learned.mu, M=first)
    for name in ("eq_17", "eq_18", "eq_19_S", "eq_19_D", "eq_20"):
        assert np.abs(getattr(conditions, name)).max() <= 1e-9 * size, name
    assert conditions.eq_21.min() >= -1e-9
    assert conditions.eq_22.min() >= -1e-9
    # gamma, by the primal and by the average
    margins = pair_margins(X, S, D, learned.matrix, 0.0, M=first)[1]
    assert best_gamma(margins, 0.3) == pytest.approx(learned.gamma, abs=1e-10)
    average = average_gamma(margins, learned.alpha_D, 80.0)
    assert average == pytest.approx(learned.gamma_average, abs=1e-10)
    assert average == pytest.approx(learned.gamma, abs=1e-6)


def test_a_program_that_cvxopt_does_not_solve_is_an_error(monkeypatch):
    def lazy(*program, options):
        return {"status": "unknown", "gap": 0.5, "x": program[1]}

    monkeypatch.setattr(dual.solvers, "qp", lazy)
    X, S, D = problem()
    with pytest.raises(ConvergenceError, match="status 'unknown'"):
        solve_dual(X, S, D, *CONSTANTS)
