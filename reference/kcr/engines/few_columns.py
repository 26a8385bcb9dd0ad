r"""KMLCC with few columns: A = F F', by a quasi-Newton method in the axes of the centered kernel.

Where the gradient has negative eigenvalues left, their eigenvectors become new columns of F, and
the method ends when there are none. So the bounded rank costs nothing but stages. Where one stage
is not enough, as with a small penalty, the next ones take Newton's steps, which cost more each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import scipy as sp

from gramcheck.reference import check, images
from gramcheck.reference.kcr.engines.centered import center_kernel, unit
from gramcheck.reference.kcr.engines.divergence import (
    Divergence,
    Ideal,
    divergence,
    divergence_at,
    entropy_gain,
)
from gramcheck.reference.kcr.engines.pairs import (
    about_parts,
    gram_distances,
    laplacian,
    laplacian_product,
    least_eigenvalue,
    outer_products,
)
from gramcheck.reference.types import Array

_DECREASE = 1e-6  # of the tolerance: a step that gains less, relatively, ends a stage
_SLOPE = 1e-3  # of the tolerance: so does a slope along all of F that is less, relatively
_AHEAD = 100  # a stage of Newton's steps has this times the gap before it as its tolerance
_STAGE = 200  # steps between two looks at the spectrum of the gradient
_NEW_AXES = 4  # at most so many times the number of classes at once
_NEW_LENGTH = 1e-2  # of new axes, relative to the longest
_SHORTENINGS = 30  # of them by 4, before their gain counts as below rounding
_RANK_CUT = 1e-6  # axes shorter than this part of the longest are dropped
_ROUNDING = 1e-12  # relative; a metric that gains less over Sigma = 0 is given as Sigma = 0
_TINY = np.finfo(float).tiny

Objective = Callable[[Array], tuple[float, Array]]


class Solution(NamedTuple):
    """What :class:`.KMLCC` reports."""

    factor: Array
    objective: float
    residual: float
    lower_bound: float
    gap: float
    iterations: int


def solve(
    K: Array,
    ideal: Ideal,
    classes: int,
    lam: float,
    tol: float,
    max_iterations: int,
    start: Array | None,
) -> Solution:
    """The metric at which the gap, or for lambda = 0 the residual, is at most ``tol``.

    It starts from the factor ``start`` (n, q), or from kernel principal components.
    """
    size = unit(K)  # other units change the metric and nothing else
    K, lam = K / size, lam / size
    whole = center_kernel(K)
    strong = whole.strong()
    Z = strong.Z
    several = _NEW_AXES * classes
    components = np.eye(Z.shape[1], min(several, Z.shape[1]))
    factor = components if start is None else size * Z.T @ start
    with np.errstate(over="ignore", invalid="ignore"):
        Y = Z @ factor
        check.without_overflow(float(np.vdot(Y, Y)), "K and start")

    collapsed = divergence(np.zeros((len(K), 1)), ideal)
    iterations, lower_bound, previous = 0, 0.0, np.inf
    minimize, aim = _quasi_newton, tol
    while True:
        allowed = min(_STAGE, max_iterations - iterations)
        factor, steps = minimize(Z, ideal, lam, factor, allowed, aim)
        iterations += steps
        if steps == _STAGE:
            minimize = _newton
        at = divergence_at(images.squared_distances(Z, Z, factor), ideal)
        objective = at.value + lam * float(np.sum(factor**2))
        if objective >= (1 - _ROUNDING) * collapsed.value:
            # what steps towards no metric leave over is their rounding, and no metric
            factor, at, objective = np.zeros((Z.shape[1], 1)), collapsed, collapsed.value
        R = about_parts(at.weights, Z)
        gradient = outer_products(at.weights, R) + lam * np.eye(Z.shape[1])
        curvatures, directions = sp.linalg.eigh(gradient)
        least = lam + least_eigenvalue(at.weights, whole.Z)  # in the whole of feature space
        limit = 2 * float(np.sum(factor**2)) + Z.size / float(np.sum(Z**2))
        gain = _possible_gain(factor, gradient, least, limit)
        residual = float(gain / max(objective, _TINY))
        lower_bound = max(lower_bound, _dual_bound(ideal, at, least, lam))
        gap = float(max(objective - lower_bound, 0.0) / max(objective, _TINY))
        left = gap if lam > 0 else residual
        if left <= tol or iterations >= max_iterations:
            break
        descending = directions[:, curvatures < 0][:, :several]
        wider = _with_new_axes(Z, ideal, lam, factor, descending)
        if wider is None and not objective < previous:
            if aim <= tol:
                break  # the decrease left is below rounding
            aim = tol
        elif minimize is _newton:  # with too few columns the end of a stage is not worth its steps
            aim = max(tol, _AHEAD * left)
        factor, previous = factor if wider is None else wider, objective
    return Solution(strong.T @ factor / size, objective, residual, lower_bound, gap, iterations)


def _objective(Z: Array, ideal: Ideal, lam: float, shape: tuple[int, ...]) -> Objective:
    """Value and gradient for the entries of F with W = F F'."""

    def penalized(flat: Array) -> tuple[float, Array]:
        F = flat.reshape(shape)
        Y = Z @ F
        at = divergence(Y, ideal)
        gradient = 4 * (Z.T @ laplacian_product(at.weights, Y)) + 2 * lam * F
        return at.value + lam * float(flat @ flat), gradient.ravel()

    return penalized


def _quasi_newton(
    Z: Array, ideal: Ideal, lam: float, factor: Array, steps: int, tol: float
) -> tuple[Array, int]:
    """At most so many quasi-Newton steps over F; returns F and the steps taken."""
    found = sp.optimize.minimize(
        _objective(Z, ideal, lam, factor.shape),
        factor.ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": steps, "ftol": min(_DECREASE * tol, 1.0), "gtol": 0, "maxcor": 20},
    )
    return found.x.reshape(factor.shape), max(int(found.nit), 1)


def _newton(
    Z: Array, ideal: Ideal, lam: float, factor: Array, steps: int, tol: float
) -> tuple[Array, int]:
    """The same with Newton's steps in a trust region, by conjugate gradients."""

    def at_point(flat: Array) -> tuple[Array, Array, Array]:
        Y = Z @ flat.reshape(factor.shape)
        at = divergence(Y, ideal)
        return Y, at.p, laplacian(at.weights)

    last, known = factor.ravel(), at_point(factor)

    def curvature(flat: Array, direction: Array) -> Array:
        nonlocal last, known
        if not np.array_equal(flat, last):  # many directions are asked for at one point
            last, known = flat.copy(), at_point(flat)
        Y, p, L = known
        V = direction.reshape(factor.shape)
        U = Z @ V
        half = U @ Y.T
        moved = gram_distances(half + half.T)  # derivative of the squared distances,
        moved -= np.einsum("ij,ij->i", p, moved)[:, None]
        moved *= -p  # and of p
        product = Z.T @ (L @ U - laplacian_product(moved, Y))
        return (4 * product + 2 * lam * V).ravel()

    objective = _objective(Z, ideal, lam, factor.shape)
    start = factor.ravel()
    slope = _SLOPE * tol * objective(start)[0] / max(float(np.linalg.norm(start)), _TINY)
    found = sp.optimize.minimize(
        objective,
        start,
        jac=True,
        hessp=curvature,
        method="trust-ncg",
        options={"maxiter": steps, "gtol": slope},
    )
    return found.x.reshape(factor.shape), max(int(found.nit), 1)


def _possible_gain(factor: Array, gradient: Array, least: float, limit: float) -> float:
    """Upper bound on f(W) - f(W') for W = F F' and all W' >= 0 with tr W' <= ``limit``.

    By convexity it is at most <G, W - W'>, and <G, W'> >= min(0, least) tr W'.
    """
    return abs(float(np.vdot(factor, gradient @ factor))) + limit * max(0.0, -least)


def _dual_bound(ideal: Ideal, at: Divergence, least: float, lam: float) -> float:
    """Entropy of the feasible mixture of p0 and p, less that of p0; ``least`` is that of G(p)."""
    excess = lam - least  # -(smallest eigenvalue of the sum without the penalty)
    return entropy_gain(ideal, at.p, min(1.0, lam / excess) if excess > 0 else 1.0)


def _with_new_axes(
    Z: Array, ideal: Ideal, lam: float, factor: Array, directions: Array
) -> Array | None:
    """Append columns along directions in which the objective falls, short enough that it does."""
    U, lengths, _ = sp.linalg.svd(factor, full_matrices=False)
    kept = lengths > _RANK_CUT * lengths[0]
    factor = U[:, kept] * lengths[kept]

    def objective(F: Array) -> float:
        return divergence(Z @ F, ideal).value + lam * float(np.sum(F**2))

    start = objective(factor)
    # a collapsed metric has no length of its own; that at which distances are about 1 stands in
    length = max(_NEW_LENGTH * lengths[0], np.sqrt(len(Z) / np.sum(Z**2)))
    for _ in range(_SHORTENINGS):
        wider = np.hstack([factor, length * directions])
        if objective(wider) < start:
            return wider
        length /= 4
    return None
