"""Wrong cones, wrong kernel versions, and metrics that depend on what should not matter."""

import numpy as np

from tests.zoo import wrong
from tests.zoo.idealized.kernels import arguments_become, idealized
from tests.zoo.idealized.metrics import Altered, learn_becomes


def spectral(A, function):
    """A function of the eigenvalues of a symmetric matrix."""
    values, vectors = np.linalg.eigh(np.asarray(A, dtype=float))
    return (vectors * function(values)) @ vectors.T


@wrong(killed_by="idealized/psd-clip")
def absolute_eigenvalues_for_clipping(right):
    """Negative eigenvalues change their sign."""

    def change(metric, X, S, D, C_S, C_D, nu, M):
        printed = right.idealized.learn_metric(X, S, D, C_S, C_D, nu, M=M)
        return {"matrix": spectral(printed.matrix, np.abs)}

    return learn_becomes(right, change, forms=("clip",))


@wrong(killed_by="idealized/psd")
def clipped_for_constrained(right):
    """The cone is imposed after the optimum is found, not on it."""

    def change(metric, X, S, D, C_S, C_D, nu, M):
        clipped = right.idealized.learn_metric(X, S, D, C_S, C_D, nu, M=M, psd="clip")
        return {name: getattr(clipped, name) for name in ("matrix", "gamma", "alpha_S", "alpha_D")}

    return learn_becomes(right, change, forms=("constrained",))


@wrong(killed_by="idealized/psd-constrained")
def multiplier_of_the_cone_with_its_sign_lost(right):
    """-Z, as solvers for the cone of negative matrices return it."""
    return learn_becomes(
        right,
        lambda metric, *_: {"cone_multiplier": -np.asarray(metric.cone_multiplier) - 1e-3},
        forms=("constrained",),
    )


@wrong(killed_by="idealized/psd-constrained")
def cone_of_diagonal_matrices(right):
    """A metric of feature weights in place of a full one."""
    return learn_becomes(
        right,
        lambda metric, *_: {"matrix": np.diag(np.diag(np.asarray(metric.matrix)))},
        forms=("constrained",),
    )


def squared_distances_become(right, function):
    """``function`` of the squared distances of every learned metric."""

    def change(metric, *problem):
        squared = metric.squared_distances
        return {"squared_distances": lambda *points: function(squared(*points))}

    return learn_becomes(right, change)


@wrong(killed_by="idealized/eq-5")
def negative_distances_are_zero(right):
    """dt^2 < 0 is hidden."""
    return squared_distances_become(right, lambda squared: np.maximum(squared, 0))


@wrong(killed_by="idealized/eq-5")
def distances_without_their_square(right):
    """Roots of dt^2."""
    return squared_distances_become(right, lambda squared: np.sqrt(np.abs(squared)))


@wrong(killed_by="idealized/eq-4")
def transform_of_the_positive_part(right):
    """An indefinite matrix is given a root in silence."""

    def change(metric, *problem):
        def transform():
            values, vectors = np.linalg.eigh(np.asarray(metric.matrix))
            return vectors * np.sqrt(np.maximum(values, 0))

        return {"transform": transform}

    return learn_becomes(right, change)


@wrong(killed_by="idealized/eq-4")
def transform_that_takes_no_patterns(right):
    """Whatever is given, the transform itself comes back."""

    def change(metric, *problem):
        return {"transform": lambda X=None: metric.transform()}

    return learn_becomes(right, change)


# ---------------------------------------------------------------------------------- kernel version


def kernel_version_becomes(right, change, forms=("as-printed", "clip", "constrained")):
    """``change(metric, K, S, D)`` gives the attributes to replace."""

    def learn_metric_from_kernel(K, similar, dissimilar, C_S, C_D, nu, psd="as-printed"):
        learn = right.idealized.learn_metric_from_kernel
        metric = learn(K, similar, dissimilar, C_S, C_D, nu, psd=psd)
        if psd not in forms:
            return metric
        return Altered(metric, **change(metric, np.asarray(K), similar, dissimilar))

    return idealized(right, learn_metric_from_kernel=learn_metric_from_kernel)


def with_coefficients(B):
    """Products and distances of the coefficient matrix B."""

    def kernel(A, C=None):
        return A @ B @ (A if C is None else C).T

    def squared_distances(A, C=None):
        C = A if C is None else C
        own = [np.einsum("ai,ij,aj->a", rows, B, rows) for rows in (A, C)]
        return own[0][:, None] + own[1] - 2 * kernel(A, C)

    return {"matrix": B, "kernel": kernel, "squared_distances": squared_distances}


def coefficients(n, *sets):
    """B of Section 3.3: the sum of weight (e_i - e_j)(e_i - e_j)' over pairs with their weights."""
    B = np.zeros((n, n))
    for pairs, weights in sets:
        for (i, j), weight in zip(np.asarray(pairs).tolist(), weights, strict=True):
            B[[i, j], [i, j]] += weight
            B[[i, j], [j, i]] -= weight
    return B


@wrong(killed_by="idealized/kernel-version")
def coefficients_are_clipped(right):
    """Negative eigenvalues of B, in place of those of the operator that B stands for."""

    def change(metric, K, S, D):
        B = coefficients(len(K), (S, -np.asarray(metric.alpha_S)), (D, metric.alpha_D))
        return with_coefficients(spectral(B, lambda v: np.maximum(v, 0)) + 1e-3 * np.eye(len(K)))

    return kernel_version_becomes(right, change, forms=("clip",))


@wrong(killed_by="idealized/kernel-version")
def new_rows_meet_dissimilar_pairs_only(right):
    """The sum over S is forgotten at prediction time."""

    def change(metric, K, S, D):
        return with_coefficients(coefficients(len(K), (D, metric.alpha_D)))

    return kernel_version_becomes(right, change, forms=("as-printed",))


@wrong(killed_by="idealized/kernel-version")
def constants_swapped_in_feature_space(right):
    """C_S and C_D in the wrong order."""
    return arguments_become(
        right,
        "learn_metric_from_kernel",
        lambda K, S, D, C_S, C_D, nu: (K, S, D, C_D, C_S + 1.0, nu),
    )


@wrong(killed_by="idealized/kernel-version")
def constrained_kernel_with_a_negative_direction(right):
    """The printed solution under every name."""

    def learn_metric_from_kernel(K, similar, dissimilar, C_S, C_D, nu, psd="as-printed"):
        learn = right.idealized.learn_metric_from_kernel
        return Altered(learn(K, similar, dissimilar, C_S, C_D, nu), psd=psd)

    return idealized(right, learn_metric_from_kernel=learn_metric_from_kernel)


@wrong(killed_by="idealized/many-kernels")
def mean_of_the_kernels(right):
    """Divided by their number."""
    return arguments_become(
        right,
        "learn_metric_from_kernels",
        lambda kernels, *rest: ([sum(kernels) / len(kernels)], *rest),
    )


# ------------------------------------------------------------------------------------ invariances


def above_the_diagonal(pairs):
    """Which pairs are not given as (j, i); the first one in any case."""
    pairs = np.asarray(pairs)
    return (pairs[:, 0] < pairs[:, 1]) | (np.arange(len(pairs)) == 0)


@wrong(killed_by="idealized/invariance-order")
def pairs_below_the_diagonal_are_lost(right):
    """Only (i, j) with i < j counts, so names of patterns decide which pairs are seen."""

    def of_points(X, similar, dissimilar, *rest, **options):
        kept = {"alpha_S": above_the_diagonal(similar), "alpha_D": above_the_diagonal(dissimilar)}
        pairs = similar[kept["alpha_S"]], dissimilar[kept["alpha_D"]]
        metric = right.idealized.learn_metric(X, *pairs, *rest, **options)
        alphas = {name: np.zeros(len(mask)) for name, mask in kept.items()}
        for name, mask in kept.items():
            alphas[name][mask] = getattr(metric, name)
        return Altered(metric, **alphas)

    def of_kernel(K, similar, dissimilar, *rest, **options):
        S, D = (pairs[above_the_diagonal(pairs)] for pairs in (similar, dissimilar))
        return right.idealized.learn_metric_from_kernel(K, S, D, *rest, **options)

    return idealized(right, learn_metric=of_points, learn_metric_from_kernel=of_kernel)


@wrong(killed_by="idealized/invariance-order")
def multipliers_of_sorted_pairs(right):
    """Multipliers come in lexicographic order of the pairs, whatever order was given."""

    def change(metric, X, S, D, *rest):
        found = {}
        for name, pairs in (("alpha_S", S), ("alpha_D", D)):
            rows = np.sort(pairs, axis=1)
            found[name] = np.asarray(getattr(metric, name))[np.lexsort((rows[:, 1], rows[:, 0]))]
        return found

    return learn_becomes(right, change)


@wrong(killed_by=("idealized/invariance-motion", "idealized/invariance-units"))
def columns_are_standardized(right):
    """Every feature is divided by its standard deviation, and the matrix not brought back."""

    def change(X, *rest):
        spread = X.std(axis=0)
        return X / np.where(spread > 0, spread, 1), *rest

    return arguments_become(right, "learn_metric", change)


@wrong(killed_by="idealized/invariance-motion")
def mean_is_taken_off_before_differences(right):
    """Digits of near points are lost to far ones."""
    return arguments_become(right, "learn_metric", lambda X, *rest: (X - X.mean(axis=0), *rest))


@wrong(killed_by="idealized/invariance-units")
def first_metric_is_always_the_identity(right):
    """M is ignored."""

    def learn_metric(X, similar, dissimilar, C_S, C_D, nu, M=None, psd="as-printed"):
        return right.idealized.learn_metric(X, similar, dissimilar, C_S, C_D, nu, psd=psd)

    return idealized(right, learn_metric=learn_metric)


@wrong(killed_by="idealized/variables-independent-of-p")
def distances_per_feature(right):
    """Squared distances are divided by the number of features."""
    return arguments_become(
        right, "learn_metric", lambda X, *rest: (X / np.sqrt(X.shape[1]), *rest)
    )


@wrong(killed_by="idealized/variables-independent-of-p")
def dense_hessian_of_all_pairs(right):
    """Forms the matrix of all products of two pairs, which (11) needs in p x p form only."""

    def learn_metric(X, similar, dissimilar, *rest, **options):
        pairs = np.concatenate([similar, dissimilar])
        z = np.asarray(X)[pairs[:, 0]] - np.asarray(X)[pairs[:, 1]]
        hessian = (z @ z.T) ** 2
        metric = right.idealized.learn_metric(X, similar, dissimilar, *rest, **options)
        return Altered(metric, hessian=hessian)

    return idealized(right, learn_metric=learn_metric)
