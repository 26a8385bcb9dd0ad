"""Weights up to one factor a row, so that those of long distances do not vanish."""

from __future__ import annotations

import numpy as np

from gramcheck.reference.types import Array


def gaussian(rho: Array, h: float, p: float) -> Array:
    """The weight exp(-u^2) of each point (m, n), u = rho / h, over the largest of its row."""
    nearest = rho.min(axis=1, keepdims=True)
    with np.errstate(over="ignore", invalid="ignore"):
        exponents = ((nearest - rho) / h) * ((nearest + rho) / h)
    return np.exp(np.where(rho == nearest, 0.0, exponents))


def cauchy(rho: Array, h: float, p: float) -> Array:
    """The weight 1 / (1 + u^p) of each point, times (max(h, nearest) / h)^p."""
    nearest = rho.min(axis=1, keepdims=True)
    unit = np.maximum(h, nearest)  # of powers of these quotients, only that of rho may overflow
    with np.errstate(over="ignore"):
        return 1 / ((h / unit) ** p + (rho / unit) ** p)


RELATIVE = {"gaussian": gaussian, "cauchy": cauchy}
