"""Section 2.2: bounds on nearest neighbors with other constants, powers or forms."""

from __future__ import annotations

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    squared,
    twice,
)


def a_thousand_times_as_large(function: Function) -> Function:
    """The bound times 1000."""
    return lambda *arguments, **options: 1000 * function(*arguments, **options)


def as_printed(bound: Function) -> Function:
    """The printed form, whatever form is asked for."""
    return lambda *arguments, **options: bound(*arguments, **options | {"form": "printed"})


_BOUND = "reference.d2ke.knn_risk_bound"
for wrong in (a_thousand_times_as_large, as_printed, a_thousandth_more):
    falsify("d2ke/theorem-1", "errata/D11", wrong={_BOUND: wrong})
falsify(
    "d2ke/theorem-1",
    "errata/D11",
    wrong={"paper_checks.claims.d2ke.neighbors.nearest_neighbor_risk": a_thousandth_more},
)
falsify("d2ke/eq-3", wrong={"reference.d2ke.knn_rate": as_printed})
falsify("d2ke/eq-3", wrong={"reference.d2ke.optimal_k": twice})
falsify("d2ke/eq-3", wrong={"reference.d2ke.knn_rate_constant": half})
falsify("errata/D22", wrong={"reference.d2ke.optimal_k": squared})
