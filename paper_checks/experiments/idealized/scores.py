"""How good a metric is: 1-NN, k-means, alignment, and how far it is from the cone."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.experiments.idealized.clustering import cost, k_means
from gramcheck.paper_checks.experiments.idealized.kernels import Array
from gramcheck.reference.idealized import alignment, ideal_kernel, rand_index


def classification_error(squared: Array, y: NDArray, y_other: NDArray) -> float:
    """Error of 1-NN in percent, from squared distances (m, n); of equal ones the first counts."""
    return 100 * float(np.mean(y[np.argmin(squared, axis=1)] != y_other))


def clustered(squared: Array, y: NDArray, rng: np.random.Generator) -> dict[str, float]:
    """1 - Rand index of k-means in percent, from squared distances (n, n), and how good a minimum.

    ``agreeing`` of the starts came to the lowest cost. ``classes_cost`` is by how much the classes
    cost more, in units of the mean size of a squared distance: below 0 a minimum was missed.
    """
    found = k_means(squared, len(np.unique(y)), rng)
    unit = float(np.abs(squared).mean()) or 1.0  # a metric may be zero
    return {
        "error": 100 * (1 - rand_index(y, found.labels)),
        "agreeing": found.agreeing,
        "classes_cost": (cost(squared, y) - found.cost) / unit,
    }


def separation(close: Array, far: Array) -> float:
    """How often an entry of ``close`` is below one of ``far``, ties counted half; 1 is best."""
    close = np.sort(close)
    below = np.searchsorted(close, far, side="left") + np.searchsorted(close, far, side="right")
    return float(below.mean() / (2 * len(close)))


def aligned(K: Array, y: NDArray) -> float:
    """Alignment with the ideal kernel; NaN for the zero kernel, which has none."""
    return alignment((K + K.T) / 2, ideal_kernel(y)) if K.any() else math.nan


def negative_share(K: Array) -> float:
    """Smallest eigenvalue over the largest absolute one: 0 for a kernel, down to -1."""
    values = np.linalg.eigvalsh((K + K.T) / 2)
    largest = np.abs(values).max()
    rounding = 30 * len(K) * np.finfo(float).eps * largest
    return float(values[0] / largest) if values[0] < -rounding else 0.0
