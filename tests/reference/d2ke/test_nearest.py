"""The nearest by partition are the first of a stable sort, whatever is tied."""

import subprocess
import sys

import numpy as np
import pytest

from gramcheck.reference.d2ke import baselines


@pytest.mark.parametrize("levels", [1, 2, 5, 10**9])
@pytest.mark.parametrize("k", [1, 2, 7, 30])
def test_nearest_are_those_of_a_stable_sort(levels, k):
    D = np.random.default_rng(k).integers(levels, size=(40, 30)).astype(float)
    expected = np.argsort(D, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(baselines._nearest(D, k), expected)


@pytest.mark.parametrize("package", ["sparse", "optimize", "linalg", "special", "spatial"])
def test_parts_of_scipy_load_when_they_are_used(package):
    """They take most of the time of an import, and a distance needs none of them."""
    code = (
        "import sys; from gramcheck.reference import d2ke; d2ke.cdist(['a'], ['b'], 'levenshtein');"
        f"print('scipy.{package}' in sys.modules); import scipy.{package};"
        f"print('scipy.{package}' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["False", "True"]
