"""cvxopt: quadratic programs by interior points, at its default tolerances."""

from gramcheck.verify.adapters.common import solve_dual_by

distributions = ("cvxopt", "qpsolvers")


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    solve_dual = staticmethod(solve_dual_by("cvxopt"))
