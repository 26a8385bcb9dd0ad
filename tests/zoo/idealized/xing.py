"""Wrong metrics of Xing et al."""

import numpy as np

from tests.zoo import Altered, changed, wrong


def xing_becomes(right, change):
    """``change(metric, X, S, D, t, objective)`` gives the attributes to replace."""

    def xing_metric(X, similar, dissimilar, t=1.0, objective="sqrt", **options):
        metric = right.idealized.xing_metric(
            X, similar, dissimilar, t=t, objective=objective, **options
        )
        return Altered(metric, **change(metric, np.asarray(X), similar, dissimilar, t, objective))

    return changed(right, paper="idealized", xing_metric=xing_metric)


def euclidean(X, S, t):
    """The multiple of the identity that keeps to the bound, with which an ascent may begin."""
    return np.eye(X.shape[1]) / ((X[S[:, 0]] - X[S[:, 1]]) ** 2).sum() * t


@wrong(xing_becomes, killed_by="idealized/xing")
def stops_short_of_the_optimum(metric, X, S, D, t, objective):
    """A thousandth of the way back to the Euclidean metric, and "converged"."""
    return {"matrix": 0.8 * np.asarray(metric.matrix) + 0.2 * euclidean(X, S, t)}


@wrong(xing_becomes, killed_by="idealized/xing solution_is_certified")
def no_step_where_dissimilar_points_coincide(metric, X, S, D, t, objective):
    """The root of their distance has no slope at 0: steps are NaN, and none is made."""
    apart = (X[D[:, 0]] != X[D[:, 1]]).any(axis=1)
    return {} if apart.all() else {"matrix": euclidean(X, S, t)}


@wrong("idealized.xing_metric", killed_by="idealized/xing")
def bound_is_always_one(right, X, similar, dissimilar, t=1.0, objective="sqrt", **options):
    """t is ignored."""
    return right.idealized.xing_metric(X, similar, dissimilar, objective=objective, **options)


@wrong(xing_becomes, killed_by="idealized/xing")
def logarithm_is_not_taken(metric, X, S, D, t, objective):
    """The value of the other objective."""
    return {"value": np.exp(metric.value) if objective == "log" else metric.value}


@wrong(xing_becomes, killed_by="idealized/xing")
def products_for_distances(metric, *_):
    """a'Ab where (a - b)'A(a - b) belongs."""
    return {"squared_distances": metric.kernel}


@wrong(
    "idealized.xing_metric",
    killed_by=("idealized/xing", "idealized/bad-input unbounded_problems_are_refused"),
)
def unbounded_problems_have_a_ridge(right, X, similar, dissimilar, **options):
    """Directions that no similar pair spans are bounded by a made-up one."""
    try:
        return right.idealized.xing_metric(X, similar, dissimilar, **options)
    except ValueError:
        X = np.reshape(np.asarray(X, dtype=float), (len(X), -1))
        n, p = X.shape
        ridge = np.concatenate([X, np.zeros((1, p)), 1e-3 * np.eye(p)])
        spanning = np.concatenate([similar, [(n, n + 1 + k) for k in range(p)]])
        return right.idealized.xing_metric(ridge, spanning, dissimilar, **options)


@wrong("idealized.xing_metric", killed_by="idealized/xing")
def unfinished_work_is_returned(right, X, similar, dissimilar, **options):
    """The last iterate, whatever it is worth."""
    options["on_failure"] = "return"
    return right.idealized.xing_metric(X, similar, dissimilar, **options)


@wrong("idealized.xing_metric", killed_by="idealized/xing")
def small_columns_are_taken_for_rounding(right, X, similar, dissimilar, **options):
    """Columns of differences below 1e-6 of the longest are left out, whatever their units."""
    X = np.asarray(X, dtype=float)
    widths = np.ptp(X, axis=0)
    return right.idealized.xing_metric(
        np.where(widths < 1e-6 * widths.max(), 0.0, X), similar, dissimilar, **options
    )


@wrong("idealized.xing_metric", killed_by="idealized/xing similar_pairs_may_depend_on_each_other")
def what_sticks_out_of_the_span_is_dropped(right, X, similar, dissimilar, **options):
    """Patterns are brought to the plane of the similar pairs first."""
    if len(similar) < 3:
        return right.idealized.xing_metric(X, similar, dissimilar, **options)
    X = np.asarray(X, dtype=float)
    _, sizes, axes = np.linalg.svd(X[similar[:, 0]] - X[similar[:, 1]])
    plane = axes[: int((sizes > 1e-9 * sizes[0]).sum())].T
    return right.idealized.xing_metric(X @ plane, similar, dissimilar, **options)


@wrong(xing_becomes, killed_by="idealized/xing points_on_a_line_may_be_a_vector")
def points_are_rows(metric, *_):
    """A vector of points on a line is one point of many coordinates."""

    def kernel(A, B=None):
        if np.ndim(A) == 2:
            return metric.kernel(A, B)
        A, B = np.atleast_2d(A), np.atleast_2d(A if B is None else B)
        return metric.matrix[0, 0] * (A @ B.T)

    return {"kernel": kernel}
