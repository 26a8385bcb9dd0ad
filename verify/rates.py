"""Tests of rates of events and of discrete distributions; see :mod:`.tails`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import scipy  # scipy.stats, slow to import, is loaded when it is used

from gramcheck.verify import bounds
from gramcheck.verify.record import Outcome

# Rates of events: exact binomial tails


def assert_rate_at_most(
    count: int, n: int, bound: float, alpha: float, *, beta: float | None = None
) -> Outcome:
    """An event with ``count`` occurrences in ``n`` trials has probability at most ``bound``.

    Rejected when P(Binomial(n, bound) >= count) < alpha. A tail bound above 1 is refused, since it
    is not a probability; give ``min(1.0, bound)`` where that can happen.
    """
    detectable = smallest_detectable_excess(n, bound, alpha, beta=beta)
    if complaint := _bad_count(count, n):
        return complaint
    surprise = scipy.stats.binom.logsf(count - 1, n, bound) if count else 0.0
    detail = f"got {count} in {n} trials, should have probability at most {bound!r}"
    return _surprise(surprise, alpha, detail + bounds.promise(alpha, beta, detectable))


def smallest_detectable_excess(
    n: int, bound: float, alpha: float, *, beta: float | None = None
) -> float:
    """A rate above the bound by more than this passes with probability at most ``beta``.

    Infinite when n is too small for any rate to be rejected.
    """
    bounds.check_rates(alpha, beta)
    bounds.check_within("bound", bound)
    _check_trials(n)
    rejected = bounds.smallest_rejected(n, bound, alpha)
    if rejected > n:
        return math.inf
    miss = alpha if beta is None else beta
    # P(Binomial(n, r) >= c) is the regularized incomplete beta function I_r(c, n - c + 1)
    return float(np.maximum(0.0, bounds.beta_quantile(rejected, n - rejected + 1, miss) - bound))


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
    detectable = smallest_detectable_rate_discrepancy(n, rate, alpha, beta=beta)
    if complaint := _bad_count(count, n):
        return complaint
    upper = scipy.stats.binom.logsf(count - 1, n, rate) if count else 0.0
    lower = scipy.stats.binom.logcdf(count, n, rate)
    surprise = min(0.0, math.log(2) + min(upper, lower))
    detail = f"got {count} in {n} trials, should have probability {rate!r}"
    return _surprise(surprise, alpha, detail + bounds.promise(alpha, beta, detectable))


def smallest_detectable_rate_discrepancy(
    n: int, rate: float, alpha: float, *, beta: float | None = None
) -> float:
    """A rate off by more than this, to either side, passes with probability at most ``beta``.

    Infinite when n is too small for any rate to be rejected.
    """
    bounds.check_rates(alpha, beta)
    bounds.check_within("rate", rate)
    miss = alpha if beta is None else beta
    above = smallest_detectable_excess(n, rate, alpha / 2, beta=miss)
    below = smallest_detectable_excess(n, 1 - rate, alpha / 2, beta=miss)
    if above == below == math.inf:
        return math.inf
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
    bounds.check_rates(alpha, beta)
    for value, p in probabilities.items():
        bounds.check_within(f"the probability of {value!r}", p)
    if not math.isclose(sum(probabilities.values()), 1, abs_tol=1e-9):
        raise ValueError(f"probabilities must sum to 1, got {sum(probabilities.values())!r}")
    drawn = Counter(x.item() if isinstance(x, np.generic) else x for x in samples)
    if not drawn:
        return Outcome(1.0, 0.0, math.inf, "got no samples, should be at least one")
    if foreign := [x for x in drawn if x not in probabilities]:
        detail = f"got {foreign[0]!r}, should be one of {list(probabilities)!r}"
        return Outcome(1.0, 0.0, math.inf, detail)
    miss = alpha if beta is None else beta
    cells = {
        value: assert_rate_equals(
            drawn[value], drawn.total(), p, alpha / len(probabilities), beta=miss
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
    bounds.check_rates(alpha, beta)
    miss = alpha if beta is None else beta
    return max(
        smallest_detectable_rate_discrepancy(n, p, alpha / len(probabilities), beta=miss)
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


def _check_trials(n: int) -> None:
    if not (n >= 1 and n == int(n)):
        raise ValueError(f"n must be a whole number, at least 1, got {n!r}")


def _bad_count(count: Any, n: int) -> Outcome | None:
    if 0 <= count <= n and count == int(count):
        return None
    detail = f"got a count of {count!r}, should be a whole number in [0, {n}]"
    return Outcome(1.0, 0.0, math.inf, detail)


def _surprise(log_probability: float, alpha: float, detail: str) -> Outcome:
    """Decades of improbability against those allowed; above 1 exactly when p < alpha."""
    # NaN must stay NaN, which max(0.0, NaN) does not do
    measured = float(np.maximum(0.0, -log_probability / math.log(10)))
    bound = -math.log10(alpha)
    return Outcome(measured, bound, measured / bound, detail, units="decades")
