r"""Section 5 and Appendix B: the systems that D2KE is compared with.

==========  ====================================================================================
KNN         :func:`knn_predict`
DSK_RBF     :func:`dsk_rbf`, the Gaussian of the distance
DSK_ND      :func:`dsk_nd`, the negative distance (the paper: squared distance, ``beta=2``)
GDK_LED     :func:`pseudo_euclidean_embedding`
RSM         :func:`representative_set_map`
==========  ====================================================================================

The kernels of the second and third follow Haasdonk and Bahlmann, "Learning with Distance
Substitution Kernels" (DAGM 2004), the embedding Pekalska, Paclik and Duin, "A Generalized Kernel
Approach to Dissimilarity-based Classification" (JMLR 2001). ``D`` is a matrix of distances.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check, ranges
from gramcheck.reference.d2ke.distances import Distance, named_cdist
from gramcheck.reference.d2ke.engines import features
from gramcheck.reference.types import AnyArray, Array, Integers

_SAME_SIZE = 1e-8  # entries of an eigenvector that count as equally large


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
    nearest = _nearest(D, k)
    classes, members = np.unique(y, return_inverse=True)
    members = members[nearest]
    votes = np.column_stack([(members == c).sum(axis=1) for c in range(len(classes))])
    if ties == "smallest":
        return classes[votes.argmax(axis=1)]
    most = np.take_along_axis(votes, members, axis=1) == votes.max(axis=1, keepdims=True)
    return classes[members[np.arange(len(D)), most.argmax(axis=1)]]


def _nearest(D: Array, k: int) -> Integers:
    """Columns of the k smallest entries of each row, in order, of equal ones the first."""
    largest = np.partition(D, k - 1, axis=1)[:, k - 1 : k]
    kept = largest >= D
    tied = np.flatnonzero(np.count_nonzero(kept, axis=1) > k)
    if len(tied):  # of those as far as the last only the first that are wanted
        less, equal = D[tied] < largest[tied], D[tied] == largest[tied]
        wanted = k - np.count_nonzero(less, axis=1)
        kept[tied] = less | (equal & (np.cumsum(equal, axis=1) <= wanted[:, None]))
    columns = np.nonzero(kept)[1].reshape(len(D), k)
    order = np.argsort(np.take_along_axis(D, columns, axis=1), axis=1, kind="stable")
    return np.take_along_axis(columns, order, axis=1)


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
    D = ranges.array("D", check.distances("D", D))
    return np.exp(-check.moderate("gamma", gamma) * D**2)


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
        and of the columns (m,). None for the kernel without an origin.

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        ``beta`` out of range, an index out of range or for a ``D`` that is not symmetric, vectors
        whose lengths do not meet D, distances above 1e100.
    """
    D = ranges.array("D", check.distances("D", D))
    beta = check.nonnegative("beta", beta)
    if beta > 2:
        raise ValueError(f"beta must be at most 2, got {beta!r}")
    if origin is None:
        return -(D**beta)
    from_rows, from_columns = _distances_to_origin(D, origin)
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
    """
    if origin is None:
        raise TypeError("origin must be an index or a pair of vectors of distances, got None")
    return dsk_nd(D, 2.0, origin)


@overload
def pseudo_euclidean_embedding(D: ArrayLike, R: int, D_new: None = None) -> Array: ...
@overload
def pseudo_euclidean_embedding(D: ArrayLike, R: int, D_new: ArrayLike) -> tuple[Array, Array]: ...
def pseudo_euclidean_embedding(
    D: ArrayLike, R: int, D_new: ArrayLike | None = None
) -> Array | tuple[Array, Array]:
    r"""Pseudo-Euclidean linear embedding of a distance matrix (GDK_LED).

    With D2 the squared distances and H = I - 11'/n,

    .. math:: G = -\tfrac12 H D_2 H = Q \Lambda Q', \qquad X = Q_R |\Lambda_R|^{1/2},

    eigenvalues sorted by decreasing magnitude (positive first among equals), the first R kept.
    New rows, of which only the distances to the n objects are known, go to

    .. math:: X_{new} = -\tfrac12 (D_{2,new} - 1 \mu') H \, Q_R |\Lambda_R|^{1/2} \Lambda_R^{-1},

    mu the column means of D2, so that an object of the n again goes where it was.

    The paper ran the transductive form, in which ``D`` has training and test objects together.

    The sign of an eigenvector is free. Here the first of its entries of largest magnitude, to a
    relative 1e-8, is positive. The basis within a repeated eigenvalue stays free.

    Parameters
    ----------
    D : (n, n)
        Symmetric distances with a zero diagonal.
    R : int
        Dimensions, at least 1. There are as many nonzero coordinates as nonzero eigenvalues, those
        above n eps times the largest in magnitude; the others are 0, as for R above n.
    D_new : (m, n), optional
        Distances of new objects to the n.

    Returns
    -------
    X : (n, R)
    X_new : (m, R)
        Only when ``D_new`` is given.

    Raises
    ------
    ValueError
        ``D`` not square, symmetric or zero on its diagonal, ``R`` of 0 or beyond memory,
        shapes that do not meet, distances above 1e100.
    """
    D = ranges.array("D", check.symmetric_distances("D", D))
    R = check.integer("R", R, 1)
    n = len(D)
    if D_new is not None:
        D_new = ranges.array("D_new", check.distances("D_new", D_new, columns=n))
    check.memory(8 * R * (n if D_new is None else n + len(D_new)), R=R)
    means = (D**2).mean(axis=0)
    eigenvalues, Q = np.linalg.eigh(-(D**2 - means - means[:, None] + means.mean()) / 2)
    order = np.lexsort((-eigenvalues, -np.abs(eigenvalues)))[:R]
    eigenvalues, Q = eigenvalues[order], Q[:, order]
    nonzero = np.abs(eigenvalues) > n * np.finfo(float).eps * np.abs(eigenvalues[0])
    eigenvalues, Q = eigenvalues[nonzero], _with_fixed_signs(Q[:, nonzero])

    kept, root = len(eigenvalues), np.sqrt(np.abs(eigenvalues))
    X = np.zeros((n, R))
    X[:, :kept] = Q * root
    if D_new is None:
        return X
    rows = D_new**2 - means
    rows -= rows.mean(axis=1, keepdims=True)
    X_new = np.zeros((len(D_new), R))
    X_new[:, :kept] = -rows @ (Q * root / eigenvalues) / 2
    return X, X_new


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
        distances = named_cdist(names, X, representatives, distance, **options)
        return distances.astype(np.float64, copy=False)
    gamma, scale = check.moderate("gamma", gamma), 1 / math.sqrt(len(representatives))
    phi = features.scaled(names, X, representatives, gamma, scale, distance, **options)
    features.warn_of_lost(
        names, X, representatives, gamma, phi.max(axis=1) > 0, distance, **options
    )
    return phi


def _distances_to_origin(
    D: Array, origin: int | tuple[ArrayLike, ArrayLike]
) -> tuple[Array, Array]:
    if isinstance(origin, tuple | list):
        if len(origin) != 2:
            raise ValueError(f"origin must be a pair of vectors, got {len(origin)} of them")
        vectors = []
        for axis, vector in enumerate(origin):
            name = f"origin[{axis}]"
            vector = check.real(name, vector, shape=(D.shape[axis],))
            vectors.append(check.distances(name, vector[None])[0])
        return vectors[0], vectors[1]
    check.symmetric("D (with an index for its origin)", D)
    index = check.integer("origin", origin, 0, len(D) - 1)
    return D[index], D[index]


def _with_fixed_signs(Q: Array) -> Array:
    """Columns with the first of their entries of largest magnitude positive."""
    magnitudes = np.abs(Q)
    first = (magnitudes >= (1 - _SAME_SIZE) * magnitudes.max(axis=0)).argmax(axis=0)
    return Q * np.sign(Q[first, np.arange(Q.shape[1])])
