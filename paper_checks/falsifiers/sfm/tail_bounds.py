"""Hash functions of another t than was asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead


@instead
def of_two_coefficients(values: Function, i: Any, coefficients: Any, *rest: Any) -> Any:
    """A line, whatever t is."""
    return values(i, coefficients[:2], *rest)


@instead
def two_are_drawn(sample: Function, d: int, t: int, *rest: Any) -> Any:
    """Two coefficients, those of higher powers 0."""
    coefficients = sample(d, t, *rest)
    coefficients[2:] = 0
    return coefficients


@instead
def three_are_drawn(sample: Function, d: int, t: int, *rest: Any) -> Any:
    """Three coefficients, that of the third power 0."""
    coefficients = sample(d, t, *rest)
    coefficients[3:] = 0
    return coefficients


@instead
def with_a_third_power(sample: Function, d: int, t: int, *rest: Any) -> Any:
    """The coefficient of the third power is never 0: a polynomial of full degree always."""
    coefficients = sample(d, t, *rest)
    coefficients[3:] = np.maximum(coefficients[3:], 1)
    return coefficients


@instead
def four_are_drawn(sample: Function, d: int, t: int, *rest: Any) -> Any:
    """Four coefficients where two are asked for."""
    return sample(d, max(t, 4), *rest)


CLAIM = "sfm/theorem-1-tails"
falsify(CLAIM, wrong={"sfm.t_wise_hash": of_two_coefficients})
for _wrong in (two_are_drawn, three_are_drawn, with_a_third_power, four_are_drawn):
    falsify(CLAIM, wrong={"sfm.sample_t_wise": _wrong})
