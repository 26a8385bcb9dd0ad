"""Sections 3.2.2 to 3.2.4: KKT conditions (17)-(22), Propositions 2 and 3, the value of gamma."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.precision import loosened
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    DIAGNOSE,
    EXAMPLES,
    FREE_GAMMA,
    GAP,
    INDEFINITE,
    LEARN,
    WITH_METRIC,
    Problem,
    box,
    learn,
    longest,
    metric_problems,
    per_form,
    problems_with_a_metric,
    solution,
    speck,
)
from gramcheck.verify.suite.idealized.states import State, at_any_numbers

PROPOSITION_2 = "Section 3.2.2, Proposition 2"
PROPOSITION_3 = "Section 3.2.4, Proposition 3"
GAMMA = "Section 3.2.3; erratum K6"
DEARER = INDEFINITE._replace(C_S=1e6, C_D=8e5)
INTERIOR = 1e-4  # of the box: what counts as strictly inside


def conditions_of(target: Any, state: State, *names: str) -> Iterator[Outcome]:
    """These left sides, at any numbers, against their definition."""
    X, S, D, *_ = state.problem
    expected = definitions.kkt_conditions(X, S, D, *state.numbers, M=state.M)
    got = target.idealized.kkt_conditions(*state.points, *state.numbers, M=state.M)
    largest = max(float(each.max()) for each in (*state.alphas, *state.etas)) + state.mu + 1
    for name in names:
        want = np.array(getattr(expected, name), dtype=float)
        yield close_to(want, getattr(got, name), ulps=60, scale=largest * state.length)


@at_any_numbers(17, f"{PROPOSITION_2}, Eq. (17)", "kkt_conditions")
def left_side_of_17_is_alpha_times_constraint_8(target: Any, state: State) -> Iterator[Outcome]:
    """On S, alpha (d^2 - dt^2 + xi), at any numbers."""
    yield from conditions_of(target, state, "eq_17")


@at_any_numbers(18, f"{PROPOSITION_2}, Eq. (18)", "kkt_conditions")
def left_side_of_18_is_alpha_times_constraint_9(target: Any, state: State) -> Iterator[Outcome]:
    """On D, alpha (dt^2 - d^2 - gamma + xi), at any numbers."""
    yield from conditions_of(target, state, "eq_18")


@at_any_numbers(19, f"{PROPOSITION_2}, Eq. (19)", "kkt_conditions")
def left_side_of_19_is_eta_times_slack(target: Any, state: State) -> Iterator[Outcome]:
    """Eta xi, on S and on D, at any numbers."""
    yield from conditions_of(target, state, "eq_19_S", "eq_19_D")


@at_any_numbers(20, f"{PROPOSITION_2}, Eq. (20)", "kkt_conditions")
def left_side_of_20_is_mu_times_gamma(target: Any, state: State) -> Iterator[Outcome]:
    """Mu gamma, at any numbers."""
    yield from conditions_of(target, state, "eq_20")


@at_any_numbers(21, f"{PROPOSITION_2}, Eq. (21)", "kkt_conditions")
def left_side_of_21_is_constraint_9(target: Any, state: State) -> Iterator[Outcome]:
    """On D, dt^2 - d^2 - gamma + xi, at any numbers."""
    yield from conditions_of(target, state, "eq_21")


@at_any_numbers(22, f"{PROPOSITION_2}, Eq. (22)", "kkt_conditions")
def left_side_of_22_is_constraint_8(target: Any, state: State) -> Iterator[Outcome]:
    """On S, d^2 - dt^2 + xi, at any numbers."""
    yield from conditions_of(target, state, "eq_22")


@check("idealized/eq-17", place=f"{PROPOSITION_2}, Eqs. (17)-(20)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def complementarity_holds(target: Any, case: Any) -> Iterator[Outcome]:
    """All of (8), (9), (15)-(20) with the slacks, gamma and multipliers that are returned."""
    problem, M = case
    _, _, _, C_S, C_D, nu = problem
    for metric in per_form(target, problem, M):
        found = solution(metric, problem, M)
        alphas, slacks = (metric.alpha_S, metric.alpha_D), (metric.slack_S, metric.slack_D)
        residuals = definitions.conditions(
            found.after, *alphas, metric.gamma, *slacks, C_S, C_D, nu
        )
        lengths, boxes = longest(found) + speck(problem), max(C_S, C_D)
        units = dict.fromkeys(("eq_8", "eq_9", "signs"), lengths)
        units |= dict.fromkeys(("eq_15", "eq_16"), boxes)
        for name, residual in residuals._asdict().items():
            size = float(residual) / units.get(name, found.size)
            detail = f"got a residual of {size!r} in {name} ({metric.psd}), should be 0"
            allowed = loosened(GAP)
            yield Outcome(size, allowed, size / allowed, detail)


@check("idealized/proposition-2", place=PROPOSITION_2, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), examples=EXAMPLES)
def multipliers_tell_how_pairs_are_met(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Free: exactly at gamma (D) or at d^2 (S); zero: beyond it; at the bound: at most that far."""
    for metric in per_form(target, problem):
        found = solution(metric, problem)
        alphas = found.alpha_S, found.alpha_D
        margins = definitions.margins(found.after, found.gamma)
        for met, alpha, bound in zip(margins, alphas, box(problem), strict=True):
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
@for_all(problem=metric_problems(), examples=[*EXAMPLES, {"problem": DEARER}])
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
    diagnose=DIAGNOSE,
)
@for_all(problem=metric_problems(), examples=EXAMPLES)
def gamma_is_a_multiplier_and_an_average(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Gamma minimizes the primal; the average over free pairs, where there are any, is the same.

    Free: alpha inside by 1e-4 of the box. Where no pair is free, the average is NaN.
    """
    *_, C_D, nu = problem
    for metric in per_form(target, problem):
        found = solution(metric, problem)
        allowed = 1e-6 * longest(found) + speck(problem)
        got, best = (
            float(definitions.losses(gamma, *definitions.slacks(found.after, gamma), 0, C_D, nu))
            for gamma in (found.gamma, definitions.best_gammas(found.after, nu)[0])
        )
        yield at_most(best + GAP * found.size, got)
        share = found.alpha_D / box(problem)[1]
        free = (share > INTERIOR) & (share < 1 - INTERIOR)
        gains = np.array(definitions.margins(found.after, 0)[1], dtype=float)
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
