"""How the time grows, beside what the papers say: the slope of log seconds over log size."""

import numpy as np

from gramcheck.reference.d2ke import cdist
from gramcheck.reference.kcr import project
from gramcheck.reference.sfm import (
    cgk_embed,
    characteristic_vectors,
    global_alignment_kernel,
    laplacian_kernel,
    local_alignment_kernel,
    sample_hash,
    sfm,
)

from . import data
from .side_by_side import seconds

REPEATS = 3


def strings(n, length):
    return data.uniform(n, data.AMINO_ACIDS, length, 1)


def levenshtein(length):
    X = strings(60, length)
    return lambda: cdist(X, X, "levenshtein")


def warping(length):
    X = data.noise(20, length, 1, 1)
    return lambda: cdist(X, X, "dtw")


def global_alignment(length):
    X = data.noise(12, length, 1, 1)
    return lambda: global_alignment_kernel(X, X, 2.0)


def local_alignment(length):
    X = strings(12, length)
    return lambda: local_alignment_kernel(X, X)


def parsing(n):
    X = strings(n, 400)
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


# what grows, what the paper (for projections: linear algebra) says, from small to large
GROWTHS = {
    "Levenshtein, length": (levenshtein, 2, (400, 800, 1600)),
    "DTW, length": (warping, 2, (100, 200, 400)),
    "GAK, length": (global_alignment, 2, (100, 200, 400)),
    "LAK, length": (local_alignment, 2, (100, 200, 400)),
    "ESP, strings": (parsing, 1, (500, 1000, 2000)),
    "CGK, length": (embedding, 1, (1000, 2000, 4000)),
    "SFM, features": (features, 1, (256, 512, 1024)),
    "Laplacian kernel, strings": (exact_kernel, 2, (100, 200, 400)),
    "projection of KCR, patterns": (projection, 3, (200, 400, 800)),
}


class Growth:
    param_names = ("of",)
    params = ([*GROWTHS],)
    timeout = 300

    def track_exponent(self, of):
        make, _, sizes = GROWTHS[of]
        times = []
        for size in sizes:
            function = make(size)
            function()
            times.append(min(seconds(function) for _ in range(REPEATS)))
        return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])

    track_exponent.unit = "slope of log seconds over log size"

    def track_claimed(self, of):
        return GROWTHS[of][1]

    track_claimed.unit = "exponent that is claimed"
