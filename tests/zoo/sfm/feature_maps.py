"""Wrong feature maps of SFM, and wrong Laplacian kernels."""

import numpy as np
import scipy.sparse

from tests.zoo import changed, wrong

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


@wrong(killed_by=CLAIM)
def cosine_first(right):
    """The order of Eq. (2)."""
    return sfm_becomes(right, lambda s, D: np.sqrt(2 / D) * interleaved(np.cos(s), np.sin(s)))


@wrong(killed_by=MEAN)
def sine_for_cosine(right):
    """Both features are sines."""
    return sfm_becomes(right, lambda s, D: np.sqrt(2 / D) * interleaved(np.sin(s), np.sin(s)))


@wrong(killed_by=MEAN)
def root_of_one_over_d(right):
    """sqrt(1/D), as if there were D frequencies."""
    return sfm_becomes(right, lambda s, D: np.sqrt(1 / D) * interleaved(np.sin(s), np.cos(s)))


@wrong(killed_by="sfm/space")
def stored_matrix(right):
    """Right, but all D/2 x d numbers are there at a time."""
    return sfm_becomes(right, lambda s, D: np.sqrt(2 / D) * interleaved(np.sin(s), np.cos(s)))


def sfm_with(right, change):
    """``change(V, D, beta, array1, array2)`` gives other arguments to what is right."""

    def sfm(V, D, beta, array1, array2, *args, **options):
        return right.sfm.sfm(*change(V, D, beta, array1, array2), *args, **options)

    return changed(right, paper="sfm", sfm=sfm)


@wrong(killed_by=CLAIM)
def keys_from_zero(right):
    """I = 0, ..., D/2 - 1: the first key makes array1 alone."""

    def change(V, D, beta, array1, array2):
        return V, D, beta, array1 - array2, array2

    return sfm_with(right, change)


@wrong(killed_by=MEAN)
def beta_on_the_wrong_side(right):
    """Multiplies by beta."""
    return sfm_with(right, lambda V, D, beta, a, b: (V, D, 1 / beta, a, b))


@wrong(killed_by=MEAN)
def width_off_by_a_twentieth(right):
    """Cauchy numbers of a scale 5 % too large."""
    return sfm_with(right, lambda V, D, beta, a, b: (V, D, beta / 1.05, a, b))


@wrong(killed_by=("sfm/algorithm-2", "sfm/theorem-1"))
def one_hash_for_all_keys(right):
    """The key is forgotten: all D/2 numbers are the same one."""
    return sfm_with(right, lambda V, D, beta, a, b: (V, D, beta, a, np.zeros_like(b)))


@wrong(killed_by=(CLAIM, "sfm/unbiased", "sfm/variance-at-most-1"))
def unnormalized_features(right):
    """No sqrt(2/D)."""
    return sfm_becomes(right, lambda s, D: np.sqrt(2) * interleaved(np.sin(s), np.cos(s)))


@wrong(killed_by=CLAIM)
def features_of_float32(right):
    """Sums in single precision."""

    def sfm(V, D, beta, array1, array2, *args, **options):
        return right.sfm.sfm(V, D, beta, array1, array2, *args, **options).astype(np.float32)

    return changed(right, paper="sfm", sfm=sfm)


@wrong(killed_by=CLAIM)
def rows_see_their_chunk(right):
    """Coordinates are summed in an order that depends on the other rows."""

    def sfm(V, D, beta, array1, array2, endpoints="open", **options):
        V = scipy.sparse.csr_matrix(V)
        z = np.array(right.sfm.sfm(V, D, beta, array1, array2, endpoints))
        z *= 1 + (V.shape[0] - 1) * 4e-16
        out = options.get("out")
        if out is not None:
            out[:] = z
        return z

    return changed(right, paper="sfm", sfm=sfm)


@wrong(killed_by="sfm/eq-2")
def plain_features_with_cosine_first(right):
    """The order of Eq. (2)."""

    def rff(V, W, out=None):
        z = right.sfm.rff(V, W)
        return z.reshape(len(z), -1, 2)[:, :, ::-1].reshape(z.shape)

    return changed(right, paper="sfm", rff=rff)


def kernel_becomes(right, function):
    """``function(differences, beta)`` of all differences (n, m, d)."""

    def laplacian_kernel(V, W, beta):
        V, W = (np.asarray(scipy.sparse.csr_matrix(A).todense(), dtype=float) for A in (V, W))
        with np.errstate(over="ignore"):
            return function(V[:, None] - W[None], beta)

    return changed(right, paper="sfm", laplacian_kernel=laplacian_kernel)


@wrong(killed_by="sfm/eq-1")
def gaussian_for_laplacian(right):
    """The squared Euclidean distance."""
    return kernel_becomes(right, lambda d, beta: np.exp(-(d**2).sum(axis=2) / beta))


@wrong(killed_by="sfm/eq-1")
def squared_distance_in_the_exponent(right):
    """The L1 distance squared: no longer positive semidefinite."""
    return kernel_becomes(right, lambda d, beta: np.exp(-(np.abs(d).sum(axis=2) ** 2) / beta))


@wrong(killed_by="sfm/average-error")
def average_without_the_diagonal(right):
    """Over i < j only."""

    def average_error(K, Z):
        n = len(Z)
        return right.sfm.average_error(K, Z) * (n + 1) / max(1, n - 1)

    return changed(right, paper="sfm", average_error=average_error)
