"""What mutants got wrong that no check of the suite sees; see ``tests/survivors.md``."""

import numpy as np
import pytest

from gramcheck.reference import d2ke, kcr


def test_distances_of_2_to_the_15_are_held():
    words = ["a" * 2**15, "a", "b" * 2**15]
    assert d2ke.cdist(words, ["", "b", "c"], "levenshtein").tolist() == [
        [2**15, 2**15, 2**15],
        [1, 1, 1],
        [2**15, 2**15 - 1, 2**15],
    ]


@pytest.mark.parametrize("unit", [1e-5, 1e5])
def test_lmnn_has_no_units(unit):
    """The margin is that of the metric, which takes up the units of the points."""
    X, y = np.random.default_rng(0).normal(size=(12, 2)), np.arange(12) % 2
    expected = kcr.lmnn(X, y, k=2)
    assert kcr.lmnn(unit * X, y, k=2).objective == pytest.approx(expected.objective, rel=1e-4)


def test_targets_that_are_all_one_are_approximated():
    """In a ball of norm 1 / 2 about 0 the best multiple of a constant kernel is 1 / 2."""
    found = d2ke.risk_minimizer(np.ones((3, 3)), np.ones(3), 0.5)
    assert found.risk == pytest.approx(0.25, rel=1e-6)
