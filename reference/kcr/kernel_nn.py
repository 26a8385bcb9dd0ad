"""Kernel-NN, footnote 11: the k-NN rule on empirical kernel maps."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import cdist

from gramcheck.reference import check
from gramcheck.reference.kcr.knn import knn_predict


def kernel_nn(K_test: ArrayLike, K_train: ArrayLike, y: ArrayLike, k: int = 1) -> NDArray[Any]:
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
    (m,) of the labels; ties as in :func:`.knn_predict`

    Raises
    ------
    ValueError
        ``K_train`` not square and symmetric, shapes that do not meet, ``k`` out of range, NaN.
    """
    K_train = check.symmetric("K_train", K_train)
    K_test = check.real("K_test", K_test, shape=(None, len(K_train)))
    return knn_predict(cdist(K_test, K_train), y, k)
