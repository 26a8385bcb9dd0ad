"""What takes long to import is loaded when it is used: who lists claims or checks waits less."""

import importlib.util
import subprocess
import sys

import pytest

HEAVY = ("sklearn", "matplotlib", "pandas", "hypothesis", "scipy.stats", "scipy.optimize")


def heavy_after(first):
    """The heavy ones that a line of Python loads."""
    told = f"import sys; {first}; print(*(name for name in {HEAVY} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True)
    return run.stdout.split()


@pytest.mark.parametrize(
    ("first", "needed"),
    [
        ("import gramcheck.paper_checks.claims", []),
        (
            "from gramcheck.verify.runner import suite_registry; suite_registry()",
            ["hypothesis"],  # checks name what they draw
        ),
    ],
)
def test_heavy_modules_load_when_they_are_used(first, needed):
    assert heavy_after(first) == needed


def test_what_is_heavy_is_there_under_these_names():
    """As a name that nothing has would never be seen loaded."""
    assert all(importlib.util.find_spec(name) for name in HEAVY)


def test_memory_is_measured_without_what_loads_meanwhile():
    """Where nothing has loaded the machines yet, whose import takes ten times as much as they."""
    asked = (
        "from gramcheck.paper_checks.claims.sfm.figure_4 import _measured",
        "from gramcheck.paper_checks.context import Run",
        "from gramcheck.paper_checks.data import DataDirectory",
        "run = Run('quick', 0, DataDirectory(None), 'sfm/figure-4')",
        "print(*(finding.outcome for finding in _measured(run)))",
    )
    command = [sys.executable, "-c", "; ".join(asked)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["holds", "holds"]
