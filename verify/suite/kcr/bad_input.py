"""Bad input of KCR beyond the tables: results of the solvers, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from gramcheck.verify.arguments.kcr import LINE, K, Y
from gramcheck.verify.compare import is_true, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import one_by_one
from gramcheck.verify.registry import check

CLAIM = "kcr/bad-input"
PLACE = "any function"


def finite(value: Any) -> Outcome:
    """A number came back."""
    return is_true(np.isfinite(float(value)), f"got {value!r}, should be a finite number")


@check(CLAIM, place=PLACE, needs=("kcr.solve_by_splitting", "kcr.solve_exactly"), since="0.1")
def singular_kernel_matrices_are_allowed(target: Any, run: Any) -> Iterator[Outcome]:
    """Points on a line have a kernel matrix of rank one."""
    for name in ("solve_by_splitting", "solve_exactly"):
        solve = target.get(f"kcr.{name}")
        yield finite(solve(np.outer(LINE, LINE), Y, 1.0).objective)


@check(CLAIM, place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def new_rows_are_as_wide_as_the_training_set(target: Any, run: Any) -> Iterator[Outcome]:
    """Rows of kernel values of another width, NaN among them, half a row: ValueError."""
    result = target.kcr.solve_by_splitting(K, Y, 1.0)
    with_nan = np.where(np.eye(4) > 0, np.nan, K)
    for method in (result.predict, result.squared_distances, result.vote):
        bad = [K[:, :3], np.column_stack([K, K]), with_nan, K[0, :2]]
        yield from one_by_one(ValueError, "A", method, bad)
    yield raises(ValueError, result.squared_distances, K, K[:, :3], naming="B")


@check(CLAIM, place=PLACE, needs=("kcr.solve_by_splitting", "kcr.gradient_projection"), since="0.1")
def starts_belong_to_the_same_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """A result for another K, be it a multiple: ValueError naming start; another lambda is fine."""
    first = target.kcr.solve_by_splitting(K, Y, 1.0)
    for name in ("solve_by_splitting", "gradient_projection"):
        solve = target.get(f"kcr.{name}")
        again = partial(lambda f, K: f(K, Y, 1.5, start=first, max_iterations=1), solve)
        yield from one_by_one(ValueError, "start", again, [1e6 * K, 0.9 * K, K + np.eye(4)])
        yield finite(again(K).objective)


@check(CLAIM, place=PLACE, needs="kcr.kmlcc", since="0.1")
def distances_that_overflow_are_refused(target: Any, run: Any) -> Outcome:
    """No infinity and no NaN in silence: ValueError."""
    metric = target.kcr.kmlcc(K, Y, lam=0.1, max_iterations=2)
    return raises(ValueError, metric.squared_distances, 1e200 * K, naming="A")
