"""Section 4.1: what a step of interior points costs on the program (9)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple
from unittest.mock import patch

from cvxopt import solvers

from gramcheck.paper_checks.claims.kcr.samples import program
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, claim
from gramcheck.reference import kcr
from gramcheck.verify.definitions import kcr as definitions


def unknowns(n: int) -> dict[str, int]:
    """What (9) asks for as a cone program, with a slack for each hinge."""
    pairs = n * (n - 1) // 2
    return {
        "Σ": pairs,  # symmetric, and 1'Σ1 = 0: as many as on n - 1 axes
        "h~": 1,
        "inner hinges": pairs + 1,  # the pairs of a point with itself have one
        "outer hinges": n,
    }


def elimination(size: int) -> int:
    """Multiplications of a Cholesky decomposition, column by column."""
    return sum((size - column) * column for column in range(size))


class HandedOver(NamedTuple):
    """A program that the reference hands to cvxopt, and how far what comes back is from (9)."""

    unknowns: int
    steps: int
    off: float  # the objective that is reported, over that of the definition, less 1


def handed_over(n: int, seed: int) -> HandedOver:
    """Solve one program of n points by interior points."""
    noted = []
    solve = solvers.conelp

    def conelp(c: Any, *rest: Any, **options: Any) -> Any:
        solution = solve(c, *rest, **options)
        noted.append((c.size[0], solution["iterations"]))
        return solution

    K, y, lam, _ = program(1, seed, n=n)
    with patch.object(solvers, "conelp", conelp):
        rule = kcr.solve_exactly(K, y, lam)
    defined = definitions.objective(rule.Sigma.tolist(), rule.h2, K.tolist(), y.tolist(), lam)
    return HandedOver(*noted[0], rule.objective / float(defined) - 1)


@claim(
    "kcr/interior-points",
    place="Section 4.1",
    kind="statement",
    checks=("vectors/solve_exactly",),
)
def sixth_power(run: Run) -> Evidence:
    """Solving (9) by general purpose solvers with interior point methods scales as O(n⁶).

    A step does. It solves a linear system of N = n² + 2 unknowns, Σ and a slack for each hinge, as
    the program has that the reference hands to cvxopt; taken as dense, which is what a general
    purpose solver does, that is N³/6 multiplications of a Cholesky decomposition. Steps are some
    ten to thirty, and a few more for larger n. That theory allows O(n) times as many the sentence
    leaves out.
    """
    found = {n: handed_over(n, run.seed) for n in (6, 12)}
    counts = {n: elimination(sum(unknowns(n).values())) for n in (16, 32, 64)}
    exponents = [math.log2(after / before) for before, after in pairwise(counts.values())]
    return Evidence(
        printed=[
            equals(
                [solved.unknowns for solved in found.values()],
                [sum(unknowns(n).values()) for n in found],
                name="unknowns handed to cvxopt at n = 6 and 12, and those counted",
            ),
            holds(
                [solved.off for solved in found.values()],
                0.0,
                atol=1e-9,
                name="objective of its solution, and by the definition of (9), relative",
            ),
            # N is n² and 2 more: at n = 16 these make 0.025
            holds(exponents, 6.0, atol=0.03, name="multiplications of a step grow as n to the"),
        ],
        measured={f"steps at n = {n}": solved.steps for n, solved in found.items()},
        table=Table(
            ["n", *unknowns(1), "multiplications of a step"],
            [[n, *unknowns(n).values(), count] for n, count in counts.items()],
        ),
    )
