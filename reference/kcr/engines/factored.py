"""A metric given by its factor, which is what the compared algorithms return."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check, images
from gramcheck.reference.types import Array


@dataclass(frozen=True, eq=False)
class FactoredMetric:
    """The metric factor factor', of points (p = their columns) or of rows of kernel values (p = n).

    Attributes
    ----------
    factor : (p, q)
    """

    factor: Array = field(repr=False)

    @property
    def matrix(self) -> Array:
        """The positive semidefinite matrix (p, p)."""
        return self.factor @ self.factor.T

    def squared_distances(self, A: ArrayLike, B: ArrayLike | None = None) -> Array:
        """(a - b)' matrix (a - b) for rows a of ``A`` and b of ``B``.

        Parameters
        ----------
        A : (n, p)
        B : (m, p), optional
            Those of ``A`` when None.

        Returns
        -------
        (n, m), nonnegative

        Raises
        ------
        ValueError
            Rows of another width, NaN, numbers so large that distances overflow.
        """
        A = check.real("A", A, shape=(None, len(self.factor)))
        B = A if B is None else check.real("B", B, shape=(None, len(self.factor)))
        with np.errstate(over="ignore", invalid="ignore"):
            squared = images.squared_distances(A, B, self.factor)
        return check.without_overflow(squared, "A and B", "finite distances")
