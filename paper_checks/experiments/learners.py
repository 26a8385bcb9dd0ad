"""Learners on top of a representation: rows of features, of a kernel matrix, or of distances.

Each takes training rows, their labels, test rows and C (or k); it returns the labels predicted for
the test rows, and whether its solver converged.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.algorithm1 import one_vs_rest, predict_classes
from gramcheck.reference.d2ke.baselines import knn_predict
from gramcheck.reference.errors import ConvergenceError

Learner = Callable[[NDArray, NDArray, NDArray, float], tuple[NDArray, bool]]
_ITERATIONS = 2_000_000  # of LIBSVM; a fit that reaches them is counted and reported


def linear(train: NDArray, y: NDArray, test: NDArray, C: float) -> tuple[NDArray, bool]:
    """Algorithm 1 with the squared hinge loss, one-vs-rest, on rows of features.

    It is LIBLINEAR's problem with an intercept that is not penalized, solved until certified.
    LIBLINEAR itself stops early on rows that are nearly parallel: with the tolerance that
    scikit-learn has 12 % above the optimum on Auslan (C = 1e6), without a warning.
    """
    place = standard(train)
    mu = 1 / (C * len(y))  # the inverse of `liblinear_C`
    try:
        classes, weights = one_vs_rest(place(train), y, mu, "squared_hinge", intercept=True)
    except ConvergenceError:
        labels, counts = np.unique(y, return_counts=True)
        return np.full(len(test), labels[counts.argmax()]), False
    return predict_classes(place(test), classes, weights), True


def standard(train: NDArray) -> Callable[[NDArray], NDArray]:
    """Rows about the mean of the training rows, of which the root mean square length is 1.

    So C has one unit for all features: with an intercept only what parts the rows counts, which of
    D2KE's is as little as a thousandth of their length where gamma is small.
    """
    center = train.mean(axis=0)
    spread = np.sqrt(np.mean(np.sum((train - center) ** 2, axis=1)))
    return lambda rows: (rows - center) / (spread or 1.0)


def kernel_machine(train: NDArray, y: NDArray, test: NDArray, C: float) -> tuple[NDArray, bool]:
    """LIBSVM, one-vs-one, on rows of a kernel matrix (indefinite ones too, as the paper)."""
    scale = np.abs(train).mean()
    model = libsvm(C, max_iter=_ITERATIONS)
    converged = fit(model, train / scale, y)
    return model.predict(test / scale), converged


def libsvm(C: float, **options: Any) -> Any:
    """A machine of scikit-learn for kernel matrices."""
    from sklearn.svm import SVC  # slow to import, and not needed by whoever lists claims

    return SVC(kernel="precomputed", C=C, **options)


def fit(model: Any, train: NDArray, y: NDArray) -> bool:
    """Fit a machine of scikit-learn; whether its solver ended by itself."""
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        model.fit(train, y)
    return not any(issubclass(w.category, ConvergenceWarning) for w in caught)


def neighbors(train: NDArray, y: NDArray, test: NDArray, k: float) -> tuple[NDArray, bool]:
    """Let the k nearest vote, on rows of distances; the training rows are not used."""
    return knn_predict(test, y, min(int(k), len(y))), True
