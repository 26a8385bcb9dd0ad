"""Wrong bounds of Sections 2 and 4."""

import math
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from tests.zoo import changed, wrong

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


@wrong(killed_by="d2ke/proposition-1-bound")
def lipschitz_constant_without_gamma(right):
    """The norm alone."""
    return changed(right, lipschitz_bound=lambda gamma, norm: norm)


@wrong(killed_by=BOUND)
def uniform_bound_with_12_for_6(right):
    """The printed 12 in the corrected form."""
    return uniform_becomes(right, corrected=lambda *a: general(*a, steps=12))


@wrong(killed_by=BOUND)
def uniform_bound_with_p_for_2p(right):
    """One point of the cover instead of a pair."""
    return uniform_becomes(right, corrected=lambda *a: general(*a, power=1))


@wrong(killed_by=BOUND)
def uniform_bound_with_c_for_its_square(right):
    """Half of the union bound."""
    return uniform_becomes(right, corrected=lambda *a: general(*a, constant=1))


@wrong(killed_by=BOUND)
def uniform_bound_without_c(right):
    """Drops the cover's constant, as the paper does."""
    return uniform_becomes(
        right,
        corrected=lambda *a: general(*a, constant=0),
        tight=lambda *a: general(*a, steps=4, exponent=2, constant=0),
    )


@wrong(killed_by=BOUND)
def printed_bound_with_c(right):
    """Corrects what should be shown as it is printed."""
    return uniform_becomes(right, printed=lambda *a: general(*a, steps=12))


@wrong(killed_by=BOUND)
def uniform_bound_with_an_exponent_of_8(right):
    """2 R (2t)^2, as if the whole of 2t were left for the points of the cover."""
    return uniform_becomes(right, tight=lambda *a: general(*a, steps=4, exponent=8))


@wrong(killed_by=BOUND)
def uniform_bound_with_a_lost_covering_term(right):
    """Only the tail, and steeper than any tail is."""
    return uniform_becomes(
        right, corrected=lambda *a: general(*a, power=0, constant=0, exponent=50)
    )


@wrong(killed_by=BOUND)
def uniform_bound_without_the_front_factor(right):
    """One tail instead of two."""
    return uniform_becomes(right, tight=lambda *a: general(*a, steps=4, exponent=2) / 2)


@wrong(killed_by=BOUND)
def uniform_bound_capped_at_one(right):
    """A probability, as somebody thought; the formula says more."""
    return uniform_becomes(right, corrected=lambda *a: min(1.0, general(*a)))


def pointwise_becomes(right: Target, printed: float, corrected: float) -> Target:
    """The exponents of both forms."""

    def pointwise_bound(t, R, form="corrected"):
        factor = {"printed": printed, "corrected": corrected}[form]
        return 2 * math.exp(-factor * R * t**2)

    return changed(right, pointwise_bound=pointwise_bound)


@wrong(killed_by=POINTWISE)
def pointwise_bound_with_one_exponent(right):
    """R t^2 for 2 R t^2."""
    return pointwise_becomes(right, 0.5, 1.0)


@wrong(killed_by=POINTWISE)
def pointwise_bound_that_is_too_steep(right):
    """4 R t^2: below the true tail of a fair coin."""
    return pointwise_becomes(right, 0.5, 4.0)


@wrong(killed_by=POINTWISE)
def pointwise_forms_exchanged(right):
    """Printed for corrected."""
    return pointwise_becomes(right, 2.0, 0.5)


@wrong(killed_by=(FEATURES, "d2ke/corollary-1"))
def one_feature_too_many(right):
    """Floor plus one, also where the bound is met."""
    return changed(
        right,
        n_features_needed=lambda *a, **k: right.d2ke.n_features_needed(*a, **k) + 1,
        corollary_1_features=lambda *a, **k: right.d2ke.corollary_1_features(*a, **k) + 1,
    )


@wrong(killed_by=FEATURES)
def one_feature_too_few(right):
    """Floor for ceiling."""

    def n_features_needed(*args, **options):
        return max(1, right.d2ke.n_features_needed(*args, **options) - 1)

    return changed(right, n_features_needed=n_features_needed)


@wrong(killed_by=FEATURES)
def features_for_t_instead_of_epsilon(right):
    """t = epsilon, where the proposition has 2t."""

    def n_features_needed(epsilon, delta, gamma, p, c, form="corrected"):
        widened = min(2 * epsilon, 7.9 * gamma)
        return right.d2ke.n_features_needed(widened, delta, gamma, p, c, form)

    return changed(right, n_features_needed=n_features_needed)


@wrong(killed_by=FEATURES)
def features_as_a_real_number(right):
    """The R that solves the equation, not rounded."""

    def n_features_needed(*args, **options):
        return right.d2ke.n_features_needed(*args, **options) - 0.5

    return changed(right, n_features_needed=n_features_needed)


@wrong(killed_by="d2ke/corollary-1")
def corollary_1_with_epsilon_times_m_a(right):
    """Multiplies where it should divide."""

    def corollary_1_features(epsilon, delta, gamma, p, c, M, A, form="corrected"):
        accuracy = min(epsilon * M * A, 7.9 * gamma)
        return right.d2ke.n_features_needed(accuracy, delta, gamma, p, c, form)

    return changed(right, corollary_1_features=corollary_1_features)


@wrong(killed_by=FEATURES)
def order_of_features_cut_at_zero_as_printed(right):
    """Hides that the printed order is negative for small gamma."""

    def n_features_order(*args, **options):
        return max(0.0, right.d2ke.n_features_order(*args, **options))

    return changed(right, n_features_order=n_features_order)


@wrong(killed_by="d2ke/claim-1")
def sizes_rounded_down(right):
    """Floor for ceiling."""

    def claim_1_sizes(*args):
        return tuple(size - 1 for size in right.d2ke.claim_1_sizes(*args))

    return changed(right, claim_1_sizes=claim_1_sizes)


@wrong(killed_by="d2ke/eq-11")
def estimation_error_with_one_logarithm(right):
    """log(1 / delta), not squared."""

    def estimation_error_bound(n, delta, norm, c, lam=None):
        whole = right.d2ke.estimation_error_bound(n, delta, norm, c, lam)
        return whole / math.log(1 / delta)

    return changed(right, estimation_error_bound=estimation_error_bound)


@wrong(killed_by="d2ke/eq-11")
def effective_degrees_with_zero_eigenvalues(right):
    """lambda / mu = 0 for mu = 0, so that each counts 1."""

    def effective_degrees(eigenvalues, lam):
        zeros = int(np.sum(np.asarray(eigenvalues) == 0))
        return right.d2ke.effective_degrees(eigenvalues, lam) + zeros

    return changed(right, effective_degrees=effective_degrees)


@wrong(killed_by="d2ke/eq-11")
def eigenvalues_of_k_itself(right):
    """K for K / n."""
    return changed(right, kernel_eigenvalues=lambda K: np.linalg.eigvalsh(K)[::-1])


@wrong(killed_by="d2ke/eq-11")
def smallest_lambda_from_the_bound(right):
    """sqrt(trace / n), which is enough and not the smallest."""
    return changed(right, smallest_lambda=lambda mu, n: math.sqrt(np.sum(mu) / n))


@wrong(killed_by="d2ke/variance")
def variance_of_one_feature(right):
    """Not divided by R."""
    return changed(right, random_feature_variance=lambda twice, once, R: twice - once**2)


def covering_becomes(right: Target, form: Callable[[np.ndarray, float], int]) -> Target:
    """The covering number as ``form(D, delta)``."""
    return changed(right, covering_number=lambda D, delta: form(np.asarray(D), delta))


@wrong(killed_by="d2ke/definition-1")
def greedy_cover(right):
    """The center with most uncovered points again and again: not always the fewest."""

    def form(D, delta):
        left, size = np.ones(len(D), dtype=bool), 0
        while left.any():
            left &= D[np.argmax((D <= delta)[:, left].sum(axis=1))] > delta
            size += 1
        return size

    return covering_becomes(right, form)


@wrong(killed_by="d2ke/definition-1")
def open_balls(right):
    """Points at distance exactly delta are left out."""
    return covering_becomes(
        right, lambda D, delta: right.d2ke.covering_number(D, delta * (1 - 1e-9) if delta else 0.0)
    )


@wrong(killed_by="d2ke/assumption-3")
def effective_dimension_at_delta_one(right):
    """The regression of log N on log(1 / delta) at one delta only."""

    def effective_dimension(D, c):
        distances = D[(D > 0) & (D < 1)]
        if not distances.size:
            return 0.0
        delta = distances.min() * (1 - 1e-9)
        return max(0.0, math.log(right.d2ke.covering_number(D, delta) / c) / math.log(1 / delta))

    return changed(right, effective_dimension=effective_dimension)


@wrong(killed_by="d2ke/multiset-example")
def ball_covered_by_two_over_delta(right):
    """(2 / delta)^p."""
    return changed(right, ball_covering_bound=lambda delta, p: (2 / delta) ** p)


@wrong(killed_by="d2ke/multiset-example")
def multiset_dimension_always_as_printed(right):
    """L log N, whatever is asked for."""

    def multiset_effective_dimension(size, ground, form="corrected"):
        return size * math.log(ground)

    return changed(right, multiset_effective_dimension=multiset_effective_dimension)
