"""Convex programs whose optimum is known because it was there first.

By Moreau's decomposition any vector or symmetric matrix W is P - N with P and N in the cone and
orthogonal: P becomes the primal point (or slack), N its multiplier, and the data are chosen such
that the remaining optimality conditions, which are linear, hold. So no solver is needed to judge a
solver. The optimal value is exact up to the roundings of forming the data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gramcheck.verify.sets import moreau
from gramcheck.verify.types import Array


@dataclass(frozen=True)
class QuadraticProgram:
    """min (1/2) x'Px + q'x  s.t.  Gx <= h, Ax = b, with its optimum and its multipliers."""

    P: Array
    q: Array
    G: Array
    h: Array
    A: Array
    b: Array
    x: Array
    z: Array
    y: Array
    value: float


@dataclass(frozen=True)
class SemidefiniteProgram:
    """min <C, X>  s.t.  <A_k, X> = b_k, X in a product of cones, with its optimum and its dual's.

    Blocks are symmetric matrices or vectors, as in ``gramcheck.verify.optimality.dimacs_errors``.
    """

    C: list[Array]
    A: list[list[Array]]
    b: Array
    X: list[Array]
    y: Array
    Z: list[Array]
    value: float


def quadratic_program(
    rng: np.random.Generator, n: int, m: int, equations: int = 0, rank: int | None = None
) -> QuadraticProgram:
    """A program in n variables with m inequalities; strictly complementary.

    Parameters
    ----------
    rng : numpy.random.Generator
    n, m, equations : int
        Numbers of variables, inequalities and equations.
    rank : int, optional
        Rank of P; n when not given. The optimum is unique only if P, G and A pin it down.
    """
    factor = rng.standard_normal((n, n if rank is None else rank))
    P = factor @ factor.T
    G, A = rng.standard_normal((m, n)), rng.standard_normal((equations, n))
    x, y = rng.standard_normal(n), rng.standard_normal(equations)
    slack, z = moreau(rng.standard_normal(m))
    q = -(P @ x + G.T @ z + A.T @ y)
    value = float(x @ P @ x / 2 + q @ x)
    return QuadraticProgram(P, q, G, G @ x + slack, A, A @ x, x, z, y, value)


def semidefinite_program(
    rng: np.random.Generator, sizes: Sequence[int], equations: int, nonnegative: int = 0
) -> SemidefiniteProgram:
    """A program on symmetric matrices of the given sizes and a nonnegative vector.

    Parameters
    ----------
    rng : numpy.random.Generator
    sizes : sequence of int
        Sizes of the semidefinite blocks.
    equations : int
    nonnegative : int
        Length of the vector block; there is none when it is 0.
    """

    def draw() -> list[Array]:
        squares = [rng.standard_normal((size, size)) for size in sizes]
        vectors = [rng.standard_normal(nonnegative)] if nonnegative else []
        return [square + square.T for square in squares] + vectors

    X, Z = map(list, zip(*map(moreau, draw()), strict=True))
    A = [draw() for _ in range(equations)]
    y = rng.standard_normal(equations)
    b = np.array([sum((a * x).sum() for a, x in zip(row, X, strict=True)) for row in A])
    C = [
        sum((y[k] * row[j] for k, row in enumerate(A)), Z[j])  # C = Z + sum_k y_k A_k
        for j in range(len(Z))
    ]
    return SemidefiniteProgram(C, A, b, X, y, Z, float(b @ y))
