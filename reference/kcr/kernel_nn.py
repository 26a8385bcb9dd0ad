"""Section 5: the k-NN rule, by which all metrics but the paper's own are tested, and Kernel-NN.

Kernel-NN (footnote 11) is the k-NN rule on empirical kernel maps.
"""

from __future__ import annotations

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.types import AnyArray


def knn_predict(distances: ArrayLike, y: ArrayLike, k: int = 1) -> AnyArray:
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
    k = check.integer("k", k, 1, len(y))
    nearest = np.argsort(distances, axis=1, kind="stable")[:, :k]
    classes, members = np.unique(y, return_inverse=True)
    m, c = len(distances), len(classes)
    places = np.arange(m)[:, None] * c + members[nearest]  # of the votes in a table (m, classes)
    votes = np.bincount(places.ravel(), minlength=m * c).reshape(m, c)
    return classes[votes.argmax(axis=1)]


def knn_error(distances: ArrayLike, y_train: ArrayLike, y_test: ArrayLike, k: int = 1) -> float:
    """Fraction of test points that :func:`knn_predict` gives a wrong class.

    Raises
    ------
    ValueError
        As :func:`knn_predict`; ``y_test`` of another length than the rows of ``distances``.
    TypeError
        Labels that no label of the other side can equal: strings, and numbers.
    """
    distances = check.distances("distances", distances)
    y_train = check.labels("y_train", y_train, distances.shape[1])
    y_test = check.labels("y_test", y_test, len(distances), classes=1)
    wanted, got = (
        "numbers" if y.dtype.kind in "biuf" else check.kind(y) for y in (y_train, y_test)
    )
    if wanted != got:
        raise TypeError(f"y_test must hold {wanted} as y_train does, got {got}")
    return float(np.mean(knn_predict(distances, y_train, k) != y_test))


def kernel_nn(K_test: ArrayLike, K_train: ArrayLike, y: ArrayLike, k: int = 1) -> AnyArray:
    """The k-NN rule on the rows k_x = (K(X_1, x), ..., K(X_n, x)), by their Euclidean distance.

    Nothing is learned, so there is no optimality to measure.

    Parameters
    ----------
    K_test : (m, n)
        Kernel values of the test points against the training points.
    K_train : (n, n)
        Kernel matrix of the training points.
    y : (n,)
        Labels of the training points, at least two classes.
    k : int
        Between 1 and n.

    Returns
    -------
    (m,) of the labels; ties as in :func:`knn_predict`

    Raises
    ------
    ValueError
        ``K_train`` not square and symmetric, shapes that do not meet, ``k`` out of range, NaN,
        numbers above 1e100.
    """
    K_train = check.symmetric("K_train", K_train)
    K_test = check.real("K_test", K_test, shape=(None, len(K_train)))
    return knn_predict(sp.spatial.distance.cdist(K_test, K_train), y, k)
