"""For Sections 2 and 3.1: alignments and rules that are off, samples of which some are odd."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, negated
from gramcheck.paper_checks.falsifiers.idealized.statements import (
    CLAIMS,
    away_from_the_ideal,
    weights_forgotten,
    without_one_norm,
)


@instead
def in_another_unit_now_and_then(make_toy: Function, n: int, rng: Any) -> Any:
    """Of one sample in twenty the relevant feature is ten times as large."""
    X, y = make_toy(n, rng)
    X[:, 0] *= 10 if rng.random() < 0.05 else 1
    return X, y


def that_know_each_pattern(errors: Function) -> Function:
    """Each pattern is as similar to itself as to all others together."""
    return lambda K, signs: errors(K + len(K) * np.eye(len(K)), signs)


_HERE = f"{CLAIMS}.concentration"
falsify(
    *("idealized/alignment-is-concentrated", "idealized/alignment-and-errors"),
    "idealized/class-weights",
    wrong={"idealized.alignment": without_one_norm},
)
falsify(
    "idealized/alignment-is-concentrated",
    wrong={"idealized.make_toy": in_another_unit_now_and_then},
)
falsify(
    "idealized/alignment-and-errors", wrong={f"{_HERE}.errors_of_the_mean": that_know_each_pattern}
)
for _wrong in (weights_forgotten, away_from_the_ideal):
    falsify("idealized/class-weights", wrong={"idealized.idealize": _wrong})
falsify("idealized/class-weights", wrong={"idealized.alignment_threshold": negated})
