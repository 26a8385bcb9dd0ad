"""Numbers so large that the objective would not be a number."""

from __future__ import annotations

_LARGEST = 1e150  # its square is still a number


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
