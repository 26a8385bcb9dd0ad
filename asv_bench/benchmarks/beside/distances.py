"""Distances of whole collections beside the libraries that people use for them.

The numbers in a name are the sizes: how many objects on each side, how long, how many channels, how
wide a window. A limit is known for series of one channel: five operations in each cell of each
table, each a pass. Those of several channels are compared by a product of matrices, strings by
bits of pairs or of rows, sets by a product, of which no such count is honest.
"""

import re

import numpy as np
import ot
from aeon.distances import dtw_pairwise_distance
from scipy.spatial.distance import cdist as scipy_cdist

from gramcheck.reference.d2ke import cdist, random_sets
from gramcheck.verify.definitions import d2ke as by_definition

from .. import data, loops, peers
from ..side_by_side import FEW, Beside, Case, second_of_a_pass


def cells(X, Y):
    """Entries of the tables of all pairs."""
    return sum(map(len, X)) * sum(map(len, Y))


class Levenshtein(Beside):
    peer_name = "rapidfuzz"
    kinds = {
        "uniform DNA": (data.DNA, 500, (8, 16, 30, 60, 64, 65)),
        "uniform protein": (data.AMINO_ACIDS, 500, (8, 16, 30, 60, 64, 65)),
        "long DNA": (data.DNA, 100, (130, 200, 500, 1000)),
    }
    sizes = {
        f"{kind}, {n} of {length}": (letters, n, length)
        for kind, (letters, n, lengths) in kinds.items()
        for length in lengths
    }
    ragged = {f"protein lengths, {n}": n for n in (100, 200)}
    params = ([*sizes, *ragged, "sentences, 140 x 139"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        if name in self.ragged:
            X, Y = (data.protein_like(self.ragged[name], seed) for seed in (1, 2))
        elif name in self.sizes:
            letters, n, length = self.sizes[name]
            X, Y = (data.uniform(n, letters, length, seed) for seed in (1, 2))
        else:
            X, Y = data.sentences()[::2], data.sentences()[1::2]
        x, y = max(X, key=len)[:FEW], max(Y, key=len)[:FEW]
        return Case(
            ours=lambda: cdist(X, Y, "levenshtein"),
            peer=lambda: peers.rapidfuzz_matrix(X, Y),
            plain=lambda: by_definition.levenshtein(x, y),
            share=len(x) * len(y) / cells(X, Y),
        )


def series(name):
    """X, Y and window of "n of length[-longest], c ch.[, window w]..."."""
    n, length, longest, channels, window = re.match(
        r"(\d+) of (\d+)(?:-(\d+))?, (\d+) ch.(?:, window (\d+))?", name
    ).groups()
    lengths = (int(length), int(longest)) if longest else int(length)
    X, Y = (data.noise(int(n), lengths, int(channels), seed) for seed in (1, 2))
    return X, Y, window and int(window)


def cells_inside(X, Y, window):
    """Entries of the tables of all pairs that are in the window, max(window, |n - m|) each way."""
    n, m = (np.array([len(s) for s in side]) for side in (X, Y))
    n, m = np.minimum.outer(n, m), np.maximum.outer(n, m)
    if window is None:
        return np.sum(n * m)
    band = np.maximum(window, m - n)
    above, below = np.minimum(band, n - 1), np.minimum(band, m - 1)  # what the corners cut off
    outside = (n - 1 - above) * (n - above) + (m - 1 - below) * (m - below)
    return np.sum(n * m - outside // 2)


class TimeWarping(Beside):
    """Squared differences; dtaidistance takes the root at the end."""

    peer_name = "dtaidistance"
    note = (
        "Where lengths differ and there is a window, dtaidistance's band is another one, wider on "
        "one side: those distances differ. The next table has a peer with ours."
    )
    tolerance = 1e-12
    not_comparable = ("40 of 20-200, 1 ch., window 10", "40 of 90-110, 3 ch., window 10")
    params = (
        [
            "60 of 20, 1 ch.",
            "60 of 100, 1 ch.",
            "20 of 500, 1 ch.",
            "10 of 1000, 1 ch.",
            "40 of 20-200, 1 ch.",
            "60 of 20, 3 ch.",
            "60 of 100, 3 ch.",
            "16 of 500, 3 ch.",
            "40 of 90-110, 3 ch.",
            "40 of 100, 22 ch.",
            "60 of 100, 1 ch., window 5",
            "60 of 100, 1 ch., window 10",
            "20 of 500, 1 ch., window 25",
            "20 of 500, 1 ch., window 50",
            "60 of 100, 3 ch., window 10",
            "16 of 500, 3 ch., window 25",
            "40 of 20-200, 1 ch., window 10",
            "40 of 90-110, 3 ch., window 10",
            "digits, 80 of 64, 1 ch.",
            "digits, 200 of 8, 8 ch.",
        ],
    )

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        if name.startswith("digits"):
            channels, window = (1 if name.endswith("1 ch.") else 8), None
            images = data.digits(160 if channels == 1 else 400, channels)
            X, Y = images[::2], images[1::2]
        else:
            X, Y, window = series(name)
        channels, inside = X[0].shape[1], cells_inside(X, Y, window)
        x, y = X[0][:FEW], Y[0][:FEW]
        return Case(
            ours=lambda: np.sqrt(cdist(X, Y, "dtw", local_cost="sqeuclidean", window=window)),
            peer=lambda: peers.dtaidistance_matrix(X, Y, window),
            plain=lambda: by_definition.dtw(x, y, "sqeuclidean"),
            share=len(x) * len(y) / inside,
            limit=(lambda: 5 * inside * second_of_a_pass()) if channels == 1 else None,
        )


class TimeWarpingInNumba(Beside):
    tolerance = 1e-12
    note = (
        "The loop has two rows of a table, and the band of the definition for series of unequal "
        "lengths, too, which neither aeon nor dtaidistance has."
    )
    params = (
        [
            "60 of 100, 1 ch., aeon",
            "60 of 100, 3 ch., aeon",
            "60 of 100, 1 ch., loop in numba",
            "60 of 100, 3 ch., loop in numba",
            "60 of 100, 1 ch., window 10, loop in numba",
            "40 of 20-200, 1 ch., window 10, loop in numba",
            "40 of 90-110, 1 ch., window 10, loop in numba",
            "40 of 90-110, 3 ch., window 10, loop in numba",
        ],
    )

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        X, Y, window = series(name)
        if name.endswith("aeon"):
            turned = [np.ascontiguousarray(np.swapaxes(side, 1, 2)) for side in (X, Y)]
        band = max(map(len, [*X, *Y])) if window is None else window
        return Case(
            ours=lambda: cdist(X, Y, "dtw", local_cost="sqeuclidean", window=window),
            peer=lambda: (
                dtw_pairwise_distance(*turned)
                if name.endswith("aeon")
                else loops.warped(X, Y, band)
            ),
        )


class ModifiedHausdorff(Beside):
    """Each set against all points of the other side: squares, minima, roots of the minima."""

    tolerance = 1e-12
    sizes = {"200 x 256 of 3-15": (200, 256, (3, 15)), "60 x 60 of 35-200": (60, 60, (35, 200))}
    squares = {
        "SciPy": lambda X, points: (scipy_cdist(x, points, "sqeuclidean") for x in X),
        "POT": lambda X, points: (ot.dist(x, points) for x in X),
        "one product": peers.squares_by_product,
    }
    params = ([f"{size}, {peer}" for size in sizes for peer in ("SciPy", "POT", "one product")],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        size, peer = name.rsplit(", ", 1)
        n, m, sizes = self.sizes[size]
        rng = np.random.default_rng(1)
        X, Y = random_sets(n, 128, sizes, rng), random_sets(m, 128, sizes, rng)
        x, y = X[0][:FEW], Y[0][:FEW]
        return Case(
            ours=lambda: cdist(X, Y, "modified_hausdorff"),
            peer=lambda: peers.hausdorff_set_by_set(X, Y, self.squares[peer]),
            plain=lambda: by_definition.modified_hausdorff(x, y),
            share=len(x) * len(y) / cells(X, Y),
        )
