"""Wrong versions of Algorithm 1."""

import dataclasses

import numpy as np

from tests.zoo import Altered, changed, faults, options_become, result_becomes, wrong

DESCENT = "kcr/gradient-projection"
METHOD = "kcr.gradient_projection"


def descends(right, turn=1.0, projection=None):
    """Algorithm 1 in Sigma, with the direction of h2 turned, or with another projection."""
    project = projection or right.kcr.project

    def gradient_projection(K, y, lam, **how):
        if how.get("variable", "Sigma") != "Sigma" or how.get("projection") != "exact":
            return right.kcr.gradient_projection(K, y, lam, **how)
        first = right.kcr.gradient_projection(K, y, lam, **how | {"max_iterations": 1})
        start = how.get("start")
        Sigma, h2 = (np.zeros_like(K), 1.0) if start is None else (start.Sigma, start.h2)
        for t in range(1, how["max_iterations"] + 1):
            G, g = right.kcr.subgradient(Sigma, h2, K, y, lam)
            length = np.hypot(np.linalg.norm(G), g)
            step = 1 / (length * np.sqrt(t))
            if how.get("step") == "polyak":
                excess = right.kcr.objective(Sigma, h2, K, y, lam) - how["target"]
                step = excess / length**2
            Sigma, h2 = project(Sigma - step * G), max(1e-6, h2 - turn * step * g)
        objective = right.kcr.objective(Sigma, h2, K, y, lam)
        gap = (objective - first.lower_bound) / objective
        return dataclasses.replace(
            first,
            Sigma=Sigma,
            h2=h2,
            objective=objective,
            gap=gap,
            iterations=how["max_iterations"],
            converged=False,
        )

    return changed(right, paper="kcr", gradient_projection=gradient_projection)


@wrong(killed_by=DESCENT)
def algorithm_1_moves_h_the_wrong_way(right):
    """Plus for minus in the step of h2."""
    return descends(right, turn=-1.0)


wrong_options = faults(options_become, killed_by=DESCENT)

wrong_options(
    "algorithm 1 has shorter steps: three tenths of the size that is asked for",
    METHOD,
    size=lambda how: 0.3 * how.get("size", 1.0),
)


@wrong(options_become, METHOD, as_option="projection", killed_by=DESCENT)
def dykstras_projections_are_the_papers(how):
    """Alternating ones under the other name."""
    return how.get("projection", "alternating").replace("dykstra", "alternating")


wrong_options("sweeps are ten: however many are asked for", METHOD, sweeps=lambda how: 10)


@wrong(descends, as_option="projection", killed_by=DESCENT)
def algorithm_1_projects_on_the_cone_only(S):
    """Clips, and forgets 1' Sigma 1 = 0."""
    values, vectors = np.linalg.eigh((S + S.T) / 2)
    return (vectors * np.maximum(values, 0.0)) @ vectors.T


@wrong("kcr.gradient_projection", killed_by=DESCENT)
def algorithm_1_climbs(right, K, y, lam, **how):
    """Returns its start, moved a little away from the optimum."""
    result = right.kcr.gradient_projection(K, y, lam, **how)
    start = how.get("start")
    if start is None:
        return result
    return dataclasses.replace(
        start, h2=start.h2 + 100.0, objective=right.kcr.objective(start.Sigma, 0.5, K, y, lam)
    )


@wrong(result_becomes, METHOD, killed_by=DESCENT)
def algorithm_1_without_a_step_has_no_gap(result, K, y, lam):
    """Multipliers averaged over steps of length 0: NaN, which is above no tolerance."""
    if result.Sigma.any():
        return result
    return dataclasses.replace(result, lower_bound=np.nan, gap=0.0, converged=True)


@wrong("kcr.gradient_projection", killed_by=DESCENT, raises=ValueError)
def algorithm_1_doubts_its_own_symmetry(right, K, y, lam, **how):
    """The step is projected as rounding left it, and found not to be symmetric."""
    result = right.kcr.gradient_projection(K, y, lam, **how)
    if how.get("variable") != "W" and np.ptp(K) < 0.1 * np.abs(K).max():
        raise ValueError("S must be symmetric")
    return result


@wrong(result_becomes, METHOD, killed_by=DESCENT)
def algorithm_1_stopped_so_it_converged(result, K, y, lam):
    """The end of the iterations is called convergence, with no gap."""
    return dataclasses.replace(result, converged=True, lower_bound=result.objective, gap=0.0)


@wrong(METHOD, killed_by="kcr/algorithm-1 gradient_projection_proves_what_it_reaches")
def bound_of_all_hinges(right, K, y, lam, **how):
    """Whichever are active, with multipliers of 1."""
    result = right.kcr.gradient_projection(K, y, lam, **how)
    bound = right.kcr.lower_bound(np.ones_like(K), K, y, lam)
    return Altered(result, lower_bound=bound, gap=(result.objective - bound) / result.objective)


@wrong(METHOD, killed_by=f"{DESCENT} points_without_a_slope_are_not_left")
def bandwidths_without_a_slope_grow(right, K, y, lam, h0=1.0, **how):
    """Where no step has been taken, the bandwidth is made larger by 1."""
    result = right.kcr.gradient_projection(K, y, lam, h0=h0, **how)
    stands = "start" not in how and result.h2 == h0
    return dataclasses.replace(result, h2=h0 + 1.0, converged=False) if stands else result


@wrong(METHOD, killed_by=f"{DESCENT} points_without_a_slope_are_not_left")
def no_metric_is_left_at_once(right, K, y, lam, **how):
    """A thousandth of the centering matrix stands for a Sigma of 0."""
    result = right.kcr.gradient_projection(K, y, lam, **how)
    moved = 1e-3 * (np.eye(len(K)) - 1 / len(K))
    return result if np.any(result.Sigma) else dataclasses.replace(result, Sigma=moved)


@wrong(METHOD, killed_by=f"{DESCENT} steps_begin_where_another_result_ended")
def bandwidths_of_a_start_are_forgotten(right, *args, start=None, **how):
    """Its Sigma is taken, and the least bandwidth that there is."""
    begin = {} if start is None else {"start": dataclasses.replace(start, h2=1e-6)}
    return right.kcr.gradient_projection(*args, **begin, **how)


@wrong(METHOD, killed_by=f"{DESCENT} steps_begin_where_another_result_ended")
def metrics_of_a_start_are_forgotten(right, *args, start=None, **how):
    """Its bandwidth is taken, and no metric."""
    begin = {} if start is None else {"h0": start.h2}
    return right.kcr.gradient_projection(*args, **begin, **how)


@wrong("kcr.algorithm_1", killed_by="kcr/algorithm-1 lines_are_repeated")
def bandwidths_below_eps_are_forgotten(right, K, y, lam, alphas, betas, Sigma0, h0, *count, **how):
    """The method begins at 1 instead."""
    h0 = h0 if h0 > 1e-6 else 1.0
    return right.kcr.algorithm_1(K, y, lam, alphas, betas, Sigma0, h0, *count, **how)


@wrong("kcr.algorithm_1", killed_by="kcr/algorithm-1 lines_are_repeated")
def bandwidth_in_single_precision(right, *problem, **how):
    """Of a result in double precision."""
    Sigma, h2 = right.kcr.algorithm_1(*problem, **how)
    return Sigma, float(np.float32(h2))


@wrong(METHOD, killed_by="kcr/algorithm-1 gradient_projection_judges_the_iterate_that_it_returns")
def a_near_best_ends_the_last(right, K, y, lam, **how):
    """A run that returns its last point ends where its best one is within the tolerance."""
    if how.get("iterate", "last") == "last":
        best = right.kcr.gradient_projection(K, y, lam, **how | {"iterate": "best"})
        how = how | {"max_iterations": best.iterations}
    return right.kcr.gradient_projection(K, y, lam, **how)


@wrong(result_becomes, METHOD, killed_by=f"{DESCENT} every_variant_reports_its_gap")
def any_end_of_algorithm_1_is_convergence(result, K, y, lam):
    """With the gap that there is."""
    return dataclasses.replace(result, converged=True)
