"""Problems of the form (9), and what every result says of itself."""

import numpy as np
import pytest

from gramcheck.reference.kcr import gaussian_kernel, lower_bound, objective

KERNELS = ("gaussian", "linear", "cubic", "spectrum")


def problem(seed):
    """K, y and lambda: n = 10 to 14, condition numbers up to 1e14, lambda 1e-3 to 10."""
    rng = np.random.default_rng(seed)
    n, classes = int(rng.integers(10, 15)), int(rng.integers(2, 4))
    y = np.append(np.arange(classes), rng.integers(0, classes, n - classes))
    X = rng.normal(size=(n, 3)) + rng.uniform(0, 2) * y[:, None]
    kernel = KERNELS[seed % 4]
    if kernel == "gaussian":
        K = gaussian_kernel(X, s=2.0 ** rng.integers(-4, 5))
    elif kernel == "spectrum":
        Q = np.linalg.qr(rng.normal(size=(n, n)))[0]
        K = (Q * np.logspace(0, -14 * rng.random(), n)) @ Q.T
    else:
        K = X @ X.T if kernel == "linear" else (1 + X @ X.T) ** 3
    return (K + K.T) / 2, y, 10 ** rng.uniform(-3, 1)


def consistent(rule, K, y, lam):
    """Everything a result says of itself, computed anew."""
    n = len(y)
    assert rule.objective == pytest.approx(objective(rule.Sigma, rule.h2, K, y, lam), rel=1e-9)
    assert rule.lower_bound == pytest.approx(lower_bound(rule.multipliers, K, y, lam), rel=1e-9)
    assert 0 <= rule.lower_bound <= rule.objective * (1 + 1e-9)
    assert rule.gap == pytest.approx(1 - rule.lower_bound / rule.objective, abs=1e-9)
    size = np.linalg.norm(rule.Sigma)
    assert np.linalg.eigvalsh(rule.Sigma)[0] >= -n * np.finfo(float).eps * size
    assert abs(rule.Sigma.sum()) <= 1e-9 * n * size
    assert rule.h2 >= 1e-6
