r"""The semidefinite program (9) of Section 4.1: objective, active sets, subgradient.

.. math:: \min_{\Sigma, \tilde h} \; \sum_i \Big[ 2 - n_i^+ + \sum_j \big[ 1 + \tau_{ij}
          \operatorname{tr}(M_{ij} \Sigma) - \tau_{ij} \tilde h \big]_+ \Big]_+
          + \lambda \operatorname{tr}(K \Sigma)
          \quad \text{subject to} \quad \Sigma \succeq 0, \; 1'\Sigma 1 = 0, \; \tilde h > 0

====================  ==========================================================================
``Sigma`` (n, n)      the metric; symmetric, and for a distance positive semidefinite
``h2``                h~ = h^2, the squared bandwidth
``K`` (n, n)          reproducing kernel among the training patterns, k_i its rows
``y`` (n,)            labels
``lam``               lambda, the weight of the penalty
``M_ij``              (k_i - k_j)(k_i - k_j)', so tr(M_ij Sigma) is a squared distance
``tau_ij``            +1 where Y_i = Y_j, otherwise -1
``n_i^+``             the size of the class of X_i, X_i counted
====================  ==========================================================================

Nothing here holds more than a few matrices (n, n): with R the rows k_i about their mean and
G = R Sigma R' the distances are G_ii + G_jj - 2 G_ij, and a sum of the M_ij with symmetric weights
w is 2 R'(diag(w 1) - w) R. With K for R the digits of points far from the origin would be lost.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


class ActiveSets(NamedTuple):
    """Lines 3 to 5 of Algorithm 1, as masks.

    Attributes
    ----------
    A : (n,)
        The rows whose outer hinge is not active: 2 + sum_j [..]_+ <= n_i^+.
    B : (n, n)
        The pairs whose inner hinge is active: 1 + tau_ij tr(M_ij Sigma) > tau_ij h~.
    N : (n, n)
        B without the rows A: the pairs that enter the subgradient.
    """

    A: Mask
    B: Mask
    N: Mask


def label_signs(y: ArrayLike) -> Array:
    """Signs tau (n, n): +1 for two patterns of one class, -1 for two of different classes.

    Raises
    ------
    ValueError
        A single class.
    """
    y = check.labels("y", y)
    return np.where(y[:, None] == y, 1.0, -1.0)


def same_class_counts(y: ArrayLike) -> Array:
    """n_i^+ (n,), the number of patterns of the class of X_i; X_i is one of them.

    Raises
    ------
    ValueError
        A single class.
    """
    _, members, counts = np.unique(check.labels("y", y), return_inverse=True, return_counts=True)
    return counts[members].astype(np.float64)


def row_losses(squared: Array, h2: float, y: ArrayLike) -> Array:
    """The argument of the outer hinge of each row, from squared distances (n, n)."""
    inner = np.maximum(0.0, 1 + label_signs(y) * (squared - h2))
    return 2 - same_class_counts(y) + inner.sum(axis=1)


def objective_from_distances(squared: ArrayLike, h2: float, y: ArrayLike) -> float:
    """The loss of (9), without the penalty, at given squared distances (n, n).

    Raises
    ------
    ValueError
        ``squared`` not symmetric, NaN, ``h2`` not positive, ``y`` of another length or of one
        class.
    """
    squared = check.symmetric("squared", squared)
    y = check.labels("y", y, len(squared))
    return float(np.maximum(0.0, row_losses(squared, check.positive("h2", h2), y)).sum())


def objective(Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike, lam: float) -> float:
    """The objective of (9) at any symmetric Sigma and any positive h2.

    Raises
    ------
    ValueError
        ``K`` or ``Sigma`` not square and symmetric, shapes that do not meet, ``lam`` negative, a
        single class, NaN, numbers so large that results overflow.
    """
    Sigma, h2, K, y, lam = _checked(Sigma, h2, K, y, lam)
    loss = np.maximum(0.0, row_losses(_distances(Sigma, K), h2, y)).sum()
    return float(_finite(loss + lam * float(np.vdot(K, Sigma))))


def active_sets(Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike) -> ActiveSets:
    """The sets A_t, B_t and N_t of Algorithm 1 at (Sigma, h2).

    The symbol of the definition of A_t is lost in some copies of the paper; with the inequality
    turned round, or strict where a hinge is exactly at its kink, the subgradient is wrong (C4).

    Raises
    ------
    ValueError
        As :func:`objective`.
    """
    Sigma, h2, K, y, _ = _checked(Sigma, h2, K, y, 0.0)
    return _active_sets(_distances(Sigma, K), h2, y)


def subgradient(
    Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike, lam: float
) -> tuple[Array, float]:
    r"""A subgradient of the objective of (9): lines 6 and 7 of Algorithm 1 without the steps.

    .. math:: \sum_{(i,j) \in N} \tau_{ij} M_{ij} + \lambda K = 2 K L_w K + \lambda K,
              \qquad - \sum_{(i,j) \in N} \tau_{ij},

    where L_w = diag(w 1) - w and w is the symmetric part of 1{(i, j) in N} tau_ij.

    Returns
    -------
    for Sigma (n, n), and for h2 (float)

    Raises
    ------
    ValueError
        As :func:`objective`.
    """
    Sigma, h2, K, y, lam = _checked(Sigma, h2, K, y, lam)
    weights = label_signs(y) * _active_sets(_distances(Sigma, K), h2, y).N
    with np.errstate(over="ignore", invalid="ignore"):
        R = rows_about_mean(K)
        for_Sigma = _finite(2 * R.T @ laplacian(weights) @ R + lam * K)
    return for_Sigma, -float(weights.sum())


def rows_about_mean(K: Array) -> Array:
    """R (n, n) with the differences of rows that K has."""
    return K - K.mean(axis=0)


def gram_distances(G: Array) -> Array:
    """Squared distances (n, n) from inner products."""
    squares = G.diagonal()
    return squares[:, None] + squares - (G + G.T)


def laplacian(weights: Array) -> Array:
    """L = diag(w 1) - w of the symmetric part w: sum_ij w_ij (x_i - x_j)(x_i - x_j)' = 2 X'L X."""
    w = (weights + weights.T) / 2
    return np.diag(w.sum(axis=1)) - w


def _distances(Sigma: Array, K: Array) -> Array:
    """Squared distances under Sigma between the rows of K, which are numbers."""
    with np.errstate(over="ignore", invalid="ignore"):
        R = rows_about_mean(K)
        return _finite(gram_distances(R @ Sigma @ R.T))


def _finite(result: Any) -> Any:
    if not np.isfinite(result).all():
        raise ValueError("K, Sigma and lam must not be so large that products of them overflow")
    return result


def _active_sets(squared: Array, h2: float, y: ArrayLike) -> ActiveSets:
    margins = 1 + label_signs(y) * (squared - h2)
    # Line 3: A_t
    A = 2 + np.maximum(0.0, margins).sum(axis=1) <= same_class_counts(y)
    # Line 4: B_t
    B = margins > 0
    # Line 5: N_t
    return ActiveSets(A, B, B & ~A[:, None])


def _checked(
    Sigma: ArrayLike, h2: float, K: ArrayLike, y: ArrayLike, lam: float
) -> tuple[Array, float, Array, ArrayLike, float]:
    K = check.symmetric("K", K)
    Sigma = check.symmetric("Sigma", Sigma)
    if Sigma.shape != K.shape:
        raise ValueError(f"Sigma must have the shape {K.shape} of K, got {Sigma.shape}")
    y = check.labels("y", y, len(K))
    return Sigma, check.positive("h2", h2), K, y, check.nonnegative("lam", lam)
