"""Section 4's baseline: Xing, Ng, Jordan and Russell 2003, with a full matrix."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true, largest, raises
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import Array, Pairs

PLACE = "Section 4 (Xing et al. 2003)"
XING = "idealized.xing_metric"
OPTIMAL = 1e-4  # relative gap to the bound


@st.composite
def side_information(draw: Any) -> tuple[Array, Pairs, Pairs]:
    """Points in general position with enough similar pairs to span the space."""
    p = draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(strategies.seeds()))
    n = p + draw(st.integers(3, 6))
    X = rng.standard_normal((n, p)) * rng.uniform(0.2, 3, size=p)
    pairs = [tuple(pair) for pair in rng.permutation(list(combinations(range(n), 2))).tolist()]
    cut = p + 1 + int(rng.integers(len(pairs) - p - 2))
    return X, sorted(pairs[:cut]), sorted(pairs[cut:])


LINE = (np.array([[0.0], [1.0], [3.0]]), [(0, 1), (1, 2)], [(0, 2)])
ONE_PAIR = (np.array([[0.0, 0], [1, 0], [0, 2], [3, 1]]), [(0, 1), (0, 2)], [(0, 3)])
ONE_POINT_TWICE = (np.vstack([ONE_PAIR[0], [[0.0, 0.0]]]), [(0, 1), (0, 2)], [(0, 3), (0, 4)])
# similar differences that are nearly parallel
NARROW = (
    np.array([[0.0, 0.0], [1.0, 1.0], [5.0, 0.0], [6.0, 1.001], [2.0, 3.0]]),
    [(0, 1), (2, 3)],
    [(0, 2), (1, 4), (3, 4)],
)


def learn_xing(target: Any, data: Any, **options: Any) -> Any:
    """The metric of Xing et al."""
    X, S, D = data
    return target.idealized.xing_metric(X.copy(), np.array(S), np.array(D), **options)


@check("idealized/xing", place=PLACE, needs=XING, since="0.1")
@for_all(
    data=side_information(),
    t=st.sampled_from([0.5, 1.0, 100.0]),
    examples=[
        {"data": LINE, "t": 1.0},
        {"data": ONE_PAIR, "t": 2.0},
        {"data": ONE_POINT_TWICE, "t": 1.0},
        {"data": NARROW, "t": 1.0},
    ],
)
def solution_is_certified(target: Any, data: Any, t: float) -> Iterator[Outcome]:
    """Feasible, and within 1e-4 of a bound that its own gradient proves; so of the best there is.

    An independent optimum, found in factor form, is not better by more than that either.
    """
    metric = learn_xing(target, data, t=t)
    X, S, D = data
    matrix = np.asarray(metric.matrix, dtype=np.float64)
    size = largest(matrix)
    yield close_to(matrix.T, matrix, atol=1e-12 * size)
    yield at_least(-1e-9 * size, float(np.linalg.eigvalsh(matrix)[0]))
    yield at_most(t * (1 + 1e-6), definitions.xing_constraint(matrix, X, S))
    value = definitions.xing_objective(matrix, X, D)
    best = definitions.xing_optimum(X, S, D, t)
    yield at_least((1 - OPTIMAL) * definitions.xing_objective(best, X, D), value)
    proved = definitions.xing_upper_bound(best, X, S, D, t)
    yield at_most((1 + 1e-6) * proved, value)
    yield close_to(value, metric.value, rtol=1e-9)
    # the terms of z'Mz cancel where the metric is small along z, and their roundings do not
    apart = np.abs([X[i] - X[j] for i, j in S])
    rounding = 1e-14 * float(((apart @ np.abs(matrix)) * apart).sum())
    constraint = definitions.xing_constraint(matrix, X, S)
    yield close_to(constraint, metric.constraint, rtol=1e-9, atol=rounding)
    yield at_most(1e-6, metric.residual)
    yield is_true(metric.converged, f"got converged={metric.converged!r}, should be True")


@check("idealized/xing", place=f"{PLACE}, conventions", needs=XING, since="0.1")
@for_all(
    data=side_information(),
    t=st.sampled_from([0.1, 1.0, 100.0]),
    examples=[{"data": LINE, "t": 4.0}],
)
def objectives_and_bounds_are_conventions(target: Any, data: Any, t: float) -> Iterator[Outcome]:
    """The logarithm of the sum has the same maximizer; the matrix is proportional to t."""
    X, _, D = data
    one = learn_xing(target, data)
    logarithm, scaled = learn_xing(target, data, objective="log"), learn_xing(target, data, t=t)
    value = definitions.xing_objective(one.matrix, X, D)
    yield close_to(value, definitions.xing_objective(logarithm.matrix, X, D), rtol=2 * OPTIMAL)
    got = np.log(definitions.xing_objective(logarithm.matrix, X, D))
    yield close_to(float(got), logarithm.value, atol=1e-9)
    expected = np.sqrt(t) * value
    yield close_to(expected, definitions.xing_objective(scaled.matrix, X, D), rtol=2 * OPTIMAL)


@check("idealized/xing", place=PLACE, needs=XING, since="0.1")
@for_all(data=side_information(), examples=[{"data": ONE_PAIR}])
def metric_measures_any_points(target: Any, data: Any) -> Iterator[Outcome]:
    """Distances and products of its matrix, and a transform whose square it is."""
    X, *_ = data
    metric = learn_xing(target, data)
    matrix = np.asarray(metric.matrix)
    size = float(np.abs(matrix).sum() * (X**2).max()) * 4
    products = X @ matrix @ X.T
    squared = products.diagonal()[:, None] + products.diagonal()[None] - 2 * products
    yield close_to(products, metric.kernel(X), rtol=1e-12, scale=size)
    yield close_to(squared, metric.squared_distances(X), rtol=1e-12, scale=size)
    yield close_to(squared[:2], metric.squared_distances(X[:2], X), rtol=1e-12, scale=size)
    A = np.asarray(metric.transform())
    yield close_to(matrix, A @ A.T, rtol=1e-9, scale=largest(matrix))


# S along one axis, D along another one: distances may grow at no cost; or similar patterns coincide
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
UNBOUNDED = [((0, 1), (0, 2)), ((0, 1), (1, 2)), ((0, 3), (0, 1))]


@check("idealized/xing", place=f"{PLACE}; spec, unbounded", needs=XING, since="0.1")
def unbounded_problems_have_no_metric(target: Any, run: Any) -> Iterator[Outcome]:
    """Some exception. S that spans what D spans, but not the space, is enough."""
    call = target.idealized.xing_metric
    for similar, dissimilar in UNBOUNDED:
        yield raises(Exception, call, CORNERS, np.array([similar]), np.array([dissimilar]))
    on_axis = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0]])
    metric = call(on_axis, np.array([(0, 1), (1, 2)]), np.array([(0, 2)]))
    yield close_to(3 / np.sqrt(5), metric.value, rtol=OPTIMAL)


@check("idealized/bad-input", place="any function", needs=XING, since="0.3")
def unbounded_problems_are_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """ValueError, as of any other data that have no solution."""
    call = target.idealized.xing_metric
    for similar, dissimilar in UNBOUNDED:
        yield raises(ValueError, call, CORNERS, np.array([similar]), np.array([dissimilar]))


@check("idealized/xing", place=PLACE, needs=XING, since="0.1")
@for_all(
    data=side_information(),
    exponent=st.integers(-12, 12),
    examples=[{"data": ONE_PAIR, "exponent": e} for e in (-12, 12)],
)
def units_of_a_column_change_nothing(target: Any, data: Any, exponent: int) -> Iterator[Outcome]:
    """The last column in units of 1e-12 to 1e12: the metric takes them up, the maximum stays.

    So it does when a pair of D leaves the span of S by little: no bound, however small the unit.
    """
    X, S, D = data
    unit = 10.0**exponent
    X = X * np.append(np.ones(X.shape[1] - 1), unit)
    one, other = learn_xing(target, data), learn_xing(target, (X, S, D))
    yield close_to(one.value, other.value, rtol=2 * OPTIMAL)
    yield close_to(other.value, definitions.xing_objective(other.matrix, X, D), rtol=1e-9)
    outside = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, unit]])
    call = target.idealized.xing_metric
    yield raises(ValueError, call, outside, np.array([(0, 1)]), np.array([(0, 2)]))


HARD = (
    np.array([[0.0, 0.0], [1.0, 0.1], [0.3, 2.0], [5.0, 1.0], [2.0, 7.0], [4.0, 4.0]]),
    [(0, 1), (0, 2), (1, 2), (3, 5)],
    [(0, 3), (1, 4), (2, 5), (3, 4), (0, 5)],
)


@check("idealized/xing", place=PLACE, needs=XING, since="0.1")
def unfinished_work_is_said_to_be_unfinished(target: Any, run: Any) -> Iterator[Outcome]:
    """Too few iterations are an error, or on request a result that says converged=False."""
    call = target.idealized.xing_metric
    X, S, D = map(np.array, HARD)
    yield raises(RuntimeError, call, X, S, D, max_iterations=1, tol=1e-12)
    metric = call(X, S, D, max_iterations=1, tol=1e-12, on_failure="return")
    yield equal(False, bool(metric.converged))
    yield at_least(1e-12, metric.residual)


@check("idealized/xing", place=f"{PLACE}; spec, unbounded", needs=XING, since="0.2")
def similar_pairs_may_depend_on_each_other(target: Any, run: Any) -> Iterator[Outcome]:
    """A triangle of S in space: its plane is spanned, and what roundings leave beside it is not."""
    call, triangle = target.idealized.xing_metric, np.array([(0, 1), (1, 2), (0, 2)])
    for _ in range(5):
        plane = run.rng.standard_normal((4, 2))
        turn = np.linalg.qr(run.rng.standard_normal((3, 3)))[0][:2]
        flat, space = call(plane, triangle, np.array([(0, 3)])), plane @ turn
        yield close_to(flat.value, call(space, triangle, np.array([(0, 3)])).value, rtol=OPTIMAL)
        space[3] += np.cross(*turn)
        yield raises(ValueError, call, space, triangle, np.array([(0, 3)]))


@check("idealized/xing", place=PLACE, needs=XING, since="0.2")
def points_on_a_line_may_be_a_vector(target: Any, run: Any) -> Iterator[Outcome]:
    """Where patterns are numbers, so are the points that the metric is asked about.

    However near or far similar ones are.
    """
    metric, points = learn_xing(target, LINE), np.array([0.5, -2.0, 7.0])
    scale = float(np.asarray(metric.matrix)[0, 0])
    products, squared = np.outer(points, points), np.subtract.outer(points, points) ** 2
    yield close_to(scale * products, metric.kernel(points), rtol=1e-12)
    yield close_to(scale * squared, metric.squared_distances(points), rtol=1e-12)
    transformed = np.asarray(metric.transform(points), dtype=float)
    yield close_to(scale * products, transformed @ transformed.T, rtol=1e-12)
    for distance in (1e-20, 1e20):  # of the similar pair, that of the dissimilar one being 1
        metric = learn_xing(target, (np.array([[0.0], [distance], [1.0]]), [(0, 1)], [(0, 2)]))
        yield close_to(1 / distance, metric.value, rtol=1e-9)
