"""Inputs shared by the checks of KCR."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.precision import unit
from gramcheck.verify.types import AnyArray, Array

KERNELS = ("naive", "gaussian", "cauchy", "epanechnikov")
# the arguments that say which smoothing kernel: that of Cauchy is told its exponent
CAUCHY: list[dict[str, Any]] = [
    {"kernel": "cauchy", "cauchy_exponent": exponent} for exponent in (2, 2.5, 3, 4)
]
SMOOTHING: list[dict[str, Any]] = [
    *({"kernel": kernel} for kernel in KERNELS if kernel != "cauchy"),
    *CAUCHY,
]
NAMES = st.sampled_from([["b", "a", "c"], [9, 10, -1], ["x10", "x9", "x1"]])


class Configuration(NamedTuple):
    """Points on a line or a grid: their distances, labels (all classes there), a radius."""

    distances: Array
    y: AnyArray
    h: float

    def dyadic(self) -> Configuration:
        """With h a power of two: quotients are then exact."""
        return self._replace(h=float(2.0 ** np.round(np.log2(self.h))))


def distances_of(points: Any) -> Array:
    """Sums of absolute differences of coordinates: integers for integers."""
    points = np.asarray(points, dtype=np.float64).reshape(len(points), -1)
    return np.abs(points[:, None] - points[None]).sum(axis=2)


@st.composite
def labels(draw: Any, n: int, classes: int | None = None) -> AnyArray:
    """Names of two or three classes, in no order."""
    classes = draw(st.integers(2, min(3, n))) if classes is None else classes
    which = list(range(classes))
    more = draw(st.lists(st.integers(0, classes - 1), min_size=n - classes, max_size=n - classes))
    names = draw(NAMES)
    return np.array([names[i] for i in draw(st.permutations(which + more))])


@st.composite
def configurations(draw: Any, max_size: int = 7) -> Configuration:
    """Integer points, coincident ones and equal distances among them; h is often a distance."""
    n = draw(st.integers(2, max_size))
    columns = draw(st.integers(1, 2))
    points = draw(
        st.lists(
            st.lists(st.integers(0, 3), min_size=columns, max_size=columns), min_size=n, max_size=n
        )
    )
    h = draw(st.sampled_from([0.5, 1.0, 2.0, 4.0, 0.75]))
    return Configuration(distances_of(points), draw(labels(n)), h)


TIED = Configuration(distances_of([0, 0, 1, 2]), np.array(["b", "a", "b", "a"]), 1.0)
LONELY = Configuration(distances_of([0, 5, 10]), np.array([2, 1, 2]), 0.5)
THREE = Configuration(distances_of([0, 0, 0, 1, 1, 2]), np.array(list("cbabca")), 2.0)
ALWAYS = [{"configuration": each} for each in (TIED, LONELY, THREE)]
# of the Cauchy kernels, that of exponent 2 counts other errors than the others, in (3) and in (5)
BY_EXPONENT = Configuration(distances_of([0, 0, 1, 2, 4]), np.array(list("aaaba")), 1.0)
# 1 - u would leave the first point its class, 1 - u^2 gives it to the others
TWO_BESIDE = Configuration(distances_of([0, 0.6, 0.6]), np.array([1, 2, 2]), 1.0)
# beside the square of the far distance that of the bandwidth and those of the near ones vanish
NEAR_AND_FAR = Configuration(distances_of([0, 1e-90, 3e-90, 1e90]), np.array([1, 1, 2, 2]), 1e-92)
BESIDE_THE_FAR = {"configuration": NEAR_AND_FAR, "chi": CAUCHY[0], "stretch": 1.0}
# two others outvote a point in a bandwidth of 1, and do not in this one
TWO_OTHERS = Configuration(distances_of([0, 0.5, 0.5]), np.array([1, 2, 2]), 0.3)
IN_THE_MINORITY = {"configuration": TWO_OTHERS, "chi": {"kernel": "gaussian"}, "stretch": 1.0}


def random_configurations(rng: np.random.Generator, count: int) -> list[Configuration]:
    """As above, many and without hypothesis: ties and coincident points in nearly all of them."""
    found = []
    for _ in range(count):
        n = int(rng.integers(2, 9))
        points = rng.integers(0, int(rng.integers(1, 6)), size=(n, int(rng.integers(1, 3))))
        y = rng.integers(0, int(rng.integers(2, 4)), n)
        y[:2] = [0, 1]
        scale = float(rng.choice([1.0, 1.0, 0.37]))
        h = scale * float(rng.choice([0.5, 1.0, 2.0, 3.0, rng.uniform(0.1, 5)]))
        found.append(Configuration(scale * distances_of(points), rng.permutation(y), h))
    return found


# the program (9) --------------------------------------------------------------------------------


class State(NamedTuple):
    """A point of the program: everything that its objective needs."""

    Sigma: Array
    h2: float
    K: Array
    y: AnyArray
    lam: float


@st.composite
def centered(draw: Any, n: int) -> Array:
    """Positive semidefinite with rows that sum to 0, in quarters."""
    rank = draw(st.integers(0, 2))
    entry = st.integers(-2, 2).map(float)
    c = [draw(st.lists(entry, min_size=n, max_size=n)) for _ in range(rank)]
    rows = np.array(c).reshape(rank, n)
    rows[:, -1:] -= rows.sum(axis=1, keepdims=True)
    return rows.T @ rows / 4


@st.composite
def grams(draw: Any, n: int) -> Array:
    """Kernel matrices of points in quarters, often singular."""
    X = draw(
        strategies.points(2, min_size=n, max_size=n).map(lambda X: np.round(np.clip(X, -3, 3)))
    )
    extra = draw(st.sampled_from([0.0, 0.5, 1.0]))
    return X @ X.T / 4 + extra * np.eye(n)


@st.composite
def states(draw: Any, max_size: int = 5) -> State:
    """Quarters throughout, so that the arguments of hinges are often 0 and always exact."""
    n = draw(st.integers(2, max_size))
    h2 = draw(st.sampled_from([0.25, 0.5, 1.0, 1.5, 2.0, 4.0, 9.0]))
    lam = draw(st.sampled_from([0.125, 1.0, 3.0]))
    return State(draw(centered(n)), h2, draw(grams(n)), draw(labels(n)), lam)


# sum_j [..]_+ = n_i+ - 2 = 0 in the first two rows, whose outer hinges are at their kinks, and the
# third is active; inner hinges are at kinks in the second example
SILENT = State(np.zeros((5, 5)), 1.0, np.eye(5), np.array([0, 0, 0, 0, 1]), 1.0)
KINKS = State(
    np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 0.0]]),
    2.0,
    np.eye(3),
    np.array([0, 1, 0]),
    0.5,
)
FAR = State(
    np.array([[4.0, 0.0, -4.0], [0.0, 4.0, -4.0], [-4.0, -4.0, 8.0]]),
    1.0,
    np.diag([1.0, 2.0, 3.0]),
    np.array([1, 1, 0]),
    0.125,
)
# the outer hinges of the first three rows, whose class is together, are not active
_TOGETHER = np.array([1.0, 1.0, 1.0, -3.0])
TOGETHER = State(np.outer(_TOGETHER, _TOGETHER), 4.0, np.eye(4), np.array(list("aaab")), 0.5)
STATES = [{"state": each} for each in (SILENT, KINKS, FAR, TOGETHER)]
# seven points of four classes: those of "a" are in A, not so "d", which is at its kinks with them
# but for 2^-21, as are "b" and "c", on the other side of which "b" would be in A
_ON_A_LINE = np.array([3.0, 3.0, 3.0, -4.0, -4.0, -2.0, 1.0])
FOUR_CLASSES = State(
    np.outer(_ON_A_LINE, _ON_A_LINE), 3 + 2.0**-21, np.eye(7), np.array(list("aaabbcd")), 0.5
)
OF_ALL_SIZES = [*STATES, {"state": FOUR_CLASSES}]


def exact_arguments(state: State) -> tuple[Any, ...]:
    """Lists for the definitions."""
    return state.Sigma.tolist(), state.h2, state.K.tolist(), state.y.tolist(), state.lam


def absolute_size(state: State) -> float:
    """What the terms of the objective sum up to in absolute value: roundings are relative to it."""
    V = np.abs(state.K)
    row = V.sum(axis=0)
    return float(
        len(row) * (2 + len(row) * (1 + state.h2))
        + 4 * len(row) ** 2 * (V @ np.abs(state.Sigma) @ V).max()
        + state.lam * np.abs(state.K * state.Sigma).sum()
    )


# problems to be solved --------------------------------------------------------------------------


class Problem(NamedTuple):
    """A kernel matrix, labels and a weight of the penalty."""

    K: Array
    y: AnyArray
    lam: float

    @property
    def best(self) -> definitions.Optimum:
        """The certified optimum."""
        return definitions.optimum(self.K, self.y, self.lam)


LAMBDAS = (0.1, 1.0, 10.0, 1e-3, 1e-2)


def gaussian(X: Array, s: float) -> Array:
    """Kernel matrix exp(-s |x - y|^2)."""
    K: Array = np.exp(-s * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    return K


def problem(seed: int, index: int) -> Problem:
    """The problem of this number: small ones first, all kinds of kernels among any five.

    Condition numbers go from 1 to 1e14 and beyond (a linear kernel is singular); two or three
    classes, from separable to mixed; every eighth problem has 20 points.
    """
    rng = np.random.default_rng([seed, index])
    n = 20 if index % 8 == 7 else 8 + 2 * (index % 3) + 4 * (index > 7)
    classes = 2 + index % 2
    y = rng.permutation(np.arange(n) % classes)
    X = rng.normal(size=(n, 3))
    X[:, 0] += rng.uniform(0, 2) * y
    lam = LAMBDAS[(index + index // 5) % 5]
    kind = index % 5
    if kind == 3:
        K = X @ X.T
    elif kind == 4:
        K = (1 + X @ X.T) ** 2
    else:
        K = gaussian(X, (1.0, 0.03, 16.0)[kind])
    return Problem((K + K.T) / 2, y, lam)


def precise_distances(Sigma: Array, K: Array) -> Array:
    """(k_i - k_j)' Sigma (k_i - k_j) in the longest precision that there is, term by term."""
    rows = np.asarray(K, dtype=np.longdouble)
    differences = rows[:, None] - rows[None]
    metric = np.asarray(Sigma, dtype=np.longdouble)
    return np.einsum("ija,ab,ijb->ij", differences, metric, differences).astype(np.float64)


def recomputed_objective(Sigma: Array, h2: float, problem: Problem) -> tuple[float, float]:
    """Objective (9) of a result, and what the roundings of Sigma's entries can do to it."""
    K, y, lam = problem
    loss = definitions.objective_from_distances(
        precise_distances(Sigma, K).tolist(), h2, y.tolist()
    )
    differences = np.abs(K[:, None] - K[None])
    spread = np.einsum("ija,ab,ijb->", differences, np.abs(Sigma), differences)
    size = float(spread) + lam * float(np.abs(K * Sigma).sum())
    return loss + lam * float((K * Sigma).sum()), len(K) * unit() * size
