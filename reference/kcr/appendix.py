r"""Appendix A: Lemma 5, by which the coefficients of Theorem 1 sum to 0.

Let f = sum_i c_i k(., x_i) enter an objective through its norm and its differences alone,

.. math:: \theta\big(\{ f(x_i) - f(x_j) \}_{ij}\big) + \lambda \|f\|^2, \qquad (10)

with lambda > 0. What is orthogonal to all k(., x_i) - k(., x_j) changes no difference, and it
lengthens f. So every minimizer is sum_ij b_ij (k(., x_i) - k(., x_j)), and 1'c = 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.centered import centered_range, unit
from gramcheck.reference.types import Array


def objective_10(
    coefficients: ArrayLike, K: ArrayLike, theta: Callable[[Array], float], lam: float
) -> float:
    """Eq. (10): theta of the differences f(x_i) - f(x_j), plus lam ||f||^2.

    Parameters
    ----------
    coefficients : (n,)
        c.
    K : (n, n)
        The reproducing kernel among the x_i.
    theta : callable
        From the matrix (n, n) of the differences to a number.
    lam : float
        lambda, nonnegative.

    Raises
    ------
    ValueError
        ``K`` not symmetric and positive semidefinite, shapes that do not meet, NaN, numbers above
        1e100, ``lam`` negative or so large that its product with the norm overflows.
    TypeError
        ``theta`` not callable.
    """
    c, K = _function(coefficients, K)
    if not callable(theta):
        raise TypeError(f"theta must be callable, got {check.shown(theta)}")
    lam = check.nonnegative("lam", lam)
    f = K @ c
    penalty = check.without_overflow(lam * float(c @ f), "lam, coefficients and K")
    return check.finite("theta(differences)", theta(f[:, None] - f)) + penalty


def lemma_5(coefficients: ArrayLike, K: ArrayLike) -> Array:
    """Lemma 5: c' (n,) with 1'c' = 0, the same differences f(x_i) - f(x_j), and no greater norm.

    c' belongs to the projection of f onto the span of the k(., x_i) - k(., x_j), as in the proof;
    its values are those of f about their mean, H K c, but for a constant. With Z Z' = HKH it is
    the solution of HKH c' = HK c of least norm, which lies in the range of HKH and so sums to 0.

    Parameters
    ----------
    coefficients : (n,)
    K : (n, n)

    Raises
    ------
    ValueError
        ``K`` not symmetric and positive semidefinite, shapes that do not meet, NaN, numbers above
        1e100.
    """
    c, K = _function(coefficients, K)
    K = K / unit(K)
    U, s = centered_range(K)
    f = K @ c
    return (U / s) @ (U.T @ (f - f.mean()))


def coefficients_from_pairs(b: ArrayLike) -> Array:
    """c_i = sum_j (b_ij - b_ji), the last step in the proof of Lemma 5.

    These are the coefficients of f = sum_ij b_ij (k(., x_i) - k(., x_j)), and they sum to 0.

    Parameters
    ----------
    b : (n, n)

    Returns
    -------
    (n,)

    Raises
    ------
    ValueError
        ``b`` not square, NaN.
    """
    b = check.real("b", b, ndim=2)
    if b.shape[0] != b.shape[1]:
        raise ValueError(f"b must be square, got shape {b.shape}")
    return (b - b.T).sum(axis=1)


def center_coefficients(c: ArrayLike, K: ArrayLike | None = None) -> Array:
    r"""Coefficients that sum to 0 in each row, as Theorem 1 wants them.

    Given a positive definite ``K``, the change is one that no distance between training patterns
    notices, errata C9:

    .. math:: c \leftarrow c - K^{-1} 1 \, (1'c) / (1'K^{-1}1) .

    It adds a constant to phi at the training patterns and takes (1'c)^2 / (1'K^{-1}1) off the
    norm, so the constraint of (9) costs nothing. Without ``K``, the nearest such c, its mean
    taken off.

    Parameters
    ----------
    c : (d, n) or (n,)
    K : (n, n), optional
        Positive definite.

    Returns
    -------
    (d, n) or (n,), as c, rows that sum to 0

    Raises
    ------
    ValueError
        ``K`` not positive definite, shapes that do not meet, NaN.
    """
    c = check.real("c", c)
    if c.ndim not in (1, 2):
        raise ValueError(f"c must have shape (d, n) or (n,), got {c.shape}")
    if K is None:
        return c - c.mean(axis=-1, keepdims=True)
    K = check.symmetric("K", K)
    if c.shape[-1] != len(K):
        raise ValueError(f"c must have {len(K)} entries on its last axis as K has, got {c.shape}")
    try:
        direction = sp.linalg.cho_solve(sp.linalg.cho_factor(K), np.ones(len(K)))
    except sp.linalg.LinAlgError:
        smallest = float(sp.linalg.eigvalsh(K)[0])
        raise ValueError(f"K must be positive definite, got the eigenvalue {smallest!r}") from None
    return c - c.sum(axis=-1, keepdims=True) * direction / direction.sum()


def _function(coefficients: ArrayLike, K: ArrayLike) -> tuple[Array, Array]:
    """The coefficients and the kernel of f."""
    K = check.positive_semidefinite("K", K)
    return check.real("coefficients", coefficients, shape=(len(K),)), K
