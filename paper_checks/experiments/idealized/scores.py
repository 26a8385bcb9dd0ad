"""How good a metric is: 1-NN, k-means, alignment, and how far it is from the cone."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from gramcheck.paper_checks.experiments.idealized.kernels import Array
from gramcheck.reference.idealized import alignment, ideal_kernel, rand_index

STARTS = 10  # of k-means


def classification_error(squared: Array, y: NDArray, y_other: NDArray) -> float:
    """Error of 1-NN in percent, from squared distances (m, n); of equal ones the first counts."""
    return 100 * float(np.mean(y[np.argmin(squared, axis=1)] != y_other))


def clustering_error(squared: Array, y: NDArray, rng: np.random.Generator) -> float:
    """1 - Rand index of k-means in percent, from squared distances (n, n)."""
    means = KMeans(len(np.unique(y)), n_init=STARTS, random_state=int(rng.integers(2**31)))
    return 100 * (1 - rand_index(y, means.fit_predict(constant_shift_embedding(squared))))


def constant_shift_embedding(squared: Array) -> Array:
    """Points whose squared distances are the given ones, plus one constant off the diagonal.

    Roth, Laub, Kawanabe and Buhmann, "Optimal cluster preserving embedding of nonmetric proximity
    data", 2003: the cost of k-means, written with squared distances, then changes by the same
    amount for every partition into k clusters. The constant is 0 where the distances are
    Euclidean.
    """
    n = len(squared)
    rows = squared.mean(axis=0)
    values, vectors = np.linalg.eigh(-(squared - rows - rows[:, None] + rows.mean()) / 2)
    shift = max(0.0, -values[0])
    if shift <= 30 * n * np.finfo(float).eps * np.abs(values).max():
        shift = 0.0  # rounding
    # the shift also lifts the eigenvalue 0 of the constant vector, which no difference sees
    return vectors * np.sqrt(np.maximum(values + shift, 0.0))


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
