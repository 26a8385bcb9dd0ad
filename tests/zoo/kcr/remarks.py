"""Wrong forms of what Remark 2 (a), Corollary 4, Section 6 and footnotes 2 and 12 say."""

import numpy as np

from tests.zoo import result_becomes, wrong
from tests.zoo.kcr.rule import weights_become


@wrong("kcr.center_coefficients", killed_by="kcr/remark-2a")
def one_mean_for_all_coordinates(c, K=None):
    """All numbers sum to 0, and not those of each coordinate: d n - 1 of them are free."""
    return np.atleast_2d(c) - np.mean(c)


@wrong("kcr.expansion", killed_by="kcr/remark-2a")
def last_pattern_has_no_number(coefficients, K_a):
    """Sums over all patterns but the last."""
    return np.asarray(K_a)[:, :-1] @ np.asarray(coefficients)[:, :-1].T


@wrong(result_becomes, "kcr.expansion", killed_by="kcr/corollary-4")
def affine_map_for_a_linear_one(phi, *_):
    """phi is made to sum to 0 over the points that are asked for."""
    return phi - np.mean(phi, axis=0)


@wrong(weights_become, killed_by="kcr/footnote-2")
def gaussian_weights_fall_with_the_cube(u, kernel):
    """exp(-u^3), which is positive definite on no line."""
    return np.exp(-(u**3)) if kernel == "gaussian" else None


@wrong(weights_become, killed_by="kcr/footnote-2")
def ball_is_a_tent(u, kernel):
    """(1 - u)_+, which is positive definite on the line, for the naive kernel."""
    return np.maximum(1 - u, 0.0) if kernel == "naive" else None


@wrong("kcr.sigma_from_coefficients", killed_by="kcr/footnote-12")
def coefficients_below_zero_are_forgotten(c):
    """c and -c have another Sigma each."""
    positive = np.maximum(c, 0.0)
    return positive.T @ positive


@wrong(result_becomes, "kcr.objective", killed_by="kcr/footnote-12")
def objective_has_no_bump(value, Sigma, h2, K, y, lam):
    """At most 2 a point: the bump at 0, where it is not convex, is cut off."""
    return min(value, 2.0 * len(y))


@wrong("kcr.objective_from_distances", killed_by="kcr/section-6")
def outer_hinge_is_left_out(distances, h2, y):
    """What Shalev-Shwartz et al. have."""
    tau = np.where(np.equal.outer(y, y), 1.0, -1.0)
    hinges = np.maximum(1 + tau * (np.asarray(distances) - h2), 0.0).sum(axis=1)
    return float((2 - (tau > 0).sum(axis=1) + hinges).sum())


@wrong("kcr.objective_from_distances", killed_by="kcr/section-6")
def margin_on_one_side_only(right, distances, h2, y):
    """d^2 <= b for pairs of one class."""
    own = np.equal.outer(y, y)
    return right.kcr.objective_from_distances(np.asarray(distances) - 1.0 * own, h2, y)
