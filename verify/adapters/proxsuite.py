"""ProxQP of proxsuite: quadratic programs by a proximal augmented Lagrangian.

Its default test of convergence leaves the duality gap out, and is then 2e-5 off where it says 1e-9.
"""

from gramcheck.verify.adapters.common import solve_dual_by

distributions = ("proxsuite", "qpsolvers")


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    solve_dual = staticmethod(
        solve_dual_by("proxqp", eps_abs=1e-9, check_duality_gap=True, eps_duality_gap_abs=1e-9)
    )
