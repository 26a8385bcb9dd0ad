"""Newton's method for the margin losses of Algorithm 1, step 3, with a certificate."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gramcheck.reference.d2ke.engines.linear_systems import CHOLESKY_CONDITION, bordered_solver
from gramcheck.reference.d2ke.engines.losses import (
    MARGIN_LOSSES,
    MarginLoss,
    certify,
    duality_gap,
    margins,
    signed,
)
from gramcheck.reference.types import Array

_GAP_POSSIBLE = 1e-14  # relative to the objective; smaller gaps are not sought
_GAP_NEAR = 1e-6  # of the gradient alone, from which on the certificate is worth its time
_NEWTON_STEPS = 200
_PATIENCE = 4  # steps that change the objective by rounding only
_ROUNDING = 1e-15
_CHEAPER = 8  # a system solved costs as much as conjugate gradients for one in so many columns
_RESIDUAL = 1e-4  # which they leave, relative to the gradient


class Iterate(NamedTuple):
    """Weights (w, b), and the objective and its gradient there."""

    weights: Array
    value: float
    gradient: Array


def newton(phi: Array, y: Array, mu: float, loss: str, intercept: bool, start: Array) -> Array:
    """Logistic and squared hinge loss: Newton's method from ``start`` (w, b), or 0, to the end.

    It goes on to the limit of rounding, and returns the iterate with the best certificate.

    Raises
    ------
    ConvergenceError
        No iterate has a duality gap below 1e-9 times its objective.
    """
    R, terms = phi.shape[1], MARGIN_LOSSES[loss]

    def gap(u: Array) -> float:
        w, b = u[:R], float(u[R]) if intercept else 0.0
        alpha = terms.dual(margins(phi, y, w, b))
        return duality_gap(phi, y, w, b, alpha, mu, loss, intercept)

    A = signed(phi, y, intercept)
    best, best_gap, latest = None, np.inf, deque[Iterate](maxlen=_PATIENCE)
    for step in descent(A, penalties(A, R, mu), terms, start):
        latest.append(step)
        if small(step.gradient[:R], mu, _GAP_NEAR * step.value):
            reached = gap(step.weights)
            if best is None or reached < best_gap:
                best, best_gap = step, reached
            if reached <= _GAP_POSSIBLE * step.value:
                break
    if best is None:  # as where weights are huge; an intercept may mend what a gradient shows
        best_gap, best = min(((gap(s.weights), s) for s in latest), key=lambda pair: pair[0])
    certify(loss, best_gap, best.value)
    return best.weights


def penalties(A: Array, R: int, mu: float) -> Array:
    """Mu for each weight, 0 for the intercept."""
    return np.where(np.arange(A.shape[1]) < R, mu, 0.0)


def small(gradient: Array, mu: float, gap: float) -> bool:
    """Whether a gradient in the weights alone adds no more to the duality gap."""
    scaled = gradient / np.sqrt(2 * mu)  # divided first, as in the duality gap
    return bool(scaled @ scaled <= gap)


def descent(A: Array, penalty: Array, terms: MarginLoss, start: Array) -> Iterator[Iterate]:
    """The iterates of Newton's method from ``start`` or 0 on.

    The squared hinge has a generalized Hessian, that of the points with margin below 1. Steps are
    halved until the objective falls enough, so the iteration converges from anywhere.

    With a large penalty few directions of the features stand out, and some conjugate gradients make
    a step; after the first one for which they are too few, systems are solved instead.
    """

    def value(u: Array, m: Array) -> float:
        return float(terms.value(m).mean() + penalty @ u**2 / 2)

    n, u = len(A), np.zeros(len(penalty))
    with np.errstate(all="ignore"):
        u = start if value(start, A @ start) < value(u, A @ u) else u
    iterations, stalled = len(u) // _CHEAPER, 0
    for _ in range(_NEWTON_STEPS):
        m = A @ u
        g = penalty * u - terms.dual(m) @ A / n
        reached = value(u, m)
        yield Iterate(u, reached, g)
        if stalled == _PATIENCE:
            return
        h = terms.curvature(m) / n
        counting = h > 0
        direction = None
        if np.count_nonzero(counting) >= len(u):
            direction = _conjugate_gradients(g, A, h, penalty, iterations)
            iterations *= direction is not None
        if direction is None:
            direction = newton_direction(g, A[counting], h[counting], penalty)
        # the largest power of 1/2 at which the objective falls by Armijo's rule, to rounding
        along, slope, length = A @ direction, float(g @ direction), 1.0
        rounding = _ROUNDING * abs(reached)  # a smooth loss near the hinge may be below 0
        most = reached + rounding
        while value(u - length * direction, m - length * along) > most - 1e-4 * length * slope:
            length /= 2
        u = u - length * direction
        falls = value(u, m - length * along) < reached - rounding
        stalled = 0 if falls else stalled + 1
        iterations *= falls


def _conjugate_gradients(
    g: Array, A: Array, h: Array, penalty: Array, iterations: int
) -> Array | None:
    """Solve (A' h A + penalty) u = g approximately; None if it takes more iterations."""
    with np.errstate(all="ignore"):  # what leaves float64 is no solution
        size = np.abs(g).max()
        residual = g / size
        u, direction, square = np.zeros(len(g)), residual, residual @ residual
        wanted = _RESIDUAL**2 * square
        for _ in range(iterations):
            image = penalty * direction + (h * (A @ direction)) @ A
            length = square / (direction @ image)
            u = u + length * direction
            residual = residual - length * image
            before, square = square, residual @ residual
            if square <= wanted:
                return u * size
            direction = residual + square / before * direction
    return None


def newton_direction(g: Array, A: Array, h: Array, penalty: Array) -> Array:
    """Solve (A' h A + penalty) u = g, in the rows of A where they are fewer and keep the digits.

    In the rows, g / penalty and a product with A cancel, and the more so the smaller the penalty.
    """
    if not len(A):  # nothing is known of b then
        return g / np.where(penalty > 0, penalty, penalty.max())
    gram = None
    if len(A) < len(g) and h.min() > np.finfo(float).tiny:  # 1 / h stays within float64
        penalized = penalty > 0
        scaled = A[:, penalized] / np.sqrt(penalty[penalized])
        if np.square(scaled).sum(axis=1) @ h <= CHOLESKY_CONDITION:
            gram = scaled @ scaled.T
    return bordered_solver(A, penalty, h, gram)(g, np.zeros(len(A)))[0]
