"""Functions return what they have found and print nothing, as solvers do that tell their steps."""

import importlib

import numpy as np
import pytest

from gramcheck.reference.kcr import lmnn
from gramcheck.verify.arguments import CALLS


@pytest.mark.parametrize("paper", CALLS)
def test_nothing_is_printed(paper, capfd):
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    for call in CALLS[paper]:
        call.answer(getattr(module, call.function))
        said = capfd.readouterr()
        assert (said.out, said.err) == ("", ""), f"{call.function} {call.case}"


def test_cutting_planes_print_nothing(capfd):
    """They take over where smoothed hinges are not exact enough."""
    X = np.array([[2.0], [8.0], [1.0], [-4.0], [0.0], [2.0]])
    assert lmnn(X, np.arange(6) % 2, k=1, tol=1e-8).converged
    assert capfd.readouterr() == ("", "")
