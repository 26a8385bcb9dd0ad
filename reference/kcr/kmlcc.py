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
(1 - theta) p0 + theta p_A of the largest feasible theta in [0, 1]. It bounds what any A could gain.
It is loose for small lambda, since theta is lambda over the most negative curvature, and for
lambda = 0 it says nothing. There ``residual`` bounds, as a fraction of the objective, what any A of
limited trace could gain; the limit is twice the trace tr(AK) that was reached, plus that of the
isotropic metric with a mean squared distance of 1 to the mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.centered import moderate_kernel
from gramcheck.reference.kcr.engines.divergence import (
    Divergence,
    Ideal,
    divergence_at,
    ideal_of,
)
from gramcheck.reference.kcr.engines.factored import FactoredMetric
from gramcheck.reference.kcr.engines.few_columns import solve
from gramcheck.reference.kcr.engines.pairs import (
    about_parts,
    distances_of_images,
    outer_products,
)
from gramcheck.reference.types import Array


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
    return outer_products(at.weights, about_parts(at.weights, K)) + lam * K


@dataclass(frozen=True, eq=False)
class KMLCC(FactoredMetric):
    """A learned metric A = factor factor' of rows of kernel values, and its optimality.

    Attributes
    ----------
    factor : (n, q)
        Columns that sum to zero.
    objective : float
    residual : float
        No positive semidefinite A with tr(AK) up to twice that of this one, and n r / t more,
        improves the objective by more than this fraction of it. Here r is the number, and t the
        sum, of the eigenvalues of HKH, H = I - 11'/n, that are above 1e-8 of the largest.
    lower_bound : float
        No metric has a smaller objective, but for what it makes of eigenvalues of HKH up to n eps
        of the largest, which may be roundings of K. 0 says nothing, and is usual where lambda is 0.
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
        NaN, parameters out of range, a ``start`` so long that squares of its images overflow.
    TypeError
        ``start`` of another kind.
    """
    if not isinstance(start, KMLCC | None):
        raise TypeError(f"start must be a KMLCC or None, got {check.shown(start)}")
    K, ideal, lam = _checked(K, y, lam)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    tol = check.positive("tol", tol)
    factor = None
    if start is not None:
        factor = check.real("start.factor", start.factor, shape=(len(K), None))
    classes = len(np.unique(np.asarray(y)))
    found = solve(K, ideal, classes, lam, tol, max_iterations, factor)
    return KMLCC(
        found.factor,
        found.objective,
        found.residual,
        found.lower_bound,
        found.gap,
        found.iterations,
        bool((found.gap if lam > 0 else found.residual) <= tol),
    )


def _checked(K: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, Ideal, float]:
    K = moderate_kernel(K)
    y = check.labels("y", y, len(K))
    lam = check.nonnegative("lam", lam)
    return K, ideal_of(y), check.positive("lam", lam) if lam else 0.0


def _at(
    A: ArrayLike, K: ArrayLike, y: ArrayLike, lam: float
) -> tuple[Divergence, Array, Array, float]:
    K, ideal, lam = _checked(K, y, lam)
    A = check.symmetric("A", A)
    if A.shape != K.shape:
        raise ValueError(f"A must have the shape {K.shape} of K, got {A.shape}")
    return divergence_at(distances_of_images(A, K), ideal), A, K, lam
