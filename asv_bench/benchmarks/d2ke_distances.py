"""Cross distances of whole collections, beside the libraries that people use for them."""

import numpy as np
from dtaidistance import dtw as dtaidistance_dtw
from dtaidistance import dtw_ndim
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist as rapidfuzz_cdist
from scipy.spatial.distance import cdist as scipy_cdist

from gramcheck.reference.d2ke import cdist, random_series, random_sets, random_strings

from .side_by_side import megabytes_beyond_output, ratio, slow


class LevenshteinDistances:
    """Strings over ACGT: n strings against m random strings, lengths of each."""

    param_names = ("size",)
    params = (
        [
            "2000 of 0-64 x 512 of 2-10",
            "2000 of 0-64 x 512 of 0-64",
            "2000 of 50-70 x 512 of 2-10",
            "2000 of 50-70 x 512 of 50-70",
            "500 of 200 x 500 of 200",
        ],
    )
    sizes = (
        (2000, (0, 64), 512, (2, 10)),
        (2000, (0, 64), 512, (0, 64)),
        (2000, (50, 70), 512, (2, 10)),
        (2000, (50, 70), 512, (50, 70)),
        (500, (200, 200), 500, (200, 200)),
    )

    def setup(self, size):
        rng = np.random.default_rng(1)
        n, lengths, m, random_lengths = dict(zip(self.params[0], self.sizes, strict=True))[size]
        self.X = random_strings(n, "ACGT", lengths, rng)
        self.Y = random_strings(m, "ACGT", random_lengths, rng)

    def ours(self):
        return cdist(self.X, self.Y, "levenshtein")

    def peer(self):
        return rapidfuzz_cdist(
            self.X, self.Y, scorer=Levenshtein.distance, dtype=np.int32, workers=1
        )

    def time_cdist(self, size):
        self.ours()

    def peakmem_cdist(self, size):
        self.ours()

    def track_ratio_to_rapidfuzz(self, size):
        return ratio(self.ours, self.peer)

    track_ratio_to_rapidfuzz.unit = "ours / rapidfuzz"

    def track_error(self, size):
        return int(np.abs(self.ours() - self.peer()).max())

    track_error.unit = "largest difference from rapidfuzz"


class RaggedLevenshtein(LevenshteinDistances):
    """As unequal in length as proteins: gamma distributed, cut off at 1000, mean about 400."""

    params = (["100 x 100", "200 x 200"],)

    def setup(self, size):
        rng = np.random.default_rng(7)
        n = int(size.split()[0])
        lengths = rng.gamma(2.5, 170, (2, n)).astype(int).clip(4, 1000)
        letters = list("ACDEFGHIKLMNPQRSTVWY")
        self.X, self.Y = (["".join(rng.choice(letters, k)) for k in side] for side in lengths)


class SpliceSizedLevenshtein:
    """As many strings as D2KE embeds at R = 4096 on the splice data: 3190 of length 60."""

    def setup(self):
        slow()
        rng = np.random.default_rng(2)
        self.X = random_strings(3190, "ACGT", (60, 60), rng)
        self.omegas = random_strings(4096, "ACGT", (2, 50), rng)

    def time_cdist(self):
        cdist(self.X, self.omegas, "levenshtein")

    def track_memory_beyond_output(self):
        return megabytes_beyond_output(lambda: cdist(self.X, self.omegas, "levenshtein"))

    track_memory_beyond_output.unit = "MB"


def dtaidistance_matrix(X, Y, window=None):
    """dtaidistance's own matrix in C, its strongest form."""
    both = [np.ascontiguousarray(series) for series in (*X, *Y)]
    block = ((0, len(X)), (len(X), len(X) + len(Y)))
    options = {"block": block, "parallel": False, "compact": True}
    if window is not None:
        options["window"] = window + 1  # it counts the diagonal
    if both[0].shape[1] > 1:
        compact = dtw_ndim.distance_matrix_fast(both, **options)
    else:
        flat = [series[:, 0].copy() for series in both]
        compact = dtaidistance_dtw.distance_matrix_fast(flat, only_triu=False, **options)
    return np.reshape(compact, (len(X), len(Y)))


class TimeWarping:
    """Series of Gaussian entries; (n, m, channels, shortest and longest of X, of Y)."""

    param_names = ("size",)
    params = (
        [
            "60 x 60, 1 channel, 100",
            "60 x 60, 3 channels, 100",
            "200 x 128, 3 channels, 109-205 and 2-50",
            "100 x 100, 22 channels, 45-136",
        ],
    )
    sizes = (
        (60, 60, 1, (100, 100), (100, 100)),
        (60, 60, 3, (100, 100), (100, 100)),
        (200, 128, 3, (109, 205), (2, 50)),
        (100, 100, 22, (45, 136), (45, 136)),
    )

    def setup(self, size):
        rng = np.random.default_rng(3)
        n, m, channels, long, short = dict(zip(self.params[0], self.sizes, strict=True))[size]
        self.X = random_series(n, channels, 1.0, long, rng)
        self.Y = random_series(m, channels, 1.0, short, rng)

    def ours(self):
        # dtaidistance takes squared differences, and the root at the end
        return np.sqrt(cdist(self.X, self.Y, "dtw", local_cost="sqeuclidean"))

    def peer(self):
        return dtaidistance_matrix(self.X, self.Y)

    def time_cdist(self, size):
        cdist(self.X, self.Y, "dtw")

    def peakmem_cdist(self, size):
        cdist(self.X, self.Y, "dtw")

    def track_ratio_to_dtaidistance(self, size):
        return ratio(self.ours, self.peer)

    track_ratio_to_dtaidistance.unit = "ours / dtaidistance"

    def track_error(self, size):
        return float(np.abs(self.ours() - self.peer()).max())

    track_error.unit = "largest difference from dtaidistance"


class WindowedTimeWarping:
    """Bands of 5 and 10 % of the length; (n, channels, length, window)."""

    param_names = ("size",)
    params = (["1 channel, 100, 5", "1 channel, 500, 50", "3 channels, 100, 10"],)
    sizes = ((60, 1, 100, 5), (20, 1, 500, 50), (60, 3, 100, 10))

    def setup(self, size):
        rng = np.random.default_rng(6)
        n, channels, length, self.window = dict(zip(self.params[0], self.sizes, strict=True))[size]
        self.X, self.Y = (random_series(n, channels, 1.0, (length,) * 2, rng) for _ in range(2))

    def ours(self):
        return np.sqrt(cdist(self.X, self.Y, "dtw", local_cost="sqeuclidean", window=self.window))

    def peer(self):
        return dtaidistance_matrix(self.X, self.Y, self.window)

    def track_ratio_to_dtaidistance(self, size):
        return ratio(self.ours, self.peer)

    track_ratio_to_dtaidistance.unit = "ours / dtaidistance"

    def track_error(self, size):
        return float(np.abs(self.ours() - self.peer()).max())

    track_error.unit = "largest difference from dtaidistance"


class TimeWarpingBesideAeon:
    """Beside aeon's numba code, whose first call compiles."""

    param_names = ("channels",)
    params = ([1, 3],)

    def setup(self, channels):
        slow()
        from aeon.distances import dtw_pairwise_distance

        rng = np.random.default_rng(4)
        self.X = random_series(60, channels, 1.0, (100, 100), rng)
        self.Y = random_series(60, channels, 1.0, (100, 100), rng)
        # aeon takes (n, channels, length)
        turned = [np.ascontiguousarray(np.swapaxes(side, 1, 2)) for side in (self.X, self.Y)]
        self.peer = lambda: dtw_pairwise_distance(*turned)

    def ours(self):
        return cdist(self.X, self.Y, "dtw", local_cost="sqeuclidean")

    def track_ratio_to_aeon(self, channels):
        return ratio(self.ours, self.peer)

    track_ratio_to_aeon.unit = "ours / aeon"

    def track_error(self, channels):
        return float(np.abs(self.ours() - self.peer()).max())

    track_error.unit = "largest difference from aeon"


class ModifiedHausdorff:
    """Sets of unit vectors, beside a loop over scipy's distances of points."""

    param_names = ("size",)
    params = (["200 x 256, dimension 128, 3-15", "60 x 60, dimension 128, 35-200"],)
    sizes = (
        (200, 256, 128, (3, 15)),
        (60, 60, 128, (35, 200)),
    )

    def setup(self, size):
        rng = np.random.default_rng(5)
        n, m, dimension, sizes = dict(zip(self.params[0], self.sizes, strict=True))[size]
        self.X = random_sets(n, dimension, sizes, rng)
        self.Y = random_sets(m, dimension, sizes, rng)

    def ours(self):
        return cdist(self.X, self.Y, "modified_hausdorff")

    def peer(self):
        def one(x, y):
            D = scipy_cdist(x, y)
            return max(D.min(axis=0).mean(), D.min(axis=1).mean())

        return np.array([[one(x, y) for y in self.Y] for x in self.X])

    def time_cdist(self, size):
        self.ours()

    def peakmem_cdist(self, size):
        self.ours()

    def track_ratio_to_scipy_loop(self, size):
        return ratio(self.ours, self.peer)

    track_ratio_to_scipy_loop.unit = "ours / loop of scipy.spatial.distance.cdist"

    def track_error(self, size):
        return float(np.abs(self.ours() - self.peer()).max())

    track_error.unit = "largest difference from scipy"
