"""Clarabel: quadratic programs by interior points."""

import clarabel
import numpy as np
from scipy.sparse import csc_matrix, triu

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("clarabel",)


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """At its default tolerances."""
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        cones = [clarabel.NonnegativeConeT(len(h))]
        P = triu(csc_matrix(P)).tocsc()
        found = clarabel.DefaultSolver(P, q, csc_matrix(G), h, cones, settings).solve()
        if str(found.status) != "Solved":
            raise RuntimeError(str(found.status))
        return np.array(found.x)
