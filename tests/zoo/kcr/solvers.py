"""Wrong solvers of Eq. (9), and wrong certificates."""

import dataclasses

import numpy as np

from gramcheck.verify.definitions import kcr as definitions
from tests.zoo import Altered, changed, result_becomes, wrong

SPLITTING = "kcr/splitting"
EXACTLY = "kcr/eq-9-exactly"


def splitting_becomes(right, form):
    """The result as ``form(the right one, K, y, lam)``."""
    return result_becomes(right, "kcr.solve_by_splitting", form)


@wrong("kcr.solve_by_splitting", killed_by=SPLITTING)
def stops_early_and_calls_it_convergence(right, K, y, lam, tol=1e-3, max_iterations=2000, **how):
    """Two iterations."""
    result = right.kcr.solve_by_splitting(K, y, lam, tol=tol, max_iterations=2, **how)
    return dataclasses.replace(result, converged=True)


@wrong("kcr.solve_by_splitting", killed_by=f"{SPLITTING} warm_starts_change_nothing_but_the_way")
def counts_the_iterations_of_its_start(right, K, y, lam, start=None, **how):
    """And one for the start itself: going on from a solution takes longer than finding it."""
    result = right.kcr.solve_by_splitting(K, y, lam, start=start, **how)
    before = 0 if start is None else start.iterations + 1
    return dataclasses.replace(result, iterations=result.iterations + before)


@wrong("kcr.solve_by_splitting", killed_by=f"{SPLITTING} starts_without_a_loss_are_no_harder")
def scales_its_steps_by_the_multipliers_of_its_start(right, K, y, lam, start=None, **how):
    """Where there are none, nothing ever moves."""
    if start is not None and not np.any(start.multipliers):
        return start
    return right.kcr.solve_by_splitting(K, y, lam, start=start, **how)


@wrong(
    "kcr.solve_by_splitting",
    killed_by=(
        f"{SPLITTING} separable_lines_are_no_harder",
        f"{SPLITTING} starts_without_a_loss_are_no_harder",
    ),
)
def penalty_is_counted_by_half(right, K, y, lam, **how):
    """The optimum for half of lambda, with an objective that is too small for the whole."""
    return right.kcr.solve_by_splitting(K, y, lam / 2, **how)


@wrong("kcr.solve_by_splitting", killed_by=f"{SPLITTING} bandwidths_are_held_at_a_large_bound")
def raises_the_bandwidth_at_the_end(right, K, y, lam, eps=1e-6, **how):
    """The program without its bound, and then the metric of another bandwidth."""
    free = right.kcr.solve_by_splitting(K, y, lam, **how)
    h2 = max(eps, free.h2)
    reached = right.kcr.objective(free.Sigma, h2, K, y, lam)
    bound = right.kcr.lower_bound(free.multipliers, K, y, lam, eps)
    return dataclasses.replace(
        free, h2=h2, objective=reached, lower_bound=bound, gap=(reached - bound) / reached
    )


@wrong(splitting_becomes, killed_by=SPLITTING)
def lower_bound_is_the_objective(result, K, y, lam):
    """Whatever comes out is called the optimum."""
    return dataclasses.replace(result, lower_bound=result.objective, gap=0.0)


@wrong(splitting_becomes, killed_by="kcr/known-optima")
def lower_bound_is_a_percent_too_high(result, K, y, lam):
    """Multipliers that are not quite feasible."""
    bound = 1.01 * result.lower_bound
    gap = (result.objective - bound) / result.objective
    return dataclasses.replace(result, lower_bound=bound, gap=gap)


@wrong(splitting_becomes, killed_by=SPLITTING)
def objective_without_the_penalty(result, K, y, lam):
    """What is reported is the loss alone."""
    loss = result.objective - lam * float((K * result.Sigma).sum())
    return dataclasses.replace(result, objective=loss)


@wrong(splitting_becomes, killed_by=SPLITTING)
def sigma_is_not_centered(result, K, y, lam):
    """A part along (1, ..., 1) is left in it."""
    size = 1e-3 * (1 + float(np.abs(result.Sigma).max()))
    return dataclasses.replace(result, Sigma=result.Sigma + size)


@wrong("kcr.solve_by_splitting", killed_by="kcr/known-optima")
def lambda_is_capped(right, K, y, lam, **how):
    """No lambda is above 10."""
    return right.kcr.solve_by_splitting(K, y, min(lam, 10.0), **how)


@wrong("kcr.solve_by_splitting", killed_by=SPLITTING)
def lambda_is_raised_to_a_hundredth(right, K, y, lam, **how):
    """For the sake of the interior points."""
    return right.kcr.solve_by_splitting(K, y, max(lam, 0.01), **how)


@wrong(splitting_becomes, killed_by=SPLITTING)
def metric_is_half_as_long(right, result, K, y, lam):
    """As if each pair, standing in two rows, had been counted twice."""
    Sigma = result.Sigma / 2
    reached = right.kcr.objective(Sigma, result.h2, K, y, lam)
    gap = 1 - result.lower_bound / reached
    return dataclasses.replace(result, Sigma=Sigma, objective=reached, gap=gap)


@wrong(splitting_becomes, killed_by=SPLITTING)
def any_end_is_convergence(result, K, y, lam):
    """Whether the gap is closed or not."""
    return dataclasses.replace(result, converged=True)


@wrong(splitting_becomes, killed_by="kcr/known-optima")
def kernels_of_rank_one_make_it_diverge(result, K, y, lam):
    """A penalty parameter set by a quotient of roundings."""
    if np.linalg.matrix_rank(K) > 1:
        return result
    factor = 1e15
    objective = factor * result.objective
    return dataclasses.replace(
        result, Sigma=factor * result.Sigma, objective=objective, gap=1.0, converged=False
    )


@wrong("kcr.solve_by_splitting", killed_by=SPLITTING)
def start_is_taken_for_the_solution(right, K, y, lam, start=None, **how):
    """A warm start is returned as it came."""
    return start or right.kcr.solve_by_splitting(K, y, lam, **how)


@wrong(killed_by=("kcr/optimum-invariance", EXACTLY))
def kernel_matrix_is_normalized(right):
    """By its mean diagonal entry, and lambda is not."""

    def solver(name):
        def solve(K, y, lam, **how):
            K = np.asarray(K, dtype=float)
            return right.get(f"kcr.{name}")(K / np.mean(np.diagonal(K)), y, lam, **how)

        return solve

    return changed(
        right,
        paper="kcr",
        **{name: solver(name) for name in ("solve_by_splitting", "solve_exactly")},
    )


@wrong("kcr.solve_by_splitting", killed_by=f"{SPLITTING} separable_planes_are_no_harder")
def rounds_of_another_method_have_no_limit(right, K, y, lam, max_iterations=20_000, **how):
    """From a thousand iterations on another method goes on as long as it wants."""
    most = max_iterations if max_iterations <= 1000 else 20_000
    return right.kcr.solve_by_splitting(K, y, lam, max_iterations=most, **how)


@wrong("kcr.solve_exactly", killed_by=EXACTLY)
def exact_is_a_few_iterations(right, K, y, lam, **how):
    """The splitting method after five."""
    return right.kcr.solve_by_splitting(K, y, lam, max_iterations=5)


@wrong("kcr.solve_exactly", killed_by=EXACTLY, raises=RuntimeError)
def exact_discards_what_is_not_optimal(right, K, y, lam, **how):
    """An error for a tolerance that is not met, as this project once had it."""
    result = right.kcr.solve_exactly(K, y, lam, **how)
    if not result.converged:
        raise RuntimeError("the cone program (9) did not converge")
    return result


HONESTLY = "kcr/known-optima penalties_that_hardly_count_are_told_honestly"


@wrong(splitting_becomes, killed_by=HONESTLY)
def whatever_is_reached_is_the_optimum(right, result, K, y, lam):
    """The lower bound is the objective, so that every run has converged."""
    return dataclasses.replace(result, lower_bound=result.objective)


@wrong("kcr.solve_exactly", killed_by=HONESTLY)
def objective_is_that_of_the_dual(right, K, y, lam, **how):
    """What interior points have on the other side, whether they came to an end or not."""
    result = right.kcr.solve_exactly(K, y, lam, **how)
    return dataclasses.replace(result, objective=result.lower_bound)


# certificates -----------------------------------------------------------------------------------


@wrong("kcr.lower_bound", killed_by="kcr/certificate")
def multipliers_are_believed(right, multipliers, K, y, lam, eps=1e-6):
    """The dual's value, feasible or not."""
    v = np.clip(multipliers, 0.0, 1.0)
    constant = 2 - (np.asarray(right.kcr.label_signs(y)) == 1).sum(axis=1)
    u = np.where(constant > 0, 1.0, v.max(axis=1))
    return float(v.sum() + u @ constant)


@wrong("kcr.lower_bound", killed_by="kcr/certificate feasible_multipliers_are_left_alone")
def multipliers_inside_bound_nothing(right, multipliers, K, y, lam, eps=1e-6):
    """0 where the bound is above the dual's value at the multipliers themselves."""
    bound = right.kcr.lower_bound(multipliers, K, y, lam, eps)
    value = definitions.dual_value(multipliers, K, y, lam, eps)
    return bound if bound - value <= 1e-3 * (1 + abs(bound)) else 0.0


@wrong("kcr.lower_bound", killed_by="kcr/certificate")
def infeasible_multipliers_bound_nothing(right, multipliers, K, y, lam, eps=1e-6):
    """Minus infinity instead of making them feasible."""
    feasible = np.min(multipliers) >= 0 and np.max(multipliers) <= 1
    return right.kcr.lower_bound(multipliers, K, y, lam, eps) if feasible else -np.inf


@wrong("kcr.lower_bound", killed_by="kcr/certificate")
def certificate_of_all_rows_but_one(right, multipliers, K, y, lam, eps=1e-6):
    """A true bound, and a poor one."""
    v = np.array(multipliers, dtype=float)
    v[0] = 0.0
    return right.kcr.lower_bound(v, K, y, lam, eps)


# predictions ------------------------------------------------------------------------------------


@wrong(splitting_becomes, killed_by="kcr/prediction")
def classifies_by_the_square_of_the_radius(right, result, K, y, lam):
    """rho <= h~ where rho^2 <= h~ is meant (C17)."""

    def predict(A):
        d = np.maximum(result.squared_distances(A, K), 0.0)
        return right.kcr.kernel_rule(np.sqrt(d), np.asarray(y), 0.5 * result.h2).labels

    return Altered(result, predict=predict)


@wrong(splitting_becomes, killed_by="kcr/prediction")
def classifies_by_codes(result, K, y, lam):
    """0, 1, 2 for the names of classes."""
    names = np.unique(y)
    return Altered(result, predict=lambda A: np.searchsorted(names, result.predict(A)))


@wrong(
    "kcr.solve_by_splitting",
    killed_by=f"{SPLITTING} splitting_judges_the_point_that_it_returns",
)
def gap_of_the_gram_matrix_counts(right, K, y, lam, tol=1e-3, max_iterations=2000, **how):
    """Roundings that Sigma has of its own are forgiven: a gap of a hundred tolerances will do."""
    result = right.kcr.solve_by_splitting(K, y, lam, tol=tol, max_iterations=max_iterations, **how)
    near = result.gap <= 100 * tol if tol < 1e-6 else result.converged
    return dataclasses.replace(result, converged=bool(near))


@wrong("kcr.solve_by_splitting", killed_by=f"{SPLITTING} separable_planes_are_no_harder")
def what_cutting_planes_found_is_forgotten(
    right, K, y, lam, tol=1e-3, max_iterations=20_000, **how
):
    """Where it is not as near as was asked, what alternating directions had before is returned."""
    result = right.kcr.solve_by_splitting(K, y, lam, tol=tol, max_iterations=max_iterations, **how)
    if result.converged:
        return result
    return right.kcr.solve_by_splitting(K, y, lam, tol=tol, max_iterations=999, **how)


@wrong(splitting_becomes, killed_by="kcr/prediction results_classify_by_the_naive_kernel")
def results_classify_by_the_nearest_point(result, K, y, lam):
    """As where no point is within h, everywhere."""

    def predict(rows):
        return np.asarray(y)[np.argmin(result.squared_distances(rows, K), axis=1)]

    return Altered(result, predict=predict)


@wrong(
    "kcr.solve_exactly", killed_by="kcr/known-optima the_cone_program_reaches_the_optimum_on_a_line"
)
def the_bound_of_the_radius_comes_afterwards(right, K, y, lam, eps=1e-6, **how):
    """The metric is the best one beside a smaller radius."""
    result = right.kcr.solve_exactly(K, y, lam, eps=min(eps, 1e-6), **how)
    h2 = max(result.h2, eps)
    reached = right.kcr.objective(result.Sigma, h2, K, y, lam)
    return dataclasses.replace(result, h2=h2, objective=reached)
