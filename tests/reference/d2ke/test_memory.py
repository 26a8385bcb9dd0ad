"""Memory of whole matrices of distances: blocks bound it, whatever the number of pairs."""

import tracemalloc

import numpy as np

from gramcheck.reference.d2ke import cdist, random_strings

MOST = 300 * 10**6  # bytes beyond the result; without blocks the pairs below take more


def test_edit_distances_of_a_data_set_take_little_more_than_their_matrix():
    rng = np.random.default_rng(0)
    X = random_strings(3190, "ACGT", (60, 60), rng)  # as many and as long as splice junctions
    Y = random_strings(4096, "ACGT", (2, 50), rng)
    tracemalloc.start()
    try:
        D = cdist(X, Y, "levenshtein")
        assert tracemalloc.get_traced_memory()[1] - D.nbytes < MOST
    finally:
        tracemalloc.stop()
