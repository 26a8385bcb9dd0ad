"""Appendix C: where the search for gamma and for the lengths of random strings may begin."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all

PLACE = "Appendix C"
CLAIM = "d2ke/rules-of-thumb"

# whole distances, with zeros among them, whose medians are halves at most: exact in float64
TABLES = (
    st.integers(1, 5)
    .flatmap(
        lambda columns: st.lists(
            st.lists(st.integers(0, 200), min_size=columns, max_size=columns),
            min_size=1,
            max_size=5,
        )
    )
    .filter(lambda table: any(map(any, table)))
)
EXAMPLES = [{"D": [[0, 4], [7, 0]]}, {"D": [[0, 0, 0, 5]]}, {"D": [[1, 2], [100, 0]]}]


@check(CLAIM, place=PLACE, needs="d2ke.suggest_gamma", since="0.1")
@for_all(D=TABLES, examples=EXAMPLES)
def gamma_is_one_over_the_median(target: Any, D: list[list[int]]) -> Iterator[Outcome]:
    """Of the distances that are not 0, in any order, in any unit."""
    expected = float(definitions.suggest_gamma(D))
    for unit in (1.0, 1e-3, 1e6):
        got = target.d2ke.suggest_gamma(unit * np.asarray(D, dtype=float))
        yield close_to(expected / unit, got, rtol=1e-14)


@check(CLAIM, place=PLACE, needs="d2ke.suggest_lengths", since="0.1")
@for_all(D=TABLES, examples=EXAMPLES)
def lengths_are_half_to_twice_the_median(target: Any, D: list[list[int]]) -> Iterator[Outcome]:
    """Whole numbers, rounded up, so that no random string is empty; of quarters, too."""
    for unit in (1, 4):
        expected = definitions.suggest_lengths([[Fraction(d, unit) for d in row] for row in D])
        got = target.d2ke.suggest_lengths(np.asarray(D, dtype=float) / unit)
        yield equal(list(expected), list(got))
