"""Sections 2, 2.2 and 5: distances that are wrong, or metrics where none should be."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, negated, one_more
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


falsify("d2ke/assumption-1", wrong={"d2ke.cdist": asymmetric})
falsify("d2ke/distances", wrong={"d2ke.cdist": one_more})
falsify("d2ke/distances", wrong={"d2ke.cdist": one_dimensional_series})
for wrong in (half, sum_for_the_maximum):
    falsify("d2ke/eq-2", "errata/D1", wrong={"d2ke.modified_hausdorff": wrong})
falsify("d2ke/assumption-1", "errata/D2", wrong={"d2ke.modified_hausdorff": classical_hausdorff})
falsify("errata/D3", wrong={"d2ke.kernel": negated})
