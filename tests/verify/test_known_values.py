"""Values that stand in checks, as the definitions have them, which would take a check too long."""

from itertools import product

import numpy as np
import pytest

from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.suite.sfm import alignment_kernels


def test_smallest_eigenvalue_of_the_logarithms_of_lak():
    strings = alignment_kernels.OF_THREE_LETTERS
    K = {}
    for x, y in product(filter(lambda each: len(each) == 3, strings), repeat=2):
        if x <= y:
            for (n, m), value in definitions.local_alignment_kernels_of_prefixes(x, y).items():
                K[x[:n], y[:m]] = K[y[:m], x[:n]] = float(value.ln()) / 0.5
    logs = np.array([[K[x, y] for y in strings] for x in strings])
    smallest = np.linalg.eigvalsh(logs)[0]
    assert smallest == pytest.approx(alignment_kernels.SMALLEST, rel=1e-13)
