"""What is wrong with the direction of Algorithm 1 and with what it costs."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
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


def entry_by_entry(product: Function) -> Function:
    """* for @: entries are multiplied, and not matrices."""
    return lambda A, B: B.T * A * B


@instead
def every_pair(active_sets: Function, *arguments):
    """N_t has all of them, always."""
    sets = active_sets(*arguments)
    return sets._replace(N=np.ones_like(sets.N))


@instead
def rows_of_the_others(active_sets: Function, *arguments):
    """A_t has the rows whose outer hinge is active."""
    sets = active_sets(*arguments)
    return sets._replace(A=~sets.A)


falsify("errata/C4", wrong={"kcr.active_sets": rows_of_the_others})
falsify(*("errata/C4", "kcr/complexity", "errata/C16"), wrong={"kcr.subgradient": gradient_halved})
falsify(
    *("kcr/complexity", "errata/C16"),
    wrong={
        f"{ALGORITHM}.{name}": entry_by_entry for name in ("metric_distances", "outer_products")
    },
)
falsify("kcr/complexity", "errata/C16", wrong={f"{ALGORITHM}.outer_products": row_by_row})
falsify("errata/C16", wrong={"kcr.active_sets": every_pair})
falsify("kcr/complexity", wrong={"kcr.subgradient": four_dimensions})
falsify("kcr/complexity", wrong={"kcr.project_alternating": a_projection_for_each_row})
