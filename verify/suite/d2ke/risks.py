"""Section 4, Eqs. (9) and (10): risks, and the smallest ones in a ball."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, equal, largest
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.training_sets import (
    LOSSES,
    SMALL,
    SMOOTH,
    Array,
    Problem,
    problems,
)

EXCESS = 1e-6  # of a risk over the smallest one, in units of the risk of f = 0
GAP = 1e-4  # the largest gap that certifies anything
TANGENT = 1e-3  # a tangent is off by the errors of values that the risk sees squared
OF_A_CONSTANT = {  # the smallest risks of constants, where targets are 1, 1, and -1
    "squared": 8 / 9,
    "squared_hinge": 8 / 9,
    "hinge": 2 / 3,
    "logistic": math.log(3) - 2 / 3 * math.log(2),
}
ONE_CLASS = Problem(np.ones((3, 1)), np.ones(3), "squared", False)
ONE_POINT = Problem(np.array([[1.0, -1.0]]), np.ones(1), "squared", False)


def plain(problem: Problem) -> Problem:
    """The problem without an intercept, which H does not have."""
    return problem._replace(intercept=False)


BALLS = problems(max_rows=4, max_columns=3).map(plain)
SMOOTH_BALLS = problems(SMOOTH).map(plain)
EACH_LOSS = [{"problem": SMALL._replace(loss=loss)} for loss in LOSSES]
MU = strategies.log_uniform(1e-2, 10)


def least_in_its_ball(problem: Problem, mu: float) -> tuple[float, float]:
    """A radius, and the smallest risk in that ball: the minimizer of risk and mu/2 ||w||^2 has it.

    Of norm 0, that is the minimizer in every ball.
    """
    phi, y, loss, _ = problem
    w = np.array(definitions.fit(phi.tolist(), y.tolist(), mu, loss))
    norm = float(np.linalg.norm(w))
    return norm or 1.0, definitions.empirical_risk((phi @ w).tolist(), y.tolist(), loss)


def in_ball(
    result: Any, K: Array, y: Array, C: float, loss: str, weights: list[float] | None = None
) -> Iterator[Outcome]:
    """What a result says of itself, recomputed from its coefficients; it is in the ball."""
    a = np.asarray(result.coefficients, dtype=float)
    yield equal(y.shape, a.shape)
    terms = float((np.abs(K) @ np.abs(a)).max())
    yield close_to(K @ a, result.values, ulps=30, scale=terms)
    risk = definitions.empirical_risk(np.asarray(result.values).tolist(), y.tolist(), loss, weights)
    yield close_to(risk, result.risk, ulps=60, scale=(largest(y) + terms) ** 2)
    norm = definitions.norm_in_span(K.tolist(), a.tolist())
    # a'Ka is rounded relative to its terms, and its root the more the smaller it is
    rounding = 1e-7 * math.sqrt(float(np.abs(a) @ np.abs(K) @ np.abs(a)))
    yield close_to(norm, result.norm, atol=rounding)
    yield at_most(C * (1 + 1e-8) + rounding, norm)


def none_smaller(
    result: Any, K: Array, y: Array, least: float, loss: str, weights: list[float] | None = None
) -> Iterator[Outcome]:
    """The risk is the smallest one, and above it by no more than the gap that is reported.

    ``least`` is the risk of a function in the ball, so that it is no smaller than the smallest one;
    the gap has no slack but roundings.
    """
    unit = risk_of_zero(y, loss, weights)
    yield at_most(least + EXCESS * unit, result.risk)
    terms = float((np.abs(K) @ np.abs(np.asarray(result.coefficients, dtype=float))).max())
    scale = (largest(y) + terms) ** 2
    yield at_most(float(result.gap), result.risk - least, ulps=100, scale=scale)
    yield at_most(GAP * unit, result.gap)


def risk_of_zero(y: Array, loss: str, weights: list[float] | None = None) -> float:
    """What risks are relative to: that of f = 0."""
    return definitions.empirical_risk([0.0] * len(y), y.tolist(), loss, weights)


@check(
    "d2ke/eq-10",
    place="Section 4, Eqs. (9) and (10)",
    needs="d2ke.empirical_risk",
    since="0.1",
)
@for_all(
    problem=problems(),
    scale=st.sampled_from([0.25, 1.0, 1000.0]),
    weighted=st.booleans(),
    seed=strategies.seeds(),
    examples=[
        {**each, "scale": scale, "weighted": weighted, "seed": 0}
        for each in EACH_LOSS
        for scale, weighted in ((1.0, False), (1000.0, True))
    ],
)
def risk_is_a_mean_or_an_expectation(
    target: Any, problem: Problem, scale: float, weighted: bool, seed: int
) -> Outcome:
    """Mean loss over a sample, or its expectation under weights; to roundings of the terms.

    The logistic loss of a value of -1000 is 1000, not an overflow.
    """
    phi, y, loss, _ = problem
    rng = np.random.default_rng(seed)
    values = scale * phi.sum(axis=1)
    weights = rng.dirichlet(np.ones(len(y))) if weighted else None
    given = None if weights is None else weights.tolist()
    expected = definitions.empirical_risk(values.tolist(), y.tolist(), loss, given)
    got = target.d2ke.empirical_risk(values, y, loss, **({"weights": weights} if weighted else {}))
    terms = float((1 + np.abs(values)).max()) ** (1 if loss in ("hinge", "logistic") else 2)
    return close_to(expected, got, ulps=30, scale=terms)


@check(
    "d2ke/eq-10",
    place="Section 4, Eq. (10); erratum D14",
    needs="d2ke.risk_minimizer",
    since="0.1",
)
@for_all(
    problem=BALLS,
    mu=MU,
    examples=[{**each, "mu": mu} for each in EACH_LOSS for mu in (0.05, 1.0)]
    + [{"problem": ONE_POINT._replace(loss=loss), "mu": 0.25} for loss in LOSSES],
)
def risk_is_the_smallest_in_the_ball(target: Any, problem: Problem, mu: float) -> Iterator[Outcome]:
    """In the ball through the penalized minimizer, by brute force, no f has a smaller risk.

    A penalty and a constraint are two problems: they meet where the ball has that minimizer's norm.
    """
    phi, y, loss, _ = problem
    C, least = least_in_its_ball(problem, mu)
    K = phi @ phi.T
    result = target.d2ke.risk_minimizer(K, y, C, loss)
    yield from in_ball(result, K, y, C, loss)
    yield from none_smaller(result, K, y, least, loss)


@check(
    "d2ke/eq-10",
    place="Section 4, Eq. (10)",
    needs="d2ke.risk_minimizer",
    since="0.1",
)
@for_all(
    problem=SMOOTH_BALLS,
    C=strategies.log_uniform(1e-2, 1e2),
    examples=[
        *(
            {"problem": SMALL._replace(loss=loss), "C": C}
            for loss in SMOOTH
            for C in (0.1, 1.0, 50.0)
        ),
        *({"problem": ONE_CLASS._replace(loss=loss), "C": 0.5} for loss in SMOOTH),
        {"problem": SMALL._replace(y=1000 * SMALL.y), "C": 1.0},
    ],
)
def no_function_in_the_ball_does_better(
    target: Any, problem: Problem, C: float
) -> Iterator[Outcome]:
    """Of a smooth loss, tangents at the values that are returned bound all risks from below.

    So they do where all targets are 1, which the best constant of the ball misses.
    """
    phi, y, loss, _ = problem
    K = phi @ phi.T
    result = target.d2ke.risk_minimizer(K, y, C, loss)
    yield from in_ball(result, K, y, C, loss)
    values = np.asarray(result.values, dtype=float).tolist()
    bound = definitions.risk_lower_bound(K.tolist(), y.tolist(), C, values, loss)
    yield at_most(bound + TANGENT * risk_of_zero(y, loss), result.risk)


@check(
    "d2ke/eq-9",
    place="Section 4, Eq. (9)",
    needs="d2ke.risk_minimizer",
    since="0.1",
)
@for_all(
    problem=problems(max_rows=3, max_columns=3).map(plain),
    counts=st.sampled_from([[2, 0, 1], [0, 3, 1], [1, 1, 2], [3, 1, 0]]),
    mu=MU,
    examples=[{**each, "counts": [2, 0, 1], "mu": 0.05} for each in EACH_LOSS],
)
def expectation_is_that_of_a_repeated_sample(
    target: Any, problem: Problem, counts: list[int], mu: float
) -> Iterator[Outcome]:
    """On a finite space, with weights that are whole numbers over their sum; some of them are 0."""
    phi, y, loss, _ = problem
    times = np.resize(counts, len(y))
    repeated = Problem(np.repeat(phi, times, axis=0), np.repeat(y, times), loss, False)
    C, least = least_in_its_ball(repeated, mu)
    weights = times / times.sum()
    K = phi @ phi.T
    result = target.d2ke.risk_minimizer(K, y, C, loss, weights=weights)
    yield from in_ball(result, K, y, C, loss, weights.tolist())
    yield from none_smaller(result, K, y, least, loss, weights.tolist())


@check("d2ke/eq-10", place="Section 4, Eq. (10)", needs="d2ke.risk_minimizer", since="0.2")
def what_cannot_be_certified_is_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """Kernels so near to singular that rounding decides, and values of f beside which 1 is nothing.

    An error, or the smallest risk. With y of alternating signs the interpolating function has a
    norm of at most 2e5, far below C. Among all lines the best one is a constant. Of two points on
    opposite sides of the origin with the same label, f is best where it is 1 at the far one.
    """
    y, places = np.array([1.0, -1.0, 1.0]), np.arange(3.0)
    apart = np.abs(np.subtract.outer(places, places))
    cases = [
        (unit * np.exp(-smallness * apart), C, dict.fromkeys(LOSSES, 0.0))
        for unit, smallness, C in ((1.0, 1e-8, 1e6), (1.0, 1e-10, 1e7), (1e40, 1e-8, 1e6))
    ]
    lines = 2.0**150 * (1 + np.multiply.outer(places, places))
    cases += [(lines, C, OF_A_CONSTANT) for C in (2.0**-66, 1e60)]
    opposite = np.array([[0.0, 2.0**19], [1.5, 1.0], [0.0, -(2.0**9)]])
    best = {"hinge": (1 + 2.0**-10) / 3}  # the others have no such simple minimum
    cases += [(opposite @ opposite.T, C, best) for C in (1.0, 2.0**275)]
    for K, C, least in cases:
        for loss, smallest in least.items():
            with contextlib.suppress(ArithmeticError, RuntimeError, ValueError):
                result = target.d2ke.risk_minimizer(K, y, C, loss)
                yield at_most(GAP, result.gap)
                yield close_to(smallest, result.risk, atol=GAP)
