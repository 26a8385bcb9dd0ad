r"""Section 5: KMLCC, metric learning by collapsing classes in feature space.

Globerson and Roweis (2006), with the rows k_x of kernel values for the points, plus the penalty of
Eq. (9):

=====================================================  =========================================
primal                                                 dual
=====================================================  =========================================
min_A  sum_i KL(p0(.|i) || p_A(.|i)) + lambda tr(AK)   max_q  sum_i H(q(.|i)) - H(p0(.|i))
subject to A positive semidefinite                     subject to G(q) positive semidefinite,
                                                       q(.|i) a distribution on j != i
=====================================================  =========================================

p_A(j|i) = exp(-d_ij) / sum_{l != i} exp(-d_il), d_ij = (k_i - k_j)'A(k_i - k_j); p0(.|i) is uniform
on the other points of the class of i; H is entropy; G(q) = lambda K + sum_ij (p0 - q)(j|i) (k_i -
k_j)(k_i - k_j)' is the gradient at any A with p_A = q. A point that is alone in its class has no p0
and no part in the sum.

**Optimality measure**: for lambda > 0 the relative duality ``gap``, with the dual point
(1 - theta) p0 + theta p_A of the largest feasible theta in [0, 1]. It bounds what any A could gain,
and is loose for small lambda: theta is lambda over the most negative curvature. For lambda = 0 it
says nothing, and ``residual`` bounds, as a fraction of the objective, what any A of limited trace
could gain, where the limit is twice the trace tr(AK) that was reached plus that of the isotropic
metric with a mean squared distance of 1 to the mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.optimize import minimize
from scipy.special import entr

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.centered import center_kernel, moderate_kernel, unit
from gramcheck.reference.kcr.engines.factored import FactoredMetric
from gramcheck.reference.kcr.engines.pairs import gram_distances, laplacian, rows_about_mean
from gramcheck.reference.types import AnyArray, Array, Booleans

_DECREASE = 1e-6  # of the tolerance: a step that gains less, relatively, ends a stage
_STAGE = 200  # steps between two looks at the spectrum of the gradient
_NEW_AXES = 4  # at most so many times the number of classes at once
_NEW_LENGTH = 1e-2  # of new axes, relative to the longest
_SHORTENINGS = 30  # of them by 4, before their gain counts as below rounding
_RANK_CUT = 1e-6  # axes shorter than this part of the longest are dropped
_ROUNDING = 1e-12  # relative; a metric that gains less over none is none
_TINY = np.finfo(float).tiny


@dataclass(frozen=True, eq=False)
class KMLCC(FactoredMetric):
    """A learned metric A = factor factor' of rows of kernel values, and its optimality.

    Attributes
    ----------
    factor : (n, q)
        Columns that sum to zero.
    objective : float
    residual : float
        No positive semidefinite A of the limited trace above improves the objective by more than
        this fraction of it.
    lower_bound : float
        No metric has a smaller objective; 0 says nothing, and is usual where lambda is 0.
    gap : float
        (objective - lower_bound) / objective.
    iterations : int
    converged : bool
        The gap, for lambda = 0 the residual, is at most the tolerance asked for.
    """

    objective: float
    residual: float
    lower_bound: float
    gap: float
    iterations: int
    converged: bool


def kmlcc(
    K: ArrayLike,
    y: ArrayLike,
    lam: float = 0.0,
    max_iterations: int = 2000,
    tol: float = 1e-5,
    start: KMLCC | None = None,
) -> KMLCC:
    """Learn a metric, to a certified relative gap of ``tol``; without penalty, to a residual.

    A = F F' with few columns, by a quasi-Newton method in the axes of the centered kernel.
    Where the gradient has negative eigenvalues left, their eigenvectors become new columns: it
    ends when there are none, so the bounded rank costs nothing but stages.

    Parameters
    ----------
    K : (n, n)
        Kernel matrix of the training patterns.
    y : (n,)
        Labels, at least two classes, one of them with two members or more.
    lam : float
        Nonnegative. With 0 separable classes have no minimizer, only an infimum; where it is
        large the metric is exactly 0.
    max_iterations : int
        When it comes first, the result says so, with its residual and gap.
    tol : float
        Relative gap at which to stop; for ``lam`` = 0 the residual.
    start : KMLCC, optional
        Result for the same ``K`` and another ``lam``, to start from.

    Returns
    -------
    KMLCC

    Raises
    ------
    ValueError
        ``K`` not square, symmetric and positive semidefinite, shapes that do not meet, one class,
        NaN, parameters out of range.
    TypeError
        ``start`` of another kind.
    """
    if not isinstance(start, KMLCC | None):
        raise TypeError(f"start must be a KMLCC or None, got {check.shown(start)}")
    K, ideal, lam = _checked(K, y, lam)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    tol = check.positive("tol", tol)
    size = unit(K)  # other units change the metric and nothing else
    K, lam = K / size, lam / size
    whole = center_kernel(K)
    strong = whole.strong()
    Z = strong.Z
    several = _NEW_AXES * len(np.unique(np.asarray(y)))
    if start is None:
        factor = np.eye(Z.shape[1], min(several, Z.shape[1]))  # kernel principal components
    else:
        factor = size * Z.T @ check.real("start.factor", start.factor, shape=(len(K), None))

    collapsed = _divergence(np.zeros((len(K), 1)), ideal)
    iterations, lower_bound, previous = 0, 0.0, np.inf
    while True:
        steps = min(_STAGE, max_iterations - iterations)
        factor, steps = _minimize(Z, ideal, lam, factor, steps, _DECREASE * tol)
        iterations += steps
        at = _divergence(Z @ factor, ideal)
        objective = at.value + lam * float(np.sum(factor**2))
        if objective >= (1 - _ROUNDING) * collapsed.value:
            # what steps towards no metric leave over is their rounding, and no metric
            factor, at, objective = np.zeros((Z.shape[1], 1)), collapsed, collapsed.value
        gradient = _gradient(Z, at.weights) + lam * np.eye(Z.shape[1])
        curvatures, directions = linalg.eigh(gradient)
        least = _least_curvature(whole.Z, at.weights, lam)
        limit = 2 * float(np.sum(factor**2)) + Z.size / float(np.sum(Z**2))
        gain = _possible_gain(factor, gradient, least, limit)
        residual = float(gain / max(objective, _TINY))
        lower_bound = max(lower_bound, _dual_bound(ideal, at, least, lam))
        gap = float(max(objective - lower_bound, 0.0) / max(objective, _TINY))
        converged = (gap if lam > 0 else residual) <= tol
        if converged or iterations >= max_iterations:
            break
        descending = directions[:, curvatures < 0][:, :several]
        wider = _with_new_axes(Z, ideal, lam, factor, descending)
        if wider is None and not objective < previous:
            break  # the decrease left is below rounding
        factor, previous = factor if wider is None else wider, objective

    return KMLCC(
        factor=strong.T @ factor / size,
        objective=objective,
        residual=residual,
        lower_bound=lower_bound,
        gap=gap,
        iterations=iterations,
        converged=bool(converged),
    )


def kmlcc_objective(A: ArrayLike, K: ArrayLike, y: ArrayLike, lam: float = 0.0) -> float:
    """The objective at any symmetric A (n, n).

    Raises
    ------
    ValueError
        As :func:`kmlcc`; ``A`` not symmetric or of another size.
    """
    at, A, K, lam = _at(A, K, y, lam)
    return at.value + lam * float(np.vdot(A, K))


def kmlcc_gradient(A: ArrayLike, K: ArrayLike, y: ArrayLike, lam: float = 0.0) -> Array:
    """The gradient (n, n) at A: lambda K + sum_ij (p0 - p_A)(j|i) (k_i - k_j)(k_i - k_j)'.

    Raises
    ------
    ValueError
        As :func:`kmlcc_objective`.
    """
    at, _, K, lam = _at(A, K, y, lam)
    return _gradient(rows_about_mean(K), at.weights) + lam * K


class _Ideal(NamedTuple):
    """p0 (n, n); which rows have one, and the sum of their entropies."""

    p0: Array
    has: Booleans
    entropy: float


class _Divergence(NamedTuple):
    """sum_i KL(p0 || p), p (n, n), and the derivative p0 - p for each squared distance."""

    value: float
    p: Array
    weights: Array


def _checked(K: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, _Ideal, float]:
    K = moderate_kernel(K)
    y = check.labels("y", y, len(K))
    lam = check.nonnegative("lam", lam)
    return K, _ideal(y), check.moderate("lam", lam) if lam else 0.0


def _at(
    A: ArrayLike, K: ArrayLike, y: ArrayLike, lam: float
) -> tuple[_Divergence, Array, Array, float]:
    K, ideal, lam = _checked(K, y, lam)
    A = check.symmetric("A", A)
    if A.shape != K.shape:
        raise ValueError(f"A must have the shape {K.shape} of K, got {A.shape}")
    R = rows_about_mean(K)
    return _divergence_at(gram_distances(R @ A @ R.T), ideal), A, K, lam


def _ideal(y: AnyArray) -> _Ideal:
    same = (y[:, None] == y).astype(np.float64)
    np.fill_diagonal(same, 0.0)
    others = same.sum(axis=1)
    has = others > 0
    if not has.any():
        raise ValueError("y must have a class of two members or more, got every label once")
    return _Ideal(same / np.maximum(others, 1)[:, None], has, float(np.log(others[has]).sum()))


def _divergence(Y: Array, ideal: _Ideal) -> _Divergence:
    return _divergence_at(gram_distances(Y @ Y.T), ideal)


def _divergence_at(squared: Array, ideal: _Ideal) -> _Divergence:
    """KL = -H(p0) + sum_j p0 d + log sum_{j != i} exp(-d), row by row."""
    np.fill_diagonal(squared, np.inf)
    nearest = squared.min(axis=1, keepdims=True)
    p = np.exp(nearest - squared)
    sums = p.sum(axis=1, keepdims=True)
    p *= ideal.has[:, None] / sums
    np.fill_diagonal(squared, 0.0)
    log_sums = (np.log(sums) - nearest)[ideal.has].sum()
    value = float(np.vdot(ideal.p0, squared) + log_sums) - ideal.entropy
    return _Divergence(max(value, 0.0), p, ideal.p0 - p)


def _gradient(rows: Array, weights: Array) -> Array:
    return 2 * rows.T @ laplacian(weights) @ rows


def _minimize(
    Z: Array, ideal: _Ideal, lam: float, factor: Array, steps: int, decrease: float
) -> tuple[Array, int]:
    """At most so many quasi-Newton steps over F with W = F F'; returns F and the steps taken."""

    def penalized(flat: Array) -> tuple[float, Array]:
        F = flat.reshape(factor.shape)
        Y = Z @ F
        at = _divergence(Y, ideal)
        gradient = 4 * (Z.T @ (laplacian(at.weights) @ Y)) + 2 * lam * F
        return at.value + lam * float(flat @ flat), gradient.ravel()

    found = minimize(
        penalized,
        factor.ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": steps, "ftol": decrease, "gtol": 0, "maxcor": 20},
    )
    return found.x.reshape(factor.shape), max(int(found.nit), 1)


def _least_curvature(Z: Array, weights: Array, lam: float) -> float:
    """Smallest eigenvalue of the gradient on the whole of feature space, less its rounding."""
    gradient = _gradient(Z, weights)
    eigenvalues = linalg.eigvalsh(gradient)
    rounding = len(Z) * np.finfo(float).eps * np.abs(eigenvalues).max()
    return float(eigenvalues[0]) - rounding + lam


def _possible_gain(factor: Array, gradient: Array, least: float, limit: float) -> float:
    """Upper bound on f(W) - f(W') for W = F F' and all W' >= 0 with tr W' <= ``limit``.

    By convexity it is at most <G, W - W'>, and <G, W'> >= min(0, least) tr W'.
    """
    return abs(float(np.vdot(factor, gradient @ factor))) + limit * max(0.0, -least)


def _dual_bound(ideal: _Ideal, at: _Divergence, least: float, lam: float) -> float:
    """Entropy of the feasible mixture of p0 and p, less that of p0; ``least`` is that of G(p)."""
    excess = lam - least  # -(smallest eigenvalue of the sum without the penalty)
    theta = min(1.0, lam / excess) if excess > 0 else 1.0
    mixture = (1 - theta) * ideal.p0 + theta * at.p
    return float(entr(mixture).sum()) - ideal.entropy


def _with_new_axes(
    Z: Array, ideal: _Ideal, lam: float, factor: Array, directions: Array
) -> Array | None:
    """Append columns along directions in which the objective falls, short enough that it does."""
    U, lengths, _ = linalg.svd(factor, full_matrices=False)
    kept = lengths > _RANK_CUT * lengths[0]
    factor = U[:, kept] * lengths[kept]

    def objective(F: Array) -> float:
        return _divergence(Z @ F, ideal).value + lam * float(np.sum(F**2))

    start = objective(factor)
    # a collapsed metric has no length of its own; that at which distances are about 1 stands in
    length = max(_NEW_LENGTH * lengths[0], np.sqrt(len(Z) / np.sum(Z**2)))
    for _ in range(_SHORTENINGS):
        wider = np.hstack([factor, length * directions])
        if objective(wider) < start:
            return wider
        length /= 4
    return None
