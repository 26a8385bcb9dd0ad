"""Section 5: LMNN, the first of the metrics that KCR is compared with."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from operator import mul
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import precision, strategies
from gramcheck.verify.compare import at_most, close_to, equal, largest
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.rendering import render
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.kcr.problems import AnyArray, Array

SECTION = "Section 5"
OPTIMAL = 1e-4  # relative, of a convex program


def gradient_close_to(expected: list[list[float]], got: Any, rtol: float) -> Outcome:
    """Entries relative to the largest one, or to 1."""
    G = np.array(expected)
    return close_to(G, got, atol=rtol * (1 + largest(G)))


@st.composite
def clouds(draw: Any) -> tuple[Array, Any]:
    """Points in general position: distances differ, so targets are what they are."""
    n, p = draw(st.integers(4, 6)), draw(st.integers(1, 3))
    X = np.random.default_rng(draw(strategies.seeds())).normal(size=(n, p))
    return np.round(X * 64) / 64, draw(st.permutations((["b", "a"] * 3)[:n]).map(np.array))


def fewer(k: int, y: Any) -> int:
    """At most as many targets as every point has."""
    return min(k, int(np.unique(y, return_counts=True)[1].min()) - 1)


def metric(p: int, seed: int) -> Array:
    """A positive semidefinite matrix, singular now and then."""
    L = np.random.default_rng(seed).integers(-2, 3, size=(p, p)) / 2
    return L @ L.T


CLOUD = (
    np.array([[0.0], [1.0], [3.0], [3.5], [7.0], [7.25]]),
    np.array([0, 0, 1, 1, 0, 1]),
)
THREE_CLASSES = np.random.default_rng(0).normal(size=(12, 2)).round(2), np.arange(12) % 3


@check(
    "kcr/lmnn",
    place=f"{SECTION}, LMNN",
    needs=("kcr.lmnn_objective", "kcr.lmnn_subgradient"),
    since="0.1",
)
@for_all(
    cloud=clouds(),
    k=st.integers(1, 3),
    c=st.sampled_from([1.0, 0.25, 2.0]),
    seed=strategies.seeds(),
    examples=[
        {"cloud": cloud, "k": k, "c": 2.0, "seed": 3}
        for cloud, k in ((CLOUD, 1), (CLOUD, 2), (THREE_CLASSES, 3))
    ],
)
def lmnn_pulls_targets_and_pushes_impostors(
    target: Any, cloud: tuple, k: int, c: float, seed: int
) -> Iterator[Outcome]:
    """Objective and subgradient over all targets and triples, by loops."""
    X, y = cloud
    k = fewer(k, y)
    M = metric(X.shape[1], seed)
    lists = (M.tolist(), X.tolist(), y.tolist(), k, c)
    expected = definitions.lmnn_objective(*lists)
    yield close_to(expected, target.kcr.lmnn_objective(M, X, y, k, c), rtol=1e-10)
    G = definitions.lmnn_subgradient(*lists)
    yield gradient_close_to(G, target.kcr.lmnn_subgradient(M, X, y, k, c), 1e-10)


# points of two classes in turn: distances tie, the means of coordinates are no binary fractions,
# or half of the points are far away
GRIDS = (
    [[0.0], [0.0], [1.0], [2.0], [2.0], [3.0], [1.0]],
    [[0.0, 1.0], [1.0, 3.0], [2.0, 2.0], [1.0, 2.0], [0.0, 0.0], [2.0, 2.0], [0.0, 2.0]],
    [[0.0, 0.0], [1e9, 0.0], [1.0, 0.0], [1e9, 1.0], [3.0, 0.0], [1e9, 3.0], [0.0, 1.0]],
)


@check(
    "kcr/lmnn",
    place=f"{SECTION}, LMNN",
    needs=("kcr.lmnn_objective", "kcr.lmnn_subgradient"),
    since="0.1",
)
def equally_near_targets_come_by_index(target: Any, run: Any) -> Iterator[Outcome]:
    """Points on grids, where every sum is exact: the same targets, and the same digits far away.

    Once all of them are as far away as whole numbers are exact.
    """
    far = [[1 / precision.unit() + x, x * x] for x in (0.0, 1.0, 3.0, 4.0, 8.0, 9.0, 13.0)]
    for points in (*GRIDS, far):
        X = np.array(points)
        y, M = np.arange(len(X)) % 2, np.diag([1.0, 4.0][: X.shape[1]])
        for k in (1, 2):
            lists = (M.tolist(), X.tolist(), y.tolist(), k)
            expected = definitions.lmnn_objective(*lists)
            yield close_to(expected, target.kcr.lmnn_objective(M, X, y, k), rtol=1e-10)
            G = definitions.lmnn_subgradient(*lists)
            yield gradient_close_to(G, target.kcr.lmnn_subgradient(M, X, y, k), 1e-10)


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.1")
def targets_that_are_copies_cost_nothing(target: Any, run: Any) -> Iterator[Outcome]:
    """Every point twice and k = 1: a large enough metric has the objective 0, which is the gap."""
    X, y = np.array([[0.0], [0.0], [1.0], [1.0]]), np.array(list("aabb"))
    result = target.kcr.lmnn(X, y, k=1)
    yield close_to(0.0, result.objective, atol=1e-12)
    yield close_to(0.0, result.gap, atol=1e-12)
    yield equal(True, bool(result.converged))


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.1")
def axes_that_no_target_pulls_lead_to_nothing(target: Any, run: Any) -> Iterator[Outcome]:
    """More columns than targets: the objective goes to 0, and the gap of the bound 0 is no failure.

    Nonnegative, it is within the tolerance times its value at 0, which counts the triples.
    """
    n = 12
    X, y = run.rng.normal(size=(n, 2 * n)), np.arange(n) % 2
    result = target.kcr.lmnn(X, y, k=1, tol=OPTIMAL)
    yield at_most(OPTIMAL * n * n / 2, float(result.objective))
    yield equal(True, bool(result.converged))


# targets tie: with those that come last the optimum would be 13, and is 18
ON_A_GRID = np.array([[1, 0], [2, 0], [0, 0], [1, 1], [0, 0], [1, 0], [0, 2], [1, 2]], dtype=float)


def overlapping(rng: np.random.Generator) -> Iterator[tuple[Array, AnyArray, int, float]]:
    """Points, labels, k and c: three dimensions, two sizes of c, three classes, and a grid."""
    for n, p, classes, k, c in ((10, 3, 2, 2, 1.0), (12, 2, 2, 1, 0.2), (15, 2, 3, 3, 1.0)):
        X, y = rng.normal(size=(n, p)).round(2), np.arange(n) % classes
        X[:, 0] += y
        yield X, y, k, c
    yield ON_A_GRID, np.arange(len(ON_A_GRID)) % 2, 1, 1.0


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.1")
def lmnn_reaches_the_optimum(target: Any, run: Any) -> Iterator[Outcome]:
    """Within 1e-4 of the bound from a cone program; of equally near targets the first ones count.

    What is reported is the objective of the matrix that comes back.
    """
    for X, y, k, c in overlapping(run.rng):
        _, high = definitions.lmnn_optimum(X.tolist(), y.tolist(), k, c)
        result = target.kcr.lmnn(X, y, k=k, c=c, tol=OPTIMAL)
        M = np.asarray(result.matrix, dtype=float)
        yield positive_semidefinite((M + M.T) / 2)
        value = definitions.lmnn_objective(M.tolist(), X.tolist(), y.tolist(), k, c)
        yield close_to(value, result.objective, rtol=1e-9)
        call = f"{target.kcr.lmnn!r}({render(X)}, {render(y)}, k={k}, c={c})"
        yield replace(at_most(high * (1 + OPTIMAL) + 1e-12, value), reproduce=call)
        yield equal(True, bool(result.converged))
        stopped = target.kcr.lmnn(X, y, k=k, c=c, tol=1e-12, max_iterations=1)
        yield equal(False, bool(stopped.converged))


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.2")
def margin_is_the_unit_of_the_metric(target: Any, run: Any) -> Iterator[Outcome]:
    """Objective, bound and metric are as many times as large; the objective is of this margin.

    That of points in another unit stays as it is, since the metric takes up their unit.
    """
    X, y = run.rng.normal(size=(10, 2)).round(2), np.arange(10) % 2
    one = target.kcr.lmnn(X, y, k=2)
    for margin in (0.25, 9.0):
        result = target.kcr.lmnn(X, y, k=2, margin=margin)
        M = np.asarray(result.matrix, dtype=float)
        lists = (M.tolist(), X.tolist(), y.tolist(), 2)
        value = definitions.lmnn_objective(*lists, margin=margin)
        yield close_to(value, result.objective, rtol=1e-9)
        yield close_to(margin * one.objective, result.objective, rtol=2 * OPTIMAL)
        gap = (result.objective - result.lower_bound) / result.objective
        yield close_to(gap, result.gap, atol=1e-12)
    for unit in (1e-5, 1e5):
        yield close_to(one.objective, target.kcr.lmnn(unit * X, y, k=2).objective, rtol=OPTIMAL)


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.2")
def many_points_on_a_line_have_the_best_of_all_kinks(target: Any, run: Any) -> Iterator[Outcome]:
    """Several hundred integers, at M = m: of the hinges 1 - m g the best m is 0 or some 1 / g.

    Hinges are cheap, so that the best is not the last of them. Equally near targets are no choice
    on a line, where only their distance counts.
    """
    y, c = np.arange(320) % 2, 1e-3
    x = np.round(run.rng.normal(scale=4.0, size=320)) + y
    squares, same = (x[:, None] - x) ** 2, y[:, None] == y
    near = np.where(same & ~np.eye(320, dtype=bool), squares, np.inf).min(axis=1)
    g, times = np.unique((squares - near[:, None])[~same], return_counts=True)

    def values(m: Array) -> Array:
        return m * near.sum() + c * (np.maximum(0.0, 1 - m[:, None] * g) @ times)

    best = float(values(np.append(0.0, 1 / g[g > 0])).min())
    result = target.kcr.lmnn(x[:, None], y, k=1, c=c, tol=1e-11)
    learned = values(np.asarray(result.matrix, dtype=float).ravel())
    yield close_to(learned, np.array([result.objective]), rtol=1e-9)
    yield close_to(best, result.objective, rtol=1e-6)
    yield at_most((1 + 1e-9) * best, result.lower_bound)


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.2")
def metric_measures_differences(target: Any, run: Any) -> Iterator[Outcome]:
    """Of points far from the origin with all the digits that they have near it, and is that there.

    The objective counts the same differences: learned far away it is as small. No two distances
    are equal, so that there is no choice of targets, and the precision of the run has all of them.
    """
    origin = 2.0 ** round(-14 - math.log2(precision.unit()))
    X, y, k = differently_distant_points(run.rng, 10), np.arange(10) % 2, 2
    result = target.kcr.lmnn(X, y, k=k, tol=OPTIMAL)
    M = np.asarray(result.matrix, dtype=float)
    expected = np.array([[float((a - b) @ M @ (a - b)) for b in X] for a in X])
    for place in (0.0, origin):
        got = result.squared_distances(X + place)
        yield close_to(expected, got, rtol=1e-9, scale=expected.max())
    far = target.kcr.lmnn(X + origin, y, k=k, tol=OPTIMAL)
    yield close_to(result.objective, far.objective, rtol=2 * OPTIMAL)
    learned = np.asarray(far.matrix).tolist()
    exact = definitions.lmnn_objective(learned, X.tolist(), y.tolist(), k)
    yield close_to(exact, far.objective, rtol=1e-9)


def differently_distant_points(rng: np.random.Generator, n: int) -> Array:
    """Points in the plane with integers for coordinates, all of whose distances differ."""
    while True:
        X = rng.integers(-40, 41, size=(n, 2)).astype(float)
        i, j = np.triu_indices(n, 1)
        squares = ((X[i] - X[j]) ** 2).sum(axis=1)
        if len(np.unique(squares)) == len(squares):
            return X


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.3")
def bounds_hold_where_targets_hardly_differ(target: Any, run: Any) -> Iterator[Outcome]:
    """Along one axis by a millionth of what classes do, and less: no bound is above an objective.

    That of the metric in fractions: in float64 its roundings are as large as the objective.
    """
    y = np.arange(10) % 2
    for spread in np.repeat([1e-6, 1e-7], 10):
        X = run.rng.normal(size=(10, 2))
        X[:, 1] = y + spread * X[:, 1]
        X = X @ [[1.0, 0.5], [-0.3, 1.0]]
        result = target.kcr.lmnn(X, y, k=2, tol=1e-9)
        yield at_most((1 + 1e-7) * exact_objective(result, X, y, 2), result.lower_bound)


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.3")
def what_is_said_holds_where_hinges_weigh_most(target: Any, run: Any) -> Iterator[Outcome]:
    """A hundred million times the pull, where interior points of cone programs break down.

    Objective and bound are on their sides of the metric's, in fractions, however near they come.
    """
    X = np.array([[0, -1, 0, -1, 1, 1, 0, 1, 0, 1], [-7, 5, 1, 14, 18, 1, -28, 16, -6, -7.0]]).T
    y = np.array([0, 0, 1, 1, 0, 0, 1, 0, 1, 1])
    result = target.kcr.lmnn(X, y, k=1, c=1e8, tol=OPTIMAL)
    objective = exact_objective(result, X, y, 1, 1e8)
    yield close_to(objective, result.objective, rtol=1e-9)
    yield at_most((1 + 1e-9) * objective, result.lower_bound)
    gap = (result.objective - result.lower_bound) / result.objective
    yield close_to(gap, result.gap, rtol=0.01, atol=1e-9)
    yield equal(bool(result.gap <= OPTIMAL), bool(result.converged))


def exact_objective(result: Any, X: Array, y: Any, k: int, c: float = 1.0) -> float:
    """That of the metric that came back."""
    factor = [[Fraction(float(x)) for x in row] for row in np.asarray(result.factor)]
    M = [[sum(map(mul, a, b)) for b in factor] for a in factor]
    return float(definitions.lmnn_objective(M, X.tolist(), y.tolist(), k, c))
