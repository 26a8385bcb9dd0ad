"""Section 3.2.2, Eqs. (17)-(22): left sides of the KKT conditions, and where they vanish."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_most, close_to
from gramcheck.verify.definitions.idealized import statements
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    GAP,
    LEARN,
    per_form,
    solution,
)
from gramcheck.verify.suite.idealized.solutions import (
    PROPOSITION_2,
    problems_with_a_metric,
)
from gramcheck.verify.suite.idealized.statements import CASES, STATES, State, states


def conditions_of(target: Any, state: State, *names: str) -> Iterator[Outcome]:
    """These left sides, at any numbers, against their definition."""
    X, S, D, *_ = state.problem
    expected = statements.kkt_conditions(X, S, D, *state.numbers, M=state.M)
    got = target.idealized.kkt_conditions(*state.points, *state.numbers, M=state.M)
    largest = max(float(each.max()) for each in (*state.alphas, *state.etas)) + state.mu + 1
    for name in names:
        want = np.array(getattr(expected, name), dtype=float)
        yield close_to(want, getattr(got, name), ulps=60, scale=largest * state.length)


def kkt_check(equation: int) -> Any:
    """The registration that the checks of (17)-(22) share."""
    return check(
        f"idealized/eq-{equation}",
        place=f"{PROPOSITION_2}, Eq. ({equation})",
        needs="idealized.kkt_conditions",
        since="0.1",
    )


@kkt_check(17)
@for_all(state=states(), examples=STATES)
def left_side_of_17_is_alpha_times_constraint_8(target: Any, state: State) -> Iterator[Outcome]:
    """On S, alpha (d^2 - dt^2 + xi), at any numbers."""
    yield from conditions_of(target, state, "eq_17")


@kkt_check(18)
@for_all(state=states(), examples=STATES)
def left_side_of_18_is_alpha_times_constraint_9(target: Any, state: State) -> Iterator[Outcome]:
    """On D, alpha (dt^2 - d^2 - gamma + xi), at any numbers."""
    yield from conditions_of(target, state, "eq_18")


@kkt_check(19)
@for_all(state=states(), examples=STATES)
def left_side_of_19_is_eta_times_slack(target: Any, state: State) -> Iterator[Outcome]:
    """Eta xi, on S and on D, at any numbers."""
    yield from conditions_of(target, state, "eq_19_S", "eq_19_D")


@kkt_check(20)
@for_all(state=states(), examples=STATES)
def left_side_of_20_is_mu_times_gamma(target: Any, state: State) -> Iterator[Outcome]:
    """Mu gamma, at any numbers."""
    yield from conditions_of(target, state, "eq_20")


@kkt_check(21)
@for_all(state=states(), examples=STATES)
def left_side_of_21_is_constraint_9(target: Any, state: State) -> Iterator[Outcome]:
    """On D, dt^2 - d^2 - gamma + xi, at any numbers."""
    yield from conditions_of(target, state, "eq_21")


@kkt_check(22)
@for_all(state=states(), examples=STATES)
def left_side_of_22_is_constraint_8(target: Any, state: State) -> Iterator[Outcome]:
    """On S, d^2 - dt^2 + xi, at any numbers."""
    yield from conditions_of(target, state, "eq_22")


@check(
    "idealized/eq-17",
    place=f"{PROPOSITION_2}, Eqs. (17)-(20)",
    needs=(LEARN, "idealized.kkt_conditions", "idealized.smallest_slacks"),
    since="0.1",
)
@for_all(case=problems_with_a_metric(), examples=CASES)
def conditions_vanish_at_what_is_learned(target: Any, case: Any) -> Iterator[Outcome]:
    """(17)-(20) with the least slacks of the learned matrix, and its own multipliers, eta and mu.

    Each product is a part of the duality gap, 1e-7 of the value.
    """
    problem, M = case
    points = problem.X, np.array(problem.S), np.array(problem.D)
    for metric in per_form(target, problem, M):
        found = solution(metric, problem, M)
        xi = target.idealized.smallest_slacks(*points, metric.matrix, metric.gamma, M=M)
        alphas, etas = (metric.alpha_S, metric.alpha_D), (metric.eta_S, metric.eta_D)
        left = target.idealized.kkt_conditions(
            *points, metric.matrix, metric.gamma, *xi, *alphas, *etas, metric.mu, M=M
        )
        for name in ("eq_17", "eq_18", "eq_19_S", "eq_19_D", "eq_20"):
            yield at_most(GAP * found.size, np.abs(np.asarray(getattr(left, name), dtype=float)))
