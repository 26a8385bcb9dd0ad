"""Section 2.2: bounds on nearest neighbors with other constants, powers or forms."""

from __future__ import annotations

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    in_the_printed_form,
    squared,
    times,
    twice,
)

_BOUND = "d2ke.knn_risk_bound"


def in_thrice_the_dimension(bound: Function) -> Function:
    """The part of the neighbors' distance goes with another power of k / n."""
    return lambda k, n, sigma, lipschitz, p, c, **form: bound(
        k, n, sigma, lipschitz, 3 * p, c, **form
    )


def with_the_root_of_n_for_all(rate: Function) -> Function:
    """Falls as n^(-1/2), whatever the dimension."""
    return lambda n, sigma, lipschitz, p, c2=1, **form: rate(
        n, sigma, lipschitz, 2.0, c2, form="printed"
    )


def falling_as_one_over_n(bound: Function) -> Function:
    """1/n in the place of its root."""
    return lambda n, *others: bound(n**2, *others)


for wrong in (times(1000), in_the_printed_form, a_thousandth_more):
    falsify("d2ke/theorem-1", "errata/D11", wrong={_BOUND: wrong})
falsify(
    "d2ke/theorem-1",
    "errata/D11",
    wrong={"paper_checks.claims.d2ke.neighbors.nearest_neighbor_risk": a_thousandth_more},
)
falsify("d2ke/theorem-1", "errata/D11", wrong={_BOUND: in_thrice_the_dimension})
falsify(
    "d2ke/theorem-1",
    "errata/D11",
    wrong={"verify.definitions.d2ke.one_nn_risk": a_thousandth_more},
)
falsify("d2ke/eq-3", wrong={"d2ke.knn_rate": twice})
falsify("d2ke/eq-3", wrong={"d2ke.knn_rate": in_the_printed_form})
falsify("d2ke/eq-3", wrong={"d2ke.optimal_k": twice})
falsify("d2ke/eq-3", wrong={_BOUND: in_thrice_the_dimension})
falsify("d2ke/eq-3", wrong={"d2ke.knn_rate_constant": half})
falsify("errata/D22", wrong={"d2ke.optimal_k": squared})
falsify("d2ke/dependency-on-n", wrong={"d2ke.knn_rate": in_the_printed_form})
falsify("d2ke/dependency-on-n", wrong={"d2ke.knn_rate": with_the_root_of_n_for_all})
falsify("d2ke/dependency-on-n", wrong={"d2ke.estimation_error_bound": falling_as_one_over_n})
