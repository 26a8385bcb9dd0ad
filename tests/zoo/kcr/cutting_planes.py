"""Wrong ways of solving Eq. (9) by cutting planes."""

import dataclasses

import numpy as np

from tests.zoo import changed, wrong

CUTTING_PLANES = "kcr/cutting-planes"


def solver_becomes(right, solve):
    return changed(right, paper="kcr", solve_by_cutting_planes=solve)


@wrong(killed_by=CUTTING_PLANES)
def cuts_of_the_first_round_are_all(right):
    """The optimum with three cuts for each row is called that of (9)."""

    def solve(K, y, lam, tol=1e-6, max_iterations=100, **how):
        result = right.kcr.solve_by_cutting_planes(K, y, lam, tol, max_iterations=1, **how)
        return dataclasses.replace(result, converged=True, gap=0.0)

    return solver_becomes(right, solve)


@wrong(killed_by=CUTTING_PLANES)
def the_bound_is_the_program_with_cuts(right):
    """Its value on the way, which rounding can put above the optimum: here by a thousandth."""

    def solve(K, y, lam, tol=1e-6, max_iterations=100, **how):
        result = right.kcr.solve_by_cutting_planes(K, y, lam, tol, max_iterations, **how)
        bound = 1.001 * result.objective
        return dataclasses.replace(result, lower_bound=bound, gap=0.0)

    return solver_becomes(right, solve)


@wrong(killed_by=CUTTING_PLANES)
def metric_is_half_as_long(right):
    """As if each pair, standing in two rows, had been counted twice."""

    def solve(K, y, lam, tol=1e-6, max_iterations=100, **how):
        result = right.kcr.solve_by_cutting_planes(K, y, lam, tol, max_iterations, **how)
        Sigma = result.Sigma / 2
        reached = right.kcr.objective(Sigma, result.h2, K, y, lam)
        gap = 1 - result.lower_bound / reached
        return dataclasses.replace(result, Sigma=Sigma, objective=reached, gap=gap)

    return solver_becomes(right, solve)


@wrong(killed_by=CUTTING_PLANES)
def lambda_is_raised_to_a_hundredth(right):
    """For the sake of the interior points."""

    def solve(K, y, lam, tol=1e-6, max_iterations=100, **how):
        return right.kcr.solve_by_cutting_planes(K, y, max(lam, 0.01), tol, max_iterations, **how)

    return solver_becomes(right, solve)


@wrong(killed_by=CUTTING_PLANES)
def any_end_of_the_cuts_is_convergence(right):
    """Whether the gap is closed or not."""

    def solve(K, y, lam, tol=1e-6, max_iterations=100, **how):
        result = right.kcr.solve_by_cutting_planes(K, y, lam, tol, max_iterations, **how)
        return dataclasses.replace(result, converged=np.True_)

    return solver_becomes(right, solve)
