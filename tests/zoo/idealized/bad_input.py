"""Implementations of idealized kernels that refuse too much, or accept what belongs to another."""

import numpy as np

from tests.zoo import Altered, wrong

BAD = "idealized/bad-input"  # one check of it kills each


@wrong(
    "idealized.learn_metric_from_kernel",
    killed_by=f"{BAD} indefinite_kernels_are_refused_with_their_evidence",
)
def indefinite_kernels_are_clipped(right, K, *rest, **options):
    """Made semidefinite in silence."""
    real = isinstance(K, np.ndarray) and K.dtype.kind == "f"
    if real and K.ndim == 2 and K.shape[0] == K.shape[1] and (K == K.T).all():
        values, vectors = np.linalg.eigh(K)
        K = (vectors * np.maximum(values, 0)) @ vectors.T
        K = (K + K.T) / 2
    return right.idealized.learn_metric_from_kernel(K, *rest, **options)


@wrong("idealized.learn_metric", killed_by=f"{BAD} new_points_have_as_many_columns")
def missing_columns_are_repeated(right, X, *rest, **options):
    """One column is broadcast to all of them."""
    metric = right.idealized.learn_metric(X, *rest, **options)
    p = np.shape(X)[1]
    wide = lambda A: np.repeat(A, p, axis=1) if np.shape(A)[1] == 1 else A  # noqa: E731
    return Altered(metric, kernel=lambda *points: metric.kernel(*map(wide, points)))


@wrong("idealized.learn_metric", killed_by=f"{BAD} new_points_have_as_many_columns")
def further_columns_are_cut(right, X, *rest, **options):
    """The first p are read, however many there are."""
    metric = right.idealized.learn_metric(X, *rest, **options)
    p = np.shape(X)[1]
    return Altered(metric, kernel=lambda *points: metric.kernel(*(A[:, :p] for A in points)))


@wrong("idealized.learn_metric", killed_by=f"{BAD} new_points_have_as_many_columns")
def new_points_that_are_not_numbers_are_as_far(right, X, *rest, **options):
    """NaN is taken for 0."""
    metric = right.idealized.learn_metric(X, *rest, **options)
    known = lambda *points: metric.kernel(*map(np.nan_to_num, points))  # noqa: E731
    return Altered(metric, kernel=known)


@wrong("idealized.pairs_from_labels", killed_by=f"{BAD} pairs_from_labels_refuses_bad_arguments")
def one_class_has_no_dissimilar_pairs(right, y):
    """An empty set is returned, at which the next function fails."""
    if np.ndim(y) == 1 and len(set(y)) == 1:
        return np.array([[0, 1]]), np.empty((0, 2), dtype=int)
    return right.idealized.pairs_from_labels(y)


@wrong("idealized.learn_metric", killed_by=f"{BAD} singular_forms_are_allowed", raises=ValueError)
def refuses_singular_forms(right, X, *rest, M=None, **options):
    """M must have an inverse."""
    if M is not None and np.linalg.matrix_rank(M) < len(M):
        raise ValueError("M must be positive definite")
    return right.idealized.learn_metric(X, *rest, M=M, **options)


@wrong(
    "idealized.ideal_kernel", killed_by=f"{BAD} one_class_has_an_ideal_kernel", raises=ValueError
)
def refuses_one_class(right, y, class_weights=None):
    """No ideal kernel of one class."""
    if len(set(y)) == 1:
        raise ValueError("y must hold two classes")
    return right.idealized.ideal_kernel(y, class_weights=class_weights)
