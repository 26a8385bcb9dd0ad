"""Problems (9) with an optimum that is known: by symmetry, on a line, where a point is best."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, close_to
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.problems import LAMBDAS, Problem, gaussian, recomputed_objective
from gramcheck.verify.suite.kcr.splitting import PLACE, ROUNDING, TOL


def reaches(known: float, result: Any) -> Iterator[Outcome]:
    """Bound and objective lie on their sides of the optimum, and the objective is near."""
    yield at_most(known * (1 + ROUNDING), result.lower_bound)
    yield at_least(known * (1 - ROUNDING), result.objective)
    yield at_most(known * (1 + TOL), result.objective)


CLUSTERS = (
    ((12, 12), (1.0, 1.0), 1.0),
    ((5, 20), (0.5, 2.0), 1.5),
    ((8, 8, 8), (1.0, 1.0, 1.0), 0.25),
    ((2,) * 12, (2.0,) * 12, 1.0),
)


@check("kcr/known-optima", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def symmetric_problems_have_the_optimum_of_a_linear_program(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Kernels that only know the classes, 24 and 25 points; two points, whose optimum is a formula.

    All hinges of a pair of classes are at their kinks together.
    """
    cases = []
    for sizes, within, between in CLUSTERS:
        K = definitions.clustered_kernel(sizes, within, between)
        y = np.repeat(np.arange(len(sizes)), sizes)
        for lam in LAMBDAS[1:3]:
            known = definitions.clustered_optimum(sizes, within, between, lam)
            cases.append((K, y, lam, known))
    two = np.array([[2.0, 0.5], [0.5, 1.0]])
    for lam in (0.1, 3.0, 5.0):
        known = definitions.two_point_optimum(two.tolist(), lam)
        cases.append((two, np.array(["a", "b"]), lam, known))
    for K, y, lam, known in cases:
        result = target.kcr.solve_by_splitting(K, y, lam, tol=TOL)
        yield from reaches(known, result)


LINES = (
    ([0.0, 1.0, 2.5, 4.0], "abab"),  # at h~ = 1 every inner hinge of the first steps is at its kink
    ([0.0, 1.0], "ab"),
    ([0.0, 0.0, 1.0], "aba"),
    ([-1.0, 0.0, 1.0], "aba"),
    ([0.0, 1.0, 2.0, 5.0, 6.0, 7.0], "aaabbb"),
    ([-3.0, -1.0, 1.0, 3.0, 4.0], "abcab"),
)


@check("kcr/known-optima", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def points_on_a_line_have_the_optimum_of_a_linear_program(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """A kernel of rank one, two to six points, some of them coincident; lambda from 1e-2 to 10.

    The squared radius is at least 1e-6, or 3, which is more than it would be in most of them.
    """
    for points, y in LINES:
        K, labels = np.outer(points, points), np.array(list(y))
        for lam, eps in ((1e-2, 1e-6), (0.1, 1e-6), (0.1, 3.0), (1.0, 1e-6), (10.0, 1e-6)):
            known = definitions.line_optimum(points, y, lam, eps)
            result = target.kcr.solve_by_splitting(K, labels, lam, eps=eps, tol=TOL)
            yield from reaches(known, result)
            yield at_most(TOL, result.gap)


@check("kcr/known-optima", place=PLACE, needs="kcr.solve_exactly", since="0.3")
def the_cone_program_reaches_the_optimum_on_a_line(target: Any, run: Any) -> Iterator[Outcome]:
    """Two to six points; the squared radius is held at its bound of 3, or free."""
    for points, y in LINES:
        K, labels = np.outer(points, points), np.array(list(y))
        for eps in (1e-6, 3.0):
            known = definitions.line_optimum(points, y, 0.1, eps)
            yield from reaches(known, target.kcr.solve_exactly(K, labels, 0.1, eps=eps))


FAR_NEEDS = ("kcr.solve_by_splitting", "kcr.solve_exactly")


@check("kcr/known-optima", place=PLACE, needs=FAR_NEEDS, since="0.1")
def far_from_the_origin_no_objective_is_below_the_optimum(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Points that differ by 1 at 1e4 and 1e5: what Sigma reaches, not what roundings make of it.

    Such kernels leave a solver few digits: it may end above the optimum, and then says so.
    """
    steps, y = np.array([0.9, -0.9, 0.0, -1.7, 0.6]), list("aaaba")
    for origin in (1e4, 1e5):
        points = origin + steps
        K = np.outer(points, points)
        known = definitions.line_optimum(points.tolist(), y, 0.1, 10.0)
        each = Problem(K, np.array(y), 0.1)
        for result in (
            target.kcr.solve_by_splitting(*each, eps=10.0, max_iterations=400),
            target.kcr.solve_exactly(*each, eps=10.0),
        ):
            objective, _ = recomputed_objective(np.asarray(result.Sigma), result.h2, each)
            yield close_to(objective, result.objective, rtol=1e-4)
            yield at_least(known * (1 - 1e-4), result.objective)
            yield at_most(known * (1 + 1e-4), result.lower_bound)
            if result.converged:
                yield at_most(known * (1 + 2 * TOL), objective)


@check("kcr/known-optima", place=PLACE, needs=FAR_NEEDS, since="0.2")
def penalties_that_hardly_count_are_told_honestly(target: Any, run: Any) -> Iterator[Outcome]:
    """Lambda of 1e-9 and 1e-12, or a radius of 1e11, where solvers break down or crawl.

    A solver may stop anywhere, and says where: its objective is that of Sigma, and no lower bound
    is above an objective. The cone program may be refused.
    """
    grid = np.array(list(product(range(3), repeat=2)), dtype=float)
    linear, bent = grid @ grid.T, gaussian(grid, 1.0)
    penalties = product((linear, bent), (1e-9, 1e-12), (10.0,))
    for K, lam, eps in (*penalties, (linear, 1e-9, 1e22)):
        each = Problem(K, np.arange(9) % 2, lam)
        how = {"eps": eps, "tol": 1e-9}
        found = [
            target.kcr.solve_by_splitting(*each, max_iterations=limit, **how)
            for limit in (100, 1200)
        ]
        with contextlib.suppress(ArithmeticError, RuntimeError):
            found.append(target.kcr.solve_exactly(*each, eps=eps))
        reached = []
        for result in found:
            objective, rounding = recomputed_objective(np.asarray(result.Sigma), result.h2, each)
            yield close_to(objective, result.objective, atol=rounding + ROUNDING * objective)
            reached.append(objective + rounding)
        for result in found:
            yield at_most(min(reached) * (1 + ROUNDING), result.lower_bound)


@check("kcr/known-optima", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def dear_embeddings_are_points(target: Any, run: Any) -> Iterator[Outcome]:
    """Where lambda is large, Sigma = 0 is optimal: n (2 + n / 2) for two classes of one size."""
    n = 12
    K, y = gaussian(run.rng.normal(size=(n, 2)), 1.0), np.arange(n) % 2
    result = target.kcr.solve_by_splitting(K, y, 1e4)
    least = n * (2 + n / 2)
    yield close_to(least, result.objective, rtol=TOL)
    yield at_most(least * (1 + ROUNDING), result.lower_bound)
