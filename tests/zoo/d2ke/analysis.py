"""Wrong bounds of Sections 2 and 4."""

import math
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from tests.zoo import changed, faults, wrong

BOUND = "d2ke/proposition-2-bound"
POINTWISE = "d2ke/proposition-2-pointwise"
FEATURES = "d2ke/proposition-2-features"


def uniform_becomes(right: Target, **forms: Callable[..., float]) -> Target:
    """Some forms of the uniform bound as ``form(t, R, gamma, p, c)``."""

    def uniform_convergence_bound(t, R, gamma, p, c, form="corrected"):
        bound = forms.get(form, right.d2ke.uniform_convergence_bound)
        return bound(t, R, gamma, p, c) if form in forms else bound(t, R, gamma, p, c, form)

    return changed(right, uniform_convergence_bound=uniform_convergence_bound)


def general(t, R, gamma, p, c, steps=6, power=2, exponent=0.5, constant=2):
    """Front factor c^constant (steps gamma / t)^(power p) exp(-exponent R t^2), twice."""
    with np.errstate(over="ignore"):
        ball = np.float64(steps * gamma / t) ** (power * p)
        return float(2 * np.float64(c) ** constant * ball * np.exp(-exponent * R * t**2))


@wrong(
    "d2ke.uniform_convergence_bound",
    killed_by="d2ke/proposition-2-bound uniform_bound_is_its_formula",
)
def printed_bound_ends_where_a_ball_is_the_whole_space(right, t, R, gamma, p, c, form="corrected"):
    """From t = 12 gamma on no deviation is left to be bounded."""
    left = form != "printed" or t < 12 * gamma
    return right.d2ke.uniform_convergence_bound(t, R, gamma, p, c, form) if left else 0.0


@wrong("d2ke.lipschitz_bound", killed_by="d2ke/proposition-1-bound")
def lipschitz_constant_without_gamma(gamma, norm):
    """The norm alone."""
    return norm


wrong_uniform = faults(uniform_becomes, killed_by=BOUND)

wrong_uniform(
    "uniform bound with 12 for 6: the printed 12 in the corrected form",
    corrected=lambda *a: general(*a, steps=12),
)
wrong_uniform(
    "uniform bound with p for 2 p: one point of the cover instead of a pair",
    corrected=lambda *a: general(*a, power=1),
)
wrong_uniform(
    "uniform bound with c for its square: half of the union bound",
    corrected=lambda *a: general(*a, constant=1),
)
wrong_uniform(
    "uniform bound without c, the cover's constant, as in the paper",
    corrected=lambda *a: general(*a, constant=0),
    tight=lambda *a: general(*a, steps=4, exponent=2, constant=0),
)
wrong_uniform(
    "printed bound with c: corrected where it should be printed",
    printed=lambda *a: general(*a, steps=12),
)
wrong_uniform(
    "uniform bound with an exponent of 8: as if 2t were left for the cover",
    tight=lambda *a: general(*a, steps=4, exponent=8),
)
wrong_uniform(
    "uniform bound without its covering term, steeper than any tail is",
    corrected=lambda *a: general(*a, power=0, constant=0, exponent=50),
)
wrong_uniform(
    "uniform bound of one tail instead of two",
    tight=lambda *a: general(*a, steps=4, exponent=2) / 2,
)
wrong_uniform(
    "uniform bound cut at one, as a probability would be",
    corrected=lambda *a: min(1.0, general(*a)),
)


def pointwise_becomes(right: Target, printed: float, corrected: float) -> Target:
    """The exponents of both forms."""

    def pointwise_bound(t, R, form="corrected"):
        factor = {"printed": printed, "corrected": corrected}[form]
        return 2 * math.exp(-factor * R * t**2)

    return changed(right, pointwise_bound=pointwise_bound)


wrong_pointwise = faults(pointwise_becomes, killed_by=POINTWISE)

wrong_pointwise("pointwise bound with one exponent: R t^2 for 2 R t^2", 0.5, 1.0)
wrong_pointwise("pointwise bound below the true tail of a fair coin: 4 R t^2", 0.5, 4.0)
wrong_pointwise("pointwise forms exchanged: printed for corrected", 2.0, 0.5)


@wrong(killed_by=(FEATURES, "d2ke/corollary-1"))
def one_feature_too_many(right):
    """Floor plus one, also where the bound is met."""
    return changed(
        right,
        n_features_needed=lambda *a, **k: right.d2ke.n_features_needed(*a, **k) + 1,
        corollary_1_features=lambda *a, **k: right.d2ke.corollary_1_features(*a, **k) + 1,
    )


@wrong("d2ke.n_features_needed", killed_by=FEATURES)
def one_feature_too_few(right, *args, **options):
    """Floor for ceiling."""
    return max(1, right.d2ke.n_features_needed(*args, **options) - 1)


@wrong("d2ke.n_features_needed", killed_by=FEATURES)
def features_for_t_instead_of_epsilon(right, epsilon, delta, gamma, p, c, form="corrected"):
    """t = epsilon, where the proposition has 2t."""
    widened = min(2 * epsilon, 7.9 * gamma)
    return right.d2ke.n_features_needed(widened, delta, gamma, p, c, form)


@wrong("d2ke.n_features_needed", killed_by=FEATURES)
def features_as_a_real_number(right, *args, **options):
    """The R that solves the equation, not rounded."""
    return right.d2ke.n_features_needed(*args, **options) - 0.5


SMALLEST = f"{FEATURES} number_of_features_is_the_smallest"


@wrong("d2ke.n_features_needed", killed_by=SMALLEST)
def features_counted_in_32_bits(right, *args, **options):
    """There are at most 2^31 - 1."""
    return min(right.d2ke.n_features_needed(*args, **options), 2**31 - 1)


@wrong("d2ke.n_features_needed", killed_by=SMALLEST)
def features_for_one_point_of_the_cover_at_least(
    right, epsilon, delta, gamma, p, c, form="corrected"
):
    """Printed, where the factor of the cover is below 1, it counts as 1."""
    R = right.d2ke.n_features_needed(epsilon, delta, gamma, p, c, form)
    alone = math.ceil(8 * math.log(2 / delta) / epsilon**2)
    return max(R, alone) if form == "printed" and epsilon > 24 * gamma else R


@wrong("d2ke.corollary_1_features", killed_by="d2ke/corollary-1")
def corollary_1_with_epsilon_times_m_a(right, epsilon, delta, gamma, p, c, M, A, form="corrected"):
    """Multiplies where it should divide."""
    accuracy = min(epsilon * M * A, 7.9 * gamma)
    return right.d2ke.n_features_needed(accuracy, delta, gamma, p, c, form)


@wrong("d2ke.n_features_order", killed_by=FEATURES)
def order_of_features_cut_at_zero_as_printed(right, *args, **options):
    """Hides that the printed order is negative for small gamma."""
    return max(0.0, right.d2ke.n_features_order(*args, **options))


@wrong("d2ke.claim_1_sizes", killed_by="d2ke/claim-1")
def sizes_rounded_down(right, *args):
    """Floor for ceiling."""
    return tuple(size - 1 for size in right.d2ke.claim_1_sizes(*args))


@wrong("d2ke.claim_1_sizes", killed_by="d2ke/claim-1")
def sizes_that_are_no_integers(right, *args):
    """Large enough, and not rounded."""
    return tuple(size + 0.25 for size in right.d2ke.claim_1_sizes(*args))


@wrong("d2ke.estimation_error_bound", killed_by="d2ke/eq-11")
def estimation_error_with_one_logarithm(right, n, delta, norm, c, lam=None):
    """log(1 / delta), not squared."""
    whole = right.d2ke.estimation_error_bound(n, delta, norm, c, lam)
    return whole / math.log(1 / delta)


@wrong("d2ke.effective_degrees", killed_by="d2ke/eq-11")
def effective_degrees_with_zero_eigenvalues(right, eigenvalues, lam):
    """lambda / mu = 0 for mu = 0, so that each counts 1."""
    zeros = int(np.sum(np.asarray(eigenvalues) == 0))
    return right.d2ke.effective_degrees(eigenvalues, lam) + zeros


@wrong(
    "d2ke.effective_degrees_bound",
    killed_by="d2ke/eq-11 degrees_are_bounded_by_the_trace_over_lambda",
)
def degrees_for_a_lambda_of_a_millionth_at_least(right, lam, trace=1.0):
    """So that nothing is divided by next to nothing."""
    return right.d2ke.effective_degrees_bound(max(lam, 1e-6), trace)


@wrong("d2ke.kernel_eigenvalues", killed_by="d2ke/eq-11")
def eigenvalues_of_k_itself(K):
    """K for K / n."""
    return np.linalg.eigvalsh(K)[::-1]


@wrong("d2ke.smallest_lambda", killed_by="d2ke/eq-11")
def smallest_lambda_from_the_bound(mu, n):
    """sqrt(trace / n), which is enough and not the smallest."""
    return math.sqrt(np.sum(mu) / n)


@wrong("d2ke.random_feature_variance", killed_by="d2ke/variance")
def variance_of_one_feature(twice, once, R):
    """Not divided by R."""
    return twice - once**2


def covering_becomes(right: Target, form: Callable[[np.ndarray, float], int]) -> Target:
    """The covering number as ``form(D, delta)``."""
    return changed(right, covering_number=lambda D, delta: form(np.asarray(D), delta))


@wrong(covering_becomes, killed_by="d2ke/definition-1")
def greedy_cover(D, delta):
    """The center with most uncovered points again and again: not always the fewest."""
    left, size = np.ones(len(D), dtype=bool), 0
    while left.any():
        left &= D[np.argmax((D <= delta)[:, left].sum(axis=1))] > delta
        size += 1
    return size


@wrong(covering_becomes, killed_by="d2ke/definition-1")
def open_balls(right, D, delta):
    """Points at distance exactly delta are left out."""
    return right.d2ke.covering_number(D, delta * (1 - 1e-9) if delta else 0.0)


@wrong("d2ke.effective_dimension", killed_by="d2ke/assumption-3")
def effective_dimension_at_delta_one(right, D, c):
    """The regression of log N on log(1 / delta) at one delta only."""
    distances = D[(D > 0) & (D < 1)]
    if not distances.size:
        return 0.0
    delta = distances.min() * (1 - 1e-9)
    return max(0.0, math.log(right.d2ke.covering_number(D, delta) / c) / math.log(1 / delta))


@wrong("d2ke.ball_covering_bound", killed_by="d2ke/multiset-example")
def ball_covered_by_two_over_delta(delta, p):
    """(2 / delta)^p."""
    return (2 / delta) ** p


@wrong("d2ke.multiset_effective_dimension", killed_by="d2ke/multiset-example")
def multiset_dimension_always_as_printed(size, ground, form="corrected"):
    """L log N, whatever is asked for."""
    return size * math.log(ground)
