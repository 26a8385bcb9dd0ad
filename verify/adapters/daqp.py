"""DAQP: quadratic programs by a dual active set method, regularized where P is singular."""

from gramcheck.verify.adapters.common import solve_dual_by

distributions = ("daqp", "qpsolvers")


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    solve_dual = staticmethod(solve_dual_by("daqp", eps_prox=-1))
