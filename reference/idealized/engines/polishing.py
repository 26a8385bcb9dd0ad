"""Newton steps on the pairs strictly between their bounds, from an approximate solution.

An interior-point method ends with every multiplier a little inside the box. It is then known which
of them are at a bound, the others solve linear equations, and the solution is exact to rounding.
With the cone constraint the equations are not linear, but smooth enough (the projection onto the
cone is strongly semismooth) that a few steps suffice.
"""

from __future__ import annotations

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.idealized.engines.certificate import scaled_gap
from gramcheck.reference.idealized.engines.program import Program, positive_part
from gramcheck.reference.types import Array

_PATIENCE = 10  # steps in a row that may fail to divide the gap by 4
_ROUNDING = 1e-30  # a gap of about the square of the distance from the solution
_SINGULAR = 1e-13  # relative, of the equations' matrix


def polish(program: Program, beta: Array, multiplier: float, cone: bool) -> tuple[Array, Array]:
    """The point with the smallest gap of the given one and of those that Newton's method visits.

    And the last one: gaps that are all rounding do not tell which solves the equations best.
    """
    best = candidate = feasible(program, beta)
    least, _ = scaled_gap(program, best, cone)
    failures = 0
    while least > _ROUNDING and failures < _PATIENCE:
        beta, multiplier = _step(program, beta, multiplier, cone)
        candidate = feasible(program, beta)
        reached, _ = scaled_gap(program, candidate, cone)
        failures = 0 if reached < least / 4 else failures + 1
        if reached < least:
            best, least = candidate, reached
    return best, candidate


def feasible(program: Program, beta: Array) -> Array:
    """Beta within the box, and raised evenly to (15) where it falls short of it."""
    beta = np.clip(beta, 0.0, 1.0)
    missing = program.nu - program.v @ beta
    if missing > 0:
        room = np.where(program.v > 0, 1 - beta, 0.0)
        beta = np.minimum(beta + room * (missing / (program.v @ room)), 1.0)
    return beta


def _step(program: Program, beta: Array, multiplier: float, cone: bool) -> tuple[Array, float]:
    """One step of the primal-dual active set method."""
    X = program.metric(beta)
    weights = {}
    if cone:
        X, U, omega = positive_part(X)
        weights = {"basis": U, "omega": omega}

    # Where a step down the slopes leads, slopes relative to the sizes of their terms.
    pulled = program.pulled_back(X)
    slope = pulled - program.linear - multiplier * program.v
    sizes = np.abs(pulled) + np.abs(program.linear) + multiplier * program.v
    target = beta - np.divide(slope, sizes, out=np.zeros_like(slope), where=sizes > 0)
    inside = np.flatnonzero((target > 0) & (target < 1))
    spare = (program.v @ beta - program.nu) / program.nu
    weight = multiplier * program.v.max() / (sizes[program.v > 0].max(initial=0.0) or 1.0)
    sum_active = weight > spare

    # The pairs at a bound go there, which moves the gradient of the others.
    delta = np.where(target <= 0, -beta, 1 - beta)
    delta[inside] = 0.0
    moved = program.metric(delta)
    if cone:
        moved = U @ (omega * (U.T @ moved @ U)) @ U.T
    right = -(slope + program.pulled_back(moved))[inside]

    # H_II delta_I - v_I dm = right, and v_I'delta_I is what (15) still misses. Where (15) is
    # not active, its multiplier m is 0 instead.
    v = program.v[inside]
    compressed, hessian = _compressed(program, inside, weights, v)
    if sum_active:
        border = (compressed.T @ v)[:, None]
        system = np.block([[hessian, -border], [border.T, np.zeros((1, 1))]])
        missing = program.nu - program.v @ (beta + delta)
        solution = _least_squares(system, np.append(compressed.T @ right, missing))
        change, multiplier = solution[:-1], max(0.0, multiplier + solution[-1])
    else:
        change = _least_squares(hessian, compressed.T @ (right - multiplier * v))
        multiplier = 0.0
    delta[inside] = compressed @ change
    return beta + delta, multiplier


def _compressed(
    program: Program, inside: NDArray[np.intp], weights: dict[str, Array], v: Array
) -> tuple[Array, Array]:
    """Orthonormal columns C and C'H_II C, with all of H_II and v in the span of C."""
    if len(inside) <= program.n_features + 1:
        return np.eye(len(inside)), program.gram(inside, **weights)
    factor = np.column_stack([program.features(inside, **weights), v])
    C, R = sp.linalg.qr(factor, mode="economic")
    return C, R[:, :-1] @ R[:, :-1].T


def _least_squares(system: Array, right: Array) -> Array:
    """The shortest solution, so that multipliers that are not unique move least."""
    if len(right) == 0:
        return right
    return sp.linalg.lstsq(system, right, cond=_SINGULAR, lapack_driver="gelsy")[0]
