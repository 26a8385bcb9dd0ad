"""Probes of limits: what the reference accepts and refuses by a number of its own.

A limit is the gap at which a result is refused, or the size of an input. Each has a probe that
holds for it, and for none a tenth less or more: what comes 3 percent below the limit is taken, what
comes 3 percent above it is not. What the gap of a metric is, and what it is relative to, is written
down in ``idealized.py`` from the definitions. Estimates of memory are held by ``test_memory.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
import scipy.optimize

from gramcheck.reference.errors import ConvergenceError

BELOW, ABOVE = 0.97, 1.03  # of a limit
X = np.array([[0.0, 0.0], [1.0, 0.25], [0.5, 2.0], [-1.0, 1.0], [2.0, -1.0]])


@contextmanager
def refused() -> Iterator[None]:
    """What is inside raises."""
    with pytest.raises(ValueError, match=r"must .* got|indefinite"):
        yield


@contextmanager
def not_converged() -> Iterator[pytest.ExceptionInfo[ConvergenceError]]:
    """What is inside raises, and tells a gap that is as far above the limit."""
    with pytest.raises(ConvergenceError) as told:
        yield told
    assert told.value.gap == pytest.approx(ABOVE * told.value.wanted, rel=1e-4)


def where(value: Callable[[float], float], wanted: float) -> float:
    """The part t of the way from 0 to 1 at which a function that rises has this value."""
    return float(scipy.optimize.brentq(lambda t: value(t) - wanted, 0.0, 1.0, xtol=1e-300))
