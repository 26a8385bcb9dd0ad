"""Learners, bounds and baselines that accept what they should refuse."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gramcheck.verify import Target
from tests.zoo import changed, wrong

BAD = "d2ke/bad-input-learning"


def mended(right: Target, *names: str, **repairs: Callable[[Any], Any]) -> Target:
    """Functions whose arguments are repaired in silence; ``_0`` stands for the first argument."""

    def lenient(name):
        def function(*args, **keywords):
            args = [repairs[f"_{i}"](a) if f"_{i}" in repairs else a for i, a in enumerate(args)]
            keywords = {k: repairs[k](v) if k in repairs else v for k, v in keywords.items()}
            return right.get(f"d2ke.{name}")(*args, **keywords)

        return function

    return changed(right, **{name: lenient(name) for name in names})


def finite(value: Any) -> Any:
    """NaN and infinity as 0, where there are numbers."""
    numbers = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return np.nan_to_num(value, posinf=0.0, neginf=0.0) if numbers else value


def positive(value: Any) -> Any:
    """The absolute value, or 1."""
    if isinstance(value, int | float) and not value > 0:
        return abs(value) if value < 0 else 1.0
    return value


@wrong(killed_by=BAD)
def takes_nan_features_for_zero(right):
    """A missing feature counts as 0."""
    return mended(right, "fit", "predict", "objective", "one_vs_rest", _0=finite)


@wrong(killed_by=BAD)
def makes_signs_of_any_labels(right):
    """Labels 0 and 1, or 1 and 2, are turned into -1 and +1."""

    def fit(phi, y, mu, loss="squared", intercept=False):
        if loss != "squared" and np.asarray(y).dtype.kind in "if" and len(set(y)) == 2:
            y = np.where(np.asarray(y) == max(y), 1.0, -1.0)
        return right.d2ke.fit(phi, y, mu, loss, intercept)

    return changed(right, fit=fit)


@wrong(killed_by=BAD)
def fits_one_class(right):
    """Answers 0 to labels of one class."""

    def fit(phi, y, mu, loss="squared", intercept=False):
        if loss != "squared" and np.ndim(y) == 1 and set(y) in ({-1}, {1}):
            return np.zeros(np.shape(phi)[1] + intercept)
        return right.d2ke.fit(phi, y, mu, loss, intercept)

    return changed(right, fit=fit)


@wrong(killed_by=BAD)
def drops_labels_without_rows(right):
    """The longer one of features and labels is cut."""

    def fit(phi, y, mu, loss="squared", intercept=False):
        if np.ndim(phi) == 2 and np.ndim(y) == 1 and len(y) > len(phi) > 0:
            y = y[: len(phi)]
        return right.d2ke.fit(phi, y, mu, loss, intercept)

    return changed(right, fit=fit)


@wrong(killed_by=BAD)
def takes_letters_for_labels(right):
    """A string is a list of its letters."""
    return mended(right, "knn_predict", _1=lambda y: list(y) if isinstance(y, str) else y)


@wrong(killed_by=BAD)
def accepts_any_mu(right):
    """Takes the absolute value, or 1."""
    return mended(right, "fit", "one_vs_rest", "liblinear_C", _2=positive, _1=positive)


@wrong(killed_by=BAD)
def takes_an_unknown_loss_for_the_first(right):
    """The squared loss for every name that it does not know."""
    known = ("squared", "logistic", "squared_hinge", "hinge")
    return mended(right, "fit", _3=lambda loss: loss if loss in known else "squared")


@wrong(killed_by=BAD)
def broadcasts_weights(right):
    """One weight serves all columns."""

    def predict(phi, weights):
        if np.size(weights) == 1:
            weights = np.repeat(np.asarray(weights), np.shape(phi)[1])
        return right.d2ke.predict(phi, weights)

    return changed(right, predict=predict)


@wrong(killed_by=BAD)
def accepts_negative_distances(right):
    """Takes their absolute values."""

    def size(D):
        numbers = isinstance(D, np.ndarray) and D.dtype.kind == "f"
        return np.abs(D) if numbers and not np.isnan(D).any() else D

    return mended(right, "knn_predict", "dsk_rbf", "dsk_nd", "pseudo_euclidean_embedding", _0=size)


@wrong(killed_by=BAD)
def takes_all_neighbors_when_k_is_too_large(right):
    """min(k, n)."""

    def knn_predict(D, y, k, **ties):
        k = min(k, np.shape(D)[1]) if isinstance(k, int) else k
        return right.d2ke.knn_predict(D, y, k, **ties)

    return changed(right, knn_predict=knn_predict)


@wrong(killed_by=BAD)
def takes_unknown_ties_for_the_smallest(right):
    """Every name but "nearest"."""
    known = ("smallest", "nearest")
    return mended(right, "knn_predict", ties=lambda ties: ties if ties in known else "smallest")


@wrong(killed_by=BAD)
def counts_the_origin_from_the_end(right):
    """Index -1 is the last object, as Python has it."""

    def dsk_nd(D, beta=2, origin=None):
        if isinstance(origin, int) and origin < 0:
            origin += len(D)
        return right.d2ke.dsk_nd(D, beta, origin)

    return changed(right, dsk_nd=dsk_nd)


@wrong(killed_by=BAD)
def embeds_the_symmetric_part(right):
    """(D + D') / 2 of whatever comes."""

    def symmetric(D):
        square = np.ndim(D) == 2 and np.shape(D)[0] == np.shape(D)[1]
        return (D + D.T) / 2 if square and np.asarray(D).dtype.kind == "f" else D

    return mended(right, "pseudo_euclidean_embedding", _0=symmetric)


@wrong(killed_by=BAD)
def measures_before_it_refuses(right):
    """Computes all distances to the representatives, then looks at gamma."""

    def representative_set_map(X, representatives, distance, gamma=None, **options):
        if callable(distance):
            right.d2ke.cdist(X, representatives, distance, **options)
        return right.d2ke.representative_set_map(X, representatives, distance, gamma, **options)

    return changed(right, representative_set_map=representative_set_map)


@wrong(killed_by=BAD)
def bounds_for_any_radius(right):
    """The corrected form beyond its range, where its cover has a radius of 1 or more."""

    def uniform_convergence_bound(t, R, gamma, p, c, form="corrected"):
        if form == "corrected" and t == 6 * gamma:
            return 2.0 * c**2 * np.exp(-R * t**2 / 2)
        return right.d2ke.uniform_convergence_bound(t, R, gamma, p, c, form)

    return changed(right, uniform_convergence_bound=uniform_convergence_bound)


@wrong(killed_by=BAD)
def drops_negative_eigenvalues(right):
    """Clips them to 0 in silence."""
    return mended(right, "effective_degrees", _0=lambda mu: np.maximum(mu, 0.0))


@wrong(killed_by=BAD)
def takes_any_form_for_corrected(right):
    """Every name but "printed" and "tight"."""

    def known(form):
        return form if form in ("printed", "tight") else "corrected"

    return mended(right, "pointwise_bound", "uniform_convergence_bound", form=known)
