"""Vectors in the integers that they are stored in, and sparse matrices whose parts are lost."""

import numpy as np
import scipy.sparse

from tests.zoo import arguments_become, faults, wrong

L1 = "sfm/eq-1 distances_do_not_depend_on_how_vectors_are_stored"
KERNEL = "sfm/eq-1 kernel_does_not_depend_on_how_vectors_are_stored"
PLAIN = "sfm/eq-2 plain_features_do_not_depend_on_how_vectors_are_stored"
FEATURES = "sfm/algorithm-2 features_do_not_depend_on_how_counts_are_stored"


def last_parts(V):
    """Of entries of a CSR matrix in one place the last one wins."""
    if not scipy.sparse.issparse(V) or V.tocsr().has_canonical_format:
        return V
    V = V.tocsr()
    rows = np.repeat(np.arange(V.shape[0]), np.diff(V.indptr))
    dense = np.zeros(V.shape)
    for i, j, value in zip(rows, V.indices, V.data, strict=True):
        dense[i, j] = value
    return dense


for name, killer in (
    ("l1_distances", L1), ("laplacian_kernel", KERNEL), ("rff", PLAIN), ("sfm", FEATURES),
):  # fmt: skip
    faults(arguments_become, f"sfm.{name}", killed_by=killer)(
        f"{name} of the last of several parts of an entry",
        lambda V, *rest: (last_parts(V), *map(last_parts, rest)),
    )


def narrow(*tables):
    """Whether these are dense, and of integers of one kind."""
    kinds = {z.dtype.kind + str(z.dtype) for z in tables if isinstance(z, np.ndarray)}
    dense = all(isinstance(z, np.ndarray) for z in tables)
    return dense and len(kinds) == 1 and kinds.pop()[0] in "iu"


@wrong("sfm.l1_distances", killed_by=L1)
def distances_of_integers_that_wrap_around(right, V, W):
    """The differences are of the kind of both."""
    if not narrow(V, W):
        return right.sfm.l1_distances(V, W)
    with np.errstate(over="ignore"):
        return np.abs(V[:, None] - W[None]).sum(axis=2).astype(float)


@wrong("sfm.l1_distances", killed_by=L1)
def distances_above_the_diagonal(right, V, W):
    """Of a table and itself, where they are symmetric."""
    found = right.sfm.l1_distances(V, W)
    return np.triu(found) if V is W else found


@wrong("sfm.l1_distances", killed_by=L1)
def distances_of_sparse_and_dense_are_turned(right, V, W):
    """By columns into a table of rows."""
    found = right.sfm.l1_distances(V, W)
    mixed = scipy.sparse.issparse(V) != scipy.sparse.issparse(W)
    return found.T.reshape(found.shape) if mixed else found


@wrong("sfm.l1_distances", killed_by="sfm/eq-1 entries_of_either_sign_are_subtracted")
def distances_of_many_pairs_in_single_precision(right, V, W):
    """Beyond ten thousand."""
    found = right.sfm.l1_distances(V, W)
    return found.astype(np.float32).astype(float) if found.size > 10_000 else found


@wrong("sfm.laplacian_kernel", killed_by="sfm/eq-1 kernel_is_that_of_the_definition")
def width_as_a_whole_number(right, V, W, beta):
    """From 1 on."""
    return right.sfm.laplacian_kernel(V, W, float(int(beta)) if beta >= 1 else beta)


@wrong("sfm.laplacian_kernel", killed_by=KERNEL)
def kernel_of_integers_that_wrap_around(right, V, W, beta):
    """The same in the exponent."""
    if not narrow(V, W):
        return right.sfm.laplacian_kernel(V, W, beta)
    with np.errstate(over="ignore"):
        return np.exp(-np.abs(V[:, None] - W[None]).sum(axis=2).astype(float) / beta)


@wrong("sfm.rff", killed_by=PLAIN)
def products_of_integers_that_wrap_around(right, V, W, **how):
    """The sums have the kind of both tables."""
    if not narrow(V, W):
        return right.sfm.rff(V, W, **how)
    sums = (V @ W.T).astype(float)
    return right.sfm.rff(sums, np.eye(sums.shape[1]), **how)


@wrong(
    "sfm.hamming_distances",
    killed_by="sfm/cgk-hamming-equals-l1 letters_are_told_apart_whatever_their_number",
)
def letters_in_a_byte(right, X, Y):
    """Those that are equal modulo 256 are the same."""
    return right.sfm.hamming_distances(*(np.asarray(z) % 256 for z in (X, Y)))
