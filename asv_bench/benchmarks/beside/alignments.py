"""Alignment kernels of whole collections, beside a library and loops of our own.

The numbers in a name are the sizes: how many objects, how long, how many channels. Limits count
operations in each cell of each table, each a pass: nine for GAK of one channel (several channels
are compared by a product of matrices), and one for LAK, whose distance so counts passes.
"""

import numpy as np
from tslearn.metrics import cdist_gak
from tslearn.utils import to_time_series_dataset

from gramcheck.reference.sfm import global_alignment_kernel, local_alignment_kernel
from gramcheck.reference.sfm.lak import AMINO_ACIDS, blosum62
from gramcheck.verify.definitions import sfm as by_definition

from .. import data, loops
from ..side_by_side import FEW, Beside, Case, second_of_a_pass


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
    tolerance = 1e-9
    note = (
        "Its matrix is a loop over pairs in Python. K grows like 5.8 to the length; where it "
        "leaves float64, tslearn computes it again in logarithms, which takes it several times as "
        "long: sigma prevents that in all cases but the one that is named so. Differences are "
        "relative to each entry, as some are 1e-250 of others."
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
            limit=(lambda: 9 * cells_of_pairs(X) * second_of_a_pass()) if channels == 1 else None,
            entrywise=True,
        )


class GlobalAlignmentInNumba(Beside):
    """Beside a loop of our own, which goes on with doubles where tslearn takes logarithms."""

    peer_name = "loop in numba"
    note = (
        "Both take each pair once. The loop computes exponentials by a polynomial, many in one "
        "instruction, and has two cells of a row in one step. A window is `triangular`. "
        "Differences are relative to each entry."
    )
    tolerance = 1e-9
    sizes = {  # objects, length or lengths, channels, window
        "30 of 50, 1 ch.": (30, 50, 1, 0),
        "20 of 200, 1 ch.": (20, 200, 1, 0),
        "8 of 500, 1 ch.": (8, 500, 1, 0),
        "4 of 1000, 1 ch.": (4, 1000, 1, 0),
        "30 of 20-200, 1 ch.": (30, (20, 200), 1, 0),
        "30 of 50, 3 ch.": (30, 50, 3, 0),
        "20 of 200, 3 ch.": (20, 200, 3, 0),
        "20 of 200, 1 ch., window 20": (20, 200, 1, 20),
        "8 of 500, 1 ch., window 50": (8, 500, 1, 50),
        "30 of 90-110, 1 ch., window 30": (30, (90, 110), 1, 30),
        "20 of 200, 3 ch., window 20": (20, 200, 3, 20),
    }
    params = ([*sizes],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        n, lengths, channels, window = self.sizes[name]
        X = data.noise(n, lengths, channels, 1)
        return Case(
            ours=lambda: global_alignment_kernel(X, X, 2.0, window),
            peer=lambda: loops.global_alignment(X, X, 2.0, window),
            entrywise=True,
        )


class LocalAlignment(Beside):
    """A pass a cell, so that the distance from the limit counts passes."""

    peer_name = "loop in numba"
    note = (
        "No library has it. The loop is of our own and adds one table of the section's five, as "
        "our engine does. The limit is one pass a cell, so that its column counts passes."
    )
    tolerance = 1e-12
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
            peer=lambda: loops.local_alignment(X, X, AMINO_ACIDS, blosum62()),
            plain=lambda: by_definition.local_alignment_log_kernel(x, y),
            share=len(x) * len(y) / cells_of_pairs(X),
            limit=lambda: cells_of_pairs(X) * second_of_a_pass(),
        )
