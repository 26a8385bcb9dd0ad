"""What only the reference promises of metrics: memory, refusals by name, extremes, results."""

import copy
import math
import pickle

import numpy as np
import pytest
from cvxopt import solvers

from gramcheck.reference.check import sizes
from gramcheck.reference.errors import ConvergenceError, IndefiniteError
from gramcheck.reference.idealized import (
    dual_objective,
    learn_metric,
    nearest_pairs,
    pairs_from_labels,
    xing_metric,
)
from gramcheck.reference.idealized.engines import interior_point, solver
from gramcheck.reference.idealized.engines.program import Program
from gramcheck.reference.idealized.metric import Metric
from tests.reference.memory import peak_of

FORMS = ("as-printed", "clip", "constrained")
EXAMPLE = (np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), [[0, 1]], [[0, 2]], 10, 8, 0.5)


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


def test_a_solver_that_does_not_finish_is_an_error(monkeypatch):
    def lazy(program, cone, tolerance):
        return np.full(len(program.Z), 0.5), 0.0, "unknown"

    monkeypatch.setattr(solver, "solve", lazy)
    monkeypatch.setattr(solver, "polish", lambda program, beta, gamma, cone: (beta, beta))
    with pytest.raises(ConvergenceError, match="status 'unknown', sum_of_alpha") as caught:
        learn_metric(*EXAMPLE)
    assert caught.value.gap > caught.value.wanted
    assert caught.value.residuals["gap relative to the terms"] > 1e-7


def test_a_breakdown_inside_cvxopt_is_reported(monkeypatch):
    def broken(*args, **kwargs):
        raise ArithmeticError("domain error")

    monkeypatch.setattr(interior_point.solvers, "coneqp", broken)
    assert learn_metric(*EXAMPLE).gap <= 1e-10  # Newton's method gets there all the same
    monkeypatch.setattr(solver, "polish", lambda program, beta, gamma, cone: (beta, beta))
    with pytest.raises(ConvergenceError, match="status 'failed: domain error'"):
        learn_metric(*EXAMPLE)


@pytest.mark.parametrize("cone", [False, True])
def test_the_vectors_that_are_judged_are_the_iterates_of_cvxopt(cone, monkeypatch):
    """They are seen only when cvxopt multiplies them by P, before it asks for its linear solver."""
    rng = np.random.default_rng(0)
    program = Program(rng.normal(size=(7, 2)), np.eye(2), 3, 2.0, 3.0, 0.4).without_units()
    coneqp, judged, iterates = solvers.coneqp, [], []
    judge_latest = interior_point._Best.judge_latest

    def noting(best):
        if best.latest is not None:
            judged.append(best.latest)
        judge_latest(best)

    def stopping(*args, options, **more):
        most = {"maxiters": len(iterates) + 1}
        solution = coneqp(*args, options=options | most, **more)
        iterates.append(np.array(solution["x"]).ravel()[:7])
        return solution

    monkeypatch.setattr(interior_point._Best, "judge_latest", noting)
    interior_point.solve(program, cone, 1e-10)
    whole = list(judged)
    monkeypatch.setattr(interior_point.solvers, "coneqp", stopping)
    for _ in whole[1:]:
        interior_point.solve(program, cone, 1e-10)
    assert len(iterates) >= 4
    assert np.array_equal(whole[1:], iterates)


def test_judging_other_vectors_costs_no_correctness(monkeypatch):
    """The order of cvxopt's calls decides which points are seen, not what is said of them."""
    rng = np.random.default_rng(0)
    judge_latest = interior_point._Best.judge_latest

    def of_another(best):
        best.latest = rng.normal(size=len(best.program.Z))
        judge_latest(best)

    monkeypatch.setattr(interior_point._Best, "judge_latest", of_another)
    assert learn_metric(*EXAMPLE).gap <= 1e-7
    monkeypatch.setattr(solver, "polish", lambda program, beta, gamma, cone: (beta, beta))
    with pytest.raises(ConvergenceError, match="wanted"):
        learn_metric(*EXAMPLE)


@pytest.mark.parametrize("psd", ["as-printed", "constrained"])
@pytest.mark.parametrize("p", [2, 30])
def test_pairs_beyond_memory_are_refused_by_name(p, psd, monkeypatch):
    """Not what fits: the estimate is below what is held."""
    X, asked = np.random.default_rng(0).normal(size=(40, p)), []
    problem = (X, *pairs_from_labels(np.arange(40) % 2), 1.0, 1.0, 0.5)
    memory = sizes.memory
    monkeypatch.setattr(interior_point.check, "memory", lambda wanted, **_: asked.append(wanted))
    peak, _ = peak_of(lambda: learn_metric(*problem, psd=psd))
    assert 0 < max(asked) <= peak
    monkeypatch.setattr(interior_point.check, "memory", memory)
    monkeypatch.setattr(sizes, "_SMALL", 0)
    monkeypatch.setattr(sizes, "memory_limit", lambda: max(asked) - 1)
    with pytest.raises(ValueError, match="similar and dissimilar must leave arrays"):
        learn_metric(*problem, psd=psd)


def test_arguments_of_results_are_checked():
    learned = learn_metric(*EXAMPLE)
    with pytest.raises(ValueError, match="A must have shape"):
        learned.kernel(np.ones((2, 3)))
    with pytest.raises(ValueError, match="tol must lie"):
        learned.support_pairs(0.5)
    with pytest.raises(IndefiniteError, match="M must be positive semidefinite"):
        learn_metric(*EXAMPLE, M=[[1.0, 2.0], [2.0, 1.0]])


@pytest.mark.parametrize("psd", FORMS)
def test_dissimilar_patterns_that_coincide_leave_nothing_to_gain(psd):
    X = np.array([[0.1, 0.7], [3.0, 2.0], [0.1, 0.7], [5.0, 5.0]])
    metric = learn_metric(X, [(0, 1), (1, 3)], [(0, 2)], 1.0, 2.0, 0.25, psd=psd)
    assert not metric.matrix.any()
    assert metric.gamma == metric.gap == 0
    assert metric.alpha_D.sum() >= 0.25 * 2.0


@pytest.mark.parametrize("psd", FORMS)
def test_a_pair_that_coincides_can_carry_the_constraint_alone(psd):
    """Without distances to begin with the optimum is then 0, to which no gap is relative."""
    X = np.array([[0.0], [0.06], [2.0], [3.0], [0.0], [1.0]])
    pairs, M = ([(0, 1)], [(0, 2), (0, 3), (0, 4)]), np.zeros((1, 1))
    metric = learn_metric(X, *pairs, 1.0, 1.0, 0.1, M=M, psd=psd)
    assert metric.gamma == metric.gap == metric.matrix[0, 0] == 0
    assert metric.alpha_D.sum() >= 0.1


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
        ({"X": 1e60}, "the largest squared distance in X"),
        ({"X": 1e-60}, "the largest squared distance in X"),
        ({"X": 1e40, "C_S": 1e30}, "C_S times the largest squared distance"),
        ({"X": 1e-40, "C_S": 1e-30}, "C_S times the largest squared distance"),
        ({"M": 1e-101}, "the largest entry of M"),
    ],
)
def test_numbers_out_of_range_are_refused(changes, name):
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


@pytest.mark.parametrize("columns", [2, 9])
def test_pairs_too_short_to_be_squared_are_refused(columns):
    """Though the patterns, with one that no pair has, are far from each other."""
    X = np.zeros((4, columns))
    X[:, 0] = 0.0, 1e-170, 3e-170, 1.0
    with pytest.raises(ValueError, match="C_S times the largest squared distance must be positive"):
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

    def learn():
        for psd in FORMS:
            learned = learn_metric(X, [(0, 1), (2, 3)], [(0, 4), (5, 6)], 1.0, 1.0, 0.5, psd=psd)
            learned.squared_distances(X)
        xing_metric(X, [(0, 1), (1, 2)], [(0, 2)])

    assert peak_of(learn)[0] < 8 * p * p / 16


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
