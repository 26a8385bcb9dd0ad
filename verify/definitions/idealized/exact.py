"""Idealized kernels, the optimum of (14)-(16) as a fraction, by trying every set of active bounds.

For a handful of pairs. Every multiplier is 0, at its bound, or free, and (15) holds with equality
or not: 2 * 3^N linear systems. Of the optimal multipliers, which need not be unique, those at a
vertex of the optimal set have a regular system, so one of the choices is the optimum.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gramcheck.verify.definitions.exact import dot, solve
from gramcheck.verify.definitions.idealized.dual import dual_program, metric_from_multipliers
from gramcheck.verify.definitions.idealized.primal import (
    Matrix,
    Number,
    Pairs,
    best_gammas,
    distances,
)

__all__ = ["Optimum", "optimum"]


class Optimum(NamedTuple):
    """The unique matrix, the interval of optimal gammas, the value, and some multipliers."""

    matrix: list[list[Fraction]]
    gammas: tuple[Fraction, Fraction]
    value: Fraction
    alpha_S: list[Fraction]
    alpha_D: list[Fraction]


def optimum(
    X: Matrix,
    S: Pairs,
    D: Pairs,
    C_S: Number,
    C_D: Number,
    nu: Number,
    M: Matrix | None = None,
) -> Optimum:
    """The optimum of the dual as printed: the feasible candidate of the largest value.

    A candidate is the maximum of (14) on a face of the feasible set, so none is above the optimum,
    and the optimum is one of them.
    """
    P, q, _, h = dual_program(X, S, D, C_S, C_D, nu, M)
    boxes = h[len(q) : -1]
    total = Fraction(C_D) * Fraction(nu)

    def value(alpha: list[Fraction]) -> Fraction:
        return -dot(q, alpha) - dot(alpha, [dot(row, alpha) for row in P]) / 2

    feasible = (
        alpha
        for alpha in _candidates(P, q, boxes, len(S), total)
        if sum(alpha[len(S) :]) >= total
        and all(0 <= a <= box for a, box in zip(alpha, boxes, strict=True))
    )
    best = max(feasible, key=value)
    alpha_S, alpha_D = best[: len(S)], best[len(S) :]
    matrix = metric_from_multipliers(X, S, D, alpha_S, alpha_D)
    gammas = best_gammas(distances(X, S, D, matrix, M), nu)
    return Optimum(matrix, gammas, value(best), alpha_S, alpha_D)


def _candidates(
    P: list[list[Fraction]],
    q: list[Fraction],
    boxes: list[Fraction],
    n_S: int,
    total: Fraction,
) -> Iterator[list[Fraction]]:
    """The maximum on every face of the box, with (15) ignored and with equality in it."""
    for choice in product((0, 1, None), repeat=len(boxes)):
        alpha = [
            Fraction(0) if k is None else k * box for k, box in zip(choice, boxes, strict=True)
        ]
        free = [k for k, chosen in enumerate(choice) if chosen is None]
        system = [[P[k][m] for m in free] for k in free]
        right = [-q[k] - dot(P[k], alpha) for k in free]
        counted = [Fraction(int(k >= n_S)) for k in free]
        missing = total - sum(alpha[n_S:])
        for tight in (False, True):
            if tight and any(counted):
                rows = [[*row, -c] for row, c in zip(system, counted, strict=True)]
                rows, values = [*rows, [*counted, Fraction(0)]], [*right, missing]
            elif tight:  # no dissimilar pair is free: gamma is not determined by this face
                continue
            else:
                rows, values = system, right
            try:
                found = solve(rows, values) if rows else []
            except ZeroDivisionError:
                continue
            yield [found[free.index(k)] if k in free else alpha[k] for k in range(len(boxes))]
