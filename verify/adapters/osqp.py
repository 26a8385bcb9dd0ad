"""OSQP: quadratic programs by splitting."""

import numpy as np
import osqp
from scipy.sparse import csc_matrix, triu

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("osqp",)
SETTINGS = {"eps_abs": 1e-9, "eps_rel": 1e-9, "max_iter": 10**6, "verbose": False}


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """At smaller tolerances than its default of 1e-3."""
        solver = osqp.OSQP()
        lower = np.full(len(h), -np.inf)
        solver.setup(triu(csc_matrix(P)).tocsc(), q, csc_matrix(G), lower, h, **SETTINGS)
        found = solver.solve(raise_error=True)
        if found.info.status != "solved":
            raise RuntimeError(found.info.status)
        return found.x
