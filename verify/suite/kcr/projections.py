"""Section 4.1: the projection onto N, and what alternating projections find instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, largest
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.precision import unit
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.kcr.problems import Array

PLACE = "Section 4.1; erratum C1"
SIGNATURE = np.diag([1.0, -2.0, 3.0])
CORNER = np.diag([1.0, 0.0])


@st.composite
def symmetric(draw: Any, max_size: int = 5) -> Array:
    """Symmetric matrices, mostly indefinite and seldom centered."""
    n = draw(st.integers(1, max_size))
    S = np.random.default_rng(draw(strategies.seeds())).normal(size=(n, n))
    scale = draw(st.sampled_from([1.0, 1e-6, 1e6, 2.0**-60]))
    return scale * (S + S.T) / 2


SQUARES = CORNER, SIGNATURE, 2.0**-60 * SIGNATURE, -np.eye(3), np.ones((4, 4)), np.zeros((2, 2))
ALWAYS = [{"S": S} for S in SQUARES]


def members(rng: np.random.Generator, n: int, scale: float) -> Iterator[Array]:
    """Points of N: of low rank and of full rank, short and long; 0 as well."""
    yield np.zeros((n, n))
    for rank in (1, n):
        c = rng.normal(size=(rank, n)) * np.sqrt(scale)
        c -= c.mean(axis=1, keepdims=True)
        yield c.T @ c


def lies_in_the_set(S: Array, P: Array, slack: float = 1.0) -> Iterator[Outcome]:
    """Positive semidefinite to n eps ||P||, and rows that sum to 0 to the roundings of S."""
    n, size = len(S), float(np.linalg.norm(S, 2))
    smallest = float(np.linalg.eigvalsh((P + P.T) / 2)[0])
    yield at_least(-n * unit() * size * slack, smallest)
    yield close_to(0.0, float(P.sum()), ulps=16 * n**2 * slack, scale=size)
    yield close_to(P, P.T, ulps=n * slack, scale=size)


@check("kcr/projection", place=PLACE, needs="kcr.project", since="0.1")
@for_all(S=symmetric(4), examples=ALWAYS)
def projection_is_the_nearest_point(target: Any, S: Array) -> Iterator[Outcome]:
    """Against the definition in 60 digits, on the complement of (1, ..., 1)."""
    size = largest(S)
    P = np.asarray(target.kcr.project(S), dtype=float)
    yield close_to(np.array(definitions.project(S.tolist())), P, ulps=100, scale=size)
    yield from lies_in_the_set(S, P)


@check("kcr/projection", place=PLACE, needs="kcr.project", since="0.1")
@for_all(
    S=symmetric(30),
    seed=strategies.seeds(),
    examples=[{**example, "seed": 0} for example in ALWAYS],
)
def no_point_of_the_set_is_in_the_direction_of_the_matrix(
    target: Any, S: Array, seed: int
) -> Iterator[Outcome]:
    """The variational inequality <S - P, Z - P> <= 0 for Z in N; projecting P gives P again."""
    n, size = len(S), float(np.linalg.norm(S, 2))
    P = np.asarray(target.kcr.project(S), dtype=float)
    yield from lies_in_the_set(S, P)
    for Z in members(np.random.default_rng(seed), n, size):
        inner = float(((S - P) * (Z - P)).sum())
        # P is known to roundings of S, however small P is
        scale = float(np.linalg.norm(S) * (np.linalg.norm(Z) + np.linalg.norm(S)))
        yield at_most(0.0, inner, ulps=64 * n, scale=scale)
    again = target.kcr.project(P)
    yield close_to(P, again, ulps=32 * n, scale=size)


@check("kcr/projection", place="Section 4.1", needs="kcr.project_dykstra", since="0.1")
@for_all(
    seed=strategies.seeds(),
    n=st.integers(2, 3),
    examples=[{"seed": 0, "n": 2}, {"seed": 1, "n": 3}],
)
def dykstras_corrections_are_kept(target: Any, seed: int, n: int) -> Iterator[Outcome]:
    """The loop with its corrections, by definition; it goes to the projection.

    Slowly: the hyperplane only touches the cone, and the distance falls like m^(-1/4).
    """
    S = np.random.default_rng(seed).normal(size=(n, n))
    S = (S + S.T) / 2
    rounds = 25
    P = np.asarray(target.kcr.project_dykstra(S, max_iterations=rounds, tol=1e-15), dtype=float)
    yield nearest_iterate(definitions.dykstra, S, rounds, P)


def nearest_iterate(loop: Any, S: Array, rounds: int, got: Array) -> Outcome:
    """The result is one of the iterates: which of two half steps ends a round is not said.

    Nor is whether the first round has the number 0 or 1.
    """
    in_cone = [np.array(loop(S.tolist(), m)) for m in (rounds - 1, rounds, rounds + 1)]
    in_plane = [A - A.mean() for A in in_cone]
    apart = [float(np.linalg.norm(got - A)) for A in (*in_cone, *in_plane)]
    return at_most(1e-9 * (1 + float(np.linalg.norm(S))), min(apart))


@check(
    "kcr/alternating-projections",
    place=f"{PLACE} and C2",
    needs="kcr.project_alternating",
    since="0.1",
)
@for_all(
    seed=strategies.seeds(),
    n=st.integers(2, 3),
    examples=[{"seed": 0, "n": 2}, {"seed": 1, "n": 3}],
)
def alternating_projections_are_the_printed_loop(
    target: Any, seed: int, n: int
) -> Iterator[Outcome]:
    """B_m = A_m - (1'A_m 1 / n^2) 11', A_{m+1} the positive part, from A_0 in the cone.

    The sum of the entries falls like one over m, no faster.
    """
    c = np.random.default_rng(seed).normal(size=(n, n))
    S = c.T @ c
    rounds = 12
    got = np.asarray(target.kcr.project_alternating(S, max_iterations=rounds), dtype=float)
    yield nearest_iterate(definitions.alternating_projections, S, rounds, got)


@check(
    "kcr/alternating-projections",
    place=PLACE,
    needs=("kcr.project_alternating", "kcr.project"),
    since="0.1",
)
def alternating_projections_end_elsewhere(target: Any, run: Any) -> Iterator[Outcome]:
    """For e1 e1' they reach 0.34 (1, -1)'(1, -1), a third more than 0.25, which is nearer."""
    there = np.asarray(
        target.kcr.project_alternating(CORNER.copy(), max_iterations=2000), dtype=float
    )
    shape = np.array([[1.0, -1.0], [-1.0, 1.0]])
    yield close_to(0.34 * shape, there, atol=0.02)
    near = np.asarray(target.kcr.project(CORNER.copy()), dtype=float)
    yield close_to(0.25 * shape, near, atol=1e-15)
    yield close_to(np.sqrt(0.75), float(np.linalg.norm(near - CORNER)), rtol=1e-12)
    farther = np.linalg.norm(there - CORNER) - np.linalg.norm(near - CORNER)
    yield at_least(0.005, float(farther))


def ends_near_the_hyperplane(project: Any, loop: Any) -> Iterator[Outcome]:
    """With the first iterate whose 1'A1 / n is at most ``tol`` times the Frobenius norm of S."""
    S = np.diag([1.0, 0.0, 2.0])
    for tol in (0.2, 0.05):
        for rounds in range(1, 100):
            A = np.array(loop(S.tolist(), rounds), dtype=float)
            if abs(float(A.sum())) / len(S) <= tol * float(np.linalg.norm(S)):
                break
        yield close_to(A, project(S, tol=tol), atol=1e-12)


@check("kcr/alternating-projections", place=PLACE, needs="kcr.project_alternating", since="0.2")
def alternating_projections_end_near_the_hyperplane(target: Any, run: Any) -> Iterator[Outcome]:
    """No iterate more, and none less."""
    loop = definitions.alternating_projections
    yield from ends_near_the_hyperplane(target.kcr.project_alternating, loop)


@check("kcr/projection", place="Section 4.1", needs="kcr.project_dykstra", since="0.2")
def dykstras_algorithm_ends_near_the_hyperplane(target: Any, run: Any) -> Iterator[Outcome]:
    """No iterate more, and none less."""
    yield from ends_near_the_hyperplane(target.kcr.project_dykstra, definitions.dykstra)


@check("kcr/invariance", place="Section 4.1", needs="kcr.project", since="0.1")
@for_all(
    S=symmetric(5),
    order=st.permutations(range(5)),
    shift=st.sampled_from([-3.0, 0.5, 100.0]),
    examples=[{**example, "order": [3, 1, 4, 0, 2], "shift": 0.5} for example in ALWAYS],
)
def projection_follows_points_and_scales(
    target: Any, S: Array, order: list[int], shift: float
) -> Iterator[Outcome]:
    """Permuted rows and columns, multiples, and what is orthogonal to N: u 1' + 1 u'."""
    size = largest(S)
    P = np.asarray(target.kcr.project(S), dtype=float)
    chosen = [i for i in order if i < len(S)]
    both = np.ix_(chosen, chosen)
    yield close_to(P[both], target.kcr.project(S[both]), ulps=100, scale=size)
    yield close_to(4 * P, target.kcr.project(4 * S), ulps=400, scale=size)
    u = shift * size * np.arange(len(S))
    moved = S + u[:, None] + u[None]
    yield close_to(P, target.kcr.project(moved), ulps=200, scale=largest(moved))
