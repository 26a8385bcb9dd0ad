"""Wrong bounds of the risk of nearest neighbors."""

import math

from tests.zoo import changed, wrong

THEOREM_1 = "d2ke/theorem-1"
EQ_3 = "d2ke/eq-3"


def always_as_printed(right, name):
    """A function whose form cannot be chosen."""
    function = getattr(right.d2ke, name)
    return changed(right, **{name: lambda *args, form="corrected": function(*args, form="printed")})


@wrong(killed_by=THEOREM_1)
def risk_with_half_of_the_exponent(right):
    """(k / n)^(1 / p) in the printed form."""

    def knn_risk_bound(k, n, sigma, lipschitz, p, c, form="corrected"):
        if form == "printed":
            return sigma**2 / k + c * lipschitz**2 * (k / n) ** (1 / p)
        return right.d2ke.knn_risk_bound(k, n, sigma, lipschitz, p, c, form)

    return changed(right, knn_risk_bound=knn_risk_bound)


@wrong(killed_by=THEOREM_1)
def risk_always_as_printed(right):
    """Whatever is asked for."""
    return always_as_printed(right, "knn_risk_bound")


@wrong(killed_by=THEOREM_1)
def risk_with_a_constant_alone_for_small_dimensions(right):
    """Corrected for p < 2: a larger constant, and the rate n^(-2/p) as printed."""

    def knn_risk_bound(k, n, sigma, lipschitz, p, c, form="corrected"):
        if form == "corrected" and p < 2:
            c, form = 16 * c / (2 - p) / math.e, "printed"
        return right.d2ke.knn_risk_bound(k, n, sigma, lipschitz, p, c, form)

    return changed(right, knn_risk_bound=knn_risk_bound)


@wrong(killed_by=THEOREM_1)
def optimal_k_without_its_constant(right):
    """n^(2 / (p + 2)): the rate alone."""

    def optimal_k(n, sigma, lipschitz, p, c, form="corrected"):
        return n ** (2 / (p + 2))

    return changed(right, optimal_k=optimal_k)


@wrong(killed_by=THEOREM_1)
def optimal_k_always_as_printed(right):
    """Whatever is asked for."""
    return always_as_printed(right, "optimal_k")


@wrong(killed_by=EQ_3)
def rate_with_exponents_exchanged(right):
    """sigma and L exchanged."""

    def knn_rate(n, sigma, lipschitz, p, c2=1, form="corrected"):
        return right.d2ke.knn_rate(n, lipschitz, sigma, p, c2, form)

    return changed(right, knn_rate=knn_rate)


@wrong(killed_by=EQ_3)
def rate_always_as_printed(right):
    """p below 2 stays as it is."""
    return always_as_printed(right, "knn_rate")


@wrong(killed_by=EQ_3)
def rate_constant_without_the_second_term(right):
    """(2 c / p)^(p / (p + 2)) as printed: sigma^2 / k alone."""

    def knn_rate_constant(p, c, form="corrected"):
        if form == "printed":
            return (2 * c / p) ** (p / (p + 2))
        return right.d2ke.knn_rate_constant(p, c, form)

    return changed(right, knn_rate_constant=knn_rate_constant)


@wrong(killed_by=EQ_3)
def rate_constant_for_a_real_k(right):
    """Corrected without the factor 2^(2/p) for the next integer."""

    def knn_rate_constant(p, c, form="corrected"):
        factor = 1 if form == "printed" else 2 ** (2 / max(p, 2))
        return right.d2ke.knn_rate_constant(p, c, form) / factor

    return changed(right, knn_rate_constant=knn_rate_constant)
