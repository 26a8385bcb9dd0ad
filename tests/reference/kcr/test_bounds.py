"""The bounds of Sections 2 and 4 where the votes of all points are very small."""

import numpy as np
import pytest

from gramcheck.reference.kcr import errors_5, objective_5


@pytest.mark.parametrize(("kernel", "far", "h"), [("gaussian", 1, 1.0), ("cauchy", 1e60, 1e-99)])
def test_votes_that_underflow_are_compared_all_the_same(kernel, far, h):
    """Weights fall with the distance, and of two other points the nearer one decides Eq. (5)."""
    points, y = far * np.array([0.0, 30.0, -40.0]), np.array([0, 1, 0])
    rho = np.abs(points[:, None] - points)
    wanted = [rho[0, 1] < rho[0, 2], True, rho[2, 1] < rho[2, 0]]  # nobody votes for the second
    assert errors_5(rho, y, h, kernel).tolist() == wanted
    assert objective_5(rho, y, h, 0.0, 0.0, kernel) == sum(wanted)


def test_the_exponent_counts_among_votes_that_underflow():
    """Far away, two votes at 1.2 u outweigh one at u as long as 1.2^p is below 2."""
    rho = np.array([[0, 10, 12, 12], [10, 0, 22, 22], [12, 22, 0, 1], [12, 22, 1, 0]])
    for exponent, wanted in ((3.0, True), (4.0, False), (100.0, False)):
        assert errors_5(1e50 * rho, [0, 0, 1, 1], 1e-99, "cauchy", exponent)[0] == wanted
