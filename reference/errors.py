"""Exceptions of the packages of ``reference``."""

from __future__ import annotations


class ConvergenceError(RuntimeError):
    """A solver stopped before its result could be certified.

    Attributes
    ----------
    gap : float
        The best bound found on (objective reached) - (smallest objective).
    wanted : float
        The bound that would have been accepted.
    """

    def __init__(self, problem: str, gap: float, wanted: float) -> None:
        super().__init__(
            f"{problem}: the best result is only known to be within {gap:.3g} of the smallest "
            f"objective, wanted {wanted:.3g}"
        )
        self.gap = gap
        self.wanted = wanted
