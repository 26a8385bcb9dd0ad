"""Minimizers of the margin losses by the solvers of libraries: SciPy's Newton, cvxopt's QP."""

from __future__ import annotations

import numpy as np
import scipy as sp
from cvxopt import matrix, solvers

from gramcheck.reference.d2ke.engines.losses import MARGIN_LOSSES
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.types import Array


def bytes_of(n: int, columns: int, loss: str) -> int:
    """What the solver of a loss holds at most, for n rows and so many columns.

    That is, for the squared loss the design, its stacked form, that in its own scale, and LAPACK's
    copy; for the hinge loss the matrices of the quadratic program, as NumPy and as cvxopt have
    them, and that of its optimality conditions; and for the others the design, two more of its
    shape, and five Hessians.
    """
    if loss == "squared":
        return 8 * (3 * (n + columns) * columns + n * columns + 4 * n)
    if loss == "hinge":
        variables = n + columns
        return 8 * (2 * (variables**2 + 2 * n * variables) + (variables + 2 * n) ** 2)
    return 8 * (3 * n * columns + 5 * columns**2 + 6 * n)


def solve(A: Array, penalty: Array, loss: str) -> tuple[Array, Array, float]:
    """Weights, multipliers and objective for rows y_i (phi_i, 1) and a penalty for each weight.

    Raises
    ------
    ConvergenceError
        The penalty is too small beside 1 for cvxopt to be seen, or numbers are too large for SciPy,
        which then reads a variable that it has not set.
    """
    terms = MARGIN_LOSSES[loss]

    def value(w: Array) -> float:
        return float(terms.value(A @ w).mean() + penalty @ w**2 / 2)

    try:
        if loss == "hinge":
            weights, alpha = _quadratic_program(A, penalty)
        else:
            weights = sp.optimize.minimize(
                value,
                np.zeros(len(penalty)),
                jac=lambda w: penalty * w - terms.dual(A @ w) @ A / len(A),
                hess=lambda w: (A.T * terms.curvature(A @ w)) @ A / len(A) + np.diag(penalty),
                method="trust-exact",
                options={"gtol": 1e-9 * min(1, penalty[0])},
            ).x
            alpha = terms.dual(A @ weights)
    except (ArithmeticError, ValueError, UnboundLocalError) as error:
        raise ConvergenceError(f"fit with the {loss} loss", np.inf, 0.0, str(error)) from error
    return weights, alpha, value(weights)


def _quadratic_program(A: Array, penalty: Array) -> tuple[Array, Array]:
    """Minimize n (penalty / 2)'w^2 + sum xi subject to xi >= 0 and xi >= 1 - A w."""
    n = len(A)
    P = np.diag(np.append(n * penalty, np.zeros(n)))
    q = np.append(np.zeros(len(penalty)), np.ones(n))
    G = -np.block([[np.zeros_like(A), np.eye(n)], [A, np.eye(n)]])
    h = np.append(np.zeros(n), -np.ones(n))
    precise = {"show_progress": False, "abstol": 1e-30, "reltol": 1e-10, "feastol": 1e-12}
    found = solvers.qp(*map(matrix, (P, q, G, h)), kktsolver="ldl", options=precise)
    weights, alpha = np.array(found["x"]).ravel(), np.array(found["z"]).ravel()
    return weights[: len(penalty)], alpha[n:].clip(0, 1)
