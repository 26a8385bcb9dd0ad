"""Section 2: covers, dimensions and their bounds, wrong by a factor or a form."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    in_the_paper,
    instead,
    one_more,
    squared,
    twice,
)
from gramcheck.verify.definitions import d2ke as definitions


def product_for_the_power(_: Function) -> Function:
    """L N(delta; V)."""
    return lambda covering, size: covering * size


def less_than_exact(_: Function) -> Function:
    """Below the covering number of an interval, 1 / delta."""
    return lambda delta, p: 0.9 / delta


def of_the_ground_space(bound: Function) -> Function:
    """p_V alone."""
    return lambda size, ground, **form: ground if not form else bound(size, ground, **form)


def sum_of_size_and_dimension(bound: Function) -> Function:
    """L + p_V."""
    return lambda size, ground, **form: size + ground if not form else bound(size, ground, **form)


def exact_on_the_line(_: Function) -> Function:
    """⌈1/δ⌉ for an interval, as an equality has it."""
    return lambda delta, p: float(definitions.interval_covering_number(delta) ** p)


def of_the_two_points(bound: Function) -> Function:
    """L p_V at every delta, with the p_V of two points at distance 1/2."""
    return lambda size, ground, **form: bound(size, 1.0 if form else ground)


@instead
def a_hundred_times_as_large(bound: Function, *arguments: Any, **form: Any) -> Any:
    """100 L p_V."""
    return bound(*arguments, **form) * (1 if form else 100)


@instead
def half_for_a_large_constant(dimension: Function, D: Any, c: float) -> float:
    """Too small a dimension where c is more than 2."""
    return float(dimension(D, c)) / (2 if c > 2 else 1)


@instead
def rounded_to_hundredths(distances: Function, x: Any) -> Any:
    """Different points may be at distance 0."""
    return np.round(distances(x), 2)


falsify("d2ke/eq-1", wrong={"d2ke.cdist": half})
falsify(
    "d2ke/assumption-2",
    wrong={"paper_checks.claims.d2ke.covering.distances": rounded_to_hundredths},
)
falsify("d2ke/assumption-2", "d2ke/eq-1", wrong={"d2ke.lipschitz_constant": half})
falsify(
    *("d2ke/definition-1", "d2ke/eq-1", "errata/D8", "d2ke/multiset-example"),
    wrong={"d2ke.covering_number": one_more},
)
falsify(
    *("d2ke/assumption-3", "errata/D9", "d2ke/multiset-example"),
    wrong={"d2ke.effective_dimension": twice},
)
falsify("errata/D9", "d2ke/multiset-example", wrong={"d2ke.effective_dimension": squared})
falsify("d2ke/multiset-example", "errata/D9", wrong={"d2ke.multiset_effective_dimension": half})
for wrong in (one_more, product_for_the_power):
    falsify("d2ke/multiset-example", wrong={"d2ke.multiset_covering_bound": wrong})
falsify("d2ke/multiset-example", "errata/D8", wrong={"d2ke.ball_covering_bound": less_than_exact})
falsify("errata/D8", wrong={"d2ke.ball_covering_bound": a_thousandth_more})
for wrong in (of_the_ground_space, sum_of_size_and_dimension, a_hundred_times_as_large):
    falsify(
        "errata/D9", "d2ke/multiset-example", wrong={"d2ke.multiset_effective_dimension": wrong}
    )
# both as they should have been printed
_BALL = in_the_paper("d2ke.ball_covering_bound", exact_on_the_line)
_DIMENSION = in_the_paper("d2ke.multiset_effective_dimension", of_the_two_points)
falsify("errata/D8", wrong=_BALL)
falsify("errata/D9", wrong=_DIMENSION)
falsify("d2ke/multiset-example", wrong=_BALL | _DIMENSION)
for wrong in (one_more, half_for_a_large_constant):
    falsify("errata/D10", "d2ke/assumption-3", wrong={"d2ke.effective_dimension": wrong})
