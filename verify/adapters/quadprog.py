"""quadprog: quadratic programs by the dual active set method; P must be positive definite."""

import quadprog

from gramcheck.verify.adapters.common import by_dual_program

distributions = ("quadprog",)


class idealized:
    """Section 3.2.1, Eqs. (14)-(16)."""

    @staticmethod
    @by_dual_program
    def solve_dual(P, q, G, h):
        """The first part of the answer."""
        try:
            return quadprog.solve_qp(P, -q, -G.T, -h)[0]
        except ValueError as error:
            if "positive definite" in str(error):
                raise NotImplementedError("programs that are only semidefinite") from error
            raise
