"""Sections 2, 2.2 and 5: distances that are wrong, or metrics where none should be."""

from __future__ import annotations

from typing import Any

import numpy as np

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


def classical_hausdorff(_: Function) -> Function:
    """The largest of the nearest distances where their mean belongs."""
    return definitions.hausdorff


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


@instead
def classical_for_modified(cdist: Function, X: Any, Y: Any, distance: Any, **options: Any) -> Any:
    """The largest of the nearest distances where their mean belongs."""
    if distance == "modified_hausdorff":
        return np.array(definitions.cdist(X, Y, definitions.hausdorff))
    return cdist(X, Y, distance, **options)


@instead
def edits_for_warping(cdist: Function, X: Any, Y: Any, distance: Any, **options: Any) -> Any:
    """The edit distance of series, which is a metric."""
    if distance == "dtw":
        X, Y, distance = [list(x) for x in X], [list(y) for y in Y], definitions.levenshtein
    return cdist(X, Y, distance, **options)


def in_one_direction(_: Function) -> Function:
    """From x to y only."""
    return lambda x, y: np.abs(np.subtract.outer(x, y)).min(axis=1).max()


def as_corrected(_: Function) -> Function:
    """M and N where they belong."""
    return definitions.modified_hausdorff


falsify("d2ke/assumption-1", "errata/D2", wrong={"d2ke.cdist": asymmetric})
for wrong in (classical_for_modified, edits_for_warping):
    falsify("d2ke/assumption-1", "errata/D2", wrong={"d2ke.cdist": wrong})
falsify(
    "d2ke/assumption-1",
    "errata/D2",
    wrong={"verify.definitions.d2ke.hausdorff": in_one_direction},
)
falsify("d2ke/distances", wrong={"d2ke.cdist": one_more})
falsify("d2ke/distances", wrong={"d2ke.cdist": one_dimensional_series})
for wrong in (half, sum_for_the_maximum):
    falsify("d2ke/eq-2", "errata/D1", wrong={"d2ke.modified_hausdorff": wrong})
falsify("d2ke/assumption-1", "errata/D2", wrong={"d2ke.modified_hausdorff": classical_hausdorff})
falsify(
    "d2ke/eq-2",
    "errata/D1",
    wrong={"verify.definitions.d2ke.modified_hausdorff_as_printed": as_corrected},
)
falsify("errata/D3", wrong={"d2ke.kernel": negated})
falsify("errata/D3", wrong={"d2ke.feature_map": twice})
