"""Kernels, features and parsing of whole collections beside libraries, or programs of our own.

The numbers in a name are the sizes: how many objects, how long, how many channels. Passes are the
operations of the recurrence in each cell of each table.
"""

import numpy as np
from scipy.spatial.distance import pdist, squareform
from tslearn.metrics import cdist_gak
from tslearn.utils import to_time_series_dataset

from gramcheck.reference.sfm import (
    characteristic_vectors,
    global_alignment_kernel,
    hash_cauchy,
    laplacian_kernel,
    local_alignment_kernel,
    mismatch_kernel,
    rff,
    sample_hash,
    sfm,
)
from gramcheck.verify.definitions import sfm as by_definition

from . import data, peers
from .side_by_side import Beside, Case

BETA = 100.0
FEW = 16  # length to which objects are cut for the definition


def cells_of_pairs(X):
    """Entries of the tables of all pairs of one collection, each pair once."""
    lengths = np.array([len(x) for x in X])
    return (lengths.sum() ** 2 + np.square(lengths).sum()) / 2


class GlobalAlignment(Beside):
    """K grows like 5.8 to the length, and its bandwidth keeps it below 1e308 where it can.

    Beyond, from some 400 points on at larger bandwidths, tslearn does the work a second time in
    logarithms: that is a case of its own.
    """

    peer_name = "tslearn"
    note = (
        "K grows like 5.8 to the length. Where it leaves float64, tslearn computes it again in "
        "logarithms, which takes it several times as long; sigma prevents that in all cases but "
        "the one that is named so."
    )
    sizes = {  # objects, length or lengths, channels, sigma
        "30 of 50, 1 ch.": (30, 50, 1, 2.0),
        "20 of 100, 1 ch.": (20, 100, 1, 2.0),
        "20 of 200, 1 ch.": (20, 200, 1, 2.0),
        "8 of 500, 1 ch.": (8, 500, 1, 2.0),
        "4 of 1000, 1 ch.": (4, 1000, 1, 0.8),
        "4 of 1000, 1 ch., beyond float64": (4, 1000, 1, 2.0),
        "30 of 20-200, 1 ch.": (30, (20, 200), 1, 2.0),
        "30 of 50, 3 ch.": (30, 50, 3, 3.0),
        "20 of 200, 3 ch.": (20, 200, 3, 3.0),
    }
    params = ([*sizes, "digits, 40 of 64, 1 ch.", "digits, 60 of 8, 8 ch."],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        if name in self.sizes:
            n, lengths, channels, sigma = self.sizes[name]
            X = data.noise(n, lengths, channels, 1)
        else:
            n, channels, sigma = (40, 1, 8.0) if name.endswith("1 ch.") else (60, 8, 20.0)
            X = data.digits(n, channels)
        together = to_time_series_dataset(X)
        x, y = X[0][:FEW], X[1][:FEW]
        return Case(
            ours=lambda: global_alignment_kernel(X, X, sigma),
            peer=lambda: cdist_gak(together, sigma=sigma),
            plain=lambda: by_definition.global_alignment_kernel_by_recursion(x, y, sigma),
            share=len(x) * len(y) / cells_of_pairs(X),
            passes=cells_of_pairs(X) * (3 * X[0].shape[1] + 6),
        )


class LocalAlignment(Beside):
    """A pass a cell, so that the distance from the limit counts passes."""

    note = "No library has it. The limit is one pass a cell: the last column counts passes."
    params = (
        [
            "40 proteins of 150",
            "10 proteins of 600",
            "4 proteins of 1000",
            "protein lengths, 30",
            "protein lengths, 60",
        ],
    )

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        sizes = [int(word) for word in name.split() if word.isdigit()]
        if name.startswith("protein lengths"):
            X = data.protein_like(*sizes, seed=1)
        else:
            X = data.uniform(sizes[0], data.AMINO_ACIDS, sizes[1], 1)
        x, y = X[0][:FEW], X[1][:FEW]
        return Case(
            ours=lambda: local_alignment_kernel(X, X),
            peer=None,
            plain=lambda: by_definition.local_alignment_log_kernel(x, y),
            share=len(x) * len(y) / cells_of_pairs(X),
            passes=cells_of_pairs(X),
        )


class Mismatch(Beside):
    """(5, 1)-mismatch kernel, of proteins (3, 1), beside sparse features times themselves."""

    peer_name = "sparse features"
    collections = {
        "200 of 100": lambda: data.uniform(200, data.DNA, 100, 1),
        "40 of 1000": lambda: data.uniform(40, data.DNA, 1000, 1),
        "200 of 1000": lambda: data.uniform(200, data.DNA, 1000, 1),
        "200 of 20-1000": lambda: data.ragged(200, data.DNA, 20, 1000, 1),
        "protein lengths, 100": lambda: data.protein_like(100, 1),
    }
    params = ([*collections],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        X = self.collections[name]()
        letters, k = (data.AMINO_ACIDS, 3) if "protein" in name else (data.DNA, 5)
        x, y = X[0][:FEW], X[1][:FEW]
        return Case(
            ours=lambda: mismatch_kernel(X, X, k, 1, alphabet=letters),
            peer=lambda: peers.mismatch_by_features(X, letters, k),
            plain=lambda: by_definition.mismatch_kernel(x, y, k, 1, letters),
            share=(len(x) + len(y)) / (2 * len(X) * sum(map(len, X))),
        )


class StoredMatrix(Beside):
    """SFM beside the matrix that it does without: as rff takes it, and in its fastest layout.

    A number of the matrix costs a tangent, 2 passes of hashing and 3 of arithmetic; the definition
    computes one for each string again.
    """

    peer_name = "SciPy, stored matrix"
    layouts = ("D = 128, rff", "D = 512, rff", "D = 128, by rows", "D = 512, by rows")
    params = ([*layouts, "protein lengths, D = 512, by rows"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        size, layout = name.split("D = ")[1].split(", ")
        D = int(size)
        if name in self.layouts:
            strings = data.uniform(300, data.AMINO_ACIDS, 400, 1)
        else:
            strings = data.protein_like(300, 1)
        V, _ = characteristic_vectors(strings)
        arrays = sample_hash(V.shape[1], np.random.default_rng(1))
        counts = V.astype(np.float64)
        W = hash_cauchy(np.arange(1, D // 2 + 1), *arrays, BETA)
        by_rows = np.ascontiguousarray(W.T)
        peer = {
            "rff": lambda: rff(counts, W),
            "by rows": lambda: peers.stored_features(counts, by_rows),
        }
        few = 1000
        row, of_row = V[:1].toarray()[0, :few], [a[:few] for a in arrays]
        return Case(
            ours=lambda: sfm(V, D, BETA, *arrays),
            peer=peer[layout],
            plain=lambda: by_definition.sfm(row, 4, BETA, *of_row),
            share=2 * few / (W.size * V.shape[0]),
            passes=6 * W.size,
        )


class Kernels(Beside):
    """The exact Laplacian kernel of counts beside SciPy's distances of dense rows."""

    peer_name = "scipy.spatial"
    params = (["120 DNA strings of 100", "300 DNA strings of 300"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        n, length = (int(word) for word in name.split() if word.isdigit())
        V, _ = characteristic_vectors(data.uniform(n, data.DNA, length, 1))
        dense = V.toarray().astype(float)
        return Case(
            ours=lambda: laplacian_kernel(V, V, BETA),
            peer=lambda: np.exp(-squareform(pdist(dense, "cityblock")) / BETA),
            plain=lambda: by_definition.laplacian_kernel(dense[0], dense[1], BETA),
            share=1 / n**2,
        )


class Parsing(Beside):
    """No library parses so; the peer is a program in C++, and what is compared are sums."""

    peer_name = "C++ -O3"
    corpora = {
        "4500 proteins of 444": lambda: data.uniform(4500, data.AMINO_ACIDS, 444, 1),
        "20000 DNA strings of 100": lambda: data.uniform(20000, data.DNA, 100, 1),
        "protein lengths, 4500": lambda: data.protein_like(4500, 1),
        "sentences, 279": data.sentences,
    }
    params = ([f"{c}, {table}" for c in corpora for table in ("standard map", "open addressing")],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        corpus, table = name.rsplit(", ", 1)
        strings = self.corpora[corpus]()
        letters = sorted(set("".join(strings)))
        few = strings[:2]

        def sums():
            V, _ = characteristic_vectors(strings)
            return [V.shape[1], V.nnz, V.data.sum(), V.data @ V.indices.astype(np.int64)]

        return Case(
            ours=sums,
            peer=peers.esp_in_cpp(strings, letters, table),
            plain=lambda: by_definition.characteristic_vectors(few),
            share=sum(map(len, few)) / sum(map(len, strings)),
        )
