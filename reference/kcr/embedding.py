r"""The representer form of Section 3: distances, norms and embeddings from Sigma.

Theorem 1: a minimizer of (6) is phi_m = sum_i c_im k(., X_i) with sum_i c_im = 0. With
Sigma = sum_m c_m c_m' and k_z = (k(z, X_1), ..., k(z, X_n)),

==============  ============================================================  ==================
Remark 2b       ||phi(z) - phi(w)||^2 = sum_m (c_m'(k_z - k_w))^2
Corollary 3     ... = (k_z - k_w)' Sigma (k_z - k_w)                          squared_distances
Remark 2c       sum_m ||phi_m||^2 = sum_m c_m'K c_m = tr(K Sigma)             squared_norm
Remark 2d       every Sigma >= 0 with 1'Sigma 1 = 0 has such c_m              coefficients_...
Corollary 4     linear kernel, patterns X: A = X'Sigma X                      mahalanobis
Section 5       first d of phi in the axes of Sigma: (sqrt(l_m) u_m'k_z)      embed
==============  ============================================================  ==================

Points are given by their rows of kernel values k_z against the training patterns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import linalg
from scipy.spatial.distance import cdist

from gramcheck.reference import check

Array = NDArray[np.float64]

_RANK = 1e-12  # eigenvalues of Sigma below, relative to the largest, do not count for its rank


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
        so large that distances overflow.
    """
    roots, U = _roots(Sigma)
    K_a = check.real("K_a", K_a, shape=(None, len(U)))
    K_b = K_a if K_b is None else check.real("K_b", K_b, shape=(None, len(U)))
    axes = U * roots
    # the embedding is blind to a shift of all rows; around their mean less is lost to rounding
    with np.errstate(over="ignore", invalid="ignore"):
        mean = K_b.mean(axis=0)
        squared = cdist((K_a - mean) @ axes, (K_b - mean) @ axes, "sqeuclidean")
    return _finite(squared, "Sigma, K_a and K_b", "finite distances")


def squared_norm(Sigma: ArrayLike, K: ArrayLike) -> float:
    """The squared norm of the embedding, Remark 2c: tr(K Sigma).

    Raises
    ------
    ValueError
        ``Sigma`` or ``K`` not symmetric, shapes that do not meet, NaN, overflow.
    """
    Sigma, K = check.symmetric("Sigma", Sigma), check.symmetric("K", K)
    if Sigma.shape != K.shape:
        raise ValueError(f"Sigma must have the shape {K.shape} of K, got {Sigma.shape}")
    with np.errstate(over="ignore", invalid="ignore"):
        norm = float(np.vdot(K, Sigma))
    return _finite(norm, "Sigma and K", "a finite product")


def sigma_from_coefficients(c: ArrayLike) -> Array:
    """Sigma = sum_m c_m c_m' (n, n) from the coefficients (d, n), one row a component of phi.

    Raises
    ------
    ValueError
        NaN, not two dimensions, overflow.
    """
    c = check.real("c", c, ndim=2)
    with np.errstate(over="ignore", invalid="ignore"):
        Sigma = c.T @ c
    return _finite(Sigma, "c", "finite products")


def coefficients_from_sigma(Sigma: ArrayLike, d: int | None = None) -> Array:
    """Coefficients (d, n) of an embedding with the given Sigma, Remark 2d.

    They are the eigenvectors times the roots of the eigenvalues, largest first, each with its
    largest entry positive. With d below the rank, the best Sigma of rank d.

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
    if d is None:
        d = int(np.count_nonzero(roots**2 > _RANK * roots[0] ** 2))
    else:
        d = check.integer("d", d, 1, len(U))
    largest = np.abs(U[:, :d]).argmax(axis=0)
    signs = np.sign(np.take_along_axis(U[:, :d], largest[None], axis=0))
    return (U[:, :d] * signs * roots[:d]).T


def embed(Sigma: ArrayLike, K_a: ArrayLike, d: int = 2) -> Array:
    """The first d coordinates of the embedded points, as drawn in Figure 1.

    x = L k_x with L = (sqrt(l_1) u_1, ..., sqrt(l_d) u_d)', the largest eigenvalues of Sigma.
    With d = n, their Euclidean distances are those of :func:`squared_distances`.

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
    c = coefficients_from_sigma(Sigma, d)
    K_a = check.real("K_a", K_a, shape=(None, c.shape[1]))
    with np.errstate(over="ignore", invalid="ignore"):
        coordinates = K_a @ c.T
    return _finite(coordinates, "Sigma and K_a", "finite products")


def mahalanobis(Sigma: ArrayLike, X: ArrayLike) -> Array:
    """The metric A = X' Sigma X (p, p) among points that Sigma means under k(z, w) = z'w.

    Corollary 4: (z - w)'A(z - w) = (k_z - k_w)' Sigma (k_z - k_w), the training patterns (n, p)
    being the rows of X.

    Raises
    ------
    ValueError
        ``Sigma`` not symmetric, shapes that do not meet, NaN, overflow.
    """
    Sigma = check.symmetric("Sigma", Sigma)
    X = check.real("X", X, shape=(len(Sigma), None))
    with np.errstate(over="ignore", invalid="ignore"):
        A = X.T @ Sigma @ X
        A = (A + A.T) / 2
    return _finite(A, "Sigma and X", "finite products")


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
        direction = linalg.cho_solve(linalg.cho_factor(K), np.ones(len(K)))
    except linalg.LinAlgError:
        smallest = float(linalg.eigvalsh(K)[0])
        raise ValueError(f"K must be positive definite, got the eigenvalue {smallest!r}") from None
    return c - c.sum(axis=-1, keepdims=True) * direction / direction.sum()


def _finite(result: Any, names: str, wanted: str) -> Any:
    """What was computed, refused where numbers were too large for it."""
    if not np.isfinite(result).all():
        raise ValueError(f"{names} must have {wanted}, got overflow")
    return result


def _roots(Sigma: ArrayLike) -> tuple[Array, Array]:
    """Roots of the eigenvalues of Sigma, ascending, and its eigenvectors."""
    eigenvalues, U = linalg.eigh(check.positive_semidefinite("Sigma", Sigma))
    return np.sqrt(np.maximum(eigenvalues, 0.0)), U
