r"""The program without units by cvxopt, with a solver of our own for its linear systems.

As printed the program has the variables beta alone. With the cone constraint that (14) leaves out,
its dual has a multiplier Y more, and the metric is F(beta) + Y:

.. math:: \min_{\beta,\, Y \succeq 0} \tfrac12 \| F(\beta) + Y \|_F^2 - l'\beta .

cvxopt asks for solutions of the linear system P x + G'z = b_x, G x - W'W z = b_z. Everything but
beta is eliminated from it, which leaves (D + H + v v'/h) beta = right with a diagonal D and the
Hessian H: pairs x pairs, or no larger than features by Woodbury's formula. With the cone, H has the
entries (i, j) of F(beta) weighted by 1 / (1 + t_i t_j), in the basis of eigenvectors of T = r r'
(eigenvalues t), the scaling of the cone.

Where the quadratic term cancels (large constants), the iterates come close to the solution and then
lose it again, as rounding takes over. So all of them are judged, and the best is what counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy as sp
from cvxopt import matrix, solvers

from gramcheck.reference import check
from gramcheck.reference.idealized.engines.certificate import scaled_gap
from gramcheck.reference.idealized.engines.polishing import feasible
from gramcheck.reference.idealized.engines.program import Program
from gramcheck.reference.types import Array

Solution = tuple[Array, float, str]


def solve(program: Program, cone: bool, tolerance: float) -> Solution:
    """Beta, the multiplier of v'beta >= nu, and cvxopt's status.

    Whatever the status, beta is the best one that was visited, to be judged by its residuals.
    """
    N, r = program.Z.shape
    size = N + r * r if cone else N
    hessian = _Hessian(program, cone)
    best = _Best(program, cone)

    def quadratic(x: Any, out: Any, alpha: float = 1.0, beta: float = 0.0) -> None:
        best.latest = np.array(x).ravel()[:N]
        out[:] = matrix(alpha * hessian.times(np.ravel(x)) + beta * np.ravel(out))

    def constraints(
        x: Any, out: Any, trans: str = "N", alpha: float = 1.0, beta: float = 0.0
    ) -> None:
        out[:] = matrix(alpha * _constraints(program, np.ravel(x), trans) + beta * np.ravel(out))

    def kkt_solver(W: dict[str, Any]) -> Callable[[Any, Any, Any], None]:
        best.judge_latest()
        return hessian.kkt_solver(W)

    try:
        solution = solvers.coneqp(
            quadratic,
            matrix(np.concatenate([-program.linear, np.zeros(size - N)])),
            constraints,
            matrix(np.concatenate([np.zeros(N), np.ones(N), [-program.nu], np.zeros(size - N)])),
            dims={"l": 2 * N + 1, "q": [], "s": [r] if cone else []},
            kktsolver=kkt_solver,
            options={
                "show_progress": False,
                # Without a linear term the optimum can be 0, to which no gap is relative.
                "abstol": 0.0 if program.linear.any() else 1e-4 * tolerance,
                "reltol": tolerance,
                "feastol": tolerance,
                "refinement": 2,
            },
        )
        best.latest = np.ravel(solution["x"])[:N]  # the last one asks for no more systems
        best.judge_latest()
    except (ArithmeticError, ValueError) as error:  # in linear algebra, cvxopt's or of NaN
        return best.beta, best.multiplier, f"failed: {error}"
    return best.beta, best.multiplier, solution["status"]


class _Best:
    """The feasible point with the smallest gap among those that were judged.

    cvxopt does not show its iterates, but multiplies each by P right before it asks for the solver
    of its linear systems, and that vector is judged. Nothing but speed rests on this order: any
    vector is made feasible first and its gap is computed from the data, so that another order could
    only miss good points, which the certificate of the result would tell.
    """

    def __init__(self, program: Program, cone: bool) -> None:
        self.program, self.cone = program, cone
        self.latest: Array | None = None
        self.beta, self.multiplier, self.gap = np.full(len(program.Z), 0.5), 0.0, np.inf

    def judge_latest(self) -> None:
        """Keep it if it is the best."""
        if self.latest is None:  # cvxopt is still looking for a starting point
            return
        beta = feasible(self.program, self.latest)
        gap, multiplier = scaled_gap(self.program, beta, self.cone)
        if gap < self.gap:  # NaN is not
            self.beta, self.multiplier, self.gap = beta, multiplier, gap


def _constraints(program: Program, x: Array, trans: str) -> Array:
    """G x or G'x for -beta <= 0, beta <= 1, -v'beta <= -nu, -Y <= 0."""
    N, r = program.Z.shape
    if trans == "N":
        beta = x[:N]
        return np.concatenate([-beta, beta, [-(program.v @ beta)], -x[N:]])
    low, high, half, Y = x[:N], x[N : 2 * N], x[2 * N], x[2 * N + 1 :]
    Y = _symmetric(Y, r).ravel() if len(Y) else Y
    return np.concatenate([high - low - half * program.v, -Y])


class _Hessian:
    """Products with P, and the solver of the linear systems for a given scaling W."""

    def __init__(self, program: Program, cone: bool) -> None:
        self.program, self.cone = program, cone
        self.wide = program.n_features + 1 >= len(program.Z)
        N = len(program.Z)
        # the Hessian or its factor, and a copy with what the scaling adds
        check.memory(
            16 * N * min(N, program.n_features),
            similar=program.n_similar,
            dissimilar=N - program.n_similar,
        )
        # Without the cone the Hessian is the same for every scaling.
        self.gram = program.gram() if self.wide and not cone else None
        self.features = program.features() if not self.wide and not cone else None

    def times(self, x: Array) -> Array:
        if self.gram is not None:
            return self.gram @ x
        if self.features is not None:
            return self.features @ (x @ self.features)
        N, r = self.program.Z.shape
        X = self.program.metric(x[:N]) + x[N:].reshape(r, r)
        return np.concatenate([self.program.pulled_back(X), X.ravel()])

    def kkt_solver(self, W: dict[str, Any]) -> Callable[[Any, Any, Any], None]:
        """The solver of P x + G'z = b_x, G x - W'W z = b_z, in place, with W z in place of z."""
        program = self.program
        N, r = program.Z.shape
        d = np.ravel(W["d"])
        low, high, half = d[:N] ** 2, d[N : 2 * N] ** 2, d[2 * N] ** 2
        cone, R = None, np.empty((0, 0))
        if self.cone:
            # W'W is S -> TST, which multiplies entries by t_i t_j in the eigenvectors V of T = RR'.
            R = np.array(W["r"][0])
            vectors, singular, _ = sp.linalg.svd(R)
            cone = (vectors, np.outer(singular**2, singular**2))
        solve_beta = self._schur_solver(1 / low + 1 / high, program.v / np.sqrt(half), cone)

        def solve_kkt(x: Any, _: Any, z: Any) -> None:
            bx, bz = np.ravel(x), np.ravel(z)
            # The rows that bound beta: z = (G beta - b_z) / d^2.
            scaled = bz[: 2 * N + 1] / np.concatenate([low, high, [half]])
            right = bx[:N] + _constraints(program, scaled, "T")
            if cone is None:
                beta, rest = solve_beta(right), np.empty(0)
            else:
                # The rows of Y and of its multiplier S: F(beta) + Y - S = b_Y, -Y - TST = b_S.
                # They give F(beta) + Y = F(beta) / (1 + tt') + known, and then Y and S.
                V, tt = cone
                bY = V.T @ bx[N:].reshape(r, r) @ V
                bS = V.T @ _symmetric(bz[2 * N + 1 :], r) @ V
                known = (tt * bY - bS) / (1 + tt)
                beta = solve_beta(right - program.pulled_back(V @ known @ V.T))
                moved = V.T @ program.metric(beta) @ V
                Y = (-bS - tt * (moved - bY)) / (1 + tt)
                S = (moved - bY - bS) / (1 + tt)
                rest = (V @ Y @ V.T).ravel()
                S = R.T @ (V @ S @ V.T) @ R
            x[:] = matrix(np.concatenate([beta, rest]))
            linear = _constraints(program, beta, "N") - bz[: 2 * N + 1]
            z[: 2 * N + 1] = matrix(linear / d)
            if cone is not None:
                z[2 * N + 1 :] = matrix(S.ravel())

        return solve_kkt

    def _schur_solver(
        self, diagonal: Array, border: Array, cone: tuple[Array, Array] | None
    ) -> Callable[[Array], Array]:
        """Solver for diag(diagonal) + H + border border'."""
        basis, omega = (None, None) if cone is None else (cone[0], 1 / (1 + cone[1]))
        if self.wide:
            gram = (
                self.program.gram(basis=basis, omega=omega)
                if self.gram is None
                else self.gram.copy()
            )
            gram += np.multiply.outer(border, border)
            gram[np.diag_indices_from(gram)] += diagonal
            return _cholesky_solver(gram)
        F = (
            self.program.features(basis=basis, omega=omega)
            if self.features is None
            else self.features
        )
        return _woodbury(diagonal, np.column_stack([F, border]))


def _woodbury(diagonal: Array, F: Array) -> Callable[[Array], Array]:
    """Solver for diag(diagonal) + F F', by Woodbury's formula on the rows where that is stable.

    The formula loses all digits where the diagonal is tiny beside the row of F, as it becomes for
    pairs strictly between their bounds. Near the solution there are no more such pairs than columns
    of F. They are eliminated last, by Cholesky's method on their own rows, which is as stable as
    Cholesky's method on all rows.
    """
    relative = diagonal / np.einsum("kf,kf->k", F, F)
    last = np.argsort(relative, kind="stable")[: 2 * F.shape[1]]
    last = last[relative[last] < 1]
    first = np.setdiff1d(np.arange(len(F)), last)
    d, A, B = diagonal[first], F[first], F[last]
    scaled = A / np.sqrt(d)[:, None]
    inner = scaled.T @ scaled
    inner[np.diag_indices_from(inner)] += 1.0
    solve_inner = _cholesky_solver(inner)
    outer = B @ solve_inner(B.T)
    outer[np.diag_indices_from(outer)] += diagonal[last]
    solve_outer = _cholesky_solver(outer)

    def solve(right: Array) -> Array:
        x = np.empty(len(right))
        known = (right[first] / d) @ A
        x[last] = solve_outer(right[last] - B @ solve_inner(known))
        x[first] = (right[first] - A @ solve_inner(known + x[last] @ B)) / d
        return x

    return solve


def _cholesky_solver(A: Array) -> Callable[[Array], Array]:
    """The map b -> A^-1 b; A is overwritten.

    LAPACK is called directly, as thousands of small systems would spend their time in the checks
    that SciPy makes around it.
    """
    if not len(A):
        return np.copy
    factor, info = sp.linalg.lapack.dpotrf(A.T, overwrite_a=True)
    if info:  # cvxopt then returns its last iterate
        raise ArithmeticError(f"the minor of order {info} is not positive definite")
    return lambda b: sp.linalg.lapack.dpotrs(factor, b)[0]


def _symmetric(entries: Array, r: int) -> Array:
    """The matrix of which cvxopt defines only the lower triangle, stored by columns."""
    A = entries.reshape(r, r)  # rows here are columns there
    return np.where(np.tri(r, dtype=bool), A.T, A)
