"""What a call allocates: the most memory that it has at a time, as Python counts it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gramcheck.verify.compare import at_most
from gramcheck.verify.record import Outcome


def allocates_at_most(bound: float, call: Callable[[], Any]) -> Outcome:
    """No more than so many bytes at a time."""
    tracemalloc.start()
    try:
        call()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    detail = f"got={peak / 1e6:.1f} MB allocated at a time, should be at most {bound / 1e6:.1f} MB"
    return replace(at_most(bound, peak), detail=detail, units="bytes")
