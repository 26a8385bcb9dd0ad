"""Wrong bounds of the risk of nearest neighbors."""

import math

from tests.zoo import changed, faults, wrong

THEOREM_1 = "d2ke/theorem-1"
EQ_3 = "d2ke/eq-3"


def always_as_printed(right, name):
    """A function whose form cannot be chosen."""
    function = getattr(right.d2ke, name)

    def printed(*args, form="corrected", **options):
        return function(*args, form="printed", **options)

    return changed(right, **{name: printed})


@wrong("d2ke.knn_risk_bound", killed_by=THEOREM_1)
def risk_with_half_of_the_exponent(right, k, n, sigma, lipschitz, p, c, form="corrected"):
    """(k / n)^(1 / p) in the printed form."""
    if form == "printed":
        return sigma**2 / k + c * lipschitz**2 * (k / n) ** (1 / p)
    return right.d2ke.knn_risk_bound(k, n, sigma, lipschitz, p, c, form)


always_printed = faults(always_as_printed, killed_by=THEOREM_1)

always_printed("risk always as printed", "knn_risk_bound")


@wrong("d2ke.knn_risk_bound", killed_by=THEOREM_1)
def risk_with_a_constant_alone_for_small_dimensions(
    right, k, n, sigma, lipschitz, p, c, form="corrected"
):
    """Corrected for p < 2: a larger constant, and the rate n^(-2/p) as printed."""
    if form == "corrected" and p < 2:
        c, form = 16 * c / (2 - p) / math.e, "printed"
    return right.d2ke.knn_risk_bound(k, n, sigma, lipschitz, p, c, form)


@wrong("d2ke.optimal_k", killed_by=THEOREM_1)
def optimal_k_without_its_constant(n, sigma, lipschitz, p, c, form="corrected"):
    """n^(2 / (p + 2)): the rate alone."""
    return n ** (2 / (p + 2))


always_printed("optimal k always as printed", "optimal_k")


@wrong("d2ke.knn_rate", killed_by=EQ_3)
def rate_with_exponents_exchanged(right, n, sigma, lipschitz, p, c2=1, form="corrected"):
    """sigma and L exchanged."""
    return right.d2ke.knn_rate(n, lipschitz, sigma, p, c2, form)


always_printed("rate always as printed: p below 2 stays as it is", "knn_rate", killed_by=EQ_3)


@wrong("d2ke.knn_rate", killed_by=f"{EQ_3} rate_is_the_smallest_bound")
def rate_of_constants_without_their_factor(right, n, sigma, lipschitz, p, c2=1, form="corrected"):
    """L = 0 is taken for an L that was not given."""
    return right.d2ke.knn_rate(n, sigma, lipschitz or 1.0, p, c2, form)


@wrong("d2ke.knn_rate_constant", killed_by=EQ_3)
def rate_constant_without_the_second_term(right, p, c, form="corrected"):
    """(2 c / p)^(p / (p + 2)) as printed: sigma^2 / k alone."""
    if form == "printed":
        return (2 * c / p) ** (p / (p + 2))
    return right.d2ke.knn_rate_constant(p, c, form)


@wrong("d2ke.knn_rate_constant", killed_by=EQ_3)
def rate_constant_for_a_real_k(right, p, c, form="corrected"):
    """Corrected without the factor 2^(2/p) for the next integer."""
    factor = 1 if form == "printed" else 2 ** (2 / max(p, 2))
    return right.d2ke.knn_rate_constant(p, c, form) / factor
