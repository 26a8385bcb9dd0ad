"""What the approximation of a whole region rests on, and what it costs, for `region`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gramcheck.paper_checks.claims.sfm.hashing import polynomials
from gramcheck.paper_checks.findings import Finding, holds
from gramcheck.reference import sfm
from gramcheck.reference.types import Array
from gramcheck.verify.definitions import sfm as definitions

EPSILON = 0.5
FAILURE = 0.1  # δ, the chance that some pair of the region is off by EPSILON
SIDE = 2.0  # ℓ, of the region, a cube, in units of β
DIMENSIONS = (1, 2, 8, 64)
VALUES_OF_K = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
HIGHEST = 16  # of the moments that are computed exactly
PRIME = 7


def log_moment(t: int, D: int) -> float:
    """Logarithm of the bound on E|z'z - k|^t, t even, of independent vectors."""
    return math.log(2) + math.lgamma(t / 2 + 1) + t / 2 * math.log(4 / D)


def overshoot(s: float) -> float:
    """E min(2, s |r|) of a Cauchy number r."""
    return 4 / math.pi * math.atan(s / 2) + s / math.pi * math.log1p(4 / s**2)


@dataclass(frozen=True)
class Net:
    """Points such that every x - y of the region is within s of one, in each of d coordinates."""

    d: int
    s: float

    @classmethod
    def of(cls, d: int) -> Net:
        """With s a power of 2, as large as has z'z change by ε/4 with a chance of δ/2 at most."""
        s = 1.0
        while d * overshoot(s) > EPSILON / 4 * FAILURE / 2:
            s /= 2
        return cls(d, s)

    @property
    def log_points(self) -> float:
        """Logarithm of N."""
        return self.d * math.log(math.ceil(SIDE / self.s))

    @property
    def tolerance(self) -> float:
        """What is left of ε for the points: ε'."""
        return 3 / 4 * EPSILON + math.expm1(-self.d * self.s)

    @property
    def t(self) -> int:
        """An even t for which D is about the least."""
        return 2 * math.ceil(self.log_points + math.log(4 / FAILURE))

    def log_features(self, t: int) -> float:
        """Logarithm of the D with which t-th moments leave δ/2 that a point is off by ε'."""
        log_rate = self.log_points + log_moment(t, 4) + math.log(2 / FAILURE)
        return math.log(4 / self.tolerance**2) + 2 / t * log_rate

    @property
    def D(self) -> int:
        """The least even D with t as above."""
        return 2 * math.ceil(math.exp(self.log_features(self.t)) / 2)


# ---------------------------------------------------------------------------------------------
# The same, put together from what came out


def chances(net: Net) -> tuple[float, float]:
    """Bounds on the chance of failure at the points, and between them."""
    log_moments = [math.log(2)] + [math.log(i * 4 / net.D) for i in range(1, net.t // 2 + 1)]
    log_rate = sum(log_moments) - net.t * math.log(_for_the_points(net))
    at_the_points = _log_points(net) + log_rate
    return math.exp(min(0.0, at_the_points)), net.d * mean_overshoot(net.s) / (EPSILON / 4)


def features_of_independent_vectors(net: Net) -> float:
    """D by Hoeffding's inequality at the same points, N 2 exp(-D ε'²/4) = δ/2."""
    return 4 / _for_the_points(net) ** 2 * (_log_points(net) + math.log(4 / FAILURE))


def excess(net: Net) -> float:
    """What D is of that at the most: e^(1 - 1/m) (m!)^(1/m)/(m - 1), m = t/2, and rounded up."""
    m = math.ceil(_log_points(net) + math.log(4 / FAILURE))
    factor = math.exp(1 - 1 / m + math.lgamma(m + 1) / m) / (m - 1)
    return factor + 2 / features_of_independent_vectors(net)


def _log_points(net: Net) -> float:
    return net.d * math.log(len(np.arange(-SIDE + net.s, SIDE, 2 * net.s)))


def _for_the_points(net: Net) -> float:
    near = definitions.laplacian_kernel([net.s] * net.d, [0] * net.d, 1.0)
    return EPSILON - EPSILON / 4 - (1 - near)


def mean_overshoot(s: float) -> float:
    """E min(2, s |r|) of the reference's Cauchy numbers, |r| the quantile at 1 - v/2, v uniform.

    Integrated over log v, from where s |r| is 2 on; below it is 2.
    """
    least = 2 / math.pi * math.atan(s / 2)
    step = -math.log(least) / 10**5
    v = np.exp(math.log(least) + step * (np.arange(10**5) + 0.5))
    r = sfm.cauchy_quantile(1 - v / 2, 1.0)
    return float(np.minimum(2, s * r) @ v * step + 2 * least)


# ---------------------------------------------------------------------------------------------
# What it rests on


def integrated_tails(orders: list[int]) -> Finding:
    """Whether the bound on moments is 2 exp(-D u²/4), of Hoeffding, over t u^(t-1) du."""
    u = np.linspace(0, 6, 200_001)[1:]  # with D = 2 t what is integrated has its peak near u = 1
    logs = [math.log(2 * t) + (t - 1) * np.log(u) - t * u**2 / 2 for t in orders]
    return holds(
        [each.max() + math.log(np.exp(each - each.max()).sum() * u[0]) for each in logs],
        [log_moment(t, 2 * t) for t in orders],
        atol=1e-6,
        name=f"log of the bound on moments, t = {orders}",
    )


def over_the_bound() -> list[float]:
    """Even central moments of means of 1, 4 and 64 independent numbers, over their bound.

    They are cosines, and 1 or -1 with equal chance, whose moments are as large as they can be.
    """
    coin = [Fraction(1 - j % 2) for j in range(HIGHEST + 1)]
    return [
        math.exp(math.log(moments[t]) - log_moment(t, 2 * m))
        for of_one in (coin, *map(central_moments, VALUES_OF_K))
        for m in (1, 4, 64)
        for moments in [of_a_mean(of_one, m)]
        for t in range(2, HIGHEST + 1, 2)
    ]


def central_moments(k: Fraction) -> list[Fraction]:
    """Of one cosine cos r'(x - y) about k, exactly: E cos(j r'(x - y)) = k^j gives all."""
    raw = [
        sum((math.comb(j, i) * k ** abs(j - 2 * i) for i in range(j + 1)), Fraction(0)) / 2**j
        for j in range(HIGHEST + 1)
    ]
    return [
        sum((math.comb(j, i) * raw[i] * (-k) ** (j - i) for i in range(j + 1)), Fraction(0))
        for j in range(HIGHEST + 1)
    ]


def of_a_mean(moments: list[Fraction], m: int) -> list[Fraction]:
    """Moments of the mean of m independent numbers: their generating functions are multiplied."""
    series = np.array([c / math.factorial(j) for j, c in enumerate(moments)], dtype=object)
    power = np.array([Fraction(1)], dtype=object)
    for _ in range(m):
        power = np.convolve(power, series)[: len(moments)]
    return [c * math.factorial(j) / Fraction(m) ** j for j, c in enumerate(power)]


def sixth_moments(t: int) -> Array:
    """Sixth moments of means of 2 ... 7 hashed numbers over those of independent ones.

    Over all polynomials of t coefficients modulo `PRIME`, as the reference evaluates them.
    """
    values = np.cos(np.arange(PRIME) / 2)
    centered = values - values.mean()
    moments = [Fraction(float(np.mean(centered**j))) for j in range(7)]
    m = np.arange(2, PRIME + 1)
    sums = np.cumsum(centered[polynomials(t, PRIME)], axis=1)[:, 1:]
    due = [float(of_a_mean(moments, int(n))[6]) for n in m]
    return np.mean((sums / m) ** 6, axis=0) / due


def error_of_sixth_moments(t: int) -> float:
    """By how much they are off those of independent numbers, at the most, relatively."""
    return float(np.abs(sixth_moments(t) - 1).max())


def expected_overshoot(spacings: list[float]) -> Finding:
    """Whether the formula is what the reference's Cauchy numbers have."""
    return holds(
        [mean_overshoot(s) for s in spacings],
        [overshoot(s) for s in spacings],
        rtol=1e-7,
        name=f"E min(2, s |r|), s = {', '.join(f'1/{1 / s:g}' for s in spacings)}",
    )
