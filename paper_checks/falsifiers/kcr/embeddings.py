"""What is wrong with embeddings, their distances and their norms."""

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    instead,
    negated,
    squared,
    twice,
)
from gramcheck.paper_checks.falsifiers.kcr.changes import uncentered


def last_number_ignored(expansion: Function) -> Function:
    """The last training point has no part in the embedding."""
    return lambda c, K: expansion(np.where(np.arange(K.shape[1]) < K.shape[1] - 1, c, 0.0), K)


def without_the_first(center: Function) -> Function:
    """The first coefficient is 0, instead of the sum: as many are free."""
    return lambda c, K=None: np.where(np.arange(np.shape(c)[1]) > 0, c, 0.0)


@instead
def with_a_second_direction(sigma: Function, c: Any) -> Any:
    """A small part of rank 1 besides, orthogonal to 1 and to the rows."""
    Sigma = sigma(c)
    other = np.linalg.svd(np.vstack([np.ones(len(Sigma)), np.atleast_2d(c)]))[2][-1]
    return Sigma + 1e-3 * np.outer(other, other)


@instead
def the_leading_row(coefficients: Function, Sigma: Any, d: int | None = None) -> Any:
    """One row, whatever the rank."""
    return coefficients(Sigma, 1)


@instead
def one_row_of_three(coefficients: Function, Sigma: Any, d: int) -> Any:
    """The first of the rows, and zeros."""
    rows = coefficients(Sigma, d)
    return np.where(np.arange(len(rows))[:, None] > 0, 0.0, rows)


@instead
def of_the_modulus(coefficients: Function, Sigma: Any, d: int | None = None) -> Any:
    """What is negative semidefinite is taken for its negative."""
    return coefficients(-Sigma if np.trace(Sigma) < 0 else Sigma, d)


@instead
def of_half(coefficients: Function, Sigma: Any, d: int | None = None) -> Any:
    """The coefficients of Σ/2."""
    return coefficients(np.asarray(Sigma) / 2, d)


@instead
def of_positive_coefficients(objective: Function, c: Any, *rest: Any) -> Any:
    """(6) without the negative coefficients."""
    return objective(np.maximum(c, 0.0), *rest)


falsify("kcr/remark-2a", wrong={"kcr.expansion": last_number_ignored})
falsify("kcr/remark-2a", wrong={"kcr.expansion": squared})
falsify("kcr/remark-2a", wrong={"kcr.center_coefficients": uncentered})
falsify("kcr/remark-2a", wrong={"kcr.center_coefficients": without_the_first})
falsify("kcr/remark-2b", "kcr/corollary-3", wrong={"kcr.squared_distances": half})
falsify("kcr/remark-2c", wrong={"kcr.squared_norm": twice})
falsify("kcr/remark-2c", wrong={"kcr.squared_norm": squared})
falsify("kcr/remark-2d", wrong={"kcr.coefficients_from_sigma": half})
falsify("kcr/remark-2d", wrong={"kcr.center_coefficients": uncentered})
falsify(
    "kcr/remark-2d",
    wrong={
        "kcr.sigma_from_coefficients": with_a_second_direction,
        "kcr.coefficients_from_sigma": the_leading_row,
    },
)
falsify(
    "kcr/remark-2d",
    wrong={
        "kcr.sigma_from_coefficients": negated,
        "kcr.coefficients_from_sigma": of_the_modulus,
    },
)
falsify("kcr/remark-2d", wrong={"kcr.coefficients_from_sigma": of_the_modulus})
falsify("kcr/remark-2d", wrong={"kcr.sigma_from_coefficients": twice})
falsify(
    "kcr/remark-2d",
    wrong={"kcr.sigma_from_coefficients": twice, "kcr.coefficients_from_sigma": of_half},
)
falsify("kcr/remark-2d", wrong={"kcr.objective_6": of_positive_coefficients})
falsify("kcr/corollary-3", wrong={"kcr.coefficients_from_sigma": one_row_of_three})
falsify("kcr/corollary-4", wrong={"kcr.mahalanobis": twice})
falsify("kcr/corollary-4", wrong={"kcr.expansion": squared})
falsify("kcr/corollary-4", wrong={"kcr.squared_distances": half})
