"""Eqs. (1), (9), (10) and (13)-(15): Lipschitz constants, minimal risks in a ball, and tails."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal, raises
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.definitions.d2ke import statements
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import EITHER
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.analysis import TINY
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.d2ke.training_sets import (
    LOSSES,
    SMALL,
    SMOOTH,
    Array,
    Problem,
    problems,
)

FORMS = ("printed", "corrected")
EXCESS = 1e-6  # of a risk over the smallest one, in units of the risk of f = 0
GAP = 1e-4  # what a gap is allowed: it is of first order in errors that the risk sees squared


# Eq. (1) ----------------------------------------------------------------------------------------


@st.composite
def functions(draw: Any) -> tuple[list[float], Array]:
    """Values on a finite space, in which points may coincide; others are 1e-3 apart at least."""
    D = np.round(draw(strategies.distance_matrices()), 3)
    entry = st.integers(-3, 3).map(float) | st.floats(-100, 100, allow_subnormal=False)
    return draw(st.lists(entry, min_size=len(D), max_size=len(D))), D


LINE = np.abs(np.subtract.outer([0.0, 1.0, 3.0], [0.0, 1.0, 3.0]))
TWICE = np.abs(np.subtract.outer([0.0, 0.0, 2.0], [0.0, 0.0, 2.0]))  # two points coincide


@check("d2ke/eq-1", place="Section 2.1, Eq. (1)", needs="d2ke.lipschitz_constant", since="0.1")
@for_all(
    function=functions(),
    examples=[
        {"function": ([0.0, 2.0, 1.0], LINE)},
        {"function": ([5.0, 5.0, 5.0], LINE)},
        {"function": ([1.0, 1.0, 4.0], TWICE)},
        {"function": ([1.0, 2.0, 4.0], TWICE)},
        {"function": ([7.0], np.zeros((1, 1)))},
    ],
)
def smallest_constant_is_the_steepest_slope(target: Any, function: tuple) -> Outcome:
    """The largest |f(x) - f(y)| / d(x, y); 0 for constants, inf where d = 0 parts two values."""
    values, D = function
    exact = [Fraction(value) for value in values]
    distances = [[Fraction(d) for d in row] for row in D.tolist()]
    got = target.d2ke.lipschitz_constant(np.array(values), D)
    # values are subtracted, which rounds once, and divided
    return close_to(definitions.lipschitz_constant(exact, distances), got, ulps=2)


# Eqs. (9) and (10) ------------------------------------------------------------------------------


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
    return norm or 1.0, statements.empirical_risk((phi @ w).tolist(), y.tolist(), loss)


def in_ball(
    result: Any, K: Array, y: Array, C: float, loss: str, weights: list[float] | None = None
) -> Iterator[Outcome]:
    """What a result says of itself, recomputed from its coefficients; it is in the ball."""
    a = np.asarray(result.coefficients, dtype=float)
    yield equal(y.shape, a.shape)
    terms = float((np.abs(K) @ np.abs(a)).max())
    yield close_to(K @ a, result.values, ulps=30, scale=terms)
    risk = statements.empirical_risk(np.asarray(result.values).tolist(), y.tolist(), loss, weights)
    yield close_to(risk, result.risk, ulps=60, scale=(1 + terms) ** 2)
    norm = statements.norm_in_span(K.tolist(), a.tolist())
    # a'Ka is rounded relative to its terms, and its root the more the smaller it is
    rounding = 1e-7 * math.sqrt(float(np.abs(a) @ np.abs(K) @ np.abs(a)))
    yield close_to(norm, result.norm, atol=rounding)
    yield at_most(C * (1 + 1e-8) + rounding, norm)


def none_smaller(result: Any, least: float, unit: float) -> Iterator[Outcome]:
    """The risk is the smallest one, and not below it by more than the gap that is reported."""
    yield at_most(least + EXCESS * unit, result.risk)
    yield at_most(float(result.gap) + 1e-9 * unit, result.risk - least)
    yield at_most(GAP * unit, result.gap)


def risk_of_zero(y: Array, loss: str, weights: list[float] | None = None) -> float:
    """What risks are relative to: that of f = 0."""
    return statements.empirical_risk([0.0] * len(y), y.tolist(), loss, weights)


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
    expected = statements.empirical_risk(values.tolist(), y.tolist(), loss, given)
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
    problem=BALLS, mu=MU, examples=[{**each, "mu": mu} for each in EACH_LOSS for mu in (0.05, 1.0)]
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
    yield from none_smaller(result, least, risk_of_zero(y, loss))


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
        {"problem": SMALL._replace(loss=loss), "C": C} for loss in SMOOTH for C in (0.1, 1.0, 50.0)
    ],
)
def no_function_in_the_ball_does_better(
    target: Any, problem: Problem, C: float
) -> Iterator[Outcome]:
    """Of a smooth loss, tangents at the values that are returned bound all risks from below."""
    phi, y, loss, _ = problem
    K = phi @ phi.T
    result = target.d2ke.risk_minimizer(K, y, C, loss)
    yield from in_ball(result, K, y, C, loss)
    values = np.asarray(result.values, dtype=float).tolist()
    bound = statements.risk_lower_bound(K.tolist(), y.tolist(), C, values, loss)
    yield at_most(bound + GAP * risk_of_zero(y, loss), result.risk)


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
    yield from none_smaller(result, least, risk_of_zero(y, loss, weights.tolist()))


# Eqs. (13) to (15) ------------------------------------------------------------------------------

T = strategies.log_uniform(1e-3, 1)
R = st.integers(1, 300)  # so that exp(-2 R t^2) does not underflow
GAMMA = strategies.log_uniform(1e-2, 1e2)
EPSILON = st.floats(1e-3, 0.99)
P, CONSTANT = strategies.log_uniform(1e-3, 20), strategies.log_uniform(1, 1e3)


@check(
    "d2ke/eq-13",
    place="Appendix A, Eq. (13); erratum D7",
    needs="d2ke.covering_deviation_bound",
    since="0.1",
)
@for_all(t=T, R=R, size=st.integers(1, 10**6), examples=[{"t": 0.2, "R": 40, "size": 3}])
def cover_bound_is_its_formula(target: Any, t: float, R: int, size: int) -> Iterator[Outcome]:
    """Printed 2 size^2 exp(-R t^2 / 2), corrected 2 size^2 exp(-2 R t^2); not cut at 1."""
    for form in FORMS:
        expected = statements.covering_deviation_bound(t, R, size, form)
        got = target.d2ke.covering_deviation_bound(t, R, size, form=form)
        yield close_to(expected, got, rtol=1e-14 * (1 + 2 * R * t**2), atol=TINY)


@check(
    "d2ke/eq-13",
    place="Appendix A, Eq. (13); erratum D7",
    needs="d2ke.covering_deviation_bound",
    since="0.1",
)
def cover_bounds_hold_for_exact_tails(target: Any, run: Any) -> Iterator[Outcome]:
    """P(max over a cover of |Delta_R| > t), over all samples of a fair coin and of a path's points.

    One point and forty tosses come within a factor of 5 of the corrected form at t = 1/5.
    """
    coin = [[Fraction(0), Fraction(1)]]
    path = [[Fraction(math.exp(-d)) for d in row] for row in definitions.path_space(3)]
    for features, count, ts in ((coin, 40, ("1/10", "1/5", "3/10")), (path, 12, ("1/10", "1/4"))):
        weights = [Fraction(1, len(features[0]))] * len(features[0])
        for t in map(Fraction, ts):
            exact = definitions.uniform_tail_probability(features, weights, count, t)
            for form in FORMS:
                got = target.d2ke.covering_deviation_bound(
                    float(t), count, len(features), form=form
                )
                yield at_least(float(exact), got)


@check(
    "d2ke/eq-14",
    place="Appendix A, Eq. (14); erratum D7",
    needs="d2ke.perturbation_bound",
    since="0.1",
)
@for_all(gamma=GAMMA, epsilon=EPSILON, examples=[{"gamma": 0.5, "epsilon": 0.25}])
def step_is_its_formula(target: Any, gamma: float, epsilon: float) -> Iterator[Outcome]:
    """Printed 6 gamma epsilon, corrected 4 gamma epsilon."""
    for form in FORMS:
        got = target.d2ke.perturbation_bound(gamma, epsilon, form=form)
        yield close_to(statements.perturbation_bound(gamma, epsilon, form), got, ulps=2)


@check(
    "d2ke/eq-14",
    place="Appendix A, Eq. (14); erratum D7",
    needs="d2ke.perturbation_bound",
    since="0.1",
)
def no_step_is_longer_than_the_bound(target: Any, run: Any) -> Iterator[Outcome]:
    """All quadruples on a line, with all of the sample at one end and all of p at the other.

    As gamma falls the change of Delta(x, x) comes to 4 gamma epsilon, so that less is no bound.
    """
    points = np.arange(4.0)
    for gamma in (1.0, 0.1, 1e-4):
        at_0, at_end = np.exp(-gamma * points), np.exp(-gamma * (points[-1] - points))
        delta = np.outer(at_0, at_0) - np.outer(at_end, at_end)
        for form in FORMS:
            steps = np.array(
                [
                    abs(delta[i, j] - delta[k, m])
                    / target.d2ke.perturbation_bound(
                        gamma, float(max(abs(i - k), abs(j - m))), form=form
                    )
                    for i, j, k, m in product(range(4), repeat=4)
                    if (i, j) != (k, m)
                ],
                dtype=float,
            )
            yield at_most(1 + 1e-12, steps)
    yield at_least(1 - 1e-2, float(steps.max()))  # of the smallest gamma, corrected


@check(
    "d2ke/eq-15",
    place="Appendix A, Eq. (15); errata D6b, D7b",
    needs="d2ke.deviation_bound",
    since="0.1",
)
@for_all(
    t=T,
    R=R,
    gamma=GAMMA,
    p=P,
    epsilon=EPSILON,
    c=CONSTANT,
    examples=[{"t": 0.2, "R": 40, "gamma": 0.75, "p": 1.5, "epsilon": 0.25, "c": 3.0}],
)
def deviation_is_a_threshold_and_a_probability(
    target: Any, t: float, R: int, gamma: float, p: float, epsilon: float, c: float
) -> Iterator[Outcome]:
    """Printed: t + 6 gamma epsilon and 2 (2 / epsilon)^(2p) exp(-R t^2 / 2), without a c.

    Corrected: t + 4 gamma epsilon and 2 (c epsilon^-p)^2 exp(-2 R t^2).
    """
    logarithms = 2 * R * t**2 + 2 * p * (1 + abs(math.log(epsilon))) + 2 * math.log(c)
    for form in FORMS:
        threshold, probability = statements.deviation_bound(t, R, gamma, p, epsilon, c, form)
        constant: dict[str, Any] = {} if form == "printed" else {"c": c}
        got = target.d2ke.deviation_bound(t, R, gamma, p, epsilon, **constant, form=form)
        yield equal(2, len(got))
        yield close_to(threshold, got[0], ulps=4)
        yield close_to(probability, got[1], rtol=1e-14 * (1 + logarithms), atol=TINY)


@check(
    "d2ke/eq-15",
    place="Appendix A, Eq. (15) and Proposition 2",
    needs=("d2ke.deviation_bound", "d2ke.uniform_convergence_bound"),
    since="0.1",
)
@for_all(
    part=st.floats(0.01, 0.99),
    R=R,
    gamma=strategies.log_uniform(1e-2, 0.25),
    p=P,
    c=CONSTANT,
    examples=[{"part": 0.5, "R": 40, "gamma": 0.2, "p": 1.5, "c": 3.0}],
)
def proposition_2_is_one_choice_of_epsilon(
    target: Any, part: float, R: int, gamma: float, p: float, c: float
) -> Iterator[Outcome]:
    """At epsilon = t / (6 gamma) the threshold is 2 t and the printed bound is Proposition 2's.

    Corrected, at epsilon = t / (4 gamma), it is the tight form of that.
    """
    t = part * 4 * gamma
    logarithms = 1 + 2 * R * t**2 + 2 * p * (3 + abs(math.log(gamma / t))) + 2 * math.log(c)
    for form, uniform, steps in (("printed", "printed", 6), ("corrected", "tight", 4)):
        constant: dict[str, Any] = {} if form == "printed" else {"c": c}
        expected = target.d2ke.uniform_convergence_bound(t, R, gamma, p, c, form=uniform)
        got = target.d2ke.deviation_bound(
            t, R, gamma, p, t / (steps * gamma), **constant, form=form
        )
        yield close_to(2 * t, got[0], ulps=4)
        yield agree(expected, got[1], rtol=4e-14 * logarithms, atol=TINY)


@check(
    "d2ke/eq-15",
    place="Appendix A, Eqs. (13)-(15)",
    needs=("d2ke.deviation_bound", "d2ke.covering_deviation_bound", "d2ke.perturbation_bound"),
    since="0.1",
)
@for_all(
    t=T,
    R=R,
    gamma=GAMMA,
    size=st.integers(1, 1000),
    epsilon=EPSILON,
    examples=[{"t": 0.2, "R": 40, "gamma": 0.75, "size": 3, "epsilon": 0.25}],
)
def a_cover_and_a_step_make_the_deviation(
    target: Any, t: float, R: int, gamma: float, size: int, epsilon: float
) -> Iterator[Outcome]:
    """Corrected: (13) for the c epsilon^-p = size points of a cover, t further by the step (14)."""
    p = 1.5
    c = size * epsilon**p
    threshold, probability = target.d2ke.deviation_bound(
        t, R, gamma, p, epsilon, c=c, form="corrected"
    )
    of_cover = target.d2ke.covering_deviation_bound(t, R, size, form="corrected")
    step = target.d2ke.perturbation_bound(gamma, epsilon, form="corrected")
    yield agree(t + np.asarray(step, dtype=float), threshold, ulps=4)
    logarithms = 2 * R * t**2 + 2 * p * abs(math.log(epsilon)) + 2 * math.log(size)
    yield agree(of_cover, probability, rtol=4e-14 * (1 + logarithms), atol=TINY)


# refusals ---------------------------------------------------------------------------------------


def refused(
    paper: Any, cases: Mapping[str, tuple[dict[str, Any], dict[str, tuple[Any, ...]]]]
) -> Iterator[Outcome]:
    """Each function, called by keywords, names the one argument that is bad.

    ``cases`` has for each function good arguments, and bad values for some of them.
    """
    for name, (good, bad) in cases.items():
        for argument, values in bad.items():
            for value in values:
                given = good | {argument: value}
                yield raises(EITHER, getattr(paper, name), naming=argument, **given)


NAN = np.nan
POSITIVE = (0.0, -1.0, NAN)
ONES = np.ones(3)
BALL: dict[str, Any] = {"K": np.eye(3), "y": np.array([1.0, -1.0, 1.0]), "C": 1.0}
BAD_WEIGHTS = (ONES, np.array([1.5, -0.5, 0.0]), NAN * ONES)
REFUSED: dict[str, tuple[dict[str, Any], dict[str, tuple[Any, ...]]]] = {
    "lipschitz_constant": (
        {"values": ONES, "D": LINE},
        {"values": (NAN * ONES, np.eye(3)), "D": (NAN * LINE, -LINE, LINE[:2])},
    ),
    "empirical_risk": (
        {"values": ONES, "y": BALL["y"], "loss": "hinge"},
        {"values": (NAN * ONES,), "y": (2 * ONES,), "loss": ("hing",), "weights": BAD_WEIGHTS},
    ),
    "risk_minimizer": (
        BALL,
        {
            "K": (NAN * np.eye(3), np.eye(3)[:2], np.diag([1.0, 1.0, -1.0])),
            "C": (-1.0, NAN),
            "loss": ("sqared",),
            "weights": BAD_WEIGHTS,
        },
    ),
    "covering_deviation_bound": (
        {"t": 0.1, "R": 10, "size": 3},
        {"t": POSITIVE, "R": (0, -1), "size": (0, -1), "form": ("prnted",)},
    ),
    "perturbation_bound": (
        {"gamma": 1.0, "epsilon": 0.5},
        {"gamma": POSITIVE, "epsilon": (-1.0, NAN), "form": ("prnted",)},
    ),
    "deviation_bound": (
        {"t": 0.1, "R": 10, "gamma": 1.0, "p": 2.0, "epsilon": 0.5, "c": 3.0, "form": "corrected"},
        {
            "t": POSITIVE,
            "R": (0, -1),
            "gamma": POSITIVE,
            "p": POSITIVE,
            "epsilon": POSITIVE,
            "c": (*POSITIVE, None),  # the corrected form has no bound without Assumption 3's c
            "form": ("corected",),
        },
    ),
}


@check(
    "d2ke/bad-input",
    place="every function",
    needs=tuple(f"d2ke.{name}" for name in REFUSED),
    since="0.1",
)
def statements_refuse_what_they_cannot_mean(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, wrong shapes, negative numbers, unknown options: an error that names the argument."""
    yield from refused(target.d2ke, REFUSED)
