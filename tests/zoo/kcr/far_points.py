"""Kernels that lose the distance of points in the size of their coordinates."""

import numpy as np

from tests.zoo import wrong

KILLED_BY = "kcr/gaussian-kernel a_common_shift_changes_no_kernel_value"


def expanded(A, B, s):
    """Squared distances as |a|^2 + |b|^2 - 2 a'b."""
    A, B = (np.asarray(Z, dtype=float).reshape(len(Z), -1) for Z in (A, B))
    squares = (A**2).sum(axis=1)[:, None] + (B**2).sum(axis=1) - 2 * A @ B.T
    return np.exp(-s * np.maximum(squares, 0))


@wrong("kcr.gaussian_kernel", killed_by=KILLED_BY)
def squares_are_expanded(right, A, B=None, s=1.0):
    """For all points."""
    return expanded(A, A if B is None else B, s)


@wrong("kcr.gaussian_kernel", killed_by=KILLED_BY)
def squares_of_many_points_are_expanded(right, A, B=None, s=1.0):
    """From 26 points on."""
    if len(A) <= 25:
        return right.kcr.gaussian_kernel(A, B, s=s)
    return expanded(A, A if B is None else B, s)
