"""Algorithm 1, step 3, of features that are all far from 0, or some of them much larger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.algorithm1 import STEP_3
from gramcheck.verify.suite.d2ke.training_sets import Problem, drawn_problem, excess

CERTIFIED = 2e-9  # twice the relative 1e-9 that is promised: the smallest objective is rounded too


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.3")
def an_intercept_takes_what_all_features_share(target: Any, run: Any) -> Iterator[Outcome]:
    """Features that are 8 million more are fitted as they are, by an intercept w'(8 million) less.

    Products of such features with each other, A'A, have no digit left of what sets them apart.
    """
    for n, R in ((6, 1), (8, 2), (12, 3)):
        near = drawn_problem(n, R, "logistic", intercept=True)
        for mu in (1.0, 2.0**-7):
            w = definitions.fit(near.phi.tolist(), near.y.tolist(), mu, near.loss, True)
            far = near._replace(phi=near.phi + 2.0**23)  # exact
            got = target.d2ke.fit(far.phi, far.y, mu, far.loss, far.intercept)
            yield excess(far, got, [*w[:R], w[R] - 2.0**23 * sum(w[:R])], mu, CERTIFIED)


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.3")
def points_that_are_far_on_their_side_count_for_nothing(target: Any, run: Any) -> Iterator[Outcome]:
    """Margins of 700 to 750, where exp(-m) leaves the normal numbers; fewer rows than columns.

    One column has a feature of 1 beside some up to 600, 1000, or 2000; the others are 0.
    """
    for largest in (600, 1000, 2000):
        y, mu = np.tile([1.0, -1.0], 18), 1e-4
        column = (y * np.append(1.0, np.geomspace(100, largest, 35)))[:, None]
        least = definitions.fit(column.tolist(), y.tolist(), mu, "logistic", False)
        phi = np.pad(column, ((0, 0), (0, 39)))
        got = target.d2ke.fit(phi, y, mu, "logistic")
        yield excess(Problem(phi, y, "logistic", False), got, [*least, *[0.0] * 39], mu, CERTIFIED)
