"""Steps of the reference, counted: what a claim about growth is judged by, whatever the clock says.

A step is a line that a function of the reference executes, or an entry of an array, a letter of a
string, that is handed to it; what it only passes on was counted before. A loop thus counts its
passes, and a function of arrays their sizes. That it passes over each a fixed number of times is
taken for granted, and not counted: what a single call of NumPy does inside has no steps, so that
one which compares all pairs of rows costs as little as one that reads each of them.
Elementary functions have none: on some processors they are NumPy's, on others the reference's, and
the same call is to have the same number of steps on every machine. (Until a run on a processor
without AVX-512 refuted Table VI, the reference's own tangent was counted there.) Peaks of memory
are those of what Python and NumPy allocate.
"""

from __future__ import annotations

import inspect
import math
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import numpy as np
from scipy import sparse

COUNTED = "gramcheck.reference"
ELEMENTARY = f"{COUNTED}.sfm.engines.tangent"


def entries(value: Any) -> int:
    """Numbers in an array, nonzeros in a sparse one, letters in strings."""
    if isinstance(value, np.ndarray):
        return value.size
    if sparse.issparse(value):
        return value.nnz
    if isinstance(value, str):
        return len(value)
    return sum(map(entries, value)) if isinstance(value, list | tuple) else 0


def is_counted(frame: FrameType) -> bool:
    """Whether a function is the reference's, and no elementary one."""
    name = frame.f_globals.get("__name__", "")
    return name.startswith(COUNTED) and name != ELEMENTARY


def arguments(frame: FrameType) -> list[Any]:
    """What a function of the reference was called with; nothing for another function."""
    if not is_counted(frame):
        return []
    code = frame.f_code
    several = bool(code.co_flags & inspect.CO_VARARGS)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + several]
    return [frame.f_locals[name] for name in names if name in frame.f_locals]


def steps(call: Callable[[], Any]) -> int:
    """Lines executed in the reference, and entries handed to its functions, during a call."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if event == "call":
            if not is_counted(frame):
                return None
            handed = arguments(frame)
            passed_on = {id(value) for value in arguments(frame.f_back)} if frame.f_back else ()
            count += sum(entries(value) for value in handed if id(value) not in passed_on)
        elif event == "line":
            count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def peak_bytes(call: Callable[[], Any]) -> int:
    """Most memory held at a time during a call, beyond what was held before; its result counts."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def powers(
    cost: Callable[[Callable[[], Any]], int],
    prepare: Callable[..., Callable[[], Any]],
    base: Sequence[int],
) -> list[float]:
    """Power of each size in the cost of ``prepare(*sizes)()``, from three times that size."""
    least = cost(prepare(*base))
    grown = [[s * 3 ** (i == k) for i, s in enumerate(base)] for k in range(len(base))]
    return [math.log(cost(prepare(*sizes)) / least, 3) for sizes in grown]
