"""OSQP: quadratic programs by splitting, at smaller tolerances than its default of 1e-3."""

from gramcheck.verify.adapters.common import solve_dual_by

distributions = ("osqp", "qpsolvers")


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    solve_dual = staticmethod(solve_dual_by("osqp", eps_abs=1e-9, eps_rel=1e-9, max_iter=10**6))
