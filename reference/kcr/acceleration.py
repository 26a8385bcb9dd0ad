"""Anderson's acceleration of a fixed-point iteration (type II, regularized)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_MEMORY = 10
_REGULARIZATION = 1e-10  # of the trace of the normal equations
_LARGEST = 1e4  # norm of the coefficients, above which the extrapolation is not trusted


class Anderson:
    """The last iterates x of x -> x + step r(x), r the residual; x and r are pairs of arrays.

    From the combination of the last residuals that is nearest to 0, the same combination of the
    iterates is taken. ``weight`` multiplies the second array in what near means.
    """

    def __init__(self, weight: float) -> None:
        self.weight = weight
        self.forget()

    def forget(self) -> None:
        """Begin again, after a change of the iteration itself."""
        self.points: list[Array] = []
        self.residuals: list[Array] = []

    def remember(self, point: tuple[Array, Array], residual: tuple[Array, Array]) -> None:
        """Keep an iterate and its residual."""
        self.points.append(self._joined(point))
        self.residuals.append(self._joined(residual))
        if len(self.points) > _MEMORY + 1:
            del self.points[0], self.residuals[0]

    def extrapolate(self, step: float, following: tuple[Array, Array]) -> tuple[Array, Array]:
        """What to go on from instead of ``following``, the plain next iterate."""
        if len(self.points) < 3:
            return following
        residuals = np.diff(self.residuals, axis=0)
        normal = residuals @ residuals.T
        normal[np.diag_indices(len(normal))] += _REGULARIZATION * normal.trace()
        try:
            coefficients = np.linalg.solve(normal, residuals @ self.residuals[-1])
        except np.linalg.LinAlgError:  # residuals that are all equal
            return following
        if not np.linalg.norm(coefficients) < _LARGEST:
            return following
        change = coefficients @ (np.diff(self.points, axis=0) + step * residuals)
        n = following[0].size
        return (
            following[0] - change[:n].reshape(following[0].shape),
            following[1] - change[n:].reshape(following[1].shape) / self.weight,
        )

    def _joined(self, pair: tuple[Array, Array]) -> Array:
        return np.concatenate([pair[0].ravel(), self.weight * pair[1].ravel()])
