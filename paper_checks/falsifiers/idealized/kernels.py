"""For Sections 3.1 to 3.3: a wrong threshold, no M, and what is right among patterns alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, twice
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS, equations


def twice_to_others(function: Function) -> Function:
    """Between two sets of patterns it is twice what it should be."""

    def wrong(metric: Any, X: Any, other: Any = None) -> Any:
        return function(metric, X) if other is None else 2 * function(metric, X, other)

    return wrong


def over_all_pairs(threshold: Function) -> Function:
    """Divided by n² and not by the sum of n_c²."""
    return lambda K, y: threshold(K, y) * sum(list(y).count(a) for a in y) / len(y) ** 2


def by_the_root(ideal_kernel: Function) -> Function:
    """Of the weights of classes."""
    return lambda *given: np.sqrt(ideal_kernel(*given))


def without_M(learn: Function) -> Function:
    """The metric for M = I, whatever M is."""
    return lambda *arguments, M=None: learn(*arguments)


falsify("idealized/class-weights", wrong={"idealized.ideal_kernel": by_the_root})
falsify("errata/K8", wrong={f"{CLAIMS}.kernel_version.learn_metric": without_M})
falsify(*equations(4), wrong={"idealized.metric.Metric.kernel": twice_to_others})
falsify(*equations(5), wrong={"idealized.metric.Metric.squared_distances": twice_to_others})
for _wrong in (half, twice, over_all_pairs):
    falsify(
        *("idealized/proposition-1", "errata/K1"),
        wrong={"idealized.alignment_threshold": _wrong},
    )
