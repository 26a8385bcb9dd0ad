"""CVXPY with SCS: the semidefinite program of KCR by splitting."""

import cvxpy as cp

from gramcheck.verify.adapters.cvxpy import semidefinite_program

distributions = ("cvxpy", "scs")
tolerances = {"kcr.solve_exactly": 1e-4}
SETTINGS = {"eps_abs": 1e-6, "eps_rel": 1e-6, "max_iters": 20_000}


class kcr:
    """Section 4.1, Eq. (9)."""

    solve_exactly = staticmethod(semidefinite_program(cp.SCS, **SETTINGS))
