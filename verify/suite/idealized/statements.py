"""Sections 3.2 and 3.2.1: margins, the primal, its Lagrangian (10), and multipliers (11)-(13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, close_to
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.definitions.idealized import statements
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.idealized.problems import (
    DUPLICATES,
    FREE_GAMMA,
    GAP,
    INDEFINITE,
    LEARN,
    Array,
    Problem,
    floats,
    learn,
    matrix_speck,
    metric_problems,
    per_form,
)
from gramcheck.verify.suite.idealized.solutions import (
    WITH_METRIC,
    box,
    matrices_of_first_metrics,
    problems_with_a_metric,
)

SECTION = "Section 3.2.1"


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

CASES: list[Any] = [*WITH_METRIC]


def both(expected: Any, got: Any, ulps: float, scale: float) -> Iterator[Outcome]:
    """What is expected of S and of D, each to so many roundings of the same scale."""
    for want, found in zip(expected, got, strict=True):
        yield close_to([float(v) for v in want], found, ulps=ulps, scale=scale)


# margins ----------------------------------------------------------------------------------------


@check(
    "idealized/eq-6",
    place="Section 3.2, Eq. (6)",
    needs="idealized.margins_from_labels",
    since="0.1",
)
@for_all(
    y=st.lists(st.sampled_from("abc"), min_size=2, max_size=6),
    gamma=st.sampled_from([0.0, 0.5, 3.0]),
    seed=strategies.seeds(),
    examples=[{"y": ["b", "a", "b"], "gamma": 0.5, "seed": 0}],
)
def classes_decide_which_way_a_distance_should_move(
    target: Any, y: list[str], gamma: float, seed: int
) -> Outcome:
    """d^2 - dt^2 within a class, dt^2 - d^2 - gamma between classes; exact, for sums of halves."""
    rng = np.random.default_rng(seed)
    squared, original = (np.triu(rng.integers(0, 9, (len(y),) * 2), 1) / 2 for _ in range(2))
    squared, original = squared + squared.T, original + original.T
    expected = statements.margins_from_labels(squared.tolist(), original.tolist(), y, gamma)
    got = target.idealized.margins_from_labels(squared, original, np.array(y), gamma)
    return close_to(floats(expected), got, atol=0.0)


@check(
    "idealized/eq-7",
    place="Section 3.2, Eq. (7)",
    needs="idealized.pair_margins",
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def margins_of_pairs_are_differences_of_distances(target: Any, state: State) -> Iterator[Outcome]:
    """d^2 - dt^2 on S, dt^2 - d^2 - gamma on D, of any symmetric matrix and any M."""
    X, S, D, *_ = state.problem
    expected = statements.pair_margins(X, S, D, state.metric, state.gamma, state.M)
    got = target.idealized.pair_margins(*state.points, state.metric, state.gamma, M=state.M)
    yield from both(expected, got, 30, state.length)


@check(
    "idealized/eq-7",
    place="Section 3.2, Eqs. (6) and (7)",
    needs=(
        "idealized.pair_margins",
        "idealized.margins_from_labels",
        "idealized.pairs_from_labels",
    ),
    since="0.1",
)
@for_all(seed=strategies.seeds(), examples=[{"seed": 0}])
def labels_and_their_pairs_give_the_same_margins(target: Any, seed: int) -> Iterator[Outcome]:
    """Eq. (7) on the pairs that labels make is Eq. (6), entry by entry."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (6, 2)).astype(float), np.array([0, 1, 0, 2, 1, 0])
    root = rng.integers(-2, 3, (2, 2)).astype(float)
    metric, gamma = root @ root.T, 1.5
    z = X[:, None] - X[None]
    squared, original = (np.einsum("ija,ab,ijb->ij", z, A, z) for A in (metric, np.eye(2)))
    table = np.asarray(target.idealized.margins_from_labels(squared, original, y, gamma))
    pairs = [np.asarray(each) for each in target.idealized.pairs_from_labels(y)]
    for some, got in zip(
        pairs, target.idealized.pair_margins(X, *pairs, metric, gamma), strict=True
    ):
        yield agree(table[some[:, 0], some[:, 1]], got, ulps=30, scale=float(squared.max()) + 100)


# the primal and its Lagrangian ------------------------------------------------------------------


@check(
    "idealized/eq-8",
    place=f"{SECTION}, Eqs. (8) and (9)",
    needs="idealized.smallest_slacks",
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def least_slacks_meet_the_constraints(target: Any, state: State) -> Iterator[Outcome]:
    """max(0, dt^2 - d^2) on S, max(0, gamma - dt^2 + d^2) on D; never below 0."""
    X, S, D, *_ = state.problem
    expected = statements.smallest_slacks(X, S, D, state.metric, state.gamma, state.M)
    got = target.idealized.smallest_slacks(*state.points, state.metric, state.gamma, M=state.M)
    yield from both(expected, got, 30, state.length)
    for each in got:
        yield at_least(0.0, each)


@check(
    "idealized/eq-8",
    place=f"{SECTION}, the primal",
    needs="idealized.primal_objective",
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def primal_is_half_a_squared_norm_and_mean_slacks(target: Any, state: State) -> Outcome:
    """|AA'|^2 / 2 + C_S mean_S xi + C_D (mean_D xi - nu gamma), in the Frobenius norm."""
    constants = state.problem[3:]
    given = state.metric, state.gamma, *state.slacks, *constants
    terms = float((state.metric**2).sum()) + sum(constants[:2]) * state.length
    got = target.idealized.primal_objective(*given)
    return close_to(float(statements.primal_objective(*given)), got, ulps=30, scale=terms)


def lagrangian_terms(state: State) -> float:
    """What the terms of Eq. (10) sum up to in absolute value."""
    C_S, C_D = state.problem[3:5]
    multipliers = sum(float(each.sum()) for each in (*state.alphas, *state.etas))
    norm = float((state.metric**2).sum())
    return norm + (C_S + C_D + multipliers + state.mu) * 2 * state.length


@check(
    "idealized/eq-10",
    place=f"{SECTION}, Eq. (10)",
    needs="idealized.lagrangian",
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def lagrangian_is_its_sum(target: Any, state: State) -> Outcome:
    """The primal less alpha, eta and mu times what they are multipliers of, term by term."""
    X, S, D, C_S, C_D, nu = state.problem
    constants = C_S, C_D, nu
    expected = statements.lagrangian(X, S, D, *state.numbers, *constants, M=state.M)
    got = target.idealized.lagrangian(*state.points, *state.numbers, *constants, M=state.M)
    return close_to(float(expected), got, ulps=100, scale=lagrangian_terms(state))


@check(
    "idealized/eq-10",
    place=f"{SECTION}, from Eq. (10) to Eq. (14)",
    needs=(
        "idealized.lagrangian",
        "idealized.metric_from_multipliers",
        "idealized.mu_from_multipliers",
        "idealized.eta_from_multipliers",
    ),
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def lagrangian_becomes_the_dual(target: Any, state: State) -> Outcome:
    """With (11)-(13) put into it, Eq. (10) is Eq. (14), whatever gamma and the slacks are.

    Each alpha is between nu times its box and the box, so that eta and mu are positive.
    """
    X, S, D, C_S, C_D, nu = state.problem
    M = None if state.M is None else state.M.tolist()
    of = target.idealized
    alpha_S, alpha_D = (
        bound * (nu + (1 - nu) * (0.1 + 0.4 * alpha))
        for bound, alpha in zip(box(state.problem), state.alphas, strict=True)
    )
    state = state._replace(alphas=(alpha_S, alpha_D))
    matrix = np.asarray(of.metric_from_multipliers(*state.points, *state.alphas))
    etas = of.eta_from_multipliers(*state.alphas, C_S, C_D)
    mu = of.mu_from_multipliers(state.alphas[1], C_D, nu)
    at = state._replace(
        metric=matrix, etas=(np.asarray(etas[0]), np.asarray(etas[1])), mu=float(mu)
    )
    expected = definitions.dual_objective(*state.alphas, X.tolist(), S, D, M)
    got = of.lagrangian(*at.points, *at.numbers, C_S, C_D, nu, M=state.M)
    terms = lagrangian_terms(
        at._replace(etas=(np.abs(at.etas[0]), np.abs(at.etas[1])), mu=abs(at.mu))
    )
    return close_to(float(expected), got, ulps=300, scale=terms)


# its multipliers --------------------------------------------------------------------------------


@check(
    "idealized/eq-11",
    place=f"{SECTION}, Eq. (11)",
    needs="idealized.metric_from_multipliers",
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def any_multipliers_make_a_matrix(target: Any, state: State) -> Outcome:
    """- sum_S alpha zz' + sum_D alpha zz', whether or not the multipliers are optimal."""
    X, S, D, *_ = state.problem
    expected = statements.metric_from_multipliers(X.tolist(), S, D, *state.alphas)
    got = target.idealized.metric_from_multipliers(*state.points, *state.alphas)
    total = sum(float(each.sum()) for each in state.alphas)
    scale = total * float((2 * np.abs(X).max(axis=0)).max()) ** 2
    return close_to(floats(expected), got, ulps=30, scale=scale)


@check(
    "idealized/eq-11",
    place=f"{SECTION}, Eq. (11)",
    needs=(LEARN, "idealized.metric_from_multipliers"),
    since="0.1",
)
@for_all(case=problems_with_a_metric(), examples=CASES)
def learned_matrix_is_that_of_its_multipliers(target: Any, case: Any) -> Outcome:
    """What ``learn_metric`` returns as printed is Eq. (11) of the multipliers that it returns."""
    problem, M = case
    metric = learn(target, problem, M=M)
    points = problem.X, np.array(problem.S), np.array(problem.D)
    alphas = metric.alpha_S, metric.alpha_D
    expected = target.idealized.metric_from_multipliers(*points, *alphas)
    scale = float(np.sum(np.abs(np.concatenate(alphas)))) * float((problem.X**2).sum(axis=1).max())
    return agree(expected, metric.matrix, rtol=1e-10, atol=matrix_speck(problem), scale=4 * scale)


@check(
    "idealized/eq-12",
    place=f"{SECTION}, Eq. (12)",
    needs=("idealized.nu_from_multipliers", "idealized.mu_from_multipliers"),
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def nu_and_mu_give_each_other(target: Any, state: State) -> Iterator[Outcome]:
    """Nu = (sum_D alpha - mu) / C_D, and mu = sum_D alpha - C_D nu."""
    *_, C_D, nu = state.problem
    alpha_D, mu = state.alphas[1], state.mu
    size = float(alpha_D.sum()) + mu + C_D
    ulps = 4 + len(alpha_D)
    of = target.idealized
    expected = float(statements.nu_from_multipliers(alpha_D, mu, C_D))
    yield close_to(expected, of.nu_from_multipliers(alpha_D, mu, C_D), ulps=ulps, scale=size / C_D)
    expected = float(statements.mu_from_multipliers(alpha_D, C_D, nu))
    yield close_to(expected, of.mu_from_multipliers(alpha_D, C_D, nu), ulps=ulps, scale=size)


@check(
    "idealized/eq-13",
    place=f"{SECTION}, Eq. (13)",
    needs="idealized.eta_from_multipliers",
    since="0.1",
)
@for_all(state=states(), examples=STATES)
def eta_is_what_alpha_leaves_of_the_box(target: Any, state: State) -> Iterator[Outcome]:
    """C_S / N_S - alpha on S, C_D / N_D - alpha on D."""
    C_S, C_D = state.problem[3:5]
    expected = statements.eta_from_multipliers(*state.alphas, C_S, C_D)
    got = target.idealized.eta_from_multipliers(*state.alphas, C_S, C_D)
    yield from both(expected, got, 4, C_S + C_D + 2)


@check("idealized/eq-12", place=f"{SECTION}, Eq. (12)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=CASES)
def learned_mu_is_what_exceeds_nu(target: Any, case: Any) -> Iterator[Outcome]:
    """Mu >= 0 and C_D nu + mu = sum_D alpha, to 1e-7 of C_D, with the cone and without it."""
    problem, M = case
    for metric in per_form(target, problem, M):
        expected = float(np.sum(metric.alpha_D)) - problem.C_D * problem.nu
        yield close_to(expected, metric.mu, atol=GAP * problem.C_D)
        yield at_least(-GAP * problem.C_D, metric.mu)


@check("idealized/eq-13", place=f"{SECTION}, Eq. (13)", needs=LEARN, since="0.1")
@for_all(case=problems_with_a_metric(), examples=CASES)
def learned_eta_is_what_alpha_leaves(target: Any, case: Any) -> Iterator[Outcome]:
    """Eta >= 0 and alpha + eta = box, to 1e-7 of the box, with the cone and without it."""
    problem, M = case
    for metric in per_form(target, problem, M):
        for bound, alpha, eta in zip(
            box(problem),
            (metric.alpha_S, metric.alpha_D),
            (metric.eta_S, metric.eta_D),
            strict=True,
        ):
            yield close_to(bound - np.asarray(alpha), eta, atol=GAP * bound)
            yield at_least(-GAP * bound, eta)
