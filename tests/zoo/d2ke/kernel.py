"""Wrong kernels, features and soft minima."""

import math
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, wrong


def kernel_becomes(right: Target, form: Callable[[Array, Array, Array, float], Array]) -> Target:
    """The kernel as ``form(distances of X, of Y, weights, gamma)``."""

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        A, B = (right.d2ke.cdist(Z, omegas, distance, **options) for Z in (X, Y))
        p = np.full(len(omegas), 1 / len(omegas)) if weights is None else np.asarray(weights)
        return form(A, B, p, gamma)

    return changed(right, kernel=kernel)


def product(A: Array, B: Array, p: Array, gamma: float) -> Array:
    return (np.exp(-gamma * A) * p) @ np.exp(-gamma * B).T


@wrong(killed_by=("d2ke/eq-4", "d2ke/eq-5", "d2ke/eq-12"))
def kernel_with_two_gamma(right):
    """2 gamma for gamma."""
    return kernel_becomes(right, lambda A, B, p, g: product(A, B, p, 2 * g))


@wrong(killed_by=("d2ke/eq-4", "d2ke/eq-5", "d2ke/rsm-special-case"))
def kernel_without_weights(right):
    """Forgets p."""
    return kernel_becomes(right, lambda A, B, p, g: product(A, B, np.full(len(p), 1 / len(p)), g))


@wrong(killed_by=("d2ke/eq-4", "d2ke/eq-5", "d2ke/eq-12"))
def kernel_with_squared_weights(right):
    """P on either side instead of its root."""
    return kernel_becomes(right, lambda A, B, p, g: product(A, B, p**2, g))


@wrong(killed_by=("d2ke/eq-12", "d2ke/eq-5"))
def kernel_that_sums_random_features(right):
    """Without weights, a sum over omegas instead of a mean."""

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        K = right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)
        return K * len(omegas) if weights is None else K

    return changed(right, kernel=kernel)


@wrong(killed_by="d2ke/proposition-2")
def kernel_a_tenth_too_large(right):
    """Scaled by 1.1."""
    return kernel_becomes(right, lambda *a: 1.1 * product(*a))


@wrong(killed_by="d2ke/eq-4")
def kernel_that_drops_repeated_omegas(right):
    """Takes omegas for a set of strings."""

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        if distance == "levenshtein" and weights is not None:
            table = dict(zip(omegas, weights, strict=True))
            omegas, weights = list(table), np.array(list(table.values()))
            weights = weights / weights.sum() if weights.sum() else np.full(len(omegas), 1.0)
        return right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)

    return changed(right, kernel=kernel)


@wrong(killed_by=("d2ke/eq-4", "d2ke/limit-gamma"))
def kernel_normalized(right):
    """k(x, y) / sqrt(k(x, x) k(y, y)): makes k(x, x) = 1, as the printed limit would have it."""

    def form(A, B, p, g):
        own = (product(Z, Z, p, g).diagonal() for Z in (A, B))
        with np.errstate(all="ignore"):
            return product(A, B, p, g) / np.sqrt(np.outer(*own))

    return kernel_becomes(right, form)


@wrong(killed_by=("d2ke/eq-4", "d2ke/limit-gamma"))
def kernel_of_the_shortest_detour(right):
    """exp(-gamma min): the hard minimum for the soft one."""
    return kernel_becomes(right, lambda A, B, p, g: np.exp(-g * (A[:, None] + B[None]).min(axis=2)))


@wrong(killed_by="d2ke/psd")
def kernel_with_distances_substituted(right):
    """exp(-gamma d(x, y)), which is not positive semidefinite."""

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        return np.exp(-gamma * right.d2ke.cdist(X, Y, distance, **options))

    return changed(right, kernel=kernel)


@wrong(killed_by="d2ke/psd")
def kernel_with_a_zero_diagonal(right):
    """Pairs x < y only, mirrored."""

    def kernel(X, Y, *args, **options):
        K = right.d2ke.kernel(X, Y, *args, **options)
        return K - np.diag(np.diagonal(K)) if X is Y else K

    return changed(right, kernel=kernel)


def feature_map_becomes(right: Target, form: Callable[[Array, float], Array]) -> Target:
    """The features as ``form(distances to the omegas, gamma)``."""

    def feature_map(X, omegas, gamma, distance, **options):
        return form(right.d2ke.cdist(X, omegas, distance, **options), gamma)

    return changed(right, feature_map=feature_map)


@wrong(killed_by=("d2ke/eq-8", "d2ke/eq-12", "d2ke/rsm-special-case"))
def features_over_r(right):
    """1/R for 1/sqrt(R)."""
    return feature_map_becomes(right, lambda D, g: np.exp(-g * D) / D.shape[1])


@wrong(killed_by=("d2ke/eq-8", "d2ke/eq-12", "d2ke/proposition-1"))
def features_without_a_factor(right):
    """No 1/sqrt(R)."""
    return feature_map_becomes(right, lambda D, g: np.exp(-g * D))


@wrong(killed_by=("d2ke/eq-8", "d2ke/proposition-1", "d2ke/proposition-2"))
def features_with_gamma_a_tenth_too_large(right):
    """1.1 gamma."""
    return feature_map_becomes(right, lambda D, g: np.exp(-1.1 * g * D) / math.sqrt(D.shape[1]))


@wrong(killed_by="d2ke/eq-8")
def features_of_squared_distances(right):
    """A Gaussian instead of an exponential."""
    return feature_map_becomes(right, lambda D, g: np.exp(-g * D**2) / math.sqrt(D.shape[1]))


@wrong(killed_by="d2ke/eq-8")
def features_without_options(right):
    """The distance gets none of its options."""

    def feature_map(X, omegas, gamma, distance, **options):
        return right.d2ke.feature_map(X, omegas, gamma, distance)

    return changed(right, feature_map=feature_map)


@wrong(killed_by=("d2ke/eq-8"))
def features_with_arguments_exchanged(right):
    """d(omega, x) for d(x, omega)."""

    def feature_map(X, omegas, gamma, distance, **options):
        D = right.d2ke.cdist(omegas, X, distance, **options)
        return np.exp(-gamma * D.T) / math.sqrt(len(omegas))

    return changed(right, feature_map=feature_map)


@wrong(killed_by="d2ke/rsm-special-case")
def representative_set_without_a_factor(right):
    """Eq. (8) without 1/sqrt(R)."""

    def representative_set_map(X, representatives, distance, gamma=None, **options):
        raw = right.d2ke.representative_set_map(X, representatives, distance, **options)
        return raw if gamma is None else np.exp(-gamma * raw)

    return changed(right, representative_set_map=representative_set_map)


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


@wrong(killed_by=("d2ke/eq-6", "d2ke/eq-7"))
def softmin_without_weights(right):
    """Forgets p: the mean of the exponentials, right only for uniform weights."""
    return softmin_becomes(right, lambda f, p, g: -np.log(np.mean(np.exp(-g * f), axis=-1)) / g)


@wrong(killed_by=("d2ke/eq-6", "d2ke/eq-7"))
def softmin_that_underflows(right):
    """Term by term in double precision."""
    return softmin_becomes(right, lambda f, p, g: -np.log(np.exp(-g * f) @ p) / g)


@wrong(killed_by=("d2ke/eq-6", "d2ke/eq-7", "d2ke/eq-5"))
def softmin_not_divided_by_gamma(right):
    """-log of the sum."""
    return softmin_becomes(right, lambda f, p, g: -np.log(np.exp(-g * f) @ p))


@wrong(killed_by=("d2ke/eq-6", "d2ke/eq-7", "d2ke/eq-5", "d2ke/limit-gamma"))
def softmin_that_is_a_soft_maximum(right):
    """The sign of gamma lost."""
    return softmin_becomes(
        right,
        lambda f, p, g: f.max(axis=-1) + np.log(np.exp(g * (f - f.max(-1)[..., None])) @ p) / g,
    )


@wrong(killed_by=("d2ke/eq-6", "d2ke/eq-7"))
def softmin_relative_to_points_outside_the_support(right):
    """Takes the smallest value of all, where an atom without weight may be far below."""

    def form(f, p, g):
        least = np.where(np.isfinite(f), f, np.inf).min(axis=-1)
        return least - np.log(np.exp(-g * (f - least[..., None])) @ p) / g

    return softmin_becomes(right, form)
