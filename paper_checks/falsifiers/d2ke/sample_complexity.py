"""Section 2.2: other kernels and targets on the cube, and neighbors that are nearer."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    instead,
)

_CLAIM = "d2ke/sample-complexity"
_HERE = "paper_checks.claims.d2ke.sample_complexity"


@instead
def that_learns_nothing(fit: Function, phi: Any, *rest: Any) -> Any:
    """No weights."""
    return 0.0 * fit(phi, *rest)


def the_mean_in_both_places(_: Function) -> Function:
    """A product that is none."""
    from gramcheck.paper_checks.claims.d2ke import sample_complexity

    return sample_complexity.mean_of_bits


def with_far_neighbors_forgiven(risk: Function) -> Function:
    """As if a thousand times as many objects were there where they are few for the cube."""
    return lambda m, n, product=False: risk(m, 4**m * n if m > 3 else n, product)


def of_one_bit_for_all(eigenvalue: Function) -> Function:
    """The product as smooth as a bit; a bit as rough as the product."""
    return lambda m, size: eigenvalue(m, 1 if size == m else m - size)


falsify(_CLAIM, wrong={"d2ke.fit": that_learns_nothing})
falsify(_CLAIM, wrong={"d2ke.feature_map": a_thousandth_more})
falsify(_CLAIM, wrong={f"{_HERE}.product_of_bits": the_mean_in_both_places})
falsify(_CLAIM, wrong={f"{_HERE}.by_nearest_neighbor": half})
falsify(_CLAIM, wrong={f"{_HERE}.by_nearest_neighbor": with_far_neighbors_forgiven})
falsify(_CLAIM, wrong={f"{_HERE}.eigenvalue": of_one_bit_for_all})
