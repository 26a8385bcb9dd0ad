"""Wrong objectives and minimizers of Algorithm 1."""

from collections.abc import Callable

import numpy as np
import scipy.optimize

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, wrong

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


@wrong(killed_by=OBJECTIVE)
def objective_with_a_sum_of_losses(right):
    """Sum for mean."""
    return objective_becomes(right, lambda f, y, penalty, loss: LOSS[loss](f, y).sum() + penalty)


@wrong(killed_by=OBJECTIVE)
def objective_with_mu_for_half_of_mu(right):
    """mu ||w||^2."""
    return objective_becomes(
        right, lambda f, y, penalty, loss: LOSS[loss](f, y).mean() + 2 * penalty
    )


@wrong(killed_by=OBJECTIVE)
def objective_with_half_the_squared_loss(right):
    """(f - y)^2 / 2."""

    def form(f, y, penalty, loss):
        return LOSS[loss](f, y).mean() * (0.5 if loss == "squared" else 1.0) + penalty

    return objective_becomes(right, form)


@wrong(killed_by=OBJECTIVE)
def objective_with_a_penalized_intercept(right):
    """||(w, b)||^2."""

    def objective(phi, y, weights, mu, loss):
        extra = weights[-1] ** 2 if len(weights) > phi.shape[1] else 0.0
        return right.d2ke.objective(phi, y, weights, mu, loss) + mu / 2 * extra

    return changed(right, objective=objective)


@wrong(killed_by=OBJECTIVE)
def objective_with_a_two_sided_squared_hinge(right):
    """(1 - y f)^2 without the maximum with 0."""

    def form(f, y, penalty, loss):
        return ((1 - y * f) ** 2 if loss == "squared_hinge" else LOSS[loss](f, y)).mean() + penalty

    return objective_becomes(right, form)


@wrong(killed_by=OBJECTIVE)
def objective_that_overflows(right):
    """log(1 + exp(-y f)) as written."""

    def form(f, y, penalty, loss):
        naive = np.log(1 + np.exp(-y * f))
        return (naive if loss == "logistic" else LOSS[loss](f, y)).mean() + penalty

    return objective_becomes(right, form)


@wrong(killed_by=OBJECTIVE)
def objective_that_wants_both_classes(right):
    """Refuses labels of one class, where only a fit has to."""

    def objective(phi, y, weights, mu, loss):
        if len(set(y)) < 2:
            raise ValueError("y must hold two classes")
        return right.d2ke.objective(phi, y, weights, mu, loss)

    return changed(right, objective=objective)


@wrong(killed_by=(FIT, "d2ke/algorithm-1", "d2ke/liblinear-c"))
def fit_of_a_sum_of_losses(right):
    """Sum for mean: mu counts n times less."""
    return fit_becomes(right, lambda fit, phi, y, mu, *how: fit(phi, y, mu / len(y), *how))


@wrong(killed_by=(FIT, "d2ke/algorithm-1", "d2ke/liblinear-c"))
def fit_with_mu_for_half_of_mu(right):
    """mu ||w||^2."""
    return fit_becomes(right, lambda fit, phi, y, mu, *how: fit(phi, y, 2 * mu, *how))


@wrong(killed_by=(FIT, "d2ke/algorithm-1"))
def fit_of_half_the_squared_loss(right):
    """(f - y)^2 / 2, as in most textbooks."""

    def form(fit, phi, y, mu, loss, intercept):
        return fit(phi, y, 2 * mu if loss == "squared" else mu, loss, intercept)

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_with_a_penalized_intercept(right):
    """One more column of ones, as LIBLINEAR does it."""

    def form(fit, phi, y, mu, loss, intercept):
        if not intercept:
            return fit(phi, y, mu, loss)
        return fit(np.column_stack([phi, np.ones(len(phi))]), y, mu, loss)

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_with_the_intercept_first(right):
    """(b, w) for (w, b)."""

    def form(fit, phi, y, mu, loss, intercept):
        return np.roll(fit(phi, y, mu, loss, intercept), 1 if intercept else 0)

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_without_the_intercept(right):
    """Puts 0 where it belongs."""

    def form(fit, phi, y, mu, loss, intercept):
        return np.append(fit(phi, y, mu, loss), [0.0] * intercept)

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_with_an_intercept_from_the_means(right):
    """The mean label for b, after a fit of what is left: right only for centered features."""

    def form(fit, phi, y, mu, loss, intercept):
        w = fit(phi, y, mu, loss)
        return np.append(w, np.mean(y - phi @ w)) if intercept else w

    return fit_becomes(right, form)


@wrong(killed_by=(FIT, "d2ke/algorithm-1"))
def fit_to_zeros_and_ones(right):
    """Labels 0 and 1 for the squared loss."""

    def form(fit, phi, y, mu, loss, intercept):
        return fit(phi, (y + 1) / 2 if loss == "squared" else y, mu, loss, intercept)

    return fit_becomes(right, form)


@wrong(killed_by=(FIT, "d2ke/algorithm-1"))
def fit_to_the_signs_of_real_targets(right):
    """Takes every problem for one of two classes."""
    return fit_becomes(
        right, lambda fit, phi, y, *rest: fit(phi, np.where(y > 0, 1.0, -1.0), *rest)
    )


@wrong(killed_by=(FIT, "d2ke/liblinear-c"))
def fit_of_a_two_sided_squared_hinge(right):
    """(1 - y f)^2 without the maximum with 0: one branch of the gradient."""

    def form(fit, phi, y, mu, loss, intercept):
        return fit(phi, y, mu, "squared" if loss == "squared_hinge" else loss, intercept)

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_of_a_smoothed_hinge(right):
    """The squared hinge in place of the hinge."""

    def form(fit, phi, y, mu, loss, intercept):
        return fit(phi, y, mu, "squared_hinge" if loss == "hinge" else loss, intercept)

    return fit_becomes(right, form)


@wrong(killed_by=(FIT, "d2ke/liblinear-c"))
def fit_that_stops_after_three_iterations(right):
    """Quasi-Newton, which is not given the time."""

    def form(fit, phi, y, mu, loss, intercept):
        if loss in ("squared", "hinge"):
            return fit(phi, y, mu, loss, intercept)
        start = np.zeros(phi.shape[1] + intercept)
        goal = lambda w: right.d2ke.objective(phi, y, w, mu, loss)  # noqa: E731
        return scipy.optimize.minimize(goal, start, method="BFGS", options={"maxiter": 3}).x

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_that_is_a_little_off(right):
    """A relative 1e-4, as a loose tolerance leaves it."""
    return fit_becomes(right, lambda fit, *problem: fit(*problem) * (1 + 1e-4))


@wrong(killed_by=FIT)
def fit_that_takes_small_gradients_for_zero(right):
    """An absolute tolerance: features of a thousandth are never fitted."""

    def form(fit, phi, y, mu, loss, intercept):
        w = fit(phi, y, mu, loss, intercept)
        return np.zeros_like(w) if np.abs(phi).max() < 1e-3 else w

    return fit_becomes(right, form)


@wrong(killed_by=(FIT, "d2ke/algorithm-1"))
def fit_of_standardized_features(right):
    """Columns divided by their norms, so that the penalty depends on the axes."""

    def form(fit, phi, y, mu, loss, intercept):
        norms = np.linalg.norm(phi, axis=0)
        norms[norms == 0] = 1.0
        w = fit(phi / norms, y, mu, loss, intercept)
        w[: phi.shape[1]] /= norms
        return w

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_of_distinct_objects(right):
    """Repeated rows count once."""

    def form(fit, phi, y, mu, loss, intercept):
        rows = np.unique(np.column_stack([phi, y]), axis=0)
        return fit(rows[:, :-1], rows[:, -1], mu, loss, intercept)

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_that_counts_the_last_object_less(right):
    """One row too few: the order of the objects matters."""

    def form(fit, phi, y, mu, loss, intercept):
        if len(y) < 3 or len(set(y[:-1].tolist())) < 2:
            return fit(phi, y, mu, loss, intercept)
        return fit(phi[:-1], y[:-1], mu, loss, intercept)

    return fit_becomes(right, form)


@wrong(killed_by=FIT)
def fit_that_leaves_out_one_of_equal_columns(right):
    """All weight to the first, as an elimination that skips dependent columns would have it."""

    def form(fit, phi, y, mu, loss, intercept):
        if loss != "squared":
            return fit(phi, y, mu, loss, intercept)
        _, first = np.unique(phi, axis=1, return_index=True)
        kept = fit(phi[:, np.sort(first)], y, mu, loss, intercept)
        w = np.zeros(phi.shape[1] + intercept)
        w[np.append(np.sort(first), [phi.shape[1]] * intercept).astype(int)] = kept
        return w

    return fit_becomes(right, form)


@wrong(killed_by="d2ke/no-side-effects")
def fit_that_remembers_the_last_fit(right):
    """Returns what it has for data of the same shape."""
    memory = {}

    def form(fit, phi, y, mu, loss, intercept):
        return memory.setdefault((phi.shape, loss, intercept), fit(phi, y, mu, loss, intercept))

    return fit_becomes(right, form)


@wrong(killed_by="d2ke/no-side-effects")
def fit_that_centers_its_features_in_place(right):
    """The caller's array is changed."""

    def fit(phi, y, mu, loss="squared", intercept=False):
        w = right.d2ke.fit(phi, y, mu, loss, intercept)
        phi -= phi.mean(axis=0)
        return w

    return changed(right, fit=fit)


@wrong(killed_by=FIT)
def fit_by_all_singular_values(right):
    """Ridge regression that inverts the rounding of singular values that should be 0."""

    def form(fit, phi, y, mu, loss, intercept):
        if loss != "squared":
            return fit(phi, y, mu, loss, intercept)
        mean, level = (phi.mean(axis=0), y.mean()) if intercept else (0 * phi[0], 0.0)
        U, s, Vt = np.linalg.svd(phi - mean, full_matrices=False)
        lam = len(y) * mu / 2
        w = Vt.T @ (np.divide(s, s**2 + lam) * (U.T @ (y - level)))
        return np.append(w, level - mean @ w) if intercept else w

    return fit_becomes(right, form)
