"""An import of a paper loads NumPy, cvxopt and SciPy's bare package: its parts load when used."""

import subprocess
import sys

import pytest

PARTS = ("sparse", "optimize", "linalg", "special", "spatial")
LOADED = f"print(*(p for p in {PARTS} if 'scipy.' + p in sys.modules))"


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("from gramcheck.reference import sfm", ""),
        ("from gramcheck.reference import idealized", ""),
        ("from gramcheck.reference import kcr", ""),
        ("from gramcheck.reference import d2ke; d2ke.cdist(['a'], ['b'], 'levenshtein')", ""),
        ("import scipy.special", "special"),  # what the others must not do is seen
    ],
)
def test_parts_of_scipy_load_when_they_are_used(first, expected):
    """They take three times as long to import as NumPy, and a distance of strings needs none."""
    run = [sys.executable, "-c", f"import sys; {first}; {LOADED}"]
    assert (
        subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip() == expected
    )
