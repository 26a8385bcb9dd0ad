"""Wrong metrics of Xing et al."""

import numpy as np

from tests.zoo import wrong
from tests.zoo.idealized.kernels import idealized
from tests.zoo.idealized.metrics import Altered


def xing_becomes(right, change):
    """``change(metric, X, S, D, t, objective)`` gives the attributes to replace."""

    def xing_metric(X, similar, dissimilar, t=1.0, objective="sqrt", **options):
        metric = right.idealized.xing_metric(
            X, similar, dissimilar, t=t, objective=objective, **options
        )
        return Altered(metric, **change(metric, np.asarray(X), similar, dissimilar, t, objective))

    return idealized(right, xing_metric=xing_metric)


@wrong(killed_by="idealized/xing")
def stops_short_of_the_optimum(right):
    """A thousandth of the way back to the Euclidean metric, and "converged"."""

    def change(metric, X, S, D, t, objective):
        start = np.eye(X.shape[1]) / ((X[S[:, 0]] - X[S[:, 1]]) ** 2).sum() * t
        return {"matrix": 0.8 * np.asarray(metric.matrix) + 0.2 * start}

    return xing_becomes(right, change)


@wrong(killed_by="idealized/xing")
def bound_is_always_one(right):
    """t is ignored."""

    def xing_metric(X, similar, dissimilar, t=1.0, objective="sqrt", **options):
        return right.idealized.xing_metric(X, similar, dissimilar, objective=objective, **options)

    return idealized(right, xing_metric=xing_metric)


@wrong(killed_by="idealized/xing")
def logarithm_is_not_taken(right):
    """The value of the other objective."""

    def change(metric, X, S, D, t, objective):
        return {"value": np.exp(metric.value) if objective == "log" else metric.value}

    return xing_becomes(right, change)


@wrong(killed_by="idealized/xing")
def products_for_distances(right):
    """a'Ab where (a - b)'A(a - b) belongs."""
    return xing_becomes(right, lambda metric, *_: {"squared_distances": metric.kernel})


@wrong(killed_by="idealized/xing")
def unbounded_problems_have_a_ridge(right):
    """Directions that no similar pair spans are bounded by a made-up one."""

    def xing_metric(X, similar, dissimilar, **options):
        try:
            return right.idealized.xing_metric(X, similar, dissimilar, **options)
        except ValueError:
            return None

    return idealized(right, xing_metric=xing_metric)


@wrong(killed_by="idealized/xing")
def unfinished_work_is_returned(right):
    """The last iterate, whatever it is worth."""

    def xing_metric(X, similar, dissimilar, **options):
        options["on_failure"] = "return"
        return right.idealized.xing_metric(X, similar, dissimilar, **options)

    return idealized(right, xing_metric=xing_metric)


@wrong(killed_by="idealized/xing")
def small_columns_are_taken_for_rounding(right):
    """Columns of differences below 1e-6 of the longest are left out, whatever their units."""

    def xing_metric(X, similar, dissimilar, **options):
        X = np.asarray(X, dtype=float)
        widths = np.ptp(X, axis=0)
        return right.idealized.xing_metric(
            np.where(widths < 1e-6 * widths.max(), 0.0, X), similar, dissimilar, **options
        )

    return idealized(right, xing_metric=xing_metric)
