r"""Section 5: LMNN, large margin nearest neighbors (Weinberger, Blitzer, Saul 2006).

=====================================================  =========================================
primal                                                 dual
=====================================================  =========================================
min_M  tr(SM) + c sum_t [m + tr(C_t M)]_+              max_a  c m sum_t a_t
subject to M positive semidefinite                     subject to S + c sum_t a_t C_t positive
                                                       semidefinite, 0 <= a_t <= 1
=====================================================  =========================================

M (p, p) is a Mahalanobis metric of the input; S = sum_ij x_ij x_ij' over the targets j of i (the k
nearest of its class); C_t = x_ij x_ij' - x_il x_il' for the triples t = (i, j, l) with l of another
class; x_ij = x_i - x_j; m the margin.

**Optimality measure**: the relative duality gap (objective - lower_bound) / objective. Any slopes
of the hinges are a dual point once they are scaled down until the constraint holds, as they can be
where S is regular, so that no bound depends on how far the solver (:mod:`.smoothing`) came.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.certificate import relative_gap
from gramcheck.reference.kcr.engines.factored import FactoredMetric
from gramcheck.reference.kcr.engines.large_margin import Terms, pull_and_push, triples
from gramcheck.reference.kcr.engines.pairs import about_parts, outer_products
from gramcheck.reference.kcr.engines.smoothing import solve
from gramcheck.reference.types import AnyArray, Array


def lmnn_objective(
    M: ArrayLike, X: ArrayLike, y: ArrayLike, k: int = 3, c: float = 1.0, margin: float = 1.0
) -> float:
    """The objective at any symmetric M (p, p).

    Raises
    ------
    ValueError
        As :func:`lmnn`; ``M`` not symmetric or of another size.
    """
    terms, _ = _at(M, X, y, k, c, margin)
    return terms.value


def lmnn_subgradient(
    M: ArrayLike, X: ArrayLike, y: ArrayLike, k: int = 3, c: float = 1.0, margin: float = 1.0
) -> Array:
    """A subgradient (p, p) at M: S + c sum of C_t over the triples with a positive hinge.

    Raises
    ------
    ValueError
        As :func:`lmnn_objective`.
    """
    terms, X = _at(M, X, y, k, c, margin)
    return outer_products(terms.weights, about_parts(terms.weights, X))


@dataclass(frozen=True, eq=False)
class LMNN(FactoredMetric):
    """A learned metric M = factor factor' of points, and how near the optimum it is.

    Attributes
    ----------
    factor : (p, q)
    objective : float
        Of the program, with the plain hinge.
    lower_bound : float
        No metric has a smaller objective.
    gap : float
        (objective - lower_bound) / objective.
    iterations : int
        Steps of the quasi-Newton method, over all smoothings.
    converged : bool
        The gap is at most the tolerance asked for. Where nothing pulls along some axis, the only
        bound is 0 and the gap of whatever is above 0 is 1. There the objective is compared with
        that at M = 0 instead, and is at most the tolerance times it.
    """

    objective: float
    lower_bound: float
    gap: float
    iterations: int
    converged: bool


def lmnn(
    X: ArrayLike,
    y: ArrayLike,
    k: int = 3,
    c: float = 1.0,
    margin: float = 1.0,
    max_iterations: int = 3000,
    tol: float = 1e-4,
) -> LMNN:
    r"""Learn a metric, to a certified relative gap of ``tol``.

    Parameters
    ----------
    X : (n, p)
        Points.
    y : (n,)
        Labels, at least two classes.
    k : int
        Target neighbors of each point, below the size of every class.
    c : float
        Positive; weight of the hinges against the pull.
    margin : float
        Positive, in squared units of the metric; it scales M and nothing else.
    max_iterations : int
        When it comes first, the result says so, with its gap.
    tol : float
        Relative duality gap at which to stop.

    Returns
    -------
    LMNN

    Raises
    ------
    ValueError
        Shapes that do not meet, one class, a class of ``k`` or fewer points, NaN, parameters out
        of range, points that are all the same, or so many that their distances are beyond memory.
    """
    X, y, k, c, margin = _checked(X, y, k, c, margin)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    tol = check.positive("tol", tol)
    among = triples(sp.spatial.distance.cdist(X, X, "sqeuclidean"), y, k)
    found = solve(X, among, c, tol, max_iterations)
    gap = relative_gap(found.reached, found.bound)  # an objective of 0 is the smallest
    at_zero = pull_and_push(np.zeros((len(X), len(X))), among, c, 1.0, 0.0).value
    return LMNN(
        factor=np.sqrt(margin) * found.factor,
        objective=margin * found.reached,
        lower_bound=margin * found.bound,
        gap=gap,
        iterations=found.iterations,
        converged=bool(gap <= tol or (found.bound == 0 and found.reached <= tol * at_zero)),
    )


def _at(
    M: ArrayLike, X: ArrayLike, y: ArrayLike, k: int, c: float, margin: float
) -> tuple[Terms, Array]:
    X, y, k, c, margin = _checked(X, y, k, c, margin)
    M = check.symmetric("M", M)
    if len(M) != X.shape[1]:
        raise ValueError(f"M must have shape {(X.shape[1],) * 2} as X has columns, got {M.shape}")
    among = triples(sp.spatial.distance.cdist(X, X, "sqeuclidean"), y, k)
    # row by row: digits of near points are lost in inner products with far ones
    squared = np.array([np.einsum("jp,jp->j", (X - x) @ M, X - x) for x in X])
    return pull_and_push(squared, among, c, margin, 0.0), X


def _checked(
    X: ArrayLike, y: ArrayLike, k: int, c: float, margin: float
) -> tuple[Array, AnyArray, int, float, float]:
    X = check.patterns("X", X)
    y = check.labels("y", y, len(X))
    check.spread("X", X)
    # where targets are sought: distances with and without those between classes, their order, masks
    check.memory(26 * len(y) ** 2, X=len(X))
    k = check.integer("k", k, 1)
    return X, y, k, check.positive("c", c), check.positive("margin", margin)
