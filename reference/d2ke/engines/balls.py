r"""The smallest risk in a ball of the kernel's Hilbert space, Eq. (9) and (10).

With C^2 K = B B' the functions of norm at most C have the values f = B w with ||w|| <= 1, and the
problem, in which eigenvalues of K that are rounding beside the largest count as 0, is

.. math:: \min_w \; F(w) = \sum_i p_i \, \ell((B w)_i, y_i)
          \quad \text{subject to} \quad \|w\| \le 1

A smooth loss is minimized with a penalty (lambda / 2) ||w||^2 by Newton's method, for the lambda
that puts w on the sphere. There lambda w is the negative gradient of F, so that the gap of
:func:`gap` is lambda ||w|| (1 - ||w||). It is at most lambda / 4, and a lambda that is small enough
will do where none reaches the sphere. The hinge loss is a quadratic program in (w, xi) with a
second-order cone: minimize p'xi subject to xi >= 0, xi >= 1 - y B w, ||w|| <= 1.
"""

from __future__ import annotations

import math

import numpy as np
import scipy as sp
from cvxopt import matrix, solvers

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines.losses import MARGIN_LOSSES, pointwise
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.types import Array

# nearer to the optimum than this, coneqp's points leave the cone where K is singular
_OPTIONS = {"show_progress": False, "abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9}
_SMALLEST_PENALTY = 1e-7  # relative to the risk of f = 0, as the gap that it leaves is
_NEWTON_STEPS = 100


def minimize(
    K: Array, y: Array, C: float, loss: str, p: Array, rounding: float
) -> tuple[Array, float]:
    """Coefficients a of a minimizer, and a bound on how far its risk is above the smallest one.

    Eigenvalues up to n times the relative ``rounding`` of the entries of K count as 0.
    """
    # targets have a unit for the squared loss alone, whose squares overflow in others
    unit = max(float(np.abs(y[p > 0]).max()), check.SMALLEST) if loss == "squared" else 1.0
    y, C = np.where(p > 0, y, 0.0) / unit, C / unit
    eigenvalues, Q = np.linalg.eigh(K)
    kept = eigenvalues > len(K) * rounding * eigenvalues[-1]
    roots, Q = np.sqrt(eigenvalues[kept]), Q[:, kept]
    B = C * Q * roots
    if loss == "hinge" and kept.any():
        w, u = _hinge(B, y, p)
        a = C * (Q / roots) @ w
    else:
        try:
            a = C * (Q / roots) @ _smooth(B, y, loss, p)
        except ValueError:  # what SciPy raises of numbers that overflow
            return np.zeros(len(K)), np.inf
        u = slopes(K @ a, y, loss)
    return a * unit, gap(B, K @ a, y, loss, p, u) * unit**2


def slopes(f: Array, y: Array, loss: str) -> Array:
    """l'(f_i, y_i), the derivative by the first argument; at a kink one of its sides."""
    return 2 * (f - y) if loss == "squared" else -y * MARGIN_LOSSES[loss].dual(y * f)


def gap(B: Array, f: Array, y: Array, loss: str, p: Array, u: Array) -> float:
    """Risk of f minus a lower bound by weak duality, from slopes u in the conjugate's domain."""
    conjugate = u * y + u**2 / 4 if loss == "squared" else MARGIN_LOSSES[loss].conjugate(-y * u)
    fenchel = float(p @ (pointwise(f, y, loss) + conjugate - u * f))
    linear = float((p * u) @ f) + _length(B.T @ (p * u))  # above its minimum in the ball
    return max(fenchel, 0.0) + max(linear, 0.0)


def _length(v: Array) -> float:
    """The Euclidean norm; NumPy's would square entries whose squares are 0 or infinite."""
    return float(sp.linalg.norm(v, check_finite=False))


def _smooth(B: Array, y: Array, loss: str, p: Array) -> Array:
    start, zero = np.zeros(B.shape[1]), np.zeros(len(y))
    steepest = _length(B.T @ (p * slopes(zero, y, loss)))
    smallest = _SMALLEST_PENALTY * float(p @ pointwise(zero, y, loss))
    if steepest <= smallest or smallest == 0:  # squares of targets that underflow count as 0
        return start

    def minimizer(logarithm: float) -> Array:
        return _newton(B, y, loss, p, math.exp(logarithm), start)

    # lambda ||w|| is at most the length of the gradient at 0
    low, high = math.log(smallest), math.log(2 * steepest)
    w = minimizer(low)
    if np.linalg.norm(w) > 1:
        root = sp.optimize.brentq(
            lambda x: float(np.linalg.norm(minimizer(x))) - 1, low, high, xtol=1e-13
        )
        w = minimizer(root)
    return w / max(1.0, float(np.linalg.norm(w)))


def _newton(B: Array, y: Array, loss: str, p: Array, lam: float, w: Array) -> Array:
    """Minimizer of F(w) + (lambda / 2) ||w||^2; steps are halved until the objective falls."""

    def value(w: Array) -> float:
        return float(p @ pointwise(B @ w, y, loss) + lam / 2 * w @ w)

    def gradient(w: Array) -> Array:
        return B.T @ (p * slopes(B @ w, y, loss)) + lam * w

    for _ in range(_NEWTON_STEPS):
        f, g = B @ w, gradient(w)
        bend = np.full(len(f), 2.0) if loss == "squared" else MARGIN_LOSSES[loss].curvature(y * f)
        # the Hessian as a product R'R, which loses no digits where lambda is small beside it
        R = np.linalg.qr(
            np.vstack([np.sqrt(p * bend)[:, None] * B, math.sqrt(lam) * np.eye(len(w))]), mode="r"
        )
        step = sp.linalg.solve_triangular(R, sp.linalg.solve_triangular(R, g, trans="T"))
        length, reached, slope = 1.0, value(w), float(g @ step)
        while value(w - length * step) > reached - 1e-4 * length * slope and length > 1e-9:
            length /= 2
        if value(w - length * step) >= reached:  # values differ by rounding, gradients by more
            return min(w, w - step, key=lambda v: float(np.linalg.norm(gradient(v))))
        w = w - length * step
    return w


def _hinge(B: Array, y: Array, p: Array) -> tuple[Array, Array]:
    """The program of the module in the variables (w, xi), and slopes from its multipliers."""
    n, r = B.shape
    G = np.block(
        [
            [np.zeros((n, r)), -np.eye(n)],
            [-y[:, None] * B, -np.eye(n)],
            [np.vstack([np.zeros(r), -np.eye(r)]), np.zeros((r + 1, n))],
        ]
    )
    q = np.append(np.zeros(r), p)
    h = np.concatenate([np.zeros(n), -np.ones(n), [1.0], np.zeros(r)])
    dims = {"l": 2 * n, "q": [r + 1], "s": []}
    try:
        P = np.zeros((r + n, r + n))  # coneqp solves degenerate problems at which conelp fails
        found = solvers.coneqp(matrix(P), matrix(q), matrix(G), matrix(h), dims, options=_OPTIONS)
    except (ArithmeticError, ValueError) as error:  # what cvxopt raises of its numbers
        raise ConvergenceError("risk_minimizer with the hinge loss", np.inf, 0.0) from error
    w = np.array(found["x"]).ravel()[:r]
    z = np.array(found["z"]).ravel()[n : 2 * n]  # p_i alpha_i, with alpha_i = -y_i u_i
    alpha = np.clip(np.divide(z, p, where=p > 0, out=np.zeros(n)), 0.0, 1.0)
    return w / max(1.0, float(np.linalg.norm(w))), -y * alpha
