"""The brute-force definitions of D2KE's bounds: values by hand, statements on small spaces."""

import math
from fractions import Fraction

import pytest

from gramcheck.verify.definitions import d2ke
from tests.verify.rounding import roundings

F = Fraction


def test_pointwise_bounds_by_hand():
    # forty draws of a fair coin, t = .2: 12 or fewer, 28 or more; .017 against .082 and .90
    coin, half = [F(0), F(1)], [F(1, 2)] * 2
    exact_tail = float(d2ke.tail_probability_by_counts(coin, half, 40, F(1, 5)))
    assert exact_tail == 2 * sum(math.comb(40, i) for i in range(13)) / 2**40
    assert abs(exact_tail - 0.017) < 5e-4
    assert roundings(d2ke.pointwise_bound(F(1, 5), 40), 2 * math.exp(-3.2)) <= 2
    assert roundings(d2ke.pointwise_bound(F(1, 5), 40, "printed"), 2 * math.exp(-0.8)) <= 2


@pytest.mark.parametrize(
    ("form", "want"),
    [
        # t = 1, R = 2, gamma = 1, p = 1, c = 3
        ("printed", 2 * 12**2 * math.exp(-1)),
        ("corrected", 2 * 9 * 6**2 * math.exp(-1)),
        ("tight", 2 * 9 * 4**2 * math.exp(-4)),
    ],
)
def test_uniform_bound_by_hand(form, want):
    assert roundings(d2ke.uniform_convergence_bound(1, 2, 1, 1, 3, form), want) <= 3


def test_uniform_bound_wants_a_small_cover_radius():
    for form, limit in (("corrected", 6.0), ("tight", 4.0)):
        assert d2ke.uniform_convergence_bound(limit * 0.999, 1, 1.0, 2, 1, form) >= 0
        with pytest.raises(ValueError, match="gamma"):
            d2ke.uniform_convergence_bound(limit, 1, 1.0, 2, 1, form)


@pytest.mark.parametrize("form", ["printed", "corrected", "tight"])
def test_features_needed_is_the_least(form):
    for epsilon, delta, gamma, p, c in ((0.1, 0.1, 1, 2, 1), (0.3, 0.01, 0.2, 5, 4)):
        R = d2ke.n_features_needed(epsilon, delta, gamma, p, c, form)
        half = F(epsilon) / 2
        assert d2ke.uniform_convergence_bound(half, R, gamma, p, c, form) <= delta
        assert d2ke.uniform_convergence_bound(half, R - 1, gamma, p, c, form) > delta
    assert d2ke.n_features_needed(0.1, 1e9, 1, 0.1, 1, form) == 1


def test_features_needed_by_hand():
    # 12 gamma / t = 1 leaves 2 exp(-R t^2/2) <= 1/10 at t = 1/2: R >= 8 log 20 = 23.97
    assert d2ke.n_features_needed(1, F(1, 10), F(1, 24), 1, form="printed") == 24


def test_order_of_features_as_printed_is_not_positive():
    # p log(gamma/epsilon) + log(1/delta) = log(1/10) + log(10)
    assert d2ke.n_features_order(F(1, 10), F(1, 10), F(1, 100), 1, form="printed") == 0
    assert d2ke.n_features_order(F(1, 10), F(1, 10), F(1, 200), 1, form="printed") < 0
    corrected = d2ke.n_features_order(F(1, 10), F(1, 10), F(1, 200), 1)
    assert roundings(corrected, 100 * math.log(10)) <= 1
    # in other units of distance the same
    other_units = d2ke.n_features_order(0.1, 0.1, 1, 2, 3 * 16)
    assert d2ke.n_features_order(0.1, 0.1, 4, 2, 3) == other_units


def test_order_of_features_in_corollary_1():
    # M A = 2 at epsilon = 1: e = 1/2; only the corrected logarithm sees it
    printed = 4 * (3 * math.log(5) + math.log(10))
    corrected = 4 * (3 * math.log(5 / F(1, 2)) + math.log(2) + math.log(10))
    arguments = (1, F(1, 10), 5, 3, 2, 4, F(1, 2))
    assert roundings(d2ke.n_features_order(*arguments, form="printed"), printed) <= 4
    assert roundings(d2ke.n_features_order(*arguments), corrected) <= 4


def test_corollary_1_scales_epsilon():
    arguments = (0.1, 1, 2, 3)  # delta, gamma, p, c
    want = d2ke.n_features_needed(F(1, 24), *arguments)
    assert d2ke.corollary_1_features(F(1, 4), 0.1, 1, 2, 3, 2, 3) == want


def test_claim_1_by_hand():
    assert d2ke.claim_1_sizes(F(1, 10), 2, 3, c1=5, c2=7) == (8000, 2100)
    assert d2ke.claim_1_sizes(F(3, 10), 2, 3, c1=5, c2=7) == (889, 234)  # 888.9 and 233.3


def test_knn_bound_by_hand():
    # 4/8 + 3 * 25 * (8/64)^(2/2)
    assert d2ke.knn_risk_bound(8, 64, 2, 5, 2, 3, "printed") == 0.5 + 75 / 8
    assert roundings(d2ke.knn_risk_bound(8, 64, 2, 5, 4, 3, "printed"), 0.5 + 75 / 8**0.5) <= 2


def test_best_integer_k_by_hand():
    # sigma^2 / k + c k / 4 of four points: 100 / k + k / 4000, 1 / k + 25 k, 4 / k + k
    best = [d2ke.optimal_integer_k(4, s, 1, 2, c, "printed") for s, c in ((10, 1e-3), (1, 100))]
    assert best == [4, 1]
    assert d2ke.optimal_integer_k(4, 2, 1, 2, 4, "printed") == 2


@pytest.mark.parametrize("p", [0.5, 2, 7])
def test_eq_3_is_the_minimum_over_k(p):
    n, sigma, L, c, form = 1000, 0.7, 2.0, 0.3, "printed"
    k = d2ke.optimal_k(n, sigma, L, p, c, form)
    least = d2ke.knn_risk_bound(k, n, sigma, L, p, c, form)
    c2 = d2ke.knn_rate_constant(p, c, form)
    assert roundings(d2ke.knn_rate(n, sigma, L, p, c2, form), least) <= 2
    assert all(d2ke.knn_risk_bound(k * s, n, sigma, L, p, c, form) > least for s in (0.99, 1.01))
    assert d2ke.optimal_integer_k(n, sigma, L, p, c, form) in (math.floor(k), math.ceil(k), 1)
    # the exponents: doubling n, sigma, L multiplies by these powers of two
    rate = d2ke.knn_rate(n, sigma, L, p, form=form)
    for changed, power in (
        ((2 * n, sigma, L), -2 / (2 + p)),
        ((n, 2 * sigma, L), 4 / (2 + p)),
        ((n, sigma, 2 * L), 2 * p / (2 + p)),
    ):
        assert roundings(d2ke.knn_rate(*changed, p, form=form) / rate, 2**power) <= 4


def test_corrected_theorem_1_by_hand():
    # p = 4, q = (2 c / e) (k / n) = 1/4: 4 sqrt(q) (1 + 2/2) = 4; p = 1: 4 q / (1 - 1/2) = 2
    c = math.e / 2
    assert roundings(d2ke.knn_risk_bound(2, 8, 1, 3, 4, c), 0.5 + 9 * 4) <= 4
    assert roundings(d2ke.knn_risk_bound(2, 8, 1, 3, 1, c), 0.5 + 9 * 2) <= 4


def test_effective_degrees_by_hand():
    # 1/(1 + 1/2) + 1/(1 + 1), and nothing for the zero
    assert d2ke.effective_degrees([1, F(1, 2), 0], F(1, 2)) == float(F(7, 6))


def test_estimation_bound_by_hand():
    # log(1/delta) = 2 at delta = exp(-2); 3 * 4 * 25 / 10, then with lambda = 1/2
    delta = math.exp(-2)
    assert roundings(d2ke.estimation_error_bound(100, delta, 5, 3), 30) <= 4
    assert roundings(d2ke.estimation_error_bound(100, delta, 5, 3, F(1, 2)), 150) <= 4


def test_multiset_example():
    # the interval [-1, 1] at radius 1 is one ball; the paper's "equality" says 3
    assert d2ke.interval_covering_number(1) == 1
    assert d2ke.ball_covering_bound(1, 1) == 3
    assert d2ke.interval_covering_number(F(1, 3)) == 3
    # printed: L log N, zero at a radius where N = 1; corrected: L p
    assert d2ke.multiset_effective_dimension(4, 1, "printed") == 0
    assert d2ke.multiset_effective_dimension(4, 2) == 8
    assert d2ke.multiset_covering_bound(3, 2) == 9


def test_bounds_of_appendix_a_by_hand():
    tail = math.exp(-20 * 0.01 / 2)
    assert d2ke.covering_deviation_bound(0.1, 20, 3, "printed") == pytest.approx(18 * tail)
    sharp = pytest.approx(18 * tail**4)
    assert d2ke.covering_deviation_bound(0.1, 20, 3, "corrected") == sharp
    assert d2ke.perturbation_bound(0.5, 0.25, "printed") == 0.75
    assert d2ke.perturbation_bound(0.5, 0.25, "corrected") == 0.5
    threshold, probability = d2ke.deviation_bound(0.5, 20, 0.5, 1.5, 0.25, form="printed")
    assert threshold == 1.25
    assert probability == pytest.approx(2 * 8**3 * math.exp(-2.5))
    threshold, probability = d2ke.deviation_bound(0.5, 20, 0.5, 1.5, 0.25, 3, "corrected")
    assert threshold == 1.0
    assert probability == pytest.approx(2 * (3 * 8) ** 2 * math.exp(-10))
