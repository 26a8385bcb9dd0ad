"""Statistical tests in triples: the assertion, what it can detect, and the samples it needs.

For each kind of test there are

- ``assert_...``: an Outcome. Correct code fails with probability at most ``alpha``; the bounds are
  exact or proved for every sample size, never asymptotic.
- ``smallest_detectable_...``: code wrong by more than this passes with probability at most
  ``beta``.
- ``samples_needed_...``: enough samples for a discrepancy to be detectable.

The manner is that of TensorFlow Probability's ``statistical_testing``. ``beta`` is ``alpha`` when
not given. Malformed samples are a failure, malformed parameters a ValueError.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import scipy.stats
from numpy.typing import ArrayLike, NDArray

from verify import bounds
from verify.record import Outcome

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
        The variance that correct code has, when it is known: Bernstein's inequality then takes
        the place of the empirical one.
    beta : float, optional
        False-pass rate for the discrepancy stated in the outcome.
    """
    x, complaint = _bounded(samples, low, high)
    if x is None:
        return complaint
    n, width = len(x), high - low
    if variance is None:
        # either bound may fail, so each has half of the rate
        allowed = min(
            bounds.hoeffding(n, width, alpha / 4),
            bounds.empirical_bernstein(n, width, alpha / 4, float(np.var(x, ddof=1))),
        )
    else:
        allowed = bounds.radius(n, width, alpha / 2, variance)
    mean = math.fsum(x) / n
    error = abs(mean - expected)
    detectable = smallest_detectable_mean_discrepancy(
        n, low, high, alpha, variance=variance, beta=beta
    )
    detail = f"got mean={mean!r} of {n} samples, should be {expected!r}"
    return Outcome(error, allowed, error / allowed, detail + _power(alpha, beta, detectable))


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
    _check_rates(alpha, beta)
    width, miss = high - low, alpha if beta is None else beta
    if variance is None:
        return bounds.hoeffding(n, width, alpha / 4) + bounds.hoeffding(n, width, miss)
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


# Variances of bounded samples


def assert_true_variance_equals(
    samples: Any,
    mean: float,
    expected: float,
    low: float,
    high: float,
    alpha: float,
    *,
    beta: float | None = None,
) -> Outcome:
    """The distribution has this second moment about a known mean.

    No fourth moment is needed: (x - mean)^2 is bounded, and the variance is its mean.
    """
    x, complaint = _bounded(samples, low, high)
    if x is None:
        return complaint
    most = _largest_square(mean, low, high)
    outcome = assert_true_mean_equals((x - mean) ** 2, expected, 0.0, most, alpha, beta=beta)
    detail = outcome.detail.replace("mean=", "variance=", 1)
    return Outcome(outcome.measured, outcome.bound, outcome.ratio, detail)


def smallest_detectable_variance_discrepancy(
    n: int, mean: float, low: float, high: float, alpha: float, *, beta: float | None = None
) -> float:
    """Code with a second moment off by more than this passes with probability at most ``beta``."""
    most = _largest_square(mean, low, high)
    return smallest_detectable_mean_discrepancy(n, 0.0, most, alpha, beta=beta)


def samples_needed_for_variance(
    discrepancy: float,
    mean: float,
    low: float,
    high: float,
    alpha: float,
    *,
    beta: float | None = None,
) -> int:
    """Samples with which a discrepancy of the variance is detectable."""
    most = _largest_square(mean, low, high)
    return samples_needed_for_mean(discrepancy, 0.0, most, alpha, beta=beta)


# Rates of events: exact binomial tails


def assert_rate_at_most(
    count: int, n: int, bound: float, alpha: float, *, beta: float | None = None
) -> Outcome:
    """An event with ``count`` occurrences in ``n`` trials has probability at most ``bound``.

    Rejected when P(Binomial(n, bound) >= count) < alpha.
    """
    if complaint := _bad_count(count, n):
        return complaint
    detectable = smallest_detectable_excess(n, bound, alpha, beta=beta)
    surprise = scipy.stats.binom.logsf(count - 1, n, bound) if count else 0.0
    detail = f"got {count} in {n} trials, should have probability at most {bound!r}"
    return _surprise(surprise, alpha, detail + _power(alpha, beta, detectable))


def smallest_detectable_excess(
    n: int, bound: float, alpha: float, *, beta: float | None = None
) -> float:
    """A rate above the bound by more than this passes with probability at most ``beta``.

    Infinite when n is too small for any rate to be rejected.
    """
    _check_rates(alpha, beta)
    rejected = bounds.smallest_rejected(n, bound, alpha)
    if rejected > n:
        return math.inf
    miss = alpha if beta is None else beta
    # P(Binomial(n, r) >= c) is the regularized incomplete beta function I_r(c, n - c + 1)
    return max(0.0, bounds.beta_quantile(rejected, n - rejected + 1, miss) - bound)


def samples_needed_for_rate_at_most(
    excess: float, bound: float, alpha: float, *, beta: float | None = None
) -> int:
    """Trials with which an excess over the bound is detectable."""
    return bounds.samples_for(
        excess, lambda n: smallest_detectable_excess(n, bound, alpha, beta=beta)
    )


def assert_rate_equals(
    count: int, n: int, rate: float, alpha: float, *, beta: float | None = None
) -> Outcome:
    """An event with ``count`` occurrences in ``n`` trials has exactly this probability.

    Two-sided: rejected when twice the smaller binomial tail is below alpha.
    """
    if complaint := _bad_count(count, n):
        return complaint
    detectable = smallest_detectable_rate_discrepancy(n, rate, alpha, beta=beta)
    upper = scipy.stats.binom.logsf(count - 1, n, rate) if count else 0.0
    lower = scipy.stats.binom.logcdf(count, n, rate)
    surprise = min(0.0, math.log(2) + min(upper, lower))
    detail = f"got {count} in {n} trials, should have probability {rate!r}"
    return _surprise(surprise, alpha, detail + _power(alpha, beta, detectable))


def smallest_detectable_rate_discrepancy(
    n: int, rate: float, alpha: float, *, beta: float | None = None
) -> float:
    """A rate off by more than this, to either side, passes with probability at most ``beta``."""
    _check_rates(alpha, beta)
    above = smallest_detectable_excess(n, rate, alpha / 2, beta=alpha if beta is None else beta)
    below = smallest_detectable_excess(n, 1 - rate, alpha / 2, beta=alpha if beta is None else beta)
    # beyond 0 and 1 there is nothing to detect
    return max(min(above, 1 - rate), min(below, rate))


def samples_needed_for_rate(
    discrepancy: float, rate: float, alpha: float, *, beta: float | None = None
) -> int:
    """Trials with which a discrepancy of the rate is detectable."""
    return bounds.samples_for(
        discrepancy, lambda n: smallest_detectable_rate_discrepancy(n, rate, alpha, beta=beta)
    )


# Discrete distributions: one exact binomial test a value


def assert_distribution_equals(
    samples: Iterable[Any],
    probabilities: Mapping[Any, float],
    alpha: float,
    *,
    beta: float | None = None,
) -> Outcome:
    """Lengths, letters, ...: every value has its probability, and no other value occurs.

    Each value has an exact two-sided binomial test at alpha over the number of values, so small
    expected counts do no harm, as they do to a chi-square test.
    """
    if not math.isclose(sum(probabilities.values()), 1, abs_tol=1e-9):
        raise ValueError(f"probabilities must sum to 1, got {sum(probabilities.values())!r}")
    drawn = Counter(x.item() if isinstance(x, np.generic) else x for x in samples)
    if foreign := [x for x in drawn if x not in probabilities]:
        detail = f"got {foreign[0]!r}, should be one of {list(probabilities)!r}"
        return Outcome(1.0, 0.0, math.inf, detail)
    cells = {
        value: assert_rate_equals(
            drawn[value], drawn.total(), p, alpha / len(probabilities), beta=beta or alpha
        )
        for value, p in probabilities.items()
    }
    value, worst = max(cells.items(), key=lambda item: item[1].severity)
    detail = f"{value!r}: {worst.detail} (one of {len(cells)} values)"
    return Outcome(worst.measured, worst.bound, worst.ratio, detail, units=worst.units)


def smallest_detectable_distribution_discrepancy(
    n: int, probabilities: Mapping[Any, float], alpha: float, *, beta: float | None = None
) -> float:
    """Code with some value's probability off by more than this passes with at most ``beta``."""
    return max(
        smallest_detectable_rate_discrepancy(n, p, alpha / len(probabilities), beta=beta or alpha)
        for p in probabilities.values()
    )


def samples_needed_for_distribution(
    discrepancy: float,
    probabilities: Mapping[Any, float],
    alpha: float,
    *,
    beta: float | None = None,
) -> int:
    """Samples with which a discrepancy of any value's probability is detectable."""
    return bounds.samples_for(
        discrepancy,
        lambda n: smallest_detectable_distribution_discrepancy(n, probabilities, alpha, beta=beta),
    )


# Continuous distributions: Kolmogorov's statistic, with its exact distribution


def assert_true_cdf_equals(
    samples: Any,
    cdf: Callable[[NDArray[np.float64]], ArrayLike],
    alpha: float,
    *,
    beta: float | None = None,
) -> Outcome:
    """The samples come from this continuous distribution."""
    x, complaint = _bounded(samples, -math.inf, math.inf)
    if x is None:
        return complaint
    n, x = len(x), np.sort(x)
    F, steps = np.asarray(cdf(x), dtype=np.float64), np.arange(len(x) + 1) / len(x)
    statistic = float(max((steps[1:] - F).max(), (F - steps[:-1]).max()))
    allowed = bounds.kolmogorov_quantile(n, alpha)
    detectable = smallest_detectable_cdf_discrepancy(n, alpha, beta=beta)
    detail = (
        f"got a distance of {statistic!r} between {n} samples and the distribution, should be 0"
    )
    return Outcome(
        statistic, allowed, statistic / allowed, detail + _power(alpha, beta, detectable)
    )


def smallest_detectable_cdf_discrepancy(
    n: int, alpha: float, *, beta: float | None = None
) -> float:
    """A distribution function further away than this passes with probability at most ``beta``."""
    _check_rates(alpha, beta)
    return bounds.kolmogorov_quantile(n, alpha) + bounds.kolmogorov_quantile(
        n, alpha if beta is None else beta
    )


def samples_needed_for_cdf(discrepancy: float, alpha: float, *, beta: float | None = None) -> int:
    """Samples with which a discrepancy of the distribution function is detectable."""
    return bounds.samples_for(
        discrepancy, lambda n: smallest_detectable_cdf_discrepancy(n, alpha, beta=beta)
    )


def _bounded(samples: Any, low: float, high: float) -> tuple[NDArray[np.float64] | None, Outcome]:
    """The samples, or the outcome that says what is wrong with them."""
    if not low < high:
        raise ValueError(f"low must be below high, got {low!r} and {high!r}")
    x, fault = np.asarray(samples), ""
    if x.ndim != 1 or len(x) < 2 or x.dtype.kind not in "biuf":
        fault = f"got samples of shape {x.shape} and dtype {x.dtype}, should be a vector of numbers"
    elif (outside := x[~((x >= low) & (x <= high))]).size:
        fault = f"got a sample {outside[0].item()!r}, should lie in [{low}, {high}]"
    outcome = Outcome(1.0, 0.0, math.inf, fault)
    return (None if fault else x.astype(np.float64)), outcome


def _bad_count(count: Any, n: int) -> Outcome | None:
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n!r}")
    if 0 <= count <= n:
        return None
    return Outcome(1.0, 0.0, math.inf, f"got a count of {count!r}, should lie in [0, {n}]")


def _surprise(log_probability: float, alpha: float, detail: str) -> Outcome:
    """Decades of improbability against those allowed; above 1 exactly when p < alpha."""
    measured, bound = -log_probability / math.log(10), -math.log10(alpha)
    return Outcome(max(0.0, measured), bound, max(0.0, measured / bound), detail, units="decades")


def _power(alpha: float, beta: float | None, detectable: float) -> str:
    miss = alpha if beta is None else beta
    return f" (alpha={alpha:.3g}; detects {detectable:.3g} with probability 1 - {miss:.3g})"


def _largest_square(mean: float, low: float, high: float) -> float:
    return max(high - mean, mean - low) ** 2


def _check_rates(alpha: float, beta: float | None) -> None:
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if rate is not None and not 0 < rate < 1:
            raise ValueError(f"{name} must lie strictly between 0 and 1, got {rate!r}")
