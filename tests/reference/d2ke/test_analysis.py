"""Sections 2 and 4 of D2KE: bounds against formulas, searches, and examples that refute them."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import integrate, optimize, stats

from gramcheck.reference.d2ke import (
    ball_covering_bound,
    cdist,
    claim_1_sizes,
    corollary_1_features,
    covering_number,
    effective_degrees,
    effective_degrees_bound,
    effective_dimension,
    enumerate_strings,
    estimation_error_bound,
    kernel,
    kernel_eigenvalues,
    knn_rate,
    knn_rate_constant,
    knn_risk_bound,
    lipschitz_bound,
    multiset_covering_bound,
    multiset_effective_dimension,
    n_features_needed,
    n_features_order,
    optimal_k,
    pointwise_bound,
    random_feature_variance,
    smallest_lambda,
    uniform_convergence_bound,
)


def line(points):
    return np.abs(np.subtract.outer(points, points))


def naive_covering_number(D, delta):
    n = len(D)
    for size in range(1, n + 1):
        for centers in itertools.combinations(range(n), size):
            if all(min(D[i][j] for j in centers) <= delta for i in range(n)):
                return size
    raise AssertionError


# Section 2


@pytest.mark.parametrize("seed", range(8))
def test_covering_number_by_all_subsets(seed):
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(9, 2)).round(1)
    D = np.linalg.norm(points[:, None] - points, axis=2)
    for delta in (0.0, 0.3, 0.8, 1.3, float(D[0, 1]), 10.0):
        exact = covering_number(D, delta)
        assert exact == naive_covering_number(D, delta)
        greedy = covering_number(D, delta, "greedy")
        assert exact <= greedy <= exact * (1 + math.log(len(D)))


def test_covering_number_of_paths_and_a_space_where_greed_fails():
    assert [covering_number(line(np.arange(31)), r) for r in (0, 1, 2, 7, 15)] == [31, 11, 7, 3, 1]
    # greedy takes the hub 0 first, of 5 points; the two arms 1 and 3 cover everything
    edges = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 5), (1, 6), (1, 2), (3, 4), (3, 7), (3, 8)]
    D = graph_metric(9, edges)
    assert covering_number(D, 1) == naive_covering_number(D, 1) == 2
    assert covering_number(D, 1, "greedy") == 3


def graph_metric(n, edges):
    D = np.full((n, n), np.inf)
    np.fill_diagonal(D, 0)
    for i, j in edges:
        D[i, j] = D[j, i] = 1
    for k in range(n):
        D = np.minimum(D, D[:, k, None] + D[k])
    return D


def test_covering_number_of_strings_is_quick():
    X, _ = enumerate_strings("ab", (0, 5))
    D = cdist(X, X, "levenshtein")
    exact, greedy = (covering_number(D, 1, method) for method in ("exact", "greedy"))
    assert exact <= greedy
    # a cover of size n / (largest ball) at least
    assert exact >= len(X) / (D <= 1).sum(axis=1).max()


def test_effective_dimension_is_the_smallest_for_its_constant():
    D = line(np.linspace(0, 1.5, 13))
    for c in (1.0, 2.0, 6.0):
        p = effective_dimension(D, c)
        deltas = np.linspace(1e-3, 0.9999, 3000)
        bound = c * deltas**-p
        N = np.array([covering_number(D, d) for d in np.unique(D)])
        numbers = N[np.searchsorted(np.unique(D), deltas, side="right") - 1]
        assert (numbers <= bound * (1 + 1e-12)).all()
        assert (numbers > c * deltas ** -(p - 0.01)).any()


def test_effective_dimension_of_two_far_points():
    D = line(np.array([0.0, 2.0]))
    assert effective_dimension(D, 1.0) == math.inf  # N is 2 up to delta = 1, where c delta^-p is c
    assert effective_dimension(D, 2.0) == 0


def test_effective_dimension_of_a_finite_space_goes_to_nothing():
    D = line(np.arange(5.0) / 10)
    assert effective_dimension(D, 1.0) > effective_dimension(D, 2.0) > 0
    assert effective_dimension(D, 5.0) == 0


def test_ball_covering_bound_is_no_equality():
    assert ball_covering_bound(1.0, 1) == 3
    assert covering_number(line(np.linspace(-1, 1, 21)), 1.0) == 1
    assert ball_covering_bound(0.5, 3) == pytest.approx(125, rel=1e-15)
    for delta in (0.1, 0.3, 0.7):
        assert covering_number(line(np.linspace(-1, 1, 41)), delta) <= ball_covering_bound(delta, 1)


def test_multiset_covering():
    assert multiset_covering_bound(7, 3) == 343
    V = np.linspace(-1, 1, 6)
    sets = [np.array(s) for n in (1, 2) for s in itertools.combinations(V, n)]
    D = cdist(sets, sets, "modified_hausdorff")
    for delta in (0.2, 0.4, 0.5, 0.8):
        ground = covering_number(line(V), delta)
        assert covering_number(D, delta) <= multiset_covering_bound(ground, 2)


def test_multiset_dimension_printed_and_corrected():
    assert multiset_effective_dimension(4, 3.5) == 14
    assert multiset_effective_dimension(4, 1, form="printed") == 0  # claims p <= 0 at delta = 1
    assert multiset_effective_dimension(4, 10, form="printed") == pytest.approx(4 * math.log(10))


KNN = {"sigma": 0.7, "lipschitz": 1.9, "p": 3.5, "c": 2.3}


def test_knn_risk_bound():
    expected = 0.49 / 12 + 2.3 * 1.9**2 * (12 / 500) ** (2 / 3.5)
    assert knn_risk_bound(12, 500, **KNN, form="printed") == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("p", [0.5, 1.0, 1.9, 2.1, 3.0, 10.0])
def test_corrected_constant_bounds_the_second_moment(p):
    """The integral of min(1, q (4/t)^(p/2)), 0 < t < 4, by quadrature over s = log(4/t)."""
    for n in (10, 10_000):
        q = 2 * 1.7 / (math.e * n)
        bend = -math.log(q) * 2 / p  # the minimum is 1 beyond
        tail = integrate.quad(lambda s, q=q: 4 * q * math.exp(s * (p / 2 - 1)), 0, bend)[0]
        moment = tail + 4 * math.exp(-bend)
        bound = knn_risk_bound(1, n, 0, 1, p, 1.7)
        assert moment <= bound * (1 + 1e-9)
        if p in (0.5, 10.0) and n > 10:  # what the bound leaves out is small where n is large
            assert bound <= 1.1 * moment


def test_corrected_theorem_1_by_hand():
    # 4 p / (p - 2) (2 c / e)^(2 / p) and the exponent 2 / p; 16 c / ((2 - p) e) and 1
    found = knn_risk_bound(2, 32, 0.5, 3.0, 4.0, 2 * math.e)
    assert found == pytest.approx(0.125 + 8 * 2 * 9 / 4, rel=1e-14)
    found = knn_risk_bound(2, 32, 0.5, 3.0, 1.0, 2 * math.e)
    assert found == pytest.approx(0.125 + 32 * 9 / 16, rel=1e-14)


@pytest.mark.parametrize("p", [0.5, 1.5, 2.5, 6.0])
def test_corrected_rate_bounds_the_risk_at_the_best_integer_k(p):
    n, c = 300, 2.0
    constant = knn_rate_constant(p, c)
    for sigma in (3.0, 10.0, 20.0):
        best = min(knn_risk_bound(k, n, sigma, 1.5, p, c) for k in range(1, n + 1))
        rate = knn_rate(n, sigma, 1.5, p, constant)
        assert rate <= 2 ** (2 / max(p, 2)) * best * (1 + 1e-12)
        assert 1 <= optimal_k(n, sigma, 1.5, p, c) <= n
        assert best <= rate


def test_optimal_k_minimizes_and_gives_the_rate():
    for n, p in itertools.product((50, 10_000), (0.5, 2.0, 7.0)):
        setting = KNN | {"p": p, "form": "printed"}
        found = optimize.minimize_scalar(
            lambda log_k, n=n, s=setting: math.log(knn_risk_bound(math.exp(log_k), n, **s)),
            bounds=(-20, 20),
            method="bounded",
            options={"xatol": 1e-10},
        )
        k = optimal_k(n, **setting)
        assert k == pytest.approx(math.exp(found.x), rel=1e-5)
        best = knn_risk_bound(k, n, **setting)
        assert best <= math.exp(found.fun) * (1 + 1e-12)
        c2 = knn_rate_constant(p, setting["c"], "printed")
        assert knn_rate(n, 0.7, 1.9, p, c2, "printed") == pytest.approx(best, rel=1e-12)


def test_knn_rate_exponents():
    base = knn_rate(100, 1.0, 1.0, 3.0, 1.0)
    assert base == pytest.approx(100 ** (-2 / 5), rel=1e-14)
    assert knn_rate(100, 2.0, 1.0, 3.0, 1.0) / base == pytest.approx(2 ** (4 / 5), rel=1e-14)
    assert knn_rate(100, 1.0, 2.0, 3.0, 5.0) / base == pytest.approx(5 * 2 ** (6 / 5), rel=1e-14)


def test_theorem_1_is_false_below_dimension_two():
    """Two points at distance 1, masses 1 - 1/n and 1/n: the exact error leaves the bound behind.

    f differs by L = 1, no noise, k = 1: the estimate is wrong at a point when no training object
    sits there. The corrected bound, of order 1 / n, has c = 2: two balls for every delta < 1.
    """
    p = 1.0
    ratios = []
    for n in (10, 1_000, 100_000):
        q = 1 / n
        exact = q * (1 - q) ** n + (1 - q) * q**n
        ratios.append(exact / knn_risk_bound(1, n, 0.0, 1.0, p, 1.0, "printed"))
        assert exact <= knn_risk_bound(1, n, 0.0, 1.0, p, 2.0) <= 100 * exact
    assert ratios[0] < ratios[1] / 50 < ratios[2] / 2500


# Section 4


def test_lipschitz_bound_holds_for_sections_of_the_kernel():
    assert lipschitz_bound(0.3, 5) == pytest.approx(1.5)
    X, weights = enumerate_strings("ab", (0, 3))
    gamma, D = 0.6, cdist(X, X, "levenshtein")
    K = kernel(X, X, X, gamma, "levenshtein", weights)
    rng = np.random.default_rng(0)
    for alpha in rng.normal(size=(200, len(X))):
        f, norm = K @ alpha, math.sqrt(alpha @ K @ alpha)
        slopes = np.abs(np.subtract.outer(f, f))
        assert (slopes <= lipschitz_bound(gamma, norm) * D * (1 + 1e-9)).all()


def test_pointwise_bound_against_the_exact_binomial_tail():
    """Bernoulli(1/2) summands are the worst case of [0, 1]: both forms hold, one is tighter."""
    for R, t in ((40, 0.2), (100, 0.15), (7, 0.5)):
        low, high = math.floor(R * (0.5 - t) + 1e-9), math.ceil(R * (0.5 + t) - 1e-9)
        exact = stats.binom.cdf(low, R, 0.5) + stats.binom.sf(high - 1, R, 0.5)
        corrected, printed = (pointwise_bound(t, R, form) for form in ("corrected", "printed"))
        assert exact <= corrected < printed
        assert corrected == pytest.approx(2 * math.exp(-2 * R * t * t), rel=1e-14)
        assert printed == pytest.approx(2 * math.exp(-R * t * t / 2), rel=1e-14)
    assert pointwise_bound(0.1, 10) == pointwise_bound(0.1, 10, "corrected")


FORMULAS = {
    "printed": lambda t, R, g, p, c: 2 * (12 * g / t) ** (2 * p) * math.exp(-R * t**2 / 2),
    "corrected": lambda t, R, g, p, c: 2 * c**2 * (6 * g / t) ** (2 * p) * math.exp(-R * t**2 / 2),
    "tight": lambda t, R, g, p, c: 2 * c**2 * (4 * g / t) ** (2 * p) * math.exp(-2 * R * t**2),
}


@pytest.mark.parametrize("form", FORMULAS)
def test_uniform_convergence_bound(form):
    for t, R, gamma, p, c in ((0.1, 500, 0.3, 2.5, 4.0), (0.5, 20, 2.0, 0.1, 1.0), (1, 1, 3, 4, 9)):
        expected = FORMULAS[form](t, R, gamma, p, c)
        assert uniform_convergence_bound(t, R, gamma, p, c, form) == pytest.approx(expected, 1e-12)
    assert uniform_convergence_bound(1e-9, 1, 1e6, 50, 2.0, form) == math.inf
    assert uniform_convergence_bound(0.5, 10**7, 1.0, 1.0, 1.0, form) == 0


def test_the_corrected_form_is_the_default():
    arguments = (0.2, 300, 1.0, 1.0, 3.0)
    assert uniform_convergence_bound(*arguments) == uniform_convergence_bound(
        *arguments, form="corrected"
    )


def test_two_gamma_eps_is_the_lipschitz_step():
    """The derivation of the tight form: the product of features moves by at most 2 gamma eps."""
    rng = np.random.default_rng(1)
    gamma = 1.7
    a, b = rng.exponential(size=(2, 100_000))
    eps = rng.exponential(size=100_000)
    a2, b2 = np.abs(a + eps * rng.uniform(-1, 1, 100_000)), np.abs(b - eps)
    change = np.abs(np.exp(-gamma * (a + b)) - np.exp(-gamma * (a2 + b2)))
    assert (change <= 2 * gamma * eps).all()
    near = np.abs(1 - math.exp(-gamma * 2e-6)) / (gamma * 1e-6)  # a = b = 0, both moved by eps
    assert near > 1.99999


def test_proposition_2_as_printed_fails_where_the_constant_is_large():
    """X = the R-subsets of m points, d(x_S, w) = a for w in S and 3a elsewhere.

    The drawn sample S itself has k_R(x_S, x_S) = exp(-2 gamma a) whatever it is, far above k. X
    is finite, so p may be anything and c = |X|: the printed bound has no c to say so.
    """
    R, m, gamma_a = 60, 10_000, 0.22
    drawn = math.exp(-2 * gamma_a)
    exact = R / m * drawn + (1 - R / m) * math.exp(-6 * gamma_a)
    t = (drawn - exact) / 2 * 0.999
    assert uniform_convergence_bound(t, R, gamma_a, 1e-9, 1.0, "printed") < 1  # and P is 1
    log_c = math.lgamma(m + 1) - math.lgamma(R + 1) - math.lgamma(m - R + 1)
    assert uniform_convergence_bound(t, R, gamma_a, 1e-9, math.exp(log_c)) > 1


@pytest.mark.parametrize("form", FORMULAS)
def test_n_features_needed_is_the_smallest(form):
    for epsilon, delta, gamma, p, c in (
        (0.2, 0.05, 0.3, 2.5, 4.0),
        (0.01, 1e-6, 1.0, 1.0, 1.0),
        (1.9, 0.9, 0.25, 0.1, 1.0),
        (1e-6, 0.5, 1.0, 3.0, 2.0),
    ):
        R = n_features_needed(epsilon, delta, gamma, p, c, form)
        assert isinstance(R, int)
        assert uniform_convergence_bound(epsilon / 2, R, gamma, p, c, form) <= delta
        if R > 1:
            assert uniform_convergence_bound(epsilon / 2, R - 1, gamma, p, c, form) > delta
        t, rate, steps = epsilon / 2, (2.0 if form == "tight" else 0.5), FORM_STEPS[form]
        c_used = 1.0 if form == "printed" else c
        real = math.log(2 * c_used**2 * (steps * gamma / t) ** (2 * p) / delta) / (rate * t**2)
        assert R == pytest.approx(max(1, math.ceil(real)), rel=1e-9, abs=1)


FORM_STEPS = {"printed": 12, "corrected": 6, "tight": 4}


def test_n_features_needed_can_be_one():
    assert n_features_needed(1.99, 0.999, 0.26, 1e-9, 1.0, "tight") == 1


def test_corollary_1_is_proposition_2_at_a_smaller_accuracy():
    got = corollary_1_features(0.3, 0.1, 1.0, 2.0, 1.5, 2.0, 3.0)
    assert got == n_features_needed(0.3 / 6, 0.1, 1.0, 2.0, 1.5)


def test_n_features_order_printed_is_negative_for_small_gamma():
    assert n_features_order(0.1, 0.1, 0.001, 1.0, form="printed") < 0
    assert n_features_order(0.1, 0.1, 0.001, 1.0) > 0
    printed = 2.0 * 36 / 0.04 * math.log(3.0 / 0.2) + 36 / 0.04 * math.log(1 / 0.05)
    got = n_features_order(0.2, 0.05, 3.0, 2.0, 7.0, 2.0, 3.0, form="printed")
    assert got == pytest.approx(printed, rel=1e-13)
    corrected = 36 / 0.04 * (2.0 * math.log(math.sqrt(7) * 3.0 * 6 / 0.2) + math.log(20))
    got = n_features_order(0.2, 0.05, 3.0, 2.0, 7.0, 2.0, 3.0, form="corrected")
    assert got == pytest.approx(corrected, rel=1e-13)


def test_random_feature_variance_by_enumeration():
    """All pairs of draws from a finite Omega, R = 2: the exact variance of the mean."""
    X, weights = enumerate_strings("ab", (0, 2))
    x, y, gamma = "ab", "b", 0.4
    phi = np.exp(-gamma * cdist([x, y], X, "levenshtein"))
    product = phi[0] * phi[1]
    pairs = np.add.outer(product, product) / 2
    probability = np.outer(weights, weights)
    mean = (pairs * probability).sum()
    exact = ((pairs - mean) ** 2 * probability).sum()
    k1, k2 = (kernel([x], [y], X, g, "levenshtein", weights) for g in (gamma, 2 * gamma))
    np.testing.assert_allclose(random_feature_variance(k2, k1, 2), [[exact]], rtol=1e-12)


def test_random_feature_variance_of_a_constant_is_zero():
    assert random_feature_variance(0.1**2 * (1 - 1e-15), 0.1, 3) == 0


def test_kernel_eigenvalues_and_degrees():
    X, weights = enumerate_strings("ab", (0, 3))
    K = kernel(X, X, X, 0.5, "levenshtein", weights)
    mu = kernel_eigenvalues(K)
    assert (np.diff(mu) <= 0).all()
    assert mu.min() >= 0
    assert mu.sum() == pytest.approx(np.trace(K) / len(K), rel=1e-12)
    assert mu.sum() <= 1
    for lam in (1e-3, 0.1, 2.0):
        expected = np.trace(np.linalg.solve(K / len(K) + lam * np.eye(len(K)), K / len(K)))
        D = effective_degrees(mu, lam)
        assert D == pytest.approx(expected, rel=1e-10)
        assert D == pytest.approx(sum(1 / (1 + lam / m) for m in mu if m > 0), rel=1e-12)
        assert D <= effective_degrees_bound(lam, mu.sum()) <= effective_degrees_bound(lam)
    assert kernel_eigenvalues(np.ones((3, 3))).tolist()[1:] == pytest.approx([0, 0], abs=1e-15)


@pytest.mark.parametrize("mu", [[0.5, 0.1, 1e-9], [1.0], [0.0, 1e-20], list(np.ones(50) / 50)])
@pytest.mark.parametrize("n", [1, 10, 10_000])
def test_smallest_lambda(mu, n):
    lam = smallest_lambda(mu, n)
    assert n * lam == pytest.approx(effective_degrees(mu, lam), rel=1e-9)
    assert n * lam * 0.999 < effective_degrees(mu, lam * 0.999)
    assert lam <= math.sqrt(sum(mu) / n) * (1 + 1e-9)


def test_smallest_lambda_of_nothing():
    assert smallest_lambda([0.0, 0.0], 5) == 0


def test_estimation_error_bound():
    got = estimation_error_bound(400, 0.05, 3.0, 1.5)
    assert got == pytest.approx(1.5 * math.log(20) ** 2 * 9 / 20, rel=1e-13)
    got = estimation_error_bound(400, 0.05, 3.0, 1.5, lam=0.01)
    assert got == pytest.approx(1.5 * math.log(20) ** 2 * 9 * 0.01, rel=1e-13)


def test_claim_1_sizes_are_the_smallest_integers():
    assert claim_1_sizes(0.5, 2.0, 3.0, 1.5, 2.0) == (96, 24)
    n, R = claim_1_sizes(0.1, 1.3, 2.5, 0.7, 3.1)
    squared = Fraction(0.1) ** 2
    assert n - 1 < Fraction(0.7) * Fraction(1.3) ** 4 / squared <= n
    assert R - 1 < Fraction(3.1) * Fraction(2.5) / squared <= R


def test_claim_1_for_the_objects_is_eq_11():
    epsilon, delta, norm, c = 0.3, 0.05, 1.7, 0.8
    c1 = (2 * c * math.log(1 / delta) ** 2) ** 2
    n, _ = claim_1_sizes(epsilon, norm, 1.0, c1, 1.0)
    enough, too_few = (estimation_error_bound(m, delta, norm, c) for m in (n, n - 1))
    assert enough <= epsilon / 2 < too_few


D2 = np.array([[0.0, 1.0], [1.0, 0.0]])
U = uniform_convergence_bound
BAD = [
    (lambda: covering_number(D2, -1), ValueError, "delta must be nonnegative"),
    (lambda: covering_number(D2[:1], 1), ValueError, "D must be square"),
    (lambda: covering_number([[0, 1], [2, 0]], 1), ValueError, "D must be symmetric"),
    (lambda: covering_number(D2 + 1, 1), ValueError, "D must have a zero diagonal"),
    (lambda: covering_number(D2 * np.nan, 1), ValueError, "D must not contain NaN"),
    (lambda: covering_number(D2, 1, "gredy"), ValueError, "did you mean 'greedy'"),
    (lambda: effective_dimension(D2, 0.5), ValueError, "c must be at least 1, got 0.5"),
    (lambda: ball_covering_bound(0, 1), ValueError, "delta must be positive"),
    (lambda: ball_covering_bound(1, 0), ValueError, "p must be positive"),
    (lambda: multiset_covering_bound(0, 1), ValueError, "covering must be at least 1"),
    (lambda: multiset_covering_bound(1, 0), ValueError, "size must be at least 1"),
    (lambda: multiset_covering_bound(2.5, 1), TypeError, "covering must be an integer"),
    (lambda: multiset_effective_dimension(1, 0.0), ValueError, "ground must be positive"),
    (lambda: multiset_effective_dimension(1, 0.5, "printed"), ValueError, "ground must be at lea"),
    (lambda: multiset_effective_dimension(1, 1, "print"), ValueError, "did you mean 'printed'"),
    (lambda: knn_risk_bound(0, 5, 1, 1, 1, 1), ValueError, "k must be positive"),
    (lambda: knn_risk_bound(1, 0, 1, 1, 1, 1), ValueError, "n must be at least 1"),
    (lambda: knn_risk_bound(1, 5, -1, 1, 1, 1), ValueError, "sigma must be nonnegative"),
    (lambda: knn_risk_bound(1, 5, 1, -1, 1, 1), ValueError, "lipschitz must be nonnegative"),
    (lambda: knn_risk_bound(1, 5, 1, 1, 0, 1), ValueError, "p must be positive"),
    (lambda: knn_risk_bound(1, 5, 1, 1, 1, 0, "printed"), ValueError, "c must be positive"),
    (lambda: knn_risk_bound(1, 5, 1, 1, 1, 0.5), ValueError, "c must be at least 1, got 0.5"),
    (lambda: knn_risk_bound(1, 5, 1, 1, 2, 1), ValueError, "p must not be 2 for the corrected"),
    (lambda: knn_risk_bound(1, 5, 1, 1, 1, 1, "print"), ValueError, "did you mean 'printed'"),
    (lambda: knn_rate(5, 1, 1, 2), ValueError, "p must not be 2 for the corrected"),
    (lambda: knn_rate_constant(1, 1, "correct"), ValueError, "did you mean 'corrected'"),
    (lambda: optimal_k(5, 1, 1, 1, 1, None), TypeError, "form must be one of"),
    (lambda: optimal_k(5, 0, 1, 1, 1), ValueError, "sigma must be positive"),
    (lambda: optimal_k(5, 1, 0, 1, 1), ValueError, "lipschitz must be positive"),
    (lambda: knn_rate(5, 0, 1, 1, 1), ValueError, "sigma must be positive"),
    (lambda: knn_rate(5, 1, 1, 1, np.nan), ValueError, "c2 must be finite"),
    (lambda: knn_rate_constant(0, 1), ValueError, "p must be positive"),
    (lambda: lipschitz_bound(0, 1), ValueError, "gamma must be positive"),
    (lambda: lipschitz_bound(1, -1), ValueError, "norm must be nonnegative"),
    (lambda: pointwise_bound(0, 5), ValueError, "t must be positive"),
    (lambda: pointwise_bound(1, 0), ValueError, "R must be at least 1"),
    (lambda: pointwise_bound(1, 5, "tight"), ValueError, "form must be one of"),
    (lambda: U(6.0, 5, 1, 1, 1), ValueError, "t must be below 6 gamma = 6 for the corrected form"),
    (lambda: U(4.0, 5, 1, 1, 1, "tight"), ValueError, "t must be below 4 gamma = 4 for the tight"),
    (lambda: U(0.1, 5, 0, 1, 1), ValueError, "gamma must be positive"),
    (lambda: U(0.1, 5, 1, 1, 1, "corected"), ValueError, "did you mean 'corrected'"),
    (lambda: n_features_needed(0.1, 1.0, 1, 1, 1), ValueError, "delta must lie strictly between"),
    (lambda: n_features_needed(0, 0.5, 1, 1, 1), ValueError, "epsilon must be positive"),
    (lambda: corollary_1_features(0.1, 0.5, 1, 1, 1, 0, 1), ValueError, "loss_lipschitz must be"),
    (lambda: corollary_1_features(0.1, 0.5, 1, 1, 1, 1, 0), ValueError, "coefficients must be"),
    (lambda: n_features_order(0.1, 0, 1, 1), ValueError, "delta must lie strictly between"),
    (lambda: random_feature_variance(0.1, 0.5, 3), ValueError, "must be at least kernel_at_gamma"),
    (lambda: random_feature_variance(1.1, 0.5, 3), ValueError, r"\[0, 1\], got 1.1 to 1.1$"),
    (lambda: random_feature_variance([0.5], [[0.5]], 3), ValueError, "kernel_at_gamma must have"),
    (lambda: random_feature_variance(0.5, 0.5, 0), ValueError, "R must be at least 1"),
    (lambda: kernel_eigenvalues([[1, 0], [1, 1]]), ValueError, "K must be symmetric"),
    (lambda: kernel_eigenvalues([[0, 1], [1, 0]]), ValueError, "the eigenvalue -0.5$"),
    (lambda: effective_degrees([1, -1], 1), ValueError, "must be nonnegative, got -1.0$"),
    (lambda: effective_degrees([1], 0), ValueError, "lam must be positive"),
    (lambda: effective_degrees_bound(0), ValueError, "lam must be positive"),
    (lambda: smallest_lambda([1], 0), ValueError, "n must be at least 1"),
    (lambda: smallest_lambda([-1.0], 2), ValueError, "eigenvalues must be nonnegative"),
    (lambda: estimation_error_bound(5, 1.0, 1, 1), ValueError, "delta must lie strictly between"),
    (lambda: estimation_error_bound(5, 0.5, 1, 1, lam=0), ValueError, "lam must be positive"),
    (lambda: claim_1_sizes(0, 1, 1, 1, 1), ValueError, "epsilon must be positive"),
    (lambda: claim_1_sizes(1, 1, 1, 1, -1), ValueError, "c2 must be positive"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
