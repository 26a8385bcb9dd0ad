"""A space on which uniform convergence is a coin toss, so that Proposition 2 is put to the test.

Most bounds are above 1 and say nothing, or are compared with a probability of 0. Here both sides
are known, and the points at which a bound says something are counted.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

from gramcheck.paper_checks.findings import Finding, at_most, enough
from gramcheck.paper_checks.ledger import Table
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

# X = {0, 1e-4} and Ω = {0, 6/γ} on a line, p = 1/2 each: φ is near 1 or near 0. N(δ) is 2 up to
# δ = 1e-4 only, so that p = 0.1 is admitted with c = 1: 2 * (1e-4)^0.1 = 0.80.
NEAR, P, C = 1e-4, 0.1, 1.0
GAMMAS, FEATURES = (0.06, 0.2, 1.0, 10.0), (10, 20, 40, 60, 120)


@dataclass(frozen=True)
class Point:
    """One comparison: exact probability and bound."""

    gamma: float
    R: int
    t: float
    probability: float
    bound: float

    @property
    def informative(self) -> bool:
        """Whether the bound is below 1."""
        return self.bound < 1


def probability(gamma: float, R: int, threshold: float) -> float:
    """P(max over x, y of |Δ_R(x, y)| > threshold), exactly."""
    line = [0.0, 6 / gamma]
    phi = d2ke.feature_map([0.0, NEAR], line, gamma, lambda x, omega: abs(x - omega))
    features = (phi * math.sqrt(2)).tolist()
    return float(definitions.uniform_tail_probability(features, [0.5, 0.5], R, threshold))


def features_needed(epsilon: float, delta: float, gamma: float) -> int:
    """The smallest R with P(max |Δ_R| > ε) ≤ δ for it and the next ten, exactly."""
    good, R = 0, 0
    while good <= 10:
        R += 1
        good = good + 1 if probability(gamma, R, epsilon) <= delta else 0
    return R - 10


def proposition_2(form: str) -> list[Point]:
    """Proposition 2, corrected or tight, at all γ and R and some t in its range."""
    largest = {"corrected": 6, "tight": 4}[form]
    points = []
    for gamma, R, step in itertools.product(GAMMAS, FEATURES, (0.6, 0.8, 1.2, 1.5, 2.0, 2.5)):
        t = step / math.sqrt(R)
        if t < min(largest * gamma, 0.25):  # |Δ| is at most 1/2
            bound = d2ke.uniform_convergence_bound(t, R, gamma, P, C, form)
            points.append(Point(gamma, R, t, probability(gamma, R, 2 * t), bound))
    return points


def equation_15(right: Callable[[float, int, float], float]) -> list[Point]:
    """Eq. (15) at ε = 0.9, ``right(ε, R, t)`` being its right side; γ so small that γε ≪ t."""
    eps, gamma = 0.9, 1e-3
    points = []
    for R, step in itertools.product(FEATURES, (0.6, 1.0, 1.25, 1.5, 1.75)):
        t = step / math.sqrt(R)
        points.append(
            Point(gamma, R, t, probability(gamma, R, t + 6 * gamma * eps), right(eps, R, t))
        )
    return points


def compared(points: list[Point], name: str) -> list[Finding]:
    """That the bound holds where it says something; fewer than ten such points tell too little."""
    said = [point for point in points if point.informative]
    return [
        enough(len(said), 10, name=f"{name}: points of {len(points)} where the bound is below 1"),
        at_most(
            [point.probability / point.bound for point in said] or [math.nan],
            1.0,
            name=f"{name}: exact P / bound at these points",
        ),
    ]


def table(points: list[Point], title: str) -> Table:
    """The five points where P is the largest share of a bound below 1; and one that is vacuous."""
    said = sorted((p for p in points if p.informative), key=lambda p: -p.probability / p.bound)
    rest = [point for point in points if not point.informative]
    rows: list[list[float | str]] = [
        [p.gamma, p.R, p.t, p.probability, p.bound, p.probability / p.bound] for p in said[:5]
    ]
    rows += [[p.gamma, p.R, p.t, p.probability, p.bound, "says nothing"] for p in rest[:1]]
    return Table(
        ["γ", "R", "t", "P exactly", "bound", "P / bound"],
        rows,
        title=f"{title}: {len(said)} points say something, {len(rest)} nothing",
    )
