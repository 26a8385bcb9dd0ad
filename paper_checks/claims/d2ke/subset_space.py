"""A space in which one draw of random objects is always bad: Proposition 2 needs its c.

It is finite, so that Assumption 3 admits every p > 0. Where that is felt to be a trick, the product
with an interval has the same bad draw and an effective dimension of 1, which is the least.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln

from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.types import Array

# all admissible where the space is finite; 1 is the least in its product with an interval
DIMENSIONS = {"p → 0": 1e-9, "p = 0.5": 0.5, "p = 1": 1.0}


class SubsetSpace:
    """X = {x_S : S an R-subset of Ω}, Ω of m points, where one draw of R objects is always bad.

    d(x_S, ω) = a if ω lies in S and 3a else; two of X, and two of Ω, are 2a apart: a metric. For
    S = the drawn objects Δ_R(x_S, x_S) = (1 - R/m) (exp(-2γa) - exp(-6γa)), largest for
    γa = log(3)/4. X is finite, so Assumption 3 admits every p > 0, with c = |X| = (m choose R).
    """

    a = 1.0
    gamma = math.log(3) / 4
    t = 0.19

    def __init__(self, m: int, R: int) -> None:
        self.m, self.R = m, R

    @property
    def deviation(self) -> float:
        """Δ_R(x_S, x_S) by formula."""
        return definitions.subset_space_deviation(self.m, self.R, self.gamma, self.a)

    def drawn_deviation(self, rng: np.random.Generator) -> float:
        """Δ_R(x_S, x_S) for R random objects, by the kernels (4) and (12) of the reference."""
        draws = rng.integers(self.m, size=self.R)
        # S holds the drawn objects, filled up to R where an object was drawn twice
        subset = list(dict.fromkeys([*draws.tolist(), *range(2 * self.R)]))[: self.R]
        x = frozenset(subset)

        def distance(x: frozenset[int], omega: int) -> float:
            return self.a if omega in x else 3 * self.a

        arguments = (self.gamma, distance)
        approximate = d2ke.kernel([x], [x], draws.tolist(), *arguments)
        exact = d2ke.kernel([x], [x], list(range(self.m)), *arguments)
        return abs(float((approximate - exact).item()))

    @staticmethod
    def times_an_interval(D: ArrayLike, points: ArrayLike) -> Array:
        """Distances of the product with points of [0, 2]: d((x, u), (y, v)) = d(x, y) + |u - v|.

        Ω is the part with u = 0, so that φ of (x, 0) is that of x, and so is Δ_R. For δ < 1 no ball
        meets two intervals, and N(δ) = |X| ⌈1/δ⌉: at most 2 |X| / δ, and of no smaller order.
        """
        gaps = np.abs(np.subtract.outer(points, points))
        x = np.array(D, dtype=float)
        return np.kron(x, np.ones(gaps.shape)) + np.kron(np.ones(x.shape), gaps)

    def bound(self, p: float) -> float:
        """Proposition 2 as printed."""
        return d2ke.uniform_convergence_bound(self.t, self.R, self.gamma, p, 1.0, form="printed")

    @property
    def log10_corrected(self) -> float:
        """Logarithm of the bound with c² at p → 0, where c = (m choose R) is no float."""
        log_c = gammaln(self.m + 1) - gammaln(self.R + 1) - gammaln(self.m - self.R + 1)
        rest = d2ke.uniform_convergence_bound(self.t, self.R, self.gamma, 1e-9, 1.0)
        return float((2 * log_c + math.log(rest)) / math.log(10))
