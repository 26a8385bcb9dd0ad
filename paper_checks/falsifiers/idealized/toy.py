"""For Section 4's toy data: other distributions."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS


@instead
def irrelevant_features_five_times_as_wide(make_toy: Function, *arguments: Any) -> Any:
    """25 for a standard deviation."""
    X, y = make_toy(*arguments)
    return X * np.r_[1, np.full(10, 5)], y


@instead
def a_feature_twice(make_toy: Function, *arguments: Any) -> Any:
    """The last irrelevant feature is the one before it."""
    X, y = make_toy(*arguments)
    return np.c_[X[:, :-1], X[:, -2]], y


@instead
def uniform(make_toy: Function, *arguments: Any) -> Any:
    """With the means and variances that it should have."""
    X, y = make_toy(*arguments)
    middle = np.where(y == 1, 3, -3)[:, None] * np.eye(1, X.shape[1])
    spread = np.r_[1, np.full(X.shape[1] - 1, 5)] * np.sqrt(3)
    return middle + spread * np.random.default_rng(0).uniform(-1, 1, X.shape), y


@instead
def class_2_correlated(make_toy: Function, *arguments: Any) -> Any:
    """There the first irrelevant feature is the relevant one, in another unit."""
    X, y = make_toy(*arguments)
    X[y == 2, 1] = 5 * (X[y == 2, 0] + 3)
    return X, y


@instead
def half_of_them_twice(make_toy: Function, n: int, rng: Any) -> Any:
    """Each pattern of the first half of a class occurs in the second, too."""
    X, y = make_toy(n, rng)
    X[n // 2 : n] = X[: n // 2]
    return X, y


@instead
def the_last_missing(make_toy: Function, *arguments: Any) -> Any:
    """One pattern less of class 2."""
    X, y = make_toy(*arguments)
    return X[:-1], y[:-1]


for _toy in (
    *(irrelevant_features_five_times_as_wide, a_feature_twice, the_last_missing),
    *(uniform, class_2_correlated, half_of_them_twice),
):
    falsify("idealized/toy-data", wrong={f"{CLAIMS}.experiments.make_toy": _toy})
