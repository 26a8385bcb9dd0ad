"""CVXOPT: quadratic programs by interior points."""

import numpy as np
from cvxopt import matrix, solvers

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("cvxopt",)


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """At its default tolerances."""
        options = {"show_progress": False}
        found = solvers.qp(*map(matrix, (P, q, G, h)), options=options)
        if found["status"] != "optimal":
            raise RuntimeError(found["status"])
        return np.array(found["x"])[:, 0]
