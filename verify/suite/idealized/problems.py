"""Problems shared by the checks of idealized kernels, and what is recomputed of a solution."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, largest
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.sets import moreau
from gramcheck.verify.types import Array

Pairs = list[tuple[int, int]]

PSD = ("as-printed", "clip", "constrained")
LEARN = "idealized.learn_metric"
SECTION = "Section 3.2.1"
GAP = 1e-7  # of every problem, relative to its value; on manufactured ones:
MANUFACTURED = 1e-10
DIAGNOSE = diagnoser(LEARN)


class Problem(NamedTuple):
    """What ``learn_metric`` takes."""

    X: Array
    S: Pairs
    D: Pairs
    C_S: float
    C_D: float
    nu: float


# Erratum K2: the optimum without the cone is indefinite. K6: gamma is free between 1 and 4.
INDEFINITE = Problem(np.array([[0.0, 0], [1, 0], [1, 1]]), [(0, 1)], [(0, 2)], 10.0, 8.0, 0.5)
FREE_GAMMA = Problem(
    np.array([[0.0], [1.0], [2.0], [0.0]]), [(0, 3)], [(0, 1), (0, 2)], 1.0, 4.0, 0.5
)
ALL_EQUAL = Problem(np.ones((4, 2)), [(0, 1)], [(0, 2), (1, 3)], 1.0, 1.0, 0.25)
ALL_ZERO = ALL_EQUAL._replace(X=np.zeros((4, 2)))
COLLINEAR = Problem(
    np.outer(np.arange(5.0), [1.0, 2.0, -1.0]),
    [(0, 1), (1, 2), (3, 4)],
    [(0, 4), (1, 3), (0, 2)],
    2.0,
    3.0,
    0.6,
)
DUPLICATES = Problem(
    np.array([[0.0, 1.0], [0.0, 1.0], [2.0, 0.0], [2.0, 0.0], [1.0, 3.0]]),
    [(0, 1), (2, 3), (0, 2)],
    [(0, 4), (1, 4), (2, 4), (3, 4)],
    5.0,
    2.0,
    0.4,
)
# with M = 0 the cone leaves the metric 0 alone
COLLAPSED = Problem(
    np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 0.0, 0.0]]),
    [(0, 1), (0, 2)],
    [(1, 2)],
    1.0,
    1.0,
    0.25,
)
# with M = 0 there is something to learn of a dissimilar pair that differs in one coordinate alone
HALF_ALIKE = Problem(
    np.array([[0.0, 0.0], [1.0, 2.0], [1.0, -1.0]]), [(0, 1)], [(1, 2)], 1.0, 4.0, 0.25
)
# slacks so dear beside a first metric of nearly 0 that interior points leave float64
UNLIKE = Problem(
    np.array([[-2.0, 0.0], [0.0, 2.0], [-3.0, 1.0]]), [(0, 2), (0, 1)], [(1, 2)], 10.0, 1e3, 0.999
)
NEARLY_ZERO = [np.diag([1e-12, each]) for each in (1e-12, 1e-18)]
# slacks so dear that (11) loses all its digits: what is learned is not the sum of its roundings
DEAR = Problem(
    np.column_stack([np.sqrt(np.arange(10.0)), np.cbrt(np.arange(10.0))]),
    *definitions.pairs_from_labels([0, 1] * 5),
    1e6,
    1e6,
    0.5,
)
# so dear that what is left of their digits shows in the gap; one alpha is at its bound
DEAR_AT_A_BOUND = Problem(
    np.array([[1.0, -2.0], [2.0, 0.0], [1.0, -2.0], [0.0, 3.0]]),
    [(0, 1), (0, 2), (1, 2), (2, 3)],
    [(0, 3), (1, 3)],
    1e7,
    1e4,
    0.5,
)
# interior points end in a division by zero, with the cone, and in a singular system, without
BREAKING_DOWN = [
    Problem(
        np.array([[-4.0, -2.0], [-3.0, 1.0], [0.0, -4.0]]),
        [(0, 2), (1, 2)],
        [(0, 1)],
        1e6,
        1e6,
        0.5,
    ),
    Problem(np.array([[-3e4], [1e4], [1e4]]), [(1, 2)], [(0, 2), (0, 1)], 0.1, 1e8, 0.5),
]
EXAMPLES = [{"problem": problem} for problem in (INDEFINITE, FREE_GAMMA, DUPLICATES)]


@st.composite
def metric_problems(draw: Any, most_pairs: int = 6, integer: bool = False) -> Problem:
    """Up to six points, which may coincide or lie on a line, and disjoint sets of pairs."""
    n, p = draw(st.integers(3, 6)), draw(st.integers(1, 3))
    coordinate = st.integers(-3, 3).map(float)
    if not integer:
        coordinate |= st.floats(-5, 5).map(lambda x: round(x, 2))
    row = st.lists(coordinate, min_size=p, max_size=p)
    drawn = np.array(draw(st.lists(row, min_size=n, max_size=n)))
    # the simplest draw is a curve, not n times the same point, which is rare enough as it is
    X = drawn + np.arange(n)[:, None] ** np.arange(1, p + 1) % 4
    kind = draw(st.sampled_from(["any", "any", "any", "duplicates", "collinear", "equal"]))
    if kind == "duplicates":
        X[-1] = X[0]
    elif kind == "collinear":
        X = np.outer(X[:, 0], X[-1])
    elif kind == "equal":
        X[:] = X[0]
    pairs = draw(st.permutations(list(combinations(range(n), 2))))
    cut = draw(st.integers(1, min(most_pairs, len(pairs)) - 1))
    end = draw(st.integers(cut + 1, min(most_pairs, len(pairs))))
    C_S, C_D = (draw(strategies.log_uniform(0.05, 50)) for _ in range(2))
    nu = draw(st.sampled_from([0.1, 0.25, 0.5, 0.75, 0.9]))
    return Problem(X, sorted(pairs[:cut]), sorted(pairs[cut:end]), C_S, C_D, nu)


@st.composite
def matrices_of_first_metrics(draw: Any, size: int) -> Array | None:
    """None, or a positive semidefinite matrix, sometimes singular."""
    rank = draw(st.integers(0, size + 1))
    if rank > size:
        return None
    factor = np.random.default_rng(draw(strategies.seeds())).standard_normal((size, rank))
    return factor @ factor.T


@st.composite
def problems_with_a_metric(draw: Any) -> tuple[Problem, Array | None]:
    """A problem with the matrix M of the first metric."""
    problem = draw(metric_problems())
    return problem, draw(matrices_of_first_metrics(problem.X.shape[1]))


WITH_METRIC: list[dict[str, Any]] = [
    {"case": (INDEFINITE, None)},
    {"case": (FREE_GAMMA, None)},
    {"case": (INDEFINITE, np.diag([4.0, 0.25]))},  # erratum K8
    {"case": (DUPLICATES, np.array([[1.0, 1.0], [1.0, 1.0]]))},
    {"case": (COLLAPSED, np.zeros((3, 3)))},
    {"case": (HALF_ALIKE, np.zeros((2, 2)))},
]


def box(problem: Problem) -> tuple[float, float]:
    """The bounds of (16)."""
    return problem.C_S / len(problem.S), problem.C_D / len(problem.D)


def learn(target: Any, problem: Problem, psd: str = "as-printed", M: Array | None = None) -> Any:
    """The metric that the target learns, from copies, since a problem is asked of several times."""
    X, S, D, *rest = problem
    return target.idealized.learn_metric(X.copy(), np.array(S), np.array(D), *rest, M=M, psd=psd)


def learn_from_kernel(target: Any, problem: Problem, psd: str = "as-printed") -> Any:
    """The same from the inner products of the points."""
    X, S, D, *rest = problem
    return target.idealized.learn_metric_from_kernel(
        gram(X), np.array(S), np.array(D), *rest, psd=psd
    )


def gram(X: Array, Y: Array | None = None) -> Array:
    """Inner products of all rows, each one summed in the same order, so that it is symmetric."""
    return np.einsum("ik,jk->ij", X, X if Y is None else Y)


class Solution(NamedTuple):
    """Numbers that a learned metric carries, as arrays, and what follows from them alone."""

    matrix: Array  # of the program itself: before clipping, with the cone or without
    gamma: float
    alpha_S: Array
    alpha_D: Array
    after: definitions.Distances
    norm_squared: float
    value: float  # the primal, with the best gamma and slacks for this matrix
    dual: float

    @property
    def size(self) -> float:
        """What gaps are relative to."""
        return max(1.0, abs(self.value), abs(self.dual))


def solution(metric: Any, problem: Problem, M: Array | None = None) -> Solution:
    """Everything recomputed from the multipliers and the matrix.

    With ``psd="constrained"`` the dual is the linear part of (14) less half the squared norm of the
    positive part of Sigma, as the best Z >= 0 for X = Sigma + Z is its negative part.
    """
    X, S, D, C_S, C_D, nu = problem
    alpha_S, alpha_D = (table(a, (len(P),)) for a, P in ((metric.alpha_S, S), (metric.alpha_D, D)))
    sigma = floats(definitions.metric_from_multipliers(X, S, D, alpha_S, alpha_D))
    if metric.psd == "constrained":
        matrix, best = table(metric.matrix, sigma.shape), moreau(sigma)[0]
    else:
        matrix = sigma if metric.psd == "clip" else table(metric.matrix, sigma.shape)
        best = sigma
    after = definitions.distances(X, S, D, matrix, M)
    norm = definitions.norm_squared(matrix)
    linear = definitions.linear_part(after.before_S, after.before_D, alpha_S, alpha_D)
    return Solution(
        matrix,
        float(metric.gamma),
        alpha_S,
        alpha_D,
        after,
        float(norm),
        float(definitions.lowest_cost(after, norm, C_S, C_D, nu)),
        float(linear - definitions.norm_squared(best) / 2),
    )


def same_matrices(expected: Any, got: Any, rtol: float, atol: float = 0.0) -> Outcome:
    """Every entry to ``rtol`` of the largest one, or to ``atol``."""
    expected = np.asarray(expected, dtype=np.float64)
    size = largest(expected)
    return close_to(expected, got, rtol=rtol, atol=atol, scale=size)


def speck(problem: Problem) -> float:
    """What roundings of the points may be in a squared distance, also where all points coincide."""
    return 1e-12 * float((problem.X**2).max()) + 1e-300


def matrix_speck(problem: Problem) -> float:
    """And in the matrix: multipliers sum to C_S and C_D at most."""
    return (problem.C_S + problem.C_D) * speck(problem)


def per_form(target: Any, problem: Problem, M: Array | None = None) -> Iterator[Any]:
    """The metrics learned as printed and with the cone."""
    for psd in ("as-printed", "constrained"):
        yield learn(target, problem, psd, M)


def longest(found: Solution) -> float:
    """The largest squared distance in sight, before or after learning, or gamma."""
    return max(abs(found.gamma), *(float(abs(v)) for row in found.after for v in row))


def table(values: Any, shape: tuple[int, ...]) -> Array:
    """``values`` as finite numbers in this shape; ValueError says what came instead."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError(f"finite numbers of shape {shape} wanted, got {values!r}")
    return array


def floats(rows: Any) -> Array:
    """A table of fractions, each rounded once."""
    return np.array([[float(value) for value in row] for row in rows], dtype=np.float64)
