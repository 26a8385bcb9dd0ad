"""Xing, Ng, Jordan and Russell 2003 (Section 4's baseline): objective, certificate, an optimum.

maximize sum_D |x_i - x_j|_A  subject to  sum_S |x_i - x_j|_A^2 <= t, A positive semidefinite.
"""

from collections.abc import Sequence

import numpy as np
import scipy  # scipy.optimize, slow to import, is loaded when it is used
import scipy.linalg
from numpy.typing import ArrayLike

from gramcheck.verify.types import Array

__all__ = ["xing_constraint", "xing_objective", "xing_optimum", "xing_upper_bound"]

Pairs = Sequence[Sequence[int]]


def _differences(X: ArrayLike, pairs: Pairs) -> list[Array]:
    rows = np.asarray(X, dtype=np.float64)
    return [rows[i] - rows[j] for i, j in pairs]


def xing_objective(A: ArrayLike, X: ArrayLike, D: Pairs) -> float:
    """sum_D sqrt(z'Az)."""
    A = np.asarray(A, dtype=np.float64)
    return float(sum(np.sqrt(max(0.0, z @ A @ z)) for z in _differences(X, D)))


def xing_constraint(A: ArrayLike, X: ArrayLike, S: Pairs) -> float:
    """sum_S z'Az."""
    A = np.asarray(A, dtype=np.float64)
    return float(sum(z @ A @ z for z in _differences(X, S)))


def _scatter(X: ArrayLike, S: Pairs) -> Array:
    """W = sum_S z z', so that the constraint is <W, A> <= t."""
    return sum((np.outer(z, z) for z in _differences(X, S)), np.zeros((np.shape(X)[1],) * 2))


def xing_upper_bound(A: ArrayLike, X: ArrayLike, S: Pairs, D: Pairs, t: float = 1.0) -> float:
    """A bound on the optimal value, from the gradient at A alone, whatever A is.

    The objective g is concave, so g(B) <= g(A) + <grad, B - A>, where <grad, A> = g(A) / 2, and
    over all feasible B the largest <grad, B> is t times the largest eigenvalue of grad against W.
    S must span the space; pairs of D at distance 0 under A are left out, so they must be at
    distance 0 for good.
    """
    A = np.asarray(A, dtype=np.float64)
    gradient = np.zeros_like(A)
    for z in _differences(X, D):
        if z.any():
            gradient += np.outer(z, z) / (2 * np.sqrt(z @ A @ z))
    largest = scipy.linalg.eigh(gradient, _scatter(X, S), eigvals_only=True)[-1]
    return xing_objective(A, X, D) / 2 + t * float(largest)


def xing_optimum(X: ArrayLike, S: Pairs, D: Pairs, t: float = 1.0) -> Array:
    """The optimum in factor form, A = F F', by quasi-Newton steps; certify it with the bound above.

    With W = L L' and A = L^-T F F' L^-1 the constraint is |F|^2 <= t, and as the objective grows
    with |F| it is the maximum of sum_D |F' L^-1 z| / |F|, without any constraint. F is square, so
    there are no other local maxima than the global ones.
    """
    L = np.linalg.cholesky(_scatter(X, S))
    V = np.array([scipy.linalg.solve_triangular(L, z, lower=True) for z in _differences(X, D)])
    p = V.shape[1]

    def negative(flat: Array) -> tuple[float, Array]:
        F = flat.reshape(p, p)
        images = V @ F
        lengths = np.sqrt((images**2).sum(axis=1) + 1e-300)
        size = np.linalg.norm(F)
        total = lengths.sum()
        slope = V.T @ (images / lengths[:, None])
        return -total / size, -(slope / size - total * F / size**3).ravel()

    F = np.eye(p)
    for _ in range(5):  # restarts: what is left of the line search's troubles
        found = scipy.optimize.minimize(
            negative, F.ravel(), jac=True, method="BFGS", options={"gtol": 1e-12, "maxiter": 5000}
        )
        F = found.x.reshape(p, p)
    F *= np.sqrt(t) / np.linalg.norm(F)
    half = scipy.linalg.solve_triangular(L.T, F)
    return half @ half.T
