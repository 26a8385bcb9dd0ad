"""Rules, solvers and metrics as libraries write them: votes in bytes, reports that are not true."""

import dataclasses
from unittest import mock

import numpy as np

from gramcheck.verify import replace
from tests.zoo import Altered, faults, result_becomes, wrong


@wrong("kcr.kernel_nn", killed_by="kcr/kernel-nn")
def neighbors_other_than_the_point_itself(right, K_test, K_train, y, k=1):
    """Training points equal to the test point are left out, as for the error on training data."""
    labels = []
    for row in np.asarray(K_test, dtype=float):
        d = np.linalg.norm(np.asarray(K_train, dtype=float) - row, axis=1)
        others = np.flatnonzero(d > 0)
        y_left = np.asarray(y)[others]
        if len(set(y_left.tolist())) < 2:
            return right.kcr.kernel_nn(K_test, K_train, y, k)
        labels += right.kcr.knn_predict(d[None, others], y_left, min(k, len(others))).tolist()
    return np.array(labels)


@wrong("kcr.knn_predict", killed_by="kcr/k-nn")
def votes_by_an_unstable_sort(distances, y, k=1):
    """NumPy's default sort, which keeps the order of ties up to 16 elements only."""
    nearest = np.argsort(np.asarray(distances, dtype=float), axis=1)[:, :k]
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    return classes[[np.bincount(codes[row]).argmax() for row in nearest]]


def votes_become(right, kind):
    """Votes of the naive kernel, counted in integers of this kind."""

    def kernel_rule(distances, y, h, *args, **how):
        result = right.kcr.kernel_rule(distances, y, h, *args, **how)
        classes, codes = np.unique(np.asarray(y), return_inverse=True)
        votes = (np.asarray(distances, dtype=float) <= h) @ np.eye(len(classes))[codes]
        if args or how or votes.max() < 256:
            return result
        narrow = votes.astype(np.int64).astype(kind)
        return result._replace(labels=classes[narrow.argmax(axis=1)])

    return replace(right, "kcr.kernel_rule", kernel_rule)


wrong_votes = faults(votes_become, killed_by="kcr/eq-2 many_votes_are_counted_in_full")

for kind in ("uint8", "int16", "uint16"):
    wrong_votes(f"votes in {kind}: of many voters a class has none", kind)


def reported(right, function, **changes):
    """A result that says of itself what it is told to."""

    def change(result, *_):
        told = {name: form(result) for name, form in changes.items()}
        return dataclasses.replace(result, **told)

    return result_becomes(right, f"kcr.{function}", change)


wrong_report = faults(reported)

for function, claim in (
    ("solve_by_splitting", "kcr/splitting"),
    ("solve_exactly", "kcr/eq-9-exactly"),
    ("kmlcc", "kcr/kmlcc"),
    ("klmca", "kcr/klmca"),
    ("lmnn", "kcr/lmnn"),
    ("gradient_projection", "kcr/algorithm-1"),
):
    wrong_report(
        f"{function} that counts no iterations", function, iterations=lambda _: 0, killed_by=claim
    )
wrong_report(
    "residual of a hundredth: what is left to gain is a hundred times as much",
    "kmlcc",
    residual=lambda result: result.residual / 100,
    killed_by="kcr/kmlcc",
)
wrong_report(
    "KMLCC with a gap of half the size",
    "kmlcc",
    gap=lambda result: result.gap / 2,
    killed_by="kcr/kmlcc",
)
wrong_report(
    "KMLCC that uses up all iterations",
    "kmlcc",
    iterations=lambda _: 2000,
    killed_by="kcr/kmlcc kmlcc_ends_as_soon_as_its_gap_is_small",
)
wrong_report(
    "KMLCC that counts half of its iterations",
    "kmlcc",
    iterations=lambda result: result.iterations // 2,
    killed_by="kcr/kmlcc kmlcc_ends_as_soon_as_its_gap_is_small",
)
for function in ("kmlcc", "lmnn"):
    wrong_report(
        f"{function} that takes every end for convergence",
        function,
        converged=lambda _: True,
        killed_by=f"kcr/{function}",
    )
wrong_report(
    "LMNN with a lower bound that is a tenth too high",
    "lmnn",
    lower_bound=lambda result: 1.1 * result.lower_bound + 1e-3,
    gap=lambda r: 1 - (1.1 * r.lower_bound + 1e-3) / max(r.objective, 1e-300),
    killed_by="kcr/lmnn",
)
wrong_report(
    "LMNN with a gap of half the size",
    "lmnn",
    gap=lambda result: result.gap / 2,
    killed_by="kcr/lmnn",
)
wrong_report(
    "KMLCC with a lower bound above the optimum",
    "kmlcc",
    lower_bound=lambda result: 1.01 * result.objective,
    killed_by="kcr/kmlcc",
)


@wrong("kcr.solve_by_splitting", killed_by="kcr/splitting")
def limit_is_forgotten(right, K, y, lam, tol=1e-3, max_iterations=2000, **how):
    """``max_iterations`` is read, and not asked again."""
    return right.kcr.solve_by_splitting(K, y, lam, tol=tol, **how)


@wrong("kcr.solve_by_splitting", killed_by="kcr/splitting")
def splitting_without_cutting_planes(right, *args, **how):
    """Alternating directions alone, which crawl along the edges of a loss that is nearly flat."""
    with mock.patch("gramcheck.reference.kcr.engines.splitting._PATIENCE", 10**9):
        return right.kcr.solve_by_splitting(*args, **how)


@wrong(
    "kcr.solve_exactly",
    killed_by="kcr/eq-9-exactly cone_program_whose_dual_runs_away_is_solved_more_loosely",
)
def exact_stops_loosening_too_early(right, *args, **how):
    """At a hundred thousand times the smallest tolerance, where the dual still runs away."""
    with mock.patch("gramcheck.reference.kcr.engines.exact._LOOSER", 10.0 ** np.arange(6)):
        return right.kcr.solve_exactly(*args, **how)


@wrong("kcr.kmlcc", killed_by="kcr/kmlcc residual_is_what_convexity_leaves")
def residual_twice_as_large(right, *args, **how):
    """True whatever is reached, and so it says less."""
    result = right.kcr.kmlcc(*args, **how)
    return dataclasses.replace(result, residual=2 * result.residual)


@wrong("kcr.kmlcc", killed_by="kcr/kmlcc residual_ends_it_where_there_is_no_penalty")
def gap_ends_it_whatever_the_penalty(right, *args, tol=1e-4, **how):
    """Iterations run out where the lower bound is 0 in the end, too."""
    result = right.kcr.kmlcc(*args, tol=tol, **how)
    return dataclasses.replace(result, converged=bool(result.gap <= tol))


@wrong("kcr.kmlcc", killed_by="kcr/kmlcc residual_ends_it_where_there_is_no_penalty")
def residual_of_the_first_step(right, *args, **how):
    """It is not computed again at the end."""
    first = right.kcr.kmlcc(*args, **how | {"max_iterations": 1})
    return dataclasses.replace(right.kcr.kmlcc(*args, **how), residual=first.residual)


@wrong("kcr.lmnn", killed_by="kcr/lmnn metric_measures_differences")
def images_are_compared_and_not_differences(right, *args, **how):
    """Points are multiplied by the factor first, far from the origin with its roundings."""
    result = right.kcr.lmnn(*args, **how)

    def squared_distances(A):
        images = np.asarray(A) @ result.factor
        return ((images[:, None] - images) ** 2).sum(axis=-1)

    return Altered(result, squared_distances=squared_distances)


@wrong("kcr.lmnn", killed_by="kcr/lmnn lmnn_comes_as_near_as_it_is_asked")
def lmnn_makes_a_round_more(right, *args, max_iterations=1000, **how):
    """Whether iterations are left is asked after they have been made."""
    return right.kcr.lmnn(*args, max_iterations=max_iterations + 1, **how)


@wrong("kcr.lmnn", killed_by="kcr/lmnn lmnn_comes_as_near_as_it_is_asked")
def lmnn_by_smoothed_hinges_alone(right, *args, **how):
    """No cuts at the end, where the smoothing is too narrow for the method to go on."""
    with mock.patch("gramcheck.reference.kcr.engines.smoothing._FEW_UNKNOWNS", 0):
        return right.kcr.lmnn(*args, **how)


@wrong(
    "kcr.solve_by_splitting",
    killed_by="kcr/known-optima points_on_a_line_have_the_optimum_of_a_linear_program",
)
def least_radius_is_the_usual_one(right, K, y, lam, eps=1e-6, **how):
    """``eps`` is read, and not used."""
    return right.kcr.solve_by_splitting(K, y, lam, **how)


@wrong("kcr.lmnn", killed_by="kcr/lmnn lmnn_counts_its_iterations_and_bounds_the_optimum")
def limit_is_that_of_each_width(right, *args, max_iterations=1000, **how):
    """Smoothed hinges of several widths, each with all the iterations that are allowed."""
    several = max_iterations if max_iterations < 10 else 4 * max_iterations
    return right.kcr.lmnn(*args, max_iterations=several, **how)


@wrong("kcr.kmlcc", killed_by="kcr/kmlcc kmlcc_reaches_the_optimum")
def classes_of_one_are_left_out(right, K, y, **how):
    """Their points are near no others and far from none."""
    labels, counts = np.unique(y, return_counts=True)
    kept = np.isin(y, labels[counts > 1])
    if kept.all():
        return right.kcr.kmlcc(K, y, **how)
    found = right.kcr.kmlcc(K[np.ix_(kept, kept)], np.asarray(y)[kept], **how)
    matrix = np.zeros(np.shape(K))
    matrix[np.ix_(kept, kept)] = found.matrix
    return Altered(found, matrix=matrix)


@wrong("kcr.lmnn", killed_by="kcr/lmnn margin_is_the_unit_of_the_metric")
def margin_scales_the_factor(right, *args, margin=1.0, **how):
    """The factor of the metric, and not the metric, is as many times as large."""
    found = right.kcr.lmnn(*args, margin=margin, **how)
    return Altered(found, matrix=margin * np.asarray(found.matrix))


@wrong(
    "kcr.gradient_projection",
    killed_by="kcr/algorithm-1 gradient_projection_ends_where_its_gap_is_small",
)
def all_iterations_are_made(right, *args, tol=1e-3, **how):
    """``tol`` is what the result is judged by, and no reason to end."""
    found = right.kcr.gradient_projection(*args, tol=0.0, **how)
    return Altered(found, converged=found.gap <= tol)


@wrong("kcr.squared_distances", killed_by="kcr/corollary-3 distances_are_quadratic_forms")
def distances_of_a_point_to_itself_are_below_zero(right, *args):
    """By a rounding: a sum of squares and products, not of squares of differences."""
    return np.asarray(right.kcr.squared_distances(*args)) - 1e-14


@wrong("kcr.klmca", killed_by="kcr/klmca klmca_residual_is_its_gradient")
def residual_is_half_in_feature_space(right, *args, update="rkhs", **how):
    """In the plain inner product of coefficients it is right."""
    result = right.kcr.klmca(*args, update=update, **how)
    half = dataclasses.replace(result, residual=result.residual / 2)
    return half if update == "rkhs" else result


@wrong("kcr.klmca", killed_by="kcr/klmca klmca_residual_is_its_gradient")
def residual_is_half_of_coefficients(right, *args, update="rkhs", **how):
    """In feature space it is right."""
    result = right.kcr.klmca(*args, update=update, **how)
    half = dataclasses.replace(result, residual=result.residual / 2)
    return half if update == "euclidean" else result
