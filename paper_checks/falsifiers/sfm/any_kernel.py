"""Vectors of other laws than those of hashed independent coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, squared
from gramcheck.reference import sfm


@instead
def by_bivariate_cauchy_numbers(features: Function, V: Any, D: int, *arguments: Any) -> Any:
    """Two coordinates after each other are normal numbers over a common one."""
    rng = np.random.default_rng(0)
    normal = rng.normal(size=(D // 2, V.shape[1] // 2, 3))
    pairs = normal[..., :2] / np.abs(normal[..., 2:])
    return sfm.rff(V, pairs.reshape(D // 2, -1))


CLAIM = "sfm/any-shift-invariant-kernel"
for _wrong in (by_bivariate_cauchy_numbers, half):
    falsify(CLAIM, wrong={"sfm.sfm": _wrong})
falsify(CLAIM, wrong={"sfm.hash_uniform": squared})
