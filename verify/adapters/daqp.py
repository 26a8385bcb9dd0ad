"""DAQP: quadratic programs by a dual active set method."""

import daqp
import numpy as np

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("daqp",)


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """Regularized where P is singular; 1 is its flag of an optimum."""
        lower, sense = np.full(len(h), -1e30), np.zeros(len(h), dtype=np.int32)
        x, _, flag, _ = daqp.solve(P, q, G, h, lower, sense, eps_prox=-1)
        if flag != 1:
            raise RuntimeError(f"flag {flag}")
        return np.array(x)
