"""Units in which a solver fails, numbers that overflow, and slacks that cannot be."""

import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import (
    dual_program,
    kkt_conditions,
    lagrangian,
    learn_metric,
    make_toy,
    margins_from_labels,
    metric_from_multipliers,
    nearest_pairs,
    pair_margins,
    pairs_from_labels,
    primal_objective,
    smallest_slacks,
    solve_dual,
)


def toy():
    X, y = make_toy(30, np.random.default_rng(0))
    return X, *nearest_pairs(X, *pairs_from_labels(y))


@pytest.mark.parametrize(("unit", "C"), [(300.0, 1.0), (1e4, 1.0), (1.0, 1e-9)])
def test_the_printed_program_in_units_that_the_solver_fails_in_is_an_error(unit, C):
    X, S, D = toy()
    with pytest.raises(ConvergenceError, match=r"^the dual: "):
        solve_dual(unit * X, S, D, C, C, 0.3)


@pytest.mark.parametrize(
    ("unit", "C"),
    [(1e-5, 1.0), (1e-3, 1e-3), (1e-2, 1e-6), (0.1, 1.0), (1.0, 1.0), (10.0, 1.0), (100.0, 1.0)],
)
def test_half_the_digits_of_the_objective_are_those_of_the_metric(unit, C):
    """Small numbers too, which meet a tolerance of the gap that is absolute from the start."""
    X, S, D = toy()
    X = unit * X
    learned = learn_metric(X, S, D, C, C, 0.3).matrix
    printed = metric_from_multipliers(X, S, D, *solve_dual(X, S, D, C, C, 0.3))
    assert np.linalg.norm(printed - learned) <= 1e-3 * np.linalg.norm(learned)


def test_the_printed_program_of_equal_points_has_an_optimum_of_zero():
    """Which no relative tolerance of a solver recognizes, and the gap of 0 does."""
    alpha_S, alpha_D = solve_dual(np.ones((5, 2)), [(1, 2)], [(2, 4), (2, 3)], 1.0, 2.0, 0.5)
    assert alpha_S.min() >= -1e-6
    assert alpha_D.min() >= -1e-6
    assert max(alpha_S.max(), alpha_D.max()) <= 1.0 + 1e-6
    assert alpha_D.sum() >= 1.0 - 1e-6


POINTS = np.array([[0.0], [1.0], [3.0]])
PAIRS = [[0, 1]], [[0, 2]]
ONE = [1.0]
CONSTANTS = {"C_S": 1.0, "C_D": 1.0, "nu": 0.5}
DATA = {"X": POINTS, "similar": PAIRS[0], "dissimilar": PAIRS[1]}
METRIC = {"metric": [[1.0]], "gamma": 1.0}
SLACKS = {"slack_S": ONE, "slack_D": ONE}
ALPHAS = {"alpha_S": ONE, "alpha_D": ONE}
ETAS = {"eta_S": ONE, "eta_D": ONE, "mu": 1.0}
TABLES = {"squared": np.eye(2), "original": np.eye(2), "y": [0, 1], "gamma": 1.0}
ALL = DATA | METRIC | SLACKS | ALPHAS | ETAS
M = {"M": np.eye(1)}
PRINTED = [
    (margins_from_labels, TABLES),
    (pair_margins, DATA | METRIC | M),
    (smallest_slacks, DATA | METRIC | M),
    (primal_objective, METRIC | SLACKS | CONSTANTS),
    (lagrangian, ALL | CONSTANTS | M),
    (kkt_conditions, ALL | M),
    (metric_from_multipliers, DATA | ALPHAS),
    (dual_program, DATA | CONSTANTS | M),
    (solve_dual, DATA | CONSTANTS | M),
]
WITHOUT_SIZE = {"similar", "dissimilar", "y", "nu"}


@pytest.mark.parametrize(("function", "given"), PRINTED[:-1])
def test_numbers_at_the_end_of_the_range_do_not_overflow(function, given):
    units = dict.fromkeys(given, 1e100) | {"X": 1e49} | dict.fromkeys(WITHOUT_SIZE)
    large = {
        name: value if units[name] is None else units[name] * np.asarray(value)
        for name, value in given.items()
    }
    with np.errstate(over="raise", invalid="raise"):
        function(**large)


@pytest.mark.parametrize("name", ["slack_S", "slack_D"])
def test_negative_slacks_are_refused_where_they_are_no_variables(name):
    with pytest.raises(ValueError, match=f"^{name} must be nonnegative"):
        primal_objective(**METRIC | SLACKS | CONSTANTS | {name: [-1.0]})
    lagrangian(**ALL | CONSTANTS | {name: [-1.0]})
    kkt_conditions(**ALL | {name: [-1.0]})
