"""Implementations of SFM that fail at the ends of float64, in place, or by silent conversion."""

import numpy as np
import scipy.sparse

from tests.zoo import changed, wrong
from tests.zoo.sfm.bad_input import lenient_sfm

BAD = "sfm/bad-input"


@wrong(killed_by="sfm/eq-1")
def distance_as_a_difference_of_norms(right):
    """|x| + |y| less what common coordinates share: below a rounding of the norms nothing is left.

    Equal vectors are apart, for their norms are summed in another order.
    """

    def laplacian_kernel(V, W, beta):
        V, W = (np.asarray(scipy.sparse.csr_array(A).toarray(), dtype=float) for A in (V, W))
        with np.errstate(all="ignore"):
            common = np.abs(V)[:, None] + np.abs(W) - np.abs(V[:, None] - W)
            norms = np.abs(V).sum(axis=1)[:, None] + np.abs(W)[:, ::-1].sum(axis=1)
            return np.exp(-np.maximum(norms - common.sum(axis=2), 0) / beta)

    return changed(right, paper="sfm", laplacian_kernel=laplacian_kernel)


@wrong(killed_by="sfm/eq-2")
def features_written_block_by_block_over_the_matrix(right):
    """The later rows of W are read when the earlier features are there already."""

    def rff(V, W, out=None):
        out = np.empty((len(V), 2 * len(W))) if out is None else out
        for i in range(len(W)):
            s = V @ W[i]
            out[:, 2 * i] = np.sin(s) / np.sqrt(len(W))
            out[:, 2 * i + 1] = np.cos(s) / np.sqrt(len(W))
        return out

    return changed(right, paper="sfm", rff=rff)


@wrong(killed_by=BAD)
def nan_where_sums_overflow(right):
    """What sines and cosines of infinity are."""

    def rff(V, W, out=None):
        if np.abs(V).max() >= 1e200:
            return np.full((len(V), 2 * len(W)), np.nan)
        return right.sfm.rff(V, W, out)

    return changed(right, paper="sfm", rff=rff)


@wrong(killed_by="sfm/lak")
def logarithm_of_one_and_little(right):
    """log K of a K that is rounded to 1 where the rest is small."""

    def local_alignment_kernel(*args, form="scaled_log", **options):
        if form != "log":
            return right.sfm.local_alignment_kernel(*args, form=form, **options)
        return np.log(right.sfm.local_alignment_kernel(*args, form="raw", **options))

    return changed(right, paper="sfm", local_alignment_kernel=local_alignment_kernel)


@wrong(killed_by=BAD)
def masks_and_truth_values_are_dropped(right):
    """Whatever NumPy makes integers of."""

    def repair(a):
        if isinstance(a, np.ma.MaskedArray):
            return a.data
        if isinstance(a, list) and any(isinstance(x, bool) for x in a):
            return [int(x) for x in a]
        return a

    names = ("hash_uniform", "cgk_vectors", "alphabet_reduction", "landmarks")
    return lenient_sfm(right, repair, names)


@wrong(killed_by=BAD)
def sparse_integers_become_floats_unseen(right):
    """Digits beyond 2^53 are lost."""

    def repair(a):
        return a.astype(float) if scipy.sparse.issparse(a) else a

    return lenient_sfm(right, repair, ("laplacian_kernel",))


def hamming_becomes(right, function):
    """``function(X, Y)`` in place of the distances."""
    return changed(right, paper="sfm", hamming_distances=function)


@wrong(killed_by="sfm/cgk-hamming-equals-l1")
def positions_beyond_the_last_eight_are_left_out(right):
    """Whole words of eight positions only."""

    def hamming_distances(X, Y):
        whole = X.shape[1] // 8 * 8
        return (X[:, None, :whole] != Y[None, :, :whole]).sum(axis=2)

    return hamming_becomes(right, hamming_distances)


@wrong(killed_by="sfm/cgk-hamming-equals-l1")
def symbols_in_one_byte_whatever_they_are(right):
    """Equal modulo 256."""

    def hamming_distances(X, Y):
        return right.sfm.hamming_distances(X % 256, Y % 256)

    return hamming_becomes(right, hamming_distances)
