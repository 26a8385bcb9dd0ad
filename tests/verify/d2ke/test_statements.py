"""The statements of D2KE: by hand, against other forms, and by trying functions at random."""

import math

import numpy as np
import pytest

from gramcheck.verify.definitions import d2ke
from gramcheck.verify.definitions.d2ke import statements


def test_risks_by_hand():
    f, y = [0, 2], [1, -1]
    assert statements.empirical_risk(f, y) == (1 + 9) / 2
    assert statements.empirical_risk(f, y, "hinge") == (1 + 3) / 2
    assert statements.empirical_risk(f, y, "squared_hinge") == (1 + 9) / 2
    logistic = (math.log(2) + math.log(1 + math.e**2)) / 2
    assert statements.empirical_risk(f, y, "logistic") == pytest.approx(logistic)
    assert statements.empirical_risk(f, y, weights=[0.75, 0.25]) == 0.75 + 0.25 * 9
    assert statements.empirical_risk(f, y) == d2ke.empirical_risk(f, y)


def test_norm_in_span_is_that_of_the_features():
    phi, a = np.array([[1, 2], [0, 1], [3, -1]]), np.array([2, -1, 1])
    K = phi @ phi.T
    expected = pytest.approx(float(np.linalg.norm(phi.T @ a)))
    assert statements.norm_in_span(K.tolist(), a.tolist()) == expected


def test_lower_bound_is_met_by_a_minimizer_that_is_known():
    """One point, k = 1, squared loss, y = 2: in the ball of radius 1 it is f = 1, of risk 1."""
    assert statements.risk_lower_bound([[1]], [2], 1, [1]) == 1
    assert statements.risk_lower_bound([[1]], [2], 3, [2]) == 0  # the ball holds f = 2


@pytest.mark.parametrize("loss", ["squared", "logistic", "squared_hinge", "hinge"])
def test_no_random_function_is_below_the_bound(loss):
    rng = np.random.default_rng(0)
    phi, y = rng.integers(-4, 5, size=(4, 2)) / 2, np.array([1, -1, 1, 1])
    K, weights = phi @ phi.T, [0.1, 0.2, 0.3, 0.4]
    for C in (0.5, 2.0):
        bounds = [
            statements.risk_lower_bound(
                K.tolist(), y.tolist(), C, rng.normal(size=4).tolist(), loss, weights
            )
            for _ in range(5)
        ]
        for w in rng.normal(size=(100, 2)):
            f = phi @ (C * w / np.linalg.norm(w))
            risk = statements.empirical_risk(f.tolist(), y.tolist(), loss, weights)
            assert risk >= max(bounds) - 1e-12


def test_lower_bound_is_the_risk_of_the_penalized_minimizer():
    """Where the ball goes through it: the penalty is the multiplier of the constraint."""
    phi, y = [[1.0, 0.5], [0.25, -1.0], [-0.75, 0.5]], [1, -1, 1]
    K = (np.array(phi) @ np.transpose(phi)).tolist()
    for loss in ("squared", "logistic", "squared_hinge"):
        w = np.array(d2ke.fit(phi, y, 0.25, loss))
        f = (np.array(phi) @ w).tolist()
        bound = statements.risk_lower_bound(K, y, float(np.linalg.norm(w)), f, loss)
        assert bound == pytest.approx(statements.empirical_risk(f, y, loss), abs=1e-12)


def test_bounds_of_appendix_a_by_hand():
    tail = math.exp(-20 * 0.01 / 2)
    assert statements.covering_deviation_bound(0.1, 20, 3, "printed") == pytest.approx(18 * tail)
    sharp = pytest.approx(18 * tail**4)
    assert statements.covering_deviation_bound(0.1, 20, 3, "corrected") == sharp
    assert statements.perturbation_bound(0.5, 0.25, "printed") == 0.75
    assert statements.perturbation_bound(0.5, 0.25, "corrected") == 0.5
    threshold, probability = statements.deviation_bound(0.5, 20, 0.5, 1.5, 0.25, form="printed")
    assert threshold == 1.25
    assert probability == pytest.approx(2 * 8**3 * math.exp(-2.5))
    threshold, probability = statements.deviation_bound(0.5, 20, 0.5, 1.5, 0.25, 3, "corrected")
    assert threshold == 1.0
    assert probability == pytest.approx(2 * (3 * 8) ** 2 * math.exp(-10))


def test_proposition_2_is_the_choice_of_epsilon():
    t, R, gamma, p, c = 0.25, 40, 0.5, 1.5, 3.0
    printed = statements.deviation_bound(t, R, gamma, p, t / (6 * gamma), form="printed")
    expected = d2ke.uniform_convergence_bound(t, R, gamma, p, c, "printed")
    assert printed == pytest.approx((2 * t, expected))
    corrected = statements.deviation_bound(t, R, gamma, p, t / (4 * gamma), c, "corrected")
    assert corrected == pytest.approx(
        (2 * t, d2ke.uniform_convergence_bound(t, R, gamma, p, c, "tight"))
    )
