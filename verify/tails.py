"""Statistical tests in triples: the assertion, what it can detect, and the samples it needs.

For each kind of test there are

- ``assert_...``: an Outcome. Correct code fails with probability at most ``alpha``; the bounds are
  exact or proved for every sample size, never asymptotic.
- ``smallest_detectable_...``: code wrong by more than this passes with probability at most
  ``beta``.
- ``samples_needed_...``: enough samples for a discrepancy to be detectable.

The manner is that of TensorFlow Probability's ``statistical_testing``. ``beta`` is ``alpha`` when
not given. Malformed samples are a failure, malformed parameters a ValueError. Where there are too
few samples for anything to be detected, the outcome says so.

Real samples are in :mod:`.means`, counts and discrete ones in :mod:`.rates`; all names
are here as well.
"""

from gramcheck.verify.means import (
    assert_true_cdf_equals,
    assert_true_mean_equals,
    samples_needed_for_cdf,
    samples_needed_for_mean,
    smallest_detectable_cdf_discrepancy,
    smallest_detectable_mean_discrepancy,
)
from gramcheck.verify.rates import (
    assert_distribution_equals,
    assert_rate_at_most,
    assert_rate_equals,
    samples_needed_for_distribution,
    samples_needed_for_rate,
    samples_needed_for_rate_at_most,
    smallest_detectable_distribution_discrepancy,
    smallest_detectable_excess,
    smallest_detectable_rate_discrepancy,
)

__all__ = [
    "assert_distribution_equals",
    "assert_rate_at_most",
    "assert_rate_equals",
    "assert_true_cdf_equals",
    "assert_true_mean_equals",
    "samples_needed_for_cdf",
    "samples_needed_for_distribution",
    "samples_needed_for_mean",
    "samples_needed_for_rate",
    "samples_needed_for_rate_at_most",
    "smallest_detectable_cdf_discrepancy",
    "smallest_detectable_distribution_discrepancy",
    "smallest_detectable_excess",
    "smallest_detectable_mean_discrepancy",
    "smallest_detectable_rate_discrepancy",
]
