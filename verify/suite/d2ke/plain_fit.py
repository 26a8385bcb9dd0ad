"""Algorithm 1, step 3, by the solvers of libraries: the same minimizers, to what these certify."""

from __future__ import annotations

from typing import Any

from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.training_sets import EACH, MU, Problem, excess, problems

CERTIFIED = 2e-9  # twice the relative 1e-9 that is promised: the smallest objective is rounded too


@check(
    "d2ke/algorithm-1-fit",
    place="Section 3, Algorithm 1, step 3",
    needs="d2ke.plain_fit",
    since="0.1",
)
@for_all(problem=problems(max_rows=4, max_columns=3), mu=MU, examples=EACH)
def plain_fit_reaches_the_smallest_objective(target: Any, problem: Problem, mu: float) -> Outcome:
    """Against the minimizer by brute force, as the fit itself."""
    phi, y, loss, intercept = problem
    least = definitions.fit(phi.tolist(), y.tolist(), mu, loss, intercept)
    options = {"intercept": True} if intercept else {}  # none unless it is asked for
    got = target.d2ke.plain_fit(phi, y, mu, loss, **options)
    return excess(problem, got, least, mu, CERTIFIED)
