"""Wrong solvers of Eq. (9), and wrong certificates."""

import dataclasses

import numpy as np

from tests.zoo import wrong
from tests.zoo.kcr import kcr, result_becomes

SPLITTING = "kcr/splitting"
EXACTLY = "kcr/eq-9-exactly"


class Other:
    """A result with some attributes of its own."""

    def __init__(self, result, **own):
        self.__dict__.update(own)
        self._result = result

    def __getattr__(self, name):
        return getattr(self._result, name)


def splitting_becomes(right, form):
    """The result as ``form(the right one, K, y, lam)``."""
    return result_becomes(right, "solve_by_splitting", form)


@wrong(killed_by=SPLITTING)
def stops_early_and_calls_it_convergence(right):
    """Two iterations."""

    def solve_by_splitting(K, y, lam, tol=1e-3, max_iterations=2000, **how):
        result = right.kcr.solve_by_splitting(K, y, lam, tol=tol, max_iterations=2, **how)
        return dataclasses.replace(result, converged=True)

    return kcr(right, solve_by_splitting=solve_by_splitting)


@wrong(killed_by=SPLITTING)
def lower_bound_is_the_objective(right):
    """Whatever comes out is called the optimum."""

    def form(result, K, y, lam):
        return dataclasses.replace(result, lower_bound=result.objective, gap=0.0)

    return splitting_becomes(right, form)


@wrong(killed_by="kcr/known-optima")
def lower_bound_is_a_percent_too_high(right):
    """Multipliers that are not quite feasible."""

    def form(result, K, y, lam):
        bound = 1.01 * result.lower_bound
        gap = (result.objective - bound) / result.objective
        return dataclasses.replace(result, lower_bound=bound, gap=gap)

    return splitting_becomes(right, form)


@wrong(killed_by=SPLITTING)
def objective_without_the_penalty(right):
    """What is reported is the loss alone."""

    def form(result, K, y, lam):
        loss = result.objective - lam * float((K * result.Sigma).sum())
        return dataclasses.replace(result, objective=loss)

    return splitting_becomes(right, form)


@wrong(killed_by=SPLITTING)
def sigma_is_not_centered(right):
    """A part along (1, ..., 1) is left in it."""

    def form(result, K, y, lam):
        size = 1e-3 * (1 + float(np.abs(result.Sigma).max()))
        return dataclasses.replace(result, Sigma=result.Sigma + size)

    return splitting_becomes(right, form)


@wrong(killed_by="kcr/known-optima")
def lambda_is_capped(right):
    """No lambda is above 10."""

    def solve_by_splitting(K, y, lam, **how):
        return right.kcr.solve_by_splitting(K, y, min(lam, 10.0), **how)

    return kcr(right, solve_by_splitting=solve_by_splitting)


@wrong(killed_by=SPLITTING)
def lambda_is_raised_to_a_hundredth(right):
    """For the sake of the interior points."""

    def solve_by_splitting(K, y, lam, **how):
        return right.kcr.solve_by_splitting(K, y, max(lam, 0.01), **how)

    return kcr(right, solve_by_splitting=solve_by_splitting)


@wrong(killed_by=SPLITTING)
def metric_is_half_as_long(right):
    """As if each pair, standing in two rows, had been counted twice."""

    def form(result, K, y, lam):
        Sigma = result.Sigma / 2
        reached = right.kcr.objective(Sigma, result.h2, K, y, lam)
        gap = 1 - result.lower_bound / reached
        return dataclasses.replace(result, Sigma=Sigma, objective=reached, gap=gap)

    return splitting_becomes(right, form)


@wrong(killed_by=SPLITTING)
def any_end_is_convergence(right):
    """Whether the gap is closed or not."""
    return splitting_becomes(
        right, lambda result, K, y, lam: dataclasses.replace(result, converged=True)
    )


@wrong(killed_by="kcr/known-optima")
def kernels_of_rank_one_make_it_diverge(right):
    """A penalty parameter set by a quotient of roundings, as this project's once was."""

    def form(result, K, y, lam):
        if np.linalg.matrix_rank(K) > 1:
            return result
        factor = 1e15
        objective = factor * result.objective
        return dataclasses.replace(
            result, Sigma=factor * result.Sigma, objective=objective, gap=1.0, converged=False
        )

    return splitting_becomes(right, form)


@wrong(killed_by=SPLITTING)
def start_is_taken_for_the_solution(right):
    """A warm start is returned as it came."""

    def solve_by_splitting(K, y, lam, start=None, **how):
        return start or right.kcr.solve_by_splitting(K, y, lam, **how)

    return kcr(right, solve_by_splitting=solve_by_splitting)


@wrong(killed_by=("kcr/optimum-invariance", EXACTLY))
def kernel_matrix_is_normalized(right):
    """By its mean diagonal entry, and lambda is not."""

    def solver(name):
        def solve(K, y, lam, **how):
            K = np.asarray(K, dtype=float)
            return right.get(f"kcr.{name}")(K / np.mean(np.diagonal(K)), y, lam, **how)

        return solve

    return kcr(right, **{name: solver(name) for name in ("solve_by_splitting", "solve_exactly")})


@wrong(killed_by=EXACTLY)
def exact_is_a_few_iterations(right):
    """The splitting method after five."""

    def solve_exactly(K, y, lam, **how):
        return right.kcr.solve_by_splitting(K, y, lam, max_iterations=5)

    return kcr(right, solve_exactly=solve_exactly)


@wrong(killed_by=EXACTLY)
def exact_discards_what_is_not_optimal(right):
    """An error for a tolerance that is not met, as this project once had it."""

    def solve_exactly(K, y, lam, **how):
        result = right.kcr.solve_exactly(K, y, lam, **how)
        if not result.converged:
            raise RuntimeError("the cone program (9) did not converge")
        return result

    return kcr(right, solve_exactly=solve_exactly)


# certificates -----------------------------------------------------------------------------------


@wrong(killed_by="kcr/certificate")
def multipliers_are_believed(right):
    """The dual's value, feasible or not."""

    def lower_bound(multipliers, K, y, lam, eps=1e-6):
        v = np.clip(multipliers, 0.0, 1.0)
        constant = 2 - (np.asarray(right.kcr.label_signs(y)) == 1).sum(axis=1)
        u = np.where(constant > 0, 1.0, v.max(axis=1))
        return float(v.sum() + u @ constant)

    return kcr(right, lower_bound=lower_bound)


@wrong(killed_by="kcr/certificate")
def infeasible_multipliers_bound_nothing(right):
    """Minus infinity instead of making them feasible."""

    def lower_bound(multipliers, K, y, lam, eps=1e-6):
        feasible = np.min(multipliers) >= 0 and np.max(multipliers) <= 1
        return right.kcr.lower_bound(multipliers, K, y, lam, eps) if feasible else -np.inf

    return kcr(right, lower_bound=lower_bound)


@wrong(killed_by="kcr/certificate")
def certificate_of_all_rows_but_one(right):
    """A true bound, and a poor one."""

    def lower_bound(multipliers, K, y, lam, eps=1e-6):
        v = np.array(multipliers, dtype=float)
        v[0] = 0.0
        return right.kcr.lower_bound(v, K, y, lam, eps)

    return kcr(right, lower_bound=lower_bound)


# predictions ------------------------------------------------------------------------------------


@wrong(killed_by="kcr/prediction")
def classifies_by_the_square_of_the_radius(right):
    """rho <= h~ where rho^2 <= h~ is meant (C17)."""

    def form(result, K, y, lam):
        def predict(A):
            d = np.maximum(result.squared_distances(A, K), 0.0)
            return right.kcr.kernel_rule(np.sqrt(d), np.asarray(y), 0.5 * result.h2).labels

        return Other(result, predict=predict)

    return splitting_becomes(right, form)


@wrong(killed_by="kcr/prediction")
def classifies_by_codes(right):
    """0, 1, 2 for the names of classes."""

    def form(result, K, y, lam):
        names = np.unique(y)
        return Other(result, predict=lambda A: np.searchsorted(names, result.predict(A)))

    return splitting_becomes(right, form)
