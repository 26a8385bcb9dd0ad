"""Solvers from the result of another problem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most
from gramcheck.verify.definitions import kcr as definitions
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


@check("kcr/klmca", place="Section 5, KLMCA", needs="kcr.klmca", since="0.3")
def klmca_goes_down_from_its_start(target: Any, run: Any) -> Iterator[Outcome]:
    """From the result for another c: the first step ends below it, and so does the last.

    From its own result: no way, but for one step that rounding may ask for.
    """
    X, y = run.rng.normal(size=(12, 2)), np.arange(12) % 2
    K = 5 * X @ X.T

    def value(result: Any) -> float:
        Omega = np.asarray(result.Omega, dtype=float)
        return definitions.klmca_objective(Omega.tolist(), K.tolist(), y.tolist(), 2)

    for update in ("rkhs", "euclidean"):
        how = {"d": 2, "k": 2, "update": update}
        before = target.kcr.klmca(K, y, c=1.1, **how)
        step = target.kcr.klmca(K, y, **how, max_iterations=1, start=before)
        result = target.kcr.klmca(K, y, **how, start=before)
        again = target.kcr.klmca(K, y, **how, start=result)
        for above, below in ((before, step), (step, result), (result, again)):
            yield at_most((1 + 1e-9) * value(above), value(below))
        yield at_most(1.0, float(again.iterations))
