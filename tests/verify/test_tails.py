"""Statistical tests keep both promises, as measured, and as measured with a stated error rate.

A test repeated ``REPEATS`` times on correct samples fails at most as often as it says, and on
samples wrong by the discrepancy it says it detects passes at most as often as it says. Both are
checked by the exact binomial tail at 1e-9: a correct module fails this file once in 10^7 runs.
"""

import math

import numpy as np
import pytest
import scipy.stats

from gramcheck.verify import bounds, tails

REPEATS = 400
RATE = 0.05


def at_most_as_often(count, rate):
    return scipy.stats.binom.sf(count - 1, REPEATS, rate) >= 1e-9


@pytest.fixture
def rng():
    return np.random.default_rng()  # any seed will do: that is the promise


def bernoulli(p):
    return lambda rng, n: (rng.random(n) < p).astype(float)


# Each case: sample size, a correct sampler, one wrong by the detectable discrepancy, the test


def mean_case(p, n, known):
    variance = p * (1 - p) if known else None
    options = {"variance": variance, "beta": RATE}
    gap = tails.smallest_detectable_mean_discrepancy(n, 0, 1, RATE, **options)

    def test(x):
        return tails.assert_true_mean_equals(x, p, 0, 1, RATE, **options)

    return n, bernoulli(p), bernoulli(p + gap if p <= 0.5 else p - gap), test


def rate_case(p, n, two_sided):
    name = "smallest_detectable_rate_discrepancy" if two_sided else "smallest_detectable_excess"
    gap = getattr(tails, name)(n, p, RATE)
    check = tails.assert_rate_equals if two_sided else tails.assert_rate_at_most

    def test(x):
        return check(int(x.sum()), n, p, RATE)

    return n, bernoulli(p), bernoulli(p + gap), test


def lengths_case(n):
    probabilities = dict.fromkeys(range(2, 7), 0.2)
    gap = tails.smallest_detectable_distribution_discrepancy(n, probabilities, RATE)

    def lengths(first):
        weights = [first, *[(1 - first) / 4] * 4]
        return lambda rng, n: rng.choice(np.arange(2, 7), n, p=weights)

    def test(x):
        return tails.assert_distribution_equals(x, probabilities, RATE)

    return n, lengths(0.2), lengths(0.2 + gap), test


def cdf_case(n):
    gap = tails.smallest_detectable_cdf_discrepancy(n, RATE)

    def test(x):
        return tails.assert_true_cdf_equals(x, lambda t: t, RATE)

    def moved(rng, n):  # the mass of an interval of this length, moved to the left end
        x = rng.random(n)
        return np.where(x > 1 - gap, 0.0, x)

    return n, lambda rng, n: rng.random(n), moved, test


CASES = {
    "mean of unknown variance": lambda: mean_case(0.3, 200, known=False),
    "small mean of unknown variance": lambda: mean_case(0.02, 400, known=False),
    "mean of known variance": lambda: mean_case(0.5, 200, known=True),
    "rate at most": lambda: rate_case(0.1, 100, two_sided=False),
    "rate": lambda: rate_case(0.3, 100, two_sided=True),
    "small rate": lambda: rate_case(0.01, 500, two_sided=True),
    "lengths": lambda: lengths_case(200),
    "distribution function": lambda: cdf_case(100),
}


@pytest.mark.parametrize("name", CASES)
def test_correct_samples_fail_at_most_as_often_as_stated(name, rng):
    n, correct, _, test = CASES[name]()
    false_alarms = sum(not test(correct(rng, n)).passed for _ in range(REPEATS))
    assert at_most_as_often(false_alarms, RATE)


@pytest.mark.parametrize("name", CASES)
def test_samples_wrong_by_the_detectable_discrepancy_pass_at_most_as_often_as_stated(name, rng):
    n, _, wrong, test = CASES[name]()
    misses = sum(test(wrong(rng, n)).passed for _ in range(REPEATS))
    assert at_most_as_often(misses, RATE)


@pytest.mark.parametrize("power", [0.3, 1.0, 4.0])
def test_kolmogorovs_statistic_is_that_of_scipy(power, rng):
    x = rng.random(30) ** power  # above, on and below the distribution function
    outcome = tails.assert_true_cdf_equals(x, lambda t: t, 0.01)
    scipys = scipy.stats.ks_1samp(x, lambda t: t, method="exact")
    assert outcome.measured == pytest.approx(scipys.statistic, rel=1e-12)
    assert outcome.passed == (scipys.pvalue >= 0.01)


@pytest.mark.parametrize(("n", "p"), [(5, 0.5), (40, 0.1), (100, 0.013), (7, 0.9), (3, 1e-8)])
@pytest.mark.parametrize("alpha", [0.2, 0.01, 1e-6])
def test_binomial_false_alarms_are_below_alpha_by_exact_summation(n, p, alpha):
    mass = scipy.stats.binom.pmf(np.arange(n + 1), n, p)
    for check in (tails.assert_rate_at_most, tails.assert_rate_equals):
        rejected = [c for c in range(n + 1) if not check(c, n, p, alpha).passed]
        assert mass[rejected].sum() <= alpha
    one_sided = [c for c in range(n + 1) if not tails.assert_rate_at_most(c, n, p, alpha).passed]
    assert one_sided == list(range(bounds.smallest_rejected(n, p, alpha), n + 1))


@pytest.mark.parametrize(("n", "p"), [(60, 0.3), (500, 0.01), (2000, 0.5)])
def test_detectable_rates_are_detected_by_exact_summation(n, p):
    alpha, beta = 1e-3, 1e-4
    gap = tails.smallest_detectable_excess(n, p, alpha, beta=beta)
    accepted = bounds.smallest_rejected(n, p, alpha) - 1
    assert scipy.stats.binom.cdf(accepted, n, p + gap) == pytest.approx(beta, rel=1e-6)

    gap = tails.smallest_detectable_rate_discrepancy(n, p, alpha, beta=beta)
    passing = [c for c in range(n + 1) if tails.assert_rate_equals(c, n, p, alpha).passed]
    for q in (p + gap * 1.0001, p - gap * 1.0001):
        if 0 <= q <= 1:
            assert scipy.stats.binom.pmf(passing, n, q).sum() <= beta


TRIPLES = {
    "mean": (
        lambda n: tails.smallest_detectable_mean_discrepancy(n, -1, 3, 1e-6),
        lambda d: tails.samples_needed_for_mean(d, -1, 3, 1e-6),
    ),
    "mean of known variance": (
        lambda n: tails.smallest_detectable_mean_discrepancy(n, 0, 1, 1e-6, variance=0.01),
        lambda d: tails.samples_needed_for_mean(d, 0, 1, 1e-6, variance=0.01),
    ),
    "rate at most": (
        lambda n: tails.smallest_detectable_excess(n, 0.2, 1e-6),
        lambda d: tails.samples_needed_for_rate_at_most(d, 0.2, 1e-6),
    ),
    "rate": (
        lambda n: tails.smallest_detectable_rate_discrepancy(n, 0.2, 1e-6),
        lambda d: tails.samples_needed_for_rate(d, 0.2, 1e-6),
    ),
    "distribution": (
        lambda n: tails.smallest_detectable_distribution_discrepancy(n, {"a": 0.5, "b": 0.5}, 1e-6),
        lambda d: tails.samples_needed_for_distribution(d, {"a": 0.5, "b": 0.5}, 1e-6),
    ),
    "distribution function": (
        lambda n: tails.smallest_detectable_cdf_discrepancy(n, 1e-6),
        lambda d: tails.samples_needed_for_cdf(d, 1e-6),
    ),
}


@pytest.mark.parametrize("name", TRIPLES)
@pytest.mark.parametrize("discrepancy", [0.15, 0.03])
def test_the_samples_needed_suffice_and_one_less_does_not(name, discrepancy):
    detectable, needed = TRIPLES[name]
    n = needed(discrepancy)
    assert detectable(n) <= discrepancy < detectable(n - 1)


@pytest.mark.parametrize("variance", [None, 0.2])
def test_the_bounds_of_a_mean_spend_the_whole_rate(variance, rng, monkeypatch):
    """Each of them fails on either side."""
    spent = []
    for name in ("radius", "empirical_bernstein"):
        usual = getattr(bounds, name)
        watched = lambda n, width, rate, v, usual=usual: (  # noqa: E731
            spent.append(2 * rate) or usual(n, width, rate, v)
        )
        monkeypatch.setattr(bounds, name, watched)
    tails.assert_true_mean_equals(rng.random(50), 0.5, 0.0, 1.0, RATE, variance=variance, beta=0.1)
    judged = spent[-1:] if variance else spent[-2:]  # after what the discrepancy is computed by
    assert sum(judged) == pytest.approx(RATE, rel=1e-15)


def test_known_variance_needs_fewer_samples():
    with_it = tails.samples_needed_for_mean(0.02, 0, 1, 1e-8, variance=0.01)
    assert 10 * with_it < tails.samples_needed_for_mean(0.02, 0, 1, 1e-8)


def test_what_is_impossible_is_rejected_with_certainty():
    assert tails.assert_rate_at_most(1, 10, 0.0, 1e-300).ratio == math.inf
    assert tails.assert_rate_equals(9, 10, 1.0, 1e-300).ratio == math.inf
    outcome = tails.assert_distribution_equals("abx", {"a": 0.5, "b": 0.5}, 1e-6)
    assert not outcome.passed
    assert "got 'x'" in outcome.detail
    outcome = tails.assert_true_mean_equals([0.5, 1.5], 0.5, 0, 1, 1e-6)
    assert not outcome.passed
    assert "got a sample 1.5" in outcome.detail


@pytest.mark.parametrize("samples", [[0.5, math.nan], [0.5], [[0.5, 0.5]], ["a", "b"], None])
def test_malformed_samples_fail(samples):
    assert not tails.assert_true_mean_equals(samples, 0.5, 0, 1, 0.5).passed
    assert not tails.assert_true_cdf_equals(samples, lambda x: x, 0.5).passed


def test_malformed_counts_fail():
    for count in (11, 1.5):
        assert not tails.assert_rate_at_most(count, 10, 0.5, 0.5).passed
    assert not tails.assert_rate_equals(-1, 10, 0.5, 0.5).passed


@pytest.mark.parametrize(
    "call",
    [
        lambda: tails.assert_true_mean_equals([0.5, 0.5], 0.5, 0, 1, 1.5),
        lambda: tails.assert_true_mean_equals([0.5, 0.5], 0.5, 1, 0, 0.5),
        lambda: tails.assert_rate_at_most(1, 0, 0.5, 0.5),
        lambda: tails.assert_rate_at_most(1, 2, 0.5, 0.5, beta=0.0),
        lambda: tails.assert_distribution_equals("a", {"a": 0.5}, 0.5),
        lambda: tails.samples_needed_for_mean(0.0, 0, 1, 0.5),
        lambda: tails.smallest_detectable_mean_discrepancy(9, 1, 0, 0.5),
        lambda: tails.samples_needed_for_mean(1e-9, 0, 1, 1e-9),
        lambda: tails.assert_rate_at_most(100, 100, math.nan, 1e-6),
        lambda: tails.assert_rate_at_most(100, 100, -0.1, 1e-6),
        lambda: tails.assert_rate_at_most(100, 100, 1.5, 1e-6),
        lambda: tails.assert_rate_at_most(1, math.nan, 0.5, 1e-6),
        lambda: tails.assert_rate_at_most(1, 2.5, 0.5, 1e-6),
        lambda: tails.assert_rate_at_most(1, 2, 0.5, math.nan),
        lambda: tails.assert_rate_equals(50, 100, math.nan, 1e-6),
        lambda: tails.assert_rate_equals(50, 100, 1.2, 1e-6),
        lambda: tails.assert_rate_equals(50, 100, -0.2, 1e-6),
        lambda: tails.samples_needed_for_rate(0.1, math.nan, 1e-6),
        lambda: tails.samples_needed_for_rate_at_most(0.1, 1.5, 1e-6),
        lambda: tails.assert_distribution_equals("a" * 90 + "b" * 10, {"a": 1.5, "b": -0.5}, 1e-6),
        lambda: tails.assert_distribution_equals("ab", {"a": 0.5, "b": 0.5}, 1e-6, beta=0.0),
        lambda: tails.assert_distribution_equals("", {"a": 0.5, "b": 0.5}, math.nan),
        lambda: tails.assert_true_mean_equals([0.5, 0.5], math.nan, 0, 1, 0.5),
        lambda: tails.assert_true_mean_equals([0.5, 0.5], 1.5, 0, 1, 0.5),
        lambda: tails.assert_true_mean_equals([0.5, 0.5], 0.5, 0, math.inf, 0.5),
        lambda: tails.assert_true_mean_equals([0.5, 0.5], 0.5, 0, 1, 5.0),
        lambda: tails.assert_true_mean_equals([0.5, 0.5], 0.5, 0, 1, 0.5, variance=math.nan),
        lambda: tails.assert_true_mean_equals([0.5, 0.5], 0.5, 0, 1, 0.5, variance=-1.0),
        lambda: tails.assert_true_cdf_equals([0.5, 0.5], lambda x: x * math.nan, 0.5),
        lambda: tails.assert_true_cdf_equals([0.5, 0.5], lambda x: 3 * x, 0.5),
    ],
)
def test_malformed_parameters_are_refused(call):
    with pytest.raises(ValueError, match=r"must|no number of samples"):
        call()


def test_outcomes_say_what_they_promise():
    outcome = tails.assert_rate_at_most(60, 100, 0.3, 1e-6, beta=0.01)
    assert "alpha=1e-06" in outcome.detail
    assert "with probability 1 - 0.01" in outcome.detail
    found = tails.smallest_detectable_excess(100, 0.3, 1e-6, beta=0.01)
    assert f"detects {found:.3g}" in outcome.detail
    assert outcome.units == "decades"


def test_too_few_samples_are_said_to_detect_nothing():
    for outcome in (
        tails.assert_rate_equals(5, 5, 0.5, 1e-6),
        tails.assert_rate_at_most(3, 3, 0.5, 1e-6),
        tails.assert_distribution_equals("aaab", {"a": 0.5, "b": 0.5}, 1e-6),
        tails.assert_true_mean_equals([0.2, 0.9], 0.5, 0, 1, 1e-6),
        tails.assert_true_cdf_equals([0.2, 0.9], lambda x: x, 1e-6),
    ):
        assert outcome.passed
        assert "detects nothing" in outcome.detail
    assert tails.smallest_detectable_rate_discrepancy(5, 0.5, 1e-6) == math.inf
    assert tails.smallest_detectable_excess(3, 0.5, 1e-6) == math.inf
    assert "detects nothing" not in tails.assert_rate_equals(50, 100, 0.5, 1e-6).detail


def test_no_samples_fail():
    outcome = tails.assert_distribution_equals([], {"a": 0.5, "b": 0.5}, 1e-6)
    assert not outcome.passed
    assert "got no samples" in outcome.detail
