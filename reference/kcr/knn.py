"""The k-NN rule, by which Section 5 tests every learned metric but the paper's own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.d2ke.baselines import knn_predict as majority


def knn_predict(distances: ArrayLike, y: ArrayLike, k: int = 1) -> NDArray[Any]:
    """The most frequent class among the k nearest training points.

    A tie of votes goes to the smallest label, a tie of distances at the k-th place to the points
    that come first. The rule minimizes nothing, so there is no optimality to measure.

    Parameters
    ----------
    distances : (m, n)
        From test points to training points; squared ones give the same answer.
    y : (n,)
        Labels of the training points, at least two classes.
    k : int
        Between 1 and n.

    Returns
    -------
    (m,) of the labels

    Raises
    ------
    ValueError
        ``k`` out of range, negative or NaN distances, shapes that do not meet, one class.
    """
    distances = check.distances("distances", distances)
    y = check.labels("y", y, distances.shape[1])
    return majority(distances, y, k)


def knn_error(distances: ArrayLike, y_train: ArrayLike, y_test: ArrayLike, k: int = 1) -> float:
    """Fraction of test points that :func:`knn_predict` gives a wrong class.

    Raises
    ------
    ValueError
        As :func:`knn_predict`; ``y_test`` of another length than the rows of ``distances``.
    """
    distances = check.distances("distances", distances)
    y_train = check.labels("y_train", y_train, distances.shape[1])
    y_test = check.labels("y_test", y_test, len(distances), classes=1)
    return float(np.mean(majority(distances, y_train, k) != y_test))
