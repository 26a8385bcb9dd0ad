"""Types of arrays that annotations share, and the one kind of number that NumPy has no type for."""

import numbers
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]
AnyArray = NDArray[Any]


def are_exact(array: AnyArray) -> bool:
    """Whether the entries are numbers of Python: integers of any size, or fractions."""
    return array.dtype.kind == "O" and all(
        isinstance(entry, numbers.Real) and not isinstance(entry, bool) for entry in array.flat
    )
