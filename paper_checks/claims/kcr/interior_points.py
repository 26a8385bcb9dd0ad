"""Section 4.1: what a step of interior points costs on the program (9)."""

from __future__ import annotations

import math
from typing import Any, NamedTuple
from unittest.mock import patch

from cvxopt import lapack, solvers

from gramcheck.paper_checks.claims.kcr.samples import program
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import holds
from gramcheck.paper_checks.ledger import Evidence, Table, claim
from gramcheck.reference import kcr
from gramcheck.verify.definitions import kcr as definitions


class Solved(NamedTuple):
    """A program that the reference hands to cvxopt, and how far what comes back is from (9)."""

    unknowns: int
    steps: int
    multiplications: int  # of all decompositions that cvxopt asks LAPACK for meanwhile
    off: float  # the objective that is reported, over that of the definition, less 1


def solved(n: int, seed: int) -> Solved:
    """Solve one program of n points by interior points, and price what LAPACK is asked for."""
    steps, counted = [], []
    solve, decompose = solvers.conelp, lapack.geqrf

    def conelp(c: Any, *rest: Any, **options: Any) -> Any:
        solution = solve(c, *rest, **options)
        steps.append((c.size[0], solution["iterations"]))
        return solution

    def geqrf(A: Any, tau: Any, **options: Any) -> None:
        rows, columns = (options.get(name, size) for name, size in zip("mn", A.size, strict=True))
        counted.append(columns**2 * (3 * rows - columns) // 3)
        decompose(A, tau, **options)

    K, y, lam, _ = program(1, seed, n=n)
    with patch.object(solvers, "conelp", conelp), patch.object(lapack, "geqrf", geqrf):
        rule = kcr.solve_exactly(K, y, lam)
    defined = definitions.objective(rule.Sigma.tolist(), rule.h2, K.tolist(), y.tolist(), lam)
    return Solved(*steps[0], sum(counted), rule.objective / float(defined) - 1)


@claim(
    "kcr/interior-points",
    place="Section 4.1",
    kind="statement",
    checks=("vectors/solve_exactly",),
)
def sixth_power(run: Run) -> Evidence:
    """Solving (9) by general purpose solvers with interior point methods scales as O(n⁶).

    One step does, and of a step the sentence is read. The program that the reference hands to
    cvxopt has N = n² + 2 unknowns, Σ and a slack for each hinge, where K has full rank. With its
    default settings cvxopt asks LAPACK for a dense QR decomposition in each step, of M × N with M
    about 3 n²/2: M N² - N³/3 multiplications by the textbook, at the sizes that it is seen to ask
    for. Steps are ten to forty, and more for larger n; that theory allows O(n) times as many the
    sentence leaves out. (Until a review the cost was a formula for N, and not what cvxopt does.)
    """
    small, large = (solved(n, run.seed) for n in _SIZES)
    a_step = [each.multiplications / each.steps for each in (small, large)]
    both = list(zip(_SIZES, (small, large), a_step, strict=True))
    return Evidence(
        printed=[
            holds(
                [small.off, large.off],
                0.0,
                atol=1e-9,
                name="objective of its solution, and by the definition of (9), relative",
            ),
            holds(
                math.log2(a_step[1] / a_step[0]),
                6.0,
                atol=_LOWER_ORDERS,
                name="multiplications of a step grow as n to the",
            ),
        ],
        table=Table(
            ["n", "unknowns", "steps", "multiplications of a step"],
            [[n, each.unknowns, each.steps, cost] for n, each, cost in both],
        ),
    )


_SIZES = (8, 16)
# N is n² and 2 more, M is 3 n²/2 and n/2 + 3 more, which makes 0.13 at these sizes; and of the
# decompositions one or two come before the first step, which makes 0.1 where steps are 10 to 20
_LOWER_ORDERS = 0.25
