"""Small problems on which statements of the idealized kernels are computed, and what is asked."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_most
from gramcheck.reference.idealized import IdealizedMetric, learn_metric, pairs_from_labels
from gramcheck.reference.types import Array
from gramcheck.reference.types import Integers as Pairs
from gramcheck.verify.definitions import idealized as definitions

ROUNDING = 1e-7  # what a solution may violate, relative to the largest term


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


def solved(run: Run, few: int = 12, many: int = 200) -> list[tuple[Problem, IdealizedMetric]]:
    """Random problems and their solutions; the same ones, in this order, for every claim."""
    return [_solved(run.seed, k) for k in range(many if run.scale == "full" else few)]


@functools.cache
def _solved(seed: int, k: int) -> tuple[Problem, IdealizedMetric]:
    problem = random_problem(np.random.default_rng([seed, k]))
    return problem, problem.solve()


def suite(run: Run, claims: str | Sequence[str]) -> Finding:
    """What the conformance suite says; three examples at quick scale, besides its fixed ones.

    Its checks of solutions work in fractions and take seconds each.
    """
    return run.verify(claims, examples=None if run.scale == "full" else 3)


def violation(run: Run, name: str, said: str) -> Finding:
    """Largest violation of one condition over the random problems, in units of its terms."""
    return at_most(max(found[name] for found in violated(run)), ROUNDING, name=said)


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
    largest = max(problem.unit, *(np.abs(m).max() for m in problem.margins(metric)))
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
