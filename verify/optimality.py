"""Is a point optimal? Residuals and certificates, recomputed from the data of a convex program.

No solver judges a solver: whatever program found a point, the numbers below say how far it is from
an optimum. All of them are relative, and zero at an optimum. Three views, from the most specific to
the most general:

- :func:`quadratic_program`: the Karush-Kuhn-Tucker residuals and the duality gap of
  min (1/2) x'Px + q'x  subject to  Gx <= h, Ax = b;
- :func:`dimacs_errors`: the six error measures of the seventh DIMACS challenge (Mittelmann, 2003)
  for min <C, X>  subject to  <A_k, X> = b_k, X in a product of semidefinite cones and orthants;
- :func:`projected_gradient` and :func:`linear_gap`: certificates for any smooth convex function on
  any set that can be projected on, or on which linear functions can be minimized.

The sets to project on are in :mod:`.sets`, problems whose optimum is known beforehand in
:mod:`.manufactured`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.verify.compare import largest
from gramcheck.verify.record import Outcome
from gramcheck.verify.types import Array

_ROUNDINGS = 30.0  # times n eps |X|: what the two triangles of a symmetric matrix may differ by


class KKTResiduals(NamedTuple):
    """How far a point and its multipliers are from the Karush-Kuhn-Tucker conditions."""

    primal: float  # violation of the constraints
    dual: float  # violation of the signs of the multipliers
    stationarity: float  # gradient of the Lagrangian
    complementarity: float  # the largest product of a multiplier and its slack
    gap: float  # |primal - dual value|


class DimacsErrors(NamedTuple):
    """The error measures err_1 ... err_6 of the DIMACS challenge; err_5 may be negative."""

    primal_equations: float
    primal_cone: float
    dual_equations: float
    dual_cone: float
    gap: float
    complementarity: float


def certified(errors: Sequence[float], bound: float) -> Outcome:
    """All errors at most ``bound`` in absolute value; the worst one is named."""
    names = getattr(errors, "_fields", tuple(map(str, range(len(errors)))))
    sizes = [abs(float(error)) for error in errors]
    worst = max(range(len(sizes)), key=lambda k: math.inf if math.isnan(sizes[k]) else sizes[k])
    detail = f"got {names[worst]}={sizes[worst]!r}, should be at most {bound!r}"
    return Outcome(sizes[worst], bound, sizes[worst] / bound, detail)


# ----------------------------------------------------------------------------- quadratic programs


def quadratic_program(
    P: ArrayLike,
    q: ArrayLike,
    G: ArrayLike,
    h: ArrayLike,
    x: ArrayLike,
    z: ArrayLike,
    A: ArrayLike | None = None,
    b: ArrayLike | None = None,
    y: ArrayLike | None = None,
) -> KKTResiduals:
    """Residuals of min (1/2) x'Px + q'x  s.t.  Gx <= h, Ax = b, at x with multipliers z and y.

    Each row is divided by the largest term that enters it, or by 1 if all are smaller; the worst
    row counts.

    Parameters
    ----------
    P, q, G, h, A, b : (n, n), (n,), (m, n), (m,), (k, n), (k,)
        The program; P positive semidefinite. No equations: leave A, b, y away. A row with an
        infinite h is no constraint, and its multiplier is to be 0.
    x, z, y : (n,), (m,), (k,)
        The point, and the multipliers of the inequalities (nonnegative) and of the equations.

    Raises
    ------
    ValueError
        An h of minus infinity.
    """
    P, q, x = _floats(P), _floats(q), _floats(x)
    G, h, z = _floats(G), _floats(h), _floats(z)
    A = _floats(np.zeros((0, len(x))) if A is None else A)
    b, y = _floats([] if b is None else b), _floats([] if y is None else y)
    if (h == -np.inf).any():
        raise ValueError(f"h must be above -inf, got {h}: no point is below")
    free = h == np.inf
    unused, z, G, h = z[free], z[~free], G[~free], h[~free]
    slack = h - G @ x
    quadratic = float(x @ P @ x) / 2
    primal = quadratic + float(q @ x)
    dual = -quadratic - float(h @ z) - float(b @ y)
    value = max(abs(primal), abs(dual))
    return KKTResiduals(
        primal=largest([_relative(np.minimum(slack, 0), h, G @ x), _relative(A @ x - b, b, A @ x)]),
        dual=largest([_relative(np.minimum(z, 0), z), _relative(unused, unused)]),
        stationarity=_relative(P @ x + q + G.T @ z + A.T @ y, P @ x, q, G.T @ z, A.T @ y),
        complementarity=_relative(z * slack, value),
        gap=_relative(primal - dual, value),
    )


def _floats(values: ArrayLike) -> Array:
    return np.asarray(values, dtype=np.float64)


def _relative(error: Array | float, *terms: Array | float) -> float:
    """The largest error, each relative to the largest of its terms if that exceeds 1."""
    size = np.max([np.broadcast_to(np.abs(term), np.shape(error)) for term in terms], axis=0)
    return largest(error / np.maximum(1.0, size))


# -------------------------------------------------------------------------- semidefinite programs


def dimacs_errors(
    C: Sequence[ArrayLike],
    A: Sequence[Sequence[ArrayLike]],
    b: ArrayLike,
    X: Sequence[ArrayLike],
    y: ArrayLike,
    Z: Sequence[ArrayLike],
) -> DimacsErrors:
    """Errors of min <C, X>  s.t.  <A_k, X> = b_k, X in K, and its dual max b'y  s.t.  Z in K.

    Z stands for C - sum_k y_k A_k. A program in the form min c'x  s.t.  h - sum_k x_k G_k in K is
    the dual with y = x, b = -c, C = h, A_k = G_k, Z the slack, and X the multiplier.

    Parameters
    ----------
    C, X, Z : sequences of blocks
        A block is a symmetric matrix (its cone: positive semidefinite matrices) or a vector (its
        cone: nonnegative vectors).
    A : sequence of sequences of blocks
        One sequence for each equation.
    b, y : (m,)

    Raises
    ------
    ValueError
        A matrix that is not symmetric, to rounding; blocks whose shapes are not those of C.
    """
    b, y = _floats(b), _floats(y)
    C = _blocks("C", C)
    shapes = [c.shape for c in C]
    X, Z = _blocks("X", X, shapes), _blocks("Z", Z, shapes)
    equations = [_blocks(f"A[{k}]", row, shapes) for k, row in enumerate(A)]
    size_b = 1 + largest(b)
    size_C = 1 + max(map(largest, C))
    primal, dual = _product(C, X), float(b @ y)
    size = 1 + abs(primal) + abs(dual)
    left = np.array([_product(row, X) for row in equations])
    remainder = [
        Z[j] - C[j] + sum(y[k] * row[j] for k, row in enumerate(equations)) for j in range(len(C))
    ]
    return DimacsErrors(
        primal_equations=float(np.linalg.norm(left - b)) / size_b,
        primal_cone=_below_zero(X) / size_b,
        dual_equations=math.sqrt(sum(float((r**2).sum()) for r in remainder)) / size_C,
        dual_cone=_below_zero(Z) / size_C,
        gap=(primal - dual) / size,
        complementarity=_product(X, Z) / size,
    )


def _blocks(
    name: str, values: Sequence[ArrayLike], shapes: Sequence[tuple[int, ...]] | None = None
) -> list[Array]:
    """Arrays, each matrix symmetric: eigenvalues are taken of one triangle, products of both."""
    blocks = [_floats(value) for value in values]
    got = [block.shape for block in blocks]
    if shapes is not None and got != shapes:
        raise ValueError(f"{name} must have blocks of shapes {shapes} as C has, got {got}")
    for k, block in enumerate(blocks):
        if block.ndim != 2:
            continue
        if block.shape != block.T.shape:
            raise ValueError(f"{name}[{k}] must be symmetric, got shape {block.shape}")
        apart = largest(block - block.T)
        if apart > _ROUNDINGS * len(block) * np.finfo(np.float64).eps * largest(block):
            raise ValueError(f"{name}[{k}] must be symmetric, got mirrored entries {apart!r} apart")
    return blocks


def _product(X: Sequence[Array], Y: Sequence[Array]) -> float:
    """Inner product of two lists of blocks."""
    return float(sum((x * y).sum() for x, y in zip(X, Y, strict=True)))


def _below_zero(X: Sequence[Array]) -> float:
    """How far the smallest entry or eigenvalue of all blocks lies below zero."""
    return largest([np.minimum(0.0, _smallest(x)) for x in X if x.size])


def _smallest(block: Array) -> float:
    """The smallest entry or eigenvalue; NaN where it is unknown."""
    if not np.isfinite(block).all():
        return math.nan
    return float((np.linalg.eigvalsh(block) if block.ndim == 2 else block).min())


# ------------------------------------------------------------------- certificates by projections


def projected_gradient(
    x: ArrayLike, gradient: ArrayLike, project: Callable[[Array], Array], scale: float
) -> float:
    """The length of x - P(x - t gradient) against that of x (against 1 when x is 0).

    Zero if and only if x minimizes the convex function with this gradient over the convex set that
    P projects on. The step t is |x| / scale, so that units do not matter, and what rounding leaves
    of a gradient that is 0 stays as small as it is.

    Parameters
    ----------
    x, gradient : arrays of one shape
    project : callable
        The nearest point of the set.
    scale : float
        What the gradient is small or large against: the length of the terms that it is the sum of.
        It may be 0 for a gradient that is 0 too.

    Raises
    ------
    ValueError
        ``scale`` negative or not finite, or 0 for a gradient that is not.
    """
    x, gradient = _floats(x), _floats(gradient)
    if not (scale >= 0 and math.isfinite(scale)) or (scale == 0 and gradient.any()):
        raise ValueError(f"scale must be finite, and positive unless gradient is 0, got {scale!r}")
    size = float(np.linalg.norm(x)) or 1.0
    step = size / scale if scale else 0.0
    return float(np.linalg.norm(x - project(x - gradient * step))) / size


def linear_gap(x: ArrayLike, gradient: ArrayLike, cheapest: ArrayLike) -> float:
    """<gradient, x - cheapest>, an upper bound of f(x) - min f for convex f (Frank and Wolfe).

    ``cheapest`` minimizes <gradient, s> over the set. In the units of f, not relative.
    """
    return float((_floats(gradient) * (_floats(x) - _floats(cheapest))).sum())
