r"""The program (9) solved by splitting: the alternating direction method of multipliers.

The variable is the Gram matrix of the embedded training patterns B = Z W Z' (see
:mod:`.centered`), in which the distances have coefficients 1 and 2 whatever the
kernel, and the penalty is lambda tr(P B), P = (HKH)^+. It has two copies,

====  ====================================  ================================================
V     tau_ij (d_ij^2 - h~), (n, n)          bears the loss: each row by itself
Y     B                                     bears the penalty and Y >= 0
====  ====================================  ================================================

which are made equal to those of (B, h~) by multipliers u (of V) and w (of Y): in the scaled form,
with the penalty parameter rho and the weight g of the second copy, an iteration is

1. consensus: (B, h~) minimize ||V(B, h~) - (V - u)||^2 + g ||B - (Y - w)||^2: a linear system
   that the structure of distances reduces to one of two unknowns, O(n^2);
2. over-relaxation: 1.8 times the step from (V, Y) to (V(B, h~), B);
3. V: the rows of the loss, one number theta each, by Newton's method, O(n^2);
4. Y: eigenvalues of B + w - lambda P / (rho g) clipped at 0, O(n^3).

rho u is a dual candidate with entries in [0, 1], and Y a feasible point, so every few iterations
the gap between the two is computed, and the method stops by it (Boyd et al., "Distributed
Optimization and Statistical Learning via ADMM", 2011). The multipliers run from thousandths, where
lambda is small and nearly every margin is kept, to 1, so no fixed rho will do. In the first
iteration it is set so that u has the size of the arguments 1 + V of the hinges, and later so that
the two residuals of the method, of the copies and of their changes, are equal.

Where W has few unknowns, as for linear kernels of a few coordinates, and the data are nearly
separable, the loss is flat along many edges, and the iterations crawl. There cutting planes need a
few rounds (:mod:`.cutting_planes`) to finish what a thousand iterations have not.
"""

from __future__ import annotations

import numpy as np
import scipy as sp

from gramcheck.reference.kcr.engines.centered import Point, Problem
from gramcheck.reference.kcr.engines.certificate import dual_bound, gap, relative_gap
from gramcheck.reference.kcr.engines.cutting_planes import cut, unknowns
from gramcheck.reference.kcr.engines.line_search import best_scale_and_bandwidth
from gramcheck.reference.kcr.engines.pairs import gram_distances, laplacian
from gramcheck.reference.kcr.engines.proximal import consensus, row_multipliers
from gramcheck.reference.types import Array

_RELAXATION = 1.8
_MATCH = 0.4  # rho times the size of the hinges over that of the multipliers, at first
_FIRST_BALANCE, _GROWTH = 10, 1.3  # iterations at which rho is set by residuals: ever less often
_CHECK_EVERY = 20  # iterations between computations of the gap
_PATIENCE, _FEW_UNKNOWNS = 1000, 100  # iterations before cutting planes are tried, and for what


def solve(problem: Problem, tol: float, max_iterations: int, start: Point | None) -> Point:
    """Iterate until the gap is at most ``tol``; of some ends that are not so near, the nearest."""
    if start is not None and gap(start, problem) <= tol:
        return start
    splitting = _Splitting(problem, start)
    incumbent = _Incumbent(problem)
    ends = [] if start is None else [start]
    iteration, rounds = 0, 0
    while iteration + rounds < max_iterations:
        iteration += 1
        splitting.iterate(iteration)
        incumbent.average(splitting.multipliers)
        if iteration % _CHECK_EVERY == 0 or iteration + rounds == max_iterations:
            incumbent.update(splitting, iteration)
            if incumbent.gap <= tol:
                point = incumbent.point(iteration + rounds)
                if gap(point, problem) <= tol:
                    return point
        if iteration == _PATIENCE and unknowns(problem) <= _FEW_UNKNOWNS:
            point = cut(problem, tol, max_iterations - iteration, before=iteration)
            if gap(point, problem) <= tol:
                return point
            ends.append(point)
            rounds = point.iterations - iteration
    ends.append(incumbent.point(max_iterations))
    gaps = [gap(point, problem) for point in ends]
    nearest = ends[int(np.argmin(np.nan_to_num(gaps, nan=np.inf)))]
    return nearest._replace(iterations=max_iterations)


class _Splitting:
    """The iterates, and what they need of the problem."""

    def __init__(self, problem: Problem, start: Point | None) -> None:
        strong = problem.centered.strong()
        n = len(problem.y)
        self.problem = problem
        self.basis = strong.U
        self.penalties = problem.lam / strong.s  # lambda P in that basis
        self.weight = np.sqrt(n)  # g
        self.rho = 1.0
        self.theta = np.zeros(n)
        self.W = np.zeros((len(strong.s), 0))  # a factor of Y in the basis
        self.h2 = max(1.0, problem.eps)
        self.multipliers = np.zeros((n, n))
        self.balance_at = _FIRST_BALANCE
        self.copies = np.zeros((n, n)), np.zeros((n, n))  # V and Y of the last iteration
        # V + u and Y + w: what an iteration starts from
        self.V, self.Y = -problem.tau * self.h2, np.zeros((n, n))
        if start is not None:
            self._warm(start)

    def _warm(self, start: Point) -> None:
        """The state at which another solution, were it that of this problem, would stay."""
        tau = self.problem.tau
        projected = self.basis.T @ (self.problem.K @ start.Sigma @ self.problem.K) @ self.basis
        Y = self.basis @ projected @ self.basis.T
        Y = (Y + Y.T) / 2
        V = tau * (gram_distances(Y) - start.h2)
        self.rho = self._matched(start.multipliers, V)
        u = start.multipliers / self.rho
        # step 1 is stationary in B: g w = -2 L(tau u)
        self.V, self.Y = V + u, Y - 2 * laplacian(tau * u) / self.weight

    def iterate(self, iteration: int) -> None:
        """Steps 3 and 4, which follow from the state, then 1 and 2, which lead to the next."""
        tau = self.problem.tau
        V, Y = self._copies()
        if iteration == 1:
            self._change(self._matched(self.multipliers, V), V, Y)
        B, squared, self.h2 = consensus(
            tau * (2 * V - self.V), 2 * Y - self.Y, self.weight, self.problem.eps
        )
        squared -= self.h2
        to_V, to_Y = tau * squared - V, B - Y
        self.V += _RELAXATION * to_V
        self.Y += _RELAXATION * to_Y
        if iteration >= self.balance_at:
            apart = self._size(to_V, to_Y)
            moved = self._size(V - self.copies[0], Y - self.copies[1])
            # copies that are apart become dearer, and cheaper if they are only kept from moving
            if apart > 0 and moved > 0:
                self._change(self.rho * apart / moved, V, Y)
            self.balance_at = int(_GROWTH * iteration) + 1
        self.copies = V, Y

    def _size(self, of_V: Array, of_Y: Array) -> float:
        return float(np.hypot(sp.linalg.norm(of_V), np.sqrt(self.weight) * sp.linalg.norm(of_Y)))

    def _change(self, rho: float, V: Array, Y: Array) -> None:
        """Change rho, and keep the multipliers rho u and rho w as they are."""
        last, self.rho = self.rho, rho
        self.V = V + (self.V - V) * (last / rho)
        self.Y = Y + (self.Y - Y) * (last / rho)

    def _matched(self, multipliers: Array, V: Array) -> float:
        """The rho that the sizes of multipliers and hinges suggest, where there are any."""
        sizes = sp.linalg.norm(multipliers), sp.linalg.norm(1 + V)
        return float(_MATCH * sizes[0] / sizes[1]) if min(sizes) > 0 else self.rho

    def _copies(self) -> tuple[Array, Array]:
        """Steps 3 and 4: V and Y, leaving the multipliers and a factor of Y."""
        self.multipliers, self.theta = row_multipliers(
            1 + self.V, self.problem.offsets, self.rho, self.theta
        )
        inner = self.basis.T @ self.Y @ self.basis
        inner[np.diag_indices(len(inner))] -= self.penalties / (self.rho * self.weight)
        eigenvalues, Q = sp.linalg.eigh(
            inner, subset_by_value=(0.0, np.inf), overwrite_a=True, check_finite=False
        )
        self.W = Q * np.sqrt(eigenvalues)
        factor = self.basis @ self.W
        return self.V - self.multipliers / self.rho, factor @ factor.T


class _Incumbent:
    """The best feasible point and the best multipliers so far."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.reached, self.bound = np.inf, -np.inf
        self.W = np.zeros((0, 0))
        self.h2 = problem.eps
        self.multipliers = np.zeros_like(problem.K)
        self.sum, self.terms, self.since = np.zeros_like(problem.K), 0, 1

    @property
    def gap(self) -> float:
        return relative_gap(self.reached, self.bound)

    def average(self, multipliers: Array) -> None:
        """Add multipliers to the mean, which is smoother than the last ones."""
        self.sum += multipliers
        self.terms += 1

    def update(self, splitting: _Splitting, iteration: int) -> None:
        """Take what is better of the iterates."""
        factor = splitting.basis @ splitting.W
        squared = gram_distances(factor @ factor.T)
        penalty = float(((splitting.W**2).sum(axis=1) * splitting.penalties).sum())
        reached, scale, h2 = best_scale_and_bandwidth(self.problem, squared, penalty, splitting.h2)
        if reached < self.reached:
            self.reached, self.h2 = reached, h2
            self.W = np.sqrt(scale) * splitting.W
        for candidate in (splitting.multipliers, self.sum / self.terms):
            bound = dual_bound(candidate, self.problem)
            if bound > self.bound:
                self.bound, self.multipliers = bound, candidate
        if iteration >= 2 * self.since:  # of the later half of the iterations
            self.sum, self.terms, self.since = np.zeros_like(self.sum), 0, iteration

    def point(self, iterations: int) -> Point:
        """The best so far: Sigma = U s^-1 W W' s^-1 U', since B = U W W'U'."""
        strong = self.problem.centered.strong()
        c = (strong.U / strong.s) @ self.W
        c -= c.mean(axis=0)  # the sum has roundings of the small s, which K may magnify
        return Point(c @ c.T, self.h2, self.multipliers, iterations)
