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

from gramcheck.reference import images
from gramcheck.reference.kcr.engines.certificate import relative_gap
from gramcheck.reference.kcr.engines.cuts import CutProgram
from gramcheck.reference.kcr.engines.large_margin import Terms, Triples, pull_and_push
from gramcheck.reference.kcr.engines.pairs import (
    laplacian_product,
    least_eigenvalue,
    powers_of_two,
)
from gramcheck.reference.types import Array

_FLOOR = 1e-6  # of the pull matrix's largest eigenvalue, where its inverse root is taken
_FIRST_WIDTH = 1.0  # of the smoothed hinges, in margins
_LAST_WIDTH = 1e-8
_SHRINK = 4.0
_FEW_UNKNOWNS = 100  # of M, up to which cutting planes finish what smoothing has not
_TIGHTER = 0.1  # relative gap asked of each round, relative to that of all
_PATIENCE = 20  # rounds without progress end the cuts, as where points have too few digits
_PROGRESS = 0.9  # what the gap falls to, or the factor by which the bound was lower
_VIOLATED = 1e-9  # of a row's loss or c, by which a cut must be violated


class Solution(NamedTuple):
    """A metric factor factor', its objective, a lower bound, and the steps it took."""

    factor: Array
    reached: float
    bound: float
    iterations: int


class Problem(NamedTuple):
    """Points X, and axes (p, r) in which Z = X axes and the pull (r, r) is nearly the identity."""

    X: Array
    axes: Array
    Z: Array
    pull: Array
    pulled: Array  # (n, n), 1 for the pairs of it
    among: Triples
    c: float

    def squared(self, factor: Array) -> Array:
        """Distances (n, n), from X, as near points of Z that are far from 0 have lost digits."""
        return images.squared_distances(self.X, self.X, self.axes @ factor)

    def terms(self, squared: Array, width: float) -> Terms:
        """The objective with hinges of such a width."""
        return pull_and_push(squared, self.among, self.c, 1.0, width)

    def dual_bound(self, terms: Terms) -> float:
        """Dual objective of the slopes a, scaled by the largest feasible theta <= 1."""
        eigenvalues, U = sp.linalg.eigh(self.pull)
        # no more than the true ones, whatever their rounding
        eigenvalues -= len(eigenvalues) * np.finfo(float).eps * eigenvalues[-1]
        if eigenvalues[0] <= 0:
            return 0.0  # nothing pulls along some axis: no multiple of a need be feasible
        axes = self.axes @ U / np.sqrt(eigenvalues)
        least = least_eigenvalue(terms.weights - self.pulled, self.X, axes)
        return self.c * float(terms.slopes.sum()) * (min(1.0, -1.0 / least) if least < 0 else 1.0)


def solve(X: Array, among: Triples, c: float, tol: float, max_iterations: int) -> Solution:
    """The best metric that was met until the gap is at most ``tol``.

    Raises
    ------
    ValueError
        All points are the same.
    """
    apart = (X[:, None] - X[among.targets]).reshape(-1, X.shape[1])
    axes = _whitening(X - X[0], apart)
    # S anew, from differences in these axes: to transform it would lose its small entries
    apart = apart @ axes
    pulled = np.zeros(among.other.shape)
    np.put_along_axis(pulled, among.targets, 1.0, axis=1)
    problem = Problem(X, axes, (X - X[0]) @ axes, apart.T @ apart, pulled, among, c)

    factor, width = np.eye(axes.shape[1]), _FIRST_WIDTH
    best, reached, bound, iterations = factor, np.inf, 0.0, 0
    while True:
        factor, steps = _minimize(problem, factor, width, max_iterations - iterations)
        iterations += steps
        squared = problem.squared(factor)
        value = problem.terms(squared, 0.0).value
        if value < reached:
            best, reached = factor, value
        bound = max(bound, problem.dual_bound(problem.terms(squared, width)))
        if reached - bound <= tol * reached or iterations >= max_iterations or width < _LAST_WIDTH:
            break
        width /= _SHRINK
    r = axes.shape[1]
    if reached - bound > tol * reached and r * (r + 1) / 2 <= _FEW_UNKNOWNS:
        cut = _by_cuts(problem, tol, max_iterations - iterations)
        iterations, bound = iterations + cut.iterations, max(bound, cut.bound)
        if cut.reached < reached:
            best, reached = cut.factor, cut.reached
    return Solution(axes @ best, reached, bound, iterations)


def _whitening(X: Array, apart: Array) -> Array:
    """Axes (p, r) in which the pull is the identity, floored where it nearly vanishes.

    First in axes where the points spread alike: squares of their spreads would lose the narrow
    ones to rounding, and the bound would hold only for metrics of what is left. Columns are taken
    in units of their own, which count for no spread.
    """
    units = powers_of_two(np.abs(X).max(axis=0))
    _, spread, directions = sp.linalg.svd(X / units, full_matrices=False)
    kept = spread > len(X) * np.finfo(float).eps * spread[0]
    if not kept.any():
        raise ValueError("X must have two different points, got the same one throughout")
    axes = directions[kept].T / spread[kept] / units[:, None]
    differences = apart @ axes
    eigenvalues, U = sp.linalg.eigh(differences.T @ differences)
    largest = eigenvalues[-1] or 1.0  # targets that are all copies of their points
    return axes @ U / np.sqrt(np.maximum(eigenvalues, _FLOOR * largest))


def _minimize(problem: Problem, factor: Array, width: float, steps: int) -> tuple[Array, int]:
    """Minimize with smoothed hinges over square F, from ``factor``; returns F and the steps."""
    Z, shape = problem.Z, factor.shape

    def smoothed(flat: Array) -> tuple[float, Array]:
        Y = Z @ flat.reshape(shape)
        terms = problem.terms(sp.spatial.distance.cdist(Y, Y, "sqeuclidean"), width)
        return terms.value, 4 * (Z.T @ laplacian_product(terms.weights, Y)).ravel()

    found = sp.optimize.minimize(
        smoothed,
        factor.ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": max(steps, 1), "ftol": 1e-8 * min(width, 1.0), "gtol": 0, "maxcor": 20},
    )
    return found.x.reshape(shape), int(found.nit)


def _by_cuts(problem: Problem, tol: float, max_rounds: int) -> Solution:
    """The problem by cutting planes, each of which sums the active hinges of a row."""
    n, c, pulled = len(problem.X), problem.c, problem.pulled
    program = CutProgram(problem.Z, problem.pull, 0.0)
    pushed = np.empty((0, n))  # what the hinges of each cut add to the weights of pairs
    best, reached, bound, gap, rounds = np.zeros((program.r, 0)), np.inf, 0.0, np.inf, 0
    squared, losses = np.zeros((n, n)), np.full(n, -1.0)  # at M = 0 all hinges are active
    mark, until = (gap, 0.0), _PATIENCE  # the gap and the bound at the last progress
    while gap > tol and rounds < min(max_rounds, until):
        terms = problem.terms(squared, 0.0)
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
        squared, losses = problem.squared(solution.factor), solution.losses
        value = problem.terms(squared, 0.0).value
        if value < reached:
            best, reached = solution.factor, value
        # multipliers of a row that sum to more than 1 are more than its hinges have
        z = solution.multipliers
        z = z / max(1.0, float(np.bincount(program.rows, z).max()))
        weights = pulled.copy()
        np.add.at(weights, program.rows, z[:, None] * pushed)
        slopes = np.bincount(program.rows, z * program.constants, minlength=n) / c
        bound = max(bound, problem.dual_bound(Terms(value, weights, slopes)))
        gap = relative_gap(reached, bound)
        if gap < _PROGRESS * mark[0] or mark[1] < _PROGRESS * bound:
            mark, until = (gap, bound), rounds + _PATIENCE
    return Solution(best, reached, bound, rounds)
