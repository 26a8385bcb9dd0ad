"""Edit-sensitive parsing of a corpus, and the CGK embedding; beside a peer: `beside.kernels`."""

import numpy as np

from gramcheck.reference.d2ke import random_strings
from gramcheck.reference.sfm import (
    cgk_embed,
    cgk_vectors,
    characteristic_vectors,
    edit_distance_with_moves,
    hamming_distances,
    l1_distances,
)
from gramcheck.verify.definitions import sfm as by_definition

from .. import data
from ..side_by_side import megabytes_beyond_output, ratio, slow

LETTERS = "abcdefghijklmnopqrstuvwxyz "


class Parsing:
    """2 million characters: proteins of 444 letters, DNA of 100, one long text."""

    param_names = ("corpus",)
    params = (["4500 proteins of 444", "20000 DNA strings of 100", "20 texts of 100000"],)
    corpora = (
        (4500, data.AMINO_ACIDS, 444),
        (20000, data.DNA, 100),
        (20, LETTERS, 100_000),
    )

    def setup(self, corpus):
        n, letters, length = dict(zip(self.params[0], self.corpora, strict=True))[corpus]
        self.strings = random_strings(n, letters, (length, length), np.random.default_rng(1))

    def time_characteristic_vectors(self, corpus):
        characteristic_vectors(self.strings)

    def peakmem_characteristic_vectors(self, corpus):
        characteristic_vectors(self.strings)

    def track_memory_beyond_output(self, corpus):
        return megabytes_beyond_output(lambda: characteristic_vectors(self.strings))

    track_memory_beyond_output.unit = "MB"

    def track_strings_that_differ(self, corpus):
        few = [s[:300] for s in self.strings[:10]]
        V, _ = characteristic_vectors(few)
        counts = by_definition.characteristic_vectors(few)
        wanted = [sorted(v.values()) for v in counts]
        got = [sorted(row.data.tolist()) for row in V]
        return sum(a != b for a, b in zip(got, wanted, strict=True))

    track_strings_that_differ.unit = "strings whose counts of nodes differ from the definition's"


class LargeCorpus:
    """As many characters as the paper's Sports: 91 million, in 296,337 strings."""

    timeout = 1200

    def setup(self):
        slow()
        rng = np.random.default_rng(2)
        self.strings = random_strings(296_337, data.AMINO_ACIDS, (307, 307), rng)

    def time_characteristic_vectors(self):
        characteristic_vectors(self.strings)

    def peakmem_characteristic_vectors(self):
        characteristic_vectors(self.strings)


class Embedding:
    """CGK beside a walk through each string: proteins of one length, texts of most unequal ones.

    Of the texts a few are much longer than the others, whose output is then mostly pads.
    """

    param_names = ("corpus",)
    params = (["500 proteins of 444", "200 texts of 20 to 4000"],)

    def setup(self, corpus):
        rng = np.random.default_rng(3)
        if corpus.startswith("500"):
            self.strings = random_strings(500, data.AMINO_ACIDS, (444, 444), rng)
        else:
            lengths = np.geomspace(20, 4000, 200).astype(int).tolist()
            self.strings = [random_strings(1, LETTERS, (n, n), rng)[0] for n in lengths]
        self.length = 3 * max(map(len, self.strings))

    def ours(self):
        return cgk_embed(self.strings, np.random.default_rng(4))

    def peer(self):
        letters = sorted(set("".join(self.strings)))
        bits = np.random.default_rng(4).integers(2, size=(self.length, len(letters))).tolist()
        place = {c: k for k, c in enumerate(letters)}
        rows = []
        for s in self.strings:
            row, i = [], 0
            for j in range(self.length):
                c = place[s[i]] if i < len(s) else len(letters)
                row.append(c)
                i += bits[j][c] if i < len(s) else 0
            rows.append(row)
        return np.array(rows)

    def time_cgk_embed(self, corpus):
        self.ours()

    def peakmem_cgk_embed(self, corpus):
        self.ours()

    def track_ratio_to_walk(self, corpus):
        return ratio(self.ours, self.peer)

    track_ratio_to_walk.unit = "ours / walk in Python"

    def track_difference(self, corpus):
        return int(np.abs(self.ours() - self.peer()).max())

    track_difference.unit = "largest difference from the walk"
    track_difference.bound = 1e-8


class HammingDistances:
    """All pairs of 200 embedded texts of 20 to 4000 letters, beside the L1 distances of vectors."""

    def setup(self):
        embedding = Embedding()
        embedding.setup(Embedding.params[0][1])
        self.embedded = embedding.ours()
        self.vectors = cgk_vectors(self.embedded, len(LETTERS))

    def ours(self):
        return hamming_distances(self.embedded, self.embedded)

    def peer(self):
        return l1_distances(self.vectors, self.vectors)

    def time_hamming_distances(self):
        self.ours()

    def peakmem_hamming_distances(self):
        self.ours()

    def track_ratio_to_vectors(self):
        return ratio(self.ours, self.peer, repeats=3)

    track_ratio_to_vectors.unit = "ours / L1 distances of vectors"

    def track_difference(self):
        few, vectors = self.embedded[::5], self.vectors[::5]
        return float(np.abs(hamming_distances(few, few) - l1_distances(vectors, vectors)).max())

    track_difference.unit = "largest difference from them, of each fifth text"
    track_difference.bound = 1e-8


class EditDistanceWithMoves:
    """Exact distances of random pairs, beside breadth-first search from one end."""

    param_names = ("length",)
    params = ([5, 6],)

    def setup(self, length):
        rng = np.random.default_rng(5)
        strings = random_strings(20, "AB", (length, length), rng)
        self.pairs = list(zip(strings[::2], strings[1::2], strict=True))

    def ours(self):
        return [edit_distance_with_moves(s, t) for s, t in self.pairs]

    def peer(self):
        return [by_definition.edit_distance_with_moves(s, t) for s, t in self.pairs]

    def time_edit_distance_with_moves(self, length):
        self.ours()

    def track_ratio_to_definition(self, length):
        return ratio(self.ours, self.peer, repeats=3)

    track_ratio_to_definition.unit = "ours / definition in Python"

    def track_pairs_that_differ(self, length):
        return sum(a != b for a, b in zip(self.ours(), self.peer(), strict=True))

    track_pairs_that_differ.unit = "pairs with another distance"
