"""Exceptions of the packages of ``reference``."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray


class ConvergenceError(RuntimeError):
    """A solver stopped before its result could be certified.

    Attributes
    ----------
    gap : float
        The best bound found on the distance of the objective reached from the optimum.
    wanted : float
        The bound that would have been accepted.
    status : str
        What the solver said of itself, empty when it said nothing.
    residuals : dict
        Name and size of what the best result violates, where more than the gap was computed.
    """

    def __init__(
        self,
        problem: str,
        gap: float,
        wanted: float,
        status: str = "",
        residuals: Mapping[str, float] | None = None,
    ) -> None:
        self.gap = gap
        self.wanted = wanted
        self.status = status
        self.residuals = dict(residuals or {})
        details = [f"status {status!r}"] if status else []
        details += [f"{name} {size:.3g}" for name, size in self.residuals.items()]
        super().__init__(
            f"{problem}: the best result is only known to be within {gap:.3g} of the "
            f"optimum, wanted {wanted:.3g}" + (f" ({', '.join(details)})" if details else "")
        )


class UnderflowWarning(RuntimeWarning):
    """Features are 0 where exp(-gamma d) is below the smallest float: gamma is too large."""


class IndefiniteError(ValueError):
    """A matrix that should be positive semidefinite is not.

    Attributes
    ----------
    eigenvalue : float
        The smallest eigenvalue, negative.
    witness : (n,) array
        A unit vector x with x'Ax equal to it.
    """

    def __init__(self, name: str, eigenvalue: float, witness: NDArray[np.float64]) -> None:
        self.eigenvalue = eigenvalue
        self.witness = witness
        largest = np.argsort(-np.abs(witness), kind="stable")[:3]
        entries = ", ".join(f"x[{i}] = {witness[i]:.3g}" for i in largest)
        super().__init__(
            f"{name} must be positive semidefinite, got the eigenvalue {eigenvalue:.6g}: "
            f"x'{name}x is that for a unit vector x with the largest entries {entries}"
        )
