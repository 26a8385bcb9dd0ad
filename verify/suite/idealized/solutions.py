"""Section 3.2.1: is what the QP returns its optimum? Judged from the data alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, largest
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    ALL_EQUAL,
    BREAKING_DOWN,
    COLLINEAR,
    DEAR,
    DEAR_AT_A_BOUND,
    DIAGNOSE,
    EXAMPLES,
    GAP,
    LEARN,
    MANUFACTURED,
    NEARLY_ZERO,
    SECTION,
    UNLIKE,
    WITH_METRIC,
    Problem,
    floats,
    learn,
    longest,
    matrix_speck,
    metric_problems,
    per_form,
    problems_with_a_metric,
    same_matrices,
    solution,
    speck,
)


@check("idealized/convexity", place=SECTION, needs=LEARN, since="0.1", diagnose=DIAGNOSE)
@for_all(
    case=problems_with_a_metric(),
    examples=[
        *WITH_METRIC,
        *({"case": (each, None)} for each in (ALL_EQUAL, COLLINEAR, DEAR, *BREAKING_DOWN)),
        *({"case": (UNLIKE, M)} for M in NEARLY_ZERO),
    ],
)
def no_better_solution_exists(target: Any, case: Any) -> Iterator[Outcome]:
    """Primal and dual values, recomputed from the matrix and from the multipliers, agree to 1e-7.

    Weak duality makes that a proof of global optimality, whoever found the solution. What the
    implementation says of its values and of their gap is what they are.
    """
    problem, M = case
    for metric in per_form(target, problem, M):
        found = solution(metric, problem, M)
        yield close_to(found.dual, found.value, rtol=GAP, scale=found.size)
        yield close_to(found.value, metric.primal, rtol=GAP, scale=found.size)
        yield close_to(found.dual, metric.dual, rtol=1e-9, scale=found.size)
        size = max(1.0, abs(metric.primal), abs(metric.dual))
        yield close_to((metric.primal - metric.dual) / size, metric.gap, atol=1e-12)


@check("idealized/convexity", place=SECTION, needs=LEARN, since="0.2")
def conditions_that_are_reported_hold(target: Any, run: Any) -> Iterator[Outcome]:
    """What the implementation says that its solution violates of (15) and (17)-(20), relatively."""
    for problem in (*(each["problem"] for each in EXAMPLES), DEAR, DEAR_AT_A_BOUND, COLLINEAR):
        for metric in per_form(target, problem):
            reported = np.array([float(each) for each in metric.residuals])
            yield at_least(0.0, reported)
            yield at_most(GAP, reported)


@check("idealized/convexity", place=SECTION, needs=LEARN, since="0.2", diagnose=DIAGNOSE)
def cheap_slacks_make_small_metrics(target: Any, run: Any) -> Iterator[Outcome]:
    """However small the constants are, and with them the metric: it is (11) of the multipliers."""
    for each in EXAMPLES:
        problem = each["problem"]._replace(C_S=2e-12, C_D=3e-12)
        metric = learn(target, problem)
        alphas = metric.alpha_S, metric.alpha_D
        sigma = floats(
            definitions.metric_from_multipliers(problem.X, problem.S, problem.D, *alphas)
        )
        yield close_to(sigma, metric.matrix, rtol=1e-9, scale=largest(sigma))


@check("idealized/convexity", place=SECTION, needs=LEARN, since="0.1", diagnose=DIAGNOSE)
@for_all(problem=metric_problems(most_pairs=4, integer=True), examples=EXAMPLES[:2])
def optimum_is_that_of_all_active_sets(target: Any, problem: Problem) -> Iterator[Outcome]:
    """For a few pairs: matrix, value and gamma from every choice of active bounds, in fractions.

    Multipliers are not compared: they need not be unique (erratum K10).
    """
    best = definitions.optimum(*problem)
    metric = learn(target, problem)
    yield same_matrices(floats(best.matrix), metric.matrix, 1e-6, matrix_speck(problem))
    size = max(1.0, abs(float(best.value)))
    yield close_to(float(best.value), metric.dual, rtol=GAP, scale=size)
    low, high = map(float, best.gammas)
    allowed = 1e-6 * longest(solution(metric, problem)) + speck(problem)
    yield at_least(low - allowed, metric.gamma)
    yield at_most(high + allowed, metric.gamma)


@check(
    "idealized/eq-14",
    place="Section 3.2.1, Eqs. (11)-(16)",
    needs=LEARN,
    since="0.1",
    diagnose=DIAGNOSE,
)
@for_all(
    seed=strategies.seeds(),
    dimension=st.integers(1, 6),
    cone=st.booleans(),
    examples=[{"seed": 1, "dimension": 4, "cone": cone} for cone in (False, True)],
)
def planted_optimum_is_found(
    target: Any, seed: int, dimension: int, cone: bool
) -> Iterator[Outcome]:
    """A problem made around its optimum, without any solver: matrix, gamma and value to 1e-10."""
    q = definitions.metric_program(np.random.default_rng(seed), dimension, cone)
    psd = "constrained" if cone else "as-printed"
    metric = target.idealized.learn_metric(
        q.X, q.similar, q.dissimilar, q.C_S, q.C_D, q.nu, M=q.M, psd=psd
    )
    yield same_matrices(q.matrix, metric.matrix, MANUFACTURED)
    yield close_to(q.gamma, metric.gamma, rtol=MANUFACTURED, scale=max(q.gamma, 1.0))
    size = max(1.0, abs(q.value))
    yield close_to(q.value, metric.primal, rtol=MANUFACTURED, scale=size)
    yield close_to(q.value, metric.dual, rtol=MANUFACTURED, scale=size)
