"""Solutions of Eq. (9) for kernels of few dimensions, by cutting planes, against certificates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_most, equal, is_true
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.problems import Problem, problem
from gramcheck.verify.suite.kcr.splitting import PLACE, honest, solution

TOL = 1e-5
FEW_DIMENSIONS = (3, 4, 8, 9, 13, 14)  # linear and quadratic kernels of three coordinates


def problems(run: Any) -> list[Problem]:
    """Two of them, all six in a run of 60 examples or more."""
    return [problem(run.seed, index) for index in FEW_DIMENSIONS[: max(2, run.examples // 10)]]


@check("kcr/cutting-planes", place=PLACE, needs="kcr.solve_by_cutting_planes", since="0.1")
def cutting_planes_reach_the_optimum_and_prove_it(target: Any, run: Any) -> Iterator[Outcome]:
    """Within 1e-5 of the optimum, and of a lower bound of their own; what is reported is true."""
    for each in problems(run):
        result = target.kcr.solve_by_cutting_planes(each.K, each.y, each.lam, tol=TOL)
        found = solution(result, each)
        yield from honest(found)
        yield at_most((1 + TOL) * each.best.upper + found.allowed, found.objective)
        yield equal(True, bool(result.converged))
        yield at_most(TOL, float(result.gap))


@check("kcr/cutting-planes", place=PLACE, needs="kcr.solve_by_cutting_planes", since="0.1")
def separable_lines_are_no_harder(target: Any, run: Any) -> Iterator[Outcome]:
    """Clusters on a line, which one number separates: the loss is 0 on a whole cone of (W, h~).

    What is left is the penalty of the shortest metric that does so; weak duality says how little.
    """
    for lam in (1e-4, 1e-2):
        x = np.concatenate([run.rng.uniform(0, 1, 12), run.rng.uniform(3, 4, 12)])
        K, y = np.outer(x, x), np.repeat([0, 1], 12)
        result = target.kcr.solve_by_cutting_planes(K, y, lam, tol=TOL)
        best = float(target.kcr.lower_bound(result.multipliers, K, y, lam))
        yield is_true(best > 0, f"got the lower bound {best}, should be positive")
        yield at_most((1 + 2 * TOL) * best, float(result.objective))


@check("kcr/cutting-planes", place=PLACE, needs="kcr.solve_by_cutting_planes", since="0.1")
def cutting_planes_that_are_stopped_say_so(target: Any, run: Any) -> Iterator[Outcome]:
    """After one round: no convergence unless the gap is there; the gap is true."""
    for each in problems(run)[:2]:
        result = target.kcr.solve_by_cutting_planes(
            each.K, each.y, each.lam, tol=1e-9, max_iterations=1
        )
        yield from honest(solution(result, each))
        yield is_true(
            bool(result.converged) == (float(result.gap) <= 1e-9),
            f"got converged={result.converged} with gap={result.gap}, should be at most 1e-9",
        )
