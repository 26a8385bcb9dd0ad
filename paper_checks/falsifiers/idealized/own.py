"""For our own promises: metrics that depend on what they should not, and errors at all times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.idealized.solutions import LEARN


def that_grow_with(what: str, size: Callable[..., float]) -> Callable[[Function], Function]:
    """Metrics that are longer by so much, from patterns and pairs."""

    def change(learn: Function) -> Function:
        def wrong(X: Any, S: Any, D: Any, *rest: Any, **options: Any) -> Any:
            metric = learn(X, S, D, *rest, **options)
            return replace(metric, positive=(1 + 0.1 * abs(size(X, S, D))) * metric.positive)

        return wrong

    change.__name__ = f"that_grow_with_{what}"
    return change


def _of_the_first(X: Any, S: Any, D: Any) -> float:
    """The length of the first similar pair, whatever the unit is."""
    lengths = np.linalg.norm(X[S[:, 0]] - X[S[:, 1]], axis=1)
    return float(lengths[0] / lengths.max())


def _from_the_origin(X: Any, S: Any, D: Any) -> float:
    return float(np.linalg.norm(X.mean(axis=0)))


def _along_the_first_axis(X: Any, S: Any, D: Any) -> float:
    """The spread of the first feature, whatever the unit is."""
    return float(np.std(X[:, 0]) / np.linalg.norm(np.std(X, axis=0)))


for _wrong in (
    that_grow_with("the_distance_from_the_origin", _from_the_origin),
    that_grow_with("the_spread_along_the_first_axis", _along_the_first_axis),
    that_grow_with("the_length_of_the_first_similar_pair", _of_the_first),
    that_grow_with(
        "similar_pairs_from_a_lower_number", lambda X, S, D: float(np.mean(S[:, 0] < S[:, 1]))
    ),
    that_grow_with("the_numbers_of_similar_patterns", lambda X, S, D: S.mean()),
    that_grow_with("the_spread", lambda X, S, D: float(np.std(X))),
):
    falsify("own/idealized-invariances", wrong={LEARN: _wrong})


@instead
def refuses_everything(function: Function, *arguments: Any, **options: Any) -> Any:
    """By an error that names all there is."""
    raise ValueError("X, similar, dissimilar, nu, K, y or gamma is wrong")


falsify("own/idealized-refusals", wrong={"idealized.learn_metric": refuses_everything})
