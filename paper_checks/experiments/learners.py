"""Learners on top of a representation: rows of features, of a kernel matrix, or of distances.

Each takes training rows, their labels, test rows and C (or k); it returns the labels predicted for
the test rows, and whether its solver converged.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC

from reference.d2ke.baselines import knn_predict

Learner = Callable[[NDArray, NDArray, NDArray, float], tuple[NDArray, bool]]
_ITERATIONS = 2000  # of the solvers; a fit that reaches them is counted and reported


def linear(train: NDArray, y: NDArray, test: NDArray, C: float) -> tuple[NDArray, bool]:
    """LIBLINEAR, one-vs-rest, squared hinge, on rows of features."""
    scale = np.sqrt(np.mean(np.sum(train**2, axis=1)))
    if train.shape[1] > len(train):
        # the minimizer lies in the span of the training rows: in an orthonormal basis of that
        # span the problem is the same one, with fewer columns
        basis, triangle = np.linalg.qr(train.T)
        train, test = triangle.T, test @ basis
    # rows of exponentials are nearly parallel; the primal Newton method converges on them, the
    # dual coordinate descent that scikit-learn prefers does not
    model = LinearSVC(C=C, dual=False, max_iter=_ITERATIONS, random_state=0)
    converged = _fit(model, train / scale, y)
    return model.predict(test / scale), converged


def kernel_machine(train: NDArray, y: NDArray, test: NDArray, C: float) -> tuple[NDArray, bool]:
    """LIBSVM, one-vs-one, on rows of a kernel matrix (indefinite ones too, as the paper)."""
    scale = np.abs(train).mean()
    model = SVC(kernel="precomputed", C=C, max_iter=1000 * _ITERATIONS)
    converged = _fit(model, train / scale, y)
    return model.predict(test / scale), converged


def neighbors(train: NDArray, y: NDArray, test: NDArray, k: float) -> tuple[NDArray, bool]:
    """Let the k nearest vote, on rows of distances; the training rows are not used."""
    return knn_predict(test, y, min(int(k), len(y))), True


def _fit(model: LinearSVC | SVC, rows: NDArray, y: NDArray) -> bool:
    """Train, and say whether the solver ended by itself."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        model.fit(rows, y)
    return not any(issubclass(w.category, ConvergenceWarning) for w in caught)
