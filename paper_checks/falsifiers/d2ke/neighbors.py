"""Section 2.2: bounds on nearest neighbors with other constants, powers or forms."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    in_the_printed_form,
    instead,
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


def all_close_to_the_first(_: Function) -> Function:
    """Atoms whose gaps halve as their masses do, the first one 1/2000."""

    def changed(n: int) -> tuple[Array, Array]:
        masses = np.ldexp(1.0, -np.arange(1, n + 1))
        masses[-1] *= 2
        return 1e-3 * (1 - np.ldexp(1.0, -np.arange(n))), masses

    return changed


def too_rare_to_matter(masses: Function) -> Function:
    """Expected once in n³ draws, so that missing it costs n^(-3)."""
    return lambda n: masses(n**3)


@instead
def with_the_distance_of_one_neighbor(rate: Function, n: int, *others: Any, **form: Any) -> Any:
    """L² n^(-2/p) added, below which no k comes."""
    _, lipschitz, p, *_ = others
    return rate(n, *others, **form) + lipschitz**2 * n ** (-2 / p)


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
# where the theorem as printed holds: nothing rare is far away
falsify(
    *("d2ke/theorem-1", "errata/D11"),
    wrong={
        "paper_checks.claims.d2ke.neighbors.atoms": all_close_to_the_first,
        "paper_checks.claims.d2ke.neighbors.one_rare": too_rare_to_matter,
    },
)
falsify("d2ke/theorem-1", "errata/D11", wrong={"d2ke.covering_number": twice})
falsify("d2ke/eq-3", wrong={"d2ke.knn_rate": with_the_distance_of_one_neighbor})
falsify("d2ke/eq-3", wrong={"d2ke.knn_rate": twice})
falsify("d2ke/eq-3", wrong={"d2ke.knn_rate": in_the_printed_form})
falsify("d2ke/eq-3", wrong={"d2ke.optimal_k": twice})
falsify("d2ke/eq-3", wrong={_BOUND: in_thrice_the_dimension})
falsify("d2ke/eq-3", wrong={"d2ke.knn_rate_constant": half})
falsify("errata/D22", wrong={"d2ke.optimal_k": squared})
falsify("d2ke/dependency-on-n", wrong={"d2ke.knn_rate": in_the_printed_form})
falsify("d2ke/dependency-on-n", wrong={"d2ke.knn_rate": with_the_root_of_n_for_all})
falsify("d2ke/dependency-on-n", wrong={"d2ke.estimation_error_bound": falling_as_one_over_n})
