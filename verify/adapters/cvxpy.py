"""CVXPY: the semidefinite program of KCR as it is printed, solved by Clarabel."""

from types import SimpleNamespace

import cvxpy as cp
import numpy as np

distributions = ("cvxpy", "clarabel")
tolerances = {"kcr.solve_exactly": 1e-6}


def semidefinite_program(solver, **settings):
    """Of Eq. (9), by a solver that CVXPY knows."""

    def solve_exactly(K, y, lam, eps=1e-6):
        """Both hinges and the penalty; it returns no dual that would bound the gap."""
        K, y, n = np.asarray(K, dtype=float), np.asarray(y), len(y)
        Sigma, h2 = cp.Variable((n, n), PSD=True), cp.Variable()
        tau = np.where(y[:, None] == y, 1, -1)
        differences = (K[:, None] - K).reshape(n * n, n)
        distances = cp.sum(cp.multiply(differences @ Sigma, differences), axis=1)
        inner = cp.pos(1 + cp.multiply(tau.ravel(), distances - h2))
        of_patterns = cp.sum(cp.reshape(inner, (n, n), order="C"), axis=1)
        loss = cp.sum(cp.pos(2 - (tau == 1).sum(axis=1) + of_patterns))
        objective = cp.Minimize(loss + lam * cp.trace(K @ Sigma))
        program = cp.Problem(objective, [h2 >= eps, cp.sum(Sigma) == 0])
        program.solve(solver=solver, **settings)
        if program.status != cp.OPTIMAL:
            raise NotImplementedError(f"an optimum, of which it says {program.status}")
        h2 = max(float(h2.value), eps)  # which solvers keep to an absolute tolerance
        return SimpleNamespace(Sigma=Sigma.value, h2=h2, objective=program.value)

    return solve_exactly


class kcr:
    """Section 4.1, Eq. (9)."""

    solve_exactly = staticmethod(semidefinite_program(cp.CLARABEL))
