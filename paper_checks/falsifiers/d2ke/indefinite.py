"""Section 1: kernels that are definite after all, and losses that grow in other ways."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    in_the_paper,
    instead,
    one_more,
)


@instead
def with_a_fifth_on_the_diagonal(kernel: Function, D: Any, gamma: float) -> Any:
    """Positive definite."""
    return kernel(D, gamma) + 0.2 * np.eye(len(D))


@instead
def that_stop_growing(risk: Function, values: Any, *rest: Any) -> Any:
    """Losses that are constant where |f| is above 10."""
    return risk(np.clip(values, -10, 10), *rest)


@instead
def of_the_squared_distance(kernel: Function, D: Any) -> Any:
    """-d⁴, which is not conditionally positive definite."""
    return kernel(np.square(D))


@instead
def of_half_the_penalty(solution: Function, of: Any, mu: float) -> Any:
    """With nμ/4 in the place of nμ/2."""
    return solution(of, mu / 2)


def above_the_threshold(_: Any) -> tuple[float, float]:
    """No μ for which the squared loss outweighs the penalty."""
    return (2.0, 4.0)


_CLAIM, _HERE = "d2ke/erm-not-well-defined", "paper_checks.claims.d2ke.indefinite"
falsify(_CLAIM, wrong=in_the_paper("d2ke.dsk_rbf", with_a_fifth_on_the_diagonal))
falsify(_CLAIM, wrong={"d2ke.dsk_rbf": a_thousandth_more})
falsify(_CLAIM, wrong={"d2ke.dsk_nd": of_the_squared_distance})
for _wrong in (that_stop_growing, a_thousandth_more):
    falsify(_CLAIM, wrong={"d2ke.empirical_risk": _wrong})
falsify(_CLAIM, wrong={f"{_HERE}.least_dual": one_more})
falsify(_CLAIM, wrong={f"{_HERE}.usual_solution": of_half_the_penalty})
falsify(_CLAIM, wrong={f"{_HERE}.PENALTIES": above_the_threshold})
