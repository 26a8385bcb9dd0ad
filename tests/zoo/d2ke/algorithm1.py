"""Wrong objectives and minimizers of Algorithm 1."""

from collections.abc import Callable

import numpy as np
import scipy.optimize

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, faults, wrong

FIT = "d2ke/algorithm-1-fit"
OBJECTIVE = "d2ke/algorithm-1-objective"


def fit_becomes(right: Target, form: Callable[..., Array]) -> Target:
    """The fit as ``form(the right fit, phi, y, mu, loss, intercept)``."""

    def fit(phi, y, mu, loss="squared", intercept=False):
        phi, y = np.asarray(phi, dtype=float), np.asarray(y, dtype=float)
        return form(right.d2ke.fit, phi, y, mu, loss, intercept)

    return changed(right, fit=fit)


def objective_becomes(right: Target, form: Callable[[Array, Array, float, str], float]) -> Target:
    """The objective as ``form(values, labels, mu/2 ||w||^2, loss)``."""

    def objective(phi, y, weights, mu, loss):
        w = weights[: phi.shape[1]]
        values = right.d2ke.predict(phi, weights)
        with np.errstate(all="ignore"):
            return form(values, y, mu / 2 * w @ w, loss)

    return changed(right, objective=objective)


LOSS = {
    "squared": lambda f, y: (f - y) ** 2,
    "logistic": lambda f, y: np.logaddexp(0, -y * f),
    "squared_hinge": lambda f, y: np.maximum(0, 1 - y * f) ** 2,
    "hinge": lambda f, y: np.maximum(0, 1 - y * f),
}


wrong_objective = faults(objective_becomes, killed_by=OBJECTIVE)

wrong_objective(
    "objective with a sum of losses for their mean",
    lambda f, y, penalty, loss: LOSS[loss](f, y).sum() + penalty,
)
wrong_objective(
    "objective with mu for half of mu",
    lambda f, y, penalty, loss: LOSS[loss](f, y).mean() + 2 * penalty,
)


@wrong(objective_becomes, killed_by=OBJECTIVE)
def objective_with_half_the_squared_loss(f, y, penalty, loss):
    """(f - y)^2 / 2."""
    return LOSS[loss](f, y).mean() * (0.5 if loss == "squared" else 1.0) + penalty


@wrong("d2ke.objective", killed_by=OBJECTIVE)
def objective_with_a_penalized_intercept(right, phi, y, weights, mu, loss):
    """||(w, b)||^2."""
    extra = weights[-1] ** 2 if len(weights) > phi.shape[1] else 0.0
    return right.d2ke.objective(phi, y, weights, mu, loss) + mu / 2 * extra


@wrong(objective_becomes, killed_by=OBJECTIVE)
def objective_with_a_two_sided_squared_hinge(f, y, penalty, loss):
    """(1 - y f)^2 without the maximum with 0."""
    return ((1 - y * f) ** 2 if loss == "squared_hinge" else LOSS[loss](f, y)).mean() + penalty


@wrong(objective_becomes, killed_by=OBJECTIVE)
def objective_that_overflows(f, y, penalty, loss):
    """log(1 + exp(-y f)) as written."""
    naive = np.log(1 + np.exp(-y * f))
    return (naive if loss == "logistic" else LOSS[loss](f, y)).mean() + penalty


@wrong("d2ke.objective", killed_by=OBJECTIVE, raises=ValueError)
def objective_that_wants_both_classes(right, phi, y, weights, mu, loss):
    """Refuses labels of one class, where only a fit has to."""
    if len(set(y)) < 2:
        raise ValueError("y must hold two classes")
    return right.d2ke.objective(phi, y, weights, mu, loss)


wrong_fit = faults(fit_becomes, killed_by=(FIT, "d2ke/algorithm-1", "d2ke/liblinear-c"))

wrong_fit(
    "fit of a sum of losses: mu counts n times less",
    lambda fit, phi, y, mu, *how: fit(phi, y, mu / len(y), *how),
)
wrong_fit("fit with mu for half of mu", lambda fit, phi, y, mu, *how: fit(phi, y, 2 * mu, *how))


@wrong(fit_becomes, killed_by=(FIT, "d2ke/algorithm-1"))
def fit_of_half_the_squared_loss(fit, phi, y, mu, loss, intercept):
    """(f - y)^2 / 2, as in most textbooks."""
    return fit(phi, y, 2 * mu if loss == "squared" else mu, loss, intercept)


@wrong(fit_becomes, killed_by=FIT)
def fit_with_a_penalized_intercept(fit, phi, y, mu, loss, intercept):
    """One more column of ones, as LIBLINEAR does it."""
    if not intercept:
        return fit(phi, y, mu, loss)
    return fit(np.column_stack([phi, np.ones(len(phi))]), y, mu, loss)


@wrong(fit_becomes, killed_by=FIT)
def fit_with_the_intercept_first(fit, phi, y, mu, loss, intercept):
    """(b, w) for (w, b)."""
    return np.roll(fit(phi, y, mu, loss, intercept), 1 if intercept else 0)


@wrong(fit_becomes, killed_by=FIT)
def fit_without_the_intercept(fit, phi, y, mu, loss, intercept):
    """Puts 0 where it belongs."""
    return np.append(fit(phi, y, mu, loss), [0.0] * intercept)


@wrong(fit_becomes, killed_by=FIT)
def fit_with_an_intercept_from_the_means(fit, phi, y, mu, loss, intercept):
    """The mean label for b, after a fit of what is left: right only for centered features."""
    w = fit(phi, y, mu, loss)
    return np.append(w, np.mean(y - phi @ w)) if intercept else w


@wrong(fit_becomes, killed_by=f"{FIT} fit_reaches_the_smallest_objective")
def fit_that_ends_where_its_matrix_is_singular(fit, phi, y, mu, loss, intercept):
    """Newton's, at the first step, where squares of equal columns swallow the penalty."""
    swallowed = mu < np.finfo(float).eps * np.square(phi).mean(axis=0).min()
    twice = np.unique(phi, axis=1).shape[1] < phi.shape[1]
    if swallowed and twice:
        return np.zeros(phi.shape[1] + intercept)
    return fit(phi, y, mu, loss, intercept)


@wrong(fit_becomes, killed_by=(FIT, "d2ke/algorithm-1"))
def fit_to_zeros_and_ones(fit, phi, y, mu, loss, intercept):
    """Labels 0 and 1 for the squared loss."""
    return fit(phi, (y + 1) / 2 if loss == "squared" else y, mu, loss, intercept)


wrong_fit(
    "fit to the signs of real targets: takes every problem for one of two classes",
    lambda fit, phi, y, *rest: fit(phi, np.where(y > 0, 1.0, -1.0), *rest),
    killed_by=(FIT, "d2ke/algorithm-1"),
)


@wrong(fit_becomes, killed_by=(FIT, "d2ke/liblinear-c"))
def fit_of_a_two_sided_squared_hinge(fit, phi, y, mu, loss, intercept):
    """(1 - y f)^2 without the maximum with 0: one branch of the gradient."""
    return fit(phi, y, mu, "squared" if loss == "squared_hinge" else loss, intercept)


@wrong(fit_becomes, killed_by=FIT)
def fit_of_a_smoothed_hinge(fit, phi, y, mu, loss, intercept):
    """The squared hinge in place of the hinge."""
    return fit(phi, y, mu, "squared_hinge" if loss == "hinge" else loss, intercept)


@wrong(fit_becomes, killed_by=(FIT, "d2ke/liblinear-c"))
def fit_that_stops_after_three_iterations(right, fit, phi, y, mu, loss, intercept):
    """Quasi-Newton, which is not given the time."""
    if loss in ("squared", "hinge"):
        return fit(phi, y, mu, loss, intercept)
    start = np.zeros(phi.shape[1] + intercept)
    goal = lambda w: right.d2ke.objective(phi, y, w, mu, loss)  # noqa: E731
    return scipy.optimize.minimize(goal, start, method="BFGS", options={"maxiter": 3}).x


wrong_fit(
    "fit that is a little off: a relative 1e-4, as a loose tolerance leaves it",
    lambda fit, *problem: fit(*problem) * (1 + 1e-4),
    killed_by=FIT,
)


@wrong(fit_becomes, killed_by=FIT)
def fit_that_takes_small_gradients_for_zero(fit, phi, y, mu, loss, intercept):
    """An absolute tolerance: features of a thousandth are never fitted."""
    w = fit(phi, y, mu, loss, intercept)
    return np.zeros_like(w) if np.abs(phi).max() < 1e-3 else w


@wrong(fit_becomes, killed_by=(FIT, "d2ke/algorithm-1"))
def fit_of_standardized_features(fit, phi, y, mu, loss, intercept):
    """Columns divided by their norms, so that the penalty depends on the axes."""
    norms = np.linalg.norm(phi, axis=0)
    norms[norms == 0] = 1.0
    w = fit(phi / norms, y, mu, loss, intercept)
    w[: phi.shape[1]] /= norms
    return w


@wrong(fit_becomes, killed_by=FIT)
def fit_of_distinct_objects(fit, phi, y, mu, loss, intercept):
    """Repeated rows count once."""
    rows = np.unique(np.column_stack([phi, y]), axis=0)
    return fit(rows[:, :-1], rows[:, -1], mu, loss, intercept)


@wrong(fit_becomes, killed_by=FIT)
def fit_that_counts_the_last_object_less(fit, phi, y, mu, loss, intercept):
    """One row too few: the order of the objects matters."""
    if len(y) < 3 or len(set(y[:-1].tolist())) < 2:
        return fit(phi, y, mu, loss, intercept)
    return fit(phi[:-1], y[:-1], mu, loss, intercept)


@wrong(fit_becomes, killed_by=FIT)
def fit_that_leaves_out_one_of_equal_columns(fit, phi, y, mu, loss, intercept):
    """All weight to the first, as an elimination that skips dependent columns would have it."""
    if loss != "squared":
        return fit(phi, y, mu, loss, intercept)
    _, first = np.unique(phi, axis=1, return_index=True)
    kept = fit(phi[:, np.sort(first)], y, mu, loss, intercept)
    w = np.zeros(phi.shape[1] + intercept)
    w[np.append(np.sort(first), [phi.shape[1]] * intercept).astype(int)] = kept
    return w


@wrong(killed_by="d2ke/no-side-effects")
def fit_that_remembers_the_last_fit(right):
    """Returns what it has for data of the same shape."""
    memory = {}

    def form(fit, phi, y, mu, loss, intercept):
        return memory.setdefault((phi.shape, loss, intercept), fit(phi, y, mu, loss, intercept))

    return fit_becomes(right, form)


@wrong("d2ke.fit", killed_by="d2ke/algorithm-1-fit fit_reaches_the_smallest_objective")
def weights_of_the_hinge_loss_are_held_to_ten(right, phi, y, mu, loss="squared", intercept=False):
    """As a solver ends that is stopped on its way to large ones."""
    w = right.d2ke.fit(phi, y, mu, loss, intercept)
    return np.clip(w, -10.0, 10.0) if loss == "hinge" else w


@wrong("d2ke.fit", killed_by="d2ke/no-side-effects")
def fit_that_centers_its_features_in_place(right, phi, y, mu, loss="squared", intercept=False):
    """The caller's array is changed."""
    w = right.d2ke.fit(phi, y, mu, loss, intercept)
    phi -= phi.mean(axis=0)
    return w
