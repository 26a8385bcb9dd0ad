"""Section 5 and Appendix B: GDK_LED, the linear embedding of distances that are not Euclidean.

It follows Pekalska, Paclik and Duin, "A Generalized Kernel Approach to Dissimilarity-based
Classification" (JMLR 2001).
"""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.types import Array

_SAME_SIZE = 1e-8  # entries of an eigenvector that count as equally large


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

    eigenvalues sorted by decreasing magnitude (positive first among equals, to n eps of float64
    times the largest), the first R kept. New rows, of which only the distances to the n objects are
    known, go to

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
        above n eps times the largest in magnitude, with the eps of the type of D; the others are 0,
        as for R above n.
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
    given, D = D, check.symmetric_distances("D", D)
    rounding = check.roundings(given)
    R = check.integer("R", R, 1)
    n = len(D)
    if D_new is not None:
        D_new = check.distances("D_new", D_new, columns=n)
    check.memory(8 * R * (n if D_new is None else n + len(D_new)), R=R)
    means = (D**2).mean(axis=0)
    eigenvalues, Q = np.linalg.eigh(-(D**2 - means - means[:, None] + means.mean()) / 2)
    unit = n * np.abs(eigenvalues).max()  # of their roundings
    nonzero = np.flatnonzero(np.abs(eigenvalues) > unit * rounding)
    order = nonzero[_by_magnitude(eigenvalues[nonzero], unit * np.finfo(float).eps)][:R]
    eigenvalues, Q = eigenvalues[order], _with_fixed_signs(Q[:, order])

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


def _by_magnitude(eigenvalues: Array, rounding: float) -> NDArray[np.intp]:
    """Places by decreasing magnitude, positive first where neighbors differ by ``rounding``."""
    order = np.abs(eigenvalues).argsort()[::-1]
    magnitudes = np.abs(eigenvalues)[order]
    group = (-np.diff(magnitudes, prepend=magnitudes[:1]) > rounding).cumsum()
    return order[np.lexsort((-eigenvalues[order], group))]


def _with_fixed_signs(Q: Array) -> Array:
    """Columns with the first of their entries of largest magnitude positive."""
    magnitudes = np.abs(Q)
    first = (magnitudes >= (1 - _SAME_SIZE) * magnitudes.max(axis=0)).argmax(axis=0)
    return Q * np.sign(Q[first, np.arange(Q.shape[1])])
