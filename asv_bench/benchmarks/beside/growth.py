"""How time and memory grow, beside what the papers say: slopes of their logarithms over the size's.

Sizes go as far as a run of some minutes allows; the largest are four times the smallest.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gramcheck.reference.d2ke import cdist, feature_map, random_sets
from gramcheck.reference.kcr import project
from gramcheck.reference.sfm import (
    cgk_embed,
    characteristic_vectors,
    global_alignment_kernel,
    laplacian_kernel,
    local_alignment_kernel,
    mismatch_kernel,
    sample_hash,
    sfm,
)

from . import data
from .side_by_side import ENOUGH, megabytes_beyond_output, seconds

REPEATS = 3


def strings(n, length):
    return data.uniform(n, data.AMINO_ACIDS, length, 1)


def levenshtein(length):
    X = strings(40, length)
    return lambda: cdist(X, X, "levenshtein")


def warping(length):
    X = data.noise(8, length, 1, 1)
    return lambda: cdist(X, X, "dtw")


def hausdorff(points):
    rng = np.random.default_rng(1)
    X, Y = (random_sets(20, 128, (points, points), rng) for _ in range(2))
    return lambda: cdist(X, Y, "modified_hausdorff")


def features_of_strings(n, R):
    X, omegas = strings(n, 60), strings(R, 30)
    return lambda: feature_map(X, omegas, 0.1, "levenshtein")


def global_alignment(length):
    X = data.noise(8, length, 1, 1)
    return lambda: global_alignment_kernel(X, X, 4.0)  # no pair has to be redone in logarithms


def local_alignment(length):
    X = strings(12, length)
    return lambda: local_alignment_kernel(X, X)


def mismatch(length):
    X = data.uniform(20, data.DNA, length, 1)
    return lambda: mismatch_kernel(X, X, 5, 1, alphabet=data.DNA)


def parsing(n, length):
    X = strings(n, length)
    return lambda: characteristic_vectors(X)


def embedding(length):
    X = strings(100, length)
    return lambda: cgk_embed(X, np.random.default_rng(1))


def features(D):
    V, _ = characteristic_vectors(strings(100, 400))
    arrays = sample_hash(V.shape[1], np.random.default_rng(1))
    return lambda: sfm(V, D, 100.0, *arrays)


def exact_kernel(n):
    V, _ = characteristic_vectors(data.uniform(n, data.DNA, 100, 1))
    return lambda: laplacian_kernel(V, V, 100.0)


def projection(n):
    S = np.random.default_rng(1).normal(size=(n, n))
    return lambda: project(S + S.T)


class Of(NamedTuple):
    """What grows: a function of each size, the exponent that the paper or linear algebra claims.

    ``why`` is the reason for another exponent, which the page says if there is one. ``memory``
    counts what is allocated beyond the result instead of seconds.
    """

    make: Callable
    claimed: int
    sizes: tuple[int, int, int]
    why: str = ""
    memory: bool = False

    def cost(self, size):
        function = self.make(size)
        function()
        if self.memory:
            return megabytes_beyond_output(function)
        times = [seconds(function) for _ in range(REPEATS)]
        while sum(times) < ENOUGH:
            times.append(seconds(function))
        return min(times)


GROWTHS = {
    "Levenshtein, length": Of(levenshtein, 2, (800, 1600, 3200)),
    "DTW, length": Of(warping, 2, (400, 800, 1600)),
    "Hausdorff distance, points": Of(hausdorff, 2, (100, 200, 400)),
    "D2KE, strings": Of(lambda n: features_of_strings(n, 512), 1, (1000, 2000, 4000)),
    "D2KE, R": Of(lambda R: features_of_strings(1000, R), 1, (512, 1024, 2048)),
    "GAK, length": Of(global_alignment, 2, (400, 800, 1600)),
    "LAK, length": Of(local_alignment, 2, (400, 800, 1600)),
    "mismatch kernel, length": Of(mismatch, 1, (4000, 8000, 16000)),
    "ESP, strings": Of(lambda n: parsing(n, 400), 1, (500, 1000, 2000)),
    "ESP, length": Of(lambda length: parsing(20, length), 1, (10000, 20000, 40000)),
    "CGK, length": Of(embedding, 1, (1000, 2000, 4000)),
    "SFM, features": Of(features, 1, (256, 512, 1024)),
    "SFM, features: memory": Of(features, 0, (256, 1024, 4096), memory=True),
    "ESP, length: memory": Of(
        lambda length: parsing(20, length), 1, (10000, 20000, 40000), memory=True
    ),
    "Laplacian kernel, strings": Of(exact_kernel, 2, (400, 800, 1600)),
    "projection of KCR, patterns": Of(
        projection, 3, (400, 800, 1600), "one eigh of LAPACK has the same at these sizes"
    ),
}


class Growth:
    param_names = ("of",)
    params = ([*GROWTHS],)
    timeout = 300

    @staticmethod
    def reasons():
        """Why the exponent of each may be another."""
        return {name: growth.why for name, growth in GROWTHS.items()}

    def track_exponent(self, of):
        growth = GROWTHS[of]
        costs = [growth.cost(size) for size in growth.sizes]
        return float(np.polyfit(np.log(growth.sizes), np.log(costs), 1)[0])

    track_exponent.unit = "slope of the logarithm over that of the size"

    def track_claimed(self, of):
        return GROWTHS[of].claimed

    track_claimed.unit = "exponent that is claimed"
