"""The hinge loss: proximal points, interior points, and the intercept."""

import numpy as np
import pytest

from gramcheck.reference.d2ke import fit, objective, plain_fit
from gramcheck.reference.d2ke.engines import hinge, interior_point, losses
from gramcheck.reference.errors import ConvergenceError
from gramcheck.verify.suite.d2ke.training_sets import CYCLING
from tests.reference.d2ke.training import features, labels


def test_hinge_intercept_is_the_middle_of_the_minimizers():
    rng = np.random.default_rng(9)
    for _ in range(50):
        f = np.round(rng.normal(size=9), 1)
        y = np.where(rng.random(9) < 0.4, 1.0, -1.0)
        y[:2] = 1, -1
        grid = np.round(np.arange(-6, 6.001, 0.05), 2)
        values = np.array([np.maximum(0, 1 - y * (f + b)).sum() for b in grid])
        flat = grid[values < values.min() + 1e-9]
        assert hinge.hinge_intercept(f, y) == pytest.approx((flat[0] + flat[-1]) / 2, abs=1e-9)


@pytest.mark.parametrize("intercept", [False, True])
def test_hinge_in_rows_and_in_columns_agree(monkeypatch, intercept):
    phi, mu = features(50, 30), 1e-3
    y = labels(phi)
    reached = []
    monkeypatch.setattr(hinge, "proximal_points", lambda *_: None)
    for narrow in (0, 10):
        monkeypatch.setattr(interior_point, "_NARROW", narrow)
        reached.append(objective(phi, y, fit(phi, y, mu, "hinge", intercept), mu, "hinge"))
    assert reached[0] == pytest.approx(reached[1], rel=2e-9)


@pytest.mark.parametrize("intercept", [False, True])
def test_hinge_needs_no_program_where_few_points_leave_their_margins(intercept, monkeypatch):
    """From the penalty on at which the last one comes back one round is enough."""
    phi = features(50, 8)
    y = labels(phi)
    alpha = losses.balanced(np.ones(50), y) if intercept else np.ones(50)
    f = phi @ ((alpha * y) @ phi) / len(y)
    least = (y * f).max()
    penalties = [1.001 * least, 0.999 * least, least / 3, least / 10]

    def smallest(fitted, mu):
        return objective(phi, y, fitted(phi, y, mu, "hinge", intercept), mu, "hinge")

    for mu in penalties:
        assert smallest(fit, mu) == pytest.approx(smallest(plain_fit, mu), rel=2e-9)
    monkeypatch.delattr(hinge, "slack_program")
    for mu in penalties:
        fit(phi, y, mu, "hinge", intercept)
    with pytest.raises(NameError):
        fit(phi, y, least / 1000, "hinge", intercept)
    monkeypatch.setattr(hinge, "_ROUNDS", 1)
    if not intercept:
        fit(phi, y, penalties[0], "hinge")
    with pytest.raises(NameError):
        fit(phi, y, penalties[3], "hinge", intercept)


def test_a_hinge_with_a_bend_is_a_margin_loss():
    """Its value is the maximum that it says, its conjugate and its slopes are those of it."""
    rng = np.random.default_rng(3)
    center, m, grid = rng.random(40), rng.normal(size=40) + 1, np.linspace(0, 1, 100_001)
    terms = hinge._bent(center, 0.3)
    for i in range(40):
        values = grid * (1 - m[i]) - 0.15 * (grid - center[i]) ** 2
        assert terms.value(m)[i] == pytest.approx(values.max(), abs=1e-9)
        assert terms.dual(m)[i] == pytest.approx(grid[values.argmax()], abs=1e-5)
    alpha = terms.dual(m)  # where Fenchel's inequality is an equation
    np.testing.assert_allclose(terms.value(m) + terms.conjugate(alpha), -alpha * m, atol=1e-14)
    bends = (terms.dual(m - 1e-7) - terms.dual(m + 1e-7)) / 2e-7
    np.testing.assert_allclose(terms.curvature(m), bends, atol=1e-5)


def test_hinge_where_interior_points_with_correction_cycle():
    """Found by a search: Mehrotra's correction alone goes round without end."""
    phi, y, *_ = CYCLING["problem"]
    with pytest.raises(ConvergenceError):
        plain_fit(phi, y, 5e-6, "hinge")  # by cvxopt, as others have it
    assert np.isfinite(fit(phi, y, 5e-6, "hinge")).all()  # it certifies, or raises


@pytest.mark.parametrize(
    ("x", "mu", "intercept"),
    [
        ([2.0**213, 2.0**213, 2.0**213], 1e-50, False),
        ([1e60, -1.0, 1.0], 1e-80, False),  # scalings whose squares leave float64
        ([1e60, -1.0, 1.0], 1e-80, True),
        ([1e-100, -1e80, 1.0], 1e-20, False),  # right sides that do
        ([1e-100, -1e80, 1.0], 1e-20, True),
    ],
)
def test_interior_points_that_leave_the_range_are_told(x, mu, intercept):
    with pytest.raises(ConvergenceError):
        fit(np.transpose([x, x]), [1, -1, 1], mu, "hinge", intercept)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("n", [2, 50])
def test_two_clusters_have_the_minimum_that_is_known(n, intercept, monkeypatch):
    """Weights up to 64, where the hinge with a bend is below 0, by proximal points up to 50."""
    y = np.repeat([1.0, -1.0], n // 2)
    for k in (2, 20, 36, 40, 50):
        w = fit(y[:, None], y, 1 / k, "hinge", intercept)
        assert objective(y[:, None], y, w, 1 / k, "hinge") == pytest.approx(1 / (2 * k), rel=1e-9)
    monkeypatch.delattr(hinge, "slack_program")
    for k in (2, 20, 36, 40, 50):
        fit(y[:, None], y, 1 / k, "hinge", intercept)
