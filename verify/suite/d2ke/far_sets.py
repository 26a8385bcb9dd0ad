"""Eq. (2) on sets that are near each other, far from the origin, and of many points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.verify.compare import close_to
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import exact_cdist


@check(
    "d2ke/eq-2",
    place="Section 2.2, Eq. (2)",
    needs="d2ke.modified_hausdorff",
    since="0.1",
)
def many_points_far_away_are_as_near_as_few(target: Any, run: Any) -> Iterator[Outcome]:
    """Forty points and the same one to the right of them: a distance of 1 for each, wherever."""
    x = np.column_stack([3.0 * np.arange(40), np.zeros(40)])
    for offset in (0.0, 1e8):
        y = x + np.array([1.0, 0.0])
        got = target.d2ke.modified_hausdorff(x + offset, y + offset)
        points = f"np.stack([3.0 * np.arange(40) + {offset}, np.zeros(40) + {offset}], axis=1)"
        call = f"{target.d2ke.modified_hausdorff!r}({points}, {points} + [1.0, 0.0])"
        yield replace(close_to(1.0, got, rtol=1e-13), reproduce=call)


@check("d2ke/cdist", place="Section 2.2, Eq. (2)", needs="d2ke.cdist", since="0.2")
def near_sets_among_far_ones_keep_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """A set and a copy of it a thousandth to the right, among sets that are 10^5 apart."""
    for dimension in (2, 12):
        X, Y = (
            [run.rng.integers(10**6, size=(6, dimension)).astype(float) for _ in range(n)]
            for n in (3, 4)
        )
        Y[2] = X[0] + np.eye(dimension)[0] * 2.0**-10
        expected = np.array([[definitions.modified_hausdorff(x, y) for y in Y] for x in X])
        for A, B, wanted in ((X, Y, expected), (Y, X, expected.T)):
            yield close_to(wanted, target.d2ke.cdist(A, B, "modified_hausdorff"), rtol=1e-13)


@check("d2ke/cdist", place="Section 2.2, Eq. (2)", needs="d2ke.cdist", since="0.3")
def sets_of_the_same_points_are_at_distance_zero(target: Any, run: Any) -> Iterator[Outcome]:
    """Sets of four and five points, beside the same in another order: squares that round below 0.

    Their roots are no numbers, and a mean over points that a set has not would spread them.
    """
    for dimension in (2, 12):
        X = [run.rng.normal(size=(n, dimension)) for n in (4, 4, 4, 5) * 4]
        Y = [x[::-1] for x in X]
        expected = exact_cdist(X, Y, "modified_hausdorff")
        got = target.d2ke.cdist(X, Y, "modified_hausdorff")
        yield close_to(expected, got, rtol=1e-13)
