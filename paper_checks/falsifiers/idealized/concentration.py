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
    return lambda K, signs, p: errors(K + len(K) * np.eye(len(K)), signs, p)


@instead
def where_all_are_as_likely(errors: Function, K: Any, signs: Any, p: Any) -> float:
    """Each pattern counts once, however likely it is."""
    return errors(K, signs, np.full(len(p), 1 / len(p)))


@instead
def with_tails_of_students_t(alignments: Function, rng: Any) -> Any:
    """As spread as the alignments of each size, with four degrees of freedom."""
    found = alignments(rng)
    spread = found.std(axis=(1, 2), keepdims=True)
    return found.mean(axis=(1, 2), keepdims=True) + spread * rng.standard_t(4, found.shape) / 2**0.5


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
    "idealized/alignment-is-concentrated",
    wrong={f"{_HERE}.alignments_of_samples": with_tails_of_students_t},
)
for _wrong in (that_know_each_pattern, where_all_are_as_likely):
    falsify("idealized/alignment-and-errors", wrong={f"{_HERE}.errors_of_the_mean": _wrong})
for _wrong in (weights_forgotten, away_from_the_ideal):
    falsify("idealized/class-weights", wrong={"idealized.idealize": _wrong})
falsify("idealized/class-weights", wrong={"idealized.alignment_threshold": negated})
