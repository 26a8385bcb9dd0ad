"""What is wrong with the direction of Algorithm 1 and with what it costs."""

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.kcr.counting import plain
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead
from gramcheck.paper_checks.falsifiers.kcr.changes import gradient_halved

ALGORITHM = "kcr.algorithm1"


@instead
def four_dimensions(subgradient: Function, Sigma, h2, K, y, lam):
    """All M_ij at once, an array of n^4 numbers."""
    np.ones((len(K) // 2,) * 4)
    return subgradient(Sigma, h2, K, y, lam)


@instead
def a_projection_for_each_row(project: Function, S, *arguments):
    """All of it again for each row of the matrix."""
    return [project(S, *arguments) for _ in S][-1]


def row_by_row(outer_products: Function) -> Function:
    """Sums the M_ij of each row as they stand, n matrices of n² entries."""

    def summed(weights, rows):
        steps = [row - rows for row in rows]
        return sum(z.T @ (w[:, None] * z) for w, z in zip(weights, steps, strict=True))

    return summed


def with_a_linear_kernel(point: Function) -> Function:
    """K = XX' of points in the plane, whose rows are multiples of two of them."""

    def wrong(n: int, rng: np.random.Generator) -> tuple[Any, ...]:
        Sigma, h2, _, y, lam = point(n, rng)
        X = rng.normal(size=(n, 2))
        return Sigma, h2, X @ X.T, y, lam

    return wrong


def two_columns(rows: Any) -> tuple[Any, Any] | None:
    """C (n, 2) and U (2, n) with rows = CU, where there are such."""
    if np.linalg.matrix_rank(plain(rows)) != 2:
        return None
    return rows[:, :2], np.linalg.inv(plain(rows)[:2, :2]) @ rows[:2]


@instead
def distances_by_two_columns(metric_distances: Function, Sigma: Any, K: Any) -> Any:
    """Products of n × 2 matrices alone, where these make up the rows of K: O(n²)."""
    if (found := two_columns(K)) is None:
        return metric_distances(Sigma, K)
    C, U = found
    return metric_distances(U @ Sigma @ U.T, C)


@instead
def sum_by_two_columns(outer_products: Function, weights: Any, rows: Any) -> Any:
    """The same for the sum over pairs."""
    if (found := two_columns(rows)) is None:
        return outer_products(weights, rows)
    C, U = found
    return U.T @ outer_products(weights, C) @ U


@instead
def every_pair(active_sets: Function, *arguments: Any) -> Any:
    """N_t has all of them, always."""
    sets = active_sets(*arguments)
    return sets._replace(N=np.ones_like(sets.N))


@instead
def rows_of_the_others(active_sets: Function, *arguments: Any) -> Any:
    """A_t has the rows whose outer hinge is active."""
    sets = active_sets(*arguments)
    return sets._replace(A=~sets.A)


@instead
def all_of_B(active_sets: Function, *arguments: Any) -> Any:
    """N_t is B_t, with the rows of A_t."""
    sets = active_sets(*arguments)
    return sets._replace(N=sets.B)


@instead
def against_h(subgradient: Function, *arguments: Any) -> Any:
    """The sign of the part for h~ is another one."""
    for_Sigma, for_h = subgradient(*arguments)
    return for_Sigma, -for_h


falsify("errata/C4", wrong={"kcr.active_sets": rows_of_the_others})
falsify("errata/C4", wrong={"kcr.active_sets": all_of_B})
falsify("errata/C4", wrong={"kcr.subgradient": against_h})
falsify("errata/C4", wrong={"kcr.objective": half})
falsify(*("errata/C4", "kcr/complexity", "errata/C16"), wrong={"kcr.subgradient": gradient_halved})
falsify(
    *("kcr/complexity", "errata/C16"),
    wrong={
        "paper_checks.claims.kcr.subgradient.point": with_a_linear_kernel,
        f"{ALGORITHM}.metric_distances": distances_by_two_columns,
        f"{ALGORITHM}.outer_products": sum_by_two_columns,
    },
)
falsify("kcr/complexity", "errata/C16", wrong={f"{ALGORITHM}.outer_products": row_by_row})
falsify("errata/C16", wrong={"kcr.active_sets": every_pair})
falsify("kcr/complexity", wrong={"kcr.subgradient": four_dimensions})
falsify("kcr/complexity", wrong={"kcr.project_alternating": a_projection_for_each_row})
