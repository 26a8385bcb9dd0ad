"""Solutions of Eq. (9): the splitting method and the exact solver, each against certificates.

The smallest objective is known beforehand, between two numbers that meet to 1e-4 of it, by weak
duality (``definitions.optimum``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.precision import unit
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.problems import (
    Array,
    Problem,
    gaussian,
    problem,
    recomputed_objective,
)

PLACE = "Section 4.1, Eq. (9)"
TOL = 1e-3  # what the splitting method is asked for
SMALLEST_H2 = 1e-6
ROUNDING = 1e-6  # of an objective: the solvers factor the kernel matrix at 1e-8
KINDS, LARGE = 5, 11  # of the problems, the first of each kernel, and one of 136 unknowns


@dataclass(frozen=True)
class Solution:
    """The numbers in a result, and what they should be."""

    result: Any
    problem: Problem
    objective: float
    rounding: float  # what the size of Sigma's entries can do to the objective

    @property
    def allowed(self) -> float:
        """Error of the objective."""
        return self.rounding + ROUNDING * self.objective


def solution(result: Any, problem: Problem) -> Solution:
    """Read a KernelRule, and compute its objective again from Sigma and h2."""
    Sigma = np.asarray(result.Sigma, dtype=np.float64)
    return Solution(result, problem, *recomputed_objective(Sigma, float(result.h2), problem))


def honest(found: Solution) -> Iterator[Outcome]:
    """Sigma and h2 lie in the set, objective and gap are theirs, the bound is below the optimum."""
    yield from feasible(found)
    yield from honest_gap(found)
    yield at_least(found.problem.best.lower - found.allowed, found.result.objective)


def honest_gap(found: Solution) -> Iterator[Outcome]:
    """Objective, lower bound and gap of any result; the gap alone says how good it is."""
    result, best = found.result, found.problem.best
    yield close_to(found.objective, result.objective, atol=found.allowed)
    yield at_most(best.upper + found.allowed, result.lower_bound)
    expected = (result.objective - result.lower_bound) / max(result.objective, 1e-300)
    yield close_to(expected, result.gap, atol=1e-9)


def feasible(found: Solution, step: float = 0.0) -> Iterator[Outcome]:
    """Positive semidefinite to 4 n eps of its norm, 1' Sigma 1 = 0, h2 not below its bound.

    ``step`` is how much longer a matrix may have been before it was projected.
    """
    Sigma = np.asarray(found.result.Sigma, dtype=np.float64)
    n, size = len(Sigma), float(np.linalg.norm(Sigma, 2)) + step
    smallest = float(np.linalg.eigvalsh((Sigma + Sigma.T) / 2)[0])
    yield at_least(-4 * n * unit() * size, smallest)
    yield close_to(0.0, float(Sigma.sum()), ulps=64 * n**2, scale=size)
    yield at_least(SMALLEST_H2, float(found.result.h2))


def problems(run: Any) -> list[Problem]:
    """One for six examples of the run, at most 64, at least one of each kernel, and a large one.

    Its metric has more unknowns than may be left to a general method where the splitting fails.
    """
    number = min(64, max(KINDS, run.examples // 6))
    return [problem(run.seed, index) for index in sorted({*range(number), LARGE})]


def alone(run: Any) -> list[Problem]:
    """One of each kernel."""
    return [problem(run.seed, index) for index in range(KINDS)]


@check("kcr/splitting", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def splitting_reaches_the_optimum_and_proves_it(target: Any, run: Any) -> Iterator[Outcome]:
    """Within 1e-3 of the certified optimum, by a lower bound of its own within 1e-3.

    Several kernels, up to singular ones, and lambda from 1e-3 to 10. What it reports is true.
    """
    for each in problems(run):
        found = solution(target.kcr.solve_by_splitting(*each, tol=TOL), each)
        yield from honest(found)
        yield at_most((1 + TOL) * each.best.upper + found.allowed, found.objective)
        yield equal(True, bool(found.result.converged))
        yield at_most(TOL, float(found.result.gap))


@check("kcr/splitting", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def splitting_that_is_stopped_says_so(target: Any, run: Any) -> Iterator[Outcome]:
    """After few iterations: no convergence unless the gap is there; the gap is true."""
    for each in alone(run):
        for iterations in (1, 4):
            result = target.kcr.solve_by_splitting(*each, tol=1e-9, max_iterations=iterations)
            yield from honest(solution(result, each))
            yield at_most(float(iterations), float(result.iterations))
            yield is_true(
                bool(result.converged) == (float(result.gap) <= 1e-9),
                f"got converged={result.converged} with gap={result.gap}, should be at most 1e-9",
            )


@check("kcr/splitting", place=PLACE, needs="kcr.solve_by_splitting", since="0.3")
def bandwidths_are_held_at_a_large_bound(target: Any, run: Any) -> Iterator[Outcome]:
    """With h~ at least four times what it would be, or forty: the optimum there, and its bound.

    In the large problem nothing mends an iteration that goes astray where h~ meets its bound.
    """
    small, large = problem(run.seed, 0), problem(run.seed, LARGE)
    for each, times in ((small, 4.0), (small, 40.0), (large, 4.0)):
        eps = times * each.best.h2
        best = definitions.optimum(each.K, each.y, each.lam, eps)
        found = solution(target.kcr.solve_by_splitting(*each, eps=eps, tol=TOL), each)
        yield at_least(eps, float(found.result.h2))
        yield close_to(found.objective, found.result.objective, atol=found.allowed)
        yield at_most((1 + TOL) * best.upper + found.allowed, found.objective)
        yield at_most(best.upper + found.allowed, found.result.lower_bound)
        yield at_most(TOL, float(found.result.gap))


@check("kcr/eq-9-exactly", place=PLACE, needs="kcr.solve_exactly", since="0.1")
def cone_program_is_solved_exactly(target: Any, run: Any) -> Iterator[Outcome]:
    """Within 1e-4 of the certified optimum; what it reports is true."""
    for each in alone(run):
        found = solution(target.kcr.solve_exactly(*each), each)
        yield from honest(found)
        yield at_most((1 + 1e-4) * each.best.upper + found.allowed, found.objective)
        yield equal(True, bool(found.result.converged))


@check("kcr/eq-9-exactly", place=f"{PLACE}; erratum C9", needs="kcr.solve_exactly", since="0.1")
def constraint_on_the_sum_is_redundant(target: Any, run: Any) -> Iterator[Outcome]:
    """Its multiplier is 0: K plus a large constant, which makes 1' Sigma 1 dear, changes nothing.

    For every Sigma with 1' Sigma 1 = 0 both problems have the same objective.
    """
    each = problem(run.seed, 0)
    first = target.kcr.solve_exactly(*each)
    for constant in (10.0, 1e6):
        second = target.kcr.solve_exactly(each.K + constant, each.y, each.lam)
        yield close_to(float(first.objective), float(second.objective), rtol=1e-4)


@check("kcr/eq-9-exactly", place=PLACE, needs="kcr.solve_exactly", since="0.1")
def cone_program_beyond_its_digits_says_what_it_has(target: Any, run: Any) -> Iterator[Outcome]:
    """A tolerance that no interior point method meets: as near as a looser one, and it is shown."""
    X, y = run.rng.normal(size=(6, 2)), np.arange(6) % 2
    for each in (Problem(gaussian(X, 1.0), y, 1.0), Problem(X @ X.T, y, 0.01)):
        yield from reached(target, each)


@check("kcr/eq-9-exactly", place=PLACE, needs="kcr.solve_exactly", since="0.3")
def cone_program_whose_dual_runs_away_is_solved_more_loosely(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Below a tolerance of 1e-7 interior points (cvxopt) come to a gap of 0.999."""
    X = np.array([[2.242, -1.319], [-1.315, -1.12], [2.307, 1.02],
                  [-0.594, -0.675], [0.166, 2.062], [0.845, -0.253]])  # fmt: skip
    yield from reached(target, Problem(X @ X.T, np.arange(6) % 2, 0.01))


def reached(target: Any, each: Problem) -> Iterator[Outcome]:
    """What a tolerance of 1e-15 comes to: the optimum to 1e-4, and a gap that says so."""
    found = solution(target.kcr.solve_exactly(*each, tol=1e-15), each)
    yield from honest(found)
    yield at_most((1 + 1e-4) * each.best.upper + found.allowed, found.objective)
    yield at_most(1e-4, float(found.result.gap))


# certificates -----------------------------------------------------------------------------------


@check("kcr/certificate", place=f"{PLACE}, by weak duality", needs="kcr.lower_bound", since="0.1")
def any_multipliers_give_a_lower_bound(target: Any, run: Any) -> Iterator[Outcome]:
    """Random ones of either sign and any size, all ones, all zeros: below the optimum.

    A finite number each time, and at least 0 for zeros.
    """
    for each in alone(run):
        n, limit = len(each.y), each.best.upper * (1 + 1e-9)
        candidates = [np.zeros((n, n)), np.ones((n, n)), -np.ones((n, n))]
        candidates += [scale * run.rng.normal(size=(n, n)) for scale in (0.1, 1.0, 100.0)]
        candidates += [run.rng.random((n, n)), each.best.v + 0.1 * run.rng.normal(size=(n, n))]
        for v in candidates:
            bound = float(target.kcr.lower_bound(v, *each))
            yield is_true(np.isfinite(bound), f"got {bound}, should be a finite number")
            yield at_most(limit, bound)


@check("kcr/certificate", place=f"{PLACE}, by weak duality", needs="kcr.lower_bound", since="0.1")
def feasible_multipliers_are_left_alone(target: Any, run: Any) -> Iterator[Outcome]:
    """The bound is at least the dual's value there, so at the best ones it is the optimum."""
    for each in alone(run):
        for v in (each.best.v, 0.5 * each.best.v):
            value = definitions.dual_value(v, *each)
            bound = float(target.kcr.lower_bound(v, *each))
            yield at_least(value - 1e-6 * (1 + abs(value)), bound)


# invariance of solutions ------------------------------------------------------------------------


@check("kcr/optimum-invariance", place=PLACE, needs="kcr.solve_by_splitting", since="0.1")
def optimum_knows_no_order_no_names_and_scales(target: Any, run: Any) -> Iterator[Outcome]:
    """Permuted points, other names, a K with a lambda: each bound below each other's objective."""
    each = problem(run.seed, 1)
    K, y, lam = each
    order = run.rng.permutation(len(y))
    codes = np.unique(y, return_inverse=True)[1]
    variants = [
        (K, y, lam),
        (K[np.ix_(order, order)], y[order], lam),
        (K, np.array(["z", "y", "x"])[codes], lam),
        (8.0 * K, y, 8.0 * lam),
        (K + 3.0, y, lam),
        (K + 1e6, y, lam),
    ]
    results = [target.kcr.solve_by_splitting(*variant, tol=TOL) for variant in variants]
    for first in results:
        for second in results:
            limit = float(second.objective) * (1 + ROUNDING)
            yield at_most(limit, first.lower_bound)


# what a result is for ---------------------------------------------------------------------------


def rows_of(each: Problem, rng: np.random.Generator) -> Array:
    """Rows of kernel values: those of training points, and some between them."""
    n = len(each.y)
    weights = rng.dirichlet(np.ones(n), size=6)
    return np.vstack([each.K, weights @ each.K])


@check(
    "kcr/prediction",
    place="Section 4.1, last paragraph",
    needs="kcr.solve_by_splitting",
    since="0.1",
)
def results_classify_by_the_naive_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """Distances by corollary 3; then rule (2) with h = sqrt(h2), whose labels are names of classes.

    Points at h to 1e-6 of it are left out.
    """
    for each in (*alone(run)[:2], problem(run.seed, LARGE)):
        names = np.array(["z", "y", "x"])[each.y]
        result = target.kcr.solve_by_splitting(each.K, names, each.lam, tol=TOL)
        rows = rows_of(each, run.rng)
        Sigma, h2 = np.asarray(result.Sigma), float(result.h2)
        differences = rows[:, None] - each.K[None]
        d = np.einsum("ija,ab,ijb->ij", differences, Sigma, differences)
        spread = np.einsum(
            "ija,ab,ijb->ij", *(np.abs(x) for x in (differences, Sigma, differences))
        )
        roundings, largest = 64 * len(Sigma), float(spread.max())
        yield close_to(
            d, result.squared_distances(rows, each.K), ulps=64 * len(Sigma), scale=spread.max()
        )
        n = len(each.y)
        yield close_to(
            d[:n], result.squared_distances(each.K), ulps=64 * len(Sigma), scale=spread.max()
        )
        clear = np.abs(d - h2).min(axis=1) > roundings * unit() * largest + 1e-6 * h2
        D = np.sqrt(np.maximum(d, 0.0))
        labels, empty, tied = definitions.kernel_rule(
            D.tolist(), names.tolist(), float(np.sqrt(h2))
        )
        nearest = np.sort(D, axis=1)
        clear &= ~np.array(empty) | (nearest[:, 1] - nearest[:, 0] > 1e-6 * nearest[:, 1])
        got = np.asarray(result.predict(rows))
        yield equal(np.array(labels)[clear].tolist(), got[clear].tolist())
        votes = result.vote(rows)
        yield equal(np.array(empty)[clear].tolist(), np.asarray(votes.empty)[clear].tolist())
        yield equal(np.array(tied)[clear].tolist(), np.asarray(votes.tied)[clear].tolist())
