"""LMNN, KMLCC and KLMCA: certificates wherever they stop, units, kinks, and starts.

The objectives, their gradients and the optimum are those of the conformance suite.
"""

import dataclasses
import itertools

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    KLMCA,
    gaussian_kernel,
    klmca,
    klmca_gradient,
    klmca_objective,
    kmlcc,
    kmlcc_gradient,
    kmlcc_objective,
    lmnn,
    lmnn_objective,
    lmnn_subgradient,
)
from gramcheck.reference.kcr.engines import cuts
from gramcheck.reference.kcr.engines.cuts import CutProgram
from gramcheck.verify.definitions import kcr as definitions


def points(seed, n=13, p=2, classes=2):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return rng.normal(size=(n, p)) + rng.normal(size=(classes, p))[y], y


def kernel(seed, n=12, classes=2, s=0.5, p=2):
    X, y = points(seed, n, p, classes)
    return gaussian_kernel(X, s=s), y


@pytest.mark.parametrize("far", [1e5, 1e7])
def test_a_far_point_costs_the_divergence_no_digits_of_the_others(far):
    """On a line, where this A leaves the distances as they are."""
    x = np.append(np.random.default_rng(3).normal(size=7), far)
    y, c = np.array([0, 0, 0, 0, 1, 1, 1, 2]), x - x.mean()
    K, A = np.outer(x, x), np.outer(c, c) / (c @ x) ** 2
    wanted = definitions.kmlcc_objective(A.tolist(), K.tolist(), y.tolist())
    assert kmlcc_objective(A, K, y) == pytest.approx(wanted, rel=1e-7)


# LMNN -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_bound_is_one_wherever_the_solver_stops(seed):
    X, y = points(seed, p=3)
    low, high = definitions.lmnn_optimum(X.tolist(), y.tolist(), 3)
    for steps in (1, 3, 10):
        found = lmnn(X, y, max_iterations=steps, tol=1e-9)
        assert not found.converged
        assert found.iterations <= steps
        assert found.lower_bound <= high * (1 + 1e-6)
        assert found.objective >= low * (1 - 1e-6)
        assert found.gap == pytest.approx(1 - found.lower_bound / found.objective)


@pytest.mark.parametrize("wide", [1e6, 1e9])
def test_the_bound_holds_for_directions_that_are_narrow_beside_others(wide):
    """Only the narrow direction tells the classes apart."""
    rng, y = np.random.default_rng(0), np.repeat([0, 1], 10)
    X = np.column_stack([wide * rng.normal(size=20), (2 * y - 1) + 0.01 * rng.normal(size=20)])
    found = lmnn(X, y)
    assert found.converged
    assert found.lower_bound <= lmnn_objective(np.diag([0.0, 0.3]), X, y)
    assert found.objective == pytest.approx(lmnn_objective(found.matrix, X, y), rel=1e-6)


def test_margin_scales_the_metric_and_nothing_else():
    X, y = points(6, p=3)
    one, four = lmnn(X, y), lmnn(X, y, margin=4.0)
    np.testing.assert_allclose(four.matrix, 4 * one.matrix, rtol=1e-12)
    assert four.gap == one.gap


def test_shift_and_scale_of_the_points_change_no_distance():
    X, y = points(7, p=3)
    plain = lmnn(X, y, tol=1e-6).squared_distances(X)
    moved = lmnn(1e3 * X + 1e5, y, tol=1e-6).squared_distances(1e3 * X + 1e5)
    np.testing.assert_allclose(moved, plain, atol=1e-3 * plain.max())


def test_a_column_that_is_constant_has_no_part():
    X, y = points(8)
    wide = np.column_stack([X, np.full(len(X), 3.0)])
    found = lmnn(wide, y)
    assert found.converged
    np.testing.assert_allclose(found.matrix[2], 0.0, atol=1e-12)


def test_an_axis_that_tells_the_classes_apart_and_pulls_nothing():
    """The bound is 0 there, and the gap says so; next to the objective at 0 it is nothing."""
    X, y = points(9)
    wide = np.column_stack([X, y])
    found = lmnn(wide, y, max_iterations=400)
    assert (found.lower_bound, found.gap) == (0.0, 1.0)
    assert found.objective < 1e-3  # the far end of that axis is free
    assert found.converged
    zero = lmnn_objective(np.zeros((3, 3)), wide, y)
    short = lmnn(wide, y, tol=found.objective / zero / 2, max_iterations=1)
    assert short.objective > found.objective
    assert not short.converged


@pytest.mark.parametrize("seed", [20, 31, 51, 94, 450, 536])
def test_kinks_that_meet_at_the_optimum_leave_no_gap(seed):
    """Smoothing alone stopped at gaps of 2 to 10 % here: its minimizations failed on the way."""
    rng = np.random.default_rng(seed)
    for n, p, k, c in ((10, 3, 2, 1.0), (12, 2, 1, 0.2)):
        X, y = rng.normal(size=(n, p)), np.arange(n) % 2
        X[:, 0] += y
        found = lmnn(X, y, k=k, c=c, tol=1e-5)
        assert found.converged
        assert found.gap <= 1e-5
        assert found.objective == pytest.approx(lmnn_objective(found.matrix, X, y, k, c), rel=1e-9)


@pytest.mark.parametrize("seed", [1, 2, 14, 16])
def test_large_cone_programs_that_break_down_are_solved_in_other_units(seed, monkeypatch):
    """Each first attempt: the same optimum in those in which distances are near 1.

    Smoothing leaves them a gap with each of five kernels of OpenBLAS, and does not on most seeds.
    """
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(10, 3)), np.arange(10) % 2
    X[:, 0] += y
    X *= 30
    right, attempts = cuts._cone_program, []

    def breaks_down(*arguments):
        attempts.append(arguments)
        return right(*arguments) if len(attempts) % 2 == 0 else None

    expected = lmnn(X, y, k=2, tol=1e-7)
    monkeypatch.setattr(cuts, "_SMALL", 0)
    monkeypatch.setattr(cuts, "_cone_program", breaks_down)
    found = lmnn(X, y, k=2, tol=1e-7, max_iterations=300)
    assert 2 <= len(attempts) < 40
    assert found.converged
    assert found.objective == pytest.approx(expected.objective, rel=1e-5)
    assert found.lower_bound <= expected.objective * (1 + 1e-9)


# KMLCC ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_bound_and_residual_hold_wherever_the_solver_stops(seed):
    K, y = kernel(seed)
    lam = 10.0 ** (seed - 3)
    best = kmlcc(K, y, lam)
    for steps in (1, 2, 5, 20):
        found = kmlcc(K, y, lam, max_iterations=steps, tol=1e-12)
        assert found.iterations <= steps
        assert found.converged == (found.gap <= 1e-12)
        assert found.lower_bound <= best.objective * (1 + 1e-12)
        assert found.gap == pytest.approx(1 - found.lower_bound / found.objective)
        # what the residual excludes: any metric of at most twice the trace that gains more
        trace = np.vdot(found.matrix, K)
        reachable = min(1.0, 2 * trace / np.vdot(best.matrix, K)) * best.matrix
        gain = found.objective - kmlcc_objective(reachable, K, y, lam)
        assert gain <= found.residual * found.objective * (1 + 1e-9)


def test_without_penalty():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(12, 2)), rng.permutation(np.arange(12) % 2)
    found = kmlcc(X @ X.T, y)  # classes that no metric of the plane separates
    assert found.residual <= 1e-5
    K, y = kernel(0, s=2.0)  # separable: only an infimum, 0
    far = kmlcc(K, y, max_iterations=100)
    assert far.lower_bound < 1e-12 < far.objective < 1e-3


def test_a_start_changes_the_way_and_not_the_end():
    K, y = kernel(2, n=30, classes=3)
    smoother = kmlcc(K, y, 0.1)
    cold, warm = kmlcc(K, y, 0.03, tol=1e-6), kmlcc(K, y, 0.03, tol=1e-6, start=smoother)
    assert warm.objective == pytest.approx(cold.objective, rel=2e-6)


def test_a_start_at_the_end_is_the_end():
    X, y = np.random.default_rng(3).normal(size=(14, 3)) * [1, 5, 20], np.arange(14) % 2
    cold = kmlcc(X @ X.T, y, 0.03, tol=1e-6)
    assert kmlcc(X @ X.T, y, 0.03, tol=1e-6, start=cold).iterations < cold.iterations / 4


def test_cutting_planes_that_break_down_end(monkeypatch):
    """LMNN whose smoothed hinges are not exact enough, and no round of cuts has a solution."""
    X = np.array([[2.0], [8.0], [1.0], [-4.0], [0.0], [2.0]])
    monkeypatch.setattr(CutProgram, "solve", lambda *_: None)
    found = lmnn(X, np.arange(6) % 2, k=1, tol=1e-8)
    assert not found.converged
    assert found.lower_bound <= found.objective


@pytest.mark.parametrize("lam", [0.0, 0.1])
def test_a_collapsed_start_is_left(lam):
    """Penalized so much that the metric is 0, where the gradient for the factor is 0 as well."""
    K, y = kernel(3, n=20)
    collapsed = kmlcc(K, y, 1e4)
    np.testing.assert_array_equal(collapsed.matrix, 0.0)
    assert collapsed.converged
    found = kmlcc(K, y, lam, start=collapsed, max_iterations=200)
    cold = kmlcc(K, y, lam, max_iterations=200)
    assert found.objective == pytest.approx(cold.objective, rel=1e-4, abs=1e-6)


def test_the_bound_is_for_all_of_feature_space():
    """An axis too short to learn on tells the classes apart: the bound must not pass that by."""
    rng = np.random.default_rng(5)
    y, lam = np.arange(20) % 2, 1e-12
    X = np.column_stack([rng.normal(size=20), 1e-5 * y])
    found = kmlcc(X @ X.T, y, lam)
    # the metric 1e11 along that axis alone: 0 within the classes of ten, 10 between them
    reachable = 20 * np.log(1 + 10 / 9 * np.exp(-10)) + lam * 1e11
    assert reachable < 0.5 * found.objective
    assert found.lower_bound <= reachable


def test_a_singular_kernel():
    """A linear kernel of two columns: the metric is one of the plane, whatever n."""
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % 2
    found = kmlcc(X @ X.T, y, 0.1)
    assert found.converged
    assert np.linalg.matrix_rank(found.matrix, tol=1e-9 * np.linalg.norm(found.matrix)) <= 2


# KLMCA ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
def test_one_step_is_along_the_gradient_of_the_update(update):
    K, y = kernel(1, n=14, s=0.3, p=3)
    first, second = (klmca(K, y, update=update, max_iterations=t, tol=1e-12) for t in (1, 2))
    step = second.Omega - first.Omega
    gradient = klmca_gradient(first.Omega, K, y, inner_product=update)
    cosine = np.vdot(step, gradient) / np.linalg.norm(step) / np.linalg.norm(gradient)
    assert cosine == pytest.approx(-1.0, abs=1e-9)


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
def test_the_objective_never_rises(update):
    K, y = kernel(2, n=20, s=0.3, p=3)
    values = [
        klmca(K, y, update=update, max_iterations=t, tol=1e-12).objective for t in range(1, 25)
    ]
    assert all(later <= earlier for earlier, later in itertools.pairwise(values))
    assert values[-1] < 0.9 * values[0]


def test_the_start_is_kernel_pca():
    """Images are the first coordinates about the mean, up to rotation."""
    K, y = kernel(3, n=14, s=0.3, p=3)
    H = np.eye(14) - 1 / 14
    values, U = np.linalg.eigh(H @ K @ H)
    expected = U[:, -2:] * np.sqrt(values[-2:])
    start = klmca(K, y, d=2, tol=1e9)  # satisfied with anything
    assert start.iterations == 0
    images = H @ (start.Omega @ K).T
    np.testing.assert_allclose(images @ images.T, expected @ expected.T, atol=1e-10)


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
def test_a_stationary_point_is_reached_and_measured(update):
    K, y = kernel(4, n=12, s=2.0, p=3)
    found = klmca(K, y, d=2, c=10.0, update=update, max_iterations=2000, tol=1e-4)
    assert found.converged
    gradient = klmca_gradient(found.Omega, K, y, 3, 10.0, inner_product=update)
    metric = K if update == "rkhs" else np.eye(12)
    lengths = [np.sqrt(np.trace(A @ metric @ A.T)) for A in (gradient, found.Omega)]
    collapsed = klmca_objective(np.zeros((2, 12)), K, y, 3, 10.0)
    assert found.residual == pytest.approx(np.prod(lengths) / collapsed, rel=1e-6)
    assert found.objective == pytest.approx(klmca_objective(found.Omega, K, y, 3, 10.0), rel=1e-12)


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
@pytest.mark.parametrize("seed", range(3))
def test_rounding_ends_the_descent(update, seed):
    """Where neither objective nor gradient becomes smaller no more iterations are made.

    That is no convergence, and K of rank two, which leaves room for rounding, makes it none.
    """
    X, y = points(seed, n=10)
    found = klmca(X @ X.T, y, d=2, k=2, update=update, max_iterations=10**7, tol=1e-100)
    assert found.iterations < 1000
    assert not found.converged
    assert 0 < found.residual < 1e-6


@pytest.mark.parametrize("update", ["rkhs", "euclidean"])
def test_a_start_in_the_null_space_is_no_map(update):
    """Along a negative eigenvalue of rounding, where squared lengths would be below 0."""
    v, u, w = np.array([1, -1, 0, 0]), np.array([0, 0, 1, -1]), np.array([1, 1, -1, -1])
    K = np.outer(w, w) / 4 + np.outer(u, u) / 2 - 1e-15 * np.outer(v, v) / 2
    start = KLMCA(v[:, None] / np.sqrt(2), 0.0, 0.0, 0, False)
    found = klmca(K, [0, 0, 1, 1], d=1, k=1, update=update, start=start, tol=1e-30)
    assert found.converged
    np.testing.assert_allclose(found.Omega, 0.0, atol=1e-12)


@pytest.mark.parametrize("size", [1e8, 1e60])
def test_a_long_start_is_no_convergence(size):
    """Its part in the null space grows with it, and would drown the rest."""
    X, y = points(0, n=10)
    short = klmca(X @ X.T, y, d=2, k=2)
    long = dataclasses.replace(short, factor=size * short.factor)
    found = klmca(X @ X.T, y, d=2, k=2, start=long, max_iterations=2000)
    assert found.converged
    assert found.objective == pytest.approx(short.objective, rel=1e-2)


@pytest.mark.parametrize("learn", [klmca, kmlcc])
def test_a_start_that_overflows_is_refused(learn):
    """A shorter one is a start; what overflows on the way is no warning."""
    K, y = kernel(0, n=10)
    short = learn(K, y, max_iterations=5)
    for power in range(50, 99, 3):
        long = dataclasses.replace(short, factor=1e60 * short.factor)
        if power > 94:
            with pytest.raises(ValueError, match="K and start must have finite products"):
                learn(10.0**power * K, y, start=long)
        else:
            found = learn(10.0**power * K, y, start=long, max_iterations=5)
            assert np.isfinite(found.objective)


def test_an_end_without_convergence_says_so():
    K, y = kernel(5, n=14, s=0.3, p=3)
    found = klmca(K, y, max_iterations=2, tol=1e-12)
    assert not found.converged
    assert found.iterations == 2
    assert found.residual > 1e-12


def test_more_dimensions_than_the_rank_stay_empty():
    rng = np.random.default_rng(8)
    X, y = rng.normal(size=(12, 2)), np.arange(12) % 2
    found = klmca(X @ X.T, y, d=5, max_iterations=30)
    np.testing.assert_array_equal(found.Omega[2:], 0.0)


def test_a_start_from_another_weight():
    K, y = kernel(9, n=14, s=0.3, p=3)
    light = klmca(K, y, c=0.1, max_iterations=50)
    warm = klmca(K, y, c=0.2, start=light, max_iterations=1)
    assert warm.objective <= klmca_objective(light.Omega, K, y, 3, 0.2) * (1 + 1e-9)


# refusals that the suite does not ask for -------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda X, K, y: lmnn(np.ones_like(X), y), "X must have two different points"),
        (lambda X, K, y: lmnn(X, np.arange(12) // 11), "k must be below the size of every class"),
        (lambda X, K, y: lmnn_objective(np.eye(3), X, y), r"M must have shape \(2, 2\)"),
        (lambda X, K, y: lmnn_subgradient([[1.0, 0.0], [1.0, 1.0]], X, y), "M must be symmetric"),
        (lambda X, K, y: kmlcc(K, np.arange(12)), "y must have a class of two members"),
        (lambda X, K, y: kmlcc(np.ones((12, 12)), y), "K must tell some patterns apart"),
        (lambda X, K, y: kmlcc(K[:8, :8], y[:8], start=kmlcc(K, y, 0.1)), "start.factor must have"),
        (
            lambda X, K, y: kmlcc_objective(np.eye(3), K, y),
            r"A must have the shape \(12, 12\) of K",
        ),
        (lambda X, K, y: kmlcc_gradient(np.eye(3), K, y), r"A must have the shape \(12, 12\) of K"),
        (lambda X, K, y: klmca(K, y, d=13), "d must be between 1 and 12"),
        (lambda X, K, y: klmca(K, y, d=3, start=klmca(K, y, max_iterations=1)), "start.Omega must"),
        (lambda X, K, y: klmca_objective(np.ones((2, 11)), K, y), r"Omega must have shape"),
    ],
)
def test_arguments_that_do_not_meet_are_named(call, message):
    X, y = points(0, n=12)
    with pytest.raises(ValueError, match=message):
        call(X, gaussian_kernel(X), y)


@pytest.mark.parametrize("solver", [kmlcc, klmca])
def test_a_start_of_another_kind(solver):
    K, y = kernel(0)
    with pytest.raises(TypeError, match=r"start must be a (KMLCC|KLMCA)"):
        solver(K, y, start=np.eye(12))
