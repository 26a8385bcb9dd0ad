"""The Gaussian kernel of points that are near each other and far from the origin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.verify.compare import close_to
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check


@check("kcr/gaussian-kernel", place="Section 5", needs="kcr.gaussian_kernel", since="0.1")
def a_common_shift_changes_no_kernel_value(target: Any, run: Any) -> Iterator[Outcome]:
    """Integers 1e8 from the origin, whose differences are exact and whose squares are not.

    Forty points as well as two: some code changes its formula with their number.
    """
    for n in (2, 40):
        near = np.column_stack([np.arange(n) % 7, np.arange(n) % 3]).astype(float)
        expected = np.exp(-((near[:, None] - near[None]) ** 2).sum(axis=2))
        for offset in (0.0, 1e8):
            got = target.kcr.gaussian_kernel(near + offset, near + offset)
            points = f"np.stack([np.arange({n}) % 7, np.arange({n}) % 3], axis=1) + {offset}"
            call = f"{target.kcr.gaussian_kernel!r}({points}, {points})"
            yield replace(close_to(expected, got, atol=1e-13), reproduce=call)
