"""Eq. (9) from the result for another lambda."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gramcheck.verify.compare import at_least, at_most
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.splitting import PLACE, TOL, alone, honest, solution


@check("kcr/splitting", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def warm_starts_change_nothing_but_the_way(target: Any, run: Any) -> Iterator[Outcome]:
    """From the result for ten times the lambda: the same promises hold. From its own: no way.

    From one whose bandwidth is too small here, it is not.
    """
    for each in alone(run)[:2]:
        before = target.kcr.solve_by_splitting(each.K, each.y, 10 * each.lam, tol=TOL)
        result = target.kcr.solve_by_splitting(*each, tol=TOL, start=before)
        found = solution(result, each)
        yield from honest(found)
        yield at_most((1 + TOL) * each.best.upper + found.allowed, found.objective)
        again = target.kcr.solve_by_splitting(*each, tol=TOL, start=result)
        yield at_most(float(result.iterations), float(again.iterations))
        eps = 2 * float(result.h2)
        raised = target.kcr.solve_by_splitting(*each, eps=eps, max_iterations=1, start=result)
        yield at_least(eps, float(raised.h2))
