r"""Section 3: regularization in an RKHS; the representer theorem and what follows from it.

With the squared norm for the penalty, Eq. (6) asks for the phi and h that minimize the errors of
Eq. (5) plus lambda ||phi||^2. Theorem 1: each minimizer is phi_m = sum_i c_im k(., X_i) with
sum_i c_im = 0, Eq. (7). The sum is 0 by Lemma 5 (:mod:`.appendix`).

With Sigma = sum_m c_m c_m' and k_z = (k(z, X_1), ..., k(z, X_n)),

==============  ============================================================  ==================
Remark 2b       ||phi(z) - phi(w)||^2 = sum_m (c_m'(k_z - k_w))^2
Corollary 3     ... = (k_z - k_w)' Sigma (k_z - k_w)                          squared_distances
Remark 2c       sum_m ||phi_m||^2 = sum_m c_m'K c_m = tr(K Sigma)             squared_norm
Remark 2d       every Sigma >= 0 with 1'Sigma 1 = 0 has such c_m              ``coefficients_...``
Corollary 4     linear kernel, patterns X: A = X'Sigma X                      mahalanobis
==============  ============================================================  ==================

Points are given by their rows of kernel values k_z against the training patterns.
"""

from __future__ import annotations

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check, images
from gramcheck.reference.kcr.bounds import objective_5
from gramcheck.reference.types import Array

_RANK = 1e-12  # eigenvalues of Sigma below, relative to the largest, do not count for its rank


def objective_6(
    coefficients: ArrayLike,
    K: ArrayLike,
    y: ArrayLike,
    h: float,
    lam: float,
    kernel: str = "naive",
    cauchy_exponent: float = 2.0,
) -> float:
    """Eq. (6): the errors of Eq. (5) plus lam ||phi||^2, for phi_m = sum_i c_im k(., X_i).

    Parameters
    ----------
    coefficients : (d, n)
        The c_m as rows; they need not sum to 0.
    K : (n, n)
        The reproducing kernel among the training patterns.
    y : (n,)
        Their labels, at least two classes.
    h : float
        The bandwidth, positive.
    lam : float
        lambda, nonnegative.
    kernel : {"naive", "gaussian", "cauchy", "epanechnikov"}
        The smoothing kernel of :func:`.kernel_rule`.
    cauchy_exponent : float
        As in :func:`.smoothing_kernel`.

    Raises
    ------
    ValueError
        ``K`` not symmetric and positive semidefinite, shapes that do not meet, NaN, overflow, and
        as :func:`.objective_5`.
    """
    K = check.positive_semidefinite("K", K)
    c = check.real("coefficients", coefficients, shape=(None, len(K)))
    lam = check.nonnegative("lam", lam)
    phi = c @ K
    penalty = lam * max(float(np.vdot(phi, c)), 0.0)
    check.without_overflow(penalty, "lam, coefficients and K")
    rho = sp.spatial.distance.cdist(phi.T, phi.T)
    check.within_range("the distances by coefficients and K", rho)
    return objective_5(rho, y, h, 0.0, lam, kernel, cauchy_exponent) + penalty


def expansion(coefficients: ArrayLike, K_a: ArrayLike) -> Array:
    r"""Phi of Eq. (7) at some points, from its coefficients.

    .. math:: \varphi_m(z) = \sum_{i=1}^n c_{im} \, k(z, X_i), \qquad \sum_{i=1}^n c_{im} = 0

    The coefficients need not sum to 0 here; that those of a minimizer do is Theorem 1.

    Parameters
    ----------
    coefficients : (d, n)
        Rows c_m.
    K_a : (a, n)
        Kernel values of the points against the training patterns.

    Returns
    -------
    (a, d)

    Raises
    ------
    ValueError
        Shapes that do not meet, NaN, numbers out of range.
    """
    c = check.real("coefficients", coefficients, ndim=2)
    K_a = check.real("K_a", K_a, shape=(None, c.shape[1]))
    return K_a @ c.T


def embed(Sigma: ArrayLike, K_a: ArrayLike, d: int = 2) -> Array:
    """Phi of Eq. (7), its first d coordinates phi_m(z) = sum_i c_im k(z, X_i), c from Sigma.

    They are L k_z with L = (sqrt(l_1) u_1, ..., sqrt(l_d) u_d)' for the largest eigenvalues l_m of
    Sigma and their eigenvectors, as Figure 1 draws them for d = 2. With d = n, their Euclidean
    distances are those of :func:`squared_distances`.

    Parameters
    ----------
    Sigma : (n, n)
        Positive semidefinite.
    K_a : (a, n)
        Kernel values of the points against the training patterns.
    d : int
        1 to n.

    Returns
    -------
    (a, d)

    Raises
    ------
    ValueError
        As :func:`squared_distances`; ``d`` out of range.
    """
    c = coefficients_from_sigma(Sigma, check.integer("d", d, 1))
    K_a = check.real("K_a", K_a, shape=(None, c.shape[1]))
    return K_a @ c.T


def squared_distances(Sigma: ArrayLike, K_a: ArrayLike, K_b: ArrayLike | None = None) -> Array:
    """Squared distances rho^2 between points, Corollary 3.

    Parameters
    ----------
    Sigma : (n, n)
        Positive semidefinite.
    K_a : (a, n)
        Kernel values of the points against the training patterns.
    K_b : (b, n), optional
        Those of other points; ``K_a`` when None.

    Returns
    -------
    (a, b), nonnegative; 0 between equal rows but for the roundings of their images

    Raises
    ------
    ValueError
        ``Sigma`` not symmetric or not positive semidefinite, shapes that do not meet, NaN, numbers
        out of range.
    """
    roots, U = _roots(Sigma)
    K_a = check.real("K_a", K_a, shape=(None, len(U)))
    K_b = K_a if K_b is None else check.real("K_b", K_b, shape=(None, len(U)))
    return images.squared_distances(K_a, K_b, U * roots)


def squared_norm(Sigma: ArrayLike, K: ArrayLike) -> float:
    """The squared norm of the embedding, Remark 2c: tr(K Sigma).

    Raises
    ------
    ValueError
        ``Sigma`` or ``K`` not symmetric, shapes that do not meet, NaN, numbers out of range.
    """
    Sigma, K = check.symmetric("Sigma", Sigma), check.symmetric("K", K)
    if Sigma.shape != K.shape:
        raise ValueError(f"Sigma must have the shape {K.shape} of K, got {Sigma.shape}")
    return float(np.vdot(K, Sigma))


def sigma_from_coefficients(c: ArrayLike) -> Array:
    """Sigma = sum_m c_m c_m' (n, n) from the coefficients (d, n), one row a component of phi.

    Raises
    ------
    ValueError
        Not two dimensions, NaN, numbers out of range.
    """
    c = check.real("c", c, ndim=2)
    return c.T @ c


def coefficients_from_sigma(Sigma: ArrayLike, d: int | None = None) -> Array:
    """Coefficients (d, n) of an embedding with the given Sigma, Remark 2d.

    They are the eigenvectors times the roots of the eigenvalues, largest first, each with its
    largest entry positive. With d below the rank, the best Sigma of rank d. Eigenvalues up to n eps
    of the largest, which may be nothing but rounding, count as 0: their roots would be 1e-8.

    Parameters
    ----------
    Sigma : (n, n)
        Positive semidefinite.
    d : int, optional
        Number of components, 1 to n; None for the rank (eigenvalues above 1e-12 of the largest),
        which may be 0.

    Raises
    ------
    ValueError
        ``Sigma`` not symmetric or not positive semidefinite, ``d`` out of range.
    """
    roots, U = _roots(Sigma)
    roots, U = roots[::-1], U[:, ::-1]
    roots = np.where(roots**2 > len(U) * np.finfo(float).eps * roots[0] ** 2, roots, 0.0)
    if d is None:
        d = int(np.count_nonzero(roots**2 > _RANK * roots[0] ** 2))
    else:
        d = check.integer("d", d, 1, len(U))
    largest = np.abs(U[:, :d]).argmax(axis=0)
    signs = np.sign(np.take_along_axis(U[:, :d], largest[None], axis=0))
    return (U[:, :d] * signs * roots[:d]).T


def mahalanobis(Sigma: ArrayLike, X: ArrayLike) -> Array:
    """The metric A = X' Sigma X (p, p) among points that Sigma means under k(z, w) = z'w.

    Corollary 4: (z - w)'A(z - w) = (k_z - k_w)' Sigma (k_z - k_w), the training patterns (n, p)
    being the rows of X.

    Raises
    ------
    ValueError
        ``Sigma`` not symmetric, shapes that do not meet, NaN, numbers out of range.
    """
    Sigma = check.symmetric("Sigma", Sigma)
    X = check.real("X", X, shape=(len(Sigma), None))
    A = X.T @ Sigma @ X
    return (A + A.T) / 2


def _roots(Sigma: ArrayLike) -> tuple[Array, Array]:
    """Roots of the eigenvalues of Sigma, ascending, and its eigenvectors."""
    eigenvalues, U = sp.linalg.eigh(check.positive_semidefinite("Sigma", Sigma))
    return np.sqrt(np.maximum(eigenvalues, 0.0)), U
