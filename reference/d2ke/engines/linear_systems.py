"""The linear systems of Newton's method and of the interior points, in rows or in columns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy as sp

from gramcheck.reference.types import Array

CHOLESKY_CONDITION = 1e8  # up to here one refinement restores what squaring phi loses


def bordered_solver(
    A: Array, diagonal: Array, h: Array, gram: Array | None
) -> Callable[[Array, Array], tuple[Array, Array]]:
    """Solver for diagonal u - A'z = f, A u + z / h = g; a zero in ``diagonal`` is the last, for b.

    Either z goes, leaving one system in u, or, given ``gram`` = A diagonal^-1 A' over the
    penalized columns, w goes, leaving one in z, bordered by b: better where A has about as many
    columns as rows, since there most h grow without bound and z is their product with a zero.
    """
    if gram is None:
        scaled = np.sqrt(h)[:, None] * A  # a product with its own transpose takes half the time
        solve_u = _positive_solver(scaled.T @ scaled + np.diag(diagonal))

        def solve(f: Array, g: Array) -> tuple[Array, Array]:
            u = solve_u(f + (h * g) @ A)
            return u, h * (g - A @ u)

        return solve

    penalized = diagonal > 0
    B, border, weights = A[:, penalized], A[:, ~penalized], diagonal[penalized]
    solve_z = _positive_solver(gram + np.diag(1 / h))
    columns = solve_z(border)

    def solve_bordered(f: Array, g: Array) -> tuple[Array, Array]:
        z = solve_z(g - B @ (f[penalized] / weights))
        # border'z = -f_b fixes b, if there is one
        b = np.linalg.solve(border.T @ columns, border.T @ z + f[~penalized])
        z = z - columns @ b
        return np.concatenate([(f[penalized] + z @ B) / weights, b]), z

    return solve_bordered


def _positive_solver(H: Array) -> Callable[[Array], Array]:
    """The map g -> H^-1 g, H positive semidefinite; eigenvalues below rounding are raised to it."""
    try:
        factor = sp.linalg.cho_factor(H)
        return lambda g: sp.linalg.cho_solve(factor, g)
    except sp.linalg.LinAlgError:
        eigenvalues, Q = sp.linalg.eigh(H)
        eigenvalues = np.maximum(eigenvalues, len(H) * np.finfo(float).eps * eigenvalues[-1])
        inverse = (Q / eigenvalues) @ Q.T
        return lambda g: inverse @ g
