"""Wrong feature maps of SFM, and wrong Laplacian kernels."""

import numpy as np
import scipy.sparse

from tests.zoo import changed, faults, wrong

CLAIM = "sfm/algorithm-2"
MEAN = ("sfm/algorithm-2", "sfm/unbiased")


def sfm_becomes(right, function):
    """``function(angles, D)`` makes the features out of the sums s_i, (n, D/2)."""

    def sfm(V, D, beta, array1, array2, endpoints="open", values="counts", out=None):
        V = scipy.sparse.csr_matrix(V)
        W = right.sfm.hash_cauchy(np.arange(1, D // 2 + 1), array1, array2, beta, endpoints)
        z = function(np.asarray(V @ W.T), D)
        if out is not None:
            out[:] = z
        return z

    return changed(right, paper="sfm", sfm=sfm)


def interleaved(first, second):
    return np.stack([first, second], axis=2).reshape(len(first), -1)


def plain_sfm_becomes(right, function):
    """The same of the plain form."""
    return changed(right, paper="sfm", plain_sfm=sfm_becomes(right, function).sfm.sfm)


wrong_plain_features = faults(
    plain_sfm_becomes, killed_by="sfm/algorithm-2 algorithm_2_as_it_stands"
)

wrong_plain_features(
    "Algorithm 2 as it stands, cosine first",
    lambda s, D: np.sqrt(2 / D) * interleaved(np.cos(s), np.sin(s)),
)
wrong_plain_features(
    "Algorithm 2 as it stands, 1 / sqrt(D) for sqrt(2 / D)",
    lambda s, D: np.sqrt(1 / D) * interleaved(np.sin(s), np.cos(s)),
)


wrong_features = faults(sfm_becomes, killed_by=MEAN)

wrong_features(
    "cosine first, as in Eq. (2)",
    lambda s, D: np.sqrt(2 / D) * interleaved(np.cos(s), np.sin(s)),
    killed_by=CLAIM,
)
wrong_features(
    "sine for cosine: both features are sines",
    lambda s, D: np.sqrt(2 / D) * interleaved(np.sin(s), np.sin(s)),
)
wrong_features(
    "root of one over D: sqrt(1/D), as if there were D frequencies",
    lambda s, D: np.sqrt(1 / D) * interleaved(np.sin(s), np.cos(s)),
    killed_by=(CLAIM, "sfm/theorem-1 deviations_are_as_rare_as_stated"),
)
wrong_features(
    "stored matrix: all D/2 x d numbers are there at a time",
    lambda s, D: np.sqrt(2 / D) * interleaved(np.sin(s), np.cos(s)),
    killed_by="sfm/space",
)
wrong_features(
    "unnormalized features: no sqrt(2/D)",
    lambda s, D: np.sqrt(2) * interleaved(np.sin(s), np.cos(s)),
    killed_by=(CLAIM, "sfm/unbiased", "sfm/variance-at-most-1"),
)


def sfm_with(right, change):
    """``change(V, D, beta, array1, array2)`` gives other arguments to what is right."""

    def sfm(V, D, beta, array1, array2, *args, **options):
        return right.sfm.sfm(*change(V, D, beta, array1, array2), *args, **options)

    return changed(right, paper="sfm", sfm=sfm)


@wrong(sfm_with, killed_by=CLAIM)
def keys_from_zero(V, D, beta, array1, array2):
    """I = 0, ..., D/2 - 1: the first key makes array1 alone."""
    return V, D, beta, array1 - array2, array2


wrong_arguments = faults(sfm_with, killed_by=MEAN)

wrong_arguments(
    "beta on the wrong side: multiplies by beta", lambda V, D, beta, a, b: (V, D, 1 / beta, a, b)
)
wrong_arguments(
    "width off by a twentieth: Cauchy numbers 5 % too large",
    lambda V, D, beta, a, b: (V, D, beta / 1.05, a, b),
)
wrong_arguments(
    "one hash for all keys: all D/2 numbers are the same one",
    lambda V, D, beta, a, b: (V, D, beta, a, np.zeros_like(b)),
    killed_by=("sfm/algorithm-2", "sfm/theorem-1"),
)


@wrong("sfm.sfm", killed_by=CLAIM)
def features_of_float32(right, V, D, beta, array1, array2, *args, **options):
    """Sums in single precision."""
    return right.sfm.sfm(V, D, beta, array1, array2, *args, **options).astype(np.float32)


@wrong("sfm.sfm", killed_by=CLAIM)
def rows_see_their_chunk(right, V, D, beta, array1, array2, endpoints="open", **options):
    """Coordinates are summed in an order that depends on the other rows."""
    V = scipy.sparse.csr_matrix(V)
    z = np.array(right.sfm.sfm(V, D, beta, array1, array2, endpoints))
    z *= 1 + (V.shape[0] - 1) * 4e-16
    out = options.get("out")
    if out is not None:
        out[:] = z
    return z


@wrong("sfm.rff", killed_by="sfm/eq-2")
def plain_features_with_cosine_first(right, V, W, out=None):
    """The order of Eq. (2)."""
    z = right.sfm.rff(V, W)
    return z.reshape(len(z), -1, 2)[:, :, ::-1].reshape(z.shape)


def kernel_becomes(right, function):
    """``function(differences, beta)`` of all differences (n, m, d)."""

    def laplacian_kernel(V, W, beta):
        V, W = (np.asarray(scipy.sparse.csr_matrix(A).todense(), dtype=float) for A in (V, W))
        with np.errstate(over="ignore"):
            return function(V[:, None] - W[None], beta)

    return changed(right, paper="sfm", laplacian_kernel=laplacian_kernel)


wrong_kernel = faults(kernel_becomes, killed_by="sfm/eq-1")

wrong_kernel(
    "Gaussian for Laplacian: the squared Euclidean distance",
    lambda d, beta: np.exp(-(d**2).sum(axis=2) / beta),
)
wrong_kernel(
    "squared L1 distance in the exponent: no longer positive semidefinite",
    lambda d, beta: np.exp(-(np.abs(d).sum(axis=2) ** 2) / beta),
)


@wrong("sfm.average_error", killed_by="sfm/average-error")
def average_without_the_diagonal(right, K, Z):
    """Over i < j only."""
    n = len(Z)
    return right.sfm.average_error(K, Z) * (n + 1) / max(1, n - 1)


@wrong("sfm.sfm", killed_by="sfm/space")
def frequencies_of_what_occurs_are_stored(right, V, D, beta, array1, array2, **options):
    """The D / 2 of every column that is not 0 are there at a time."""
    columns = np.unique(scipy.sparse.csr_matrix(V).indices)
    words = (np.asarray(array)[columns] for array in (array1, array2))
    if len(columns):
        right.sfm.hash_cauchy(np.arange(1, D // 2 + 1), *words, beta)
    return right.sfm.sfm(V, D, beta, array1, array2, **options)
