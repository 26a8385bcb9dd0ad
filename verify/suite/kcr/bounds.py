"""Sections 2 and 4: Eqs. (3), (5) and (8), and the chain of bounds that they are steps of."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.kcr.problems import (
    ALWAYS,
    BY_EXPONENT,
    SMOOTHING,
    TWO_BESIDE,
    Array,
    Configuration,
    configurations,
    random_configurations,
)

TIMES = 20  # thousands of configurations in a run of the usual size
CHI = st.sampled_from(SMOOTHING)
WEIGHT = st.sampled_from([0.0, 0.125, 1.0, 3.0])  # lambda
PENALTY = st.integers(0, 20).map(lambda k: k / 4)
TIE = 1e-9  # votes of other kernels than the naive one are rounded: nearer to 0 no sign is certain
EACH_CHI = [
    {**example, "chi": chi}
    for example in (*ALWAYS, *({"configuration": each} for each in (BY_EXPONENT, TWO_BESIDE)))
    for chi in SMOOTHING
]
PENALIZED = for_all(
    configuration=configurations(),
    chi=CHI,
    penalty=PENALTY,
    lam=WEIGHT,
    examples=[{**example, "penalty": 2.5, "lam": 3.0} for example in EACH_CHI],
)


def steps(target: Any, configuration: Configuration) -> list[Array]:
    """The relaxations, in their order."""
    return [np.asarray(step, dtype=float) for step in target.kcr.relaxations(*configuration)]


def rounded(configuration: Configuration) -> dict[str, float]:
    """Four roundings for each term of a relaxation, of what all of them sum up to at most."""
    D, y, h = configuration
    return {"ulps": 4 * len(y), "scale": 2 + len(y) * (1 + float((D**2).max()) + h**2)}


def error_range(margins: list[Any], kernel: str) -> tuple[int, int]:
    """How many of these margins are positive, at least and at most, when votes are rounded."""
    if kernel == "naive":
        count = sum(m > 0 for m in margins)
        return count, count
    return sum(m > TIE for m in margins), sum(m > -TIE for m in margins)


def counted(
    margins: list[Any], kernel: str, penalty: float, lam: float, got: Any
) -> Iterator[Outcome]:
    """Objectives (5) and (6): so many errors plus lam times the penalty."""
    low, high = error_range(margins, kernel)
    rest = lam * penalty
    slack = 1e-12 * (len(margins) + rest)
    yield at_least(low + rest - slack, got)
    yield at_most(high + rest + slack, got)


@check("kcr/eq-3", place="Section 2, Eq. (3)", needs="kcr.regularized_error", since="0.1")
@PENALIZED
def regularized_error_is_a_mean_and_a_penalty(
    target: Any, configuration: Configuration, chi: dict[str, Any], penalty: float, lam: float
) -> Outcome:
    """The share of points that rule (2) gets wrong, plus lam times Omega, to a few roundings."""
    D, y, h = configuration
    expected = definitions.regularized_error(D.tolist(), y.tolist(), h, penalty, lam, **chi)
    got = target.kcr.regularized_error(D, y, h, penalty, lam, **chi)
    return close_to(expected, got, ulps=4, scale=1 + lam * penalty)


@check("kcr/upper-bound", place="Section 2 and Section 4", needs="kcr.relaxations", since="0.1")
@for_all(configuration=configurations(), examples=ALWAYS)
def relaxations_are_those_of_the_paper(
    target: Any, configuration: Configuration
) -> Iterator[Outcome]:
    """Errors, Eq. (4), Eq. (5), Eq. (8) with the hinge and Eq. (9), point by point."""
    D, y, h = configuration
    expected = definitions.relaxations(D.tolist(), y.tolist(), h)
    for want, got in zip(expected, steps(target, configuration), strict=True):
        yield close_to(np.array(want, dtype=float), got, **rounded(configuration))


@check(
    "kcr/upper-bound",
    place="Section 2 and Section 4; erratum C7",
    needs=("kcr.relaxations", "kcr.resubstitution_error", "kcr.resubstitution_bound"),
    since="0.1",
    diagnose=diagnoser("kcr.resubstitution_bound"),
)
def each_relaxation_dominates_the_one_before(target: Any, run: Any) -> Iterator[Outcome]:
    """On thousands of random configurations, most of them with ties and coincident points.

    The means are the resubstitution error and the bound that Eq. (9) minimizes.
    """
    for configuration in random_configurations(run.rng, TIMES * run.examples):
        D, y, h = configuration
        chain = steps(target, configuration)
        rises = np.array([above - below for below, above in pairwise(chain)])
        allowed = rounded(configuration)
        yield told_of(configuration, at_least(0.0, rises, **allowed))
        means = (target.kcr.resubstitution_error(D, y, h), target.kcr.resubstitution_bound(D, y, h))
        for step, mean in zip((chain[0], chain[-1]), means, strict=True):
            yield told_of(configuration, close_to(float(step.mean()), mean, **allowed))


def told_of(configuration: Configuration, outcome: Outcome) -> Outcome:
    """A failure that says of what it is one; of all outcomes that would be slow to write."""
    if outcome.passed:
        return outcome
    return replace(outcome, detail=f"{outcome.detail} for {configuration}")


@check(
    "kcr/eq-4",
    place="Section 2, Eq. (4); erratum C15",
    needs=("kcr.relaxations", "kcr.resubstitution_error"),
    since="0.1",
)
@for_all(configuration=configurations(), examples=ALWAYS)
def only_ties_part_the_rule_from_its_condition(
    target: Any, configuration: Configuration
) -> Iterator[Outcome]:
    """An error means max over l of the others' votes >= own votes; the converse fails at ties.

    So the mean of the condition is the error that counts every tie.
    """
    D, y, h = configuration
    errors, condition = steps(target, configuration)[:2]
    yield is_true((errors <= condition).all(), f"got {errors} and {condition}, should be below")
    expected = definitions.resubstitution_error(D.tolist(), y.tolist(), h, strict=True)
    yield close_to(expected, float(condition.mean()), atol=1e-14)
    strict = target.kcr.resubstitution_error(D, y, h, strict=True)
    yield close_to(expected, strict, atol=1e-14)


@check(
    "kcr/eq-5",
    place="Section 2, Eq. (5); footnote 7",
    needs="kcr.margin",
    since="0.1",
    diagnose=diagnoser("kcr.margin"),
)
@for_all(
    configuration=configurations(),
    chi=CHI,
    examples=[{**example, "chi": chi} for example in ALWAYS for chi in SMOOTHING],
)
def margin_leaves_the_own_point_out(
    target: Any, configuration: Configuration, chi: dict[str, Any]
) -> Outcome:
    """tau_i^- - tau_i^+: votes of all other classes, less those of the own one with j not i."""
    D, y, h = configuration
    expected = [float(v) for v in definitions.margin(D.tolist(), y.tolist(), h, **chi)]
    return close_to(expected, target.kcr.margin(D, y, h, **chi), atol=1e-13 * len(y))


@check("kcr/eq-5", place="Section 2, Eq. (5)", needs="kcr.errors_5", since="0.1")
@for_all(configuration=configurations(), chi=CHI, examples=EACH_CHI)
def errors_are_positive_margins(
    target: Any, configuration: Configuration, chi: dict[str, Any]
) -> Iterator[Outcome]:
    """psi_i is 1 where the own class has strictly fewer votes, its own point left out.

    Of other kernels than the naive one, points with margins below 1e-9 may be called either way.
    """
    D, y, h = configuration
    margins = definitions.margin(D.tolist(), y.tolist(), h, **chi)
    got = np.asarray(target.kcr.errors_5(D, y, h, **chi))
    shaped = got.shape == y.shape and got.dtype == bool
    yield is_true(shaped, f"got {got!r}, should be {len(y)} truth values")
    if shaped:
        expected = definitions.errors_5(D.tolist(), y.tolist(), h, **chi)
        sure = [k for k, m in enumerate(margins) if chi["kernel"] == "naive" or abs(m) > TIE]
        yield equal([expected[k] for k in sure], [bool(got[k]) for k in sure])


@check("kcr/eq-5", place="Section 2, Eq. (5)", needs="kcr.objective_5", since="0.1")
@PENALIZED
def errors_are_summed_and_not_averaged(
    target: Any, configuration: Configuration, chi: dict[str, Any], penalty: float, lam: float
) -> Iterator[Outcome]:
    """sum_i psi_i + lam Omega[phi], whose lam is n times that of Eq. (3)."""
    D, y, h = configuration
    margins = definitions.margin(D.tolist(), y.tolist(), h, **chi)
    got = target.kcr.objective_5(D, y, h, penalty, lam, **chi)
    yield from counted(margins, chi["kernel"], penalty, lam, got)


@check("kcr/eq-8", place="Section 4, Eq. (8); erratum C13", needs="kcr.objective_8", since="0.1")
@for_all(
    configuration=configurations(),
    chi=CHI,
    penalty=PENALTY,
    lam=WEIGHT,
    examples=[
        {**example, "chi": chi, "penalty": 2.5, "lam": 3.0}
        for example in ALWAYS
        for chi in SMOOTHING
    ],
)
def surrogates_are_those_that_are_named(
    target: Any, configuration: Configuration, chi: dict[str, Any], penalty: float, lam: float
) -> Iterator[Outcome]:
    """[1 + x]_+, log(1 + e^x) as printed, and the same to base 2, of each margin; plus lam Omega.

    To the base 2 it is above the number of points with a positive margin; as printed it is not.
    """
    D, y, h = configuration
    for surrogate in ("hinge", "logistic", "logistic-base-2"):
        options: dict[str, Any] = {"surrogate": surrogate, "penalty": penalty, "lam": lam}
        expected = definitions.objective_8(D.tolist(), y.tolist(), h, **chi, **options)
        got = target.kcr.objective_8(D, y, h, **chi, **options)
        yield close_to(expected, got, atol=1e-12 * (len(y) ** 2 + lam * penalty))


X = st.floats(-60, 60) | st.floats(0, 0.55) | st.integers(-3, 3).map(float)


@check("kcr/eq-8", place="Section 4; erratum C13", needs="kcr.logistic_bound", since="0.1")
@for_all(x=X, examples=[{"x": x} for x in (0.0, 0.01, 0.54, 1e4, -1e4, 5e-324, -40.0)])
def logistic_function_is_a_bound_to_base_two(target: Any, x: float) -> Iterator[Outcome]:
    """log_2(1 + e^x) to 60 digits, at least 1 where x > 0; to base e, as printed, it may be less.

    Neither overflows, nor is it lost in the 1 where e^x is small.
    """
    got = target.kcr.logistic_bound(np.array([x]))
    yield close_to([definitions.logistic_bound(x)], got, rtol=1e-14, atol=1e-300)
    yield at_least(float(x > 0) - 1e-15, np.asarray(got, dtype=float))
    printed = target.kcr.logistic_bound(np.array([x]), base=math.e)
    yield close_to([definitions.logistic_bound(x, math.e)], printed, rtol=1e-14, atol=1e-300)


@check("kcr/invariance", place="Section 4", needs=("kcr.relaxations", "kcr.margin"), since="0.1")
@for_all(
    configuration=configurations(),
    order=st.permutations(range(7)),
    examples=[{**example, "order": [6, 2, 0, 3, 5, 1, 4]} for example in ALWAYS],
)
def bounds_follow_the_points(
    target: Any, configuration: Configuration, order: list[int]
) -> Iterator[Outcome]:
    """Points in another order take their values along; what classes are called does not matter.

    That is true of all steps but the first, where a tie goes to the smallest label.
    """
    D, y, h = configuration
    chosen = [i for i in order if i < len(y)]
    first = steps(target, configuration)
    moved = steps(target, Configuration(D[np.ix_(chosen, chosen)], y[chosen], h))
    codes = np.unique(y, return_inverse=True)[1]
    renamed = steps(target, Configuration(D, -codes, h))
    for k, values in enumerate(first):
        yield close_to(values[chosen], moved[k], rtol=1e-12)
        if k:
            yield close_to(values, renamed[k], rtol=1e-12)
