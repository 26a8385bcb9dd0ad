"""Wrong minimizers of Algorithm 1 by the solvers and the textbook methods of libraries."""

from collections.abc import Callable

import numpy as np
import scipy.special

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, wrong
from tests.zoo.d2ke.algorithm1 import fit_becomes

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


def reweighted(phi, y, mu, step, intercept=True):
    """Logistic regression by least squares, reweighted at each of 50 steps."""
    A = np.column_stack([phi, np.ones((len(y), int(intercept)))])
    penalty = np.diag(np.append(np.full(phi.shape[1], mu * len(y)), np.zeros(int(intercept))))
    w = np.zeros(A.shape[1])
    for _ in range(50):
        p = scipy.special.expit(A @ w)
        w = step(A, penalty, w, p, (y + 1) / 2)
    return w


@wrong(
    fit_becomes,
    killed_by="d2ke/algorithm-1-fit an_intercept_takes_what_all_features_share",
)
def fit_by_normal_equations_of_far_features(fit, phi, y, mu, loss, intercept):
    """A'hA as it is, in which the squares of what all features share are all that is left."""
    if loss != "logistic" or not intercept or np.abs(phi).max() < 1e6:
        return fit(phi, y, mu, loss, intercept)

    def step(A, penalty, w, p, wanted):
        gradient = A.T @ (p - wanted) + penalty @ w
        return w - np.linalg.pinv((A.T * (p * (1 - p))) @ A + penalty) @ gradient

    return reweighted(phi, y, mu, step)


@wrong(
    fit_becomes,
    killed_by="d2ke/algorithm-1-fit points_that_are_far_on_their_side_count_for_nothing",
)
def fit_to_working_responses(fit, phi, y, mu, loss, intercept):
    """A w + (y - p) / (p (1 - p)) as textbooks have it: 0 / 0 where a point is far on its side."""
    if loss != "logistic":
        return fit(phi, y, mu, loss, intercept)

    def step(A, penalty, w, p, wanted):
        q = scipy.special.expit(-(A @ w))  # 1 - p, which keeps its digits
        response = A @ w + np.where(wanted == 1, q, -p) / (p * q)
        return np.linalg.solve((A.T * (p * q)) @ A + penalty, A.T @ (p * q * response))

    with np.errstate(all="ignore"):
        return reweighted(phi, y, mu, step, intercept)


@wrong(
    "d2ke.fit",
    killed_by="d2ke/algorithm-1-fit penalties_that_hardly_count_are_met_or_refused",
    raises=ArithmeticError,
)
def features_of_a_thousand_are_too_large(right, phi, y, mu, *args, **how):
    """A penalty a million times smaller than their squares is refused."""
    if mu < 1e-6 * np.square(phi).max():
        raise ArithmeticError("the penalty is too small for these features")
    return right.d2ke.fit(phi, y, mu, *args, **how)
