"""Tests of means and distribution functions of real samples; see :mod:`.tails`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.verify import bounds
from gramcheck.verify.record import Outcome
from gramcheck.verify.types import Array

# Means of bounded samples


def assert_true_mean_equals(
    samples: Any,
    expected: float,
    low: float,
    high: float,
    alpha: float,
    *,
    variance: float | None = None,
    beta: float | None = None,
) -> Outcome:
    """The distribution that the samples come from has this mean.

    Parameters
    ----------
    samples : (n,)
        Independent draws from a distribution on [low, high].
    expected : float
        The mean that correct code has.
    low, high : float
        Range of the samples; one outside is a failure by itself.
    alpha : float
        False-alarm rate.
    variance : float, optional
        The variance that correct code has, when it is known: Bentkus's inequality then takes the
        place of the empirical one.
    beta : float, optional
        False-pass rate for the discrepancy stated in the outcome.
    """
    _check_range(low, high)
    bounds.check_within("expected", expected, low, high)
    x, complaint = _bounded(samples, low, high)
    if x is None:
        return complaint
    n, width = len(x), high - low
    detectable = smallest_detectable_mean_discrepancy(
        n, low, high, alpha, variance=variance, beta=beta
    )
    if variance is None:
        # either bound may fail, so each has half of the rate; on [low, high] with this mean no
        # variance is larger (Bhatia and Davis, 2000)
        largest = (expected - low) * (high - expected)
        allowed = min(
            bounds.radius(n, width, alpha / 4, largest),
            bounds.empirical_bernstein(n, width, alpha / 4, float(np.var(x, ddof=1))),
        )
    else:
        allowed = bounds.radius(n, width, alpha / 2, variance)
    mean = math.fsum(x) / n
    error = abs(mean - expected)
    detail = f"got mean={mean!r} of {n} samples, should be {expected!r}"
    detail += bounds.promise(alpha, beta, detectable, largest=max(high - expected, expected - low))
    return Outcome(error, allowed, error / allowed, detail)


def smallest_detectable_mean_discrepancy(
    n: int,
    low: float,
    high: float,
    alpha: float,
    *,
    variance: float | None = None,
    beta: float | None = None,
) -> float:
    """Code whose true mean is off by more than this passes with probability at most ``beta``.

    Where ``variance`` is given, that is promised for code whose variance is not larger.
    """
    bounds.check_rates(alpha, beta)
    _check_range(low, high)
    width, miss = high - low, alpha if beta is None else beta
    if variance is None:
        return bounds.hoeffding(n, width, alpha / 4) + bounds.hoeffding(n, width, miss)
    bounds.check_within("variance", variance, 0.0, width**2)
    return bounds.radius(n, width, alpha / 2, variance) + bounds.radius(n, width, miss, variance)


def samples_needed_for_mean(
    discrepancy: float,
    low: float,
    high: float,
    alpha: float,
    *,
    variance: float | None = None,
    beta: float | None = None,
) -> int:
    """Samples with which a discrepancy of the mean is detectable."""
    return bounds.samples_for(
        discrepancy,
        lambda n: smallest_detectable_mean_discrepancy(
            n, low, high, alpha, variance=variance, beta=beta
        ),
    )


# Continuous distributions: Kolmogorov's statistic, with its exact distribution


def assert_true_cdf_equals(
    samples: Any,
    cdf: Callable[[Array], ArrayLike],
    alpha: float,
    *,
    beta: float | None = None,
) -> Outcome:
    """The samples come from this continuous distribution.

    ``cdf`` takes the sorted samples and gives a probability for each, whatever their values.
    """
    bounds.check_rates(alpha, beta)
    x, complaint = _bounded(samples, -math.inf, math.inf)
    if x is None:
        return complaint
    n, x = len(x), np.sort(x)
    F, steps = np.asarray(cdf(x), dtype=np.float64), np.arange(len(x) + 1) / len(x)
    if F.shape != x.shape or not ((F >= 0) & (F <= 1)).all():
        raise ValueError("cdf must give a probability for each sample")
    statistic = float(max((steps[1:] - F).max(), (F - steps[:-1]).max()))
    allowed = bounds.kolmogorov_quantile(n, alpha)
    detectable = smallest_detectable_cdf_discrepancy(n, alpha, beta=beta)
    detail = (
        f"got a distance of {statistic!r} between {n} samples and the distribution, should be 0"
    )
    return Outcome(
        statistic, allowed, statistic / allowed, detail + bounds.promise(alpha, beta, detectable)
    )


def smallest_detectable_cdf_discrepancy(
    n: int, alpha: float, *, beta: float | None = None
) -> float:
    """A distribution function further away than this passes with probability at most ``beta``."""
    bounds.check_rates(alpha, beta)
    return bounds.kolmogorov_quantile(n, alpha) + bounds.kolmogorov_quantile(
        n, alpha if beta is None else beta
    )


def samples_needed_for_cdf(discrepancy: float, alpha: float, *, beta: float | None = None) -> int:
    """Samples with which a discrepancy of the distribution function is detectable."""
    return bounds.samples_for(
        discrepancy, lambda n: smallest_detectable_cdf_discrepancy(n, alpha, beta=beta)
    )


def _bounded(samples: Any, low: float, high: float) -> tuple[Array | None, Outcome]:
    """The samples, or the outcome that says what is wrong with them."""
    x, fault = np.asarray(samples), ""
    if x.ndim != 1 or len(x) < 2 or x.dtype.kind not in "biuf":
        fault = f"got samples of shape {x.shape} and dtype {x.dtype}, should be a vector of numbers"
    elif (outside := x[~((x >= low) & (x <= high))]).size:
        fault = f"got a sample {outside[0].item()!r}, should lie in [{low}, {high}]"
    outcome = Outcome(1.0, 0.0, math.inf, fault)
    return (None if fault else x.astype(np.float64)), outcome


def _check_range(low: float, high: float) -> None:
    if not -math.inf < low < high < math.inf:
        raise ValueError(f"low must be below high, both finite, got {low!r} and {high!r}")
