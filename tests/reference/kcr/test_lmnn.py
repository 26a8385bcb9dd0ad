"""LMNN against loops over triples, and against its semidefinite program solved by cvxopt."""

import numpy as np
import pytest
from cvxopt import matrix, solvers

from gramcheck.reference.kcr import lmnn, lmnn_objective, lmnn_subgradient


def problem(seed, n=13, p=2, classes=2, spread=1.0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    X = rng.normal(size=(n, p)) + spread * rng.normal(size=(classes, p))[y]
    return X, y


def triples_by_hand(X, y, k):
    """(i, j) of target neighbors and (i, j, l) of impostors, one by one."""
    pairs, triples = [], []
    for i in range(len(y)):
        same = [j for j in range(len(y)) if j != i and y[j] == y[i]]
        same.sort(key=lambda j: (np.sum((X[i] - X[j]) ** 2), j))
        for j in same[:k]:
            pairs.append((i, j))
            triples += [(i, j, other) for other in range(len(y)) if y[other] != y[i]]
    return pairs, triples


def objective_by_hand(M, X, y, k, c, margin):
    def d(i, j):
        return (X[i] - X[j]) @ M @ (X[i] - X[j])

    pairs, triples = triples_by_hand(X, y, k)
    hinges = (max(0.0, margin + d(i, j) - d(i, other)) for i, j, other in triples)
    return sum(d(i, j) for i, j in pairs) + c * sum(hinges)


def optimum_by_cvxopt(X, y, k, c, margin=1.0):
    """The semidefinite program with one slack for each triple: M in packed form, then slacks."""
    p = X.shape[1]
    basis = []
    for a in range(p):
        for b in range(a + 1):
            E = np.zeros((p, p))
            E[a, b] = E[b, a] = 1.0
            basis.append(E)
    basis = np.array(basis)
    pairs, triples = triples_by_hand(X, y, k)

    def outer(i, j):
        return np.outer(X[i] - X[j], X[i] - X[j])

    pull = np.array([np.vdot(E, sum(outer(i, j) for i, j in pairs)) for E in basis])
    rows = np.array([np.tensordot(basis, outer(i, j) - outer(i, o)) for i, j, o in triples])
    T, m = len(triples), len(basis)
    cost = np.concatenate([pull, np.full(T, c)])
    G = np.block([[rows, -np.eye(T)], [np.zeros((T, m)), -np.eye(T)]])
    h = np.concatenate([np.full(T, -margin), np.zeros(T)])
    cone = np.hstack([-basis.reshape(m, -1).T, np.zeros((p * p, T))])
    options = {"show_progress": False, "abstol": 1e-8, "reltol": 1e-7, "feastol": 1e-8}
    found = solvers.sdp(
        matrix(cost),
        matrix(G),
        matrix(h),
        [matrix(cone)],
        [matrix(np.zeros((p, p)))],
        options=options,
    )
    assert found["status"] == "optimal"
    return found["primal objective"]


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize("margin", [1.0, 0.4])
def test_objective_over_triples(k, margin):
    X, y = problem(k, classes=3, p=3)
    F = np.random.default_rng(5).normal(size=(3, 3))
    for M in (F @ F.T, np.zeros((3, 3))):
        expected = objective_by_hand(M, X, y, k, 0.7, margin)
        assert lmnn_objective(M, X, y, k, 0.7, margin) == pytest.approx(expected, rel=1e-12)


def test_subgradient_by_differences():
    X, y = problem(0, p=3)
    rng = np.random.default_rng(1)
    F, E = rng.normal(size=(2, 3, 3))
    M, E, step = F @ F.T, E + E.T, 1e-6
    ends = [lmnn_objective(M + sign * step * E, X, y, 2, 1.5) for sign in (1, -1)]
    slope = np.vdot(E, lmnn_subgradient(M, X, y, 2, 1.5))
    assert (ends[0] - ends[1]) / (2 * step) == pytest.approx(slope, rel=1e-6)


def test_subgradient_supports_the_objective_at_kinks_too():
    X = np.round(4 * problem(3)[0]) / 2  # many exact ties
    y = problem(3)[1]
    rng = np.random.default_rng(2)
    for _ in range(200):
        M, other = (np.diag(rng.integers(0, 3, size=2)) / 2.0 for _ in range(2))
        linear = lmnn_objective(M, X, y) + np.vdot(other - M, lmnn_subgradient(M, X, y))
        assert lmnn_objective(other, X, y) >= linear - 1e-9 * abs(linear)


@pytest.mark.parametrize("seed", range(8))
def test_the_optimum_is_that_of_the_semidefinite_program(seed):
    p, c = 2 + seed % 3, 10.0 ** (seed % 4 - 2)
    X, y = problem(seed, p=p, classes=2 + seed % 2)
    found = lmnn(X, y, k=2, c=c, tol=1e-5)
    exact = optimum_by_cvxopt(X, y, 2, c)
    assert found.converged
    assert found.objective == pytest.approx(exact, rel=1e-4)
    assert found.lower_bound <= exact * (1 + 1e-6)  # cvxopt's own tolerance
    assert np.linalg.eigvalsh(found.matrix)[0] >= -1e-12 * np.linalg.norm(found.matrix)


@pytest.mark.parametrize("seed", range(4))
def test_the_bound_is_one_wherever_the_solver_stops(seed):
    X, y = problem(seed, p=3)
    exact = optimum_by_cvxopt(X, y, 3, 1.0)
    for steps in (1, 3, 10):
        found = lmnn(X, y, max_iterations=steps, tol=1e-9)
        assert not found.converged
        assert found.iterations <= steps
        assert found.lower_bound <= exact * (1 + 1e-6)
        assert found.objective >= exact * (1 - 1e-6)
        assert found.gap == pytest.approx(1 - found.lower_bound / found.objective)


def test_what_is_returned_is_what_is_reported():
    X, y = problem(4, n=40, p=5, classes=3)
    found = lmnn(X, y, c=2.0, margin=0.5)
    assert found.objective == pytest.approx(lmnn_objective(found.matrix, X, y, 3, 2.0, 0.5))
    D = found.squared_distances(X[:6], X[6:9])
    expected = [[(a - b) @ found.matrix @ (a - b) for b in X[6:9]] for a in X[:6]]
    np.testing.assert_allclose(D, expected, rtol=1e-10)
    np.testing.assert_array_equal(found.squared_distances(X), found.squared_distances(X, X))


def test_margin_scales_the_metric_and_nothing_else():
    X, y = problem(6, p=3)
    one, four = lmnn(X, y), lmnn(X, y, margin=4.0)
    np.testing.assert_allclose(four.matrix, 4 * one.matrix, rtol=1e-12)
    assert four.gap == one.gap


def test_shift_and_scale_of_the_points_change_no_distance():
    X, y = problem(7, p=3)
    plain = lmnn(X, y, tol=1e-6).squared_distances(X)
    moved = lmnn(1e3 * X + 1e5, y, tol=1e-6).squared_distances(1e3 * X + 1e5)
    np.testing.assert_allclose(moved, plain, atol=1e-3 * plain.max())


def test_a_column_that_is_constant_has_no_part():
    X, y = problem(8)
    wide = np.column_stack([X, np.full(len(X), 3.0)])
    found = lmnn(wide, y)
    assert found.converged
    np.testing.assert_allclose(found.matrix[2], 0.0, atol=1e-12)


def test_an_axis_that_tells_the_classes_apart_and_pulls_nothing():
    """The bound is 0 there, and the gap says so; next to the objective at 0 it is nothing."""
    X, y = problem(9)
    wide = np.column_stack([X, y])
    found = lmnn(wide, y, max_iterations=400)
    assert (found.lower_bound, found.gap) == (0.0, 1.0)
    assert found.objective < 1e-3  # the far end of that axis is free
    assert found.converged
    zero = lmnn_objective(np.zeros((3, 3)), wide, y)
    short = lmnn(wide, y, tol=found.objective / zero / 2, max_iterations=1)
    assert short.objective > found.objective
    assert not short.converged


def test_more_axes_than_targets_pull():
    rng = np.random.default_rng(0)
    found = lmnn(rng.normal(size=(20, 30)), np.arange(20) % 2, k=1)
    assert found.objective <= 1e-4 * 200  # at 0: 20 targets, 10 impostors each
    assert found.converged


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": np.full((13, 2), np.nan)}, "X must not contain NaN"),
        ({"X": np.ones((13, 2))}, "X must have two different points"),
        ({"y": np.zeros(13)}, "y must have at least 2 classes"),
        ({"y": np.arange(12) % 2}, "y must be a vector of length 13"),
        ({"y": np.append(np.zeros(11), [1, 1])}, "k must be below the size of every class"),
        ({"k": 0}, "k must be at least 1"),
        ({"c": 0.0}, "c must be positive"),
        ({"margin": -1.0}, "margin must be positive"),
        ({"tol": 0.0}, "tol must be positive"),
        ({"max_iterations": 0}, "max_iterations must be at least 1"),
    ],
)
def test_bad_input(change, message):
    X, y = problem(0)
    with pytest.raises(ValueError, match=message):
        lmnn(**{"X": X, "y": y, **change})


@pytest.mark.parametrize("function", [lmnn_objective, lmnn_subgradient])
def test_a_metric_of_another_shape(function):
    X, y = problem(0)
    with pytest.raises(ValueError, match=r"M must have shape \(2, 2\)"):
        function(np.eye(3), X, y)
    with pytest.raises(ValueError, match="M must be symmetric"):
        function([[1.0, 0.0], [1.0, 1.0]], X, y)


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
