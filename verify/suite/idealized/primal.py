"""Sections 3.2 and 3.2.1: margins (6) and (7), the primal with (8) and (9), its Lagrangian (10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, close_to, equal
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    LEARN,
    WITH_METRIC,
    floats,
    longest,
    per_form,
    problems_with_a_metric,
    solution,
    speck,
)
from gramcheck.verify.suite.idealized.states import State, at_any_numbers, both, lagrangian_terms


@check(
    "idealized/eq-6",
    place="Section 3.2, Eq. (6)",
    needs="idealized.margins_from_labels",
    since="0.1",
)
@for_all(
    y=st.lists(st.sampled_from("abc"), min_size=2, max_size=6),
    gamma=st.sampled_from([0.0, 0.5, 3.0, -1.5]),
    seed=strategies.seeds(),
    examples=[{"y": ["b", "a", "b"], "gamma": gamma, "seed": 0} for gamma in (0.5, -1.5)],
)
def classes_decide_which_way_a_distance_should_move(
    target: Any, y: list[str], gamma: float, seed: int
) -> Outcome:
    """d^2 - dt^2 within a class, dt^2 - d^2 - gamma between classes; exact, for sums of halves."""
    rng = np.random.default_rng(seed)
    squared, original = (np.triu(rng.integers(0, 9, (len(y),) * 2), 1) / 2 for _ in range(2))
    squared, original = squared + squared.T, original + original.T
    expected = definitions.margins_from_labels(squared.tolist(), original.tolist(), y, gamma)
    got = target.idealized.margins_from_labels(squared, original, np.array(y), gamma)
    return equal(floats(expected), np.asarray(got))


@at_any_numbers(7, "Section 3.2, Eq. (7)", "pair_margins")
def margins_of_pairs_are_differences_of_distances(target: Any, state: State) -> Iterator[Outcome]:
    """d^2 - dt^2 on S, dt^2 - d^2 - gamma on D, of any symmetric matrix and any M."""
    X, S, D, *_ = state.problem
    expected = definitions.pair_margins(X, S, D, state.metric, state.gamma, state.M)
    got = target.idealized.pair_margins(*state.points, state.metric, state.gamma, M=state.M)
    yield from both(expected, got, 30, state.length)


@at_any_numbers(8, "Section 3.2.1, Eqs. (8) and (9)", "smallest_slacks")
def least_slacks_meet_the_constraints(target: Any, state: State) -> Iterator[Outcome]:
    """max(0, dt^2 - d^2) on S, max(0, gamma - dt^2 + d^2) on D; never below 0."""
    X, S, D, *_ = state.problem
    expected = definitions.smallest_slacks(X, S, D, state.metric, state.gamma, state.M)
    got = target.idealized.smallest_slacks(*state.points, state.metric, state.gamma, M=state.M)
    yield from both(expected, got, 30, state.length)
    for each in got:
        yield at_least(0.0, each)


@at_any_numbers(8, "Section 3.2.1, the primal", "primal_objective")
def primal_is_half_a_squared_norm_and_mean_slacks(target: Any, state: State) -> Outcome:
    """|AA'|^2 / 2 + C_S mean_S xi + C_D (mean_D xi - nu gamma), in the Frobenius norm."""
    constants = state.problem[3:]
    given = state.metric, state.gamma, *state.slacks, *constants
    terms = float((state.metric**2).sum()) + sum(constants[:2]) * state.length
    got = target.idealized.primal_objective(*given)
    return close_to(float(definitions.primal_objective(*given)), got, ulps=30, scale=terms)


@at_any_numbers(10, "Section 3.2.1, Eq. (10)", "lagrangian")
def lagrangian_is_its_sum(target: Any, state: State) -> Iterator[Outcome]:
    """The primal less alpha, eta and mu times what they are multipliers of, term by term.

    It is also for slacks below 0, which cost eta times as much.
    """
    X, S, D, C_S, C_D, nu = state.problem
    constants, negative = (C_S, C_D, nu), tuple(-xi for xi in state.slacks)
    for numbers in (state.numbers, state._replace(slacks=negative).numbers):
        expected = definitions.lagrangian(X, S, D, *numbers, *constants, M=state.M)
        got = target.idealized.lagrangian(*state.points, *numbers, *constants, M=state.M)
        yield close_to(float(expected), got, ulps=100, scale=lagrangian_terms(state))


@check("idealized/eq-8", place="Section 3.2.1, Eqs. (8) and (9)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=WITH_METRIC)
def slacks_are_what_is_missing(target: Any, case: Any) -> Iterator[Outcome]:
    """The smallest xi >= 0 with d^2 >= dt^2 - xi on S and dt^2 - d^2 >= gamma - xi on D."""
    problem, M = case
    for metric in per_form(target, problem, M):
        found = solution(metric, problem, M)
        expected = definitions.slacks(found.after, found.gamma)
        for want, got in zip(expected, (metric.slack_S, metric.slack_D), strict=True):
            scale = longest(found) + speck(problem)
            yield close_to([float(v) for v in want], got, rtol=1e-9, scale=scale)
