"""Algorithm 1, step 3, by the solvers of libraries: the same minimizers, to what these certify."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.training_sets import EACH, LOSSES, MU, Problem, excess, problems

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


@check(
    "d2ke/algorithm-1-fit",
    place="Section 3, Algorithm 1, step 3",
    needs=("d2ke.fit", "d2ke.plain_fit"),
    since="0.2",
)
def penalties_that_hardly_count_are_met_or_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """Features of size 1000 with mu down to 1e-14, and equal ones with mu down to 1e-30.

    The smallest objective, or an error; with a mu of 1e-2 no error.
    """
    apart = 1000.0 * np.array([[-3.0, -3.0, 3.0], [2.0, 2.0, 0.0]])
    cases = [(apart, mu, False) for mu in (1e-2, 1e-8, 1e-14)]
    cases += [(np.ones((2, 1)), mu, True) for mu in (1e-2, 1e-30)]
    y = np.array([1.0, -1.0])
    for (phi, mu, intercept), loss in product(cases, LOSSES):
        least = definitions.fit(phi.tolist(), y.tolist(), mu, loss, intercept)
        may_refuse = (ArithmeticError, RuntimeError, ValueError) if mu < 1e-2 else ()
        for fit in (target.d2ke.fit, target.d2ke.plain_fit):
            with contextlib.suppress(*may_refuse):
                got = fit(phi, y, mu, loss, intercept)
                yield excess(Problem(phi, y, loss, intercept), got, least, mu, CERTIFIED)
