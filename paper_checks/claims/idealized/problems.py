"""Small problems on which statements of the idealized kernels are computed, and what is asked."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from cvxopt import matrix, solvers
from numpy.typing import ArrayLike

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_most
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference.idealized import IdealizedMetric, learn_metric, pairs_from_labels
from gramcheck.reference.types import Array
from gramcheck.reference.types import Integers as Pairs
from gramcheck.verify.definitions import idealized as definitions

ROUNDING = 1e-7  # what a solution may violate, relative to the largest term
SOLVER = {"show_progress": False, "abstol": 1e-11, "reltol": 1e-11, "feastol": 1e-11}


_SECTIONS = ((1, "2"), (2, "3.1"), (7, "3.2"), (16, "3.2.1"), (22, "3.2.2"))


def equation(
    number: int, *checks: str, expected: Verdict = Verdict.HOLDS
) -> Callable[[Callable[..., Evidence]], Callable[..., Evidence]]:
    """Register the claim for a numbered equation, which these checks of the suite bear out too."""
    section = next(section for last, section in _SECTIONS if number <= last)
    return claim(
        f"idealized/eq-{number}",
        place=f"Section {section}, Eq. ({number})",
        expected=expected,
        checks=checks,
    )


class Primal(NamedTuple):
    """The minimum of the primal: γ, the slacks and AA' where it lies, and its value."""

    gamma: float
    slack_S: Array
    slack_D: Array
    value: float
    matrix: Array


@dataclass(frozen=True)
class Problem:
    """Patterns, pairs and constants of the program of Section 3.2.1, M = I."""

    X: Array
    similar: Pairs
    dissimilar: Pairs
    C_S: float
    C_D: float
    nu: float

    def solve(self, psd: str = "as-printed") -> IdealizedMetric:
        """Run the reference."""
        return learn_metric(
            self.X, self.similar, self.dissimilar, self.C_S, self.C_D, self.nu, psd=psd
        )

    def margins(self, metric: IdealizedMetric) -> tuple[Array, Array]:
        """d^2 - dt^2 on S, dt^2 - d^2 on D: what the constraints (8) and (9) are about."""
        on_S, on_D = definitions.margins(self.distances(metric.matrix), 0)
        return np.array(on_S, dtype=float), np.array(on_D, dtype=float)

    def right_side(self, metric: IdealizedMetric) -> Array:
        """Of (11), from the multipliers of a solution, summed in fractions."""
        alphas = metric.alpha_S.tolist(), metric.alpha_D.tolist()
        S, D, X = self.similar.tolist(), self.dissimilar.tolist(), self.X.tolist()
        return np.array(definitions.metric_from_multipliers(X, S, D, *alphas), dtype=float)

    @property
    def unit(self) -> float:
        """The largest squared distance: tolerances are relative to it."""
        i, j = np.concatenate([self.similar, self.dissimilar]).T
        return float(np.square(self.X[i] - self.X[j]).sum(axis=1).max())

    def largest(self, metric: IdealizedMetric) -> float:
        """The largest squared distance, or change of one: what a margin is relative to."""
        return max(self.unit, *(np.abs(m).max() for m in self.margins(metric)))

    def distances(self, matrix: Array) -> definitions.Distances:
        """Squared distances under the identity and under a matrix, in fractions."""
        return definitions.distances(**self.exactly(), matrix=matrix.tolist())

    def exactly(self) -> dict[str, Any]:
        """Arguments of ``gramcheck.verify.definitions``, as lists."""
        return {
            "X": self.X.tolist(),
            "S": [tuple(pair) for pair in self.similar.tolist()],
            "D": [tuple(pair) for pair in self.dissimilar.tolist()],
        }

    def slope_of_value(self, name: str, step: float) -> float:
        """Slope of the optimal value in one of the constants, from a step to either side."""
        middle = getattr(self, name)
        low, high = (
            replace(self, **{name: middle + change}).solve().primal for change in (-step, step)
        )
        return (high - low) / (2 * step)

    def minimized(self, least_gamma: float = 0.0, tighter: ArrayLike = 0.0) -> Primal:
        """The primal handed to a solver as it is printed, over AA', γ and ξ, but for the cone.

        Nothing of the dual (14)-(16) and nothing of the reference enters. ``least_gamma`` is what
        γ ≥ 0 may be moved to, and ``tighter`` what (8) and (9) ask for besides, pair by pair.
        """
        pairs = np.concatenate([self.similar, self.dissimilar])
        n_S, n_D, p = len(self.similar), len(self.dissimilar), self.X.shape[1]
        z = self.X[pairs[:, 0]] - self.X[pairs[:, 1]]
        rows, columns = np.triu_indices(p)
        double = np.where(rows == columns, 1.0, 2.0)  # an entry beside the diagonal stands twice
        m, n = len(double), len(pairs)
        # the variables: entries of AA', γ, ξ
        P = np.diag(np.r_[double, np.zeros(1 + n)])
        weights = np.repeat([self.C_S / n_S, self.C_D / n_D], [n_S, n_D])
        q = np.r_[np.zeros(m), -self.C_D * self.nu, weights]
        sign = np.repeat([1.0, -1.0], [n_S, n_D])  # (8) bounds d̃² from above, (9) from below
        margins = np.column_stack(
            [sign[:, None] * z[:, rows] * z[:, columns] * double, sign < 0, -np.eye(n)]
        )
        G = np.vstack([margins, -np.eye(m + 1 + n)[m:]])
        h = np.r_[sign * np.sum(z**2, axis=1) - tighter, -least_gamma, np.zeros(n)]
        found = solvers.qp(*map(matrix, (P, q, G, h)), options=SOLVER)
        x = np.ravel(found["x"])
        AA = np.empty((p, p))
        AA[rows, columns] = AA[columns, rows] = x[:m]
        xi = x[m + 1 :]
        return Primal(x[m], xi[:n_S], xi[n_S:], found["primal objective"], AA)


# erratum K2: one similar and one dissimilar pair whose program (14)-(16) has an indefinite optimum
INDEFINITE = Problem(
    X=np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]),
    similar=np.array([[0, 1]]),
    dissimilar=np.array([[0, 2]]),
    C_S=10.0,
    C_D=8.0,
    nu=0.5,
)


def random_problem(rng: np.random.Generator, n: int = 7, p: int = 3) -> Problem:
    """Up to three classes a step apart in one feature, small fractions, constants of 1 to 100.

    A quarter of these problems has an indefinite solution, and γ > 0 in three quarters.
    """
    y = np.concatenate([[0, 0, 1], rng.integers(0, 3, n - 3)])
    X = rng.integers(-8, 9, (n, p)) / 8
    X[:, 0] += y
    C_S, C_D = 10 ** rng.uniform(0, 2, 2)
    return Problem(X, *pairs_from_labels(y), float(C_S), float(C_D), float(rng.uniform(0.1, 0.9)))


def solved(run: Run, few: int = 20, many: int = 200) -> list[tuple[Problem, IdealizedMetric]]:
    """Random problems and their solutions; the same ones, in this order, for every claim."""
    return [_solved(run.seed, k) for k in range(many if run.scale == "full" else few)]


@functools.cache
def _solved(seed: int, k: int) -> tuple[Problem, IdealizedMetric]:
    problem = random_problem(np.random.default_rng([seed, k]))
    return problem, problem.solve()


def violation(run: Run, name: str, said: str) -> Finding:
    """Largest violation of one condition over the random problems, in units of its terms."""
    return at_most(max(found[name] for found in violated(run)), ROUNDING, name=said)


def condition(run: Run, name: str, said: str) -> list[Finding]:
    """One condition of a solution; and that it is met by γ and ξ of the primal, not by others.

    ξ of a solution is the least that (8) and (9) allow, so that for any metric some of the
    conditions hold. The primal, minimized apart, says which metric, γ and ξ they should be.
    """
    apart = [
        np.abs(np.r_[got.gamma - p.gamma, got.slack_S - p.slack_S, got.slack_D - p.slack_D]).max()
        / problem.largest(got)
        for (problem, got), p in zip(solved(run), minima(run), strict=True)
    ]
    return [
        violation(run, name, said),
        at_most(apart, ROUNDING, name="γ and ξ against the primal, minimized as it is printed"),
    ]


def of_this_metric(run: Run) -> Finding:
    """That the multipliers are those of the metric, to which (11) ties them.

    Much of what is said of multipliers would be so of others, too: a product with α is 0 where α
    is, one with η where α is at its bound.
    """
    by_sum = [
        np.abs(metric.matrix - problem.right_side(metric)).max()
        / max(np.abs(metric.matrix).max(), 1e-3)
        for problem, metric in solved(run)
    ]
    return at_most(by_sum, ROUNDING, name="the right side of (11), of these α, against the metric")


def minima(run: Run, few: int = 20, many: int = 200) -> list[Primal]:
    """The minima of the primals of the random problems, as many as of `solved`."""
    return [_minimum(run.seed, k) for k in range(len(solved(run, few, many)))]


@functools.cache
def _minimum(seed: int, k: int) -> Primal:
    return random_problem(np.random.default_rng([seed, k])).minimized()


def violated(run: Run) -> list[dict[str, float]]:
    """`violations` of the solutions of the random problems."""
    return [_violated(run.seed, k) for k in range(len(solved(run)))]


@functools.cache
def _violated(seed: int, k: int) -> dict[str, float]:
    return violations(*_solved(seed, k))


def violations(problem: Problem, metric: IdealizedMetric) -> dict[str, float]:
    """Violations of (8), (9), (15)-(20), computed in fractions, in units of the largest terms."""
    found = definitions.conditions(
        problem.distances(metric.matrix),
        metric.alpha_S.tolist(),
        metric.alpha_D.tolist(),
        metric.gamma,
        metric.slack_S.tolist(),
        metric.slack_D.tolist(),
        problem.C_S,
        problem.C_D,
        problem.nu,
    )
    largest = problem.largest(metric)
    units = {
        "eq_8": largest,
        "eq_9": largest,
        "signs": largest,
        "eq_15": problem.C_D,
        "eq_16": max(problem.C_S, problem.C_D),
        "eq_17": problem.C_S * largest,
        "eq_18": problem.C_D * largest,
        "eq_19": max(problem.C_S, problem.C_D) * largest,
        "eq_20": problem.C_D * largest,
    }
    return {name: float(value) / units[name] for name, value in found._asdict().items()}
