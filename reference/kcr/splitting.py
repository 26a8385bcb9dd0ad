r"""The program (9) solved by splitting: the alternating direction method of multipliers.

The variable is the Gram matrix of the embedded training patterns B = Z W Z' (see
:mod:`reference.kcr.centered`), in which the distances have coefficients 1 and 2 whatever the
kernel, and the penalty is lambda tr(P B), P = (HKH)^+. It has two copies,

====  ====================================  ================================================
V     tau_ij (d_ij^2 - h~), (n, n)          bears the loss: each row by itself
Y     B                                     bears the penalty and Y >= 0
====  ====================================  ================================================

which are made equal to those of (B, h~) by multipliers u (of V) and w (of Y): in the scaled form,
with the penalty parameter rho and the weight g of the second copy, an iteration is

1. consensus: (B, h~) minimize ||V(B, h~) - (V - u)||^2 + g ||B - (Y - w)||^2: a linear system
   that the structure of distances reduces to one of two unknowns, O(n^2);
2. over-relaxation: 1.6 times the step from (V, Y) to (V(B, h~), B);
3. V: the rows of the loss, one number theta each, by Newton's method, O(n^2);
4. Y: eigenvalues of B + w - lambda P / (rho g) clipped at 0, O(n^3).

rho u is a dual candidate with entries in [0, 1], and Y a feasible point, so every few iterations
the gap between the two is computed: the method stops by it, and rho follows the residuals
(Boyd et al., "Distributed Optimization and Statistical Learning via ADMM", 2011).
Anderson's acceleration extrapolates the iterations, of which V + u and Y + w are the state.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import linalg

from reference import check
from reference.kcr.acceleration import Anderson
from reference.kcr.centered import Problem, checked_problem
from reference.kcr.certificate import dual_bound
from reference.kcr.line_search import best_scale_and_bandwidth
from reference.kcr.programme import gram_distances, laplacian
from reference.kcr.proximal import consensus, row_multipliers
from reference.kcr.result import KernelRule, certified, check_start, relative_gap

Array = NDArray[np.float64]

_RELAXATION = 1.6
_BALANCE_EVERY = 20  # iterations between changes of rho
_IMBALANCE = 3.0  # of the two relative residuals, from which rho is doubled or halved
_CHECK_EVERY = 20  # iterations between computations of the gap
_ACCELERATE_EVERY = 5


class _State(NamedTuple):
    """The two copies with their multipliers added: what an iteration starts from."""

    V: Array
    Y: Array

    def moved(self, step: float, direction: _State) -> _State:
        return _State(self.V + step * direction.V, self.Y + step * direction.Y)


def solve_by_splitting(
    K: ArrayLike,
    y: ArrayLike,
    lam: float,
    tol: float = 1e-3,
    max_iterations: int = 2000,
    eps: float = 1e-6,
    start: KernelRule | None = None,
) -> KernelRule:
    """Solve (9) for any n, with a certified gap.

    Parameters
    ----------
    K : (n, n)
        The kernel among the training patterns, positive semidefinite.
    y : (n,)
        Their labels, at least two classes.
    lam : float
        lambda, positive.
    tol : float
        The relative gap that ends the iterations, nonnegative.
    max_iterations : int
        At least 1. Where it ends them, the result says so: ``converged`` is False, ``gap`` what
        was reached.
    eps : float
        The lower bound on h~, positive.
    start : KernelRule, optional
        A solution for the same patterns, at another lambda for instance.

    Returns
    -------
    KernelRule

    Raises
    ------
    ValueError
        ``K`` not square, symmetric or positive semidefinite, or constant; ``y`` of another length
        or of one class; ``lam`` or ``eps`` not positive; ``start`` of another size; NaN.
    """
    problem = checked_problem(K, y, lam, eps)
    tol = check.nonnegative("tol", tol)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    check_start(start, problem)

    splitting = _Splitting(problem, start)
    incumbent = _Incumbent(problem)
    for iteration in range(1, max_iterations + 1):
        splitting.iterate(iteration)
        incumbent.average(splitting.multipliers)
        if iteration % _CHECK_EVERY == 0 or iteration == max_iterations:
            incumbent.update(splitting, iteration)
            if incumbent.gap <= tol:
                result = incumbent.result(iteration, tol)
                if result.converged:
                    return result
    return incumbent.result(max_iterations, tol)


class _Splitting:
    """The iterates, and what they need of the problem."""

    def __init__(self, problem: Problem, start: KernelRule | None) -> None:
        strong = problem.centered.strong()
        n = len(problem.y)
        self.problem = problem
        self.basis = strong.U
        self.penalties = problem.lam / strong.s  # lambda P in that basis
        self.weight = np.sqrt(n)  # g
        self.rho = 1 / np.sqrt(n)
        self.W = np.zeros((len(strong.s), 0))  # a factor of Y in the basis
        self.h2 = max(1.0, problem.eps)
        self.multipliers = np.zeros((n, n))
        V, Y = -problem.tau * self.h2, np.zeros((n, n))
        self.state = _State(V, Y) if start is None else self._warm(start)
        self.anderson = Anderson(np.sqrt(self.weight))
        self.last: tuple[Array, Array] | None = None

    def _warm(self, start: KernelRule) -> _State:
        """The state at which another solution, were it that of this problem, would stay."""
        tau = self.problem.tau
        projected = self.basis.T @ (self.problem.K @ start.Sigma @ self.problem.K) @ self.basis
        Y = self.basis @ projected @ self.basis.T
        V = tau * (gram_distances(Y) - start.h2)
        size = linalg.norm(start.multipliers)
        if size > 0:
            self.rho = size / linalg.norm(V)
        u = start.multipliers / self.rho
        # step 1 is stationary in B: g w = -2 L(tau u)
        return _State(V + u, Y - 2 * laplacian(tau * u) / self.weight)

    def iterate(self, iteration: int) -> None:
        """One iteration, with whatever is due after it."""
        V, Y = self._copies(self.state)
        u, w = self.state.V - V, self.state.Y - Y
        # Step 1. What Anderson's acceleration extrapolated need not be symmetric to the last digit
        B, squared, self.h2 = consensus(
            self.problem.tau * (V - u), Y - w, self.weight, self.problem.eps
        )
        image = self.problem.tau * (squared - self.h2)
        # Step 2; 3 and 4 follow from the state that it leads to
        residual = _State(image - V, B - Y)
        following = self.state.moved(_RELAXATION, residual)

        factor = 1.0
        if iteration % _BALANCE_EVERY == 0 and self.last is not None:
            factor = self._imbalance(residual, image, B, V, u, w)
        self.last = image, B
        if factor != 1:
            V, Y = self._copies(following)
            self.rho *= factor
            following = _State(V + (following.V - V) / factor, Y + (following.Y - Y) / factor)
            self.anderson.forget()
        else:
            self.anderson.remember(self.state, residual)
            if iteration % _ACCELERATE_EVERY == 0:
                following = _State(*self.anderson.extrapolate(_RELAXATION, following))
        self.state = following

    def _copies(self, state: _State) -> tuple[Array, Array]:
        """Steps 3 and 4: V and Y, leaving the multipliers and a factor of Y."""
        problem = self.problem
        self.multipliers = row_multipliers(1 + state.V, problem.offsets, self.rho)
        inner = self.basis.T @ state.Y @ self.basis
        inner[np.diag_indices(len(inner))] -= self.penalties / (self.rho * self.weight)
        eigenvalues, Q = linalg.eigh(
            (inner + inner.T) / 2,
            subset_by_value=(0.0, np.inf),
            driver="evr",
            overwrite_a=True,
            check_finite=False,
        )
        self.W = Q * np.sqrt(eigenvalues)
        factor = self.basis @ self.W
        return state.V - self.multipliers / self.rho, factor @ factor.T

    def _imbalance(
        self, residual: _State, image: Array, B: Array, V: Array, u: Array, w: Array
    ) -> float:
        """2, 1 or 1/2 times rho would bring the relative residuals nearer to each other."""
        g = self.weight

        def norm(first: Array, second: Array) -> float:
            return float(np.sqrt(np.vdot(first, first) + g * np.vdot(second, second)))

        last_image, last_B = self.last
        tiny = np.finfo(float).tiny
        primal = norm(residual.V, residual.Y) / max(linalg.norm(image), linalg.norm(V), tiny)
        dual = norm(image - last_image, B - last_B) / max(norm(u, w), tiny)
        if primal > _IMBALANCE * dual:
            return 2.0
        return 0.5 if dual > _IMBALANCE * primal else 1.0


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

    def result(self, iterations: int, tol: float) -> KernelRule:
        """The certified result: Sigma = U s^-1 W W' s^-1 U', since B = U W W'U'."""
        strong = self.problem.centered.strong()
        c = (strong.U / strong.s) @ self.W
        return certified(self.problem, c @ c.T, self.h2, self.multipliers, iterations, tol)
