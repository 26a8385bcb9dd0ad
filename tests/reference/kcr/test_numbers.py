"""Numbers whose products overflow are refused, and messages show plain numbers."""

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    center_coefficients,
    embed,
    mahalanobis,
    objective,
    project,
    project_alternating,
    project_dykstra,
    resubstitution_bound,
    sigma_from_coefficients,
    smoothing_kernel,
    squared_distances,
    squared_norm,
    subgradient,
)
from gramcheck.reference.kcr.engines.factored import FactoredMetric

HUGE, LEARNED = 1e200 * np.eye(2), FactoredMetric(np.eye(2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sigma_from_coefficients([[1e200, 1.0]]), "^c must have finite products"),
        (lambda: squared_norm(HUGE, HUGE), "^Sigma and K must have a finite product"),
        (lambda: mahalanobis(HUGE, np.eye(2) * 1e100), "^Sigma and X must have finite products"),
        (lambda: squared_distances(HUGE, HUGE), "^Sigma, K_a and K_b must have finite distances"),
        (lambda: embed(HUGE, 1e100 * HUGE), "^Sigma and K_a must have finite products"),
        (lambda: objective(HUGE, 1.0, HUGE, [0, 1], 1.0), "^Sigma and K must have finite"),
        (lambda: subgradient(np.eye(2), 1.0, HUGE / 1e50, [0, 1], 1e200), "^K and lam must have"),
        (lambda: project(HUGE), "^S must be at most 1e\\+100 in magnitude, got 1e\\+200"),
        (lambda: project_alternating(HUGE), "^S must be at most"),
        (lambda: project_dykstra(-HUGE), "^S must be at most"),
        (
            lambda: resubstitution_bound(1e101 * (1 - np.eye(2)), [0, 1], 1.0),
            "largest of distances",
        ),
        (lambda: resubstitution_bound(1 - np.eye(2), [0, 1], 1e-101), "^h must be between 1e-100"),
        (lambda: LEARNED.squared_distances(HUGE), "^A and B must have finite distances"),
        (lambda: smoothing_kernel([-1.0], 1.0), r"got -1\.0$"),
        (lambda: center_coefficients([1.0, 2.0], np.diag([1.0, 0.0])), r"eigenvalue -?[0-9.e-]+$"),
    ],
)
def test_what_overflows_is_refused_and_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
