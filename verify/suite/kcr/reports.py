"""What results say of themselves: iterations, residuals, bounds and gaps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, close_to, equal
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.problems import Array, Problem, gaussian, problem
from gramcheck.verify.suite.kcr.splitting import feasible, honest_gap, solution

SECTION = "Section 5"
EQ_9 = "Section 4.1, Eq. (9)"
NEAR = 1e-3  # relative gap to which solvers go by default
FEW = 3  # iterations, after which none of these problems is solved to 1e-12


def counts(result: Any, limit: int) -> Iterator[Outcome]:
    """All iterations that were allowed and not one more, and that they were not enough."""
    yield equal((limit, False), (int(result.iterations), bool(result.converged)))


@check("kcr/splitting", place=EQ_9, needs="kcr.solve_by_splitting", since="0.2")
def splitting_counts_its_iterations(target: Any, run: Any) -> Iterator[Outcome]:
    """Stopped after one or three; as many as it took to an end are enough again."""
    each = problem(run.seed, 1)
    for limit in (1, FEW):
        stopped = target.kcr.solve_by_splitting(*each, tol=1e-12, max_iterations=limit)
        yield from counts(stopped, limit)
    needed = int(target.kcr.solve_by_splitting(*each).iterations)
    yield at_least(1.0, float(needed))
    again = target.kcr.solve_by_splitting(*each, max_iterations=max(1, needed))
    yield equal((needed, True), (int(again.iterations), bool(again.converged)))


@check("kcr/splitting", place=EQ_9, needs="kcr.solve_by_splitting", since="0.2")
def splitting_judges_the_point_that_it_returns(target: Any, run: Any) -> Iterator[Outcome]:
    """Kernels so nearly singular that Sigma has roundings which its Gram matrix has not.

    The gap of the Gram matrix is below the tolerance before that of Sigma is, or where it never is;
    what is called converged has the gap that is reported. Cutting planes would begin at 1000.
    """
    for seed in (2, 17, 32):
        X = np.random.default_rng(seed).normal(size=(10, 2))
        each = Problem(gaussian(X, 0.04), np.arange(10) % 2, 1e-5)
        result = target.kcr.solve_by_splitting(*each, tol=1e-8, max_iterations=900)
        yield equal(float(result.gap) <= 1e-8, bool(result.converged))
        yield from honest_gap(solution(result, each))


@check("kcr/eq-9-exactly", place=EQ_9, needs="kcr.solve_exactly", since="0.2")
def cone_program_counts_its_iterations(target: Any, run: Any) -> Outcome:
    """Interior points need several."""
    result = target.kcr.solve_exactly(*problem(run.seed, 1))
    return at_least(2.0, float(result.iterations))


@check("kcr/algorithm-1", place="Algorithm 1", needs="kcr.gradient_projection", since="0.2")
def gradient_projection_counts_its_iterations(target: Any, run: Any) -> Iterator[Outcome]:
    """All of them, since its steps have no other end."""
    result = target.kcr.gradient_projection(*problem(run.seed, 0), max_iterations=FEW)
    yield from counts(result, FEW)


@check("kcr/algorithm-1", place="Algorithm 1", needs="kcr.gradient_projection", since="0.2")
def gradient_projection_ends_where_its_gap_is_small(target: Any, run: Any) -> Iterator[Outcome]:
    """A gap of a half, which it has long before the iterations run out; as many are enough."""
    each = problem(3, 0)
    result = target.kcr.gradient_projection(*each, tol=0.5, max_iterations=2000)
    yield at_most(0.5, float(result.gap))
    yield at_most(1000.0, float(result.iterations))
    again = target.kcr.gradient_projection(*each, tol=0.5, max_iterations=int(result.iterations))
    yield equal(True, bool(again.converged))
    yield close_to(float(result.objective), float(again.objective), rtol=1e-12)


@check("kcr/algorithm-1", place="Algorithm 1", needs="kcr.gradient_projection", since="0.2")
def gradient_projection_judges_the_iterate_that_it_returns(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Steps so long that, asked every hundredth time, the best point is near, the last one not."""
    for iterate in ("last", "best"):
        how = {"variable": "W", "step": "normalized", "size": 30.0, "iterate": iterate}
        result = target.kcr.gradient_projection(*problem(3, 1), **how, tol=0.6, max_iterations=2000)
        yield at_most(0.6, float(result.gap))
        yield equal(True, bool(result.converged))


@check("kcr/algorithm-1", place="Algorithm 1", needs="kcr.gradient_projection", since="0.2")
def gradient_projection_proves_what_it_reaches(target: Any, run: Any) -> Iterator[Outcome]:
    """A gap below two thirds after 500 steps, where all hinges at once leave three quarters."""
    how = {"variable": "W", "step": "normalized", "size": 10.0, "max_iterations": 500}
    result = target.kcr.gradient_projection(*problem(run.seed, 1), **how)
    yield at_most(2 / 3, float(result.gap))


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.2")
def lmnn_counts_its_iterations_and_bounds_the_optimum(target: Any, run: Any) -> Iterator[Outcome]:
    """Classes that overlap in the plane: wherever it stops, its bound is below the optimum.

    So it is of one target and of two, and of points on a line where hinges are dear.
    """
    plane, line = run.rng.normal(size=(12, 2)), np.array([[6.0, -6, 6, 1, 1, 3, -2]]).T
    for X, k, c in ((plane, 1, 1.0), (plane, 2, 1.0), (line, 1, 10.0)):
        y = np.arange(len(X)) % 2
        _, high = definitions.lmnn_optimum(X.tolist(), y.tolist(), k, c)
        for limit in (1, FEW, 10, 50):
            result = target.kcr.lmnn(X, y, k=k, c=c, tol=1e-12, max_iterations=limit)
            if limit <= FEW and X is plane:
                yield from counts(result, limit)
            yield at_most(float(limit), float(result.iterations))
            yield at_most(high * (1 + 1e-9), result.lower_bound)
            gap = (result.objective - result.lower_bound) / result.objective
            yield close_to(gap, result.gap, atol=1e-12)


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.2")
def lmnn_comes_as_near_as_it_is_asked(target: Any, run: Any) -> Iterator[Outcome]:
    """To 1e-8, where smoothed hinges end at 3e-8, or on the line at 2e-2, on the kinks of several.

    The bound that shows it is below the optimum of a cone program. As many iterations as it takes
    are enough, and where one less is allowed, no more are made.
    """
    plane, line = np.random.default_rng(0).normal(size=(12, 2)), [[2], [8], [1], [-4], [0], [2]]
    for X, k, c in ((plane, 2, 1.0), (plane, 2, 2.0), (np.array(line, dtype=float), 1, 1.0)):
        y = np.arange(len(X)) % 2
        _, high = definitions.lmnn_optimum(X.tolist(), y.tolist(), k, c)
        result = target.kcr.lmnn(X, y, k=k, c=c, tol=1e-8)
        yield at_most(1e-8, float(result.gap))
        yield at_most(high * (1 + 1e-9), float(result.lower_bound))
        limit = int(result.iterations)
        again = target.kcr.lmnn(X, y, k=k, c=c, tol=1e-8, max_iterations=limit)
        yield equal((limit, True), (int(again.iterations), bool(again.converged)))
        if limit > 1:
            less = target.kcr.lmnn(X, y, k=k, c=c, tol=1e-8, max_iterations=limit - 1)
            yield at_most(limit - 1.0, float(less.iterations))


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.2")
def lmnn_has_a_bound_in_many_dimensions(target: Any, run: Any) -> Iterator[Outcome]:
    """Fourteen columns, a metric of 105 numbers: to a gap of 1e-3 all the same."""
    X, y = np.random.default_rng(0).normal(size=(30, 14)), np.arange(30) % 2
    X[:, 0] += y
    result = target.kcr.lmnn(X, y, k=1, tol=NEAR)
    yield equal(True, bool(result.converged))
    yield at_most(NEAR, 1 - float(result.lower_bound) / float(result.objective))


@check("kcr/klmca", place=f"{SECTION}, KLMCA", needs="kcr.klmca", since="0.2")
def klmca_counts_its_iterations(target: Any, run: Any) -> Iterator[Outcome]:
    """The same."""
    X, y = run.rng.normal(size=(12, 2)), np.arange(12) % 2
    yield from counts(target.kcr.klmca(X @ X.T, y, d=2, k=2, tol=1e-12, max_iterations=FEW), FEW)


@check("kcr/klmca", place=f"{SECTION}, KLMCA", needs="kcr.klmca", since="0.2")
def klmca_residual_is_its_gradient(target: Any, run: Any) -> Iterator[Outcome]:
    """||gradient|| ||Omega|| over the objective at 0, in either inner product.

    Where rounding ends the descent, too; there tr(GKG') of a singular K would have no digits left.
    """
    X, y = run.rng.normal(size=(12, 2)), np.arange(12) % 2
    K = X @ X.T
    for update, limit in (("rkhs", FEW), ("euclidean", FEW), ("euclidean", 1000)):
        how = {"update": update, "tol": 1e-100, "max_iterations": limit}
        result = target.kcr.klmca(K, y, d=2, k=2, **how)
        Omega, data = np.asarray(result.Omega, dtype=float), (K.tolist(), y.tolist(), 2)
        G = definitions.klmca_gradient(Omega.tolist(), *data, inner_product=update)
        metric = K if update == "rkhs" else np.eye(len(K))
        squares = [float(np.vdot(A @ metric, A)) for A in (np.array(G), Omega)]
        at_0 = float(definitions.klmca_objective(np.zeros_like(Omega).tolist(), *data))
        yield close_to(math.sqrt(math.prod(squares)) / at_0, result.residual, rtol=1e-8, atol=1e-11)


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.2")
def kmlcc_knows_how_far_it_may_be_from_the_end(target: Any, run: Any) -> Iterator[Outcome]:
    """What was left to gain after some iterations is at most the residual; the gap is its formula.

    The other metrics are that of the end, and twice that of the beginning, as far as the trace goes
    for which the residual vouches. The lower bound is below each of them where there is a penalty.
    """
    n = 8
    X, y = run.rng.normal(size=(n, 2)), np.arange(n) % 2
    K = gaussian(X, 1.0) + 0.1 * np.eye(n)

    def value(A: Array, lam: float) -> float:
        return float(definitions.kmlcc_objective(A.tolist(), K.tolist(), y.tolist(), lam))

    for lam in (0.0, 0.1):
        end = target.kcr.kmlcc(K, y, lam=lam, max_iterations=60)
        for limit in (1, FEW):
            stopped = target.kcr.kmlcc(K, y, lam=lam, max_iterations=limit, tol=1e-12)
            yield from counts(stopped, limit)
            A, B = (np.asarray(each.matrix, dtype=float) for each in (stopped, end))
            limit_of_trace = 2 * float(np.vdot(A, K))
            B = B * min(1.0, limit_of_trace / float(np.vdot(B, K)))
            reached, others = value(A, lam), [value(2 * A, lam), value(B, lam)]
            yield at_least(1 - min(others) / reached - 1e-9, stopped.residual)
            yield at_most((1 + 1e-9) * min(others), stopped.lower_bound)
            gap = (stopped.objective - stopped.lower_bound) / stopped.objective
            yield close_to(gap, stopped.gap, atol=1e-12)


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.2")
def kmlcc_ends_as_soon_as_its_gap_is_small(target: Any, run: Any) -> Iterator[Outcome]:
    """A small penalty, where a metric needs many axes: to 1e-5, before iterations run out.

    A quasi-Newton method alone leaves gaps of 2e-5 to 7e-5 after 2,000 steps. With a penalty of a
    millionth the objective is as small, and so must be the slopes at which stages end. As many
    iterations as it had are enough.
    """
    limit = 2000
    for n, lam, seed in (*((12, 1e-3, seed) for seed in (3, 102, 107)), (8, 1e-6, 0), (8, 1e-6, 2)):
        X, y = np.random.default_rng(seed).normal(size=(n, 2)), np.arange(n) % 2
        result = target.kcr.kmlcc(gaussian(X, 1.0), y, lam=lam, tol=1e-5, max_iterations=limit)
        yield equal(True, bool(result.converged))
        yield at_most(limit - 1.0, float(result.iterations))
        options = {"tol": 1e-5, "max_iterations": int(result.iterations)}
        again = target.kcr.kmlcc(gaussian(X, 1.0), y, lam=lam, **options)
        yield equal(True, bool(again.converged))


@check("kcr/lmnn", place=f"{SECTION}, LMNN", needs="kcr.lmnn", since="0.2")
def lmnn_that_rounding_ends_is_near_its_end(target: Any, run: Any) -> Iterator[Outcome]:
    """Nine points of a grid, to a gap of 1e-12 that no digits show: ended below 1e-8, and told."""
    X = np.array([[i, j] for i in range(3) for j in range(3)], dtype=float)
    y = np.arange(9) % 2
    low, high = definitions.lmnn_optimum(X.tolist(), y.tolist(), 1, 1.0)
    result = target.kcr.lmnn(X, y, k=1, c=1.0, tol=1e-12)
    yield equal(result.gap <= 1e-12, bool(result.converged))
    yield at_most(1e-8, float(result.gap))
    yield at_most(high * (1 + 1e-9), float(result.lower_bound))
    yield at_least(low * (1 - 1e-9), float(result.objective))


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.2")
def kmlcc_that_rounding_ends_is_near_its_end(target: Any, run: Any) -> Iterator[Outcome]:
    """The same of seven points in the plane, to 1e-12 at a small penalty; it comes within 1e-6."""
    X = np.array([[-3, -2], [-3, 3], [2, -3], [-3, 1], [1, 0], [3, 0], [3, -1]], dtype=float)
    K, y = X @ X.T + np.eye(7), np.arange(7) % 2
    result = target.kcr.kmlcc(K, y, lam=2e-4, tol=1e-12)
    yield equal(result.gap <= 1e-12, bool(result.converged))
    yield at_most(1e-6, float(result.gap))
    A = np.asarray(result.matrix, dtype=float)
    exact = float(definitions.kmlcc_objective(A.tolist(), K.tolist(), y.tolist(), 2e-4))
    yield close_to(exact, float(result.objective), rtol=1e-9)
    gap = (result.objective - result.lower_bound) / result.objective
    yield close_to(gap, float(result.gap), atol=1e-12)
    yield at_least((1 - NEAR) * exact, definitions.kmlcc_lower_bound(A, K, y.tolist(), 2e-4))


# cutting planes ---------------------------------------------------------------------------------


@check("kcr/splitting", place=EQ_9, needs="kcr.solve_by_splitting", since="0.2")
def separable_planes_are_no_harder(target: Any, run: Any) -> Iterator[Outcome]:
    """Two clusters in a plane, a small penalty: many edges along which the loss is flat.

    To a gap of 1e-5; alternating directions alone are at 2e-2 after 20,000 iterations. A limit of
    one iteration less than it takes is kept to, whatever takes over from them; and who asks for
    more than roundings leave, and allows more iterations, comes no less near.
    """
    X, y = np.random.default_rng(18).normal(size=(16, 2)), np.arange(16) % 2
    X[:, 0] += 5 * y
    K = X @ X.T
    each = Problem((K + K.T) / 2, y, 1e-5)
    result = target.kcr.solve_by_splitting(*each, tol=1e-5)
    yield equal(True, bool(result.converged))
    yield at_most(1e-5, float(result.gap))
    found = solution(result, each)
    yield from feasible(found)
    yield close_to(found.objective, result.objective, atol=found.allowed)
    limit = int(result.iterations) - 1
    stopped = target.kcr.solve_by_splitting(*each, tol=1e-5, max_iterations=limit)
    yield at_most(float(limit), float(stopped.iterations))
    for tol in (1e-13, 0.0):
        more = target.kcr.solve_by_splitting(*each, tol=tol, max_iterations=limit + 100)
        yield at_most(1e-5, float(more.gap))


@check(
    "kcr/invariance",
    place=EQ_9,
    needs=("kcr.solve_by_splitting", "kcr.solve_exactly"),
    since="0.2",
)
def kernels_have_no_units(target: Any, run: Any) -> Iterator[Outcome]:
    """K and lambda times c: Sigma over c^2, so that all distances and the optimum are the same."""
    each = problem(run.seed, 1)
    for solve in (target.kcr.solve_by_splitting, target.kcr.solve_exactly):
        for c in (1e-8, 1e8):
            result = solve(c * each.K, each.y, c * each.lam)
            yield at_most((1 + NEAR) * each.best.upper, float(result.objective))
            yield at_least(each.best.lower * (1 - 1e-6), float(result.objective))
