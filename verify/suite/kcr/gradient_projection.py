"""Algorithm 1: its lines, with the paper's own input; what it reports is true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, close_to, equal, largest
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.kcr.problems import Array, Problem, gaussian, problem
from gramcheck.verify.suite.kcr.splitting import (
    ROUNDING,
    SMALLEST_H2,
    feasible,
    honest_gap,
    solution,
)

PLACE = "Section 4.1, Algorithm 1"
VARIABLES = ("Sigma", "W")
STEPS = ("constant", "normalized", "polyak")
PROJECTIONS = ("exact", "alternating", "dykstra")


def well_conditioned(rng: np.random.Generator, n: int = 8, lam: float = 0.3) -> Problem:
    """Narrow Gaussians: a kernel matrix not far from the identity."""
    X = rng.normal(size=(n, 3))
    return Problem(gaussian(X, 1.0) + np.eye(n), np.arange(n) % 2, lam)


@check("kcr/algorithm-1", place=PLACE, needs="kcr.gradient_projection", since="0.1")
def steps_and_start_are_the_papers_own_input(target: Any, run: Any) -> Iterator[Outcome]:
    """From any feasible Sigma_0 and h~_0 > 0: alpha_t moves Sigma, beta_t moves h~, t = 0, 1, 2.

    Numbers, sequences and functions of t give the same steps, and P_N is the paper's alternating
    projection, here with three sweeps, unless another one is asked for.
    """
    each, n, T, sweeps = well_conditioned(run.rng, n=4), 4, 3, 3
    c = run.rng.normal(size=(2, n))
    c -= c.mean(axis=1, keepdims=True)
    Sigma0, h0 = c.T @ c, 1.3
    falling = [0.03 / (t + 1) for t in range(T)]
    growing = [0.02 * (t + 1) for t in range(T)]
    for (alpha, beta), (alphas, betas), count in (
        ((falling, growing), (falling, growing), T),
        ((lambda t: 0.03 / (t + 1), lambda t: 0.02 * (t + 1)), (falling, growing), 2),
        ((0.02, 0.3), ([0.02] * T, [0.3] * T), T),
        ((0.02, growing), ([0.02] * T, growing), 1),
    ):
        result = target.kcr.gradient_projection(
            *each,
            alpha=alpha,
            beta=beta,
            Sigma0=Sigma0,
            h0=h0,
            sweeps=sweeps,
            max_iterations=count,
            tol=0.0,
        )
        Sigma, h2 = definitions.algorithm_1(
            each.K.tolist(),
            each.y.tolist(),
            each.lam,
            alphas[:count],
            betas[:count],
            Sigma0.tolist(),
            h0,
            sweeps,
        )
        yield close_to(Sigma, result.Sigma, atol=1e-9 * largest(Sigma))
        yield close_to(h2, result.h2, rtol=1e-9)


@check("kcr/algorithm-1", place=PLACE, needs="kcr.algorithm_1", since="0.2")
def lines_are_repeated(target: Any, run: Any) -> Iterator[Outcome]:
    """Line by line, from any feasible Sigma_0, 0 too, and h~_0 > 0, below eps too."""
    each, n = well_conditioned(run.rng, n=4), 4
    c = run.rng.normal(size=(2, n))
    c -= c.mean(axis=1, keepdims=True)
    some, alphas, betas = c.T @ c, [0.03, 0.015, 0.01], [0.02, 0.04, 0.3]
    zero = np.zeros((n, n))
    for Sigma0, h0, count, sweeps in (
        (some, 1.3, 3, 3),
        (some, 1e-9, 2, 1),
        (some, 0.5, 1, 2),
        (zero, 1.3, 2, 2),
    ):
        given = (alphas[:count], betas[:count])
        got, h2 = target.kcr.algorithm_1(*each, *given, Sigma0, h0, count, sweeps=sweeps)
        lists = (each.K.tolist(), each.y.tolist(), each.lam)
        Sigma, expected = definitions.algorithm_1(*lists, *given, Sigma0.tolist(), h0, sweeps)
        yield close_to(Sigma, got, atol=1e-9 * largest(Sigma))
        yield close_to(expected, h2, rtol=1e-9)


@check(
    "kcr/algorithm-1",
    place=f"{PLACE}; erratum C1",
    needs="kcr.gradient_projection",
    since="0.1",
)
def printed_projection_is_the_default(target: Any, run: Any) -> Iterator[Outcome]:
    """P_N are alternating projections, which end elsewhere than the exact one."""
    each = well_conditioned(run.rng, n=5)
    options = {"alpha": 0.5, "beta": 0.1, "sweeps": 4, "max_iterations": 1, "tol": 0.0}
    default, alternating, exact = (
        target.kcr.gradient_projection(*each, **options, **how).Sigma
        for how in ({}, {"projection": "alternating"}, {"projection": "exact"})
    )
    yield agree(alternating, default, ulps=0.5)
    apart = float(np.linalg.norm(np.asarray(exact) - np.asarray(alternating)))
    yield at_least(1e-4 * float(np.linalg.norm(exact)), apart)


@check(
    "kcr/gradient-projection",
    place=f"{PLACE}; erratum C10",
    needs="kcr.gradient_projection",
    since="0.1",
)
def every_variant_reports_its_gap(target: Any, run: Any) -> Iterator[Outcome]:
    """Both variables, all projections and steps: objective and lower bound are what they say.

    Exact projections end in the set, alternating ones in the cone at least.
    """
    for index in (0, 3):
        each = problem(run.seed, index)
        for variable, projection, step in (
            *((v, "exact", s) for v in VARIABLES for s in STEPS),
            *(("Sigma", p, "normalized") for p in PROJECTIONS[1:]),
        ):
            options = {"target": each.best.upper} if step == "polyak" else {}
            result = target.kcr.gradient_projection(
                *each,
                projection=projection,
                variable=variable,
                step=step,
                max_iterations=12,
                **options,
            )
            found = solution(result, each)
            yield from honest_gap(found)
            yield at_most(12.0, float(result.iterations))
            if projection == "exact":
                yield from feasible(found, step=1.0)
                yield at_least(each.best.lower - found.allowed, result.objective)
            if result.converged:
                yield at_most(1e-3, result.gap)


def stepped(each: Problem, Sigma: Array, h2: float, a: float | None, size: float, t: int) -> Any:
    """Both variables after a step of length a, or of size / sqrt(t), before they are projected."""
    lists = (each.K.tolist(), each.y.tolist(), each.lam)
    exactly, slope = definitions.subgradient(Sigma.tolist(), h2, *lists)
    G, g = np.array(exactly, dtype=float), float(slope)
    a = size / (float(np.hypot(np.linalg.norm(G), g)) * np.sqrt(t)) if a is None else a
    return (Sigma - a * G).tolist(), max(SMALLEST_H2, h2 - a * g)


@check(
    "kcr/gradient-projection",
    place=f"{PLACE}, lines 3 to 7",
    needs="kcr.gradient_projection",
    since="0.1",
)
def first_steps_are_those_of_the_lines(target: Any, run: Any) -> Iterator[Outcome]:
    """From Sigma = 0 and h2 = 1, three steps of either length, with the projection of 60 digits.

    And one step with the paper's projections, which end where their sweeps do.
    """
    each, n = well_conditioned(run.rng, n=5), 5

    def close(Sigma: Any, h2: float, **options: Any) -> Iterator[Outcome]:
        result = target.kcr.gradient_projection(*each, tol=0.0, **options)
        expected = np.array(Sigma, dtype=float)
        yield close_to(expected, result.Sigma, atol=1e-9 * largest(expected))
        yield close_to(h2, result.h2, rtol=1e-9)

    for step, size in (("constant", 1e-2), ("normalized", 0.5)):
        Sigma, h2 = np.zeros((n, n)), 1.0
        for t in (1, 2, 3):
            a = size if step == "constant" else None
            moved, h2 = stepped(each, Sigma, h2, a, size, t)
            Sigma = np.array(definitions.project(moved))
            options = {"projection": "exact", "step": step, "size": size}
            yield from close(Sigma, h2, **options, max_iterations=t)
    moved, h2 = stepped(each, np.zeros((n, n)), 1.0, 1.0, 1.0, 1)
    for projection, onto in (
        ("alternating", definitions.alternating_projections),
        ("dykstra", definitions.dykstra),
    ):
        for sweeps in (1, 3):
            options = {"projection": projection, "sweeps": sweeps, "step": "constant"}
            yield from close(onto(moved, sweeps), h2, size=1.0, max_iterations=1, **options)


# points on a line, some far from the origin, where K has no digits to spare; labels
FAR_LINES = (
    ([1000.001, 999.998, 1000.0, 1000.0], "aaab"),
    ([9.998, 9.994, 9.995, 9.989, 10.01], "aaaba"),
    ([0.0, 1.0, 2.5, 4.0], "abab"),
)


@check("kcr/gradient-projection", place=PLACE, needs="kcr.gradient_projection", since="0.1")
def kernels_of_rank_one_are_descended_too(target: Any, run: Any) -> Iterator[Outcome]:
    """Bounds and objectives on both sides of the optimum, which is a linear program's.

    Far from the origin, matrices of the size of K have an asymmetry beyond their own size.
    """
    for points, y in FAR_LINES:
        K, labels = np.outer(points, points), np.array(list(y))
        for lam in (1e-2, 1.0):
            known = definitions.line_optimum(points, y, lam)
            for variable, projection in (*((v, "exact") for v in VARIABLES), ("Sigma", "dykstra")):
                result = target.kcr.gradient_projection(
                    K, labels, lam, variable=variable, projection=projection, max_iterations=12
                )
                yield at_most(known * (1 + ROUNDING), result.lower_bound)
                yield at_least(known * (1 - ROUNDING), result.objective)


@check("kcr/gradient-projection", place=PLACE, needs="kcr.gradient_projection", since="0.1")
def a_start_that_is_never_left_has_a_gap(target: Any, run: Any) -> Iterator[Outcome]:
    """Polyak's steps have no length where the target is reached at once; no gap is NaN."""
    points, n = [0.0, 1.0, 2.5, 4.0], 4
    K, y = np.outer(points, points), np.array(list("abab"))
    for lam in (1e-2, 1.0, 1e4):
        known = definitions.line_optimum(points, y.tolist(), lam)
        for variable in VARIABLES:
            for iterations in (12, 120):
                result = target.kcr.gradient_projection(
                    K,
                    y,
                    lam,
                    variable=variable,
                    step="polyak",
                    target=1e3,
                    max_iterations=iterations,
                )
                start = n * (2 + n / 2)  # Sigma = 0, h~ = 1: two classes of one size
                yield close_to(start, result.objective, rtol=ROUNDING)
                yield at_most(known * (1 + ROUNDING), result.lower_bound)
                yield close_to(0.0, result.gap - (1 - result.lower_bound / start), atol=ROUNDING)
                yield equal(bool(result.gap <= 1e-3), bool(result.converged))
