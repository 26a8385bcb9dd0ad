r"""Section 5 and Appendix B: the systems that D2KE is compared with.

==========  ====================================================================================
KNN         :func:`knn_predict`
DSK_RBF     :func:`dsk_rbf`, the Gaussian of the distance
DSK_ND      :func:`dsk_nd`, the negative distance (the paper: squared distance, ``beta=2``)
GDK_LED     :func:`.pseudo_euclidean_embedding`
RSM         :func:`representative_set_map`
==========  ====================================================================================

The kernels of the second and third follow Haasdonk and Bahlmann, "Learning with Distance
Substitution Kernels" (DAGM 2004). ``D`` is a matrix of distances.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.distances import Distance
from gramcheck.reference.d2ke.engines import features
from gramcheck.reference.d2ke.engines.nearest import smallest_columns
from gramcheck.reference.types import AnyArray, Array


def knn_predict(D: ArrayLike, y: ArrayLike, k: int, ties: str = "smallest") -> AnyArray:
    """The label most frequent among the k nearest training objects (KNN).

    The paper says nothing about ties. Ties of votes are decided by ``ties``. Of equally distant
    objects the first counts as nearer, so that the order of the columns of D decides.

    Parameters
    ----------
    D : (n_test, n_train)
        Distances, nonnegative.
    y : (n_train,)
        Labels of any kind, at least two classes.
    k : int
        Between 1 and n_train.
    ties : {"smallest", "nearest"}
        Which of several labels with the most votes: the smallest, or that of the nearest object.

    Returns
    -------
    (n_test,) of the labels

    Raises
    ------
    ValueError
        ``k`` out of range, negative or NaN distances, shapes that do not meet, an unknown name.
    TypeError
        ``k`` no integer, ``ties`` no string.
    """
    D = check.distances("D", D)
    y = check.labels("y", y, D.shape[1])
    k = check.integer("k", k, 1, D.shape[1])
    check.choice("ties", ties, ("smallest", "nearest"))
    nearest = smallest_columns(D, k)
    classes, members = np.unique(y, return_inverse=True)
    members, shape = members[nearest], (len(D), len(classes))
    ballots = members + len(classes) * np.arange(len(D))[:, None]
    votes = np.bincount(ballots.ravel(), minlength=math.prod(shape)).reshape(shape)
    if ties == "smallest":
        return classes[votes.argmax(axis=1)]
    most = np.take_along_axis(votes, members, axis=1) == votes.max(axis=1, keepdims=True)
    far = np.where(most, np.take_along_axis(D, nearest, axis=1), np.inf)
    return classes[members[np.arange(len(D)), far.argmin(axis=1)]]


def dsk_rbf(D: ArrayLike, gamma: float) -> Array:
    """Gaussian distance substitution kernel exp(-gamma d^2) (DSK_RBF).

    Positive semidefinite for every gamma if and only if d is a distance in a Hilbert space;
    Levenshtein, warping and Hausdorff distances are not.

    Parameters
    ----------
    D : (n, m)
        Distances, nonnegative.
    gamma : float
        Positive, in 1 / (units of the distance)^2.

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        ``gamma`` not positive, negative or NaN distances.
    """
    D = check.distances("D", D)
    return np.exp(-check.positive("gamma", gamma) * D**2)


def dsk_nd(
    D: ArrayLike,
    beta: float = 2.0,
    origin: int | tuple[ArrayLike, ArrayLike] | None = None,
) -> Array:
    r"""Negative-distance substitution kernel (DSK_ND): -d^beta, or with an origin O.

    .. math:: -d(x, y)^\beta \qquad \text{or} \qquad
              -\tfrac12 \left( d(x, y)^\beta - d(x, O)^\beta - d(y, O)^\beta \right)

    For a Hilbert distance the first is conditionally positive definite, which an SVM with an
    intercept needs no more than, and the second positive semidefinite. The paper writes "negative
    distance" in one place and "squared distance" in the other: ``beta=2`` is what it ran.

    Parameters
    ----------
    D : (n, m)
        Distances, nonnegative.
    beta : float
        In [0, 2]; 0^0 counts as 1.
    origin : int or pair of vectors, optional
        The index of O among the objects of a square ``D``; or the distances to O of the rows (n,)
        and of the columns (m,), which may be the rows of an array. None for the kernel without an
        origin.

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        ``beta`` out of range, an index out of range or for a ``D`` that is not symmetric, vectors
        whose lengths do not meet D, distances above 1e100.
    """
    given, D = D, check.distances("D", D)
    beta = check.nonnegative("beta", beta)
    if beta > 2:
        raise ValueError(f"beta must be at most 2, got {beta!r}")
    if origin is None:
        return -(D**beta)
    from_rows, from_columns = _distances_to_origin(given, D.shape, origin)
    return -(D**beta - from_rows[:, None] ** beta - from_columns**beta) / 2


def distance_substitution_inner_product(
    D: ArrayLike, origin: int | tuple[ArrayLike, ArrayLike]
) -> Array:
    r"""What plays <x, y> when d plays ||x - y||, of Haasdonk and Bahlmann; :func:`dsk_nd` at 2.

    .. math:: \langle x, y \rangle_O = -\tfrac12 \left( d(x, y)^2 - d(x, O)^2 - d(y, O)^2 \right)

    Parameters
    ----------
    D : (n, m)
    origin : int or pair of vectors
        As in :func:`dsk_nd`.

    Returns
    -------
    (n, m)

    Raises
    ------
    TypeError
        No ``origin``.
    ValueError
        As :func:`dsk_nd`.
    """
    if origin is None:
        raise TypeError("origin must be an index or a pair of vectors of distances, got None")
    return dsk_nd(D, 2.0, origin)


def representative_set_map(
    X: Sequence[Any],
    representatives: Sequence[Any],
    distance: Distance,
    gamma: float | None = None,
    **options: Any,
) -> Array:
    """Embedding by a representative set of objects (RSM).

    Parameters
    ----------
    X : sequence of n objects
    representatives : sequence of R objects
        See :func:`.representatives`.
    distance, **options
        As in :func:`.feature_map`.
    gamma : float, optional
        None for the distances themselves, as Appendix B has it; else Eq. (8), the exponentials
        exp(-gamma d) / sqrt(R).

    Returns
    -------
    (n, R)

    Raises
    ------
    ValueError, TypeError
        As :func:`.feature_map`.
    """
    X = check.collection("X", X)
    representatives = check.collection("representatives", representatives)
    names = "X", "representatives"
    if gamma is None:
        return features.distances(names, X, representatives, distance, **options)
    gamma, scale = check.positive("gamma", gamma), 1 / math.sqrt(len(representatives))
    phi = features.scaled(names, X, representatives, gamma, scale, distance, **options)
    features.warn_of_lost(
        names, X, representatives, gamma, phi.max(axis=1) > 0, distance, **options
    )
    return phi


def _distances_to_origin(D: ArrayLike, shape: tuple[int, ...], origin: Any) -> tuple[Array, Array]:
    if isinstance(origin, tuple | list) or getattr(origin, "ndim", 0) == 2:
        if len(origin) != 2:
            raise ValueError(f"origin must be a pair of vectors, got {len(origin)} of them")
        vectors = []
        for axis, vector in enumerate(origin):
            name = f"origin[{axis}]"
            vector = check.real(name, vector, shape=(shape[axis],))
            vectors.append(check.distances(name, vector[None])[0])
        return vectors[0], vectors[1]
    index = check.integer("origin", origin, 0, shape[0] - 1)
    of_index = check.symmetric_distances("D (with an index for its origin)", D)[index]
    return of_index, of_index
