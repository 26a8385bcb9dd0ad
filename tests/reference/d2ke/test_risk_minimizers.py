"""Smallest risks in a ball: of kernels with few digits, and at the ends of the range."""

import numpy as np
import pytest

from gramcheck.reference.d2ke import risk_minimizer
from gramcheck.reference.errors import ConvergenceError


def test_what_rounding_a_kernel_to_fewer_digits_adds_is_no_feature():
    """The kernel of three features has a smallest risk: that of least squares in them."""
    rng = np.random.default_rng(0)
    A, y = rng.random((20, 3)), rng.standard_normal(20)
    smallest = np.mean((A @ np.linalg.lstsq(A, y)[0] - y) ** 2)
    for dtype in (np.float64, np.float32):
        found = risk_minimizer((A @ A.T).astype(dtype), y, 1e2)
        assert found.risk == pytest.approx(smallest, rel=1e-7)


@pytest.mark.parametrize("size", [1e-100, 1e-82, 1.0, 1e78, 1e99])
@pytest.mark.parametrize("radius", [0.5, 1.0, 1.5])
def test_squared_risks_are_of_the_size_of_squared_targets(size, radius):
    """For K = I the ball holds (3, 4) c with c = 1 or as large as it can."""
    y, C = np.array([3.0, 4.0]) * size, 5 * radius * size
    c = min(1.0, C / (5 * size))
    found = risk_minimizer(np.eye(2), y, C)
    assert found.coefficients / size == pytest.approx([3 * c, 4 * c], rel=1e-6, abs=0)
    risk = 12.5 * (1 - c) ** 2
    assert found.risk / size**2 == pytest.approx(risk, rel=1e-6, abs=1e-6 * 12.5)
    assert found.risk - risk * size**2 <= found.gap + 1e-14 * size**2


def test_a_ball_beside_which_targets_are_large_has_a_gap():
    """The smallest risk is (1e100 - 1e-100)^2, by 2 smaller than that of f = 0."""
    assert risk_minimizer([[1.0]], [1e100], 1e-100).gap == pytest.approx(2, rel=1e-12)


def test_targets_without_weight_are_no_unit():
    found = risk_minimizer(np.eye(2), [1e100, 1e-90], 1.0, "squared", [0.0, 1.0])
    assert found.coefficients.tolist() == [0.0, 1e-90]


@pytest.mark.parametrize("exponent", range(30, 99, 4))
def test_a_run_that_overflows_is_no_error_of_scipy(exponent):
    """It either comes to an end, or says what would have been accepted."""
    A, wanted = np.random.default_rng(0).random((3, 3)), []
    for C in (1e49, 1e64, 1e73, 1e88, 1e100):
        arguments = 10.0**exponent * A @ A.T, [1, -1, 1], C, "squared_hinge", [1, 0, 0]
        try:
            risk_minimizer(*arguments)
        except ConvergenceError as error:
            wanted.append(error.wanted)
    assert all(bound > 0 for bound in wanted)
