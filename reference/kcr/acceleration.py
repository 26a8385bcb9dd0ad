"""Anderson's acceleration of a fixed-point iteration (type II, regularized)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_MEMORY = 15
_REGULARIZATION = 1e-10  # of the trace of the normal equations
_LARGEST = 1e4  # norm of the coefficients, above which the extrapolation is not trusted


class Anderson:
    """The last changes of x and r in x -> x + step r(x), r the residual; pairs of arrays each.

    From the combination of the last residuals that is nearest to 0, the same combination of the
    iterates is taken. ``weight`` multiplies the second array in what near means.
    """

    def __init__(self, weight: float) -> None:
        self.weight = weight
        self.forget()

    def forget(self) -> None:
        """Begin again, after a change of the iteration itself."""
        self.count = 0  # of the changes since, of which the last _MEMORY are kept
        self.last: tuple[Array, Array] | None = None

    def remember(self, point: tuple[Array, Array], residual: tuple[Array, Array]) -> None:
        """Keep the change to this iterate and its residual."""
        x, r = self._joined(point), self._joined(residual)
        if self.last is None:
            self.changes = np.empty((2, _MEMORY, len(x)))
        else:
            place = self.count % _MEMORY
            np.subtract(x, self.last[0], out=self.changes[0, place])
            np.subtract(r, self.last[1], out=self.changes[1, place])
            self.count += 1
        self.last = x, r

    def extrapolate(self, step: float, following: tuple[Array, Array]) -> tuple[Array, Array]:
        """What to go on from instead of ``following``, the plain next iterate."""
        kept = min(self.count, _MEMORY)
        if kept < 2:
            return following
        points, residuals = self.changes[:, :kept]
        normal = residuals @ residuals.T
        normal[np.diag_indices(kept)] += _REGULARIZATION * normal.trace()
        try:
            coefficients = np.linalg.solve(normal, residuals @ self.last[1])
        except np.linalg.LinAlgError:  # residuals that no longer change
            return following
        if not np.linalg.norm(coefficients) < _LARGEST:
            return following
        change = coefficients @ points + step * (coefficients @ residuals)
        n = following[0].size
        return (
            following[0] - change[:n].reshape(following[0].shape),
            following[1] - change[n:].reshape(following[1].shape) / self.weight,
        )

    def _joined(self, pair: tuple[Array, Array]) -> Array:
        return np.concatenate([pair[0].ravel(), self.weight * pair[1].ravel()])
