"""Section 4, Eq. (9): objective, active sets and subgradient, against loops over pairs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, equal, largest
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.allocation import allocates_at_most
from gramcheck.verify.suite.kcr.problems import (
    OF_ALL_SIZES,
    STATES,
    Array,
    State,
    absolute_size,
    centered,
    exact_arguments,
    gaussian,
    labels,
    states,
)

EQ_9 = "Section 4.1, Eq. (9)"
ACTIVE = "Algorithm 1; errata C4 and C5"


@check("kcr/eq-9", place=EQ_9, needs="kcr.label_signs", since="0.1")
@for_all(y=st.integers(2, 6).flatmap(labels), examples=[{"y": np.array(["b", "a", "b"])}])
def signs_are_plus_one_within_a_class(target: Any, y: Array) -> Iterator[Outcome]:
    """tau_ij = 2 [Y_i = Y_j] - 1, with the diagonal."""
    n = len(y)
    expected = [[definitions.sign(y.tolist(), i, j) for j in range(n)] for i in range(n)]
    yield equal(np.array(expected), np.asarray(target.kcr.label_signs(y)))


@check("kcr/eq-9", place=f"{EQ_9}; erratum C5", needs="kcr.same_class_counts", since="0.1")
@for_all(y=st.integers(2, 6).flatmap(labels), examples=[{"y": np.array(["b", "a", "b"])}])
def counts_of_the_class_hold_the_own_point(target: Any, y: Array) -> Outcome:
    """n_i+ = #{j : tau_ij = 1}."""
    expected = np.array([(y == own).sum() for own in y])
    return equal(expected, np.asarray(target.kcr.same_class_counts(y)))


@check("kcr/eq-9", place=f"{EQ_9}; erratum C6", needs="kcr.objective", since="0.1")
@for_all(state=states(), examples=OF_ALL_SIZES)
def objective_is_its_definition(target: Any, state: State) -> Outcome:
    """Both hinges and the penalty, j = i among the terms, by loops over pairs, to 1e-10."""
    expected = float(definitions.objective(*exact_arguments(state)))
    return close_to(expected, target.kcr.objective(*state), rtol=1e-10, scale=absolute_size(state))


FAR = 1e5  # of the origin; the kernel values of points that differ by 1 agree in five digits


def far_state(rng: np.random.Generator) -> State:
    """A linear kernel of points far from the origin, at distances about 1 of one another."""
    points = FAR + rng.normal(size=6)
    c = points - points.mean()
    c /= points @ c
    return State(np.outer(c, c), 1.0, np.outer(points, points), np.array(list("ababca")), 0.5)


@check("kcr/eq-9", place=EQ_9, needs="kcr.objective", since="0.1")
def objective_keeps_its_digits_far_from_the_origin(target: Any, run: Any) -> Iterator[Outcome]:
    """To 1e-5, though rows of K are 1e5 times as long as their differences."""
    for _ in range(4):
        state = far_state(run.rng)
        expected = float(definitions.objective(*exact_arguments(state)))
        yield close_to(expected, target.kcr.objective(*state), rtol=1e-5)


@check("kcr/algorithm-1", place=ACTIVE, needs="kcr.subgradient", since="0.1")
def subgradient_keeps_its_digits_far_from_the_origin(target: Any, run: Any) -> Iterator[Outcome]:
    """To 1e-9 of its largest entry."""
    for _ in range(4):
        state = far_state(run.rng)._replace(lam=0.0)
        G, _ = definitions.subgradient(*exact_arguments(state))
        expected = np.array([[float(entry) for entry in row] for row in G])
        got = target.kcr.subgradient(*state)[0]
        yield close_to(expected, got, atol=1e-9 * largest(expected))


@check(
    "kcr/eq-9",
    place=EQ_9,
    needs="kcr.objective_from_distances",
    since="0.1",
    diagnose=diagnoser("kcr.objective_from_distances"),
)
@for_all(
    n=st.integers(2, 7),
    seed=strategies.seeds(),
    h2=st.sampled_from([0.5, 1.0, 4.0]),
    examples=[{"n": 4, "seed": 0, "h2": 1.0}],
)
def loss_needs_the_distances_only(target: Any, n: int, seed: int, h2: float) -> Outcome:
    """The same two hinges of any symmetric table of squared distances."""
    rng = np.random.default_rng(seed)
    d = rng.integers(0, 9, size=(n, n)) / 2
    d = np.triu(d, 1) + np.triu(d, 1).T
    y = rng.permutation(np.arange(n) % 2)
    expected = definitions.objective_from_distances(d.tolist(), h2, y.tolist())
    return close_to(expected, target.kcr.objective_from_distances(d, h2, y), rtol=1e-12)


@check("kcr/algorithm-1", place=ACTIVE, needs="kcr.active_sets", since="0.1")
@for_all(state=states(), examples=OF_ALL_SIZES)
def active_sets_are_those_of_algorithm_1(target: Any, state: State) -> Iterator[Outcome]:
    """A: rows with 2 + sum_j [..]_+ <= n_i+; B: pairs with 1 + tau d > tau h2; N: B less A.

    At kinks too: the one relation is weak, the other strict.
    """
    sets = definitions.active_sets(*exact_arguments(state)[:4])
    got = target.kcr.active_sets(*state[:4])
    for part, expected in zip(got, sets, strict=True):
        yield equal(np.array(expected), np.asarray(part))


@check("kcr/algorithm-1", place=f"{ACTIVE}, C16", needs="kcr.subgradient", since="0.1")
@for_all(state=states(), examples=OF_ALL_SIZES)
def subgradient_is_the_sum_over_active_pairs(target: Any, state: State) -> Iterator[Outcome]:
    """The sum over N of tau_ij M_ij, plus lam K, and minus that of tau_ij, by outer products."""
    G, g = definitions.subgradient(*exact_arguments(state))
    found = target.kcr.subgradient(*state)
    size = len(state.y) ** 2 * 4 * (1 + largest(state.K) ** 2) + state.lam
    yield close_to(np.array(G, dtype=float), found[0], atol=1e-10 * size)
    yield close_to(float(g), found[1], atol=1e-10)


@st.composite
def moves(draw: Any) -> tuple[State, Array, float]:
    """A state, and a direction in the set of the program."""
    state = draw(states(4))
    return state, draw(centered(len(state.y))), draw(st.sampled_from([-1.0, 0.0, 0.5]))


@check("kcr/algorithm-1", place="Section 4.1, footnote 10", needs="kcr.subgradient", since="0.1")
@for_all(
    move=moves(),
    examples=[{"move": (example["state"], example["state"].Sigma, 0.5)} for example in STATES],
)
def subgradient_lies_below_all_slopes(target: Any, move: tuple) -> Iterator[Outcome]:
    """<G, D> + g e is at most the slope of the objective along (D, e) and its opposite.

    The slope is that of the definition, exact, kinks included: any subgradient will do.
    """
    state, D, e = move
    found = target.kcr.subgradient(*state)
    if np.shape(found[0]) != np.shape(D):
        yield close_to(np.zeros_like(D), found[0], atol=0.0)
        return
    linear = float((np.asarray(found[0]) * D).sum() + float(found[1]) * e)
    size = absolute_size(state) * (1 + largest(D))
    for s in (1.0, -1.0):
        direction = ((s * D).tolist(), s * e)
        arguments = (*exact_arguments(state), direction)
        slope = float(definitions.directional_derivative(*arguments))
        yield at_most(slope, s * linear, ulps=64 * len(D), scale=size)


@check("kcr/invariance", place=EQ_9, needs=("kcr.objective", "kcr.subgradient"), since="0.1")
@for_all(
    state=states(),
    order=st.permutations(range(5)),
    power=st.sampled_from([-4, 3]),
    examples=[{**example, "order": [4, 2, 0, 1, 3], "power": 3} for example in STATES],
)
def objective_knows_no_order_and_no_names_and_scales(
    target: Any, state: State, order: list[int], power: int
) -> Iterator[Outcome]:
    """Permuted points; other labels; a K with Sigma / a^2 and lam a; K plus a constant."""
    Sigma, h2, K, y, lam = state
    value = float(target.kcr.objective(*state))
    G = np.asarray(target.kcr.subgradient(*state)[0])
    size = 1e-10 * absolute_size(state)
    chosen = np.array([i for i in order if i < len(y)])
    both = np.ix_(chosen, chosen)
    moved = State(Sigma[both], h2, K[both], y[chosen], lam)
    yield close_to(value, target.kcr.objective(*moved), atol=size)
    yield close_to(G[both], target.kcr.subgradient(*moved)[0], atol=size)
    codes = -3 * np.unique(y, return_inverse=True)[1]
    yield close_to(value, target.kcr.objective(Sigma, h2, K, codes, lam), atol=size)
    a = 2.0**power
    scaled = target.kcr.objective(Sigma / a**2, h2, a * K, y, a * lam)
    yield close_to(value, scaled, atol=size)
    yield close_to(value, target.kcr.objective(Sigma, h2, K + 2.0, y, lam), atol=size)


MATRICES, N = 40.0, 160  # of N^2 numbers; N^3 numbers are 160 matrices


@check(
    "kcr/complexity",
    place="Section 4.1; erratum C16",
    needs=("kcr.objective", "kcr.subgradient"),
    since="0.1",
)
def memory_is_that_of_matrices(target: Any, run: Any) -> Iterator[Outcome]:
    """At 160 points the most that is allocated is 40 matrices: no array of n^3 or n^4 numbers."""
    K, y = gaussian(run.rng.normal(size=(N, 3)), 0.5), np.arange(N) % 3
    Sigma = np.eye(N) - 1 / N
    for function in (target.kcr.objective, target.kcr.subgradient):
        yield allocates_at_most(MATRICES * 8 * N**2, partial(function, Sigma, 1.0, K, y, 0.5))


@check(
    "kcr/complexity",
    place="Section 4.1; erratum C16",
    needs=("kcr.solve_by_splitting", "kcr.gradient_projection"),
    since="0.1",
)
def solvers_hold_a_few_matrices(target: Any, run: Any) -> Iterator[Outcome]:
    """The same of three iterations of the splitting method and of Algorithm 1."""
    K, y = gaussian(run.rng.normal(size=(N, 3)), 0.5), np.arange(N) % 3
    for function in (target.kcr.solve_by_splitting, target.kcr.gradient_projection):
        call = partial(function, K, y, 0.5, tol=0.0, max_iterations=3)
        yield allocates_at_most(MATRICES * 8 * N**2, call)
