"""Section 3.2.3: the value of γ."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.idealized.kkt import INSIDE
from gramcheck.paper_checks.claims.idealized.problems import (
    ROUNDING,
    Problem,
    solved,
    violations,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.verify.definitions import idealized as definitions

# all of D on a line, lengths 1 and 2: the dual has α = (2, 0), every γ in [1, 4] is optimal
NO_INTERIOR = Problem(
    X=np.array([[0.0], [1.0], [3.0], [100.0], [100.0]]),
    similar=np.array([[3, 4]]),
    dissimilar=np.array([[0, 1], [1, 2]]),
    C_S=1.0,
    C_D=4.0,
    nu=0.5,
)


@erratum("errata/K6", place="Section 3.2.3", about=("gamma-value",))
@claim(
    "idealized/gamma-value",
    place="Section 3.2.3",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def value_of_gamma(run: Run) -> Evidence:
    """γ is the average of d̃²_ij - d²_ij over the pairs of D with 0 < α_ij < C_D/N_D.

    There may be no such pair: on a line with dissimilar lengths 1 and 2, C_D = 4, ν = 0.5, α is
    (2, 0), and every γ in [1, 4] is optimal. The multiplier of (15) is γ too, exists always, and
    equals the average where that is defined. (Until a review the average was the one that the
    reference returns, whatever it was.)
    """
    metric = NO_INTERIOR.solve()
    grown = NO_INTERIOR.margins(metric)[1]
    pairs = []
    for p, m in solved(run):
        found = definitions.average_gamma(p.margins(m)[1], m.alpha_D, p.C_D, INSIDE)
        average = np.nan if found is None else float(found)
        pairs.append(np.array([m.gamma, average, m.gamma_average]) / p.unit)
    multiplier, average, returned = np.transpose(pairs)
    defined = np.isfinite(average)
    optimal = violations(NO_INTERIOR, metric)
    return Evidence(
        printed=is_true(
            bool(np.isfinite(metric.gamma_average)),
            f"α/bound = {np.round(metric.alpha_D * 2 / 4, 6).tolist()}: no pair to average over",
            name="some pair of D has 0 < α < C_D/N_D",
        ),
        corrected=[
            holds(
                multiplier[defined],
                average[defined],
                atol=1e-5,
                name="multiplier of (15) = average, where defined",
            ),
            equals(np.isfinite(returned), defined, name="averages that are returned"),
            holds(returned[defined], average[defined], atol=1e-12, name="their values"),
            equals(
                bool(np.isnan(metric.gamma_average)), True, name="the average is undefined here"
            ),
            at_most(
                list(optimal.values()), ROUNDING, name="the multiplier solves (8)-(20) all the same"
            ),
            at_least(
                metric.gamma, 1.0, atol=1e-5, name="it lies in the interval of optimal γ, from"
            ),
            at_most(metric.gamma, 4.0, atol=1e-5, name="it lies in the interval of optimal γ, to"),
        ],
        measured={
            "problems with an average": int(defined.sum()),
            "d̃² - d² of the two pairs": grown,
            "γ returned": metric.gamma,
        },
    )
