"""The nearest by partition are the first of a stable sort, whatever is tied."""

import numpy as np
import pytest

from gramcheck.reference.d2ke import baselines


@pytest.mark.parametrize("levels", [1, 2, 5, 10**9])
@pytest.mark.parametrize("k", [1, 2, 7, 30])
def test_nearest_are_those_of_a_stable_sort(levels, k):
    D = np.random.default_rng(k).integers(levels, size=(40, 30)).astype(float)
    expected = np.argsort(D, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(baselines._nearest(D, k), expected)
