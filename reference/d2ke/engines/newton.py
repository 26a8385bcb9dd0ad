"""Newton's method for the smooth losses of Algorithm 1, step 3, with a certificate."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gramcheck.reference.d2ke.engines.linear_systems import CHOLESKY_CONDITION, bordered_solver
from gramcheck.reference.d2ke.engines.losses import MARGIN_LOSSES, certify, duality_gap, margins
from gramcheck.reference.types import Array

_GAP_POSSIBLE = 1e-14  # relative to the objective; smaller gaps are not sought
_NEWTON_STEPS = 200
_PATIENCE = 4  # steps that change the objective by rounding only
_ROUNDING = 1e-15


def newton(phi: Array, y: Array, mu: float, loss: str, intercept: bool, start: Array) -> Array:
    """Logistic and squared hinge loss: Newton's method from ``start`` (w, b), or 0, to the end.

    The squared hinge has a generalized Hessian, that of the points with margin below 1. Steps are
    halved until the objective falls enough, so the iteration converges from anywhere. It goes on
    to the limit of rounding, and returns the iterate with the best certificate.

    Raises
    ------
    ConvergenceError
        No iterate has a duality gap below 1e-9 times its objective.
    """
    n, R = phi.shape
    terms = MARGIN_LOSSES[loss]
    design = y[:, None] * (np.column_stack([phi, np.ones(n)]) if intercept else phi)
    penalty = np.full(design.shape[1], mu)
    penalty[R:] = 0.0

    def value(u: Array) -> float:
        return float(terms.value(design @ u).mean() + penalty @ u**2 / 2)

    def gradient(u: Array) -> Array:
        return penalty * u - terms.dual(design @ u) @ design / n

    def gap(u: Array) -> float:
        w, b = u[:R], float(u[R]) if intercept else 0.0
        alpha = terms.dual(margins(phi, y, w, b))
        return duality_gap(phi, y, w, b, alpha, mu, loss, intercept)

    u = np.zeros(len(penalty))
    with np.errstate(all="ignore"):
        u = start if value(start) < value(u) else u
    best, best_gap, stalled = u, gap(u), 0
    for _ in range(_NEWTON_STEPS):
        if best_gap <= _GAP_POSSIBLE * value(best) or stalled == _PATIENCE:
            break
        g = gradient(u)
        curvature = terms.curvature(design @ u)
        counting = curvature > 0
        direction = newton_direction(g, design[counting], curvature[counting] / n, penalty)
        length = _step_length(value, u, direction, float(g @ direction))
        falls = value(u - length * direction) < (1 - _ROUNDING) * value(u)
        u = u - length * direction
        stalled = 0 if falls else stalled + 1
        reached = gap(u)
        if reached < best_gap:
            best, best_gap = u, reached
    certify(loss, best_gap, value(best))
    return best


def newton_direction(g: Array, A: Array, h: Array, penalty: Array) -> Array:
    """Solve (A' h A + penalty) u = g, in the rows of A where they are fewer and keep the digits.

    In the rows, g / penalty and a product with A cancel, and the more so the smaller the penalty.
    """
    gram = None
    if 0 < len(A) < len(g) and h.min() > np.finfo(float).tiny:  # 1 / h stays within float64
        penalized = penalty > 0
        scaled = A[:, penalized] / np.sqrt(penalty[penalized])
        if np.square(scaled).sum(axis=1) @ h <= CHOLESKY_CONDITION:
            gram = scaled @ scaled.T
    return bordered_solver(A, penalty, h, gram)(g, np.zeros(len(A)))[0]


def _step_length(
    value: Callable[[Array], float], u: Array, direction: Array, slope: float
) -> float:
    """Largest power of 1/2 at which the objective falls by Armijo's rule, to rounding."""
    start, length = value(u), 1.0
    rounding = _ROUNDING * start
    while value(u - length * direction) > start - 1e-4 * length * slope + rounding:
        length /= 2
    return length
