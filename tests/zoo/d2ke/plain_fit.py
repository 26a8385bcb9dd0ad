"""Wrong minimizers of Algorithm 1 by the solvers of libraries."""

from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, wrong

PLAIN_FIT = "d2ke/algorithm-1-fit plain_fit_reaches_the_smallest_objective"


def plain_fit_becomes(right: Target, form: Callable[..., Array]) -> Target:
    """The plain fit as ``form(the right one, phi, y, mu, loss, intercept)``."""

    def plain_fit(phi, y, mu, loss="squared", intercept=False):
        return form(right.d2ke.plain_fit, phi, y, mu, loss, intercept)

    return changed(right, plain_fit=plain_fit)


@wrong(plain_fit_becomes, killed_by=PLAIN_FIT)
def plain_fit_of_a_sum_of_losses(fit, phi, y, mu, loss, b):
    """Sum for mean."""
    return fit(phi, y, mu / len(y), loss, b)


@wrong(plain_fit_becomes, killed_by=PLAIN_FIT)
def plain_fit_with_a_penalized_intercept(fit, phi, y, mu, loss, intercept):
    """b as one more weight."""
    return fit(np.column_stack([phi, np.ones((len(y), int(intercept)))]), y, mu, loss)


@wrong(plain_fit_becomes, killed_by=PLAIN_FIT)
def plain_fit_with_the_slacks_of_the_squared_hinge(fit, phi, y, mu, loss, intercept):
    """sum xi^2 in the quadratic program of the hinge loss."""
    return fit(phi, y, mu, "squared_hinge" if loss == "hinge" else loss, intercept)


@wrong(plain_fit_becomes, killed_by=PLAIN_FIT)
def plain_fit_where_the_solver_stopped_early(fit, phi, y, mu, loss, intercept):
    """A thousandth of the way back to the start, for the margin losses."""
    weights = fit(phi, y, mu, loss, intercept)
    return weights if loss == "squared" else 0.999 * weights


@wrong(
    plain_fit_becomes,
    killed_by="d2ke/algorithm-1-fit penalties_that_hardly_count_are_met_or_refused",
)
def plain_fit_with_a_floor_of_the_penalty(fit, phi, y, mu, loss, intercept):
    """No mu below 1e-12, for the sake of the digits."""
    return fit(phi, y, max(mu, 1e-12), loss, intercept)
