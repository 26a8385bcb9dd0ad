"""The real problem on which KCR's systems are run: one division of the wine data.

89 points to train on and 89 to test on, thirteen columns scaled to [0, 1] by the training points,
three classes. Fifteen of the training points are few enough for the definitions.
"""

from __future__ import annotations

import functools
import math

import numpy as np
from scipy.spatial.distance import cdist

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.kcr.tasks import divide
from gramcheck.paper_checks.findings import Finding, at_least, at_most, holds
from gramcheck.reference import kcr
from gramcheck.reference.types import AnyArray, Array

WIDTH, NEIGHBORS = 0.5, 3


@functools.cache
def wine() -> tuple[Array, AnyArray, Array, AnyArray]:
    """Training points and their classes, held-out points and theirs."""
    division = divide("wine", DataDirectory(None), seed=0)
    points, labels = division.points, division.labels
    return (
        points["train"],
        labels["train"],
        np.concatenate([points["check"], points["test"]]),
        np.concatenate([labels["check"], labels["test"]]),
    )


def kernels() -> tuple[Array, Array]:
    """Kernel values of the training and of the held-out points against the training points."""
    train, _, held_out, _ = wine()
    return kcr.gaussian_kernel(train, s=WIDTH), kcr.gaussian_kernel(held_out, train, s=WIDTH)


def by_its_formula(K: Array, K_new: Array) -> Finding:
    """Whether the kernel of Section 5 is the one that it prints."""
    train, _, held_out, _ = wine()
    squared = cdist(np.concatenate([train, held_out]), train, "sqeuclidean")
    return holds(
        np.concatenate([K, K_new]), np.exp(-WIDTH * squared), name="kernel, and exp(-s ||x - y||²)"
    )


@functools.cache
def few() -> tuple[Array, AnyArray, Array]:
    """Five training points of each class, their classes, and the kernel by its formula."""
    train, y, _, _ = wine()
    rows = np.concatenate([np.flatnonzero(y == label)[:5] for label in np.unique(y)])
    X = train[rows]
    return X, y[rows], np.exp(-WIDTH * cdist(X, X, "sqeuclidean"))


def as_defined(objective: float, defined: float, lower_bound: float, tol: float) -> list[Finding]:
    """What was found on the few points: its objective, and how near it is to the smallest."""
    return [
        holds(objective, defined, name="objective on 15 wines, and by its definition"),
        at_most(1 - lower_bound / defined, tol, name="gap to the definition's own lower bound"),
    ]


def learns(predicted: AnyArray) -> Finding:
    """Accuracy on the held-out points, against the largest class."""
    *_, y = wine()
    largest = np.unique(y, return_counts=True)[1].max() / len(y)
    # guessing the largest class is right more often than this with probability 1e-6
    guessing = largest + 5 * math.sqrt(largest * (1 - largest) / len(y))
    return at_least(
        float(np.mean(predicted == y)),
        guessing,
        name=f"accuracy on {len(y)} held-out wines, against guessing",
    )


def neighbors(squared: Array) -> Finding:
    """The same for the k-NN rule under learned squared distances."""
    return learns(kcr.knn_predict(squared, wine()[1], NEIGHBORS))
