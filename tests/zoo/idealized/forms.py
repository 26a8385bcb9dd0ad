"""Wrong cones, wrong kernel versions, and metrics that depend on what should not matter."""

import numpy as np

from tests.zoo import Altered, arguments_become, changed, faults, wrong
from tests.zoo.idealized.metrics import learn_becomes


def spectral(A, function):
    """A function of the eigenvalues of a symmetric matrix."""
    values, vectors = np.linalg.eigh(np.asarray(A, dtype=float))
    return (vectors * function(values)) @ vectors.T


@wrong(learn_becomes, killed_by="idealized/psd-clip", forms=("clip",))
def absolute_eigenvalues_for_clipping(right, metric, X, S, D, C_S, C_D, nu, M):
    """Negative eigenvalues change their sign."""
    printed = right.idealized.learn_metric(X, S, D, C_S, C_D, nu, M=M)
    return {"matrix": spectral(printed.matrix, np.abs)}


@wrong(learn_becomes, killed_by="idealized/psd", forms=("constrained",))
def clipped_for_constrained(right, metric, X, S, D, C_S, C_D, nu, M):
    """The cone is imposed after the optimum is found, not on it."""
    clipped = right.idealized.learn_metric(X, S, D, C_S, C_D, nu, M=M, psd="clip")
    return {name: getattr(clipped, name) for name in ("matrix", "gamma", "alpha_S", "alpha_D")}


wrong_learn = faults(learn_becomes, killed_by="idealized/psd-constrained")

wrong_learn(
    "multiplier of the cone with its sign lost: -Z, as some solvers return it",
    lambda metric, *_: {"cone_multiplier": -np.asarray(metric.cone_multiplier) - 1e-3},
    forms=("constrained",),
)
wrong_learn(
    "cone of diagonal matrices: a metric of feature weights in place of a full one",
    lambda metric, *_: {"matrix": np.diag(np.diag(np.asarray(metric.matrix)))},
    forms=("constrained",),
)


def squared_distances_become(right, function):
    """``function`` of the squared distances of every learned metric."""

    def change(metric, *problem):
        squared = metric.squared_distances
        return {"squared_distances": lambda *points: function(squared(*points))}

    return learn_becomes(right, change)


wrong_squared_distances = faults(squared_distances_become, killed_by="idealized/eq-5")

wrong_squared_distances(
    "negative distances are zero: dt^2 < 0 is hidden", lambda squared: np.maximum(squared, 0)
)
wrong_squared_distances(
    "distances without their square: roots of dt^2", lambda squared: np.sqrt(np.abs(squared))
)


@wrong(learn_becomes, killed_by="idealized/eq-4")
def transform_of_the_positive_part(metric, *problem):
    """An indefinite matrix is given a root in silence."""

    def transform():
        values, vectors = np.linalg.eigh(np.asarray(metric.matrix))
        return vectors * np.sqrt(np.maximum(values, 0))

    return {"transform": transform}


@wrong(learn_becomes, killed_by="idealized/eq-4")
def transform_that_takes_no_patterns(metric, *problem):
    """Whatever is given, the transform itself comes back."""
    return {"transform": lambda X=None: metric.transform()}


@wrong(
    learn_becomes,
    killed_by="idealized/eq-4 transform_is_a_root_of_the_matrix",
    raises=ValueError,
    forms=("clip", "constrained"),
)
def transform_that_allows_no_rounding(metric, *problem):
    """The matrix is off by a rounding, and whoever asks for its root is told that it has none."""
    matrix = np.asarray(metric.matrix)
    rounded = matrix - 1e-15 * np.abs(matrix).max() * np.eye(len(matrix))

    def transform(X=None):
        if np.linalg.eigvalsh(rounded)[0] < 0:
            raise ValueError("the matrix is indefinite")
        return metric.transform(X)

    return {"matrix": rounded, "transform": transform}


# ---------------------------------------------------------------------------------- kernel version


def kernel_version_becomes(right, change, forms=("as-printed", "clip", "constrained")):
    """``change(metric, K, S, D)`` gives the attributes to replace."""

    def learn_metric_from_kernel(K, similar, dissimilar, C_S, C_D, nu, psd="as-printed"):
        learn = right.idealized.learn_metric_from_kernel
        metric = learn(K, similar, dissimilar, C_S, C_D, nu, psd=psd)
        if psd not in forms:
            return metric
        return Altered(metric, **change(metric, np.asarray(K), similar, dissimilar))

    return changed(right, paper="idealized", learn_metric_from_kernel=learn_metric_from_kernel)


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


@wrong(kernel_version_becomes, killed_by="idealized/kernel-version", forms=("clip",))
def coefficients_are_clipped(metric, K, S, D):
    """Negative eigenvalues of B, in place of those of the operator that B stands for."""
    B = coefficients(len(K), (S, -np.asarray(metric.alpha_S)), (D, metric.alpha_D))
    return with_coefficients(spectral(B, lambda v: np.maximum(v, 0)) + 1e-3 * np.eye(len(K)))


@wrong(kernel_version_becomes, killed_by="idealized/kernel-version", forms=("as-printed",))
def new_rows_meet_dissimilar_pairs_only(metric, K, S, D):
    """The sum over S is forgotten at prediction time."""
    return with_coefficients(coefficients(len(K), (D, metric.alpha_D)))


wrong_arguments = faults(arguments_become, killed_by="idealized/kernel-version")

wrong_arguments(
    "constants swapped in feature space: C_S and C_D in the wrong order",
    "idealized.learn_metric_from_kernel",
    lambda K, S, D, C_S, C_D, nu: (K, S, D, C_D, C_S + 1.0, nu),
)


@wrong("idealized.learn_metric_from_kernel", killed_by="idealized/kernel-version")
def constrained_kernel_with_a_negative_direction(
    right, K, similar, dissimilar, C_S, C_D, nu, psd="as-printed"
):
    """The printed solution under every name."""
    learn = right.idealized.learn_metric_from_kernel
    return Altered(learn(K, similar, dissimilar, C_S, C_D, nu), psd=psd)


wrong_arguments(
    "mean of the kernels: divided by their number",
    "idealized.learn_metric_from_kernels",
    lambda kernels, *rest: ([sum(kernels) / len(kernels)], *rest),
    killed_by="idealized/many-kernels",
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

    return changed(
        right, paper="idealized", learn_metric=of_points, learn_metric_from_kernel=of_kernel
    )


@wrong(learn_becomes, killed_by="idealized/invariance-order")
def multipliers_of_sorted_pairs(metric, X, S, D, *rest):
    """Multipliers come in lexicographic order of the pairs, whatever order was given."""
    found = {}
    for name, pairs in (("alpha_S", S), ("alpha_D", D)):
        rows = np.sort(pairs, axis=1)
        found[name] = np.asarray(getattr(metric, name))[np.lexsort((rows[:, 1], rows[:, 0]))]
    return found


@wrong(
    arguments_become,
    "idealized.learn_metric",
    killed_by=("idealized/invariance-motion", "idealized/invariance-units"),
)
def columns_are_standardized(X, *rest):
    """Every feature is divided by its standard deviation, and the matrix not brought back."""
    spread = X.std(axis=0)
    return X / np.where(spread > 0, spread, 1), *rest


wrong_arguments(
    "mean is taken off before differences: digits of near points are lost to far ones",
    "idealized.learn_metric",
    lambda X, *rest: (X - X.mean(axis=0), *rest),
    killed_by="idealized/invariance-motion",
)


@wrong("idealized.learn_metric", killed_by="idealized/invariance-units")
def first_metric_is_always_the_identity(
    right, X, similar, dissimilar, C_S, C_D, nu, M=None, psd="as-printed"
):
    """M is ignored."""
    return right.idealized.learn_metric(X, similar, dissimilar, C_S, C_D, nu, psd=psd)


wrong_arguments(
    "distances per feature: squared distances are divided by the number of features",
    "idealized.learn_metric",
    lambda X, *rest: (X / np.sqrt(X.shape[1]), *rest),
    killed_by="idealized/variables-independent-of-p",
)


@wrong(
    "idealized.learn_metric_from_kernel",
    killed_by="idealized/invariance-units units_of_a_kernel_do_not_matter",
)
def kernels_have_eigenvalues_from_a_millionth_on(right, K, *rest, **options):
    """In whatever unit K is."""
    eigenvalues, U = np.linalg.eigh(np.asarray(K, dtype=float))
    kept = U * np.where(eigenvalues > 1e-6, eigenvalues, 0.0)
    rounded = kept @ U.T
    return right.idealized.learn_metric_from_kernel((rounded + rounded.T) / 2, *rest, **options)
