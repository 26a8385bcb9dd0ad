"""Features, kernels of counts and parsing beside libraries, or programs of our own.

The numbers in a name are the sizes: how many strings, how long.
"""

import numpy as np
from scipy.spatial.distance import pdist, squareform

from gramcheck.reference.sfm import (
    characteristic_vectors,
    hash_cauchy,
    laplacian_kernel,
    mismatch_kernel,
    rff,
    sample_hash,
    sfm,
)
from gramcheck.reference.sfm.engines.tangent import table_tangent
from gramcheck.verify.definitions import sfm as by_definition

from .. import data, peers
from ..side_by_side import (
    FEW,
    Beside,
    Case,
    attempted,
    megabytes_beyond_output,
    second_of,
    second_of_a_pass,
    seconds,
)

BETA = 100.0


def second_of_a_tangent():
    """Of a number between 0 and 1, by the faster of NumPy's and ours."""
    return min(second_of(np.tan), second_of(table_tangent))


class Mismatch(Beside):
    """(5, 1)-mismatch kernel, of proteins (3, 1), beside features times themselves."""

    peer_name = "sums of counts"
    note = "The peer counts k-mers in a table, adds its sums along each axis, and multiplies once."
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
            peer=lambda: peers.mismatch_by_sums(X, letters, k),
            plain=lambda: by_definition.mismatch_kernel(x, y, k, 1, letters),
            share=(len(x) + len(y)) / (2 * len(X) * sum(map(len, X))),
        )


class StoredMatrix(Beside):
    """SFM beside the matrix that it does without: as rff takes it, and in its fastest layout.

    A number of the matrix costs a tangent, at the speed of NumPy's or of ours, 2 passes of hashing
    and 3 of arithmetic; the definition computes one for each string again.
    """

    peer_name = "SciPy, stored matrix"
    tolerance = 1e-12
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
            limit=lambda: W.size * (second_of_a_tangent() + 5 * second_of_a_pass()),
        )


class Kernels(Beside):
    """The exact Laplacian kernel of counts beside SciPy's distances of dense rows."""

    peer_name = "scipy.spatial"
    tolerance = 1e-12
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
            made=lambda: characteristic_vectors(strings),
            plain=lambda: by_definition.characteristic_vectors(few),
            share=sum(map(len, few)) / sum(map(len, strings)),
        )


class Sports(Beside):
    """As many characters as the largest corpus of the paper, in as many strings."""

    slow = True
    needed = "seconds"
    note = "Parsed twice, for time and for memory."
    strings = 296_337
    params = (["91 million characters, strings of 307"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        X = data.uniform(self.strings, data.AMINO_ACIDS, 307, 1)
        return Case(ours=lambda: characteristic_vectors(X), peer=None)

    def figures(self):
        def measured(name):
            ours = self.case(name).ours
            return {"seconds": seconds(ours), "megabytes": megabytes_beyond_output(ours)}

        return {name: attempted(lambda n=name: measured(n)) for name in self.params[0]}
