"""Algorithm 1 descends from its start: Polyak's steps come nearer, others at the theory's rate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_most, close_to, equal, largest
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.gradient_projection import PLACE, VARIABLES, well_conditioned
from gramcheck.verify.suite.kcr.problems import Array, Problem
from gramcheck.verify.suite.kcr.splitting import solution

NEEDS = ("kcr.gradient_projection", "kcr.solve_by_splitting")


def coordinates(Sigma: Array, K: Array, variable: str) -> Array:
    """Sigma itself, or the symmetric root R Sigma R with R R = HKH, of the norm of W."""
    if variable == "Sigma":
        return Sigma
    values, vectors = np.linalg.eigh(K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean())
    R = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return R @ Sigma @ R


def from_optimum(each: Problem) -> Array:
    """Sigma of the certified optimum."""
    n = len(each.y)
    H = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(H @ each.K @ H)
    Z = vectors * np.sqrt(np.maximum(values, 0.0))
    lengths = np.linalg.norm(Z, axis=0)
    T = Z[:, lengths > 1e-5 * lengths.max()]
    T = T / (T**2).sum(axis=0)
    return T @ each.best.W @ T.T


@check("kcr/gradient-projection", place=PLACE, needs=NEEDS, since="0.2")
def steps_begin_where_another_result_ended(target: Any, run: Any) -> Iterator[Outcome]:
    """A step that is too short to leave it: both of its variables are returned."""
    each = well_conditioned(run.rng)
    start = target.kcr.solve_by_splitting(*each)
    Sigma = np.asarray(start.Sigma, dtype=float)
    for variable in VARIABLES:
        result = target.kcr.gradient_projection(
            *each,
            projection="exact",
            variable=variable,
            alpha=1e-12,
            max_iterations=1,
            start=start,
        )
        yield close_to(Sigma, result.Sigma, atol=1e-9 * largest(Sigma))
        yield close_to(float(start.h2), float(result.h2), rtol=1e-9)


@check("kcr/gradient-projection", place=PLACE, needs=NEEDS[0], since="0.2")
def points_without_a_slope_are_not_left(target: Any, run: Any) -> Iterator[Outcome]:
    """Two points that are pushed apart as much as the penalty holds them together: no step.

    The bandwidth has no slope either, where each own vote counts as much as that of the other. All
    numbers on the way are small integers.
    """
    K, y = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([0, 1])
    for step in ("normalized", "polyak"):
        result = target.kcr.gradient_projection(
            K, y, 8.0, step=step, target=0.0, h0=0.5, max_iterations=3
        )
        yield equal(np.zeros((2, 2)), np.asarray(result.Sigma))
        yield equal((0.5, True), (float(result.h2), bool(result.converged)))


@check("kcr/gradient-projection", place=PLACE, needs=NEEDS, since="0.1")
def polyaks_steps_come_nearer_to_the_optimum(target: Any, run: Any) -> Iterator[Outcome]:
    """With the smallest objective as target, no iterate is farther from the optimum than the start.

    By the subgradient inequality ||x - a g - x*||^2 <= ||x - x*||^2 for a = (f - f*) / ||g||^2, and
    the projection brings x no farther; Sigma and h2 together, for any point with that objective.
    """
    each = well_conditioned(run.rng)
    best = from_optimum(each)
    start = target.kcr.solve_by_splitting(each.K, each.y, 1e3)
    for variable in VARIABLES:
        there = coordinates(best, each.K, variable)

        def distance(result: Any, there: Array = there, variable: str = variable) -> float:
            here = coordinates(np.asarray(result.Sigma, dtype=float), each.K, variable)
            return float(np.hypot(np.linalg.norm(here - there), result.h2 - each.best.h2))

        for iterations in (1, 5, 25):
            result = target.kcr.gradient_projection(
                *each,
                projection="exact",
                variable=variable,
                step="polyak",
                target=each.best.upper,
                max_iterations=iterations,
                start=start,
            )
            yield at_most(distance(start) * (1 + 1e-9), distance(result))
            before = solution(start, each)  # in this problem
            yield at_most(before.objective + before.allowed, result.objective)


@check("kcr/gradient-projection", place=PLACE, needs=NEEDS, since="0.1")
def normalized_steps_keep_the_rate_of_the_theory(target: Any, run: Any) -> Iterator[Outcome]:
    """After T steps 1 / (||g|| sqrt t): f - f* <= G (R^2 + sum 1/t) / (2 sum 1/sqrt t).

    R is the distance of the start to the optimum, G the largest length of a subgradient that any
    weights give. Here the bound is 7 for W and 12 for Sigma, where the start has 30 and f* is 0.2.
    """
    each = well_conditioned(run.rng, n=6, lam=0.1)
    best = from_optimum(each)
    start = target.kcr.solve_by_splitting(each.K, each.y, 1e3)
    T, n = 2500, len(each.y)
    t = np.arange(1, T + 1)
    for variable in VARIABLES:
        there = coordinates(best, each.K, variable)
        here = coordinates(np.asarray(start.Sigma, dtype=float), each.K, variable)
        R2 = float(np.linalg.norm(here - there) ** 2 + (start.h2 - each.best.h2) ** 2)
        R = coordinates(np.eye(n), each.K, "W") if variable == "W" else each.K @ each.K
        gaps = R.diagonal()[:, None] + R.diagonal() - 2 * R
        penalty = np.sqrt(n) if variable == "W" else np.linalg.norm(each.K)
        G = float(np.hypot(gaps.sum() + each.lam * penalty, n**2))
        allowed = G * (R2 + float((1 / t).sum())) / (2 * float((1 / np.sqrt(t)).sum()))
        result = target.kcr.gradient_projection(
            *each,
            projection="exact",
            variable=variable,
            step="normalized",
            max_iterations=T,
            start=start,
        )
        yield at_most(each.best.upper + allowed, result.objective)
