"""Wrong versions of the algorithms that KCR is compared with."""

import dataclasses

import numpy as np

from tests.zoo import Altered, changed, faults, result_becomes, wrong

LMNN, KMLCC, KLMCA = "kcr/lmnn", "kcr/kmlcc", "kcr/klmca"


# nearest neighbors ------------------------------------------------------------------------------


wrong_result = faults(result_becomes, killed_by="kcr/k-nn")

wrong_result("share of hits: accuracy for error", "kcr.knn_error", lambda error, *args: 1 - error)


@wrong("kcr.knn_predict", killed_by="kcr/k-nn")
def last_of_equally_near_points(right, distances, y, k=1):
    """Ties of distances go to the points that come last."""
    return right.kcr.knn_predict(np.asarray(distances)[:, ::-1], np.asarray(y)[::-1], k)


@wrong("kcr.kernel_nn", killed_by="kcr/kernel-nn")
def rows_in_the_distance_of_absolute_values(right, K_test_train, K_train, y, k=1):
    """City blocks for Euclid."""
    gaps = np.abs(np.asarray(K_test_train)[:, None] - np.asarray(K_train)[None])
    return right.kcr.knn_predict(gaps.sum(axis=2), y, k)


@wrong("kcr.gaussian_kernel", killed_by="kcr/gaussian-kernel")
def kernel_of_a_width(right, A, B=None, s=1.0):
    """exp(-|x - y|^2 / (2 s^2))."""
    return right.kcr.gaussian_kernel(A, B, s=1 / (2 * s**2))


@wrong("kcr.balance_scale", killed_by="kcr/table-1")
def balance_with_two_sides_changed(right):
    """The names of left and right."""
    X, y = right.kcr.balance_scale()
    return X, np.array([{"L": "R", "R": "L", "B": "B"}[name] for name in y])


# LMNN -------------------------------------------------------------------------------------------


@wrong("kcr.lmnn_objective", killed_by=LMNN)
def pushes_count_once(right, M, X, y, k=3, c=1.0, *margin):
    """c is forgotten."""
    return right.kcr.lmnn_objective(M, X, y, k, 1.0, *margin)


@wrong("kcr.lmnn_subgradient", killed_by=LMNN)
def lmnn_slope_without_its_impostors(right, M, X, y, k=3, c=1.0, *margin):
    """One branch of the gradient: pulls only, which is what it is at c = 0."""
    once, twice = (right.kcr.lmnn_subgradient(M, X, y, k, c * n, *margin) for n in (1, 2))
    return 2 * once - twice


@wrong(killed_by=LMNN)
def targets_of_centered_points(right):
    """Roundings of the mean decide which of equally near points is a target."""

    def centered(name):
        def function(M, X, *rest, **options):
            return right.get(f"kcr.{name}")(M, X - X.mean(axis=0), *rest, **options)

        return function

    return changed(
        right,
        paper="kcr",
        **{name: centered(name) for name in ("lmnn_objective", "lmnn_subgradient")},
    )


@wrong(result_becomes, "kcr.lmnn", killed_by=LMNN)
def lmnn_divides_by_its_objective(result, *args):
    """A gap relative to an objective of 0, which is no number and meets no tolerance."""
    if result.objective == 0:
        return dataclasses.replace(result, gap=np.nan, converged=False)
    return result


@wrong("kcr.lmnn", killed_by=LMNN)
def lmnn_converges_by_its_gap_alone(right, X, y, tol=1e-4, **how):
    """An objective of 1e-25 is a failure for want of a bound, as this project once had it."""
    result = right.kcr.lmnn(X, y, tol=tol, **how)
    return dataclasses.replace(result, converged=result.gap <= tol)


@wrong("kcr.lmnn", killed_by=LMNN)
def lmnn_stops_early(right, X, y, k=3, c=1.0, **how):
    """After three iterations, which it calls convergence."""
    result = right.kcr.lmnn(X, y, k=k, c=c, **how | {"max_iterations": 3})
    return dataclasses.replace(result, converged=True)


@wrong("kcr.lmnn", killed_by=f"{LMNN} lmnn_counts_its_iterations_and_bounds_the_optimum")
def lmnn_of_one_target_has_a_bound_that_is_too_high(right, X, y, k=3, **how):
    """By a thousandth, as if more pairs were pulled; the gap is that of the bound."""
    result = right.kcr.lmnn(X, y, k=k, **how)
    bound = 1.001 * result.lower_bound if k == 1 else result.lower_bound
    gap = (result.objective - bound) / (result.objective or 1.0)
    return dataclasses.replace(result, lower_bound=bound, gap=gap)


@wrong("kcr.lmnn", killed_by=f"{LMNN} lmnn_counts_its_iterations_and_bounds_the_optimum")
def lmnn_with_dear_hinges_has_a_bound_that_is_too_high(right, X, y, k=3, c=1.0, **how):
    """Three times as high in the beginning, as if each hinge could count three times."""
    result = right.kcr.lmnn(X, y, k=k, c=c, **how)
    if c < 5 or result.iterations > 1:
        return result
    bound = 3 * result.lower_bound
    gap = (result.objective - bound) / (result.objective or 1.0)
    return dataclasses.replace(result, lower_bound=bound, gap=gap)


@wrong("kcr.lmnn", killed_by=f"{LMNN} bounds_hold_where_targets_hardly_differ")
def lmnn_has_a_bound_that_is_too_high_where_little_is_left(right, X, y, k=3, **how):
    """By a ten-thousandth of a small objective."""
    result = right.kcr.lmnn(X, y, k=k, **how)
    if result.objective > 1e-3:
        return result
    bound = 1.0001 * result.lower_bound
    return dataclasses.replace(result, lower_bound=bound, gap=0.0)


WEIGH = f"{LMNN} what_is_said_holds_where_hinges_weigh_most"


@wrong("kcr.lmnn", killed_by=WEIGH)
def lmnn_has_converged_where_its_solver_breaks_down(right, *args, max_iterations=3000, **how):
    """Whatever ends it before its iterations do."""
    result = right.kcr.lmnn(*args, max_iterations=max_iterations, **how)
    return dataclasses.replace(result, converged=result.iterations < max_iterations)


@wrong("kcr.lmnn", killed_by=WEIGH)
def lmnn_with_dear_hinges_has_a_bound_above_its_objective(right, *args, c=1.0, **how):
    """And an objective without the hinges' last digits."""
    result = right.kcr.lmnn(*args, c=c, **how)
    if c < 1e6:
        return result
    return dataclasses.replace(
        result, objective=(1 - 1e-6) * result.objective, lower_bound=1.1 * result.objective
    )


@wrong("kcr.lmnn", killed_by=f"{LMNN} many_points_on_a_line_have_the_best_of_all_kinks")
def lmnn_of_many_points_takes_a_sample(right, X, y, **how):
    """Every other pair of points beyond 200, weighted as if they were all."""
    if len(X) <= 200:
        return right.kcr.lmnn(X, y, **how)
    some = np.arange(len(X)) % 4 < 2
    part = right.kcr.lmnn(np.asarray(X)[some], np.asarray(y)[some], **how)
    return dataclasses.replace(part, objective=4 * part.objective, lower_bound=0.0, gap=1.0)


@wrong("kcr.lmnn", killed_by=f"{LMNN} metric_measures_differences")
def lmnn_rounds_coordinates_that_are_far_away(right, X, y, **how):
    """To multiples of 4, beyond a million."""
    far = np.abs(X).max() > 1e6
    return right.kcr.lmnn(4 * np.round(X / 4) if far else X, y, **how)


@wrong("kcr.lmnn", killed_by=f"{LMNN} margin_is_the_unit_of_the_metric")
def small_points_are_taken_for_one(right, X, y, **how):
    """Coordinates are rounded to five digits after the point."""
    return right.kcr.lmnn(np.round(X, 5), y, **how)


@wrong(result_becomes, "kcr.kmlcc", killed_by="kcr/learned-distances")
def learned_distances_with_a_root(result, *problem):
    """Distances for squared ones."""

    def distances(*rows):
        return np.sqrt(np.maximum(result.squared_distances(*rows), 0.0))

    return Altered(result, squared_distances=distances)


@wrong(result_becomes, "kcr.klmca", killed_by="kcr/learned-distances")
def learned_distances_to_one_point_are_to_its_zero(result, *problem):
    """A single row is one of zeros."""

    def distances(*rows):
        if len(rows) > 1 and len(rows[1]) == 1:
            rows = rows[0], np.zeros_like(rows[1])
        return result.squared_distances(*rows)

    return Altered(result, squared_distances=distances)


# KMLCC ------------------------------------------------------------------------------------------


@wrong(result_becomes, "kcr.kmlcc_objective", killed_by=KMLCC)
def own_point_is_its_own_neighbor(value, A, K, *rest):
    """p_A(i | i) counts in the sum: one more in each normalizer."""
    gaps = K[:, None] - K[None]
    weights = np.exp(-np.einsum("ija,ab,ijb->ij", gaps, A, gaps))
    sums = weights.sum(axis=1)
    return value + float(np.log(sums / (sums - 1)).sum())


@wrong("kcr.kmlcc_gradient", killed_by=KMLCC)
def kmlcc_slope_with_the_wrong_sign(right, A, K, y, lam=0.0):
    """p_A - p0."""
    penalty = right.kcr.kmlcc_gradient(A, K, y, lam) - right.kcr.kmlcc_gradient(A, K, y, 0.0)
    return penalty - right.kcr.kmlcc_gradient(A, K, y, 0.0)


@wrong("kcr.kmlcc", killed_by=KMLCC)
def kmlcc_stops_early(right, K, y, lam=0.0, **how):
    """After two iterations, which it calls convergence."""
    result = right.kcr.kmlcc(K, y, lam=lam, **how | {"max_iterations": 2})
    return dataclasses.replace(result, converged=True)


@wrong("kcr.kmlcc", killed_by=KMLCC)
def kmlcc_stays_where_no_metric_is(right, K, y, lam=0.0, *, start=None, **how):
    """No slope along the factor of a collapsed metric, and none of another factor."""
    return right.kcr.kmlcc(K, y, lam=lam if start is None else 1e3, start=start, **how)


# KLMCA ------------------------------------------------------------------------------------------


@wrong("kcr.klmca_gradient", killed_by=KLMCA)
def one_gradient_for_both_inner_products(right, *args, inner_product=None, **how):
    """That of matrices, whatever is asked for."""
    return right.kcr.klmca_gradient(*args, **how, inner_product="euclidean")


wrong_result(
    "KLMCA gradient without its two",
    "kcr.klmca_gradient",
    lambda G, *args: np.asarray(G) / 2,
    killed_by=KLMCA,
)


@wrong("kcr.klmca", killed_by=KLMCA)
def klmca_stays_at_its_start(right, K, y, d=2, k=3, c=1.0, update="rkhs", **how):
    """Twice as long, and one iteration."""
    result = right.kcr.klmca(K, y, d=d, k=k, c=c, update=update, max_iterations=1)
    factor = 2 * result.factor
    value = right.kcr.klmca_objective(factor.T, K, y, k, c)
    return dataclasses.replace(result, factor=factor, objective=value)


@wrong("kcr.klmca", killed_by=f"{KLMCA} klmca_has_as_many_dimensions_as_asked")
def klmca_leaves_empty_dimensions_out(right, *args, **how):
    """Those beyond the rank of the kernel matrix."""
    result = right.kcr.klmca(*args, **how)
    return dataclasses.replace(result, factor=result.factor[:, result.factor.any(axis=0)])


@wrong("kcr.klmca", killed_by=f"{KLMCA} klmca_has_as_many_dimensions_as_asked")
def klmca_reports_the_objective_of_two_dimensions(right, *args, d=2, **how):
    """Whatever it was asked for."""
    result, plane = (right.kcr.klmca(*args, d=each, **how) for each in (d, 2))
    return dataclasses.replace(result, objective=plane.objective)


# units ------------------------------------------------------------------------------------------


@wrong(killed_by=(KMLCC, KLMCA))
def small_kernels_are_left_at_their_start(right):
    """A first step of length 1, after which nothing seems to change."""

    def kmlcc(K, y, lam=0.0, **how):
        small = np.abs(K).max() < 1e-30
        result = right.kcr.kmlcc(K, y, lam, **how)
        return dataclasses.replace(result, converged=False) if small else result

    def klmca(K, y, **how):
        size = np.abs(K).max()
        result = right.kcr.klmca(K, y, **how)
        if size >= 1e-3:
            return result
        factor = size * result.factor
        objective = right.kcr.klmca_objective(factor.T, K, y, how["k"])
        return dataclasses.replace(result, factor=factor, objective=objective, residual=0.0)

    return changed(right, paper="kcr", kmlcc=kmlcc, klmca=klmca)


@wrong("kcr.kmlcc", killed_by="kcr/kmlcc kmlcc_ends_as_soon_as_its_gap_is_small")
def kmlcc_to_a_thousandth(right, *args, tol=1e-4, **how):
    """Nearer it does not come, and says so."""
    result = right.kcr.kmlcc(*args, tol=max(tol, 1e-3), **how)
    return dataclasses.replace(result, converged=bool(result.gap <= tol))
