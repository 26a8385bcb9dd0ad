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

**Optimality measure**: the relative duality gap (objective - lower_bound) / objective. The slopes
of the smoothed hinges are a dual point once they are scaled down until the constraint holds, which
every a can be where S is regular: no bound depends on how far the solver came. Where smoothing
leaves a gap and p is small, cutting planes close it (:mod:`.cuts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.optimize import minimize
from scipy.spatial.distance import cdist

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.certificate import relative_gap
from gramcheck.reference.kcr.engines.cuts import CutProgram
from gramcheck.reference.kcr.engines.factored import FactoredMetric
from gramcheck.reference.kcr.engines.large_margin import Terms, Triples, pull_and_push, triples
from gramcheck.reference.kcr.engines.pairs import laplacian
from gramcheck.reference.types import AnyArray, Array

_FLOOR = 1e-6  # of the pull matrix's largest eigenvalue, where its inverse root is taken
_FIRST_WIDTH = 1.0  # of the smoothed hinges, in margins
_LAST_WIDTH = 1e-8
_SHRINK = 4.0
_FEW_UNKNOWNS = 100  # of M, up to which cutting planes finish what smoothing has not
_TIGHTER = 0.1  # relative gap asked of each round, relative to that of all
_VIOLATED = 1e-9  # of a row's loss or c, by which a cut must be violated


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
        The gap is at most the tolerance asked for. Where the only bound is 0, as where nothing
        pulls along some axis, the gap is 1 for whatever is above 0, and the objective is compared
        with that at M = 0 instead: it is at most the tolerance times it.
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

    The hinges are smoothed over a width that shrinks by 4 each time; M = F F' with square F, so
    that a quasi-Newton method needs no projection, in coordinates where S is the identity. The
    problem in F is not convex, but the dual bound does not mind: what is returned is certified.

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
        of range, points that are all the same or whose squared distances are no numbers.
    """
    X, y, k, c, margin = _checked(X, y, k, c, margin)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    tol = check.positive("tol", tol)
    among = triples(cdist(X, X, "sqeuclidean"), y, k)
    from_first = X - X[0]
    pull = _pull(from_first, among)
    axes = _whitening(from_first, pull)
    Z, pull = from_first @ axes, axes.T @ pull @ axes

    factor, width = np.eye(Z.shape[1]), _FIRST_WIDTH
    best, reached, bound, iterations = factor, np.inf, 0.0, 0
    while True:
        factor, steps = _minimize(Z, among, c, factor, width, max_iterations - iterations)
        iterations += steps
        squared = _squared(Z, factor)
        value = pull_and_push(squared, among, c, 1.0, 0.0).value
        if value < reached:
            best, reached = factor, value
        slopes = pull_and_push(squared, among, c, 1.0, width)
        bound = max(bound, _dual_bound(Z, pull, slopes, c))
        if reached - bound <= tol * reached or iterations >= max_iterations or width < _LAST_WIDTH:
            break
        width /= _SHRINK
    if reached - bound > tol * reached and len(pull) * (len(pull) + 1) / 2 <= _FEW_UNKNOWNS:
        cut = _by_cuts(Z, pull, among, c, tol, max_iterations - iterations)
        iterations, bound = iterations + cut.rounds, max(bound, cut.bound)
        if cut.reached < reached:
            best, reached = cut.factor, cut.reached

    gap = relative_gap(reached, bound)  # an objective of 0 is the smallest
    nothing = np.zeros_like(squared)
    at_zero = pull_and_push(nothing, among, c, 1.0, 0.0).value
    return LMNN(
        factor=np.sqrt(margin) * axes @ best,
        objective=margin * reached,
        lower_bound=margin * bound,
        gap=gap,
        iterations=iterations,
        converged=bool(gap <= tol or (bound == 0 and reached <= tol * at_zero)),
    )


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
    return _outer_products(terms.weights, X)


def _at(
    M: ArrayLike, X: ArrayLike, y: ArrayLike, k: int, c: float, margin: float
) -> tuple[Terms, Array]:
    X, y, k, c, margin = _checked(X, y, k, c, margin)
    M = check.symmetric("M", M)
    if len(M) != X.shape[1]:
        raise ValueError(f"M must have shape {(X.shape[1],) * 2} as X has columns, got {M.shape}")
    among = triples(cdist(X, X, "sqeuclidean"), y, k)
    # row by row: digits of near points are lost in inner products with far ones
    with np.errstate(over="ignore", invalid="ignore"):
        squared = np.array([np.einsum("jp,jp->j", (X - x) @ M, X - x) for x in X])
    if not np.isfinite(squared).all():
        raise ValueError("X and M must keep squared distances finite, got overflow")
    return pull_and_push(squared, among, c, margin, 0.0), X - X[0]


def _checked(
    X: ArrayLike, y: ArrayLike, k: int, c: float, margin: float
) -> tuple[Array, AnyArray, int, float, float]:
    X = check.points("X", X)
    y = check.labels("y", y, len(X))
    check.squared_spread("X", X)
    k = check.integer("k", k, 1)
    return X, y, k, check.moderate("c", c), check.moderate("margin", margin)


def _squared(Z: Array, factor: Array) -> Array:
    Y = Z @ factor
    return cdist(Y, Y, "sqeuclidean")


def _outer_products(weights: Array, X: Array) -> Array:
    """sum_ij w_ij x_ij x_ij'."""
    return 2 * X.T @ laplacian(weights) @ X


def _pull(X: Array, among: Triples) -> Array:
    """S, the sum of x_ij x_ij' over the targets j of i."""
    chosen = np.zeros((len(X), len(X)))
    np.put_along_axis(chosen, among.targets, 1.0, axis=1)
    return _outer_products(chosen, X)


def _whitening(X: Array, pull: Array) -> Array:
    """Axes (p, r) in which the pull is the identity, floored where it nearly vanishes."""
    spread, directions = linalg.eigh(X.T @ X)
    kept = directions[:, spread > len(X) * np.finfo(float).eps * spread[-1]]
    if kept.shape[1] == 0:
        raise ValueError("X must have two different points, got the same one throughout")
    eigenvalues, U = linalg.eigh(kept.T @ pull @ kept)
    largest = eigenvalues[-1] or spread[-1]  # targets that are all copies of their points
    return kept @ U / np.sqrt(np.maximum(eigenvalues, _FLOOR * largest))


def _minimize(
    Z: Array, among: Triples, c: float, factor: Array, width: float, steps: int
) -> tuple[Array, int]:
    """Minimize with smoothed hinges over square F, from ``factor``; returns F and the steps."""
    shape = factor.shape

    def smoothed(flat: Array) -> tuple[float, Array]:
        Y = Z @ flat.reshape(shape)
        terms = pull_and_push(cdist(Y, Y, "sqeuclidean"), among, c, 1.0, width)
        return terms.value, 4 * (Z.T @ (laplacian(terms.weights) @ Y)).ravel()

    found = minimize(
        smoothed,
        factor.ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": max(steps, 1), "ftol": 1e-8 * min(width, 1.0), "gtol": 0, "maxcor": 20},
    )
    return found.x.reshape(shape), int(found.nit)


class _Cut(NamedTuple):
    factor: Array
    reached: float
    bound: float
    rounds: int


def _by_cuts(Z: Array, pull: Array, among: Triples, c: float, tol: float, max_rounds: int) -> _Cut:
    """The problem by cutting planes, as :mod:`cutting_planes` has it: a cut sums active hinges.

    Where several hinges meet their kinks at the optimum, no smoothing is small enough before its
    minimization fails; the rounds are few whatever the kinks are.
    """
    program = CutProgram(Z, pull, 0.0)
    pulled = np.zeros_like(among.other, dtype=float)
    np.put_along_axis(pulled, among.targets, 1.0, axis=1)
    pushed = np.empty((0, len(Z)))  # what the hinges of each cut add to the weights of pairs
    best, reached, bound, gap, rounds = np.zeros((program.r, 0)), np.inf, 0.0, np.inf, 0
    squared, losses = np.zeros_like(pulled), np.full(len(Z), -1.0)  # at M = 0 all hinges are active
    while gap > tol and rounds < max_rounds:
        terms = pull_and_push(squared, among, c, 1.0, 0.0)
        weights = terms.weights - pulled
        exact = c * terms.slopes + (weights * squared).sum(axis=1)
        violated = np.flatnonzero(exact > losses + _VIOLATED * np.maximum(exact, c))
        if not len(violated):
            break
        program.add(violated, weights[violated], c * terms.slopes[violated])
        pushed = np.vstack([pushed, weights[violated]])
        solution = program.solve(_TIGHTER * tol)
        if solution is None:
            break
        rounds += 1
        squared, losses = _squared(Z, solution.factor), solution.losses
        value = pull_and_push(squared, among, c, 1.0, 0.0).value
        if value < reached:
            best, reached = solution.factor, value
        # multipliers of a row that sum to more than 1 are more than its hinges have
        z = solution.multipliers
        z = z / max(1.0, float(np.bincount(program.rows, z).max()))
        weights = pulled.copy()
        np.add.at(weights, program.rows, z[:, None] * pushed)
        slopes = np.bincount(program.rows, z * program.constants, minlength=len(Z)) / c
        bound = max(bound, _dual_bound(Z, pull, Terms(value, weights, slopes), c))
        gap = relative_gap(reached, bound)
    return _Cut(best, reached, bound, rounds)


def _dual_bound(Z: Array, pull: Array, terms: Terms, c: float) -> float:
    """Dual objective of the slopes a, scaled by the largest feasible theta <= 1."""
    push = _outer_products(terms.weights, Z) - pull
    eigenvalues, U = linalg.eigh(pull)
    regular = eigenvalues > len(pull) * np.finfo(float).eps * eigenvalues[-1]
    if not regular.all():
        return 0.0  # nothing pulls along some axis: no multiple of a need be feasible
    axes = U / np.sqrt(eigenvalues)
    least = float(linalg.eigvalsh(axes.T @ push @ axes)[0])
    return c * float(terms.slopes.sum()) * (min(1.0, -1.0 / least) if least < 0 else 1.0)
