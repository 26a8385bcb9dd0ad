"""For the costs of Section 3.2.1: other prices, and methods that stop where they begin."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS

_HERE = f"{CLAIMS}.costs"


def at_the_price_of_a_million(price: float) -> float:
    """As if a crude loop needed so many eigendecompositions for one."""
    return 1e6 * price


@instead
def at_the_start(climbed: Function, X: Any, S: Any, D: Any, gap: float) -> Any:
    """The identity, and no step."""
    return np.eye(X.shape[1]), climbed(X, S, D, gap)[1]


@instead
def for_three_features(price: Function, p: int, *rest: int) -> float:
    """As much with any number of features."""
    return price(3, *rest)


@instead
def for_each_feature(price: Function, N: int, p: int, steps: int) -> float:
    """In proportion to the features, with 30 as much as it is."""
    return p / 30 * price(N, p, steps)


@instead
def given_up_at_once(loop: Function, *arguments: Any) -> Any:
    """Projections end with the first one, as if that were all."""
    *problem, _ = arguments
    return loop(*problem, 0.0)


@instead
def unfinished(loop: Function, X: Any, *rest: Any) -> Any:
    """The identity with the gap that was reached."""
    return np.eye(X.shape[1]), loop(X, *rest)[1]


@instead
def of_a_smaller_metric(xing: Function, *arguments: Any) -> Any:
    """Half of the sum."""
    metric = xing(*arguments)
    return replace(metric, value=metric.value / 2)


_ID = "idealized/xing-is-more-costly"
_SLOW = (f"{_HERE}.program", f"{_HERE}.in_turn")
falsify(_ID, wrong={f"{_HERE}.EIGEN": at_the_price_of_a_million}, untouched=_SLOW[:1])
falsify(_ID, wrong={f"{_HERE}.in_turn": given_up_at_once}, untouched=_SLOW[:1])
falsify(_ID, wrong={f"{_HERE}.in_turn": unfinished}, untouched=_SLOW[:1])
for _place, _wrong in {
    f"{_HERE}.climbed": at_the_start,
    f"{_HERE}.step_price": for_three_features,
    "idealized.xing_metric": of_a_smaller_metric,
}.items():
    falsify(_ID, wrong={_place: _wrong}, untouched=_SLOW)
falsify(_ID, wrong={f"{_HERE}.program_price": for_each_feature})
falsify(_ID, wrong={"idealized.dual_objective": half}, untouched=_SLOW[1:])
