r"""The program (9) solved by cutting planes, for kernels of few dimensions and many patterns.

The loss of row i is the largest of the affine functions

.. math:: 0 \quad\text{and}\quad
          2 - n_i^+ + \sum_{j \in A} \bigl(1 + \tau_{ij} (d_{ij}^2 - \tilde h)\bigr),
          \qquad A \subseteq \{1, \dots, n\},

in (W, h~), W that of :mod:`reference.kcr.centered`; at a point the largest one is that of the
pairs A whose inner hinge is positive there. So (9) with some of these functions for each row, the
cuts, is a small semidefinite program whose value is a lower bound. Its solution adds the cuts that
it violates, until it violates hardly any (Kelley 1960). With cuts for each row by itself a few
rounds are enough. The multiplier of a cut is a multiplier of all inner hinges in its A, so the
rounds end with multipliers for :func:`~reference.kcr.lower_bound`.

W has r (r + 1) / 2 unknowns in r dimensions. A linear kernel has as many dimensions as the
patterns have coordinates, and data that are nearly separable by it are where
:mod:`~reference.kcr.splitting` crawls; for the Gaussian kernel r is near n, and splitting is the
faster by far.
"""

from __future__ import annotations

import numpy as np
from cvxopt import matrix, solvers
from numpy.typing import ArrayLike, NDArray

from reference import check
from reference.kcr.centered import Problem, checked_problem
from reference.kcr.certificate import dual_bound
from reference.kcr.line_search import FINE, best_scale_and_bandwidth
from reference.kcr.programme import gram_distances
from reference.kcr.result import KernelRule, certified, relative_gap

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

_TIGHTER = 0.1  # relative gap asked of cvxopt, relative to that of the rounds
_FEASIBLE = 1e-7  # relative residuals asked of it
_SMALL = 1500  # cuts and rows up to which the indefinite factorization is tried
_VIOLATED = 1e-9  # of the row's loss or 1: cuts that cvxopt's tolerance hides are not added again


def solve_by_cutting_planes(
    K: ArrayLike,
    y: ArrayLike,
    lam: float,
    tol: float = 1e-6,
    max_iterations: int = 100,
    eps: float = 1e-6,
    limit: int = 300,
) -> KernelRule:
    """Solve (9) for a kernel of few dimensions, with a certified gap.

    Parameters
    ----------
    K : (n, n)
        The kernel among the training patterns, positive semidefinite.
    y : (n,)
        Their labels, at least two classes.
    lam : float
        lambda, positive.
    tol : float
        The relative gap that ends the rounds, positive.
    max_iterations : int
        Rounds, at least 1. Where they end the method, ``converged`` is False, and ``gap`` what was
        reached.
    eps : float
        The lower bound on h~, positive.
    limit : int
        The largest number r (r + 1) / 2 of unknowns in W that is tried at all; r is the number of
        eigenvalues of the centered kernel above 1e-8 of the largest.

    Returns
    -------
    KernelRule

    Raises
    ------
    ValueError
        More unknowns than ``limit``, and as :func:`~reference.kcr.solve_by_splitting`.
    """
    problem = checked_problem(K, y, lam, eps)
    tol = check.positive("tol", tol)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    limit = check.integer("limit", limit, 1)
    if unknowns(problem) > limit:
        raise ValueError(
            f"K must have few dimensions: W has {unknowns(problem)} unknowns, above "
            f"limit={limit}; solve_by_splitting takes any kernel"
        )
    return cut(problem, tol, max_iterations)


def unknowns(problem: Problem) -> int:
    """Entries of W on and above its diagonal."""
    r = problem.centered.strong().U.shape[1]
    return r * (r + 1) // 2


def cut(problem: Problem, tol: float, max_iterations: int, before: int = 0) -> KernelRule:
    """The rounds; ``before`` is what another method's iterations add to their number."""
    master = _Master(problem)
    same = problem.tau > 0
    # pairs of one class keep h~ from falling to 0, the others from growing without bound
    for active in (same, ~same, np.ones_like(same)):
        master.add(active, np.ones(len(same), dtype=bool))

    reached, bound, gap, rounds = np.inf, -np.inf, np.inf, 0
    best = np.zeros((master.r, 0)), problem.eps
    multipliers = np.zeros(same.shape)
    while gap > tol and rounds < max_iterations:
        solution = master.solve(_TIGHTER * tol)
        if solution is None:
            break
        rounds += 1
        W, h2, losses, candidate = solution
        candidate_bound = dual_bound(candidate, problem)
        if candidate_bound > bound:
            bound, multipliers = candidate_bound, candidate

        values, vectors = np.linalg.eigh(W)
        factor = vectors * np.sqrt(np.maximum(values, 0.0))
        images = master.Z @ factor
        squared = gram_distances(images @ images.T)
        penalty = float(np.maximum(values, 0.0).sum())
        value, scale, bandwidth = best_scale_and_bandwidth(problem, squared, penalty, h2, FINE)
        if value < reached:
            reached, best = value, (np.sqrt(scale) * factor, bandwidth)
        gap = relative_gap(reached, bound)
        here = master.cut_off(squared, h2, losses)
        there = master.cut_off(scale * squared, bandwidth, losses)
        if not (here or there):
            break
    factor, h2 = best
    c = master.T @ factor
    c -= c.mean(axis=0)  # the sum has roundings of the small eigenvalues, which K may magnify
    return certified(problem, c @ c.T, h2, multipliers, before + rounds, tol)


class _Master:
    """(9) with cuts in place of losses: variables W (upper triangle), h~, a loss of each row.

    W is scaled so that the penalty is its trace: cvxopt's dual residual is then relative to it.
    """

    def __init__(self, problem: Problem) -> None:
        strong = problem.centered.strong()
        self.problem = problem
        self.Z = strong.Z / np.sqrt(problem.lam)
        self.T = strong.T / np.sqrt(problem.lam)
        self.n, self.r = self.Z.shape
        self.upper = np.triu_indices(self.r)
        self.twice = np.where(self.upper[0] == self.upper[1], 1.0, 2.0)
        self.squares = self._entries(self.Z, self.Z) / 2  # of z_j z_j', the n matrices
        self.slopes = np.empty((0, len(self.twice) + 1))  # of the cuts, in W and in h~
        self.constants = np.empty(0)
        self.rows = np.empty(0, dtype=np.intp)
        self.active = np.empty((0, self.n), dtype=bool)

    def _entries(self, A: Array, B: Array) -> Array:
        """<a b' + b a', W> as coefficients of the entries of W, row by row of A and B."""
        i, j = self.upper
        return (A[:, i] * B[:, j] + A[:, j] * B[:, i]) * self.twice

    def add(self, active: Mask, chosen: Mask) -> None:
        """The cuts of the sets ``active`` (n, n) for the chosen rows."""
        active, rows = active[chosen], np.flatnonzero(chosen)
        weights = active * self.problem.tau[rows]
        sums = weights.sum(axis=1)
        # sum_j w_j (z_i - z_j)(z_i - z_j)', multiplied out
        slopes = (
            sums[:, None] * self.squares[rows]
            - self._entries(self.Z[rows], weights @ self.Z)
            + weights @ self.squares
        )
        self.slopes = np.vstack([self.slopes, np.column_stack([slopes, -sums])])
        constants = self.problem.offsets[rows] + active.sum(axis=1)
        self.constants = np.concatenate([self.constants, constants])
        self.rows = np.concatenate([self.rows, rows])
        self.active = np.vstack([self.active, active])

    def cut_off(self, squared: Array, h2: float, losses: Array) -> bool:
        """Add the cuts at a point where the rows' losses exceed what the cuts say; whether any."""
        inner = 1 + self.problem.tau * (squared - h2)
        exact = np.maximum(self.problem.offsets + np.maximum(inner, 0.0).sum(axis=1), 0.0)
        violated = exact > losses + _VIOLATED * np.maximum(exact, 1.0)
        self.add(inner > 0, violated)
        return bool(violated.any())

    def solve(self, tolerance: float) -> tuple[Array, float, Array, Array] | None:
        """W, h~, the rows' losses and multipliers (n, n); None where cvxopt breaks down."""
        entries, cuts, n, r = len(self.twice), len(self.rows), self.n, self.r
        cost = np.concatenate([np.eye(r)[self.upper], [0.0], np.ones(n)])
        linear = np.zeros((cuts + n + 1, len(cost)))
        linear[:cuts, : entries + 1] = self.slopes
        linear[np.arange(cuts), entries + 1 + self.rows] = -1.0
        linear[cuts : cuts + n, entries + 1 :] = -np.eye(n)
        linear[-1, entries] = -1.0
        right = np.concatenate([-self.constants, np.zeros(n), [-self.problem.eps]])
        cone = np.zeros((r, r, len(cost)))
        cone[(*self.upper, np.arange(entries))] = -1.0
        cone[(*self.upper[::-1], np.arange(entries))] = -1.0

        solution, scale = None, 1.0
        for unit, method in self._attempts():
            units = np.where(np.arange(len(cost)) < entries, unit, 1.0)
            found = _cone_program(
                cost * units,
                np.vstack([linear * units, cone.reshape(r * r, -1)]),
                np.concatenate([right, np.zeros(r * r)]),
                {"l": cuts + n + 1, "q": [], "s": [r]},
                method,
                tolerance,
            )
            if found is not None:
                solution, scale = found, unit
                if found["status"] == "optimal":
                    break
        if solution is None:
            return None
        x, z = (np.array(solution[name]).ravel() for name in ("x", "z"))
        W = np.zeros((r, r))
        W[self.upper] = scale * x[:entries]
        W += np.triu(W, 1).T
        multipliers = np.zeros((n, n))
        np.add.at(multipliers, self.rows, z[:cuts, None] * self.active)
        h2 = max(float(x[entries]), self.problem.eps)
        return W, h2, x[entries + 1 :], multipliers

    def _attempts(self) -> tuple[tuple[float, str], ...]:
        """Units of W and factorizations to try in turn, the next where rounding ends the last.

        The indefinite factorization is slow for large programs. There W is taken in units in which
        distances, not the penalty, are near 1, at the price of a less exact dual.
        """
        if len(self.rows) + self.n <= _SMALL:
            return (1.0, "chol"), (1.0, "ldl")
        return (1.0, "chol"), (self.problem.lam / self.problem.centered.s[0], "chol")


def _cone_program(
    cost: Array, G: Array, right: Array, dims: dict, method: str, tolerance: float
) -> dict | None:
    """What cvxopt ends with, its last iterate where it stops early; None where it breaks down."""
    try:
        return solvers.conelp(
            *map(matrix, (cost, G, right)),
            dims=dims,
            kktsolver=method,
            options={
                "show_progress": False,
                "abstol": 0.0,
                "reltol": tolerance,
                "feastol": _FEASIBLE,
                "refinement": 2,
            },
        )
    except (ArithmeticError, ValueError):  # in its own linear algebra
        return None
