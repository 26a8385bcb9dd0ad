"""Implementations of KCR that refuse too much, or accept what belongs to another problem."""

import dataclasses

import numpy as np

from tests.zoo import changed, wrong

BAD = "kcr/bad-input"  # one check of it kills each


@wrong(killed_by=f"{BAD} new_rows_are_as_wide_as_the_training_set")
def short_rows_are_filled_up(right):
    """Missing kernel values are 0."""

    class Filling:
        def __init__(self, result):
            self._result = result

        def __getattr__(self, name):
            return getattr(self._result, name)

        def predict(self, A):
            if isinstance(A, np.ndarray) and A.ndim == 2 and A.shape[1] < 4:
                A = np.pad(A, ((0, 0), (0, 4 - A.shape[1])))
            return self._result.predict(A)

    def solve_by_splitting(*args, **how):
        return Filling(right.kcr.solve_by_splitting(*args, **how))

    return changed(right, paper="kcr", solve_by_splitting=solve_by_splitting)


@wrong(killed_by=f"{BAD} starts_belong_to_the_same_kernel")
def starts_of_other_kernels_are_welcome(right):
    """Only the number of patterns is compared, as this project once did."""

    def solve_by_splitting(K, y, lam, start=None, **how):
        if start is not None and np.shape(start.K) == np.shape(K):
            start = dataclasses.replace(start, K=np.asarray(K))
        return right.kcr.solve_by_splitting(K, y, lam, start=start, **how)

    return changed(right, paper="kcr", solve_by_splitting=solve_by_splitting)


@wrong(killed_by=f"{BAD} sigma_from_coefficients_refuses_bad_arguments")
def sigma_may_be_infinite(right):
    """Products that overflow are returned."""

    def sigma_from_coefficients(c):
        with np.errstate(all="ignore"):
            return np.asarray(c).T @ np.asarray(c)

    return changed(right, paper="kcr", sigma_from_coefficients=sigma_from_coefficients)


@wrong(killed_by=f"{BAD} singular_kernel_matrices_are_allowed")
def refuses_singular_kernels(right):
    """K must have an inverse."""

    def solve_exactly(K, *args, **options):
        if np.ndim(K) == 2 and np.linalg.matrix_rank(K) < len(K):
            raise ValueError("K must be positive definite")
        return right.kcr.solve_exactly(K, *args, **options)

    return changed(right, paper="kcr", solve_exactly=solve_exactly)


@wrong(killed_by=f"{BAD} distances_that_overflow_are_refused")
def distances_may_be_infinite(right):
    """Squares that overflow are returned."""

    class Overflowing:
        def __init__(self, result):
            self._result = result

        def squared_distances(self, A, B=None):
            with np.errstate(all="ignore"):
                return np.square(A)

    return changed(right, paper="kcr", kmlcc=lambda *a, **o: Overflowing(right.kcr.kmlcc(*a, **o)))
