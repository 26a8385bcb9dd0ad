r"""The program (9) as a cone program, solved by cvxopt's interior points with its dual.

The program is that of :func:`.solve_exactly` in the variable W of :mod:`.centered`: the penalty is
lambda tr W, and W >= 0 stands for both constraints on Sigma. The multipliers z_p of the second and
theta_i of the fourth constraint give those of :mod:`.certificate`: the rows i and j of a pair share
its z_p as theta_i to theta_j, since z_p <= theta_i + theta_j.
"""

from __future__ import annotations

import numpy as np
from cvxopt import matrix, solvers, spmatrix
from numpy.typing import ArrayLike

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.kcr.engines.centered import Point, Problem
from gramcheck.reference.kcr.engines.certificate import gap
from gramcheck.reference.kcr.engines.line_search import FINE, best_scale_and_bandwidth
from gramcheck.reference.kcr.engines.pairs import gram_distances
from gramcheck.reference.types import AnyArray, Array

_LOOSER = (1.0, 10.0, 100.0, 1e3, 1e4)  # factors of the tolerance that are tried in turn
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
    for factor in _LOOSER:
        try:
            solution = program.solve(max(tol, _SMALLEST) * factor)
            # an "unknown" status comes with a point too, which may be far from the optimum
            W, h2, multipliers = program.read(solution)
        except (ArithmeticError, ValueError) as failure:  # cvxopt's, on problems near its limits
            status = f"{type(failure).__name__}: {failure}"
            continue
        point = Point(program.strong.sigma(W), h2, multipliers, solution["iterations"])
        reached = gap(point, problem)
        if best is None or reached < smallest:
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

        own, between = self._blocks(z)
        theta = np.clip(own, 0.0, 1.0)
        M = np.zeros((self.n, self.n))
        both = np.maximum(theta[self.i] + theta[self.j], np.finfo(float).tiny)
        M[self.i, self.j] = between[1:] * theta[self.i] / both
        M[self.j, self.i] = between[1:] * theta[self.j] / both
        np.fill_diagonal(M, between[0] * theta / max(theta.sum(), np.finfo(float).tiny))
        return scale * W, h2, np.minimum(M, theta[:, None])

    def _blocks(self, z: Array) -> tuple[Array, Array]:
        """Multipliers of the rows and of the inner hinges, the common one of j = i first."""
        start = 1 + self.pairs
        between = z[start : 2 * start]
        return z[2 * start + self.n : 2 * start + 2 * self.n], between

    def _cone(self) -> tuple[matrix, spmatrix, matrix, dict]:
        n, pairs, entries = self.n, self.pairs, self.entries
        slacks = 1 + pairs
        first_x, first_t = entries + 1, entries + 1 + slacks
        tau = self.problem.tau[self.i, self.j]
        differences = self.Z[self.i] - self.Z[self.j]
        off_diagonal = np.where(self.rows == self.columns, 1.0, 2.0)
        distances = differences[:, self.rows] * differences[:, self.columns] * off_diagonal

        parts: list[tuple[AnyArray, ...]] = []  # (row, column, value) of G

        def put(row: ArrayLike, column: ArrayLike, value: ArrayLike) -> None:
            parts.append(np.broadcast_arrays(row, column, value))

        of_x, of_row = np.arange(slacks), np.arange(n)
        # x_p >= 0
        put(of_x, first_x + of_x, -1.0)
        # x_p >= 1 + tau_p (d_p^2 - h), the first with d = 0 and tau = 1
        place = slacks
        put(place + of_x, first_x + of_x, -1.0)
        put(place + of_x, entries, -np.append(1.0, tau))
        put((place + 1 + np.arange(pairs))[:, None], np.arange(entries), tau[:, None] * distances)
        # t_i >= 0
        place += slacks
        put(place + of_row, first_t + of_row, -1.0)
        # t_i >= 2 - n_i^+ + sum of its x
        place += n
        put(place + of_row, first_t + of_row, -1.0)
        put(place + of_row, first_x, 1.0)
        for end in (self.i, self.j):
            put(place + end, first_x + 1 + np.arange(pairs), 1.0)
        # h >= eps
        place += n
        put(place, entries, -1.0)
        # W >= 0: both triangles, column by column
        place += 1
        put(place + self.rows + self.columns * self.r, np.arange(entries), -1.0)
        lower = self.rows > self.columns
        put(
            place + (self.columns + self.rows * self.r)[lower],
            np.arange(entries)[lower],
            -1.0,
        )

        height = place + self.r**2
        row, column, value = (np.concatenate([p[k].ravel() for p in parts]) for k in range(3))
        G = spmatrix(
            value.astype(float).tolist(),
            row.astype(int).tolist(),
            column.astype(int).tolist(),
            (height, first_t + n),
        )
        h = np.zeros(height)
        h[slacks : 2 * slacks] = -1.0
        h[2 * slacks + n : 2 * slacks + 2 * n] = -self.problem.offsets
        h[2 * slacks + 2 * n] = -self.problem.eps
        c = np.zeros(first_t + n)
        c[:entries][self.rows == self.columns] = self.problem.lam / self.size
        c[first_t:] = 1.0
        return matrix(c), G, matrix(h), {"l": place, "q": [], "s": [self.r]}
