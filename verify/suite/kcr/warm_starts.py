"""Solvers from the result of another problem, or from one that nothing has been learned of yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, is_true
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


@check(
    "kcr/splitting",
    place=PLACE,
    needs=("kcr.gradient_projection", "kcr.solve_by_splitting"),
    since="0.3",
)
def starts_without_a_loss_are_no_harder(target: Any, run: Any) -> Iterator[Outcome]:
    """Where every hinge of the start is at rest, no multiplier is there to begin with.

    Clusters on a line; the start is one step of Algorithm 1 from a metric in which they are apart.
    """
    tol = 1e-5
    x = np.concatenate([run.rng.uniform(0, 1, 6), run.rng.uniform(3, 4, 6)])
    K, y = np.outer(x, x), np.repeat([0, 1], 6)
    c = (x - x.mean()) / np.square(x - x.mean()).sum()  # (K c)_i = x_i
    start = target.kcr.gradient_projection(
        K, y, 0.01, Sigma0=4 * np.outer(c, c), h0=8.0, max_iterations=1, alpha=1e-6, tol=0.0
    )
    result = target.kcr.solve_by_splitting(K, y, 0.01, tol=tol, start=start)
    best = float(target.kcr.lower_bound(result.multipliers, K, y, 0.01))
    yield is_true(best > 0, f"got the lower bound {best}, should be positive")
    yield at_most((1 + 2 * tol) * best, float(result.objective))


@check("kcr/klmca", place="Section 5, KLMCA", needs="kcr.klmca", since="0.3")
def klmca_goes_down_from_its_start(target: Any, run: Any) -> Iterator[Outcome]:
    """From the result for another c: the first step ends below it, and so does the last.

    One step from principal components, where it starts otherwise, ends above. From its own result:
    no way, but for one step that rounding may ask for.
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
