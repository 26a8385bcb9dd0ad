"""The minimizers of Algorithm 1, step 3: against the plain form, and their certificates.

That the weights minimize the objective, and what it is, the conformance suite checks.
"""

import math

import numpy as np
import pytest

from gramcheck.reference.d2ke import empirical_risk, fit, objective, plain_fit, risk_minimizer
from gramcheck.reference.d2ke.engines import losses, newton
from gramcheck.reference.errors import ConvergenceError
from gramcheck.verify.definitions import d2ke as definitions
from tests.reference.d2ke.training import features, labels

LOSSES = ("squared", "logistic", "squared_hinge", "hinge")
MARGIN_LOSSES = LOSSES[1:]


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_conjugates_are_suprema_and_duals_are_slopes(loss):
    terms = losses.MARGIN_LOSSES[loss]
    grid = np.linspace(-40, 40, 800_001)
    for alpha in (0.0, 0.2, 0.75, 1.0):
        supremum = (-alpha * grid - terms.value(grid)).max()
        assert terms.conjugate(np.array(alpha)) == pytest.approx(supremum, abs=2e-9)
    m, step = np.array([-3.0, -0.4, 0.3, 0.9, 1.5, 4.0]), 1e-6
    slope, bend = ((f(m + step) - f(m - step)) / (2 * step) for f in (terms.value, terms.dual))
    np.testing.assert_allclose(terms.dual(m), -slope, atol=1e-8)
    np.testing.assert_allclose(terms.curvature(m), -bend, atol=1e-8)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_duality_gap_is_primal_minus_dual(loss, intercept):
    phi, mu = features(20, 4), 0.2
    y, rng = labels(phi), np.random.default_rng(5)
    best = fit(phi, y, mu, loss, intercept)
    for _ in range(20):
        w, b = rng.normal(size=4) * 3, float(rng.normal()) if intercept else 0.0
        alpha = rng.random(20)
        got = losses.duality_gap(phi, y, w, b, alpha, mu, loss, intercept)
        feasible = losses.balanced(alpha, y) if intercept else alpha
        assert not intercept or abs(feasible @ y) < 1e-13
        v = (feasible * y) @ phi / 20
        dual = -losses.MARGIN_LOSSES[loss].conjugate(feasible).mean() - v @ v / (2 * mu)
        weights = np.append(w, b) if intercept else w
        primal = objective(phi, y, weights, mu, loss)
        assert got == pytest.approx(primal - dual, rel=1e-11)
        assert got >= primal - objective(phi, y, best, mu, loss)


@pytest.mark.parametrize("mu", [1e-1, 1e-3])
@pytest.mark.parametrize("shape", [(2, 1), (40, 6), (40, 39), (25, 90)])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", LOSSES)
def test_the_plain_form_reaches_the_same_objective(loss, intercept, shape, mu):
    """No lower than the certified one, and no higher than a certificate of its own allows."""
    phi = features(*shape)
    y = labels(phi)
    engine, plain = (
        objective(phi, y, solve(phi, y, mu, loss, intercept), mu, loss)
        for solve in (fit, plain_fit)
    )
    assert engine * (1 - 2e-9) <= plain <= engine * (1 + 2e-9)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("shape", [(30, 7), (7, 30), (20, 20), (1, 3), (3, 1)])
@pytest.mark.parametrize("mu", [10.0, 1e-4, 1e-9, 1e-15])
def test_squared_loss_solves_the_augmented_least_squares(shape, mu, intercept):
    """Both sides of the switch between Cholesky and singular values, primal and dual."""
    rng = np.random.default_rng(8)
    phi, y = rng.normal(size=shape), rng.normal(size=shape[0])
    weights = fit(phi, y, mu, "squared", intercept)
    expected = plain_fit(phi, y, mu, "squared", intercept)
    # where phi is square and mu vanishes, both carry its condition
    np.testing.assert_allclose(weights, expected, atol=1e-6 * np.abs(expected).max() + 1e-9)
    assert (
        objective(phi, y, weights, mu, "squared")
        <= objective(phi, y, expected, mu, "squared") * (1 + 1e-9) + 1e-25
    )


def test_squared_loss_at_tiny_mu_is_interpolation_of_least_norm():
    t = np.linspace(0, 1, 8)
    phi, y = np.vander(t, 12, increasing=True), np.sin(3 * t)  # condition 1e6 and more
    w, least = fit(phi, y, 1e-18), np.linalg.pinv(phi) @ y
    np.testing.assert_allclose(phi @ w, y, atol=1e-8)
    assert np.linalg.norm(w) <= np.linalg.norm(least) * (1 + 1e-6)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("mu", [1e-12, 1e-20, 1e-100])
def test_rounding_gets_no_weight_however_small_mu_is(mu, intercept):
    """More than the suite asks of others: rounded features would not determine these weights."""
    phi, y = np.outer([1, 1, 2], [1, 1]) / 4, np.array([1.0, 2.0, -1.0])
    w = definitions.fit(phi.tolist(), y.tolist(), mu, "squared", intercept)
    np.testing.assert_allclose(fit(phi, y, mu, intercept=intercept), w, rtol=1e-8)


@pytest.mark.parametrize("solve", [fit, plain_fit])
@pytest.mark.parametrize("size", [1e-30, 1e-17, 1.0, 1e17, 1e30])
def test_squared_loss_with_an_intercept_takes_features_of_any_size(size, solve):
    """Beside the column of ones, small features are no rounding, nor are ones beside large."""
    rng = np.random.default_rng(0)
    phi = rng.random((30, 2)) * size
    y, mu = 3 * phi[:, 0] / size + 1, 1e-3 * size**2
    w = definitions.fit(phi.tolist(), y.tolist(), mu, "squared", True)
    np.testing.assert_allclose(solve(phi, y, mu, intercept=True), w, rtol=1e-10)


@pytest.mark.parametrize("mu", [1e-28, 1e-40])
@pytest.mark.parametrize("intercept", [False, True])
def test_weights_of_features_of_unequal_sizes_are_the_shortest(mu, intercept):
    """They are along the features, which all lie on one line."""
    phi, y = np.outer([1, 2, 3, 1], [1, 128, 1 / 64]), np.array([1.0, 2, -1, 0])
    w = definitions.fit(phi.tolist(), y.tolist(), mu, "squared", intercept)
    np.testing.assert_allclose(plain_fit(phi, y, mu, "squared", intercept), w, rtol=1e-9)


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
@pytest.mark.filterwarnings("ignore::gramcheck.reference.errors.UnderflowWarning")  # meant
def test_features_that_tell_nothing(loss):
    phi, y = np.zeros((6, 2)), np.array([1.0, 1, 1, 1, -1, -1])
    assert np.array_equal(fit(phi, y, 0.1, loss), np.zeros(2))
    *w, b = fit(phi, y, 0.1, loss, intercept=True)
    assert np.array_equal(w, np.zeros(2))
    # the best constant: the log odds, twice the share minus 1, the sign of the larger class
    best = {"logistic": math.log(2), "squared_hinge": 1 / 3, "hinge": 1.0}[loss]
    assert b == pytest.approx(best, abs=1e-7)


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_what_cannot_be_certified_is_an_error_with_its_gap(monkeypatch, loss):
    monkeypatch.setattr(losses, "_GAP_WANTED", -1.0)
    phi = features(20, 4)
    with pytest.raises(ConvergenceError, match=f"fit with the {loss} loss: .* within") as caught:
        fit(phi, labels(phi), 0.1, loss)
    assert 0 <= caught.value.gap < 1e-9
    assert caught.value.wanted < 0


def test_an_early_stop_is_an_error(monkeypatch):
    monkeypatch.setattr(newton, "_NEWTON_STEPS", 2)
    phi = features(40, 6)
    with pytest.raises(ConvergenceError):
        fit(phi, labels(phi), 1e-5, "logistic")


def test_newton_needs_its_line_search():
    """Found by a search: with full steps from 0 the iterates run away."""
    phi, y = np.array([[6.0, 27.2], [-1.3, 2.9], [0.1, 0.1]]), np.array([1.0, -1.0, 1.0])
    w = fit(phi, y, 1e-3, "logistic")
    gradient = (
        1e-3 * w
        - sum(t * row / (1 + math.exp(t * (row @ w))) for row, t in zip(phi, y, strict=True)) / 3
    )
    assert gradient @ gradient / (2 * 1e-3) <= 1e-9 * objective(phi, y, w, 1e-3, "logistic")


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_wild_small_problems_are_certified(loss):
    """Rows of very different length, few or no more than columns; mu down to 1e-6 of the longest.

    That fit returns is the assertion: it certifies, or raises.
    """
    rng = np.random.default_rng(12)
    for _ in range(150):
        n, R = int(rng.integers(2, 12)), int(rng.integers(1, 4))
        phi = rng.normal(size=(n, R)) * np.exp(2 * rng.normal(size=(n, 1)))
        y = np.where(phi[:, 0] + rng.normal(size=n) / 2 > 0, 1.0, -1.0)
        y[:2] = 1, -1
        mu = np.abs(phi).max() ** 2 * 10 ** rng.uniform(-6, 0)
        for intercept in (False, True):
            assert np.isfinite(fit(phi, y, mu, loss, intercept)).all()


# ------------------------------------------------------------------------------ Newton's systems


@pytest.mark.parametrize(
    ("rows", "intercept"),
    # an intercept needs a row to fix it
    [(0, False), *((rows, b) for rows in (1, 7, 12, 13, 30) for b in (False, True))],
)
def test_newton_s_step_is_the_same_in_the_rows_as_in_the_columns(rows, intercept, monkeypatch):
    rng = np.random.default_rng(rows)
    A = rng.normal(size=(rows, 12 + intercept))
    A[:, 12:] = 1
    A[1:3] = 0  # rows of zeros, and equal ones
    A[4:6] = A[6:8]
    g, h = rng.normal(size=A.shape[1]), rng.random(rows) + 0.1
    penalty = np.array([1e-3] * 12 + [0.0] * intercept)
    grams = []
    solver = newton.bordered_solver
    monkeypatch.setattr(
        newton, "bordered_solver", lambda *args: grams.append(args[-1]) or solver(*args)
    )
    step = newton.newton_direction(g, A, h, penalty)
    residual = (A.T * h) @ A @ step + penalty * step - g
    assert np.abs(residual).max() < 1e-9
    if rows:  # without one there is no system
        assert (grams[0] is not None) == (rows < A.shape[1])


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(("mu", "enough"), [(1e-1, True), (1e-2, True), (1e-4, False)])
def test_steps_by_conjugate_gradients_end_where_those_by_systems_do(
    mu, enough, intercept, monkeypatch
):
    """Where they are not enough, systems are solved from there on."""
    phi = features(200, 40)
    y, steps, by_gradients = labels(phi), [], newton._conjugate_gradients
    monkeypatch.setattr(
        newton, "_conjugate_gradients", lambda *args: steps.append(by_gradients(*args)) or steps[-1]
    )
    got = fit(phi, y, mu, "logistic", intercept)
    assert enough == all(step is not None for step in steps)
    monkeypatch.setattr(newton, "_CHEAPER", 10**9)
    expected = fit(phi, y, mu, "logistic", intercept)
    assert steps[-1] is None
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-6 * np.abs(expected).max())


def degenerate(seed):
    """Few rows or many, some repeated, nearly parallel, of very different size; tiny penalties."""
    rng = np.random.default_rng(seed)
    n, R = int(rng.integers(2, 61)), int(rng.integers(1, 81))
    phi = rng.normal(size=(n, R))
    kind = seed % 4
    if kind == 1:
        phi = phi[rng.integers(0, max(1, n // 3), n)]
    elif kind == 2:
        phi = np.exp(-0.1 * rng.random((n, R)))
    elif kind == 3:
        phi *= np.exp(2 * rng.normal(size=(n, 1)))
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    y[:2] = 1, -1
    return phi, y, 10.0 ** rng.uniform(-12, 0), bool(rng.integers(2))


@pytest.mark.parametrize("seed", range(80))
def test_logistic_loss_is_certified_for_penalties_however_small(seed):
    phi, y, mu, intercept = degenerate(seed)
    weights = fit(phi, y, mu, "logistic", intercept)
    w, b = weights[: phi.shape[1]], weights[-1] if intercept else 0.0
    alpha = losses.MARGIN_LOSSES["logistic"].dual(losses.margins(phi, y, w, b))
    gap = losses.duality_gap(phi, y, w, b, alpha, mu, "logistic", intercept)
    # the certificate allows 1e-9; weights turned back from a basis of the rows lose a little more
    assert gap <= 1e-8 * objective(phi, y, weights, mu, "logistic")


def test_points_far_beyond_the_margin_have_no_curvature_to_divide_by():
    """exp(-m) is subnormal there, and its inverse infinite."""
    phi = np.zeros((3, 3))
    phi[:, 0] = 1, 0.0325, -0.0325
    weights = fit(phi, [1, 1, -1], 1e-15, "logistic", intercept=True)
    assert np.isfinite(weights).all()


# ------------------------------------------------------------------- the smallest risk in a ball


@pytest.mark.parametrize("loss", LOSSES)
def test_risks_are_certified_where_kernels_are_singular_and_weights_zero(loss):
    """Ranks from 0 on, repeated points, radii at which the ball holds an interpolating function."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 31 if seed % 4 == 0 else 9))
        phi = rng.integers(-2, 3, size=(n, int(rng.integers(0, n + 1)))) * 10 ** rng.uniform(-1, 1)
        phi[1:2] = phi[:1]
        y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
        weights = rng.dirichlet(np.ones(n)) * (rng.random(n) < 0.6) + np.eye(n)[0] * 1e-3
        weights, C = weights / weights.sum(), 10 ** rng.uniform(-2, 3)
        found = risk_minimizer(phi @ phi.T, y, C, loss, weights)
        assert 0 <= found.gap <= 1e-6 * empirical_risk(np.zeros(n), y, loss, weights)
        assert found.norm <= C * (1 + 1e-6)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("n", [3, 4, 5])
@pytest.mark.parametrize("C", [1e7, 1e20, 1e50])
def test_kernels_and_radii_that_are_large_together_are_solved_or_refused(n, C, loss):
    """Products that overflow are no warning of NumPy."""
    places, y = np.arange(n), np.where(np.arange(n) % 2, -1.0, 1.0)
    K = 1e80 * np.exp(-1e-8 * np.abs(np.subtract.outer(places, places)))
    try:
        found = risk_minimizer(K, y, C, loss)
    except ConvergenceError:
        return
    assert 0 <= found.gap <= 1e-6 * empirical_risk(np.zeros(n), y, loss)


@pytest.mark.parametrize(
    ("row", "y", "mu", "loss", "intercept"),
    [
        ([0.0, 1.5e49], [-1, 1, -1], 1e-50, "hinge", True),  # cvxopt's weights pass 1e100
        ([-5e19, -5e19], [1, -1, -1], 1e-30, "squared_hinge", False),  # SciPy's unset variable
        ([1e60, 1e60], [1, -1, 1], 1e90, "logistic", True),
        ([2e98, -7.5e97], [1, -1, 1], 1e30, "squared_hinge", False),  # infinities in it
    ],
)
def test_breakdowns_of_libraries_are_told_as_such(row, y, mu, loss, intercept):
    """For equal objects of numbers in the range of all."""
    with pytest.raises(ConvergenceError):
        plain_fit(np.tile(row, (3, 1)), y, mu, loss, intercept)


def test_infinity_certifies_nothing():
    with pytest.raises(ConvergenceError):
        losses.certify("hinge", np.inf, np.inf)
