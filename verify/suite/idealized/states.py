"""Any numbers for the variables and multipliers of Section 3.2.1, and the size of its terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import (
    DUPLICATES,
    FREE_GAMMA,
    INDEFINITE,
    Array,
    Problem,
    matrices_of_first_metrics,
    metric_problems,
)


class State(NamedTuple):
    """A problem and any numbers for its variables and multipliers: nothing here is optimal."""

    problem: Problem
    M: Array | None
    metric: Array  # symmetric, mostly indefinite
    gamma: float
    slacks: tuple[Any, Any]  # of S and of D, as all that follow
    alphas: tuple[Any, Any]
    etas: tuple[Any, Any]
    mu: float

    @property
    def points(self) -> tuple[Any, Any, Any]:
        """X, S and D, as arrays."""
        return self.problem.X, np.array(self.problem.S), np.array(self.problem.D)

    @property
    def numbers(self) -> tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any]:
        """Everything between the points and the constants, in the order of Eq. (10)."""
        return self.metric, self.gamma, *self.slacks, *self.alphas, *self.etas, self.mu

    @property
    def length(self) -> float:
        """What terms of a squared distance sum up to, coordinates before they are subtracted."""
        reach = 2 * np.abs(self.problem.X).max(axis=0)
        M = np.eye(len(reach)) if self.M is None else np.abs(self.M)
        xi = max(float(each.max()) for each in self.slacks)
        return float(reach @ (np.abs(self.metric) + M) @ reach) + self.gamma + xi


def state_of(problem: Problem, M: Array | None, seed: int) -> State:
    """Numbers of the size of the problem's."""
    rng = np.random.default_rng(seed)
    p, sizes = problem.X.shape[1], (len(problem.S), len(problem.D))
    root = rng.normal(size=(p, p))

    def positive() -> tuple[Array, Array]:
        first, second = (rng.uniform(0, 2, size) * (rng.random(size) < 0.8) for size in sizes)
        return first, second

    gamma, mu = rng.uniform(0, 3, 2).tolist()
    return State(problem, M, root + root.T, gamma, positive(), positive(), positive(), mu)


@st.composite
def states(draw: Any) -> State:
    """A drawn problem, and numbers that a seed gives."""
    problem = draw(metric_problems())
    M = draw(matrices_of_first_metrics(problem.X.shape[1]))
    return state_of(problem, M, draw(strategies.seeds()))


STATES = [
    {"state": state_of(problem, M, seed)}
    for seed, (problem, M) in enumerate(
        [(INDEFINITE, None), (DUPLICATES, np.array([[2.0, 1.0], [1.0, 1.0]])), (FREE_GAMMA, None)]
    )
]


def both(expected: Any, got: Any, ulps: float, scale: float) -> Iterator[Outcome]:
    """What is expected of S and of D, each to so many roundings of the same scale."""
    for want, found in zip(expected, got, strict=True):
        yield close_to([float(v) for v in want], found, ulps=ulps, scale=scale)


def lagrangian_terms(state: State) -> float:
    """What the terms of Eq. (10) sum up to in absolute value."""
    C_S, C_D = state.problem[3:5]
    multipliers = sum(float(each.sum()) for each in (*state.alphas, *state.etas))
    norm = float((state.metric**2).sum())
    return norm + (C_S + C_D + multipliers + state.mu) * 2 * state.length


def at_any_numbers(equation: int, place: str, *functions: str) -> Any:
    """Register a check of the functions of a statement at drawn numbers, none of them optimal."""
    needs = tuple(f"idealized.{name}" for name in functions)
    register = check(f"idealized/eq-{equation}", place=place, needs=needs, since="0.1")
    draw = for_all(state=states(), examples=STATES)
    return lambda function: register(draw(function))
