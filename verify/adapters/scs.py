"""SCS: quadratic programs by splitting, at smaller tolerances than its default of 1e-4."""

from gramcheck.verify.adapters.common import solve_dual_by

distributions = ("scs", "qpsolvers")


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    solve_dual = staticmethod(solve_dual_by("scs", eps_abs=1e-9, eps_rel=1e-9, max_iters=10**6))
