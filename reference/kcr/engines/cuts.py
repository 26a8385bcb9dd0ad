r"""Semidefinite programs with cuts, as :mod:`.cutting_planes` and :mod:`.smoothing` solve them.

.. math:: \min \; \langle P, W \rangle + \sum_i t_i \quad\text{subject to}\quad
          t_i \ge 0, \; t_i \ge a + s u + \sum_j w_j (z_i - z_j)' W (z_i - z_j)
          \text{ for the cuts } (a, s, w) \text{ of row } i, \; u \ge \underline u, \; W \succeq 0
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from cvxopt import matrix, solvers

from gramcheck.reference.types import Array, Integers

_FEASIBLE = 1e-7  # relative residuals asked of cvxopt
_SMALLEST = 1e-14  # relative gap asked of it, which refuses 0
_SMALL = 1500  # cuts and rows up to which the indefinite factorization is tried


class Round(NamedTuple):
    """The solution of a program with cuts."""

    factor: Array  # (r, q), with W = factor factor'
    u: float
    losses: Array  # (n,), t
    multipliers: Array  # (cuts,)


class CutProgram:
    """A program to which cuts are added.

    Parameters
    ----------
    Z : (n, r)
        The z_i as rows.
    P : (r, r)
        It is best near the identity, since cvxopt's dual residual is relative to it.
    lower : float
        The lower bound on u.
    """

    def __init__(self, Z: Array, P: Array, lower: float) -> None:
        self.Z, self.P, self.lower = Z, P, lower
        self.n, self.r = Z.shape
        self.upper = np.triu_indices(self.r)
        self.twice = np.where(self.upper[0] == self.upper[1], 1.0, 2.0)
        self.slopes = np.empty((0, len(self.twice) + 1))  # of the cuts, in W and in u
        self.constants = np.empty(0)
        self.rows = np.empty(0, dtype=np.intp)

    def add(
        self, rows: Integers, weights: Array, constants: Array, slopes: Array | float = 0.0
    ) -> None:
        """Cuts for some rows: w (rows, n), a (rows,) and s (rows,)."""
        in_W = np.empty((len(rows), len(self.twice)))
        for place, (i, w) in enumerate(zip(rows, weights, strict=True)):
            D = self.Z - self.Z[i]  # multiplied out, near points would lose digits beside far ones
            in_W[place] = ((w[:, None] * D).T @ D)[self.upper] * self.twice
        in_u = np.broadcast_to(slopes, rows.shape)
        self.slopes = np.vstack([self.slopes, np.column_stack([in_W, in_u])])
        self.constants = np.concatenate([self.constants, constants])
        self.rows = np.concatenate([self.rows, rows])

    def solve(self, tolerance: float) -> Round | None:
        """Its solution to a relative gap, cvxopt's last iterate; None where cvxopt breaks down."""
        entries, cuts, n, r = len(self.twice), len(self.rows), self.n, self.r
        cost = np.concatenate([self.P[self.upper] * self.twice, [0.0], np.ones(n)])
        linear = np.zeros((cuts + n + 1, len(cost)))
        linear[:cuts, : entries + 1] = self.slopes
        linear[np.arange(cuts), entries + 1 + self.rows] = -1.0
        linear[cuts : cuts + n, entries + 1 :] = -np.eye(n)
        linear[-1, entries] = -1.0
        right = np.concatenate([-self.constants, np.zeros(n), [-self.lower]])
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
        W[self.upper[::-1]] = scale * x[:entries]
        eigenvalues, vectors = np.linalg.eigh(W)  # reads the lower triangle
        factor = vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
        return Round(factor, max(float(x[entries]), self.lower), x[entries + 1 :], z[:cuts])

    def _attempts(self) -> tuple[tuple[float, str], ...]:
        """Units of W and factorizations to try in turn, the next where rounding ends the last.

        The indefinite factorization is slow for large programs. There W is taken in units in which
        distances, not the penalty, are near 1, at the price of a less exact dual.
        """
        if len(self.rows) + self.n <= _SMALL:
            return (1.0, "chol"), (1.0, "ldl")
        return (1.0, "chol"), (1 / float(np.linalg.norm(self.Z, 2)) ** 2, "chol")


def _cone_program(
    cost: Array, G: Array, right: Array, dims: dict, method: str, tolerance: float
) -> dict | None:
    """What cvxopt ends with, its last iterate where it stops early; None where it has none."""
    try:
        found = solvers.conelp(
            *map(matrix, (cost, G, right)),
            dims=dims,
            kktsolver=method,
            options={
                "show_progress": False,
                "abstol": 0.0,
                "reltol": max(tolerance, _SMALLEST),
                "feastol": _FEASIBLE,
                "refinement": 2,
            },
        )
    except (ArithmeticError, ValueError):  # in its own linear algebra
        return None
    # without either it takes the program for infeasible or unbounded
    return None if found["x"] is None or found["z"] is None else found
