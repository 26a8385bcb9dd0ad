"""Distances and kernels of whole collections beside the libraries that people use for them.

The numbers in a name are the sizes: how many objects on each side, how long, how many channels, how
wide a window. Passes are the operations of the recurrence in each cell of each table: of a column
of 64 rows for Levenshtein (twelve), of a cell elsewhere.
"""

import numpy as np
import ot
from aeon.distances import dtw_pairwise_distance
from scipy.spatial.distance import cdist as scipy_cdist
from tslearn.metrics import cdist_gak

from gramcheck.reference.d2ke import cdist, random_sets
from gramcheck.reference.sfm import (
    global_alignment_kernel,
    local_alignment_kernel,
    mismatch_kernel,
)
from gramcheck.verify.definitions import d2ke as d2ke_by_definition
from gramcheck.verify.definitions import sfm as sfm_by_definition

from . import data, peers
from .side_by_side import Beside, Case

FEW = 16  # length to which objects are cut for the definition


def cells(X, Y):
    """Entries of the tables of all pairs."""
    return sum(map(len, X)) * sum(map(len, Y))


class Levenshtein(Beside):
    peer_name = "rapidfuzz"
    kinds = {
        "uniform DNA": (data.DNA, 500, (8, 16, 30, 60, 64)),
        "uniform protein": (data.AMINO_ACIDS, 500, (8, 16, 30, 60, 64)),
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
        columns = sum(map(len, Y)) * sum(-(-len(x) // 64) for x in X)
        return Case(
            ours=lambda: cdist(X, Y, "levenshtein"),
            peer=lambda: peers.rapidfuzz_matrix(X, Y),
            plain=lambda: d2ke_by_definition.levenshtein(x, y),
            share=len(x) * len(y) / cells(X, Y),
            passes=12 * columns,
        )


class TimeWarping(Beside):
    """Squared differences; dtaidistance takes the root at the end."""

    peer_name = "dtaidistance"
    sizes = {
        f"{n} of {length}, {channels} ch." + (f", window {window}" if window else ""): (
            n,
            length,
            channels,
            window,
        )
        for n, length, channels, window in (
            (60, 20, 1, None),
            (60, 100, 1, None),
            (20, 500, 1, None),
            (10, 1000, 1, None),
            (60, 20, 3, None),
            (60, 100, 3, None),
            (16, 500, 3, None),
            (40, 100, 22, None),
            (60, 100, 1, 5),
            (60, 100, 1, 10),
            (20, 500, 1, 25),
            (20, 500, 1, 50),
            (60, 100, 3, 10),
            (16, 500, 3, 25),
        )
    }
    params = ([*sizes, "digits, 80 of 64, 1 ch.", "digits, 200 of 8, 8 ch."],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        window = None
        if name in self.sizes:
            n, length, channels, window = self.sizes[name]
            X, Y = (data.noise(n, length, channels, seed) for seed in (1, 2))
        else:
            channels = 1 if name.endswith("1 ch.") else 8
            X, Y = np.split(np.array(data.digits(160 if channels == 1 else 400, channels)), 2)
            X, Y = list(X), list(Y)
        length = len(X[0])
        inside = length**2 if window is None else length * (2 * window + 1) - window * (window + 1)
        return Case(
            ours=lambda: np.sqrt(cdist(X, Y, "dtw", local_cost="sqeuclidean", window=window)),
            peer=lambda: peers.dtaidistance_matrix(X, Y, window),
            plain=lambda: d2ke_by_definition.dtw(X[0][:FEW], Y[0][:FEW], "sqeuclidean"),
            share=min(FEW, length) ** 2 / (len(X) * len(Y) * inside),
            passes=len(X) * len(Y) * inside * (3 * channels + 2),
        )


class TimeWarpingInNumba(Beside):
    peer_name = "aeon"
    sizes = {"60 of 100, 1 ch.": (60, 100, 1), "60 of 100, 3 ch.": (60, 100, 3)}
    params = ([*sizes],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        X, Y = (data.noise(*self.sizes[name], seed) for seed in (1, 2))
        turned = [np.ascontiguousarray(np.swapaxes(side, 1, 2)) for side in (X, Y)]
        return Case(
            ours=lambda: cdist(X, Y, "dtw", local_cost="sqeuclidean"),
            peer=lambda: dtw_pairwise_distance(*turned),
        )


class ModifiedHausdorff(Beside):
    """Both peers have all distances of points in one table."""

    peer_name = "SciPy, POT"
    sizes = {"200 x 256 of 3-15": (200, 256, (3, 15)), "60 x 60 of 35-200": (60, 60, (35, 200))}
    params = ([f"{size}, {peer}" for size in sizes for peer in ("SciPy", "POT")],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        size, peer = name.rsplit(", ", 1)
        n, m, sizes = self.sizes[size]
        rng = np.random.default_rng(1)
        X, Y = random_sets(n, 128, sizes, rng), random_sets(m, 128, sizes, rng)

        def by_product(x, y):
            return np.sqrt(ot.dist(x, y))

        distances = scipy_cdist if peer == "SciPy" else by_product
        return Case(
            ours=lambda: cdist(X, Y, "modified_hausdorff"),
            peer=lambda: peers.hausdorff_by_one_product(X, Y, distances),
            plain=lambda: d2ke_by_definition.modified_hausdorff(X[0], Y[0]),
            share=len(X[0]) * len(Y[0]) / cells(X, Y),
        )


class GlobalAlignment(Beside):
    peer_name = "tslearn"
    sizes = {
        f"{n} of {length}, {channels} ch.": (n, length, channels)
        for n, length, channels in (
            (30, 50, 1),
            (20, 100, 1),
            (20, 200, 1),
            (30, 50, 3),
            (20, 200, 3),
        )
    }
    params = ([*sizes],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        n, length, channels = self.sizes[name]
        X, sigma = data.noise(n, length, channels, 1), 2.0 if channels == 1 else 3.0
        together = np.array(X)
        pairs = n * (n + 1) / 2
        x, y = X[0][:FEW], X[1][:FEW]
        return Case(
            ours=lambda: global_alignment_kernel(X, X, sigma),
            peer=lambda: cdist_gak(together, sigma=sigma),
            plain=lambda: sfm_by_definition.global_alignment_kernel_by_recursion(x, y, sigma),
            share=FEW**2 / (pairs * length**2),
            passes=pairs * length**2 * (3 * channels + 6),
        )


class LocalAlignment(Beside):
    """No library has it; a pass a cell, so that the distance from the limit counts passes."""

    peer_name = "none"
    params = (["40 proteins of 150", "10 proteins of 600"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        n, length = (int(word) for word in name.split() if word.isdigit())
        X = data.uniform(n, data.AMINO_ACIDS, length, 1)
        pairs = n * (n + 1) / 2
        x, y = X[0][:FEW], X[1][:FEW]
        return Case(
            ours=lambda: local_alignment_kernel(X, X),
            peer=None,
            plain=lambda: sfm_by_definition.local_alignment_log_kernel(x, y),
            share=FEW**2 / (pairs * length**2),
            passes=pairs * length**2,
        )


class Mismatch(Beside):
    """(5, 1)-mismatch kernel beside sparse features times themselves."""

    peer_name = "sparse features"
    sizes = {"200 of 100": (200, 100), "40 of 1000": (40, 1000), "200 of 1000": (200, 1000)}
    params = ([*sizes],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        n, length = self.sizes[name]
        X = data.uniform(n, data.DNA, length, 1)
        x, y = X[0][:FEW], X[1][:FEW]
        return Case(
            ours=lambda: mismatch_kernel(X, X, 5, 1, alphabet=data.DNA),
            peer=lambda: peers.mismatch_by_features(X, data.DNA, 5),
            plain=lambda: sfm_by_definition.mismatch_kernel(x, y, 5, 1, data.DNA),
            share=2 * FEW / (n * n * 2 * length),
        )
