"""The program of Section 3.2: the worked example, certificates by hand, a dense peer, extremes."""

import copy
import itertools
import math
import pickle
import tracemalloc

import cvxopt
import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError, IndefiniteError
from gramcheck.reference.idealized import (
    dual_objective,
    learn_metric,
    make_toy,
    nearest_pairs,
    pairs_from_labels,
    xing_metric,
)
from gramcheck.reference.idealized.engines import interior_point, solver
from gramcheck.reference.idealized.metric import Metric

FORMS = ("as-printed", "clip", "constrained")
EXAMPLE = (np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), [[0, 1]], [[0, 2]], 10, 8, 0.5)


def problem(seed, degenerate=False):
    """Patterns, pairs and constants of a small random problem."""
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(4, 10)), int(rng.integers(1, 5))
    X = rng.integers(-2, 3, (n, p)).astype(float) if degenerate else rng.normal(size=(n, p))
    every = rng.permutation(list(itertools.combinations(range(n), 2)))
    used = int(rng.integers(2, len(every) + 1))
    cut = int(rng.integers(1, used))
    C_S, C_D = 10.0 ** rng.uniform(-1.5, 1.5, 2)
    nu = float(rng.choice([0.25, 0.5, rng.uniform(0.05, 0.95)]))
    return X, every[:cut], every[cut:used], float(C_S), float(C_D), nu


def check_optimal(result, X, M=None):
    """Everything by loops, from the matrix, gamma and the alphas alone."""
    M = np.eye(X.shape[1]) if M is None else M
    C_S, C_D, nu = result.C_S, result.C_D, result.nu
    N_S, N_D = len(result.similar), len(result.dissimilar)

    def margins(pairs):
        z = [X[i] - X[j] for i, j in pairs]
        return np.array([v @ result.matrix @ v - v @ M @ v for v in z])

    sigma = np.zeros_like(M)
    for sign, alpha, pairs in (
        (-1, result.alpha_S, result.similar),
        (1, result.alpha_D, result.dissimilar),
    ):
        for a, (i, j) in zip(alpha, pairs, strict=True):
            sigma += sign * a * np.outer(X[i] - X[j], X[i] - X[j])
    scale = max(1.0, np.abs(sigma).max())
    expected = sigma if result.psd == "as-printed" else np.zeros_like(M)
    if result.psd == "constrained":
        expected = sigma + result.cone_multiplier
        assert np.linalg.eigvalsh(result.cone_multiplier)[0] >= -1e-12 * scale
        assert np.linalg.eigvalsh(result.matrix)[0] >= -1e-12 * scale
        assert abs(np.vdot(result.cone_multiplier, result.matrix)) <= 1e-9 * scale**2
    assert np.abs(result.matrix - expected).max() <= 1e-12 * scale

    # (15), (16), slacks, both objectives
    assert (result.alpha_S >= 0).all()
    assert (result.alpha_S <= C_S / N_S * (1 + 1e-15)).all()
    assert (result.alpha_D >= 0).all()
    assert (result.alpha_D <= C_D / N_D * (1 + 1e-15)).all()
    assert result.alpha_D.sum() >= C_D * nu * (1 - 1e-12)
    m_S, m_D = margins(result.similar), margins(result.dissimilar)
    size = max(np.abs(m_S).max(), np.abs(m_D).max(), result.gamma, 1e-300)
    assert np.abs(result.slack_S - np.maximum(0, m_S)).max() <= 1e-11 * max(1, size)
    assert np.abs(result.slack_D - np.maximum(0, result.gamma - m_D)).max() <= 1e-11 * max(1, size)
    primal = (
        np.vdot(result.matrix, result.matrix) / 2
        + C_S / N_S * result.slack_S.sum()
        + C_D * (-nu * result.gamma + result.slack_D.sum() / N_D)
    )
    terms = [np.vdot(result.matrix, result.matrix), C_D * nu * result.gamma, 1.0]
    assert abs(primal - result.primal) <= 1e-11 * max(terms)
    assert abs(primal - result.dual) <= 1e-9 * max(terms)
    assert abs(result.gap) <= 1e-9
    assert max(result.residuals) <= 1e-9
    # gamma: the multiplier and the printed average
    if not math.isnan(result.gamma_average):
        assert abs(result.gamma - result.gamma_average) <= 1e-6 * max(1.0, size)
    # Proposition 3
    support = result.support_pairs()
    assert np.mean(result.alpha_D > 0) >= nu - 1e-9
    if result.gamma > 1e-9 * size:
        assert support.error_D.mean() <= nu + 1e-3


def test_worked_example_as_printed():
    """K2: the printed program's optimum is indefinite."""
    result = learn_metric(*EXAMPLE)
    assert np.abs(result.matrix - [[1, 4], [4, 4]]).max() <= 1e-13
    assert result.gamma == pytest.approx(11, abs=1e-12)
    assert result.gamma_average == pytest.approx(11, abs=1e-12)
    assert result.primal == pytest.approx(-19.5, abs=1e-12)
    assert (result.alpha_S[0], result.alpha_D[0]) == pytest.approx((3, 4), abs=1e-12)
    assert result.smallest_eigenvalue == pytest.approx((5 - math.sqrt(73)) / 2, abs=1e-12)
    assert result.squared_distances([[1.0, 0.0]], [[0.0, 1.0]])[0, 0] == pytest.approx(-3)
    with pytest.raises(ValueError, match=r"metric is indefinite.*-1\.772"):
        result.transform()


def test_worked_example_with_the_cone():
    """X = uu' with u = (1, b): d^2 of s is tight, and |X|^2 / 2 - 4 (1 + b)^2 is least in b.

    Its derivative vanishes where b (1 + b^2) = 4 (1 + b).
    """
    b = max(np.roots([1.0, 0.0, -3.0, -4.0]).real)
    result = learn_metric(*EXAMPLE, psd="constrained")
    assert np.abs(result.matrix - [[1, b], [b, b * b]]).max() <= 1e-12
    assert result.matrix[1] == pytest.approx([2.196, 4.822], abs=5e-4)
    assert result.gamma == pytest.approx((1 + b) ** 2 - 2, abs=1e-11)
    assert result.gamma == pytest.approx(8.213, abs=5e-4)
    assert result.primal == pytest.approx(-15.907, abs=5e-4)
    assert result.dual == pytest.approx(result.primal, abs=1e-12)
    A = result.transform()
    assert np.abs(A @ A.T - result.matrix).max() <= 1e-14


def test_clip_is_the_projection_and_not_the_constrained_solution():
    printed, clipped, constrained = (learn_metric(*EXAMPLE, psd=psd) for psd in FORMS)
    eigenvalues, U = np.linalg.eigh(printed.matrix)
    assert np.abs(clipped.matrix - (U * np.maximum(eigenvalues, 0)) @ U.T).max() <= 1e-13
    assert np.abs(clipped.matrix - constrained.matrix).max() > 0.3
    assert (clipped.gamma, clipped.primal) == (printed.gamma, printed.primal)
    assert clipped.smallest_eigenvalue == printed.smallest_eigenvalue


@pytest.mark.parametrize("psd", ["as-printed", "constrained"])
@pytest.mark.parametrize("seed", range(40))
def test_random_problems_are_solved(seed, psd):
    X, *rest = problem(seed, degenerate=seed % 2 == 1)
    check_optimal(learn_metric(X, *rest, psd=psd), X)


@pytest.mark.parametrize("psd", ["as-printed", "constrained"])
@pytest.mark.parametrize("seed", range(10))
def test_random_problems_with_another_metric(seed, psd):
    X, *rest = problem(seed)
    G = np.random.default_rng(seed).normal(size=(X.shape[1], max(1, X.shape[1] - 1)))
    check_optimal(learn_metric(X, *rest, M=G @ G.T, psd=psd), X, G @ G.T)


@pytest.mark.parametrize("seed", range(20))
def test_no_feasible_multipliers_have_a_larger_dual_objective(seed):
    X, S, D, C_S, C_D, nu = problem(seed)
    result = learn_metric(X, S, D, C_S, C_D, nu)
    best = dual_objective(result.alpha_S, result.alpha_D, X, S, D)
    assert best == pytest.approx(result.dual, abs=1e-10 * max(1, abs(best)))
    rng = np.random.default_rng(seed)
    for _ in range(50):
        a_S = rng.uniform(0, C_S / len(S), len(S))
        a_D = C_D / len(D) * (1 - (1 - nu) * rng.uniform(0, 1, len(D)))
        step = 10.0 ** rng.uniform(-4, 0)
        a_S, a_D = (
            result.alpha_S + step * (a_S - result.alpha_S),
            result.alpha_D + step * (a_D - result.alpha_D),
        )
        assert dual_objective(a_S, a_D, X, S, D) <= best + 1e-10 * max(1, abs(best))


def dense_matrix(X, S, D, C_S, C_D, nu):
    """The plain dense program: cvxopt with pairs x pairs matrices and default solvers."""
    Z = np.array([X[i] - X[j] for i, j in [*S, *D]])
    signs = np.repeat([-1.0, 1.0], [len(S), len(D)])
    H = np.outer(signs, signs) * (Z @ Z.T) ** 2
    N = len(Z)
    upper = np.repeat([C_S / len(S), C_D / len(D)], [len(S), len(D)])
    G = np.vstack([-np.eye(N), np.eye(N), -(signs > 0).astype(float)[None]])
    h = np.concatenate([np.zeros(N), upper, [-C_D * nu]])
    options = {"show_progress": False, "abstol": 1e-10, "reltol": 1e-10, "feastol": 1e-10}
    solution = cvxopt.solvers.qp(
        cvxopt.matrix(H),
        cvxopt.matrix(-signs * (Z**2).sum(axis=1)),
        cvxopt.matrix(G),
        cvxopt.matrix(h),
        options=options,
    )
    alpha = np.array(solution["x"]).ravel()
    return (Z.T * (signs * alpha)) @ Z


@pytest.mark.parametrize(("irrelevant", "n"), [(2, 20), (40, 10)])
def test_agrees_with_the_dense_program(irrelevant, n):
    """More pairs than features of the Hessian, and fewer."""
    X, y = make_toy(n, np.random.default_rng(5), irrelevant)
    X = X / 10
    S, D = nearest_pairs(X, *pairs_from_labels(y))
    result = learn_metric(X, S, D, 1.0, 2.0, 0.3)
    dense = dense_matrix(X, S, D, 1.0, 2.0, 0.3)
    assert np.abs(result.matrix - dense).max() <= 1e-6 * np.abs(dense).max()


@pytest.mark.parametrize("psd", FORMS)
def test_invariances(psd):
    """Order of patterns and pairs, order within pairs, rotations, a shift."""
    X, S, D, *constants = problem(7)
    rng = np.random.default_rng(8)
    base = learn_metric(X, S, D, *constants, psd=psd)
    order = rng.permutation(len(X))
    place = np.argsort(order)
    Q = np.linalg.qr(rng.normal(size=(X.shape[1],) * 2))[0]
    other = learn_metric(
        X[order] @ Q + 3.0,
        rng.permutation(place[S][:, ::-1]),
        rng.permutation(place[D]),
        *constants,
        psd=psd,
    )
    scale = np.abs(base.matrix).max()
    assert np.abs(Q @ other.matrix @ Q.T - base.matrix).max() <= 1e-9 * scale
    assert abs(other.gamma - base.gamma) <= 1e-9 * max(1, base.gamma)


@pytest.mark.parametrize("psd", FORMS)
def test_more_features_than_patterns_is_the_problem_in_their_span(psd):
    rng = np.random.default_rng(9)
    X = rng.normal(size=(12, 4))
    y = rng.integers(0, 2, 12)
    S, D = pairs_from_labels(y)
    basis = np.linalg.qr(rng.normal(size=(300, 4)))[0]
    small = learn_metric(X, S, D, 3.0, 5.0, 0.4, psd=psd)
    wide = learn_metric(X @ basis.T, S, D, 3.0, 5.0, 0.4, psd=psd)
    scale = np.abs(small.matrix).max()
    assert np.abs(wide.matrix - basis @ small.matrix @ basis.T).max() <= 1e-9 * scale
    assert wide.smallest_eigenvalue == pytest.approx(min(0.0, small.smallest_eigenvalue), abs=1e-9)
    few = learn_metric(X @ basis.T, S[:2], D[:2], 3.0, 5.0, 0.4, psd=psd)  # pairs span less
    assert few.residuals.gap <= 1e-10


@pytest.mark.parametrize("psd", ["as-printed", "constrained"])
@pytest.mark.parametrize("C", [1e-4, 1.0, 1e4])
def test_badly_scaled_bounds(psd, C):
    """Fact 8: gaps up to 2 were seen; features here differ by 300 in size."""
    rng = np.random.default_rng(10)
    X = rng.normal(size=(40, 6)) * 10.0 ** np.linspace(-1, 1.5, 6)
    y = rng.integers(0, 3, 40)
    X[:, 0] += y
    result = learn_metric(X, *nearest_pairs(X, *pairs_from_labels(y)), C, C, 0.3, psd=psd)
    assert result.residuals.gap <= 1e-9
    assert result.gap <= 1e-7


def test_small_C_D_collapses_to_zero():
    """K11: (11) does not contain M."""
    X, S, D, *_ = problem(3)
    assert np.abs(learn_metric(X, S, D, 1e-3, 1e-6, 0.5).matrix).max() <= 1e-2


@pytest.mark.parametrize("psd", FORMS)
def test_patterns_that_coincide_and_a_metric_of_zero(psd):
    same = learn_metric(np.ones((4, 3)), [[0, 1]], [[2, 3]], 1, 1, 0.5, psd=psd)
    assert not same.matrix.any()
    assert (same.gamma, same.primal) == (0.0, 0.0)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6, 2))
    zero = learn_metric(X, [[0, 1]], [[2, 3], [4, 5]], 1, 1, 0.5, M=np.zeros((2, 2)), psd=psd)
    assert zero.residuals.gap <= 1e-10
    line = learn_metric([[0.0], [1.0], [3.0]], [[0, 1]], [[1, 2]], 1, 1, 0.5, M=[[0.0]], psd=psd)
    assert line.residuals.gap <= 1e-10


def test_gamma_without_an_interior_pair():
    """K6: p = 1, lengths 1 and 2, alpha = (2, 0): any gamma in [1, 4] is optimal."""
    X = [[0.0], [1.0], [10.0], [12.0], [20.0], [20.5]]
    result = learn_metric(X, [[4, 5]], [[0, 1], [2, 3]], 1e-3, 4.0, 0.5)
    assert result.residuals.gap <= 1e-12
    assert result.gamma >= 0


def test_distances_products_and_transform_agree():
    X, y = make_toy(15, np.random.default_rng(2))
    S, D = nearest_pairs(X, *pairs_from_labels(y))
    rng = np.random.default_rng(3)
    A, B = rng.normal(size=(4, 11)), rng.normal(size=(3, 11))
    for psd in FORMS:
        result = learn_metric(X, S, D, 10.0, 10.0, 0.3, psd=psd)
        Kt = result.kernel(A, B)
        scale = np.abs(result.matrix).max() * 100
        assert np.abs(Kt - A @ result.matrix @ B.T).max() <= 1e-13 * scale
        want = [[(a - b) @ result.matrix @ (a - b) for b in B] for a in A]
        assert np.abs(result.squared_distances(A, B) - want).max() <= 1e-13 * scale
        assert np.array_equal(result.kernel(A), result.kernel(A, A))
        assert np.array_equal(result.squared_distances(A), result.squared_distances(A, A))
        if psd != "as-printed":
            T = result.transform()
            assert (result.squared_distances(A) >= 0).all()
            assert np.abs((A @ T) @ (B @ T).T - Kt).max() <= 1e-13 * scale


def test_a_solver_that_does_not_finish_is_an_error(monkeypatch):
    def lazy(program, cone, tolerance):
        return np.full(len(program.Z), 0.5), 0.0, "unknown"

    monkeypatch.setattr(solver, "solve", lazy)
    monkeypatch.setattr(solver, "polish", lambda program, beta, gamma, cone: (beta, gamma))
    with pytest.raises(ConvergenceError, match="status 'unknown', sum_of_alpha") as caught:
        learn_metric(*EXAMPLE)
    assert caught.value.gap > caught.value.wanted
    assert caught.value.residuals["gap relative to the terms"] > 1e-7


def test_a_breakdown_inside_cvxopt_is_reported(monkeypatch):
    def broken(*args, **kwargs):
        raise ArithmeticError("domain error")

    monkeypatch.setattr(interior_point.solvers, "coneqp", broken)
    assert learn_metric(*EXAMPLE).gap <= 1e-10  # Newton's method gets there all the same
    monkeypatch.setattr(solver, "polish", lambda program, beta, gamma, cone: (beta, gamma))
    with pytest.raises(ConvergenceError, match="status 'failed: domain error'"):
        learn_metric(*EXAMPLE)


X3, S3, D3 = EXAMPLE[:3]


def call(X=X3, S=S3, D=D3, C_S=1.0, C_D=1.0, nu=0.5, **options):
    return lambda: learn_metric(X, S, D, C_S, C_D, nu, **options)


@pytest.mark.parametrize(
    ("learn", "error", "message"),
    [
        (call(S=[[0, 3]]), ValueError, r"similar must hold indices between 0 and 2, got \(0, 3\)"),
        (call(S=[[0, -1]]), ValueError, r"got \(0, -1\)"),
        (call(S=[[0, 1], [1, 0]]), ValueError, r"similar must not repeat .* \(0, 1\)"),
        (call(S=[[0, 2]]), ValueError, r"both in similar and in dissimilar, got \(0, 2\)"),
        (call(D=[[1, 1]]), ValueError, r"dissimilar must pair different patterns, got \(1, 1\)"),
        (call(D=[]), ValueError, "dissimilar must hold at least one pair"),
        (call(nu=0), ValueError, "nu must lie strictly between 0 and 1"),
        (call(nu=1.0), ValueError, "nu must lie strictly between 0 and 1"),
        (call(nu=np.nan), ValueError, "nu must be finite"),
        (call(C_S=0), ValueError, "C_S must be positive"),
        (call(C_D=-1.0), ValueError, "C_D must be positive"),
        (call(M=[[1.0, 2.0], [0.0, 1.0]]), ValueError, "M must be symmetric"),
        (call(M=[[1.0, 2.0], [2.0, 1.0]]), IndefiniteError, "M must be positive semidefinite"),
        (call(M=np.eye(3)), ValueError, r"M must have shape \(2, 2\)"),
        (call(X=[[0.0, np.nan]] * 3), ValueError, "X must not contain NaN"),
        (call(X=[[[0.0], [1.0], [2.0]]]), ValueError, r"X must have shape \(n,\) or \(n, p\)"),
        (call(psd="constraint"), ValueError, "did you mean 'constrained'"),
        (lambda: learn_metric(*EXAMPLE).kernel(np.ones((2, 3))), ValueError, "A must have shape"),
        (lambda: learn_metric(*EXAMPLE).support_pairs(0.5), ValueError, "tol must lie"),
        (lambda: dual_objective([1.0], [1.0, 2.0], *EXAMPLE[:3]), ValueError, "alpha_D must have"),
    ],
)
def test_bad_input_is_named(learn, error, message):
    with pytest.raises(error, match=message):
        learn()


@pytest.mark.parametrize("psd", FORMS)
def test_dissimilar_patterns_that_coincide_leave_nothing_to_gain(psd):
    X = np.array([[0.1, 0.7], [3.0, 2.0], [0.1, 0.7], [5.0, 5.0]])
    metric = learn_metric(X, [(0, 1), (1, 3)], [(0, 2)], 1.0, 2.0, 0.25, psd=psd)
    assert not metric.matrix.any()
    assert metric.gamma == metric.gap == 0
    assert metric.alpha_D.sum() >= 0.25 * 2.0


@pytest.mark.parametrize("psd", ["as-printed", "constrained"])
@pytest.mark.parametrize("nu", [0.25, 0.5, 0.75])
def test_coincident_pairs_count_in_the_constraint_on_the_sum(nu, psd):
    """One of two dissimilar pairs coincides: less, just as much and more than it needs."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    S, D = [(0, 1)], [(0, 3), (0, 2)]
    metric = learn_metric(X, S, D, 10.0, 8.0, nu, psd=psd)
    assert max(metric.residuals) < 1e-10
    assert metric.alpha_D.sum() >= nu * 8.0 * (1 - 1e-12)
    assert metric.gamma > 0.1 if nu > 0.5 else metric.gamma <= 1e-12


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"X": 1e160}, "X"),
        ({"X": 1e80}, "C_S times the largest squared distance"),
        ({"X": 1e-160}, "X"),
        ({"C_S": 1e300}, "C_S times the largest squared distance"),
        ({"M": 1e200}, "the largest entry of M"),
    ],
)
def test_numbers_that_would_overflow_or_vanish_are_refused(changes, name):
    given = {"X": np.array([[0.0], [1.0], [3.0]]), "C_S": 1.0, "M": np.eye(1)}
    given = {key: value * changes.get(key, 1.0) for key, value in given.items()}
    with pytest.raises(ValueError, match=f"^{name}"):
        learn_metric(similar=[(0, 1)], dissimilar=[(0, 2)], C_D=1.0, nu=0.5, **given)


@pytest.mark.parametrize("psd", ["as-printed", "clip", "constrained"])
@pytest.mark.parametrize("seed", range(6))
def test_optima_of_0_are_certified_too(psd, seed):
    """Integer points and an M without some directions: all terms of the optimum may vanish."""
    rng = np.random.default_rng(seed)
    for size in (3, 4, 5, 6):
        p = int(rng.integers(1, 4))
        X = rng.integers(0, 4, (size, p)).astype(float)
        pairs = rng.permutation(np.argwhere(np.triu(np.ones((size, size)), 1)))
        cut = int(rng.integers(1, len(pairs)))
        M = np.diag(rng.integers(0, 2, p)).astype(float)
        metric = learn_metric(X, pairs[:cut], pairs[cut:], 1.0, 10.0, 0.25, M=M, psd=psd)
        assert metric.gap <= 1e-7
        assert metric.residuals.gap <= 1e-7


def test_without_an_original_metric_the_learned_one_is_0():
    X, M = np.array([[0.0], [1.0], [3.0]]), np.zeros((1, 1))
    metric = learn_metric(X, [[0, 1]], [[0, 2], [1, 2]], 1.0, 1.0, 0.25, M=M)
    assert abs(metric.matrix[0, 0]) <= 1e-6  # half its square is the objective


@pytest.mark.parametrize("alpha", [1e200, 1e308])
def test_a_dual_objective_that_overflows_is_refused(alpha):
    X = np.array([[0.0], [1.0], [3.0]])
    with pytest.raises(ValueError, match="must keep the objective finite"):
        dual_objective([alpha], [alpha], X, [(0, 1)], [(0, 2)])


@pytest.mark.parametrize("columns", [2, 9])
def test_pairs_too_short_to_be_squared_are_refused(columns):
    """Though the patterns, with one that no pair has, are far from each other."""
    X = np.zeros((4, columns))
    X[:, 0] = 0.0, 1e-170, 3e-170, 1.0
    with pytest.raises(ValueError, match="X must hold points whose squared distances"):
        learn_metric(X, [(0, 1)], [(0, 2), (1, 2)], 1.0, 1.0, 0.5)


def test_an_optimum_below_the_roundings_of_multipliers_is_certified():
    """Collinear points, and an M that sees little of them: (11) sums numbers of 40 to .003."""
    X = np.array([[4.0, 1.0, 0.0], [-4.0, -1.0, 0.0], [8.0, 2.0, 0.0], [16.0, 4.0, 0.0]])
    dissimilar = [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    M = np.array(
        [
            [0.015247660349992516, -0.08015928043870557, 0.07233872204937249],
            [-0.08015928043870557, 0.4561035023132456, -0.21727204606382297],
            [0.07233872204937249, -0.21727204606382297, 1.109226959289796],
        ]
    )
    learned = learn_metric(X, [(0, 1)], dissimilar, 1.0, 1.0, 0.1, M=M)
    assert learned.gap <= 1e-10
    assert learned.residuals.gap <= 1e-7


def test_a_vector_is_points_on_a_line():
    """As everywhere; in what is measured afterwards too."""
    x, S, D = [0.0, 1.0, 3.0, 7.0], [(0, 1), (1, 2)], [(0, 3), (2, 3)]
    column = np.array(x)[:, None]
    learned, wanted = (learn_metric(X, S, D, 1.0, 1.0, 0.5) for X in (x, column))
    assert np.array_equal(learned.matrix, wanted.matrix)
    assert np.array_equal(learned.squared_distances(x), wanted.squared_distances(column))
    assert np.array_equal(learned.kernel([1.0], x), wanted.kernel([[1.0]], column))
    assert xing_metric(x, S, D).value == xing_metric(column, S, D).value
    for got, want in zip(*(nearest_pairs(X, S, D, R=9) for X in (x, column)), strict=True):
        assert np.array_equal(got, want)
    assert dual_objective([1.0, 0.5], [0.2, 0.1], x, S, D) == dual_objective(
        [1.0, 0.5], [0.2, 0.1], column, S, D
    )
    with pytest.raises(ValueError, match="A must have 2 dimension"):
        learn_metric(*EXAMPLE).squared_distances([1.0, 2.0])


def test_few_pairs_of_long_patterns_need_no_square_matrix():
    p = 4000
    X = np.random.default_rng(0).normal(size=(8, p))
    tracemalloc.start()
    for psd in FORMS:
        learned = learn_metric(X, [(0, 1), (2, 3)], [(0, 4), (5, 6)], 1.0, 1.0, 0.5, psd=psd)
        learned.squared_distances(X)
    xing_metric(X, [(0, 1), (1, 2)], [(0, 2)])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * p * p / 16


def test_outside_the_pairs_the_smallest_eigenvalue_is_0():
    """Patterns on a line in space: whatever the metric is on it, it is 0 across."""
    X = np.outer([0.0, 1.0, 3.0], [1.0, 2.0, 2.0, 4.0])  # more columns than patterns
    learned = learn_metric(X, [(0, 1)], [(0, 2)], 1e-3, 1.0, 0.5)
    assert np.trace(learned.matrix) > 0.1
    assert learned.smallest_eigenvalue == 0.0
    assert learn_metric(X[:, :1], [(0, 1)], [(0, 2)], 1e-3, 1.0, 0.5).smallest_eigenvalue > 0


@pytest.mark.parametrize(
    ("share", "refused"), [(0.5, True), (1e-2, True), (1e-6, True), (0, False)]
)
def test_no_transform_leaves_out_a_negative_eigenvalue(share, refused):
    metric = Metric(np.array([[1.0], [0.0]]), np.array([[0.0], [math.sqrt(share)]]))
    if refused:
        with pytest.raises(ValueError, match="the metric is indefinite"):
            metric.transform()
    else:
        assert np.array_equal(metric.transform(), [[1.0], [0.0]])


def test_what_overflows_in_a_metric_is_refused():
    learned = learn_metric(*EXAMPLE)
    for measure in (learned.squared_distances, learned.kernel):
        with pytest.raises(ValueError, match="A, B and the metric must keep every value finite"):
            measure(np.array([[1e200, 0.0], [0.0, 0.0]]))


@pytest.mark.parametrize("psd", FORMS)
def test_results_cannot_be_written_to(psd):
    similar = np.array(EXAMPLE[1])
    learned = learn_metric(EXAMPLE[0], similar, *EXAMPLE[2:], psd=psd)
    arrays = [learned.matrix, learned.alpha_S, learned.slack_D, learned.similar, learned.positive]
    for array in [*arrays, *([learned.cone_multiplier] if psd == "constrained" else [])]:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    similar[...] = 0  # what the caller owns stays the caller's
    assert learned.similar.tolist() == EXAMPLE[1]
    assert copy.deepcopy(learned).matrix.tolist() == learned.matrix.tolist()
    assert pickle.loads(pickle.dumps(learned)).matrix.tolist() == learned.matrix.tolist()


def test_steps_of_newtons_method_that_gain_nothing_are_waited_for():
    """A similar pair weighs 1e5 times as much: the residual halves only after many steps."""
    X = [[1, -2, -2], [-2, -1, 2], [-1, 0, -1], [-2, 2, 2], [2, 2, -2], [2, 0, 2]]
    M, dissimilar = np.diag([0.0, 0.0, 1.0]), [(4, 5), (1, 4), (0, 4)]
    learned = learn_metric(X, [(2, 3)], dissimilar, 5e5, 3.6, 0.25, M=M, psd="constrained")
    assert learned.gap <= 1e-7
    assert learned.residuals.gap <= 1e-7
