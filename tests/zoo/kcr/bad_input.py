"""Implementations of KCR that accept what they should refuse."""

import dataclasses

import numpy as np

from tests.zoo import changed, wrong

BAD = "kcr/bad-input"
SOLVERS = ("solve_exactly", "solve_by_splitting", "gradient_projection")


def lenient(right, names, place, repair):
    """The argument at this place is repaired in silence."""

    def mended(name):
        def function(*args, **options):
            args = list(args)
            if place < len(args):
                args[place] = repair(args[place])
            return right.get(f"kcr.{name}")(*args, **options)

        return function

    return changed(right, paper="kcr", **{name: mended(name) for name in names})


def numeric(value):
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


def square(value):
    return numeric(value) and value.ndim == 2 and value.shape[0] == value.shape[1]


@wrong(killed_by=BAD)
def symmetrizes_kernel_matrices(right):
    """(K + K') / 2."""
    repair = lambda K: (K + K.T) / 2 if square(K) and np.isfinite(K).all() else K  # noqa: E731
    return lenient(right, ("solve_by_splitting",), 0, repair)


@wrong(killed_by=BAD)
def clips_kernel_matrices(right):
    """Negative eigenvalues become 0."""

    def repair(K):
        if not square(K) or not np.isfinite(K).all() or (K != K.T).any():
            return K
        values, vectors = np.linalg.eigh(K)
        K = (vectors * np.maximum(values, 0.0)) @ vectors.T
        return (K + K.T) / 2

    return lenient(right, ("kmlcc",), 0, repair)


@wrong(killed_by=BAD)
def splits_strings_of_labels(right):
    """A bare string is a list of letters."""
    repair = lambda y: np.array(list(y)) if isinstance(y, str) else y  # noqa: E731
    return lenient(right, ("solve_by_splitting", "kernel_rule"), 1, repair)


@wrong(killed_by=BAD)
def drops_labels_that_are_too_many(right):
    """The first n."""
    return lenient(right, ("kmlcc",), 1, lambda y: np.asarray(y)[:4] if np.ndim(y) == 1 else y)


@wrong(killed_by=BAD)
def takes_the_absolute_lambda(right):
    """Minus one is one."""
    repair = lambda lam: abs(lam) if isinstance(lam, float) else lam  # noqa: E731
    return lenient(right, SOLVERS, 2, repair)


@wrong(killed_by=BAD)
def takes_the_absolute_radius(right):
    """Minus one is one."""
    repair = lambda h: abs(h) if isinstance(h, float) else h  # noqa: E731
    return lenient(right, ("kernel_rule", "relaxations"), 2, repair)


@wrong(killed_by=BAD)
def takes_absolute_distances(right):
    """Minus one is one."""
    repair = lambda D: np.abs(D) if numeric(D) else D  # noqa: E731
    return lenient(right, ("kernel_rule", "margin"), 0, repair)


@wrong(killed_by=BAD)
def unknown_kernels_are_naive(right):
    """Whatever is not known is the default."""
    known = ("gaussian", "cauchy", "epanechnikov")
    return lenient(right, ("kernel_rule",), 3, lambda name: name if name in known else "naive")


@wrong(killed_by=BAD)
def short_rows_are_filled_up(right):
    """Missing kernel values are 0."""

    class Filling:
        def __init__(self, result):
            self._result = result

        def __getattr__(self, name):
            return getattr(self._result, name)

        def predict(self, A):
            if numeric(A) and A.ndim == 2 and A.shape[1] < 4:
                A = np.pad(A, ((0, 0), (0, 4 - A.shape[1])))
            return self._result.predict(A)

    def solve_by_splitting(*args, **how):
        return Filling(right.kcr.solve_by_splitting(*args, **how))

    return changed(right, paper="kcr", solve_by_splitting=solve_by_splitting)


@wrong(killed_by=BAD)
def one_iteration_at_least(right):
    """A limit of 0 is one of 1."""

    def gradient_projection(*args, **how):
        if isinstance(limit := how.get("max_iterations"), int):
            how["max_iterations"] = max(1, limit)
        return right.kcr.gradient_projection(*args, **how)

    return changed(right, paper="kcr", gradient_projection=gradient_projection)


@wrong(killed_by=BAD)
def starts_of_other_kernels_are_welcome(right):
    """Only the number of patterns is compared, as this project once did."""

    def solve_by_splitting(K, y, lam, start=None, **how):
        if start is not None and np.shape(start.K) == np.shape(K):
            start = dataclasses.replace(start, K=np.asarray(K))
        return right.kcr.solve_by_splitting(K, y, lam, start=start, **how)

    return changed(right, paper="kcr", solve_by_splitting=solve_by_splitting)


@wrong(killed_by=BAD)
def sigma_may_be_infinite(right):
    """Products that overflow are returned."""

    def sigma_from_coefficients(c):
        with np.errstate(all="ignore"):
            return np.asarray(c).T @ np.asarray(c)

    return changed(right, paper="kcr", sigma_from_coefficients=sigma_from_coefficients)


@wrong(killed_by=BAD)
def symmetrizes_sigma(right):
    """(Sigma + Sigma') / 2."""
    repair = lambda S: (S + S.T) / 2 if square(S) else S  # noqa: E731
    return lenient(right, ("objective",), 0, repair)


@wrong(killed_by=BAD)
def projects_whatever_comes(right):
    """The symmetric part of a matrix."""
    repair = lambda S: S / 2 + S.T / 2 if square(S) and np.isfinite(S).all() else S  # noqa: E731
    return lenient(right, ("project",), 0, repair)


@wrong(killed_by=BAD)
def as_many_neighbors_as_there_are(right):
    """A k that is too large becomes n."""
    repair = lambda k: min(k, 4) if isinstance(k, int) else k  # noqa: E731
    return lenient(right, ("knn_predict",), 2, repair)


@wrong(killed_by=BAD)
def takes_the_absolute_margin(right):
    """Minus one is one."""

    def lmnn(X, y, margin=1.0, **how):
        return right.kcr.lmnn(X, y, margin=abs(margin), **how)

    return changed(right, paper="kcr", lmnn=lmnn)
