"""Residuals of small programs, worked out by hand."""

import numpy as np
import pytest

from gramcheck.verify.optimality import (
    certified,
    dimacs_errors,
    projected_gradient,
    quadratic_program,
)


@pytest.mark.parametrize(
    ("q", "z", "wanted"),
    [
        # x = 2 where x <= 1: a slack of -1 beside 2; values -2 and -9; 4 - 3 + 5 beside 5
        (-3.0, 5.0, (1 / 2, 0.0, 6 / 5, 5 / 9, 7 / 9)),
        # values -20 and -4; 4 - 12 beside 12
        (-12.0, 0.0, (1 / 2, 0.0, 8 / 12, 0.0, 16 / 20)),
        # values 20 and 4, and -8 of a multiplier; 4 + 8 - 8 beside 8
        (8.0, -8.0, (1 / 2, 1.0, 4 / 8, 8 / 20, 16 / 20)),
    ],
)
def test_residuals_of_one_variable(q, z, wanted):
    assert quadratic_program([[2.0]], [q], [[1.0]], [1.0], [2.0], [z]) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("sign", "wanted"),
    [
        (1.0, (2 / 5, 2 / 5, 29**0.5 / 7, 4 / 7, 17 / 42, -13 / 42)),
        (-1.0, (10 / 5, 5 / 5, 125**0.5 / 7, 4 / 7, -17 / 42, 13 / 42)),
    ],
)
def test_dimacs_errors_of_two_blocks(sign, wanted):
    """Of sizes 1 + 4 of b, 1 + 6 of C, and 1 + 29 + 12 of the values."""
    X, Z = [sign * np.diag([1.0, -2.0]), [sign * 5.0]], [np.diag([1.0, -3.0]), [-4.0]]
    C, A = [np.diag([2.0, -6.0]), [3.0]], [[np.diag([1.0, 0.0]), [1.0]]]
    assert dimacs_errors(C, A, [4.0], X, [sign * 3.0], Z) == pytest.approx(wanted)


def test_an_error_of_either_sign_counts():
    assert not certified((0.5, -3.0), 1.0).passed


def test_a_matrix_behind_a_vector_must_be_symmetric():
    C, skew = [[1.0], np.eye(2)], np.array([[1.0, 1.0], [0.0, 1.0]])
    with pytest.raises(ValueError, match=r"X\[1\] must be symmetric"):
        dimacs_errors(C, [C], [1.0], [[1.0], skew], [0.0], C)


def test_a_gradient_with_a_slope_has_a_scale():
    with pytest.raises(ValueError, match="scale must be finite"):
        projected_gradient([1.0, 1.0], [0.0, 1.0], lambda x: x, 0.0)
