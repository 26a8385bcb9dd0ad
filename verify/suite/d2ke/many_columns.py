"""Algorithm 1, step 3, with hundreds of features, as Section 5 has them, and a known minimum."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle, product
from typing import Any

import numpy as np
import scipy.linalg

from gramcheck.verify.compare import at_most
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.precision import loosened
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.training_sets import EXCESS, weights
from gramcheck.verify.types import Array

COLUMNS, DISTINCT = 256, 64  # of the problems of one column each, every one is there four times
MU = 2.0**-10
LOSSES = ("logistic", "squared_hinge", "hinge")
SPREAD = (1, 2**10)  # between the smallest and the largest problem


@cache
def small_problems(spread: int) -> tuple[Array, Array]:
    """Two features and two labels each, of problems alike in size or very different."""
    rng = np.random.default_rng(spread)
    x = rng.integers(1, 17, size=(DISTINCT, 2)) / 8 * rng.choice([-1.0, 1.0], (DISTINCT, 2))
    sizes = 2.0 ** np.round(np.linspace(0, np.log2(spread), DISTINCT))
    return x * sizes[:, None], rng.choice([-1.0, 1.0], (DISTINCT, 2))


def mean_of_problems(w: list[float], b: float, spread: int, loss: str) -> float:
    """The mean objective at weights w and b of the problems in turn, with points reflected."""
    if not np.isfinite([*w, b]).all():
        return float("nan")
    x, y = (np.column_stack([each, -each]).tolist() for each in small_problems(spread))
    problems = cycle(
        [([[v] for v in features], labels) for features, labels in zip(x, y, strict=True)]
    )
    values = [
        definitions.objective(*problem, [slope, b], COLUMNS * MU, loss)
        for slope, problem in zip(w, problems, strict=False)
    ]
    return float(np.mean(values))


@cache
def smallest(spread: int, loss: str) -> float:
    """The mean of their smallest objectives."""
    x, y = small_problems(spread)
    w = [
        definitions.fit(features[:, None].tolist(), labels.tolist(), COLUMNS * MU, loss)[0]
        for features, labels in zip(x, y, strict=True)
    ]
    return mean_of_problems(w, 0.0, spread, loss)


@check(
    "d2ke/algorithm-1-fit",
    place="Section 3, Algorithm 1, step 3",
    needs="d2ke.fit",
    since="0.3",
)
def fits_of_hundreds_of_columns_reach_the_smallest_objective(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Problems of one column each, side by side and rotated: 1024 points, 256 features.

    Each problem has rows and a weight of its own, so that the smallest objective is the mean of
    theirs with 256 times the penalty. A Hadamard matrix over 16 is orthogonal, and rotates all
    features without rounding; the penalty does not see it. With every point comes its reflection,
    -phi of label -y, so that an intercept is best at 0.

    Problems alike in size need few steps of an iterative solver, very different ones many.
    """
    rotation = scipy.linalg.hadamard(COLUMNS) / np.sqrt(COLUMNS)
    for spread, loss, intercept in product(SPREAD, LOSSES, (False, True)):
        x, y = (np.tile(each, (COLUMNS // DISTINCT, 1)) for each in small_problems(spread))
        phi = (x[:, :, None] * rotation[:, None]).reshape(-1, COLUMNS)
        labels = np.append(y, -y)
        got = target.d2ke.fit(np.vstack([phi, -phi]), labels, MU, loss, intercept)
        w = weights(got, COLUMNS + intercept)
        reached = mean_of_problems(
            (rotation @ w[:COLUMNS]).tolist(), float(w[-1]) if intercept else 0.0, spread, loss
        )
        yield at_most((1 + loosened(EXCESS[loss])) * smallest(spread, loss), reached)
