"""Tail bounds and quantiles behind the statistical tests; each is proved for every sample size.

``rate`` is the probability of one side of the tail.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable
from functools import lru_cache

import scipy  # scipy.stats, slow to import, is loaded when it is used
import scipy.special

_MOST_SAMPLES = 2**50
_KEPT = 2**16  # more than a run asks for: slow, and asked again by every repetition of a test
_ROUNDINGS = 1e-12  # of squares: numbers without variance are not free of them


def samples_for(discrepancy: float, detectable: Callable[[int], float]) -> int:
    """The number of samples that suffices where one less does not; doubling, then bisection."""
    if not discrepancy > 0:
        raise ValueError(f"the discrepancy must be positive, got {discrepancy!r}")
    low, high = 1, 2
    while detectable(high) > discrepancy:
        low, high = high, 2 * high
        if high > _MOST_SAMPLES:
            raise ValueError(f"no number of samples detects a discrepancy of {discrepancy!r}")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if detectable(middle) <= discrepancy else (middle, high)
    return high


def hoeffding(n: int, width: float, rate: float) -> float:
    """Deviation of a mean of n samples from a range of this width."""
    return width * math.sqrt(math.log(1 / rate) / (2 * n))


def bentkus(n: int, width: float, rate: float, variance: float) -> float:
    """The same when the variance is known.

    Bentkus, On Hoeffding's inequalities, Annals of Probability 32 (2004), Theorem 1.1: the tail is
    at most e^2 / 2 times that of n independent variables with that variance and two values, the
    upper one ``width``, where the logarithm of their tail is interpolated between its steps.
    Bernstein's bound lacks what a normal tail has beside its exponential, a factor of about ten.
    """
    below = max(variance, _ROUNDINGS * width**2) / width
    chance = below / (width + below)
    log_rate = math.log(rate) - (2 - math.log(2))
    k = int(scipy.stats.binom.isf(math.exp(log_rate), n, chance))  # P(more than k) <= rate < P(k)
    if k >= n:
        return width
    beyond, reached = scipy.stats.binom.logsf([k, k - 1], n, chance)
    steps = k + (reached - log_rate) / (reached - beyond)
    return float(steps * (width + below) / n - below)


def radius(n: int, width: float, rate: float, variance: float) -> float:
    """The smaller deviation of the two."""
    return min(hoeffding(n, width, rate), bentkus(n, width, rate, variance))


def empirical_bernstein(n: int, width: float, rate: float, variance: float) -> float:
    """Maurer and Pontil, Empirical Bernstein bounds, COLT 2009, Theorem 4; sample variance."""
    log = math.log(2 / rate)
    return math.sqrt(2 * variance * log / n) + 7 * width * log / (3 * (n - 1))


@lru_cache(maxsize=_KEPT)
def kolmogorov_quantile(n: int, rate: float) -> float:
    """Kolmogorov's statistic of n samples exceeds this with probability ``rate``, exactly."""
    return float(scipy.stats.kstwo.isf(rate, n))


def beta_quantile(a: float, b: float, rate: float) -> float:
    """A beta(a, b) variable exceeds this with probability ``rate``."""
    return float(scipy.special.betainccinv(a, b, rate))


@lru_cache(maxsize=_KEPT)
def smallest_rejected(n: int, bound: float, alpha: float) -> int:
    """The smallest c with P(Binomial(n, bound) >= c) < alpha; n + 1 if there is none."""
    return 1 + bisect.bisect_left(
        range(1, n + 1), True, key=lambda c: scipy.stats.binom.sf(c - 1, n, bound) < alpha
    )


def check_rates(alpha: float, beta: float | None) -> None:
    """Refuse error rates outside the open interval (0, 1); ``beta`` may be None."""
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if rate is not None and not 0 < rate < 1:
            raise ValueError(f"{name} must lie strictly between 0 and 1, got {rate!r}")


def check_within(name: str, value: float, low: float = 0.0, high: float = 1.0) -> None:
    """Refuse a parameter that is NaN or outside its range, which is [0, 1] if none is given."""
    if not low <= value <= high:
        raise ValueError(f"{name} must lie in [{low!r}, {high!r}], got {value!r}")


def promise(alpha: float, beta: float | None, detectable: float, largest: float = 1.0) -> str:
    """What a test detects, in words; ``largest`` is the greatest discrepancy that there can be."""
    miss = alpha if beta is None else beta
    if detectable > largest:
        return f" (alpha={alpha:.3g}; detects nothing)"
    return f" (alpha={alpha:.3g}; detects {detectable:.3g} with probability 1 - {miss:.3g})"
