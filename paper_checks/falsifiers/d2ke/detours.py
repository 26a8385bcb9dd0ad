"""Section 3, after Eq. (7): distances with and without a triangle inequality, other limits."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    in_the_paper,
    instead,
    squared,
    twice,
)
from gramcheck.paper_checks.falsifiers.d2ke.kernel import with_the_mean_detour


@instead
def with_a_toll(cdist: Function, X: Any, Y: Any, name: str) -> Any:
    """10 more between any two that are not the same: no detour is shorter."""
    toll = [[0.0 if np.array_equal(x, y) else 10.0 for y in Y] for x in X]
    return (np.array(cdist(X, Y, name), dtype=float) + toll).tolist()


def of_the_root_of_the_distance(kernel: Function) -> Function:
    """The kernel exp(-γ d)."""
    return lambda D, gamma: kernel(np.sqrt(D), gamma)


_CLAIM = "d2ke/limit-without-triangle"
falsify(_CLAIM, wrong=in_the_paper("d2ke.cdist", with_a_toll))
falsify(_CLAIM, wrong={"d2ke.cdist": squared})
falsify(_CLAIM, wrong={"d2ke.kernel_limit": with_the_mean_detour})
falsify(_CLAIM, wrong={"d2ke.soft_distance": twice})
falsify(_CLAIM, wrong={"d2ke.dsk_rbf": of_the_root_of_the_distance})
