"""Ridge regression, the squared loss of Algorithm 1, step 3, in closed form."""

from __future__ import annotations

import numpy as np
import scipy as sp

from gramcheck.reference.d2ke.engines.linear_systems import CHOLESKY_CONDITION
from gramcheck.reference.types import Array, Booleans


def ridge(phi: Array, targets: Array, mu: float, intercept: bool) -> Array:
    r"""Squared loss in closed form, for C columns of targets at once.

    The gradient of (1/n) ||phi w + b - y||^2 + (mu/2) ||w||^2 vanishes at

    .. math:: w = (\phi'\phi + \lambda I)^{-1} \phi' y = \phi' (\phi\phi' + \lambda I)^{-1} y,
              \qquad \lambda = n \mu / 2,

    with phi and y centered when there is an intercept, which is then mean(y) - w'mean(phi). The
    smaller of the two systems is solved by Cholesky's method with one step of refinement; where
    lambda is too small for that, the singular values of phi give w without squaring them, see
    :func:`_filtered`.

    Returns weights (C, R), or (C, R + 1) with the intercepts last.
    """
    n, R = phi.shape
    phi_mean = phi.mean(axis=0) if intercept else np.zeros(R)
    y_mean = targets.mean(axis=0) if intercept else np.zeros(targets.shape[1])
    phi, targets = phi - phi_mean, targets - y_mean
    lam = n * mu / 2
    gram = phi.T @ phi if R <= n else phi @ phi.T
    if gram.trace() > CHOLESKY_CONDITION * lam:
        w = _filtered(phi, targets, lam)
    else:
        factor = sp.linalg.cho_factor(gram + lam * np.eye(len(gram)))
        if R <= n:
            w = sp.linalg.cho_solve(factor, phi.T @ targets)
            w += sp.linalg.cho_solve(factor, phi.T @ (targets - phi @ w) - lam * w)
        else:
            a = sp.linalg.cho_solve(factor, targets)
            a += sp.linalg.cho_solve(factor, targets - phi @ (phi.T @ a) - lam * a)
            w = phi.T @ a
    return np.column_stack([w.T, y_mean - phi_mean @ w]) if intercept else w.T


def _filtered(phi: Array, targets: Array, lam: float) -> Array:
    r"""Ridge weights (R, C) from :math:`\phi = \sum_k s_k u_k v_k'`: the filter s / (s^2 + lambda).

    A singular value that should be 0 comes out near eps times the largest, and where lambda is
    smaller still, its filter 1 / s turns rounding into weights. Such values are left out; only
    where they let the mean square fall by more than rounding they are real, of columns of very
    different size.
    """
    U, s, Vt = sp.linalg.svd(phi, full_matrices=False)
    coordinates = U.T @ targets

    def solution(kept: Booleans) -> tuple[Array, Array]:
        factors = s[kept] / (s[kept] ** 2 + lam)
        w = Vt[kept].T @ (factors[:, None] * coordinates[kept])
        return w, np.square(targets - phi @ w).sum(axis=0)

    rounding = max(phi.shape) * np.finfo(float).eps
    w, squares = solution(s > rounding * s[0])
    full, least = solution(s > 0)
    doubt = rounding * sp.linalg.norm(np.abs(phi) @ np.abs(full), axis=0)  # of the values phi w
    return np.where(squares - least > 4 * doubt * sp.linalg.norm(targets, axis=0), full, w)
