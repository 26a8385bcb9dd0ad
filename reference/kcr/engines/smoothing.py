r"""LMNN by smoothed hinges, in units where the margin is 1.

The hinges are smoothed over a width that shrinks by 4 each time. M = F F' with a square F, in
coordinates where S is the identity, so that a quasi-Newton method needs no projection. The problem
in F is not convex, but the dual bound does not mind: what is returned is certified.

Where several hinges meet their kinks at the optimum, no smoothing is small enough before its
minimization fails. If M has few unknowns, cutting planes then close the gap that is left
(:mod:`.cuts`): their rounds are few whatever the kinks are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy as sp

from gramcheck.reference.kcr.engines.certificate import relative_gap
from gramcheck.reference.kcr.engines.cuts import CutProgram
from gramcheck.reference.kcr.engines.large_margin import Terms, Triples, pull_and_push
from gramcheck.reference.kcr.engines.pairs import laplacian_product, outer_products
from gramcheck.reference.types import Array

_FLOOR = 1e-6  # of the pull matrix's largest eigenvalue, where its inverse root is taken
_FIRST_WIDTH = 1.0  # of the smoothed hinges, in margins
_LAST_WIDTH = 1e-8
_SHRINK = 4.0
_FEW_UNKNOWNS = 100  # of M, up to which cutting planes finish what smoothing has not
_TIGHTER = 0.1  # relative gap asked of each round, relative to that of all
_VIOLATED = 1e-9  # of a row's loss or c, by which a cut must be violated


class Solution(NamedTuple):
    """A metric factor factor', its objective, a lower bound, and the steps it took."""

    factor: Array
    reached: float
    bound: float
    iterations: int


def solve(X: Array, among: Triples, c: float, tol: float, max_iterations: int) -> Solution:
    """The best metric that was met until the gap is at most ``tol``.

    Raises
    ------
    ValueError
        All points are the same.
    """
    apart = (X[:, None] - X[among.targets]).reshape(-1, X.shape[1])
    axes = _whitening(X, apart)
    # S anew, from differences in these axes: to transform it would lose its small entries
    Z, apart = X @ axes, apart @ axes
    pull = apart.T @ apart

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
        iterations, bound = iterations + cut.iterations, max(bound, cut.bound)
        if cut.reached < reached:
            best, reached = cut.factor, cut.reached
    return Solution(axes @ best, reached, bound, iterations)


def _whitening(X: Array, apart: Array) -> Array:
    """Axes (p, r) in which the pull is the identity, floored where it nearly vanishes.

    First in axes where the points spread alike: squares of their spreads would lose the narrow
    ones to rounding, and the bound would hold only for metrics of what is left.
    """
    _, spread, directions = sp.linalg.svd(X, full_matrices=False)
    kept = spread > len(X) * np.finfo(float).eps * spread[0]
    if not kept.any():
        raise ValueError("X must have two different points, got the same one throughout")
    axes = directions[kept].T / spread[kept]
    differences = apart @ axes
    eigenvalues, U = sp.linalg.eigh(differences.T @ differences)
    largest = eigenvalues[-1] or 1.0  # targets that are all copies of their points
    return axes @ U / np.sqrt(np.maximum(eigenvalues, _FLOOR * largest))


def _squared(Z: Array, factor: Array) -> Array:
    Y = Z @ factor
    return sp.spatial.distance.cdist(Y, Y, "sqeuclidean")


def _minimize(
    Z: Array, among: Triples, c: float, factor: Array, width: float, steps: int
) -> tuple[Array, int]:
    """Minimize with smoothed hinges over square F, from ``factor``; returns F and the steps."""
    shape = factor.shape

    def smoothed(flat: Array) -> tuple[float, Array]:
        Y = Z @ flat.reshape(shape)
        terms = pull_and_push(sp.spatial.distance.cdist(Y, Y, "sqeuclidean"), among, c, 1.0, width)
        return terms.value, 4 * (Z.T @ laplacian_product(terms.weights, Y)).ravel()

    found = sp.optimize.minimize(
        smoothed,
        factor.ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": max(steps, 1), "ftol": 1e-8 * min(width, 1.0), "gtol": 0, "maxcor": 20},
    )
    return found.x.reshape(shape), int(found.nit)


def _by_cuts(
    Z: Array, pull: Array, among: Triples, c: float, tol: float, max_rounds: int
) -> Solution:
    """The problem by cutting planes, each of which sums the active hinges of a row."""
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
    return Solution(best, reached, bound, rounds)


def _dual_bound(Z: Array, pull: Array, terms: Terms, c: float) -> float:
    """Dual objective of the slopes a, scaled by the largest feasible theta <= 1."""
    push = outer_products(terms.weights, Z) - pull
    eigenvalues, U = sp.linalg.eigh(pull)
    regular = eigenvalues > len(pull) * np.finfo(float).eps * eigenvalues[-1]
    if not regular.all():
        return 0.0  # nothing pulls along some axis: no multiple of a need be feasible
    axes = U / np.sqrt(eigenvalues)
    least = float(sp.linalg.eigvalsh(axes.T @ push @ axes)[0])
    return c * float(terms.slopes.sum()) * (min(1.0, -1.0 / least) if least < 0 else 1.0)
