"""The brute-force definition of D2KE's Algorithm 1: values by hand, and optimality."""

import math

import numpy as np
import pytest

from gramcheck.verify.definitions import d2ke
from gramcheck.verify.definitions.d2ke.algorithm1 import LOSSES
from tests.verify.rounding import EPS, roundings


def problem(seed, n=5, R=2):
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 1, size=(n, R)).tolist(), [1, -1, 1, 1, -1][:n]


def test_losses_by_hand():
    # one object, phi = 1, y = 1: f = w; mu = 2 makes the penalty w^2
    at = {loss: d2ke.objective([[1]], [1], [0.5], 2, loss) for loss in LOSSES}
    assert (at["squared"], at["squared_hinge"], at["hinge"]) == (0.5, 0.5, 0.75)
    assert roundings(at["logistic"], math.log1p(math.exp(-0.5)) + 0.25) <= 2
    # beyond the margin the hinges are silent, and the squared loss is not
    assert [
        d2ke.empirical_risk([3], [1], loss) for loss in ("squared", "squared_hinge", "hinge")
    ] == [4, 0, 0]
    # the mean over two, one on the wrong side
    assert d2ke.empirical_risk([3, 3], [1, -1], "hinge") == 2


def test_intercept_is_not_penalized():
    assert d2ke.objective([[1]], [1], [0, 1], 100) == 0
    assert d2ke.predict([[2, 3], [0, 1]], [1, 10, 100]) == [132, 110]
    assert d2ke.predict([[2, 3], [0, 1]], [1, 10]) == [32, 10]
    assert d2ke.predict([[2], [1]], [[1, 0], [3, 5]]) == [[2, 11], [1, 8]]


@pytest.mark.parametrize("loss", ["squared", "squared_hinge", "hinge"])
def test_fit_of_one_object_by_hand(loss):
    # (1 - w)^2 + w^2 and max(0, 1 - w) + w^2 are both least at w = 1/2
    assert d2ke.fit([[1]], [1], 2, loss) == [0.5]


def test_logistic_fit_of_one_object_by_hand():
    # mu w = 1 / (1 + exp(w)) at w = log 3, mu = 1 / (4 log 3)
    [w] = d2ke.fit([[1]], [1], 1 / (4 * math.log(3)), "logistic")
    assert roundings(w, math.log(3)) <= 2


def test_hinge_fit_stops_at_the_kink():
    # max(0, 1 - w) + w^2/8: the slope -1 + w/4 is negative up to the kink at 1, w/4 after it
    assert d2ke.fit([[1]], [1], 0.25, "hinge") == [1]
    assert d2ke.directional_derivative([[1]], [1], [1], [1], 0.25, "hinge") == 0.25
    assert d2ke.directional_derivative([[1]], [1], [1], [-1], 0.25, "hinge") == 0.75


def test_hinge_fit_with_a_repeated_object_at_the_kink():
    # 2 w + b = 1 and w / 2 + b = -1
    phi, y = [[2.0], [0.5], [2.0]], [1.0, -1.0, 1.0]
    assert d2ke.fit(phi, y, 0.001, "hinge", True) == [4 / 3, -5 / 3]


@pytest.mark.parametrize("loss", sorted(LOSSES))
@pytest.mark.parametrize("intercept", [False, True])
def test_gradient_is_the_limit_of_differences(loss, intercept):
    phi, y = problem(4)
    rng = np.random.default_rng(5)
    w, h = rng.normal(size=2 + intercept), 2.0**-13
    got = d2ke.gradient(phi, y, w, 0.3, loss)
    for r in range(len(w)):
        ends = []
        for step in (h, -h):
            moved = w.copy()
            moved[r] += step
            ends.append(d2ke.objective(phi, y, moved, 0.3, loss))
        # third derivatives are below 1, so h^2 / 6 and the roundings of two values over 2 h
        assert abs((ends[0] - ends[1]) / (2 * h) - got[r]) <= h**2 / 6 + 4 * EPS * ends[0] / h
        along = [float(s == r) for s in range(len(w))]
        assert d2ke.directional_derivative(phi, y, w, along, 0.3, loss) == got[r]


@pytest.mark.parametrize("loss", sorted(LOSSES))
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("mu", [0.01, 1.0])
def test_fit_cannot_be_improved(loss, intercept, mu):
    phi, y = problem(6)
    w = np.array(d2ke.fit(phi, y, mu, loss, intercept))
    best = d2ke.objective(phi, y, w, mu, loss)
    if loss != "hinge":  # the weights were rounded, which moves the gradient by a few roundings
        size = (1 + np.max(np.abs(w))) * (2 + mu)
        assert max(map(abs, d2ke.gradient(phi, y, w, mu, loss))) <= 8 * EPS * size
    for direction in np.vstack([np.eye(len(w)), np.random.default_rng(7).normal(size=(6, len(w)))]):
        for step in (1e-3, -1e-3, 0.3, -0.3):
            assert d2ke.objective(phi, y, w + step * direction, mu, loss) >= best - 4 * EPS * best


def test_one_vs_rest_by_hand():
    # three classes on the axes of three features: each weight is least squares of +1, -1, -1
    phi, labels = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], ["b", "c", "a"]
    classes, weights = d2ke.one_vs_rest(phi, labels, 2 / 3)  # (1/3) (w - y)^2 + (1/3) w^2: y/2
    assert classes == ["a", "b", "c"]
    assert weights == [[-0.5, -0.5, 0.5], [0.5, -0.5, -0.5], [-0.5, 0.5, -0.5]]
    assert d2ke.predict_classes(phi, classes, weights) == labels
    assert d2ke.predict_classes([[0, 0, 0]], classes, weights) == ["a"]  # a tie


def test_liblinear_C():
    # C sum loss + |w|^2/2 is proportional to (1/n) sum loss + (mu/2) |w|^2 for C = 1 / (n mu)
    assert d2ke.liblinear_C(4, 0.125) == 2


def test_risks_by_hand():
    f, y = [0, 2], [1, -1]
    assert d2ke.empirical_risk(f, y) == (1 + 9) / 2
    assert d2ke.empirical_risk(f, y, "hinge") == (1 + 3) / 2
    assert d2ke.empirical_risk(f, y, "squared_hinge") == (1 + 9) / 2
    logistic = (math.log(2) + math.log(1 + math.e**2)) / 2
    assert d2ke.empirical_risk(f, y, "logistic") == pytest.approx(logistic)
    assert d2ke.empirical_risk(f, y, weights=[0.75, 0.25]) == 0.75 + 0.25 * 9


def test_norm_in_span_is_that_of_the_features():
    phi, a = np.array([[1, 2], [0, 1], [3, -1]]), np.array([2, -1, 1])
    K = phi @ phi.T
    expected = pytest.approx(float(np.linalg.norm(phi.T @ a)))
    assert d2ke.norm_in_span(K.tolist(), a.tolist()) == expected


def test_lower_bound_is_met_by_a_minimizer_that_is_known():
    """One point, k = 1, squared loss, y = 2: in the ball of radius 1 it is f = 1, of risk 1."""
    assert d2ke.risk_lower_bound([[1]], [2], 1, [1]) == 1
    assert d2ke.risk_lower_bound([[1]], [2], 3, [2]) == 0  # the ball holds f = 2


@pytest.mark.parametrize("loss", ["squared", "logistic", "squared_hinge", "hinge"])
def test_no_random_function_is_below_the_bound(loss):
    rng = np.random.default_rng(0)
    phi, y = rng.integers(-4, 5, size=(4, 2)) / 2, np.array([1, -1, 1, 1])
    K, weights = phi @ phi.T, [0.1, 0.2, 0.3, 0.4]
    for C in (0.5, 2.0):
        bounds = [
            d2ke.risk_lower_bound(
                K.tolist(), y.tolist(), C, rng.normal(size=4).tolist(), loss, weights
            )
            for _ in range(5)
        ]
        for w in rng.normal(size=(100, 2)):
            f = phi @ (C * w / np.linalg.norm(w))
            risk = d2ke.empirical_risk(f.tolist(), y.tolist(), loss, weights)
            assert risk >= max(bounds) - 1e-12


def test_lower_bound_is_the_risk_of_the_penalized_minimizer():
    """Where the ball goes through it: the penalty is the multiplier of the constraint."""
    phi, y = [[1.0, 0.5], [0.25, -1.0], [-0.75, 0.5]], [1, -1, 1]
    K = (np.array(phi) @ np.transpose(phi)).tolist()
    for loss in ("squared", "logistic", "squared_hinge"):
        w = np.array(d2ke.fit(phi, y, 0.25, loss))
        f = (np.array(phi) @ w).tolist()
        bound = d2ke.risk_lower_bound(K, y, float(np.linalg.norm(w)), f, loss)
        assert bound == pytest.approx(d2ke.empirical_risk(f, y, loss), abs=1e-12)
