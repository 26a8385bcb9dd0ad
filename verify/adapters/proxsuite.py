"""ProxQP of proxsuite: quadratic programs by a proximal augmented Lagrangian.

Its default test of convergence leaves the duality gap out, and is then 2e-5 off where it says 1e-9.
"""

import numpy as np
from proxsuite import proxqp

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("proxsuite",)
SETTINGS = {"eps_abs": 1e-9, "check_duality_gap": True, "eps_duality_gap_abs": 1e-9}


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """At a smaller tolerance than its default of 1e-5."""
        lower = np.full(len(h), -np.inf)
        found = proxqp.dense.solve(P, q, None, None, G, lower, h, **SETTINGS)
        if found.info.status != proxqp.QPSolverOutput.PROXQP_SOLVED:
            raise RuntimeError(str(found.info.status))
        return found.x
