"""Functions return what they have found and print nothing, as solvers do that tell their steps.

A result prints as its numbers.
"""

import importlib
import re

import numpy as np
import pytest

from gramcheck.reference.idealized import (
    learn_metric,
    learn_metric_from_kernel,
    pairs_from_labels,
    xing_metric,
)
from gramcheck.reference.kcr import klmca, kmlcc, lmnn, solve_by_splitting
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


def test_results_print_no_arrays():
    """Numbers only: no matrix, no data that were given, no multipliers."""
    rng, y = np.random.default_rng(0), np.arange(8) % 2
    X = rng.normal(size=(8, 2))
    K, pairs = X @ X.T, pairs_from_labels(y)
    results = (
        lmnn(X, y),
        klmca(K, y, 1),
        kmlcc(K, y),
        solve_by_splitting(K, y, 1.0),
        learn_metric(X, *pairs, 1.0, 1.0, 0.5),
        learn_metric_from_kernel(K, *pairs, 1.0, 1.0, 0.5),
        xing_metric(X, *pairs),
    )
    for result in results:
        assert not re.search(r"array\(|None", repr(result)), result
