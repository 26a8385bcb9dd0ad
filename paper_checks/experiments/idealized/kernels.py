"""Base kernels of the idealized kernels' experiments, and what a metric makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gramcheck.reference.types import Array

KERNELS = ("linear", "rbf")
FEW_FEATURES = 100


@dataclass(frozen=True)
class Base:
    """A base kernel on n patterns to learn from and m others, in units of R^2.

    ``rows`` are what a metric takes for a pattern: its coordinates, where the kernel is linear and
    they are few, else its kernel values against the patterns to learn from.
    """

    K: Array  # (n, n)
    K_across: Array  # (m, n)
    K_other: Array  # (m, m)
    rows: Array  # (n, .)
    rows_other: Array  # (m, .)
    linear: bool  # rows are coordinates


def base_kernel(name: str, train: Array, other: Array) -> Base:
    """Base kernel ``linear`` or ``rbf``; width and unit come from the patterns to learn from."""
    n = len(train)
    together = np.concatenate([train, other])
    K = together @ together.T
    if name == "rbf":
        squared = squared_distances(K)
        K = np.exp(-squared / _median(squared[:n, :n]))
    unit = _median(squared_distances(K[:n, :n]))
    K = K / unit
    few = name == "linear" and train.shape[1] <= FEW_FEATURES
    rows = together / np.sqrt(unit) if few else K[:, :n]
    return Base(K[:n, :n], K[n:, :n], K[n:, n:], rows[:n], rows[n:], few)


@dataclass(frozen=True)
class Geometry:
    """Squared distances and kernel of n patterns that were learned from and m others.

    Without the cone squared distances may be negative, and kernels indefinite.
    """

    squared: Array  # (n, n)
    squared_across: Array  # (m, n)
    K: Array  # (n, n)
    K_other: Array  # (m, m)

    @classmethod
    def of(cls, metric: Any, base: Base) -> Geometry:
        """Under a learned metric."""
        return cls(
            metric.squared_distances(base.rows, base.rows),
            metric.squared_distances(base.rows_other, base.rows),
            metric.kernel(base.rows, base.rows),
            metric.kernel(base.rows_other, base.rows_other),
        )

    @classmethod
    def euclidean(cls, base: Base) -> Geometry:
        """Under the base kernel itself."""
        across = np.diag(base.K_other)[:, None] + np.diag(base.K) - 2 * base.K_across
        return cls(squared_distances(base.K), across, base.K, base.K_other)


def squared_distances(K: Array) -> Array:
    """Squared distances in the feature space of a kernel matrix, zero on the diagonal."""
    norms = np.diag(K)
    squared = np.maximum(norms[:, None] + norms - 2 * K, 0.0)
    np.fill_diagonal(squared, 0.0)
    return squared


def _median(squared: Array) -> float:
    return float(np.median(squared[np.triu_indices(len(squared), 1)]))
