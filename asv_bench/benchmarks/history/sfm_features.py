"""The space-efficient feature map, beside a matrix that is made first.

Beside one that is ready, and other kernels of counts: `beside.kernels`.
"""

import numpy as np

from gramcheck.reference.d2ke import random_strings
from gramcheck.reference.sfm import (
    average_error,
    cauchy_matrix,
    characteristic_vectors,
    hash_cauchy,
    laplacian_kernel,
    predicted_average_error,
    rff,
    sample_hash,
    sfm,
)

from .. import data
from ..side_by_side import MEGABYTE, megabytes_beyond_output, middle, ratio, seconds, slow

BETA = 100.0
QUICK = 512  # D above are slow
PIECE = 128  # features whose part of a large matrix is held at a time


class _Proteins:
    """300 proteins of 400 letters: 60 thousand columns, 230 thousand counts."""

    param_names = ("D",)
    timeout = 600

    def setup(self, D):
        if D > QUICK:
            slow()
        rng = np.random.default_rng(1)
        strings = random_strings(300, data.AMINO_ACIDS, (400, 400), rng)
        self.V, _ = characteristic_vectors(strings)
        self.arrays = sample_hash(self.V.shape[1], rng)
        self.counts = self.V.astype(np.float64)

    def ours(self, D):
        return sfm(self.V, D, BETA, *self.arrays)


class Features(_Proteins):
    """Time and memory over D."""

    params = ([128, 512, 2048, 8192, 16384],)

    def time_sfm(self, D):
        self.ours(D)

    def peakmem_sfm(self, D):
        self.ours(D)

    def track_memory_beyond_output(self, D):
        return megabytes_beyond_output(lambda: self.ours(D))

    track_memory_beyond_output.unit = "MB"

    def track_difference(self, D):
        """Of ten strings, so that any D has its matrix."""
        few = self.counts[:10]
        columns = np.unique(few.indices)
        W = hash_cauchy(np.arange(1, D // 2 + 1), *(a[columns] for a in self.arrays), BETA)
        return float(np.abs(sfm(few, D, BETA, *self.arrays) - rff(few[:, columns], W)).max())

    track_difference.unit = "largest difference from the stored matrix"
    track_difference.bound = 1e-8


class FeaturesBesideMatrix(_Proteins):
    """Against the matrix that SFM does without, made and used: half a gigabyte at the largest D."""

    params = ([128, 512, 2048],)

    def matrix(self, D):
        return hash_cauchy(np.arange(1, D // 2 + 1), *self.arrays, BETA)

    def track_ratio_to_generate_then_transform(self, D):
        return ratio(lambda: self.ours(D), lambda: rff(self.counts, self.matrix(D)), repeats=3)

    track_ratio_to_generate_then_transform.unit = "ours / matrix made and used"


class _ProteinSized:
    """As many rows, counts and columns as the paper's Protein: 3,238 strings of 607 letters."""

    param_names = ("D",)
    timeout = 1200

    def setup(self, D):
        slow()
        rng = np.random.default_rng(2)
        strings = random_strings(3238, data.AMINO_ACIDS, (607, 607), rng)
        self.V, _ = characteristic_vectors(strings)
        self.arrays = sample_hash(self.V.shape[1], rng)

    def ours(self, D):
        return sfm(self.V, D, BETA, *self.arrays)


class ProteinSized(_ProteinSized):
    """Time and memory over D."""

    params = ([128, 2048, 16384],)

    def time_sfm(self, D):
        self.ours(D)

    def peakmem_sfm(self, D):
        self.ours(D)


class ProteinSizedBesideMatrix(_ProteinSized):
    """Against FM with its matrix of 5 GB, of which a piece of some features is held at a time.

    Features of a piece do not depend on the others but for their scale, so that the pieces cost
    what the whole matrix does.
    """

    params = ([2048],)

    def setup(self, D):
        super().setup(D)
        self.counts = self.V.astype(np.float64)

    def pieces(self, D):
        rng = np.random.default_rng(4)
        return (cauchy_matrix(PIECE, self.V.shape[1], BETA, rng) for _ in range(D // PIECE))

    def track_ratio_to_generate_then_transform(self, D):
        def peer():
            for W in self.pieces(D):
                rff(self.counts, W)

        return ratio(lambda: self.ours(D), peer, repeats=3)

    track_ratio_to_generate_then_transform.unit = "ours / matrix made and used"

    def track_ratio_to_stored_matrix(self, D):
        def using():
            return sum(seconds(lambda W=W: rff(self.counts, W)) for W in self.pieces(D))

        return middle([(seconds(lambda: self.ours(D)), using()) for _ in range(3)])

    track_ratio_to_stored_matrix.unit = "ours / matrix used"

    def track_stored_matrix(self, D):
        return D // 2 * self.V.shape[1] * np.dtype(np.float64).itemsize / MEGABYTE

    track_stored_matrix.unit = "MB"

    def track_memory_beyond_output(self, D):
        return megabytes_beyond_output(lambda: self.ours(D))

    track_memory_beyond_output.unit = "MB"


class Kernel:
    """The exact kernel of 120 strings, and how far from it the features are."""

    def setup(self):
        rng = np.random.default_rng(3)
        strings = random_strings(120, data.DNA, (100, 100), rng)
        self.V, _ = characteristic_vectors(strings)
        self.arrays = sample_hash(self.V.shape[1], rng)

    def ours(self):
        return laplacian_kernel(self.V, self.V, BETA)

    def peer(self):
        dense = self.V.toarray().astype(np.float64)
        return np.exp(np.array([-np.abs(dense - row).sum(axis=1) for row in dense]) / BETA)

    def time_laplacian_kernel(self):
        self.ours()

    def peakmem_laplacian_kernel(self):
        self.ours()

    def track_difference(self):
        return float(np.abs(self.ours() - self.peer()).max())

    track_difference.unit = "largest difference from dense rows"
    track_difference.bound = 1e-8

    def track_average_error_of_features(self):
        """Section VII-B at D = 2048, over the mean of the normal law that it has; about 1."""
        D, K = 2048, self.ours()
        error = average_error(K, sfm(self.V, D, BETA, *self.arrays))
        return error / predicted_average_error(K, D)[0]

    track_average_error_of_features.unit = "measured / predicted"
