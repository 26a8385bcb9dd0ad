r"""The program (9) by cutting planes, for kernels of few dimensions and many patterns.

The loss of row i is the largest of the affine functions

.. math:: 0 \quad\text{and}\quad
          2 - n_i^+ + \sum_{j \in A} \bigl(1 + \tau_{ij} (d_{ij}^2 - \tilde h)\bigr),
          \qquad A \subseteq \{1, \dots, n\},

in (W, h~), where W is the variable of :mod:`.centered`. At a point the largest of them is that of
the pairs A whose inner hinge is positive there. So (9) with some of these functions for each row,
the cuts, is a small semidefinite program whose value is a lower bound. Its solution adds the cuts
that it violates, until it violates hardly any (Kelley 1960). A few rounds are enough, since each
row has cuts of its own. The multiplier of a cut is one of all inner hinges in its A, so the rounds
end with multipliers for :func:`.lower_bound`.

W has r (r + 1) / 2 unknowns in r dimensions. A linear kernel has as many dimensions as the patterns
have coordinates, and :mod:`.splitting` crawls where such a kernel nearly separates the classes. For
the Gaussian kernel r is near n, and splitting is the faster by far.
"""

from __future__ import annotations

import numpy as np

from gramcheck.reference.kcr.engines.centered import Point, Problem
from gramcheck.reference.kcr.engines.certificate import dual_bound, relative_gap
from gramcheck.reference.kcr.engines.cuts import CutProgram, Round
from gramcheck.reference.kcr.engines.line_search import FINE, best_scale_and_bandwidth
from gramcheck.reference.kcr.engines.pairs import gram_distances
from gramcheck.reference.types import Array, Booleans, Integers

_TIGHTER = 0.1  # relative gap asked of cvxopt, relative to that of the rounds
_VIOLATED = 1e-9  # of the row's loss or 1: cuts that cvxopt's tolerance hides are not added again


def unknowns(problem: Problem) -> int:
    """Entries of W on and above its diagonal."""
    r = problem.centered.strong().U.shape[1]
    return r * (r + 1) // 2


def cut(problem: Problem, tol: float, max_iterations: int, before: int) -> Point:
    """The rounds, until the gap is at most ``tol`` or a round adds no cut.

    The iterations of another method, ``before``, are added to their number.
    """
    rounds = _Rounds(problem)
    reached, bound, gap, count = np.inf, -np.inf, np.inf, 0
    best = np.zeros((rounds.program.r, 0)), problem.eps
    multipliers = np.zeros_like(problem.K)
    while gap > tol and count < max_iterations:
        solution = rounds.program.solve(_TIGHTER * tol)
        if solution is None:
            break
        count += 1
        candidate = rounds.multipliers(solution)
        candidate_bound = dual_bound(candidate, problem)
        if candidate_bound > bound:
            bound, multipliers = candidate_bound, candidate

        images = rounds.program.Z @ solution.factor
        squared = gram_distances(images @ images.T)
        penalty = float((solution.factor**2).sum())
        value, scale, h2 = best_scale_and_bandwidth(problem, squared, penalty, solution.u, FINE)
        if value < reached:
            reached, best = value, (np.sqrt(scale) * solution.factor, h2)
        gap = relative_gap(reached, bound)
        here = rounds.cut_off(squared, solution.u, solution.losses)
        there = rounds.cut_off(scale * squared, h2, solution.losses)
        if not (here or there):
            break
    factor, h2 = best
    c = problem.centered.strong().T @ factor / np.sqrt(problem.lam)
    c -= c.mean(axis=0)  # the sum has roundings of the small eigenvalues, which K may magnify
    return Point(c @ c.T, h2, multipliers, before + count)


class _Rounds:
    """(9) with cuts in place of losses, and the pairs that each cut speaks of.

    W is scaled so that the penalty is its trace; u is h~.
    """

    def __init__(self, problem: Problem) -> None:
        Z = problem.centered.strong().Z / np.sqrt(problem.lam)
        self.problem = problem
        self.program = CutProgram(Z, np.eye(Z.shape[1]), problem.eps)
        self.active = np.empty((0, len(Z)), dtype=bool)
        same, all_rows = problem.tau > 0, np.arange(len(Z))
        # pairs of one class keep h~ from falling to 0, the others from growing without bound
        for active in (same, ~same, np.ones_like(same)):
            self.add(active, all_rows)

    def add(self, active: Booleans, rows: Integers) -> None:
        """The cuts of the sets ``active`` (n, n) for some rows."""
        active = active[rows]
        weights = active * self.problem.tau[rows]
        constants = self.problem.offsets[rows] + active.sum(axis=1)
        self.program.add(rows, weights, constants, -weights.sum(axis=1))
        self.active = np.vstack([self.active, active])

    def cut_off(self, squared: Array, h2: float, losses: Array) -> bool:
        """Add the cuts at a point where the rows' losses exceed what the cuts say; whether any."""
        inner, outer = self.problem.hinges(squared, h2)
        exact = np.maximum(outer, 0.0)
        violated = np.flatnonzero(exact > losses + _VIOLATED * np.maximum(exact, 1.0))
        self.add(inner > 0, violated)
        return len(violated) > 0

    def multipliers(self, solution: Round) -> Array:
        """Those of the inner hinges (n, n): a cut's is that of each hinge in it."""
        M = np.zeros_like(self.problem.K)
        np.add.at(M, self.program.rows, solution.multipliers[:, None] * self.active)
        return M
