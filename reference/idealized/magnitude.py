"""Numbers so large that squares of lengths, or the objective, would not be numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_LARGEST = 1e150  # its square is still a number


def squared_spread(name: str, X: NDArray[np.float64]) -> float:
    """An upper bound on the squared distances of rows of X.

    Raises
    ------
    ValueError
        They may overflow.
    """
    widest = max((float(column) for column in X.max(axis=0) / 2 - X.min(axis=0) / 2), default=0.0)
    if widest * X.shape[1] > _LARGEST:
        raise ValueError(
            f"{name} must hold patterns whose squared distances are numbers, got a column that "
            f"reaches from {X.min():g} to {X.max():g}"
        )
    return X.shape[1] * (2 * widest) ** 2


def check_objective(name: str, squared_length: float, C_S: float, C_D: float) -> None:
    """Terms of the objective are up to ((C_S + C_D) |z|^2)^2, z the difference of a pair.

    Raises
    ------
    ValueError
        They may overflow.
    """
    size = (C_S + C_D) * squared_length
    if not size <= _LARGEST:
        raise ValueError(
            f"{name}, C_S and C_D must keep the objective finite: (C_S + C_D) times a squared "
            f"distance must be at most {_LARGEST:g}, got up to {size:g}"
        )
