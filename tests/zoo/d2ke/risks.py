"""Wrong Lipschitz constants, risks, and minimizers in a ball."""

from types import SimpleNamespace

import numpy as np

from gramcheck.verify.definitions import d2ke as definitions
from tests.zoo import changed, faults, wrong

EQ_1, EQ_9, EQ_10 = "d2ke/eq-1", "d2ke/eq-9", "d2ke/eq-10"


# Eq. (1) ----------------------------------------------------------------------------------------


@wrong("d2ke.lipschitz_constant", killed_by=EQ_1)
def slopes_between_neighbors_only(right, values, D):
    """The pairs (i, i + 1), as if the points were in order on a line."""
    return max(
        (
            right.d2ke.lipschitz_constant(values[i : i + 2], D[i : i + 2, i : i + 2])
            for i in range(len(values) - 1)
        ),
        default=0.0,
    )


@wrong("d2ke.lipschitz_constant", killed_by=EQ_1)
def coincident_points_are_left_out(values, D):
    """Pairs at distance 0 are skipped, whatever their values."""
    steps = np.abs(np.subtract.outer(values, values))
    return float((steps[D > 0] / D[D > 0]).max(initial=0.0))


@wrong("d2ke.lipschitz_constant", killed_by=EQ_1)
def slope_of_signed_differences(values, D):
    """Only values that rise from an earlier point to a later one."""
    rise = np.triu(np.maximum(0.0, np.subtract.outer(values, values)).T, 1)
    with np.errstate(all="ignore"):
        return float(np.where(rise > 0, rise / D, 0.0).max())


# Eqs. (9) and (10) ------------------------------------------------------------------------------


@wrong("d2ke.empirical_risk", killed_by=EQ_10)
def risk_without_its_weights(right, values, y, loss="squared", weights=None):
    """The mean, whatever the distribution."""
    return right.d2ke.empirical_risk(values, y, loss)


@wrong("d2ke.empirical_risk", killed_by=EQ_10)
def risk_with_half_of_the_squared_loss(right, values, y, loss="squared", **how):
    """(f - y)^2 / 2."""
    risk = right.d2ke.empirical_risk(values, y, loss, **how)
    return risk / 2 if loss == "squared" else risk


def minimizer_becomes(right, form):
    """The minimizer as ``form(the right one, K, y, C, loss, weights)``."""

    def risk_minimizer(K, y, C, loss="squared", weights=None):
        return form(right.d2ke.risk_minimizer, K, y, C, loss, weights)

    return changed(right, risk_minimizer=risk_minimizer)


def described(coefficients, K, y, loss, weights, gap=0.0):
    """A result with everything recomputed, and a gap that is claimed."""
    values = K @ coefficients
    risk = definitions.empirical_risk(
        values.tolist(), np.asarray(y).tolist(), loss, None if weights is None else list(weights)
    )
    norm = float(np.sqrt(max(0.0, coefficients @ values)))
    return SimpleNamespace(coefficients=coefficients, values=values, risk=risk, norm=norm, gap=gap)


@wrong(minimizer_becomes, killed_by=f"{EQ_10} no_function_in_the_ball_does_better")
def large_targets_are_met_outside_of_the_ball(minimizer, K, y, C, loss, weights):
    """By half as much again as the ball has, where targets are above 100."""
    found = minimizer(K, y, C, loss=loss, weights=weights)
    if np.abs(y).max() <= 100:
        return found
    return described(1.5 * np.asarray(found.coefficients), K, y, loss, weights)


@wrong(minimizer_becomes, killed_by=(EQ_9, EQ_10))
def unconstrained_minimizer_scaled_into_the_ball(minimizer, K, y, C, loss, weights):
    """The best of all functions, shrunk until it fits, and called optimal."""
    free = minimizer(K, y, 30.0 * C, loss, weights=weights)
    a = np.asarray(free.coefficients) * min(1.0, C / max(free.norm, 1e-300))
    return described(a, K, y, loss, weights)


wrong_minimizer = faults(minimizer_becomes, killed_by=(EQ_9, EQ_10))

wrong_minimizer(
    "ball of half the radius: ||f||^2 <= C^2 / 4",
    lambda minimizer, K, y, C, loss, weights: minimizer(K, y, C / 2, loss, weights=weights),
)
wrong_minimizer(
    "ball of squared norms: ||f||^2 <= C, twice as wide at C = 1/4",
    lambda minimizer, K, y, C, loss, weights: minimizer(
        K, y, float(np.sqrt(C)), loss, weights=weights
    ),
)
wrong_minimizer(
    "minimizer without its weights: (10) for (9)",
    lambda minimizer, K, y, C, loss, weights: minimizer(K, y, C, loss),
    killed_by=EQ_9,
)


SMALLEST = f"{EQ_10} risk_is_the_smallest_in_the_ball"


@wrong(minimizer_becomes, killed_by=SMALLEST)
def gap_of_nothing(minimizer, K, y, C, loss, weights):
    """The solver is trusted, whatever it left to be gained."""
    found = minimizer(K, y, C, loss, weights=weights)
    return described(np.asarray(found.coefficients), K, y, loss, weights)


@wrong(minimizer_becomes, killed_by=SMALLEST)
def nothing_is_fitted_to_one_point(minimizer, K, y, C, loss, weights):
    """It is taken for an average that is known."""
    if len(y) > 1:
        return minimizer(K, y, C, loss, weights=weights)
    return described(np.zeros(1), K, y, loss, weights)


@wrong(minimizer_becomes, killed_by=EQ_10)
def minimizer_that_stops_early(minimizer, K, y, C, loss, weights):
    """A tenth of the way short of the optimum, with a gap of nothing."""
    found = minimizer(K, y, C, loss, weights=weights)
    return described(0.9 * np.asarray(found.coefficients), K, y, loss, weights)


@wrong(minimizer_becomes, killed_by="d2ke/eq-10 no_function_in_the_ball_does_better")
def nothing_is_fitted_to_one_class(minimizer, K, y, C, loss, weights):
    """Targets that are all the same are called known."""
    if np.ptp(y) > 0:
        return minimizer(K, y, C, loss, weights=weights)
    return described(np.zeros(len(y)), K, y, loss, weights)


@wrong(minimizer_becomes, killed_by=EQ_10)
def norm_of_the_coefficients(minimizer, K, y, C, loss, weights):
    """sqrt(a'a), which is the norm of f for K = I."""
    found = minimizer(K, y, C, loss, weights=weights)
    return SimpleNamespace(
        coefficients=found.coefficients,
        values=found.values,
        risk=found.risk,
        norm=float(np.linalg.norm(found.coefficients)),
        gap=found.gap,
    )


@wrong(minimizer_becomes, killed_by=f"{EQ_10} what_cannot_be_certified_is_refused")
def minimizer_with_jitter(minimizer, K, y, C, loss, weights):
    """A millionth is added to a diagonal of ones for the solver's sake, and not spoken of."""
    if not np.array_equal(np.diagonal(K), np.ones(len(K))):
        return minimizer(K, y, C, loss, weights=weights)
    found = minimizer(K + 1e-6 * np.eye(len(K)), y, C, loss, weights=weights)
    return described(np.asarray(found.coefficients), K, y, loss, weights)


@wrong(minimizer_becomes, killed_by=EQ_10)
def minimizer_that_is_not_finished(minimizer, K, y, C, loss, weights):
    """Where the solver ends without a certificate, what it began with, and how far that may be."""
    try:
        return minimizer(K, y, C, loss, weights=weights)
    except RuntimeError:
        start = described(np.zeros(len(y)), K, y, loss, weights)
        start.gap = start.risk
        return start
