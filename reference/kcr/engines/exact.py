r"""The program (9) as a cone program, solved by cvxopt's interior points with its dual.

The program is that of :func:`.solve_exactly` in the variable W of :mod:`.centered`: the penalty is
lambda tr W, and W >= 0 stands for both constraints on Sigma. The multipliers z_p of the second and
theta_i of the fourth constraint give those of :mod:`.certificate`: the rows i and j of a pair share
its z_p as theta_i to theta_j, since z_p <= theta_i + theta_j.
"""

from __future__ import annotations

import numpy as np
import scipy as sp
from cvxopt import matrix, solvers, spmatrix

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.kcr.engines.centered import Point, Problem
from gramcheck.reference.kcr.engines.certificate import gap
from gramcheck.reference.kcr.engines.line_search import FINE, best_scale_and_bandwidth
from gramcheck.reference.kcr.engines.pairs import gram_distances
from gramcheck.reference.types import Array

_LOOSER = 10.0 ** np.arange(8)  # factors of the tolerance that are tried in turn
_LOOSEST = 1e-2  # tolerance that is tried, unless more is asked for
_SMALLEST = 1e-13  # tolerance, below which cvxopt moves among roundings and away again
WITHIN = 100.0  # times the tolerance, the gap of what has converged
_ITERATIONS = 100


def solve(problem: Problem, tol: float) -> Point:
    """The best point of some attempts, each with a looser tolerance than the one before.

    Raises
    ------
    ConvergenceError
        cvxopt has no point to show at any tolerance.
    """
    program = _Program(problem)
    best, smallest, status = None, np.inf, ""
    tried = (min(max(tol, _SMALLEST) * factor, max(tol, _LOOSEST)) for factor in _LOOSER)
    for tolerance in dict.fromkeys(tried):
        try:
            solution = program.solve(tolerance)
            # an "unknown" status comes with a point too, which may be far from the optimum
            W, h2, multipliers = program.read(solution)
        except (ArithmeticError, ValueError) as failure:  # cvxopt's, on problems near its limits
            status = f"{type(failure).__name__}: {failure}"
            continue
        point = Point(program.strong.sigma(W), h2, multipliers, solution["iterations"])
        reached = gap(point, problem)
        if not reached >= smallest:  # NaN is worse than whatever comes next
            best, smallest = point, reached
        if smallest <= WITHIN * tol or solution["status"] == "optimal":
            break
    if best is None:
        raise ConvergenceError("the cone program (9)", np.inf, tol, status=status)
    return best


class _Program:
    """The matrices of the cone program: variables W (lower triangle), h, x, t in this order."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.strong = problem.centered.strong()
        # W is scaled so that the penalty is its trace: cvxopt's dual residual is then relative
        self.size = problem.lam
        self.Z = self.strong.Z / np.sqrt(self.size)
        n, self.r = self.Z.shape
        self.rows, self.columns = np.tril_indices(self.r)
        self.i, self.j = np.triu_indices(n, 1)
        self.n, self.pairs, self.entries = n, len(self.i), len(self.rows)

    def solve(self, tolerance: float) -> dict:
        """Solution by cvxopt, with its ``x``, ``z`` and ``status``."""
        c, G, h, dims = self._cone()
        options = {
            "show_progress": False,
            "abstol": 0.0,
            "reltol": tolerance,
            "feastol": tolerance,
            "maxiters": _ITERATIONS,
        }
        return solvers.conelp(c, G, h, dims, options=options)

    def read(self, solution: dict) -> tuple[Array, float, Array]:
        """W clipped to the cone, h~ and the multipliers (n, n), where there are any.

        Scale and bandwidth are adjusted to the hinges, which cvxopt's tolerance violates.
        """
        if solution["x"] is None or solution["z"] is None:  # it takes the program for infeasible
            raise ArithmeticError(solution["status"])
        x, z = (np.array(solution[name]).ravel() for name in ("x", "z"))
        W = np.zeros((self.r, self.r))
        W[self.rows, self.columns] = x[: self.entries]
        eigenvalues, Q = np.linalg.eigh(W)  # reads the lower triangle
        eigenvalues = np.maximum(eigenvalues, 0.0) / self.size
        W = (Q * eigenvalues) @ Q.T
        Z = self.strong.Z
        _, scale, h2 = best_scale_and_bandwidth(
            self.problem,
            gram_distances(Z @ W @ Z.T),
            self.problem.lam * float(eigenvalues.sum()),
            max(float(x[self.entries]), self.problem.eps),
            FINE,
        )

        # multipliers of the inner hinges, the common one of j = i first, and of the rows
        slacks = 1 + self.pairs
        _, between, _, own, _ = np.split(z, np.cumsum([slacks, slacks, self.n, self.n]))
        theta = np.clip(own, 0.0, 1.0)
        M = np.zeros((self.n, self.n))
        both = np.maximum(theta[self.i] + theta[self.j], np.finfo(float).tiny)
        M[self.i, self.j] = between[1:] * theta[self.i] / both
        M[self.j, self.i] = between[1:] * theta[self.j] / both
        np.fill_diagonal(M, between[0] * theta / max(theta.sum(), np.finfo(float).tiny))
        return scale * W, h2, np.minimum(M, theta[:, None])

    def _cone(self) -> tuple[matrix, spmatrix, matrix, dict]:
        """G, h and what each row of G v <= h is: a block a constraint, with v = (W, h, x, t)."""
        n, r, slacks = self.n, self.r, 1 + self.pairs
        # of j = i, then of the pairs
        tau = np.append(1.0, self.problem.tau[self.i, self.j])[:, None]
        differences = self.Z[self.i] - self.Z[self.j]
        twice = np.where(self.rows == self.columns, 1.0, 2.0)
        squared = np.vstack(
            [
                np.zeros(self.entries),
                differences[:, self.rows] * differences[:, self.columns] * twice,
            ]
        )
        of_row = np.zeros((n, slacks))  # which x a row sums
        of_row[:, 0] = 1.0
        of_row[self.i, 1 + np.arange(self.pairs)] = 1.0
        of_row[self.j, 1 + np.arange(self.pairs)] = 1.0
        # W, both triangles, from its lower one
        entry, below = np.arange(self.entries), self.rows > self.columns
        place = np.append(self.columns * r + self.rows, (self.rows * r + self.columns)[below])
        whole = sp.sparse.coo_matrix((np.ones(len(place)), (place, np.append(entry, entry[below]))))
        x, t = sp.sparse.identity(slacks), sp.sparse.identity(n)
        G = sp.sparse.bmat(
            [
                [None, None, -x, None],  # x_p >= 0
                [tau * squared, -tau, -x, None],  # x_p >= 1 + tau_p (d_p^2 - h)
                [None, None, None, -t],  # t_i >= 0
                [None, None, of_row, -t],  # t_i >= 2 - n_i^+ + sum of its x_p
                [None, [[-1.0]], None, None],  # h >= eps
                [-whole, None, None, None],  # W >= 0
            ]
        )
        h = np.concatenate(
            [
                np.zeros(slacks),
                -np.ones(slacks),
                np.zeros(n),
                -self.problem.offsets,
                [-self.problem.eps],
                np.zeros(r * r),
            ]
        )
        trace = np.where(self.rows == self.columns, self.problem.lam / self.size, 0.0)
        cost = np.concatenate([trace, np.zeros(1 + slacks), np.ones(n)])
        dims = {"l": len(h) - r * r, "q": [], "s": [r]}
        return matrix(cost), spmatrix(G.data, G.row, G.col, G.shape), matrix(h), dims
