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


@wrong(killed_by=PLAIN_FIT)
def plain_fit_of_a_sum_of_losses(right):
    """Sum for mean."""
    return plain_fit_becomes(
        right, lambda fit, phi, y, mu, loss, b: fit(phi, y, mu / len(y), loss, b)
    )


@wrong(killed_by=PLAIN_FIT)
def plain_fit_with_a_penalized_intercept(right):
    """b as one more weight."""

    def form(fit, phi, y, mu, loss, intercept):
        return fit(np.column_stack([phi, np.ones((len(y), int(intercept)))]), y, mu, loss)

    return plain_fit_becomes(right, form)


@wrong(killed_by=PLAIN_FIT)
def plain_fit_with_the_slacks_of_the_squared_hinge(right):
    """sum xi^2 in the quadratic program of the hinge loss."""

    def form(fit, phi, y, mu, loss, intercept):
        return fit(phi, y, mu, "squared_hinge" if loss == "hinge" else loss, intercept)

    return plain_fit_becomes(right, form)


@wrong(killed_by=PLAIN_FIT)
def plain_fit_where_the_solver_stopped_early(right):
    """A thousandth of the way back to the start, for the margin losses."""

    def form(fit, phi, y, mu, loss, intercept):
        weights = fit(phi, y, mu, loss, intercept)
        return weights if loss == "squared" else 0.999 * weights

    return plain_fit_becomes(right, form)
