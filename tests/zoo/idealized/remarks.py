"""Wrong forms of what footnotes 5 and 8 and erratum K16 say."""

import numpy as np

from tests.zoo import wrong
from tests.zoo.idealized.metrics import learn_becomes


@wrong(learn_becomes, killed_by="idealized/footnote-5")
def matrix_is_made_regular(metric, X, S, D, C_S, C_D, nu, M):
    """A thousandth of its mean eigenvalue is added, so that there is an inverse."""
    matrix = np.asarray(metric.matrix)
    return {"matrix": matrix + 1e-3 * np.abs(matrix).max() * np.eye(len(matrix))}


@wrong("idealized.xing_metric", killed_by="idealized/footnote-8", raises=ValueError)
def many_features_are_refused(right, X, similar, dissimilar, **options):
    """p^2 parameters are held to be too many where there are more features than patterns."""
    if np.ndim(X) == 2 and np.shape(X)[1] > len(X):
        raise ValueError("X has more columns than rows, so that the maximum is unbounded")
    return right.idealized.xing_metric(X, similar, dissimilar, **options)


@wrong(
    "idealized.xing_metric",
    killed_by="idealized/footnote-8 features_in_general_position_leave_no_maximum",
)
def features_are_counted_to_n(right, X, similar, dissimilar, **options):
    """With n - 1 of them a maximum is held to be there, and some metric is returned."""
    if np.ndim(X) == 2 and np.shape(X)[1] == len(X) - 1:
        X = np.asarray(X)[:, :2]
    return right.idealized.xing_metric(X, similar, dissimilar, **options)


@wrong(
    "idealized.xing_metric",
    killed_by="idealized/footnote-8 features_in_general_position_leave_no_maximum",
)
def square_data_are_cut(right, X, similar, dissimilar, **options):
    """Of a square matrix, as kernels are, two columns are taken for coordinates."""
    if np.ndim(X) == 2 and np.shape(X)[1] == len(X):
        X = np.asarray(X)[:, :2]
    return right.idealized.xing_metric(X, similar, dissimilar, **options)


@wrong("idealized.xing_metric", killed_by="idealized/footnote-8")
def directions_without_similar_pairs_are_dropped(right, X, similar, dissimilar, **options):
    """Patterns are projected onto the span of the similar differences first."""
    X = np.asarray(X, dtype=float)
    X = X.reshape(len(X), -1)
    z = X[similar[:, 0]] - X[similar[:, 1]]
    _, sizes, directions = np.linalg.svd(z, full_matrices=False)
    span = directions[sizes > 1e-10 * sizes.max(initial=0.0)]
    return right.idealized.xing_metric(X @ span.T @ span, similar, dissimilar, **options)


@wrong("idealized.nearest_pairs_from_kernel", killed_by="idealized/same-neighbors")
def kernel_values_are_taken_for_distances(right, K, similar, dissimilar, m=5, R="median"):
    """The smaller the kernel value, the nearer."""
    as_if = -np.asarray(K, dtype=float)
    np.fill_diagonal(as_if, len(as_if) * np.abs(as_if).max())  # which makes it a kernel
    return right.idealized.nearest_pairs_from_kernel(as_if, similar, dissimilar, m=m, R=R)
