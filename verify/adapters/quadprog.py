"""quadprog: quadratic programs by the dual active set method; P must be positive definite."""

from gramcheck.verify.adapters.common import solve_dual_by

distributions = ("quadprog", "qpsolvers")


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    solve_dual = staticmethod(solve_dual_by("quadprog"))
