"""The hinge loss of Algorithm 1, step 3: cvxopt's interior points with a solver of our own."""

from __future__ import annotations

import numpy as np
from cvxopt import matrix, solvers

from gramcheck.reference.d2ke.engines.linear_systems import bordered_solver
from gramcheck.reference.d2ke.engines.losses import signed
from gramcheck.reference.types import Array

_NARROW = 2  # with more rows than this for each column, systems are solved in the columns
_INTERIOR_POINT = {
    "show_progress": False,
    "abstol": 0.0,
    "reltol": 2e-10,
    "feastol": 1e-9,
    "refinement": 1,
    "maxiters": 50,
}


def slack_program(y: Array, phi: Array, penalty: float, intercept: bool) -> tuple[Array, Array]:
    r"""The quadratic program in w, b and the slacks xi, with the penalty n mu; w and alpha.

    .. math:: \min \; \sum_i \xi_i + \frac{n\mu}{2} \|w\|^2 \quad \text{subject to} \quad
              \xi_i \ge 0, \quad \xi_i \ge 1 - y_i (w'\phi_i + b)

    The multipliers of the second constraints are alpha.

    The iterations are cvxopt's; ours are the products with P and with the constraints -xi <= 0
    and -A u - xi <= -1, where u = (w, b) and A has the rows y_i (phi_i, 1), and the linear systems.
    """
    n, R = phi.shape
    A = signed(phi, y, intercept)
    r = A.shape[1]
    diagonal = np.append(np.full(R, penalty), np.zeros(r - R))
    gram = A[:, :R] @ A[:, :R].T / penalty if n <= _NARROW * r else None

    def quadratic(x, out, alpha=1.0, beta=0.0):
        product = np.concatenate([diagonal * np.ravel(x)[:r], np.zeros(n)])
        out[:] = matrix(alpha * product + beta * np.ravel(out))

    def constraints(x, out, trans="N", alpha=1.0, beta=0.0):
        v = np.ravel(x)
        if trans == "N":
            product = np.concatenate([-v[r:], -(A @ v[:r]) - v[r:]])
        else:
            product = np.concatenate([-(v[n:] @ A), -v[:n] - v[n:]])
        out[:] = matrix(alpha * product + beta * np.ravel(out))

    def kkt(W):
        # P x + G'z = bx, G x - W^2 z = bz, with W z wanted in place of z. Without xi and the
        # multipliers of xi >= 0 it is  diagonal u - A'z = bu,  A u + z / h = right
        e1, e2 = (np.ravel(W["di"]) ** 2).reshape(2, n)
        solve = bordered_solver(A, diagonal, e1 * e2 / (e1 + e2), gram)

        def solve_kkt(x, _, z):
            bu, bxi = np.split(np.ravel(x), [r])
            b1, b2 = np.split(np.ravel(z), 2)
            u, z2 = solve(bu, b1 - b2 - bxi / e1)
            z1 = -bxi - z2
            x[:] = matrix(np.concatenate([u, -b1 - z1 / e1]))
            z[:] = matrix(np.concatenate([z1, z2]) / np.sqrt(np.concatenate([e1, e2])))

        return solve_kkt

    x, z = np.zeros(r + n), np.zeros(2 * n)  # what is judged where cvxopt breaks down
    # Mehrotra's correction can cycle for very small penalties; without it the steps are shorter
    for correction in (True, False):
        try:
            with np.errstate(all="ignore"):
                solution = solvers.coneqp(
                    quadratic,
                    matrix(np.concatenate([np.zeros(r), np.ones(n)])),
                    constraints,
                    matrix(np.concatenate([np.zeros(n), -np.ones(n)])),
                    kktsolver=kkt,
                    options=_INTERIOR_POINT | {"use_correction": correction},
                )
        except (ArithmeticError, ValueError):  # in its linear algebra or ours, beyond float64
            continue
        x, z = (np.ravel(solution[name]) for name in "xz")
        if solution["status"] == "optimal":
            break
    return x[:R], np.clip(z[n:], 0.0, 1.0)
