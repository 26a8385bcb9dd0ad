"""Sections 2, 2.2 and 5: distances that are wrong, or metrics where none should be."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, negated, one_more
from gramcheck.verify.definitions import d2ke as definitions


def asymmetric(cdist: Function) -> Function:
    """One more above the diagonal."""

    def wrong(X: Any, Y: Any, distance: Any, **options: Any) -> Any:
        D = np.array(cdist(X, Y, distance, **options), dtype=float)
        return D + np.triu(np.ones(D.shape), 1)

    return wrong


def classical_hausdorff(_: Function) -> Function:
    """The largest of the nearest distances where their mean belongs."""
    return definitions.hausdorff


def sum_for_the_maximum(_: Function) -> Function:
    """Both directed means added."""

    def wrong(x: Any, y: Any) -> float:
        gaps = np.abs(np.subtract.outer(np.ravel(x), np.ravel(y)))
        return float(gaps.min(axis=1).mean() + gaps.min(axis=0).mean())

    return wrong


def one_dimensional_series(cdist: Function) -> Function:
    """Reads the first channel only."""

    def wrong(X: Any, Y: Any, distance: Any, **options: Any) -> Any:
        if distance == "dtw":
            X, Y = ([np.asarray(s)[..., :1] for s in Z] for Z in (X, Y))
        return cdist(X, Y, distance, **options)

    return wrong


falsify("d2ke/assumption-1", wrong={"reference.d2ke.cdist": asymmetric})
falsify("d2ke/distances", wrong={"reference.d2ke.cdist": one_more})
falsify("d2ke/distances", wrong={"reference.d2ke.cdist": one_dimensional_series})
for wrong in (half, sum_for_the_maximum):
    falsify("d2ke/eq-2", "errata/D1", wrong={"reference.d2ke.modified_hausdorff": wrong})
falsify(
    "d2ke/assumption-1",
    "errata/D2",
    wrong={"reference.d2ke.modified_hausdorff": classical_hausdorff},
)
falsify("errata/D3", wrong={"reference.d2ke.kernel": negated})
