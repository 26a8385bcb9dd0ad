"""Wrong kinds of pairs and wrong values of gamma, Sections 3.2.2 and 3.2.3."""

import numpy as np

from gramcheck.verify.definitions.idealized import SupportPairs
from tests.zoo import changed, wrong

KINDS = "idealized/proposition-2 kinds_of_pairs_follow_from_their_multipliers"


def kinds(right, change):
    """The masks as ``change(masks)``."""

    def pairs_by_multiplier(*arguments, **options):
        got = right.idealized.pairs_by_multiplier(*arguments, **options)
        return change(SupportPairs(*(np.asarray(mask) for mask in got)))

    return changed(right, paper="idealized", pairs_by_multiplier=pairs_by_multiplier)


@wrong(kinds, killed_by=KINDS)
def kinds_of_pairs_that_exclude_each_other(masks):
    """Error pairs are not counted among the support pairs."""
    return masks._replace(
        support_S=masks.support_S & ~masks.error_S, support_D=masks.support_D & ~masks.error_D
    )


@wrong("idealized.pairs_by_multiplier", killed_by=KINDS)
def pairs_at_the_limits_are_above_them(right, alpha_S, alpha_D, C_S, C_D, tol=1e-4):
    """Those whose share of the box is tol, or all but tol, to rounding."""
    tol = tol * (1 - 1e-15)
    support = right.idealized.pairs_by_multiplier(alpha_S, alpha_D, C_S, C_D, tol)
    errors = right.idealized.pairs_by_multiplier(alpha_S, alpha_D, C_S, C_D, tol * (1 + 1e-14))
    return support._replace(error_S=errors.error_S, error_D=errors.error_D)


@wrong("idealized.pairs_by_multiplier", killed_by=KINDS)
def bounds_that_are_not_divided_among_the_pairs(right, alpha_S, alpha_D, C_S, C_D, tol=1e-4):
    """C_D for C_D / N_D."""
    C_D = C_D * len(alpha_D)
    return right.idealized.pairs_by_multiplier(alpha_S, alpha_D, C_S, C_D, tol)


@wrong(
    "idealized.average_gamma",
    killed_by="idealized/gamma-value average_gamma_is_over_the_pairs_inside_the_box",
)
def average_gamma_over_all_support_pairs(margins, alpha_D, C_D):
    """Pairs with alpha at the upper bound are averaged too, though they may miss gamma."""
    support = np.asarray(alpha_D) * len(alpha_D) > 1e-4 * C_D
    return float(np.asarray(margins)[support].mean()) if support.any() else np.nan


@wrong(
    "idealized.average_gamma",
    killed_by="idealized/gamma-value average_gamma_is_over_the_pairs_inside_the_box",
)
def average_gamma_of_nothing_is_0(right, margins, alpha_D, C_D):
    """Where no pair is inside the box, 0 stands for what is not defined."""
    return float(np.nan_to_num(right.idealized.average_gamma(margins, alpha_D, C_D)))


BEST = "idealized/gamma-value best_gamma_minimizes_the_primal"


@wrong("idealized.best_gamma", killed_by=BEST)
def gamma_from_the_other_end_of_the_margins(right, margins, nu):
    """A fraction 1 - nu of the margins lies below gamma."""
    return right.idealized.best_gamma(margins, 1 - nu)


@wrong("idealized.best_gamma", killed_by=BEST)
def gamma_without_its_sign_constraint(margins, nu):
    """The quantile of the margins, also where it is negative."""
    margins = np.sort(margins)
    return float(margins[int(nu * len(margins))])


@wrong("idealized.best_gamma", killed_by=BEST)
def gamma_at_the_end_of_its_interval(margins, nu):
    """The margin above, also where nu N_D is an integer and all gamma down to the next are best."""
    return max(0.0, float(np.sort(margins)[int(nu * len(margins))]))


@wrong("idealized.best_gamma", killed_by=BEST)
def gamma_by_a_convex_combination_of_margins(margins, nu):
    """NumPy's quantile, which interpolates where the minimum is at a margin."""
    return max(0.0, float(np.quantile(margins, nu)))
