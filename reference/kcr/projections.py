r"""Section 4.1: the projection P_N onto N = {S >= 0, 1'S1 = 0} of Algorithm 1, line 6.

The paper (footnote 10) projects onto the two sets in turns, with A_0 = S,

.. math:: B_m = A_m - \frac{1'A_m 1}{n^2} 11', \qquad A_{m+1} = \text{the positive part of } B_m,

which is :func:`project_alternating`. The hyperplane touches the cone at its boundary only. So the
alternation ends at some point of N that is in general not the nearest one (errata C1), and it
comes near N only as 1 / iterations (C2). Dykstra's corrections lead the same two projections to
the nearest point: :func:`project_dykstra`.

A symmetric S >= 0 has 1'S1 = 0 exactly where S1 = 0. So N is the cone of the positive
semidefinite matrices on the complement of 1, and to project onto it is to center and then to clip
the eigenvalues, in one eigendecomposition: :func:`project`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.types import Array


def project(S: ArrayLike) -> Array:
    """The nearest matrix of N: clip(H S H), H = I - 11'/n.

    For every Z in N, <S - HSH, HZH> = 0 as Z = HZH, and what the clip takes off HSH has 1 as a
    null vector like HSH itself, so nothing leaves the complement of 1.

    Raises
    ------
    ValueError
        ``S`` not square and symmetric, NaN, entries above 1e100.
    """
    factor = _positive_factor(center(check.symmetric("S", S)))
    # eigenvectors are orthogonal to 1 but for rounding, which is taken off before the product
    factor -= factor.sum(axis=0) / len(factor)
    return factor @ factor.T


def project_alternating(S: ArrayLike, max_iterations: int = 1000, tol: float = 1e-12) -> Array:
    """The paper's alternating projections: onto 1'B1 = 0, onto the cone, and so on.

    Parameters
    ----------
    S : (n, n)
        Symmetric. It need not be in the cone, where the paper has the first iterate (errata C3):
        the hyperplane comes first.
    max_iterations : int
        Pairs of projections, at least 1.
    tol : float
        Nonnegative: ends earlier where 1'A1 / n, the distance from the hyperplane, is at most
        ``tol`` times the Frobenius norm of S.

    Returns
    -------
    A (n, n), in the cone; 1'A1 is of the order of 1 / ``max_iterations``, seldom 0

    Raises
    ------
    ValueError
        ``S`` not square and symmetric, ``max_iterations`` below 1, ``tol`` negative, NaN, entries
        above 1e100.
    """
    A = check.symmetric("S", S)
    steps = check.integer("max_iterations", max_iterations, 1)
    close = check.nonnegative("tol", tol) * float(np.linalg.norm(A))
    for _ in range(steps):
        A = clip(_onto_hyperplane(A))
        if abs(A.mean() * len(A)) <= close:
            break
    return A


def project_dykstra(S: ArrayLike, max_iterations: int = 1000, tol: float = 1e-12) -> Array:
    """Dykstra's algorithm on the paper's two sets: the limit is the nearest matrix of N.

    Each projection onto the cone starts from the last point with the last change undone; the
    hyperplane needs no such correction. It converges no faster than the alternation.

    Parameters
    ----------
    S, max_iterations, tol
        As in :func:`project_alternating`.

    Returns
    -------
    A (n, n), in the cone

    Raises
    ------
    ValueError
        As :func:`project_alternating`.
    """
    A = check.symmetric("S", S)
    steps = check.integer("max_iterations", max_iterations, 1)
    close = check.nonnegative("tol", tol) * float(np.linalg.norm(A))
    correction = np.zeros_like(A)
    for _ in range(steps):
        B = _onto_hyperplane(A) + correction
        A = clip(B)
        correction = B - A
        if abs(A.mean() * len(A)) <= close:
            break
    return A


def center(S: Array) -> Array:
    """H S H of a symmetric S, as symmetric."""
    means = S.sum(axis=0) / len(S)
    centered = S - (means[:, None] + means)
    centered += means.sum() / len(S)
    return centered


def clip(S: Array) -> Array:
    """The nearest positive semidefinite matrix: negative eigenvalues become 0."""
    factor = _positive_factor(S)
    return factor @ factor.T


def _positive_factor(S: Array) -> Array:
    """F with F F' the positive part of S.

    The product has no eigenvalue below 0 by more than its own rounding; the negative part taken
    off S leaves that of S. Eigenvalues of rounding size count as 0.
    """
    eigenvalues, U = np.linalg.eigh(S)
    rounding = len(S) * np.finfo(float).eps * np.abs(eigenvalues).max()
    positive = slice(int(np.searchsorted(eigenvalues, rounding, side="right")), None)
    return U[:, positive] * np.sqrt(eigenvalues[positive])


def _onto_hyperplane(A: Array) -> Array:
    """The nearest matrix with 1'B1 = 0."""
    return A - A.mean()
