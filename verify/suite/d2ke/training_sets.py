"""Problems for Algorithm 1, and what is demanded of their minimizers.

A fit may miss the smallest objective by ``EXCESS`` of it. Since the objective is mu-strongly
convex in the penalized weights, that alone bounds how far these are from the minimizer:
(mu/2) ||w - w*||^2 <= objective - smallest objective. See :func:`reach`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import is_true
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.precision import loosened
from gramcheck.verify.record import Outcome
from gramcheck.verify.types import Array

SMOOTH = ("squared", "logistic", "squared_hinge")
LOSSES = (*SMOOTH, "hinge")
# relative; that of a smooth loss is the square of an error in the weights
EXCESS = {"squared": 1e-12, "logistic": 1e-12, "squared_hinge": 1e-12, "hinge": 1e-8}
MU = strategies.log_uniform(1e-4, 1e2)


class Problem(NamedTuple):
    """Features, labels -1 and +1 (both there), and how to fit them."""

    phi: Array
    y: Array
    loss: str
    intercept: bool

    @property
    def size(self) -> int:
        """Number of weights."""
        return self.phi.shape[1] + self.intercept


@st.composite
def features(draw: Any, max_rows: int = 8, max_columns: int = 5) -> Array:
    """Quarters up to 2; wide and tall ones, repeated rows, zero and repeated columns occur."""
    n, R = draw(st.integers(2, max_rows)), draw(st.integers(1, max_columns))
    entry = st.integers(-8, 8).map(lambda k: k / 4)
    phi = np.array(draw(st.lists(entry, min_size=n * R, max_size=n * R))).reshape(n, R)
    special = draw(st.sampled_from(["none", "rows", "column", "zero"]))
    if special == "rows":
        phi[-1] = phi[0]
    elif special == "column":
        phi[:, -1] = phi[:, 0]
    elif special == "zero":
        phi[:, -1] = 0.0
    return phi


@st.composite
def problems(
    draw: Any, losses: tuple[str, ...] = LOSSES, max_rows: int = 8, max_columns: int = 5
) -> Problem:
    """Small problems with any labels; few rows are often separable."""
    phi = draw(features(max_rows, max_columns))
    y = draw(st.lists(st.sampled_from([-1.0, 1.0]), min_size=len(phi), max_size=len(phi)))
    y[:2] = draw(st.permutations([-1.0, 1.0]))
    return Problem(phi, np.array(y), draw(st.sampled_from(losses)), draw(st.booleans()))


def drawn_problem(n: int, R: int, loss: str, intercept: bool, separable: bool = False) -> Problem:
    """A larger problem; its entries are short fractions, so that sums of products are exact."""
    rng = np.random.default_rng([n, R])
    phi = np.round(rng.normal(size=(n, R)) * 64) / 64
    y = np.sign(phi @ np.ones(R) + (0.0 if separable else rng.normal(size=n)) + 1 / 256)
    y[:2] = 1.0, -1.0
    if separable:
        phi[:2] = [[1.0] * R, [-1.0] * R]
    return Problem(phi, y, loss, intercept)


# both signs, both branches of the one-sided losses
SMALL = Problem(
    np.array([[1.0, 0.5], [0.25, -1.0], [-0.75, 0.5], [0.5, 2.0]]),
    np.array([1.0, -1.0, 1.0, -1.0]),
    "squared",
    False,
)


def known_hinge_problem(
    shape: tuple[int, int], mu: float, intercept: bool, rng: np.random.Generator
) -> tuple[Problem, Array, Array]:
    """Data whose optimal w, b and multipliers a are chosen first.

    f_i = y_i m_i with a_i = 1 where m_i < 1, a_i = 0 where m_i > 1, and a_i free where m_i = 1.
    Features along w give these values; those across w are made to satisfy sum a_i y_i phi_i = 0
    there. Along w, mu ||w||^2 = (1/n) sum a_i (m_i - y_i b) sets the length of w.
    """
    n, R = shape
    y = np.where(np.arange(n) % 2, -1.0, 1.0)
    pairs = rng.integers(0, 3, size=(n + 1) // 2).repeat(2)[:n]  # a pair has one multiplier,
    pairs[:2] = 1  # so that sum a_i y_i = 0, which the intercept asks for
    free = rng.uniform(0.2, 0.8, size=(n + 1) // 2).repeat(2)[:n]
    a = np.select([pairs == 0, pairs == 1], [0.0, free], 1.0)
    if n % 2:
        a[-1] = 0.0
    margins = np.select(
        [a == 0, a == 1], [1 + rng.uniform(0.1, 2, n), rng.uniform(-0.5, 0.9, n)], 1.0
    )
    b = rng.uniform(-0.5, 0.5) if intercept else 0.0
    total = float(a @ margins) / n
    length = np.sqrt(total / mu)
    direction = rng.normal(size=R)
    direction /= np.linalg.norm(direction)
    across = rng.normal(size=(n, R))
    across -= np.outer(across @ direction, direction)
    across -= np.outer(a * y, (a * y) @ across) / float(a @ a)
    phi = np.outer((y * margins - b) / length, direction) + across
    w = np.append(length * direction, b) if intercept else length * direction
    return Problem(phi, y, "hinge", intercept), w, a


def each_loss(problem: Problem, losses: tuple[str, ...] = LOSSES) -> list[Problem]:
    """The same data for every loss, without and with an intercept."""
    kinds = [(loss, intercept) for loss in losses for intercept in (False, True)]
    return [problem._replace(loss=loss, intercept=intercept) for loss, intercept in kinds]


EACH: list[dict[str, Any]] = [{"problem": problem, "mu": 0.125} for problem in each_loss(SMALL)]
# Newton's method meets the matrix of four ones: the squares of equal columns swallow the penalty
SWALLOWED = {
    "problem": Problem(
        np.repeat([[8.0], [1.0]], 4, axis=0) * [1.0, 1.0],
        np.repeat([1.0, -1.0], [7, 1]),
        "squared_hinge",
        False,
    ),
    "mu": 1e-17,
}
# an interior point with Mehrotra's correction goes round here without end
CYCLING = {
    "problem": Problem(
        np.array(
            [
                [0.55, -0.06, -0.33],
                [-0.01, 0.15, 0.2],
                [-3.54, -22.9, -33.5],
                [-0.2, -0.1, -0.08],
                [-0.02, -0.67, 0.51],
                [18.3, 21.5, -8.8],
            ]
        ),
        np.array([1.0, -1.0, -1.0, -1.0, 1.0, 1.0]),
        "hinge",
        False,
    ),
    "mu": 5e-6,
}
# a hinge with a bend is below 0 at weights of 36 to 50: a line search that allows its value a share
# more, and not its size, never ends
OPPOSITE = [
    {"problem": Problem(np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), "hinge", b), "mu": 1 / 40}
    for b in (False, True)
]
TRAPS = [CYCLING, SWALLOWED, *OPPOSITE]
# of features and of targets; the penalty is in that of features, squared
UNITS = [(2.0**k, 2.0**-k) for k in (0, -40, 40)]


def fitted(target: Any, problem: Problem, mu: float) -> Any:
    """What the target makes of a problem."""
    phi, y, loss, intercept = problem
    return target.d2ke.fit(phi, y, mu, loss, intercept)


def weights(got: Any, *shape: int) -> Array:
    """What a fit returned, as real numbers of this shape; NaN where it is something else."""
    try:
        array = np.asarray(got)
    except ValueError:
        array = np.empty(())
    good = array.dtype.kind in "iuf" and array.shape == shape
    return array.astype(np.float64) if good else np.full(shape, np.nan)


def value(problem: Problem, w: Array, mu: float) -> float:
    """Algorithm 1's objective, to 50 digits before it is rounded; NaN at NaN."""
    if not np.isfinite(w).all():
        return float("nan")
    return definitions.objective(
        problem.phi.tolist(), problem.y.tolist(), w.tolist(), mu, problem.loss
    )


def excess(
    problem: Problem, got: Any, least: Any, mu: float, allowed: float | None = None
) -> Outcome:
    """The objective at the weights that came, against the one at ``least``.

    ``allowed`` is relative; ``EXCESS`` of the loss when not given.
    """
    allowed = loosened(EXCESS[problem.loss] if allowed is None else allowed)
    w, best = weights(got, problem.size), weights(least, problem.size)
    if not np.isfinite([w, best]).all():
        return is_true(False, f"got={got!r}, should be {problem.size} finite weights")
    reached, smallest = value(problem, w, mu), value(problem, best, mu)
    measured = max(0.0, reached / smallest - 1)
    detail = f"got objective={reached!r} at {w.tolist()}, should be {smallest!r}"
    return Outcome(measured, allowed, measured / allowed, detail)


def reach(problem: Problem, w: Array, mu: float) -> float:
    """How far apart the penalized weights of two fits can be, neither of which exceeds."""
    smallest = value(problem, w, mu)
    return 2 * float(np.sqrt(2 * loosened(EXCESS[problem.loss]) * smallest / mu)) + 1e-13
