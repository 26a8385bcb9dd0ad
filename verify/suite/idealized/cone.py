"""Erratum K2: the dual forgets that AA' is positive semidefinite; the three values of ``psd``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true, largest, raises
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.sets import moreau
from gramcheck.verify.suite.idealized.problems import (
    COLLINEAR,
    EXAMPLES,
    GAP,
    INDEFINITE,
    LEARN,
    PSD,
    Array,
    Problem,
    floats,
    learn,
    matrix_speck,
    metric_problems,
    same_matrices,
)

K2 = "Section 3.2.1; erratum K2"
MAP = "Section 3.2, Eqs. (4) and (5)"


def below_zero(matrix: Any) -> float:
    """How far the smallest eigenvalue lies below zero, relative to the largest in size."""
    values = np.linalg.eigvalsh(np.asarray(matrix, dtype=np.float64))
    return max(0.0, -float(values[0])) / (largest(values) or 1.0)


@check(
    "idealized/psd",
    place=K2,
    needs=LEARN,
    since="0.1",
    diagnose=diagnoser("idealized.learn_metric"),
)
def indefinite_example_in_three_forms(target: Any, run: Any) -> Iterator[Outcome]:
    """A similar pair along (1, 0) and a dissimilar one along (1, 1): without the cone and with it.

    As printed [[1, 4], [4, 4]], gamma 11, value -19.5; with the cone [[1, 2.196], [2.196, 4.822]],
    gamma 8.213, value -15.907; clipping is a third matrix.
    """
    printed = learn(target, INDEFINITE)
    yield close_to([[1.0, 4.0], [4.0, 4.0]], printed.matrix, atol=1e-7)
    yield close_to([3.0, 4.0], [*printed.alpha_S, *printed.alpha_D], atol=1e-7)
    yield close_to(11.0, printed.gamma, atol=1e-6)
    yield close_to(-19.5, printed.primal, atol=1e-6)
    yield close_to((5 - 73**0.5) / 2, printed.smallest_eigenvalue, atol=1e-7)
    corners = np.array([[1.0, 0.0], [0.0, 1.0]])
    yield close_to(-3.0, np.asarray(printed.squared_distances(corners))[0, 1], atol=1e-6)
    constrained = learn(target, INDEFINITE, "constrained")
    yield close_to([[1.0, 2.196], [2.196, 4.822]], constrained.matrix, atol=5e-4)
    yield close_to(8.213, constrained.gamma, atol=5e-4)
    yield close_to(-15.907, constrained.primal, atol=5e-4)
    clipped = learn(target, INDEFINITE, "clip")
    yield close_to(moreau([[1, 4], [4, 4]])[0], clipped.matrix, atol=1e-7)


@check("idealized/psd-clip", place=K2, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def clipping_keeps_the_positive_part(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Negative eigenvalues of the printed matrix become zero; multipliers and values stay."""
    printed, clipped = (learn(target, problem, psd) for psd in PSD[:2])
    matrix = np.asarray(printed.matrix)
    size, small = largest(matrix), matrix_speck(problem)
    yield close_to(moreau(matrix)[0], clipped.matrix, rtol=1e-9, atol=small, scale=size)
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    for metric in (printed, clipped):
        got = metric.smallest_eigenvalue
        yield close_to(lowest, got, rtol=1e-9, atol=small, scale=size)
    for name in ("gamma", "primal", "dual", "alpha_S", "alpha_D"):
        before, after = (np.asarray(getattr(metric, name)) for metric in (printed, clipped))
        scale = largest(before)
        yield close_to(before, after, rtol=1e-9, atol=small, scale=scale)
    yield equal([*PSD[:2]], [printed.psd, clipped.psd])


@check("idealized/psd-constrained", place=K2, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def cone_has_a_multiplier(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Constrained: AA' = Sigma + Z with both positive semidefinite and orthogonal.

    So AA' is the positive part of Sigma. The other forms have no such multiplier.
    """
    metric = learn(target, problem, "constrained")
    X, S, D, *_ = problem
    sigma = floats(definitions.metric_from_multipliers(X, S, D, metric.alpha_S, metric.alpha_D))
    Z = np.asarray(metric.cone_multiplier, dtype=np.float64)
    yield equal(sigma.shape, Z.shape)
    yield at_most(1e-9, below_zero(metric.matrix))
    scale = largest(sigma)
    yield at_least(-GAP * max(scale, 1.0), float(np.linalg.eigvalsh(Z)[0]))
    yield close_to(sigma + Z, metric.matrix, rtol=GAP, scale=max(scale, 1.0))
    product = float((Z * np.asarray(metric.matrix)).sum())
    yield close_to(0.0, product, atol=GAP * max(1.0, abs(metric.primal)))
    for psd in PSD[:2]:
        got = learn(target, problem, psd).cone_multiplier
        yield is_true(got is None, f"got cone_multiplier={got!r} with psd={psd!r}, should be None")


@check("idealized/psd-constrained", place=K2, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=[*EXAMPLES, {"problem": COLLINEAR}])
def cone_costs_and_changes_nothing_where_it_holds(
    target: Any, problem: Problem
) -> Iterator[Outcome]:
    """The optimum over less is no better, and the same where the printed one is semidefinite."""
    printed, constrained = (learn(target, problem, psd) for psd in ("as-printed", "constrained"))
    size = max(1.0, abs(printed.primal))
    yield at_most(constrained.primal + GAP * size, printed.primal)
    if below_zero(printed.matrix) == 0:
        yield close_to(printed.primal, constrained.primal, rtol=2 * GAP, scale=size)
        # strong convexity: |X - X*|^2 / 2 is at most the gap
        excess = np.asarray(constrained.matrix) - np.asarray(printed.matrix)
        yield at_most(4 * GAP * size, float((excess**2).sum()) / 2)


@st.composite
def learned(draw: Any) -> tuple[Problem, str, Array, Array]:
    """A problem, a form, and points to be looked at with the metric."""
    problem = draw(metric_problems())
    p = problem.X.shape[1]
    A, B = (draw(strategies.points(p, max_size=3)) for _ in "AB")
    return problem, draw(st.sampled_from(PSD)), A, B


@check("idealized/eq-5", place=MAP, needs=LEARN, since="0.1")
@for_all(
    case=learned(),
    examples=[{"case": (INDEFINITE, psd, np.eye(2), np.ones((1, 2)))} for psd in PSD],
)
def distances_and_products_of_any_points(target: Any, case: Any) -> Iterator[Outcome]:
    """(a - b)' AA' (a - b), negative where AA' is indefinite, and a' AA' b, pair by pair."""
    problem, psd, A, B = case
    metric = learn(target, problem, psd)
    matrix = np.asarray(metric.matrix, dtype=np.float64)
    size = float(np.abs(matrix).sum()) * (largest(A) + largest(B)) ** 2 + 1e-300
    for left, right, arguments in ((A, B, (A, B)), (A, A, (A,))):
        between = [[definitions.quadratic_form(a - b, matrix) for b in right] for a in left]
        got = metric.squared_distances(*arguments)
        yield close_to(floats(between), got, rtol=1e-12, scale=size)
        products = [[float(a @ matrix @ b) for b in right] for a in left]
        yield close_to(products, metric.kernel(*arguments), rtol=1e-12, scale=size)


@check("idealized/eq-4", place=MAP, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def transform_is_a_root_of_the_matrix(target: Any, problem: Problem) -> Iterator[Outcome]:
    """A of p rows with AA' the matrix; an indefinite matrix has none: ValueError."""
    for psd in PSD:
        metric = learn(target, problem, psd)
        matrix = np.asarray(metric.matrix, dtype=np.float64)
        if psd == "as-printed" and below_zero(matrix) > 1e-6:
            yield raises(ValueError, metric.transform)
        elif psd != "as-printed" or below_zero(matrix) == 0:
            A = np.asarray(metric.transform(), dtype=np.float64)
            yield same_matrices(matrix, A @ A.T, 1e-9, matrix_speck(problem))


@check("idealized/eq-4", place=f"{MAP}; erratum K11", needs=LEARN, since="0.2")
def units_do_not_decide_whether_there_is_a_root(target: Any, run: Any) -> Iterator[Outcome]:
    """The first metric and the constants 1e-12 to 1e12 times as large, and the matrix with them."""
    for problem in (each["problem"] for each in EXAMPLES):
        indefinite = below_zero(np.asarray(learn(target, problem).matrix, dtype=float)) > 1e-6
        for unit in (1e-12, 1e12):
            scaled = problem._replace(C_S=unit * problem.C_S, C_D=unit * problem.C_D)
            metric = learn(target, scaled, M=unit * np.eye(problem.X.shape[1]))
            if indefinite:
                yield raises(ValueError, metric.transform)
            else:
                A = np.asarray(metric.transform(), dtype=np.float64)
                yield same_matrices(metric.matrix, A @ A.T, 1e-9, matrix_speck(scaled))


@check("idealized/eq-4", place=MAP, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def transform_of_patterns_is_their_product_with_the_root(target: Any, problem: Problem) -> Outcome:
    """transform(X) = XA, one row a pattern, with the A that transform() gives."""
    metric = learn(target, problem, "constrained")
    X = np.asarray(problem.X, dtype=np.float64)
    A = np.asarray(metric.transform(), dtype=np.float64)
    size = max(largest(X) * largest(A), 1e-300)
    return close_to(X @ A, metric.transform(X), rtol=1e-12, scale=size * X.shape[1])
