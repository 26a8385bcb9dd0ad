"""Projections of matrices that have nothing to keep."""

import numpy as np
import pytest

from gramcheck.reference.kcr import project, project_alternating


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_left_of_a_matrix_without_positive_eigenvalues(seed):
    """Centered, it has an eigenvalue 0, whose rounding may be of either sign."""
    G = np.random.default_rng(seed).normal(size=(8, 8))
    assert not project(-G @ G.T).any()
    H = np.eye(8) - 1 / 8
    assert not project_alternating(-H @ G @ G.T @ H).any()
