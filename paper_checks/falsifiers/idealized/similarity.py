"""For what learning does to alignments: patterns that stay, metrics of other features."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.idealized.solutions import half_the_multipliers
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS, without_one_norm

_HERE = f"{CLAIMS}.similarity"


@instead
def the_ideal_kernel_stays(learned: Function, classes: int) -> tuple[float, float]:
    """What is learned from K* is K*."""
    return 1.0, 1.0


def not_moved(shift: Any) -> Any:
    """The patterns stay where they are."""
    return 0 * shift


@instead
def where_they_are(centered: Function, K: Any) -> Any:
    """The kernel itself."""
    return K


@instead
def without_the_first_feature(learn: Function, X: Any, *rest: Any) -> Any:
    """The metric does not see what tells the classes apart."""
    metric = learn(X, *rest)
    rows = np.arange(np.shape(X)[1])[:, None] > 0
    return replace(metric, positive=rows * metric.positive, negative=rows * metric.negative)


_ID = "idealized/more-similar-to-ideal"
falsify(
    _ID,
    wrong={f"{_HERE}.learned_from_ideal": the_ideal_kernel_stays, f"{_HERE}.MOVED": not_moved},
)
falsify(_ID, wrong={"idealized.alignment": without_one_norm})
falsify(_ID, wrong={f"{_HERE}.centered": where_they_are})
for _wrong in (without_the_first_feature, half_the_multipliers):
    falsify(_ID, wrong={"idealized.learn_metric": _wrong})
