"""Sections 3.2.2 to 3.2.4: what multipliers say about pairs, nu and gamma."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    EXAMPLES,
    FREE_GAMMA,
    GAP,
    LEARN,
    Problem,
    floats,
    learn,
    longest,
    metric_problems,
    per_form,
    solution,
    speck,
)
from gramcheck.verify.suite.idealized.solutions import PROPOSITION_2, box

PROPOSITION_3 = "Section 3.2.4, Proposition 3"
GAMMA = "Section 3.2.3; erratum K6"
INTERIOR = 1e-4  # of the box: what counts as strictly inside


@check("idealized/proposition-2", place=PROPOSITION_2, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def multipliers_tell_how_pairs_are_met(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Free: exactly at gamma (D) or at d^2 (S); zero: beyond it; at the bound: at most that far."""
    for metric in per_form(target, problem):
        found = solution(metric, problem)
        a = found.after
        met_D = [t - s - Fraction(found.gamma) for s, t in zip(a.before_D, a.after_D, strict=True)]
        met_S = [s - t for s, t in zip(a.before_S, a.after_S, strict=True)]
        for met, alpha, bound in zip(
            (met_S, met_D), (found.alpha_S, found.alpha_D), box(problem), strict=True
        ):
            share = alpha / bound
            # a pair with a multiplier of a share s has missed by at most the gap over s boxes
            allowed = 1e-6 * longest(found) + speck(problem) + GAP * found.size / bound
            for m, s in zip(map(float, met), share.tolist(), strict=True):
                if s < 1 - INTERIOR:
                    yield at_least(-allowed, m)
                if s > INTERIOR:
                    yield at_most(allowed, m)


@check("idealized/proposition-2", place=PROPOSITION_2, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def support_and_error_pairs_are_named(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Support pairs: alpha above 1e-4 of the box; error pairs: above all but 1e-4 of it."""
    metric = learn(target, problem)
    pairs = metric.support_pairs()
    get = pairs.get if isinstance(pairs, dict) else lambda name: getattr(pairs, name)
    for name, alpha, bound in zip(
        "SD", (metric.alpha_S, metric.alpha_D), box(problem), strict=True
    ):
        share = np.asarray(alpha) / bound
        yield equal((share > INTERIOR).tolist(), np.asarray(get(f"support_{name}")).tolist())
        yield equal((share > 1 - INTERIOR).tolist(), np.asarray(get(f"error_{name}")).tolist())


@check("idealized/proposition-3", place=PROPOSITION_3, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def nu_lies_between_two_fractions(target: Any, problem: Problem) -> Iterator[Outcome]:
    """At most the fraction of support pairs in D; if gamma > 0, at least that of error pairs."""
    margin = 1e-6
    for metric in per_form(target, problem):
        found = solution(metric, problem)
        support, errors = definitions.proposition_3(found.alpha_D, box(problem)[1], margin)
        yield at_least(problem.nu - margin - GAP, float(support))
        if found.gamma > 1e-6 * longest(found) + speck(
            problem
        ):  # then (20) makes (15) an equation, up to the gap
            excess = GAP * found.size / (problem.C_D * found.gamma)
            yield at_most((problem.nu + excess) / (1 - margin), float(errors))


@check(
    "idealized/gamma-value",
    place=GAMMA,
    needs=LEARN,
    since="0.1",
    diagnose=diagnoser("idealized.learn_metric"),
)
@for_all(problem=metric_problems(), examples=EXAMPLES)
def gamma_is_a_multiplier_and_an_average(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Gamma minimizes the primal; the average over free pairs, where there are any, is the same.

    Free: alpha inside by 1e-4 of the box. Where no pair is free, the average is NaN.
    """
    for metric in per_form(target, problem):
        found = solution(metric, problem)
        allowed = 1e-6 * longest(found) + speck(problem)
        cost = [
            float(definitions.primal_objective(0, gamma, [0], xi, 0, problem.C_D, problem.nu))
            for gamma in (
                Fraction(found.gamma),
                definitions.best_gammas(found.after, problem.nu)[0],
            )
            for xi in [definitions.slacks(found.after, gamma)[1]]
        ]
        yield at_most(cost[1] + GAP * found.size, cost[0])
        share = found.alpha_D / box(problem)[1]
        free = (share > INTERIOR) & (share < 1 - INTERIOR)
        gains = floats([found.after.after_D])[0] - floats([found.after.before_D])[0]
        if not free.any():
            yield is_true(
                np.isnan(metric.gamma_average),
                f"got gamma_average={metric.gamma_average!r}, should be NaN: no pair is free",
            )
            continue
        scale = longest(found) + speck(problem)
        yield close_to(gains[free].mean(), metric.gamma_average, rtol=1e-9, scale=scale)
        yield close_to(found.gamma, metric.gamma_average, atol=allowed)


@check("idealized/gamma-value", place=GAMMA, needs=LEARN, since="0.1")
def gamma_without_free_pairs(target: Any, run: Any) -> Iterator[Outcome]:
    """Dissimilar pairs of lengths 1 and 2 on a line: alpha = (2, 0), any gamma in [1, 4] is right.

    The average as printed has nothing to average.
    """
    metric = learn(target, FREE_GAMMA)
    yield close_to([2.0, 0.0], metric.alpha_D, atol=1e-6)
    yield close_to([[2.0]], metric.matrix, atol=1e-6)
    yield at_least(1 - 1e-6, metric.gamma)
    yield at_most(4 + 1e-6, metric.gamma)
    yield is_true(np.isnan(metric.gamma_average), f"got {metric.gamma_average!r}, should be NaN")
