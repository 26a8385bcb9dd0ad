"""How time and memory grow, beside what the papers say: slopes of their logarithms over the size's.

Four sizes, the largest eight times the smallest, as far as a run of some minutes allows.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gramcheck.reference.d2ke import cdist, feature_map, knn_predict, random_sets
from gramcheck.reference.idealized import learn_metric
from gramcheck.reference.kcr import gaussian_kernel, project, solve_by_splitting
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

from .. import data
from ..side_by_side import Family, attempted, figure, megabytes_beyond_output, seconds

LEAST = 3  # calls of which the fastest counts
ENOUGH = 0.2  # seconds of all calls, unless the least of them take longer


def strings(n, length):
    return data.uniform(n, data.AMINO_ACIDS, length, 1)


def levenshtein(length):
    X = strings(30, length)
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


def nearest(n):
    """Labels of 200 objects by the nearest of n."""
    rng = np.random.default_rng(1)
    D, y = rng.random((200, n)), rng.integers(3, size=n)
    return lambda: knn_predict(D, y, 5)


def global_alignment(n, length):
    X = data.noise(n, length, 1, 1)
    return lambda: global_alignment_kernel(X, X, 4.0)  # no pair has to be redone in logarithms


def local_alignment(n, length):
    X = strings(n, length)
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


def features(n, D):
    """Of n strings, in proportion to which there are nonzeros, in one number of columns."""
    V, _ = characteristic_vectors(strings(1600, 200))
    arrays = sample_hash(V.shape[1], np.random.default_rng(1))
    few = V[:n]
    return lambda: sfm(few, D, 100.0, *arrays)


def exact_kernel(n):
    V, _ = characteristic_vectors(data.uniform(n, data.DNA, 100, 1))
    return lambda: laplacian_kernel(V, V, 100.0)


def metric(pairs):
    X, S, D = data.problem(pairs, 120, 11, seed=1)
    return lambda: learn_metric(X, S, D, **data.CONSTANTS)


def rule(n):
    """Ten iterations, so that what is seen is the cost of one."""
    X, y = data.patterns(n)
    K = gaussian_kernel(X)
    return lambda: solve_by_splitting(K, y, 1.0, tol=1e-9, max_iterations=10)


def projection(n):
    S = np.random.default_rng(1).normal(size=(n, n))
    return lambda: project(S + S.T)


class Of(NamedTuple):
    """What grows: a function of each size, the exponent that is claimed, and where it is.

    ``why`` is the reason for another exponent, which the page says if there is one. ``memory``
    counts what is allocated beyond the result instead of seconds.
    """

    make: Callable
    claimed: int
    claim: str
    sizes: tuple[int, ...]
    why: str = ""
    memory: bool = False

    def cost(self, size):
        function = self.make(size)
        function()
        if self.memory:
            return megabytes_beyond_output(function)
        times = [seconds(function) for _ in range(LEAST)]
        while sum(times) < ENOUGH:
            times.append(seconds(function))
        return min(times)

    def measured(self):
        costs = [self.cost(size) for size in self.sizes]
        return slope(self.sizes, costs) | {f"cost_{k}": cost for k, cost in enumerate(costs)}


def slope(sizes, costs):
    """Of the logarithms by least squares, and its standard error."""
    x, y = np.log(sizes), np.log(costs)
    x, y = x - x.mean(), y - y.mean()
    exponent = x @ y / (x @ x)
    left = y - exponent * x
    deviation = np.sqrt(left @ left / (len(x) - 2) / (x @ x))
    return {"exponent": float(exponent), "standard_error": float(deviation)}


def doubled(size):
    return tuple(size * 2**k for k in range(4))


D2KE = "D2KE, Section 5"
TABLE_1 = "SFM, Table I"
DEFINITION = "by definition"
GROWTHS = {
    "Levenshtein, length": Of(levenshtein, 2, D2KE, doubled(400)),
    "DTW, length": Of(warping, 2, D2KE, doubled(200)),
    "Hausdorff distance, points": Of(hausdorff, 2, DEFINITION, doubled(100)),
    "D2KE, strings": Of(lambda n: features_of_strings(n, 512), 1, D2KE, doubled(500)),
    "D2KE, R": Of(lambda R: features_of_strings(1000, R), 1, D2KE, doubled(256)),
    "nearest neighbors, objects": Of(nearest, 1, DEFINITION, doubled(2000)),
    "GAK, strings": Of(lambda n: global_alignment(n, 100), 2, TABLE_1, doubled(16)),
    "GAK, length": Of(lambda length: global_alignment(8, length), 2, TABLE_1, doubled(200)),
    "LAK, strings": Of(lambda n: local_alignment(n, 100), 2, TABLE_1, doubled(32)),
    "LAK, length": Of(lambda length: local_alignment(8, length), 2, TABLE_1, doubled(200)),
    "mismatch kernel, length": Of(mismatch, 1, DEFINITION, doubled(4000)),
    "ESP, strings": Of(lambda n: parsing(n, 400), 1, "SFM, Appendix A-B", doubled(500)),
    "ESP, length": Of(lambda length: parsing(20, length), 1, "SFM, Appendix A-B", doubled(10_000)),
    "CGK, length": Of(embedding, 1, TABLE_1, doubled(500)),
    "SFM, features": Of(lambda D: features(100, D), 1, "SFM, Section IV", doubled(128)),
    "SFM, nonzeros": Of(lambda n: features(n, 128), 1, "SFM, Section IV, errata/S19", doubled(200)),
    "SFM, features: memory": Of(
        lambda D: features(100, D), 0, "SFM, Section IV", doubled(256), memory=True
    ),
    "ESP, length: memory": Of(
        lambda length: parsing(20, length), 1, TABLE_1, doubled(5000), memory=True
    ),
    "Laplacian kernel, strings": Of(exact_kernel, 2, DEFINITION, doubled(400)),
    "idealized metric, pairs": Of(metric, 1, "by the rank of the Hessian", doubled(800)),
    "iteration of KCR, patterns": Of(
        rule,
        3,
        "KCR, Section 4.1, errata/C16",
        doubled(75),
        "at 600 patterns operations on n^2 pairs take two thirds of it",
    ),
    "projection of KCR, patterns": Of(
        projection,
        3,
        "KCR, Section 4.1",
        doubled(200),
        "one eigh of LAPACK has the same at these sizes",
    ),
}


def cost_at(k):
    """What follows the cost at one of the sizes."""

    def track(self, figures, name):
        return figure(figures[name], f"cost_{k}")

    track.unit = "s, or MB beyond the output"
    return track


class Growth(Family):
    note = (
        "The exponent is of four sizes, then of the largest two alone: smaller ones have more of "
        "what calls cost whatever the size. A reason is due where both differ from the claim by "
        "more than 0.2."
    )
    needed = "exponent"  # what a case cannot do without
    of = GROWTHS
    params = ([*GROWTHS],)

    def setup_cache(self):
        return {name: attempted(growth.measured) for name, growth in GROWTHS.items()}

    track_cost_0, track_cost_1, track_cost_2, track_cost_3 = map(cost_at, range(4))

    def track_exponent(self, figures, name):
        return figure(figures[name], "exponent")

    track_exponent.unit = "slope of the logarithm over that of the size"

    def track_standard_error(self, figures, name):
        return figure(figures[name], "standard_error")

    track_standard_error.unit = "of the slope"
