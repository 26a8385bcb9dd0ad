"""PIQP: quadratic programs by proximal interior points."""

import piqp

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("piqp",)


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """At its default tolerances."""
        solver = piqp.DenseSolver()
        solver.setup(P, q, G=G, h_u=h)
        if (status := solver.solve()) != piqp.PIQP_SOLVED:
            raise RuntimeError(str(status))
        return solver.result.x
