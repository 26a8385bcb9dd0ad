"""Sections 2 and 4: the chain of bounds, from the resubstitution error to both hinges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import at_least, close_to, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.kcr.problems import (
    ALWAYS,
    SMOOTHING,
    Array,
    Configuration,
    configurations,
    random_configurations,
)

STEPS = ("errors", "max_form", "sum_form", "outer_hinge", "double_hinge")
TIMES = 20  # thousands of configurations in a run of the usual size


def steps(target: Any, configuration: Configuration) -> list[Array]:
    """The relaxations, by name."""
    found = target.kcr.relaxations(*configuration)
    return [np.asarray(getattr(found, step), dtype=float) for step in STEPS]


@check("kcr/upper-bound", place="Section 2 and Section 4", needs="kcr.relaxations", since="0.1")
@for_all(configuration=configurations(), examples=ALWAYS)
def relaxations_are_those_of_the_paper(
    target: Any, configuration: Configuration
) -> Iterator[Outcome]:
    """Errors, Eq. (4), Eq. (5), Eq. (8) with the hinge and Eq. (9), point by point."""
    D, y, h = configuration
    expected = definitions.relaxations(D.tolist(), y.tolist(), h)
    scale = 2 + len(y) * (1 + float((D**2).max()) + h**2)
    for want, got in zip(expected, steps(target, configuration), strict=True):
        yield close_to(np.array(want, dtype=float), got, atol=1e-12, scale=scale)


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
        least = [float((above - below).min()) for below, above in pairwise(chain)]
        means = [
            float(target.kcr.resubstitution_error(D, y, h)) - chain[0].mean(),
            float(target.kcr.resubstitution_bound(D, y, h)) - chain[-1].mean(),
        ]
        right = min(least) >= -1e-9 and np.abs(means).max() <= 1e-12 * (1 + chain[-1].max())
        wrong = f" for {configuration}" if not right else ""  # slow to write
        yield is_true(
            right,
            f"got rises of {least} from step to step, means off by {means}, should be at least 0, "
            f"and 0{wrong}",
        )


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
    chi=st.sampled_from(SMOOTHING),
    examples=[{**example, "chi": chi} for example in ALWAYS for chi in SMOOTHING],
)
def margin_leaves_the_own_point_out(
    target: Any, configuration: Configuration, chi: dict[str, Any]
) -> Outcome:
    """tau_i^- - tau_i^+: votes of all other classes, less those of the own one with j not i."""
    D, y, h = configuration
    expected = [float(v) for v in definitions.margin(D.tolist(), y.tolist(), h, **chi)]
    return close_to(expected, target.kcr.margin(D, y, h, **chi), atol=1e-13 * len(y))


@check(
    "kcr/eq-8",
    place="Section 4, Eq. (8)",
    needs="kcr.objective_8",
    since="0.1",
)
@for_all(
    configuration=configurations(),
    chi=st.sampled_from(SMOOTHING),
    examples=[{**example, "chi": chi} for example in ALWAYS for chi in SMOOTHING],
)
def outer_hinge_is_that_of_the_margin(
    target: Any, configuration: Configuration, chi: dict[str, Any]
) -> Iterator[Outcome]:
    """sum_i [1 + margin_i]_+ for every kernel; with the logistic function, printed and corrected.

    To the base 2 it is above the number of points with a positive margin; as printed it is not.
    """
    D, y, h = configuration
    expected = definitions.objective_8(D.tolist(), y.tolist(), h, **chi)
    got = target.kcr.objective_8(D, y, h, surrogate="hinge", **chi)
    yield close_to(expected, got, atol=1e-12 * len(y) ** 2)
    margins = definitions.margin(D.tolist(), y.tolist(), h, **chi)
    for surrogate, base in (("logistic", math.e), ("logistic-base-2", 2)):
        logistic = sum(definitions.logistic_bound(value, base) for value in margins)
        got = target.kcr.objective_8(D, y, h, surrogate=surrogate, **chi)
        yield close_to(logistic, got, atol=1e-12 * len(y) ** 2)


X = st.floats(-60, 60) | st.floats(0, 0.55) | st.integers(-3, 3).map(float)


@check(
    "kcr/eq-8",
    place="Section 4; erratum C13",
    needs="kcr.logistic_bound",
    since="0.1",
)
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
