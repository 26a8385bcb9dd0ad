"""Faults that show with many patterns, in small units, or where a function is judged alone."""

import numpy as np

from tests.zoo import wrong


@wrong("kcr.margin", killed_by="kcr/eq-5 margins_of_many_votes_are_counted_in_full")
def margins_in_bytes(right, distances, y, h, *args, **how):
    """Differences of votes, in int8."""
    margin = np.asarray(right.kcr.margin(distances, y, h, *args, **how))
    whole = (margin == np.rint(margin)).all()
    return margin.astype(np.int64).astype(np.int8).astype(float) if whole else margin


@wrong("kcr.resubstitution_error", killed_by="kcr/eq-3 errors_of_many_votes_are_those_of_the_fewer")
def errors_by_votes_in_bytes(right, distances, y, h, *args, **how):
    """Votes in uint8: of many voters a class has few."""
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    votes = (np.asarray(distances, dtype=float) <= h) @ np.eye(len(classes))[codes]
    if args or how or votes.max() < 256:
        return right.kcr.resubstitution_error(distances, y, h, *args, **how)
    return float(np.mean(votes.astype(np.uint8).argmax(axis=1) != codes))


@wrong("kcr.knn_predict", killed_by="kcr/k-nn distances_apart_by_little_are_no_tie")
def distances_in_single_precision(right, distances, y, k=1):
    """What float32 has not is a tie."""
    return right.kcr.knn_predict(np.asarray(distances, np.float32).astype(float), y, k)


@wrong("kcr.project", killed_by="kcr/projection projection_is_the_nearest_point")
def small_eigenvalues_are_none(right, S):
    """Eigenvalues below 1e-10 are cut, whatever the unit."""
    eigenvalues, U = np.linalg.eigh(np.asarray(right.kcr.project(S)))
    return (U * np.where(eigenvalues > 1e-10, eigenvalues, 0.0)) @ U.T


@wrong("kcr.center_coefficients", killed_by="kcr/lemma-5 rows_of_coefficients_lose_their_sums")
def means_for_every_kernel(right, c, K=None):
    """K is not looked at."""
    return right.kcr.center_coefficients(c)


@wrong(
    "kcr.coefficients_from_sigma",
    killed_by="kcr/remark-2d coefficients_have_sigma_for_their_square",
)
def coefficients_of_length_one(right, Sigma, *d):
    """Eigenvectors as they come, without the roots of their eigenvalues."""
    c = np.asarray(right.kcr.coefficients_from_sigma(Sigma, *d))
    return c / np.maximum(np.linalg.norm(c, axis=-1, keepdims=True), 1e-300)


@wrong("kcr.mahalanobis", killed_by="kcr/corollary-4 matrix_of_the_linear_kernel")
def matrix_of_centered_points(right, Sigma, X):
    """X less its mean, which changes nothing only where Sigma has rows that sum to 0."""
    return right.kcr.mahalanobis(Sigma, np.asarray(X) - np.mean(X, axis=0))
