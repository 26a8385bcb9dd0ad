"""An import of a paper loads NumPy, cvxopt and SciPy's bare package: its parts load when used."""

import subprocess
import sys

PARTS = ("sparse", "optimize", "linalg", "special", "spatial")
LOADED = f"print(*(p for p in {PARTS} if 'scipy.' + p in sys.modules))"


def parts_after(first):
    """The parts of SciPy that a line of Python loads."""
    run = [sys.executable, "-c", f"import sys; {first}; {LOADED}"]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()


def test_parts_of_scipy_load_when_they_are_used():
    """They take three times as long to import as NumPy, and a distance of strings needs none."""
    first = "from gramcheck.reference import d2ke, idealized, kcr, sfm"
    assert parts_after(f"{first}; d2ke.cdist(['a'], ['b'], 'levenshtein')") == []


def test_a_part_that_is_loaded_is_seen():
    assert "special" in parts_after("import scipy.special")  # older ones load others with it
