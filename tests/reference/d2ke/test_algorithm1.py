"""Algorithm 1, steps 3 and 4: losses term by term, minimizers against peers and certificates."""

import math

import numpy as np
import pytest
from scipy import optimize
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import SVC, LinearSVC

from gramcheck.reference.d2ke import (
    algorithm1,
    fit,
    liblinear_C,
    losses,
    objective,
    one_vs_rest,
    predict,
    predict_classes,
    solvers,
)
from gramcheck.reference.errors import ConvergenceError

LOSSES = ("squared", "logistic", "squared_hinge", "hinge")
MARGIN_LOSSES = LOSSES[1:]


def naive_loss(f, y, loss):
    if loss == "squared":
        return (f - y) ** 2
    m = y * f
    if loss == "logistic":
        return math.log1p(math.exp(-m)) if m > -30 else -m + math.log1p(math.exp(m))
    return max(0.0, 1 - m) ** (2 if loss == "squared_hinge" else 1)


def naive_objective(phi, y, w, b, mu, loss):
    n = len(y)
    mean = math.fsum(naive_loss(row @ w + b, t, loss) for row, t in zip(phi, y, strict=True)) / n
    return mean + mu / 2 * math.fsum(w * w)


def features(n, R, seed=0, scale=1.0):
    """Features as those of step 2, with duplicate rows and a column of zeros."""
    rng = np.random.default_rng(seed)
    phi = scale * np.exp(-3 * rng.random((n, R))) / np.sqrt(R)
    if n > 6:
        phi[5] = phi[4]
    if R > 3:
        phi[:, 2] = 0
    return phi


def labels(phi, seed=1, noise=0.3):
    rng = np.random.default_rng(seed)
    f = phi @ rng.normal(size=phi.shape[1]) / np.abs(phi).max()
    y = np.where(f - np.median(f) + noise * rng.normal(size=len(f)) > 0, 1.0, -1.0)
    y[:2] = 1, -1
    return y


def shapes():
    return [(2, 1), (40, 6), (40, 39), (25, 90)]


@pytest.mark.parametrize("loss", LOSSES)
def test_objective_of_one_class(loss):
    """The optimum of one class is no classifier, but the objective has a value there."""
    phi = np.array([[1.0], [-2.0]])
    expected = naive_objective(phi, np.ones(2), np.array([0.5]), 0.0, 0.3, loss)
    assert objective(phi, [1, 1], [0.5], 0.3, loss) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("loss", LOSSES)
def test_objective_term_by_term(loss):
    phi = features(30, 5)
    y, w, b = labels(phi), np.random.default_rng(2).normal(size=5) * 30, -1.7
    for weights, intercept in ((w, 0.0), (np.append(w, b), b)):
        expected = naive_objective(phi, y, w, intercept, 0.3, loss)
        assert objective(phi, y, weights, 0.3, loss) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_conjugates_are_suprema_and_duals_are_slopes(loss):
    terms = losses.MARGIN_LOSSES[loss]
    grid = np.linspace(-40, 40, 800_001)
    for alpha in (0.0, 0.2, 0.75, 1.0):
        supremum = (-alpha * grid - terms.value(grid)).max()
        assert terms.conjugate(np.array(alpha)) == pytest.approx(supremum, abs=2e-9)
    m = np.array([-3.0, -0.4, 0.3, 0.9, 1.5, 4.0])
    slope = (terms.value(m + 1e-6) - terms.value(m - 1e-6)) / 2e-6
    np.testing.assert_allclose(terms.dual(m), -slope, atol=1e-8)
    bend = (terms.dual(m - 1e-6) - terms.dual(m + 1e-6)) / 2e-6
    np.testing.assert_allclose(terms.curvature(m), bend, atol=1e-8)


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
        primal = naive_objective(phi, y, w, b, mu, loss)
        assert got == pytest.approx(primal - dual, rel=1e-11)
        assert got >= primal - objective(phi, y, best, mu, loss)


@pytest.mark.parametrize("scale", [1.0, 1e-6])
@pytest.mark.parametrize("mu", [1.0, 1e-3, 1e-7])
@pytest.mark.parametrize("shape", shapes())
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", LOSSES)
def test_no_perturbation_lowers_the_objective(loss, intercept, shape, mu, scale):
    """For a convex objective being lowest along random lines is being lowest nearby."""
    phi, mu = features(*shape, scale=scale), mu * scale**2
    y = labels(phi)
    weights = fit(phi, y, mu, loss, intercept)
    assert weights.shape == (shape[1] + intercept,)
    reached = objective(phi, y, weights, mu, loss)
    rng = np.random.default_rng(6)
    for size in (1e-4, 1e-2, 1.0):
        for _ in range(5):
            step = size * rng.normal(size=weights.shape) * np.linalg.norm(weights)
            assert objective(phi, y, weights + step, mu, loss) >= reached * (1 - 2e-9)
            assert objective(phi, y, weights * (1 + size), mu, loss) >= reached * (1 - 2e-9)


def peer(loss, phi, y, mu, intercept):
    """The same problem given to scikit-learn, in the C of LIBLINEAR or the a of ridge."""
    C = liblinear_C(len(y), mu)
    if loss == "squared":
        model = Ridge(alpha=len(y) * mu / 2, fit_intercept=intercept, solver="svd")
    elif loss == "logistic" and intercept:
        model = LogisticRegression(C=C, solver="newton-cholesky", tol=1e-10, max_iter=1000)
    elif loss == "logistic":
        model = LogisticRegression(
            C=C, solver="liblinear", fit_intercept=False, tol=1e-10, max_iter=10_000
        )
    elif intercept:
        model = SVC(C=C, kernel="linear", tol=1e-9)
    else:
        model = LinearSVC(
            C=C, loss=loss, fit_intercept=False, tol=1e-8, max_iter=1_000_000, random_state=0
        )
    model.fit(phi, y)
    w = np.ravel(model.coef_)
    return np.append(w, model.intercept_) if intercept else w


@pytest.mark.parametrize("mu", [1e-1, 1e-3])
@pytest.mark.parametrize("shape", [(60, 8), (40, 70)])
@pytest.mark.parametrize(
    ("loss", "intercept"),
    [(loss, False) for loss in LOSSES]
    + [(loss, True) for loss in ("squared", "logistic", "hinge")],
)
def test_peers_solve_the_same_problem(loss, intercept, shape, mu):
    """Ours is no higher, theirs hardly so; strong convexity then bounds the distance."""
    phi = features(*shape)
    y = labels(phi)
    ours, theirs = fit(phi, y, mu, loss, intercept), peer(loss, phi, y, mu, intercept)
    low, high = (objective(phi, y, weights, mu, loss) for weights in (ours, theirs))
    assert low <= high * (1 + 1e-9)
    assert high <= low * (1 + 1e-6)
    gap = high - low + 2e-9 * low
    R = shape[1]
    assert np.linalg.norm(ours[:R] - theirs[:R]) <= 2 * math.sqrt(2 * gap / mu) + 1e-12


def test_squared_hinge_with_intercept_against_a_general_minimizer():
    phi, mu = features(50, 6), 1e-2
    y = labels(phi)
    ours = fit(phi, y, mu, "squared_hinge", intercept=True)
    theirs = optimize.minimize(
        lambda u: naive_objective(phi, y, u[:-1], u[-1], mu, "squared_hinge"),
        np.zeros(7),
        options={"gtol": 1e-10},
    )
    assert objective(phi, y, ours, mu, "squared_hinge") <= theirs.fun
    np.testing.assert_allclose(ours, theirs.x, atol=1e-4)


def test_liblinear_C():
    assert liblinear_C(200, 0.01) == pytest.approx(0.5, rel=1e-15)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("shape", [(30, 7), (7, 30), (20, 20), (1, 3), (3, 1)])
@pytest.mark.parametrize("mu", [10.0, 1e-4, 1e-9, 1e-15])
def test_squared_loss_solves_the_augmented_least_squares(shape, mu, intercept):
    """Both sides of the switch between Cholesky and singular values, primal and dual."""
    n, R = shape
    rng = np.random.default_rng(8)
    phi, y = rng.normal(size=shape), rng.normal(size=n)
    weights = fit(phi, y, mu, "squared", intercept)
    columns = np.column_stack([phi, np.ones(n)]) if intercept else phi
    penalty = np.eye(columns.shape[1])[:R] * math.sqrt(n * mu / 2)
    expected = np.linalg.lstsq(
        np.vstack([columns, penalty]), np.append(y, np.zeros(R)), rcond=None
    )[0]
    # where phi is square and mu vanishes, both carry its condition
    np.testing.assert_allclose(weights, expected, atol=1e-6 * np.abs(expected).max() + 1e-9)
    assert (
        objective(phi, y, weights, mu, "squared")
        <= objective(phi, y, expected, mu, "squared") * (1 + 1e-9) + 1e-25
    )


def test_squared_loss_at_tiny_mu_is_interpolation_of_least_norm():
    phi = np.vander(np.linspace(0, 1, 8), 12, increasing=True)  # condition 1e6 and more
    y = np.sin(3 * np.linspace(0, 1, 8))
    w = fit(phi, y, 1e-18)
    np.testing.assert_allclose(phi @ w, y, atol=1e-8)
    least = np.linalg.pinv(phi) @ y
    assert np.linalg.norm(w) <= np.linalg.norm(least) * (1 + 1e-6)


def test_squared_loss_takes_constant_targets():
    phi = features(10, 3)
    np.testing.assert_allclose(fit(phi, np.full(10, 2.5), 0.1, "squared", True), [0, 0, 0, 2.5])
    assert np.array_equal(fit(phi, np.zeros(10), 0.1), np.zeros(3))


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_features_that_tell_nothing(loss):
    phi, y = np.zeros((6, 2)), np.array([1.0, 1, 1, 1, -1, -1])
    assert np.array_equal(fit(phi, y, 0.1, loss), np.zeros(2))
    *w, b = fit(phi, y, 0.1, loss, intercept=True)
    assert np.array_equal(w, np.zeros(2))
    # the best constant: the log odds, twice the share minus 1, the sign of the larger class
    best = {"logistic": math.log(2), "squared_hinge": 1 / 3, "hinge": 1.0}[loss]
    assert b == pytest.approx(best, abs=1e-7)


def test_hinge_intercept_is_the_middle_of_the_minimizers():
    rng = np.random.default_rng(9)
    for _ in range(50):
        f = np.round(rng.normal(size=9), 1)
        y = np.where(rng.random(9) < 0.4, 1.0, -1.0)
        y[:2] = 1, -1
        grid = np.round(np.arange(-6, 6.001, 0.05), 2)
        values = np.array([np.maximum(0, 1 - y * (f + b)).sum() for b in grid])
        flat = grid[values < values.min() + 1e-9]
        assert solvers._hinge_intercept(f, y) == pytest.approx((flat[0] + flat[-1]) / 2, abs=1e-9)


@pytest.mark.parametrize("intercept", [False, True])
def test_hinge_in_rows_and_in_columns_agree(monkeypatch, intercept):
    phi, mu = features(50, 30), 1e-3
    y = labels(phi)
    reached = []
    for narrow in (0, 10):
        monkeypatch.setattr(solvers, "_NARROW", narrow)
        reached.append(objective(phi, y, fit(phi, y, mu, "hinge", intercept), mu, "hinge"))
    assert reached[0] == pytest.approx(reached[1], rel=2e-9)


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_what_cannot_be_certified_is_an_error_with_its_gap(monkeypatch, loss):
    monkeypatch.setattr(solvers, "GAP_WANTED", -1.0)
    phi = features(20, 4)
    with pytest.raises(ConvergenceError, match=f"fit with the {loss} loss: .* within") as caught:
        fit(phi, labels(phi), 0.1, loss)
    assert 0 <= caught.value.gap < 1e-9
    assert caught.value.wanted < 0


def test_an_early_stop_is_an_error(monkeypatch):
    monkeypatch.setattr(solvers, "_NEWTON_STEPS", 2)
    phi = features(40, 6)
    with pytest.raises(ConvergenceError):
        fit(phi, labels(phi), 1e-5, "logistic")


def test_an_interior_point_beyond_float64_is_certified_or_refused():
    """Found by a search: scalings that overflow once reached Cholesky's method."""
    assert fit([[0.5], [0.5]], [-1, 1], 1e-209, "hinge", True).tolist() == [0, 0]
    with pytest.raises(ConvergenceError):
        fit([[1.0, 0.5], [0.5, 1.0], [1.0, 1.0]], [-1, 1, 1], 1e-195, "hinge")


def test_newton_needs_its_line_search():
    """Found by a search: with full steps from 0 the iterates run away."""
    phi, y = np.array([[6.0, 27.2], [-1.3, 2.9], [0.1, 0.1]]), np.array([1.0, -1.0, 1.0])
    w = fit(phi, y, 1e-3, "logistic")
    gradient = (
        1e-3 * w
        - sum(t * row / (1 + math.exp(t * (row @ w))) for row, t in zip(phi, y, strict=True)) / 3
    )
    assert gradient @ gradient / (2 * 1e-3) <= 1e-9 * objective(phi, y, w, 1e-3, "logistic")


def test_hinge_where_interior_points_with_correction_cycle():
    """Found by a search: Mehrotra's correction alone goes round without end."""
    phi = np.array(
        [
            [0.55, -0.06, -0.33],
            [-0.01, 0.15, 0.2],
            [-3.54, -22.9, -33.5],
            [-0.2, -0.1, -0.08],
            [-0.02, -0.67, 0.51],
            [18.3, 21.5, -8.8],
        ]
    )
    y = np.array([1.0, -1, -1, -1, 1, 1])
    low = objective(phi, y, fit(phi, y, 5e-6, "hinge"), 5e-6, "hinge")
    high = objective(phi, y, peer("hinge", phi, y, 5e-6, intercept=False), 5e-6, "hinge")
    assert low <= high * (1 + 1e-9)


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


def test_real_targets_only_for_the_squared_loss():
    phi = features(9, 2)
    assert fit(phi, np.arange(9.0), 0.1).shape == (2,)


def test_predict():
    phi = features(5, 3)
    w = np.arange(3.0)
    np.testing.assert_allclose(predict(phi, w), [row @ w for row in phi], rtol=1e-15)
    np.testing.assert_allclose(predict(phi, [*w, 7.0]), [row @ w + 7 for row in phi], rtol=1e-15)
    both = predict(phi, [[*w, 7.0], [*-w, 0.0]])
    np.testing.assert_allclose(both, np.column_stack([phi @ w + 7, -(phi @ w)]), rtol=1e-14)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("shape", [(40, 6), (12, 20)])
def test_one_vs_rest_is_one_fit_a_class(loss, intercept, shape):
    phi = features(*shape)
    y = np.array(["b", "a", "c"])[np.random.default_rng(3).integers(3, size=shape[0])]
    y[:3] = "a", "b", "c"
    classes, weights = one_vs_rest(phi, y, 0.05, loss, intercept)
    assert classes.tolist() == ["a", "b", "c"]
    assert weights.shape == (3, shape[1] + intercept)
    for label, row in zip(classes, weights, strict=True):
        signs = np.where(y == label, 1.0, -1.0)
        np.testing.assert_allclose(row, fit(phi, signs, 0.05, loss, intercept), atol=1e-8)
    values = predict(phi, weights)
    expected = [classes[max(range(3), key=lambda c: row[c])] for row in values]
    assert predict_classes(phi, classes, weights).tolist() == expected


def test_two_classes_have_two_opposite_functions():
    phi = features(30, 4)
    classes, weights = one_vs_rest(phi, labels(phi), 0.1, "logistic", intercept=True)
    assert classes.tolist() == [-1, 1]
    np.testing.assert_allclose(weights[0], -weights[1], atol=1e-10)


def test_a_tie_of_classes_goes_to_the_first():
    assert predict_classes([[1.0]], ["b", "a", "c"], [[0.0], [2.0], [2.0]]) == ["a"]


PHI = np.eye(3, 2)
Y = np.array([1.0, -1.0, 1.0])
BAD = [
    (lambda: fit(PHI, Y, 0.0), ValueError, "mu must be positive, got 0.0"),
    (lambda: fit(PHI, Y, -1.0), ValueError, "mu must be positive, got -1.0"),
    (lambda: fit(PHI, Y, None), TypeError, "mu must be a real number"),
    (lambda: fit(PHI, Y, 1.0, "logistc"), ValueError, "loss must be .* did you mean 'logistic'"),
    (lambda: fit(PHI, Y, 1.0, None), TypeError, "loss must be one of"),
    (lambda: fit(PHI, Y, 1.0, "hinge", 1), TypeError, "intercept must be True or False, got 1"),
    (lambda: fit(PHI, Y[:2], 1.0), ValueError, r"y must have shape \(3,\), got \(2,\)"),
    (lambda: fit(PHI[0], Y, 1.0), ValueError, "phi must have 2 dimension"),
    (lambda: fit(PHI * np.nan, Y, 1.0), ValueError, "phi must not contain NaN"),
    (lambda: fit(PHI, [1, 0, 1], 1.0, "hinge"), ValueError, "y must hold the labels -1 and"),
    (lambda: fit(PHI, [1, 1, 1], 1.0, "hinge"), ValueError, r"y must hold both .* only \+1"),
    (lambda: fit(PHI, [1, np.nan, 1], 1.0), ValueError, "y must not contain NaN"),
    (lambda: fit(np.empty((0, 2)), [], 1.0), ValueError, "phi must not be empty"),
    (lambda: predict(PHI, [1.0]), ValueError, r"weights must have 2 entries a row \(or 3"),
    (lambda: predict(PHI, np.ones((1, 1, 2))), ValueError, "weights must have 2 entries a row"),
    (lambda: predict(PHI, [np.nan, 1]), ValueError, "weights must not contain NaN"),
    (lambda: objective(PHI, Y, [1.0, 2.0], 0.0, "hinge"), ValueError, "mu must be positive"),
    (lambda: objective(PHI, Y, [1.0], 1.0, "hinge"), ValueError, "weights must have 2 entries"),
    (lambda: objective(PHI, Y, [[1.0, 1.0]], 1.0, "hinge"), ValueError, "weights must have 1 dim"),
    (lambda: objective(PHI, Y, [1.0, 1.0], 1.0, "0-1"), ValueError, "loss must be one of"),
    (lambda: one_vs_rest(PHI, ["a", "a", "a"], 1.0), ValueError, r"y must have at least 2 classes"),
    (lambda: one_vs_rest(PHI, ["a", "b"], 1.0), ValueError, "y must be a vector of length 3"),
    (lambda: one_vs_rest(PHI, "abc", 1.0), TypeError, "y must be a vector of labels"),
    (lambda: one_vs_rest(PHI, Y, 0), ValueError, "mu must be positive"),
    (lambda: predict_classes(PHI, [1, 2], [[1.0, 1.0]]), ValueError, "weights must have 2 rows"),
    (lambda: liblinear_C(0, 1.0), ValueError, "n must be at least 1"),
    (lambda: liblinear_C(1, 0.0), ValueError, "mu must be positive"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_losses_are_those_of_the_table():
    assert algorithm1.LOSSES == LOSSES


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
    solver = solvers._bordered_solver
    monkeypatch.setattr(
        solvers, "_bordered_solver", lambda *args: grams.append(args[-1]) or solver(*args)
    )
    step = solvers.newton_direction(g, A, h, penalty)
    residual = (A.T * h) @ A @ step + penalty * step - g
    assert np.abs(residual).max() < 1e-9
    assert (grams[0] is not None) == (0 < rows < A.shape[1])


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


def test_a_gradient_whose_square_underflows_certifies_nothing():
    phi = np.random.default_rng(0).normal(size=(6, 3))
    y = np.array([1.0, -1, 1, -1, 1, -1])
    w, mu = np.array([1e-2, 0.0, 0.0]), 1e-306
    alpha = np.zeros(6)
    gap = losses.duality_gap(phi, y, w * 1e-140, 0.0, alpha, mu, "squared_hinge", False)
    assert gap > 0
    g = mu * w / np.sqrt(2 * mu)
    assert losses.duality_gap(phi, y, w, 0.0, alpha, mu, "squared_hinge", False) >= g @ g > 0


@pytest.mark.parametrize("loss", LOSSES)
def test_a_penalty_beyond_float64_is_refused_by_name(loss):
    with pytest.raises(ValueError, match="mu must be within float64"):
        fit(np.eye(3), [1.0, -1, 1], 1.7e308, loss)
