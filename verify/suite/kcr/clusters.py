"""Eq. (9) for two clusters on a line, whose least objective a linear program finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_most, close_to
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.problems import Problem
from gramcheck.verify.suite.kcr.splitting import PLACE, solution

TOL = 1e-5


def clusters(run: Any, size: int, lam: float) -> Problem:
    """Two clusters on a line, which one number separates, by the products of their points."""
    x = np.concatenate([run.rng.uniform(0, 1, size), run.rng.uniform(3, 4, size)])
    return Problem(np.outer(x, x), np.repeat([0, 1], size), lam)


def reaches_the_line_optimum(result: Any, each: Problem) -> Iterator[Outcome]:
    """The objective of Sigma and h2 is within ``TOL`` of that of a linear program, and reported."""
    x = np.sqrt(each.K.diagonal())
    known = definitions.line_optimum(x.tolist(), each.y.tolist(), each.lam)
    found = solution(result, each)
    yield at_most((1 + 2 * TOL) * known, found.objective)
    yield close_to(found.objective, result.objective, atol=found.allowed)


@check("kcr/splitting", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def separable_lines_are_no_harder(target: Any, run: Any) -> Iterator[Outcome]:
    """Clusters on a line: the loss is 0 on a whole cone of (W, h~).

    What is left is the penalty of the shortest metric that does so.
    """
    for lam in (1e-4, 1e-2):
        each = clusters(run, 12, lam)
        result = target.kcr.solve_by_splitting(*each, tol=TOL)
        yield from reaches_the_line_optimum(result, each)


def start_without_a_loss(target: Any, each: Problem) -> Any:
    """After one step of Algorithm 1 from a metric in which the clusters are apart."""
    x = np.sqrt(each.K.diagonal())
    c = (x - x.mean()) / np.square(x - x.mean()).sum()  # (K c)_i = x_i
    return target.kcr.gradient_projection(
        *each, Sigma0=4 * np.outer(c, c), h0=8.0, max_iterations=1, alpha=1e-6, tol=0.0
    )


@check(
    "kcr/splitting",
    place=PLACE,
    needs=("kcr.gradient_projection", "kcr.solve_by_splitting"),
    since="0.3",
)
def starts_without_a_loss_are_no_harder(target: Any, run: Any) -> Iterator[Outcome]:
    """Where every hinge of the start is at rest, it need not have a multiplier to begin with."""
    each = clusters(run, 6, 0.01)
    start = start_without_a_loss(target, each)
    result = target.kcr.solve_by_splitting(*each, tol=TOL, start=start)
    yield from reaches_the_line_optimum(result, each)
