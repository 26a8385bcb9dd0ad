"""What parsing a corpus allocates, measured."""

import tracemalloc

import numpy as np
import pytest

from gramcheck.reference.d2ke import random_strings
from gramcheck.reference.sfm import characteristic_vectors

MEGABYTE = 2**20


@pytest.mark.parametrize(
    ("n", "letters", "length"),
    [(4500, "ACDEFGHIKLMNPQRSTVWY", 444), (20_000, "ACGT", 100), (1, "AB", 2_000_000)],
    ids=["proteins", "DNA", "one text"],
)
def test_two_million_characters_are_parsed_within_200_megabytes(n, letters, length):
    strings = random_strings(n, letters, (length, length), np.random.default_rng(1))
    tracemalloc.start()
    try:
        characteristic_vectors(strings)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 200 * MEGABYTE
