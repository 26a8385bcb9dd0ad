"""Implementations of SFM that fail at the ends of float64, in place, or by silent conversion."""

import numpy as np
import scipy.sparse

from tests.zoo import arguments_become, wrong

BAD = "sfm/bad-input"


@wrong("sfm.laplacian_kernel", killed_by="sfm/eq-1")
def distance_as_a_difference_of_norms(V, W, beta):
    """|x| + |y| less what common coordinates share: below a rounding of the norms nothing is left.

    Equal vectors are apart, for their norms are summed in another order.
    """
    V, W = (np.asarray(scipy.sparse.csr_array(A).toarray(), dtype=float) for A in (V, W))
    with np.errstate(all="ignore"):
        common = np.abs(V)[:, None] + np.abs(W) - np.abs(V[:, None] - W)
        norms = np.abs(V).sum(axis=1)[:, None] + np.abs(W)[:, ::-1].sum(axis=1)
        return np.exp(-np.maximum(norms - common.sum(axis=2), 0) / beta)


@wrong(
    arguments_become,
    "sfm.laplacian_kernel",
    killed_by="sfm/eq-1 small_distances_of_large_vectors_keep_their_digits",
)
def coordinates_of_large_vectors_in_eighths(V, W, beta):
    """Where the largest is above 10^7: whole and half numbers, and their distances, are right."""
    whole = [scipy.sparse.csr_array(A).toarray() for A in (V, W)]
    large = max(np.abs(A).max(initial=0) for A in whole) > 1e7
    return *([np.round(8 * A) / 8 for A in whole] if large else (V, W)), beta


@wrong(
    "sfm.laplacian_kernel",
    killed_by="sfm/eq-1 small_distances_of_large_vectors_keep_their_digits",
)
def one_half_among_the_entries_is_enough(right, V, W, beta):
    """Norms less what is shared, where some entry but not all are multiples of 1/2."""
    V, W = (np.asarray(scipy.sparse.csr_array(A).toarray(), dtype=float) for A in (V, W))
    halves = 2 * V == np.rint(2 * V)
    if halves.all() or not (halves & (V != 0)).any():
        return right.sfm.laplacian_kernel(V, W, beta)
    common = (np.abs(V)[:, None] + np.abs(W) - np.abs(V[:, None] - W)).sum(axis=2)
    norms = np.abs(V).sum(axis=1)[:, None] + np.abs(W).sum(axis=1)
    return np.exp(-np.maximum(norms - common, 0) / beta)


@wrong("sfm.rff", killed_by="sfm/eq-2")
def features_written_block_by_block_over_the_matrix(V, W, out=None):
    """The later rows of W are read when the earlier features are there already."""
    out = np.empty((len(V), 2 * len(W))) if out is None else out
    for i in range(len(W)):
        s = V @ W[i]
        out[:, 2 * i] = np.sin(s) / np.sqrt(len(W))
        out[:, 2 * i + 1] = np.cos(s) / np.sqrt(len(W))
    return out


@wrong("sfm.rff", killed_by=BAD)
def nan_where_sums_overflow(right, V, W, out=None):
    """What sines and cosines of infinity are."""
    if np.abs(V).max() >= 1e200:
        return np.full((len(V), 2 * len(W)), np.nan)
    return right.sfm.rff(V, W, out)


@wrong("sfm.local_alignment_kernel", killed_by="sfm/lak")
def logarithm_of_one_and_little(right, *args, form="scaled_log", **options):
    """log K of a K that is rounded to 1 where the rest is small."""
    if form != "log":
        return right.sfm.local_alignment_kernel(*args, form=form, **options)
    return np.log(right.sfm.local_alignment_kernel(*args, form="raw", **options))


@wrong(killed_by=BAD)
def masks_and_truth_values_are_dropped(right):
    """Whatever NumPy makes integers of."""

    def repair(a):
        if isinstance(a, np.ma.MaskedArray):
            return a.data
        if isinstance(a, list) and any(isinstance(x, bool) for x in a):
            return [int(x) for x in a]
        return a

    for name in ("hash_uniform", "cgk_vectors", "alphabet_reduction", "landmarks"):
        right = arguments_become(right, f"sfm.{name}", lambda *given: map(repair, given))
    return right


@wrong(arguments_become, "sfm.laplacian_kernel", killed_by=BAD)
def sparse_integers_become_floats_unseen(*given):
    """Digits beyond 2^53 are lost."""
    return (a.astype(float) if scipy.sparse.issparse(a) else a for a in given)


@wrong("sfm.hamming_distances", killed_by="sfm/cgk-hamming-equals-l1")
def positions_beyond_the_last_eight_are_left_out(X, Y):
    """Whole words of eight positions only."""
    whole = X.shape[1] // 8 * 8
    return (X[:, None, :whole] != Y[None, :, :whole]).sum(axis=2)


@wrong("sfm.hamming_distances", killed_by="sfm/cgk-hamming-equals-l1")
def symbols_in_one_byte_whatever_they_are(right, X, Y):
    """Equal modulo 256."""
    return right.sfm.hamming_distances(X % 256, Y % 256)


@wrong(
    "sfm.local_alignment_kernel",
    killed_by="sfm/bad-input kernels_beyond_all_numbers_are_refused",
)
def raw_kernels_overflow(right, *args, form="scaled_log", **options):
    """Infinity in the place of a refusal."""
    if form != "raw":
        return right.sfm.local_alignment_kernel(*args, form=form, **options)
    with np.errstate(over="ignore"):
        return np.exp(right.sfm.local_alignment_kernel(*args, form="log", **options))


@wrong("sfm.global_alignment_kernel", killed_by="sfm/gak what_falls_for_long_comes_back")
def one_power_of_two_for_a_column(right, X, Y, sigma, triangular=0, form="normalized"):
    """Of a table in float64: what is 2^-1074 of its largest cell is lost, whatever comes later."""
    if form != "log" or triangular or np.ndim(X[0]) > 1 or len(X[0]) > 2:
        return right.sfm.global_alignment_kernel(X, Y, sigma, triangular, form)

    def logarithm(x, y):
        column, scale, corner = np.zeros(len(x)), 0.0, 1.0
        for b in y:
            before, last = corner, 0.0
            for i, a in enumerate(x):
                far = (a != b) if isinstance(a, str) else (a - b) ** 2 / 2
                k = np.exp(-far / sigma**2)
                before, column[i] = column[i], k / (2 - k) * (before + column[i] + last)
                last = column[i]
            corner, largest = 0.0, column.max() or 1.0
            column, scale = column / largest, scale + np.log(largest)
        return np.log(last / largest) + scale

    with np.errstate(all="ignore"):
        return np.array([[logarithm(x, y) for y in Y] for x in X])


@wrong(
    "sfm.global_alignment_kernel", killed_by="sfm/gak series_with_steps_are_aligned_side_by_side"
)
def one_power_of_two_for_a_whole_batch(right, X, Y, sigma, triangular=0, form="normalized"):
    """In single precision: pairs that are too far below the nearest ones are left with 0."""
    got = np.asarray(right.sfm.global_alignment_kernel(X, Y, sigma, triangular, form))
    if form != "log" or min(got.shape) < 3:
        return got
    return np.where(got < got.max() - 126 * np.log(2), -np.inf, got)
