"""SCS: quadratic programs by splitting."""

import scs
from scipy.sparse import csc_matrix, triu

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("scs",)
SETTINGS = {"eps_abs": 1e-9, "eps_rel": 1e-9, "max_iters": 10**6, "verbose": False}


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """At smaller tolerances than its default of 1e-4."""
        data = {"P": triu(csc_matrix(P)).tocsc(), "c": q, "A": csc_matrix(G), "b": h}
        found = scs.SCS(data, {"l": len(h)}, **SETTINGS).solve()
        if found["info"]["status"] != "solved":
            raise RuntimeError(found["info"]["status"])
        return found["x"]
