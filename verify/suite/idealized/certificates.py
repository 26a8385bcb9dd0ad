"""Section 3.2.1 as convex programs in standard form, certified with what the target returns.

The primal as printed is one quadratic program; with the cone it is a semidefinite program, since
|AA'|^2 <= t if and only if [[t, w'], [w, I]] is positive semidefinite, w the entries of AA'. Both
have all multipliers: alpha, the rest of its boxes, the excess of (15), and the cone's. The dual is
a convex function on a box with a total. Nothing here knows (11) or (17)-(20): they are what
stationarity and complementarity come to.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, largest
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.optimality import (
    certified,
    dimacs_errors,
    linear_gap,
    projected_gradient,
    quadratic_program,
)
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.sets import cheapest_in_box, onto_box, onto_cone
from gramcheck.verify.suite.idealized.problems import (
    GAP,
    LEARN,
    WITH_METRIC,
    Array,
    Problem,
    box,
    learn,
    problems_with_a_metric,
    table,
)
from gramcheck.verify.types import Booleans

PROGRAM = "Section 3.2.1, Eqs. (8) and (9)"
SOLVED = 1e-5  # by a general solver at its own tolerances, whatever the numbers of the program are


class Pairs(NamedTuple):
    """Products zz' of the differences, row by row, S first; d^2; and what is D."""

    products: Array  # (N, p^2)
    before: Array  # (N,)
    dissimilar: Booleans  # (N,)


def pairs_of(problem: Problem, M: Array | None) -> Pairs:
    """All pairs, those of S first."""
    pairs = np.array([*problem.S, *problem.D])
    z = problem.X[pairs[:, 0]] - problem.X[pairs[:, 1]]
    products = (z[:, :, None] * z[:, None, :]).reshape(len(z), -1)
    M = np.eye(z.shape[1]) if M is None else M
    return Pairs(products, products @ M.ravel(), np.arange(len(z)) >= len(problem.S))


def bounds_of(problem: Problem, pairs: Pairs) -> Array:
    """The upper bounds of (16), pair by pair; in the primal, what a unit of each slack costs."""
    similar, dissimilar = box(problem)
    return np.where(pairs.dissimilar, dissimilar, similar)


class Program(NamedTuple):
    """min |w|^2 / 2 + cost'v  s.t.  Gv <= h, for v = (w, gamma, xi), w the entries of AA'."""

    cost: Array
    G: Array
    h: Array


def program_of(problem: Problem, pairs: Pairs) -> Program:
    """Rows: (8), (9), xi >= 0, gamma >= 0."""
    n, entries = pairs.products.shape
    sign = np.where(pairs.dissimilar, -1.0, 1.0)
    one = np.eye(n)
    G = np.block(
        [
            [sign[:, None] * pairs.products, 1.0 * pairs.dissimilar[:, None], -one],
            [np.zeros((n, entries + 1)), -one],
            [np.zeros((1, entries)), -np.ones((1, 1)), np.zeros((1, n))],
        ]
    )
    gain = [-problem.C_D * problem.nu]
    cost = np.concatenate([np.zeros(entries), gain, bounds_of(problem, pairs)])
    return Program(cost, G, np.concatenate([sign * pairs.before, np.zeros(n + 1)]))


class Returned(NamedTuple):
    """What a target returned, as the program's variables and multipliers."""

    v: Array
    z: Array
    alpha: Array


def returned(metric: Any, problem: Problem, pairs: Pairs) -> Returned:
    """Multipliers of the slacks are what is left of the boxes; of gamma, the excess of (15)."""
    p = problem.X.shape[1]
    sizes = [(len(problem.S),), (len(problem.D),)]
    alpha, slack = (
        np.concatenate([table(part, size) for part, size in zip(parts, sizes, strict=True)])
        for parts in ((metric.alpha_S, metric.alpha_D), (metric.slack_S, metric.slack_D))
    )
    excess = alpha[pairs.dissimilar].sum() - problem.C_D * problem.nu
    v = np.concatenate([table(metric.matrix, (p, p)).ravel(), [float(metric.gamma)], slack])
    return Returned(v, np.concatenate([alpha, bounds_of(problem, pairs) - alpha, [excess]]), alpha)


def roundings(problem: Problem, pairs: Pairs, found: Returned) -> float:
    """What the gap of two objectives may be off by, whoever computes them.

    (11) may cancel: AA' is as exact as its terms are, and the objectives as it is.
    """
    lengths = np.abs(pairs.products).max(axis=1)
    uncancelled = float(found.alpha @ lengths)
    weights = problem.C_S + problem.C_D
    longest = max(largest(pairs.before), largest(found.v))
    return 1e-13 * (uncancelled * weights * float(lengths.max()) + weights * longest)


def size_of(metric: Any) -> float:
    """What the metric's gap is relative to."""
    return max(1.0, abs(metric.primal), abs(metric.dual))


@check("idealized/convexity", place=PROGRAM, needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def printed_solution_solves_the_quadratic_program(target: Any, case: Any) -> Iterator[Outcome]:
    """Karush-Kuhn-Tucker residuals of AA', gamma and the slacks that are returned: 1e-7.

    The gap that the target states is the one of these numbers.
    """
    problem, M = case
    metric = learn(target, problem, M=M)
    pairs = pairs_of(problem, M)
    found, program = returned(metric, problem, pairs), program_of(problem, pairs)
    P = np.diag(np.arange(len(found.v)) < pairs.products.shape[1]).astype(float)
    errors = quadratic_program(P, program.cost, program.G, program.h, found.v, found.z)
    yield certified(errors, GAP)
    allowed = roundings(problem, pairs, found) / size_of(metric)
    yield close_to(errors.gap, abs(metric.gap), atol=allowed)


@check("idealized/eq-14", place="Section 3.2.1, Eqs. (14)-(16)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def multipliers_cannot_be_improved(target: Any, case: Any) -> Iterator[Outcome]:
    """With and without the cone: no point of (15) and (16) is better by more than 1e-7.

    By the slope of the dual towards the best corner, which the target's gap is not less than; and
    by a step along the slope, which stays where it is, so that the multipliers are feasible too.
    """
    problem, M = case
    for psd in ("as-printed", "constrained"):
        metric = learn(target, problem, psd, M)
        pairs = pairs_of(problem, M)
        found, size = returned(metric, problem, pairs), size_of(metric)
        gap, step, allowed = gains(found.alpha, problem, pairs, size, GAP, psd == "constrained")
        yield close_to(0.0, gap / size, atol=GAP)
        yield at_least(gap - roundings(problem, pairs, found), metric.gap * size)
        yield at_most(allowed, step)


@check(
    "idealized/eq-14",
    place="Section 3.2.1, Eqs. (14)-(16)",
    needs="idealized.solve_dual",
    since="0.1",
)
@for_all(
    seed=strategies.seeds(),
    dimension=st.integers(1, 6),
    examples=[{"seed": 1, "dimension": dimension} for dimension in (1, 4, 6)],
)
def solved_program_cannot_be_improved(target: Any, seed: int, dimension: int) -> Iterator[Outcome]:
    """Larger problems, with a first metric, made around their optimum: certified to 1e-5 of it."""
    planted = definitions.metric_program(np.random.default_rng(seed), dimension)
    S, D = (np.asarray(each) for each in (planted.similar, planted.dissimilar))
    constants = planted.C_S, planted.C_D, planted.nu
    alphas = target.idealized.solve_dual(planted.X, S, D, *constants, M=planted.M)
    alpha = np.concatenate([table(a, (len(P),)) for a, P in zip(alphas, (S, D), strict=True)])
    problem = Problem(planted.X, [*map(tuple, S)], [*map(tuple, D)], *constants)
    size = max(1.0, abs(planted.value))
    gap, step, allowed = gains(alpha, problem, pairs_of(problem, planted.M), size, SOLVED)
    yield at_most(SOLVED, abs(gap) / size)
    yield at_most(allowed, step)


NINE = np.array([[i, j, i * j % 3] for i in range(3) for j in range(3)], dtype=float)
FAR_APART = [  # points of size 1000 and the constants: numbers that differ by up to 1e21
    Problem(unit * NINE, *definitions.pairs_from_labels([0, 0, 1, 1, 2, 2, 0, 1, 2]), *constants)
    for unit, *constants in (
        (1.0, 1.0, 1.0, 0.55),  # which all can solve
        (1e3, 1e9, 1e9, 0.05),
        (1e3, 1e9, 1e9, 0.55),
        (1e3, 2e-8, 3e9, 0.05),
    )
]


@check(
    "idealized/eq-14",
    place="Section 3.2.1, Eqs. (14)-(16)",
    needs=(LEARN, "idealized.solve_dual"),
    since="0.2",
)
def what_is_not_solved_is_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """Where interior points break down: an error, or multipliers that a step hardly improves."""
    for problem in FAR_APART:
        X, S, D, *constants = problem
        answers = []
        for psd in ("as-printed", "constrained"):
            with contextlib.suppress(ArithmeticError, RuntimeError, ValueError):
                metric = learn(target, problem, psd)
                answers.append(((metric.alpha_S, metric.alpha_D), psd == "constrained"))
        with contextlib.suppress(ArithmeticError, RuntimeError, ValueError):
            alphas = target.idealized.solve_dual(X.copy(), np.array(S), np.array(D), *constants)
            answers.append((alphas, False))
        pairs = pairs_of(problem, None)
        for alphas, cone in answers:
            alpha = np.concatenate(alphas)
            size = float(alpha @ pairs.before)
            _, step, allowed = gains(alpha, problem, pairs, size, SOLVED, cone)
            yield at_most(allowed, step)


def gains(
    alpha: Array, problem: Problem, pairs: Pairs, size: float, bound: float, cone: bool = False
) -> tuple[float, float, float]:
    """Slope of the dual towards the best corner; length of a step along it, and what it may be."""
    upper, p = bounds_of(problem, pairs), problem.X.shape[1]
    sign = np.where(pairs.dissimilar, 1.0, -1.0)
    sigma = ((sign * alpha) @ pairs.products).reshape(p, p)
    after = pairs.products @ (onto_cone(sigma) if cone else sigma).ravel()
    slope = sign * (after - pairs.before)
    total = problem.C_D * problem.nu
    feasible: dict[str, Any] = {
        "lower": 0.0,
        "upper": upper,
        "counted": pairs.dissimilar,
        "total": total,
    }
    gap = linear_gap(alpha, slope, cheapest_in_box(slope, **feasible))
    terms = float(np.hypot(np.linalg.norm(after), np.linalg.norm(pairs.before)))
    length = float(np.linalg.norm(alpha)) or 1.0
    # a step of length r along a slope g gains at least r^2 / (length / terms), at most the gap
    allowed = math.sqrt(bound * size / (terms * length)) if terms else 0.0
    allowed += 2 * bound * float(np.linalg.norm(upper)) / length  # outside the box, as (16) may
    project = functools.partial(onto_box, **feasible)
    return gap, projected_gradient(alpha, slope, project, terms), allowed


@check("idealized/psd-constrained", place=f"{PROGRAM}; erratum K2", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def constrained_solution_solves_the_semidefinite_program(
    target: Any, case: Any
) -> Iterator[Outcome]:
    """The six DIMACS errors of what is returned, the multiplier of the cone included: 1e-7.

    The gap that the target states is the one of these numbers.
    """
    problem, M = case
    metric = learn(target, problem, "constrained", M)
    pairs = pairs_of(problem, M)
    found, program = returned(metric, problem, pairs), program_of(problem, pairs)
    p, entries = problem.X.shape[1], pairs.products.shape[1]
    w, square = found.v[:entries], entries + 1
    C = [program.h, np.zeros((p, p)), np.diag([0.0, *np.ones(entries)])]
    A = [[column, np.zeros((p, p)), np.zeros((square, square))] for column in program.G.T]
    for k, (i, j) in enumerate(np.ndindex(p, p)):
        A[k][1][i, j] = A[k][1][j, i] = -1.0 if i == j else -0.5
        A[k][2][0, k + 1] = A[k][2][k + 1, 0] = -1.0
    A.append([np.zeros(len(program.h)), np.zeros((p, p)), -np.diag([1.0, *np.zeros(entries)])])
    y = np.append(found.v, w @ w)
    b = -np.append(program.cost, 0.5)
    tangent = np.append(1.0, -w)  # of t >= |w|^2 at w
    X = [found.z, table(metric.cone_multiplier, (p, p)), np.outer(tangent, tangent) / 2]
    Z = [
        c - np.tensordot(y, np.array([row[block] for row in A]), axes=1)
        for block, c in enumerate(C)
    ]
    errors = dimacs_errors(C, A, b, X, y, Z)
    yield certified(errors, GAP)
    primal, dual = -float(b @ y), -sum(float((c * x).sum()) for c, x in zip(C, X, strict=True))
    allowed = roundings(problem, pairs, found)
    yield close_to(primal - dual, metric.gap * size_of(metric), atol=allowed)
