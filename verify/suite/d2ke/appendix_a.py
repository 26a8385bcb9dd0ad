"""Appendix A, Eqs. (13)-(15): tails over a cover, the step off it, and both together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.analysis import TINY
from gramcheck.verify.suite.d2ke.problems import agree

FORMS = ("printed", "corrected")


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
        expected = definitions.covering_deviation_bound(t, R, size, form)
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
        yield close_to(definitions.perturbation_bound(gamma, epsilon, form), got, ulps=2)


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
        threshold, probability = definitions.deviation_bound(t, R, gamma, p, epsilon, c, form)
        constant: dict[str, Any] = {} if form == "printed" else {"c": c}
        got = target.d2ke.deviation_bound(t, R, gamma, p, epsilon, **constant, form=form)
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
    beyond=st.integers(0, 1000),
    epsilon=EPSILON,
    examples=[{"t": 0.2, "R": 40, "gamma": 0.75, "beyond": 3, "epsilon": 0.25}],
)
def a_cover_and_a_step_make_the_deviation(
    target: Any, t: float, R: int, gamma: float, beyond: int, epsilon: float
) -> Iterator[Outcome]:
    """Corrected: (13) for the c epsilon^-p = size points of a cover, t further by the step (14)."""
    p = 1.5
    size = math.ceil(epsilon**-p) + beyond  # at diameter 1 a cover is one point, so that c >= 1
    c = size * epsilon**p
    threshold, probability = target.d2ke.deviation_bound(
        t, R, gamma, p, epsilon, c=c, form="corrected"
    )
    of_cover = target.d2ke.covering_deviation_bound(t, R, size, form="corrected")
    step = target.d2ke.perturbation_bound(gamma, epsilon, form="corrected")
    yield agree(t + np.asarray(step, dtype=float), threshold, ulps=4)
    logarithms = 2 * R * t**2 + 2 * p * abs(math.log(epsilon)) + 2 * math.log(size)
    yield agree(of_cover, probability, rtol=4e-14 * (1 + logarithms), atol=TINY)
