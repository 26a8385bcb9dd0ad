"""Section 3.2.1, Eqs. (14)-(16): the dual as a quadratic program, and its plain solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import at_least, at_most, close_to, equal
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.definitions.idealized import statements
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    FREE_GAMMA,
    INDEFINITE,
    LEARN,
    Problem,
    floats,
    learn,
)
from gramcheck.verify.suite.idealized.solutions import (
    box,
    problems_with_a_metric,
)
from gramcheck.verify.suite.idealized.statements import CASES, SECTION

SOLVED = 1e-5  # cvxopt stops at 1e-6 of the objective, with its constraints met to 1e-7 of theirs


@check(
    "idealized/eq-14",
    place=f"{SECTION}, Eqs. (14)-(16)",
    needs="idealized.dual_program",
    since="0.1",
)
@for_all(case=problems_with_a_metric(), examples=CASES)
def dual_is_a_quadratic_program(target: Any, case: Any) -> Iterator[Outcome]:
    """Minimize a'Pa / 2 + q'a subject to G a <= h: P, q, G and h entry by entry."""
    problem, M = case
    X, S, D, C_S, C_D, nu = problem
    constants = C_S, C_D, nu
    P, q, G, h = statements.dual_program(X, S, D, *constants, M=M)
    got = [
        np.asarray(each)
        for each in target.idealized.dual_program(X, np.array(S), np.array(D), *constants, M=M)
    ]
    yield equal(4, len(got))
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
    X, S, D, C_S, C_D, nu = problem
    constants = C_S, C_D, nu
    alphas = target.idealized.solve_dual(X, np.array(S), np.array(D), *constants)
    alpha_S, alpha_D = (np.asarray(each, dtype=float) for each in alphas)
    for alpha, pairs, bound in zip((alpha_S, alpha_D), (S, D), box(problem), strict=True):
        yield equal((len(pairs),), alpha.shape)
        yield at_least(-SOLVED, alpha / bound)
        yield at_most(1 + SOLVED, alpha / bound)
    yield at_least(problem.nu - SOLVED, float(alpha_D.sum()) / problem.C_D)
    best = float(definitions.optimum(X.tolist(), S, D, *constants).value)
    value = float(definitions.dual_objective(alpha_S.tolist(), alpha_D.tolist(), X.tolist(), S, D))
    yield close_to(best, value, rtol=SOLVED, scale=max(1.0, abs(best)))


@check(
    "idealized/eq-14",
    place=f"{SECTION}, Eqs. (11) and (14)-(16)",
    needs=(LEARN, "idealized.solve_dual", "idealized.metric_from_multipliers"),
    since="0.1",
)
@for_all(problem=plain_problems(), examples=PLAIN)
def learned_metric_solves_the_program_as_printed(
    target: Any, problem: Problem
) -> Iterator[Outcome]:
    """The same value of (14) as that of the plain program, so the same matrix.

    For (14) is strongly concave in AA': matrices of values that differ by g are sqrt(2 g) apart.
    """
    X, S, D, C_S, C_D, nu = problem
    constants = C_S, C_D, nu
    points = X, np.array(S), np.array(D)
    alphas = target.idealized.solve_dual(*points, *constants)
    metric = learn(target, problem)
    values = [
        float(definitions.dual_objective(list(each[0]), list(each[1]), X.tolist(), S, D))
        for each in (alphas, (metric.alpha_S, metric.alpha_D))
    ]
    size = max(1.0, abs(values[1]))
    yield close_to(values[0], values[1], rtol=SOLVED, scale=size)
    matrix = np.asarray(target.idealized.metric_from_multipliers(*points, *alphas))
    apart = float(np.linalg.norm(matrix - np.asarray(metric.matrix)))
    yield at_most(np.sqrt(4 * SOLVED * size), apart)
