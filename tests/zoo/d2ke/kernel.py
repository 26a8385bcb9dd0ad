"""Wrong kernels, features and soft minima."""

import math
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, faults, wrong


def kernel_becomes(right: Target, form: Callable[[Array, Array, Array, float], Array]) -> Target:
    """The kernel as ``form(distances of X, of Y, weights, gamma)``."""

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        A, B = (right.d2ke.cdist(Z, omegas, distance, **options) for Z in (X, Y))
        p = np.full(len(omegas), 1 / len(omegas)) if weights is None else np.asarray(weights)
        return form(A, B, p, gamma)

    return changed(right, kernel=kernel)


def product(A: Array, B: Array, p: Array, gamma: float) -> Array:
    return (np.exp(-gamma * A) * p) @ np.exp(-gamma * B).T


wrong_kernel = faults(kernel_becomes, killed_by=("d2ke/eq-4", "d2ke/eq-5", "d2ke/eq-12"))

wrong_kernel("kernel with two gamma for gamma", lambda A, B, p, g: product(A, B, p, 2 * g))
wrong_kernel(
    "kernel without weights",
    lambda A, B, p, g: product(A, B, np.full(len(p), 1 / len(p)), g),
    killed_by=("d2ke/eq-4", "d2ke/eq-5", "d2ke/rsm-special-case"),
)
wrong_kernel(
    "kernel with squared weights: P on either side instead of its root",
    lambda A, B, p, g: product(A, B, p**2, g),
)


@wrong("d2ke.kernel", killed_by=("d2ke/eq-12", "d2ke/eq-5"))
def kernel_that_sums_random_features(right, X, Y, omegas, gamma, distance, weights=None, **options):
    """Without weights, a sum over omegas instead of a mean."""
    K = right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)
    return K * len(omegas) if weights is None else K


wrong_kernel(
    "kernel a tenth too large", lambda *a: 1.1 * product(*a), killed_by="d2ke/proposition-2"
)


@wrong("d2ke.kernel", killed_by="d2ke/eq-4")
def kernel_that_drops_repeated_omegas(
    right, X, Y, omegas, gamma, distance, weights=None, **options
):
    """Takes omegas for a set of strings."""
    if distance == "levenshtein" and weights is not None:
        table = dict(zip(omegas, weights, strict=True))
        omegas, weights = list(table), np.array(list(table.values()))
        weights = weights / weights.sum() if weights.sum() else np.full(len(omegas), 1.0)
    return right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)


@wrong(kernel_becomes, killed_by=("d2ke/eq-4", "d2ke/limit-gamma"))
def kernel_normalized(A, B, p, g):
    """k(x, y) / sqrt(k(x, x) k(y, y)): makes k(x, x) = 1, as the printed limit would have it."""
    own = (product(Z, Z, p, g).diagonal() for Z in (A, B))
    with np.errstate(all="ignore"):
        return product(A, B, p, g) / np.sqrt(np.outer(*own))


wrong_kernel(
    "kernel of the shortest detour: the hard minimum for the soft one",
    lambda A, B, p, g: np.exp(-g * (A[:, None] + B[None]).min(axis=2)),
    killed_by=("d2ke/eq-4", "d2ke/limit-gamma"),
)


@wrong("d2ke.kernel", killed_by="d2ke/psd")
def kernel_with_distances_substituted(
    right, X, Y, omegas, gamma, distance, weights=None, **options
):
    """exp(-gamma d(x, y)), which is not positive semidefinite."""
    return np.exp(-gamma * right.d2ke.cdist(X, Y, distance, **options))


@wrong("d2ke.kernel", killed_by="d2ke/psd")
def kernel_with_a_zero_diagonal(right, X, Y, *args, **options):
    """Pairs x < y only, mirrored."""
    K = right.d2ke.kernel(X, Y, *args, **options)
    return K - np.diag(np.diagonal(K)) if X is Y else K


def softmin_kernel_becomes(
    right: Target, form: Callable[[Array, Array, Array, float], Array]
) -> Target:
    """The kernel of Eq. (5) as ``form(distances of X, of Y, weights, gamma)``."""
    return changed(right, softmin_kernel=kernel_becomes(right, form).d2ke.kernel)


wrong_softmin_kernel = faults(softmin_kernel_becomes, killed_by="d2ke/eq-5")

wrong_softmin_kernel(
    "Eq. (5) with gamma inside the soft minimum alone",
    lambda A, B, p, g: product(A, B, p, g) ** (1 / g),
)
wrong_softmin_kernel(
    "Eq. (5) with the hard minimum for the soft one",
    lambda A, B, p, g: np.exp(-g * (A[:, None] + B[None]).min(axis=2)),
)


def feature_map_becomes(right: Target, form: Callable[[Array, float], Array]) -> Target:
    """The features as ``form(distances to the omegas, gamma)``."""

    def feature_map(X, omegas, gamma, distance, **options):
        return form(right.d2ke.cdist(X, omegas, distance, **options), gamma)

    return changed(right, feature_map=feature_map)


wrong_feature_map = faults(
    feature_map_becomes, killed_by=("d2ke/eq-8", "d2ke/eq-12", "d2ke/rsm-special-case")
)

wrong_feature_map("features over R: 1/R for 1/sqrt(R)", lambda D, g: np.exp(-g * D) / D.shape[1])
wrong_feature_map(
    "features without a factor: no 1/sqrt(R)",
    lambda D, g: np.exp(-g * D),
    killed_by=("d2ke/eq-8", "d2ke/eq-12", "d2ke/proposition-1"),
)
wrong_feature_map(
    "features with gamma a tenth too large",
    lambda D, g: np.exp(-1.1 * g * D) / math.sqrt(D.shape[1]),
    killed_by=("d2ke/eq-8", "d2ke/proposition-1", "d2ke/proposition-2"),
)
wrong_feature_map(
    "features of squared distances: a Gaussian instead of an exponential",
    lambda D, g: np.exp(-g * D**2) / math.sqrt(D.shape[1]),
    killed_by="d2ke/eq-8",
)
wrong_feature_map(
    "features with a row for each random object",
    lambda D, g: np.exp(-g * D).T / math.sqrt(D.shape[1]),
    killed_by="d2ke/proposition-2 deviations_have_the_binomial_tail",
)


@wrong("d2ke.feature_map", killed_by="d2ke/eq-8")
def features_without_options(right, X, omegas, gamma, distance, **options):
    """The distance gets none of its options."""
    return right.d2ke.feature_map(X, omegas, gamma, distance)


@wrong("d2ke.feature_map", killed_by="d2ke/eq-8")
def features_with_arguments_exchanged(right, X, omegas, gamma, distance, **options):
    """d(omega, x) for d(x, omega)."""
    D = right.d2ke.cdist(omegas, X, distance, **options)
    return np.exp(-gamma * D.T) / math.sqrt(len(omegas))


@wrong("d2ke.representative_set_map", killed_by="d2ke/rsm-special-case")
def representative_set_without_a_factor(right, X, representatives, distance, gamma=None, **options):
    """Eq. (8) without 1/sqrt(R)."""
    raw = right.d2ke.representative_set_map(X, representatives, distance, **options)
    return raw if gamma is None else np.exp(-gamma * raw)


def softmin_becomes(right: Target, form: Callable[[Array, Array, float], Array]) -> Target:
    """Another soft minimum, also in the soft distance."""

    def softmin(values, weights, gamma):
        with np.errstate(all="ignore"):
            return form(np.asarray(values, dtype=float), np.asarray(weights, dtype=float), gamma)

    def soft_distance(X, Y, omegas, gamma, distance, weights=None, **options):
        A, B = (right.d2ke.cdist(Z, omegas, distance, **options) for Z in (X, Y))
        p = np.full(len(omegas), 1 / len(omegas)) if weights is None else weights
        return softmin(A[:, None] + B[None], p, gamma)

    return changed(right, softmin=softmin, soft_distance=soft_distance)


wrong_softmin = faults(softmin_becomes, killed_by=("d2ke/eq-6", "d2ke/eq-7"))

wrong_softmin(
    "softmin without weights: the mean of the exponentials",
    lambda f, p, g: -np.log(np.mean(np.exp(-g * f), axis=-1)) / g,
)
wrong_softmin(
    "softmin that underflows: term by term in double precision",
    lambda f, p, g: -np.log(np.exp(-g * f) @ p) / g,
)
wrong_softmin(
    "softmin not divided by gamma: -log of the sum",
    lambda f, p, g: -np.log(np.exp(-g * f) @ p),
    killed_by=("d2ke/eq-6", "d2ke/eq-7", "d2ke/eq-5"),
)
wrong_softmin(
    "softmin that is a soft maximum: the sign of gamma lost",
    lambda f, p, g: f.max(axis=-1) + np.log(np.exp(g * (f - f.max(-1)[..., None])) @ p) / g,
    killed_by=("d2ke/eq-6", "d2ke/eq-7", "d2ke/eq-5", "d2ke/limit-gamma"),
)


@wrong(softmin_becomes, killed_by=("d2ke/eq-6", "d2ke/eq-7"))
def softmin_relative_to_points_outside_the_support(f, p, g):
    """Takes the smallest value of all, where an atom without weight may be far below."""
    least = np.where(np.isfinite(f), f, np.inf).min(axis=-1)
    return least - np.log(np.exp(-g * (f - least[..., None])) @ p) / g
