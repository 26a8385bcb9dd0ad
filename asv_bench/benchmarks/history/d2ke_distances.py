"""Cross distances of whole collections; beside peers: `beside.distances`."""

import numpy as np

from gramcheck.reference.d2ke import cdist, random_series, random_strings

from .. import data
from ..side_by_side import megabytes_beyond_output, slow


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
        self.X = random_strings(n, data.DNA, lengths, rng)
        self.Y = random_strings(m, data.DNA, random_lengths, rng)

    def time_cdist(self, size):
        cdist(self.X, self.Y, "levenshtein")

    def peakmem_cdist(self, size):
        cdist(self.X, self.Y, "levenshtein")


class SpliceSizedLevenshtein:
    """As many strings as D2KE embeds at R = 4096 on the splice data: 3190 of length 60."""

    def setup(self):
        slow()
        rng = np.random.default_rng(2)
        self.X = random_strings(3190, data.DNA, (60, 60), rng)
        self.omegas = random_strings(4096, data.DNA, (2, 50), rng)

    def time_cdist(self):
        cdist(self.X, self.omegas, "levenshtein")

    def track_memory_beyond_output(self):
        return megabytes_beyond_output(lambda: cdist(self.X, self.omegas, "levenshtein"))

    track_memory_beyond_output.unit = "MB"


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

    def time_cdist(self, size):
        cdist(self.X, self.Y, "dtw")

    def peakmem_cdist(self, size):
        cdist(self.X, self.Y, "dtw")
