"""Implementations of KCR that refuse too much, or accept what belongs to another problem."""

import dataclasses

import numpy as np

from tests.zoo import Altered, result_becomes, wrong
from tests.zoo.kcr.solvers import splitting_becomes

BAD = "kcr/bad-input"  # one check of it kills each


@wrong(splitting_becomes, killed_by=f"{BAD} new_rows_are_as_wide_as_the_training_set")
def short_rows_are_filled_up(result, *problem):
    """Missing kernel values are 0."""

    def predict(A):
        if isinstance(A, np.ndarray) and A.ndim == 2 and A.shape[1] < 4:
            A = np.pad(A, ((0, 0), (0, 4 - A.shape[1])))
        return result.predict(A)

    return Altered(result, predict=predict)


@wrong(splitting_becomes, killed_by=f"{BAD} new_rows_are_as_wide_as_the_training_set")
def distances_take_rows_of_any_width(result, *problem):
    """What is missing in the second collection is left out of the first one, too."""

    def squared_distances(A, B=None):
        A, B = np.asarray(A), np.asarray(A if B is None else B)
        p = min(A.shape[-1], B.shape[-1])
        return np.square(A[..., None, :p] - B[..., :p]).sum(axis=-1)

    return Altered(result, squared_distances=squared_distances)


@wrong("kcr.solve_by_splitting", killed_by=f"{BAD} starts_belong_to_the_same_kernel")
def starts_of_other_kernels_are_welcome(right, K, y, lam, start=None, **how):
    """Only the number of patterns is compared, as this project once did."""
    if start is not None and np.shape(start.K) == np.shape(K):
        start = dataclasses.replace(start, K=np.asarray(K))
    return right.kcr.solve_by_splitting(K, y, lam, start=start, **how)


@wrong(
    "kcr.sigma_from_coefficients", killed_by=f"{BAD} sigma_from_coefficients_refuses_bad_arguments"
)
def sigma_may_be_infinite(c):
    """Products that overflow are returned."""
    with np.errstate(all="ignore"):
        return np.asarray(c).T @ np.asarray(c)


@wrong(
    "kcr.solve_exactly", killed_by=f"{BAD} singular_kernel_matrices_are_allowed", raises=ValueError
)
def refuses_singular_kernels(right, K, *args, **options):
    """K must have an inverse."""
    if np.ndim(K) == 2 and np.linalg.matrix_rank(K) < len(K):
        raise ValueError("K must be positive definite")
    return right.kcr.solve_exactly(K, *args, **options)


@wrong(result_becomes, "kcr.kmlcc", killed_by=f"{BAD} distances_that_overflow_are_refused")
def distances_may_be_infinite(result, *problem):
    """Squares that overflow are returned."""

    def squared_distances(A, B=None):
        with np.errstate(all="ignore"):
            return np.square(A)

    return Altered(result, squared_distances=squared_distances)
