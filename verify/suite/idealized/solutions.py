"""Sections 3.2.1 and 3.2.2: is what the QP returns its optimum? Judged from the data alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    ALL_EQUAL,
    COLLINEAR,
    DUPLICATES,
    EXAMPLES,
    FREE_GAMMA,
    GAP,
    INDEFINITE,
    LEARN,
    MANUFACTURED,
    Array,
    Problem,
    floats,
    gap_at_most,
    learn,
    longest,
    matrix_speck,
    metric_problems,
    per_form,
    same_matrices,
    solution,
    speck,
)

PRIMAL_AND_DUAL = "Section 3.2.1"
PROPOSITION_2 = "Section 3.2.2, Proposition 2"
DIAGNOSE = diagnoser("idealized.learn_metric")


def box(problem: Problem) -> tuple[float, float]:
    """The bounds of (16)."""
    return problem.C_S / len(problem.S), problem.C_D / len(problem.D)


@st.composite
def matrices_of_first_metrics(draw: Any, size: int) -> Array | None:
    """None, or a positive semidefinite matrix, sometimes singular."""
    rank = draw(st.integers(0, size + 1))
    if rank > size:
        return None
    factor = np.random.default_rng(draw(strategies.seeds())).standard_normal((size, rank))
    return factor @ factor.T


@st.composite
def problems_with_a_metric(draw: Any) -> tuple[Problem, Array | None]:
    """A problem with the matrix M of the first metric."""
    problem = draw(metric_problems())
    return problem, draw(matrices_of_first_metrics(problem.X.shape[1]))


WITH_METRIC: list[dict[str, Any]] = [
    {"case": (INDEFINITE, None)},
    {"case": (FREE_GAMMA, None)},
    {"case": (INDEFINITE, np.diag([4.0, 0.25]))},  # erratum K8
    {"case": (DUPLICATES, np.array([[1.0, 1.0], [1.0, 1.0]]))},
]


@check(
    "idealized/eq-11",
    place="Section 3.2.1, Eq. (11); erratum K3",
    needs=LEARN,
    since="0.1",
    diagnose=DIAGNOSE,
)
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def matrix_is_the_sum_over_pairs(target: Any, case: Any) -> Outcome:
    """- sum_S alpha zz' + sum_D alpha zz', of the returned multipliers, singular or not."""
    problem, M = case
    metric = learn(target, problem, M=M)
    X, S, D, *_ = problem
    alpha = np.concatenate([metric.alpha_S, metric.alpha_D])
    expected = floats(definitions.recovery(X, S, D, metric.alpha_S, metric.alpha_D))
    largest = max(float(definitions.norm_squared([definitions.difference(X, z)])) for z in S + D)
    # a matrix may be rounded, but multipliers of 1e-12 of the box are no part of it either
    scale = float(np.abs(alpha).sum()) * largest
    return close_to(expected, metric.matrix, rtol=1e-10, atol=matrix_speck(problem), scale=scale)


@check(
    "idealized/eq-14",
    place="Section 3.2.1, Eq. (14)",
    needs="idealized.dual_objective",
    since="0.1",
    diagnose=diagnoser("idealized.dual_objective"),
)
@for_all(
    case=problems_with_a_metric(),
    seed=strategies.seeds(),
    examples=[{"case": (INDEFINITE, None), "seed": 0}],
)
def dual_objective_is_that_of_the_definition(target: Any, case: Any, seed: int) -> Outcome:
    """Term by term in fractions, at any multipliers."""
    (X, S, D, C_S, C_D, _), M = case
    rng = np.random.default_rng(seed)
    alpha_S, alpha_D = rng.uniform(0, C_S, len(S)), rng.uniform(0, C_D, len(D))
    expected = float(definitions.dual_objective(alpha_S, alpha_D, X, S, D, M))
    got = target.idealized.dual_objective(alpha_S, alpha_D, X, np.array(S), np.array(D), M=M)
    lengths = [definitions.quadratic_form(definitions.difference(X, z), None) for z in S + D]
    metric = 1.0 if M is None else float(np.abs(M).sum())
    total = (alpha_S.sum() + alpha_D.sum()) * float(max(lengths))
    return close_to(expected, got, rtol=1e-13, scale=total * metric + total**2)


@check("idealized/eq-8", place="Section 3.2.1, Eqs. (8) and (9)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def slacks_are_what_is_missing(target: Any, case: Any) -> Iterator[Outcome]:
    """The smallest xi >= 0 with d^2 >= dt^2 - xi on S and dt^2 - d^2 >= gamma - xi on D."""
    problem, M = case
    for metric in per_form(target, problem, M):
        found = solution(metric, problem, M)
        expected = definitions.slacks(found.after, found.gamma)
        for want, got in zip(expected, (metric.slack_S, metric.slack_D), strict=True):
            scale = longest(found) + speck(problem)
            yield close_to([float(v) for v in want], got, rtol=1e-9, scale=scale)


@check("idealized/eq-15", place="Section 3.2.1, Eq. (15)", needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def dissimilar_multipliers_reach_nu(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Sum over D of alpha >= C_D nu."""
    for metric in per_form(target, problem):
        total = float(np.sum(metric.alpha_D)) / problem.C_D
        yield at_least(problem.nu - GAP, total)


@check(
    "idealized/eq-16", place="Section 3.2.1, Eq. (16)", needs=LEARN, since="0.1", diagnose=DIAGNOSE
)
@for_all(problem=metric_problems(), examples=EXAMPLES)
def multipliers_stay_in_their_boxes(target: Any, problem: Problem) -> Iterator[Outcome]:
    """0 <= alpha <= C_S / N_S on S and <= C_D / N_D on D, one for each pair that was given."""
    for metric in per_form(target, problem):
        for alpha, pairs, bound in zip(
            (metric.alpha_S, metric.alpha_D), (problem.S, problem.D), box(problem), strict=True
        ):
            yield equal((len(pairs),), np.shape(alpha))
            yield at_least(-GAP, np.asarray(alpha) / bound)
            yield at_most(1 + GAP, np.asarray(alpha) / bound)


@check("idealized/eq-17", place=f"{PROPOSITION_2}, Eqs. (17)-(20)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def complementarity_holds(target: Any, case: Any) -> Iterator[Outcome]:
    """All of (8), (9), (15)-(20) with the slacks, gamma and multipliers that are returned."""
    problem, M = case
    _, _, _, C_S, C_D, nu = problem
    for metric in per_form(target, problem, M):
        found = solution(metric, problem, M)
        alphas, slacks = (metric.alpha_S, metric.alpha_D), (metric.slack_S, metric.slack_D)
        residuals = definitions.conditions(
            found.after, *alphas, metric.gamma, *slacks, C_S, C_D, nu
        )
        lengths, boxes = longest(found) + speck(problem), max(C_S, C_D)
        units = dict.fromkeys(("eq_8", "eq_9", "signs"), lengths)
        units |= dict.fromkeys(("eq_15", "eq_16"), boxes)
        for name, residual in residuals._asdict().items():
            size = float(residual) / units.get(name, found.size)
            detail = f"got a residual of {size!r} in {name} ({metric.psd}), should be 0"
            yield Outcome(size, GAP, size / GAP, detail)


@check("idealized/convexity", place=PRIMAL_AND_DUAL, needs=LEARN, since="0.1", diagnose=DIAGNOSE)
@for_all(
    case=problems_with_a_metric(),
    examples=[*WITH_METRIC, {"case": (ALL_EQUAL, None)}, {"case": (COLLINEAR, None)}],
)
def no_better_solution_exists(target: Any, case: Any) -> Iterator[Outcome]:
    """Primal and dual values, recomputed from the matrix and from the multipliers, agree to 1e-7.

    Weak duality makes that a proof of global optimality, whoever found the solution. What the
    implementation says of its values and of their gap is what they are.
    """
    problem, M = case
    for metric in per_form(target, problem, M):
        found = solution(metric, problem, M)
        yield gap_at_most(GAP, found)
        yield close_to(found.value, metric.primal, rtol=GAP, scale=found.size)
        yield close_to(found.dual, metric.dual, rtol=1e-9, scale=found.size)
        size = max(1.0, abs(metric.primal), abs(metric.dual))
        yield close_to((metric.primal - metric.dual) / size, metric.gap, atol=1e-12)


@check("idealized/convexity", place=PRIMAL_AND_DUAL, needs=LEARN, since="0.1", diagnose=DIAGNOSE)
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
