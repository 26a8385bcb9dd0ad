"""Section 3.2.1: from the Lagrangian to the dual; multipliers (11)-(13), the program (14)-(16)."""

from __future__ import annotations

import contextlib
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
    DIAGNOSE,
    EXAMPLES,
    FREE_GAMMA,
    GAP,
    INDEFINITE,
    LEARN,
    SECTION,
    WITH_METRIC,
    Problem,
    box,
    floats,
    learn,
    matrix_speck,
    metric_problems,
    per_form,
    problems_with_a_metric,
)
from gramcheck.verify.suite.idealized.states import State, at_any_numbers, both, lagrangian_terms

SOLVED = 1e-5  # a gap of 1e-6 of the objective is promised, and constraints met to 1e-6


@at_any_numbers(
    10,
    "Section 3.2.1, from Eq. (10) to Eq. (14)",
    "lagrangian",
    "metric_from_multipliers",
    "mu_from_multipliers",
    "eta_from_multipliers",
)
def lagrangian_becomes_the_dual(target: Any, state: State) -> Outcome:
    """With (11)-(13) put into it, Eq. (10) is Eq. (14), whatever gamma and the slacks are.

    Each alpha is between nu times its box and the box, so that eta and mu are positive.
    """
    X, S, D, C_S, C_D, nu = state.problem
    M = None if state.M is None else state.M.tolist()
    of = target.idealized
    alpha_S, alpha_D = (
        bound * (nu + (1 - nu) * (0.1 + 0.4 * alpha))
        for bound, alpha in zip(box(state.problem), state.alphas, strict=True)
    )
    state = state._replace(alphas=(alpha_S, alpha_D))
    matrix = np.asarray(of.metric_from_multipliers(*state.points, *state.alphas))
    etas = of.eta_from_multipliers(*state.alphas, C_S, C_D)
    mu = of.mu_from_multipliers(state.alphas[1], C_D, nu)
    at = state._replace(
        metric=matrix, etas=(np.asarray(etas[0]), np.asarray(etas[1])), mu=float(mu)
    )
    expected = definitions.dual_objective(*state.alphas, X.tolist(), S, D, M)
    got = of.lagrangian(*at.points, *at.numbers, C_S, C_D, nu, M=state.M)
    terms = lagrangian_terms(
        at._replace(etas=(np.abs(at.etas[0]), np.abs(at.etas[1])), mu=abs(at.mu))
    )
    return close_to(float(expected), got, ulps=300, scale=terms)


@at_any_numbers(11, "Section 3.2.1, Eq. (11)", "metric_from_multipliers")
def any_multipliers_make_a_matrix(target: Any, state: State) -> Outcome:
    """- sum_S alpha zz' + sum_D alpha zz', whether or not the multipliers are optimal."""
    X, S, D, *_ = state.problem
    expected = definitions.metric_from_multipliers(X.tolist(), S, D, *state.alphas)
    got = target.idealized.metric_from_multipliers(*state.points, *state.alphas)
    total = sum(float(each.sum()) for each in state.alphas)
    scale = total * float((2 * np.abs(X).max(axis=0)).max()) ** 2
    return close_to(floats(expected), got, ulps=30, scale=scale)


@check(
    "idealized/eq-11",
    place=f"{SECTION}, Eq. (11); erratum K3",
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
    expected = floats(definitions.metric_from_multipliers(X, S, D, metric.alpha_S, metric.alpha_D))
    largest = max(float(definitions.norm_squared([definitions.difference(X, z)])) for z in S + D)
    # a matrix may be rounded, but multipliers of 1e-12 of the box are no part of it either
    scale = float(np.abs(alpha).sum()) * largest
    return close_to(expected, metric.matrix, rtol=1e-10, atol=matrix_speck(problem), scale=scale)


@at_any_numbers(12, "Section 3.2.1, Eq. (12)", "nu_from_multipliers", "mu_from_multipliers")
def nu_and_mu_give_each_other(target: Any, state: State) -> Iterator[Outcome]:
    """Nu = (sum_D alpha - mu) / C_D, and mu = sum_D alpha - C_D nu."""
    *_, C_D, nu = state.problem
    alpha_D, mu = state.alphas[1], state.mu
    size = float(alpha_D.sum()) + mu + C_D
    ulps = 4 + len(alpha_D)
    of = target.idealized
    expected = float(definitions.nu_from_multipliers(alpha_D, mu, C_D))
    yield close_to(expected, of.nu_from_multipliers(alpha_D, mu, C_D), ulps=ulps, scale=size / C_D)
    expected = float(definitions.mu_from_multipliers(alpha_D, C_D, nu))
    yield close_to(expected, of.mu_from_multipliers(alpha_D, C_D, nu), ulps=ulps, scale=size)


@check("idealized/eq-12", place=f"{SECTION}, Eq. (12)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def learned_mu_is_what_exceeds_nu(target: Any, case: Any) -> Iterator[Outcome]:
    """Mu >= 0 and C_D nu + mu = sum_D alpha, to 1e-7 of C_D, with the cone and without it."""
    problem, M = case
    for metric in per_form(target, problem, M):
        expected = float(np.sum(metric.alpha_D)) - problem.C_D * problem.nu
        yield close_to(expected, metric.mu, atol=GAP * problem.C_D)
        yield at_least(-GAP * problem.C_D, metric.mu)


@at_any_numbers(13, "Section 3.2.1, Eq. (13)", "eta_from_multipliers")
def eta_is_what_alpha_leaves_of_the_box(target: Any, state: State) -> Iterator[Outcome]:
    """C_S / N_S - alpha on S, C_D / N_D - alpha on D."""
    C_S, C_D = state.problem[3:5]
    expected = definitions.eta_from_multipliers(*state.alphas, C_S, C_D)
    got = target.idealized.eta_from_multipliers(*state.alphas, C_S, C_D)
    yield from both(expected, got, 4, C_S + C_D + 2)


@check("idealized/eq-13", place=f"{SECTION}, Eq. (13)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def learned_eta_is_what_alpha_leaves(target: Any, case: Any) -> Iterator[Outcome]:
    """Eta >= 0 and alpha + eta = box, to 1e-7 of the box, with the cone and without it."""
    problem, M = case
    for metric in per_form(target, problem, M):
        for bound, alpha, eta in zip(
            box(problem),
            (metric.alpha_S, metric.alpha_D),
            (metric.eta_S, metric.eta_D),
            strict=True,
        ):
            yield close_to(bound - np.asarray(alpha), eta, atol=GAP * bound)
            yield at_least(-GAP * bound, eta)


@check(
    "idealized/eq-14",
    place=f"{SECTION}, Eq. (14)",
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


@check(
    "idealized/eq-14",
    place=f"{SECTION}, Eqs. (14)-(16)",
    needs="idealized.dual_program",
    since="0.1",
)
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def dual_is_a_quadratic_program(target: Any, case: Any) -> Iterator[Outcome]:
    """Minimize a'Pa / 2 + q'a subject to G a <= h: P, q, G and h entry by entry."""
    problem, M = case
    X, S, D, C_S, C_D, nu = problem
    constants = C_S, C_D, nu
    P, q, G, h = definitions.dual_program(X, S, D, *constants, M=M)
    got = [
        np.asarray(each)
        for each in target.idealized.dual_program(X, np.array(S), np.array(D), *constants, M=M)
    ]
    reach = float(((2 * np.abs(X).max(axis=0)) ** 2).sum())
    size = reach * (1.0 if M is None else float(np.abs(M).sum()))
    yield close_to(floats(P), got[0], ulps=30, scale=reach**2)
    yield close_to([float(v) for v in q], got[1].reshape(len(q)), ulps=30, scale=size)
    yield close_to(floats(G), got[2], ulps=2)
    yield close_to([float(v) for v in h], got[3].reshape(len(h)), ulps=2)


@st.composite
def plain_problems(draw: Any) -> Problem:
    """Up to four pairs of points with coordinates -2 to 2 that do not coincide, C from 1 to 8."""
    p = draw(st.integers(1, 2))
    row = st.tuples(*[st.integers(-2, 2)] * p)
    X = np.array(draw(st.lists(row, min_size=4, max_size=5, unique=True)), dtype=float)
    order = draw(st.permutations([(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]))
    cut, end = draw(st.sampled_from([(1, 2), (1, 3), (2, 4), (1, 4), (3, 4)]))
    C_S, C_D = (draw(st.sampled_from([1.0, 2.0, 8.0])) for _ in range(2))
    nu = draw(st.sampled_from([0.25, 0.5, 0.75]))
    return Problem(X, sorted(order[:cut]), sorted(order[cut:end]), C_S, C_D, nu)


PLAIN = [{"problem": INDEFINITE}, {"problem": FREE_GAMMA}]


@check(
    "idealized/eq-14",
    place=f"{SECTION}, Eqs. (14)-(16)",
    needs="idealized.solve_dual",
    since="0.1",
)
@for_all(problem=plain_problems(), examples=PLAIN)
def program_as_printed_is_solved(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Feasible, and the value of (14) is that of the best of all faces, to 1e-5 of it."""
    X, S, D, *constants = problem
    alphas = target.idealized.solve_dual(X, np.array(S), np.array(D), *constants)
    yield from is_solved(problem, alphas, least=1.0)


@check(
    "idealized/eq-14",
    place=f"{SECTION}, Eqs. (14)-(16)",
    needs="idealized.solve_dual",
    since="0.2",
)
def cheap_slacks_are_solved_or_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """Constants down to 1e-12, beside which what multipliers do to each other is nothing.

    The optimum to 1e-5 of it, or an error; with constants of 1 and 0.01 no error.
    """
    X = np.array([[2.0, 3.0], [-3.0, -2.0], [2.0, 3.0], [-2.0, -1.0]])
    S, D = [(0, 1), (0, 2), (0, 3), (1, 2)], [(1, 3), (2, 3)]
    for unit in (1.0, 1e-4, 1e-10):
        problem = Problem(X, S, D, unit, unit / 100, 0.999)
        may_refuse = () if unit == 1.0 else (ArithmeticError, RuntimeError, ValueError)
        with contextlib.suppress(*may_refuse):
            alphas = target.idealized.solve_dual(X, np.array(S), np.array(D), *problem[3:])
            yield from is_solved(problem, alphas)


def is_solved(problem: Problem, alphas: Any, least: float = 0.0) -> Iterator[Outcome]:
    """Multipliers are in their boxes and reach the optimum, relative to it or to ``least``."""
    X, S, D, C_S, C_D, nu = problem
    alpha_S, alpha_D = (np.asarray(each, dtype=float) for each in alphas)
    for alpha, pairs, bound in zip((alpha_S, alpha_D), (S, D), box(problem), strict=True):
        yield equal((len(pairs),), alpha.shape)
        yield at_least(-SOLVED, alpha / bound)
        yield at_most(1 + SOLVED, alpha / bound)
    yield at_least(nu - SOLVED, float(alpha_D.sum()) / C_D)
    best = float(definitions.optimum(X.tolist(), S, D, C_S, C_D, nu).value)
    value = float(definitions.dual_objective(alpha_S.tolist(), alpha_D.tolist(), X.tolist(), S, D))
    yield close_to(best, value, rtol=SOLVED, scale=max(least, abs(best)))


@check("idealized/eq-15", place=f"{SECTION}, Eq. (15)", needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def dissimilar_multipliers_reach_nu(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Sum over D of alpha >= C_D nu."""
    for metric in per_form(target, problem):
        total = float(np.sum(metric.alpha_D)) / problem.C_D
        yield at_least(problem.nu - GAP, total)


@check("idealized/eq-16", place=f"{SECTION}, Eq. (16)", needs=LEARN, since="0.1", diagnose=DIAGNOSE)
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
