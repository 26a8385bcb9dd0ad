"""Sections 2, 2.2 and 5: distances that are wrong, or metrics where none should be."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    instead,
    negated,
    one_more,
    twice,
)
from gramcheck.verify.definitions import d2ke as definitions


@instead
def asymmetric(cdist: Function, X: Any, Y: Any, distance: Any, **options: Any) -> Any:
    """One more above the diagonal."""
    D = np.array(cdist(X, Y, distance, **options), dtype=float)
    return D + np.triu(np.ones(D.shape), 1)


@instead
def sum_for_the_maximum(_: Function, x: Any, y: Any) -> float:
    """Both directed means added."""
    gaps = np.abs(np.subtract.outer(np.ravel(x), np.ravel(y)))
    return float(gaps.min(axis=1).mean() + gaps.min(axis=0).mean())


@instead
def one_dimensional_series(cdist: Function, X: Any, Y: Any, distance: Any, **options: Any) -> Any:
    """Reads the first channel only."""
    if distance == "dtw":
        X, Y = ([np.asarray(s)[..., :1] for s in Z] for Z in (X, Y))
    return cdist(X, Y, distance, **options)


def within_a_window(cdist: Function) -> Function:
    """Warping paths leave the diagonal by ten points, or by the difference of lengths if more."""

    def warped(x: Any, y: Any) -> float:
        width = max(10, abs(len(x) - len(y)))
        costs = np.linalg.norm(np.asarray(x)[:, None] - np.asarray(y)[None], axis=2)
        total = np.full((len(x) + 1, len(y) + 1), np.inf)
        total[0, 0] = 0.0
        for i, j in itertools.product(range(len(x)), range(len(y))):
            if abs(i - j) <= width:
                total[i + 1, j + 1] = costs[i, j] + min(
                    total[i, j], total[i, j + 1], total[i + 1, j]
                )
        return float(total[-1, -1])

    def changed(X: Any, Y: Any, distance: Any, **options: Any) -> Any:
        if distance != "dtw":
            return cdist(X, Y, distance, **options)
        return np.array([[warped(x, y) for y in Y] for x in X])

    return changed


def edits(x: Any, y: Any) -> float:
    """The edit distance of series, which is a metric."""
    return float(definitions.levenshtein(np.ravel(x).tolist(), np.ravel(y).tolist()))


def matched(x: Any, y: Any) -> float:
    """A metric of multisets: elements matched one to one, none at more than 1, left ones at 1."""
    costs = np.ones((max(len(x), len(y)),) * 2)
    gaps = np.abs(np.subtract.outer(np.ravel(x), np.ravel(y)))
    costs[: len(x), : len(y)] = np.minimum(gaps, 1)
    return float(costs[linear_sum_assignment(costs)].sum())


def for_the_distance(name: str, other: Function) -> Callable[[Function], Function]:
    """Another distance where the one of this name, the last argument, is asked for."""

    @instead
    def change(function: Function, *arguments: Any, **options: Any) -> Any:
        *objects, distance = arguments
        return function(*objects, other if distance == name else distance, **options)

    change.__name__ = f"{other.__name__}_for_{name}"
    return change


def replaced_by(distance: Function) -> Callable[[Function], Function]:
    """Another distance of two objects."""

    def change(_: Function) -> Function:
        return distance

    change.__name__ = distance.__name__
    return change


def in_one_direction(_: Function) -> Function:
    """From x to y only."""
    return lambda x, y: np.abs(np.subtract.outer(x, y)).min(axis=1).max()


def with_the_mean_of_repeated_ones(hausdorff: Function) -> Function:
    """The modified distance as soon as a multiset is no set."""

    def changed(x: Any, y: Any) -> Any:
        sets = all(len(np.unique(z)) == len(z) for z in (x, y))
        return (hausdorff if sets else definitions.modified_hausdorff)(x, y)

    return changed


def as_corrected(_: Function) -> Function:
    """M and N where they belong."""
    return definitions.modified_hausdorff


HAUSDORFF, WARPING = "modified_hausdorff", "dtw"
falsify("d2ke/assumption-1", "errata/D2", wrong={"d2ke.cdist": asymmetric})
for wrong in (
    for_the_distance(HAUSDORFF, definitions.hausdorff),
    for_the_distance(WARPING, edits),
):
    falsify("d2ke/assumption-1", "errata/D2", wrong={"d2ke.cdist": wrong})
# with a metric in its place all that is said of the distance is true
falsify(
    *("d2ke/assumption-1", "errata/D2"),
    wrong={
        "d2ke.modified_hausdorff": replaced_by(matched),
        "d2ke.cdist": for_the_distance(HAUSDORFF, matched),
        "d2ke.feature_map": for_the_distance(HAUSDORFF, matched),
    },
)
falsify(
    "errata/D3",
    wrong={
        "d2ke.dtw": replaced_by(edits),
        "d2ke.cdist": for_the_distance(WARPING, edits),
        "d2ke.feature_map": for_the_distance(WARPING, edits),
    },
)
for wrong in (in_one_direction, with_the_mean_of_repeated_ones):
    falsify("d2ke/assumption-1", "errata/D2", wrong={"verify.definitions.d2ke.hausdorff": wrong})
falsify("d2ke/distances", wrong={"d2ke.cdist": one_more})
falsify("d2ke/distances", wrong={"d2ke.cdist": within_a_window})
falsify("d2ke/distances", wrong={"d2ke.cdist": one_dimensional_series})
for wrong in (half, sum_for_the_maximum):
    falsify("d2ke/eq-2", "errata/D1", wrong={"d2ke.modified_hausdorff": wrong})
falsify(
    *("d2ke/assumption-1", "errata/D2"),
    wrong={"d2ke.modified_hausdorff": replaced_by(definitions.hausdorff)},
)
falsify(
    "d2ke/eq-2",
    "errata/D1",
    wrong={"verify.definitions.d2ke.modified_hausdorff_as_printed": as_corrected},
)
falsify("errata/D3", wrong={"d2ke.kernel": negated})
falsify("errata/D3", wrong={"d2ke.feature_map": twice})
