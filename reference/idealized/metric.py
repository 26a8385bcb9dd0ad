r"""Section 3.2: the inner product (4) and the distance (5) of a learned metric.

.. math:: \tilde K_{ij} = x_i' A A' x_j , \qquad
          \tilde d_{ij}^2 = (x_i - x_j)' A A' (x_i - x_j)

:func:`squared_distances` is (5) as it is printed, for any symmetric matrix in the place of AA'. A
learned :class:`Metric` is kept as two factors, matrix = AA' - BB', where B holds the negative
eigenvalues that (11) can have. Its inner products and distances are those of the transformed
patterns A'x and B'x, so that no p x p matrix is formed and no distance is negative without negative
eigenvalues.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check, images
from gramcheck.reference.types import AnyArray, Array

# of the root of the largest eigenvalue: that of a negative one below this, 1e-10 of it, is rounding
_NEGLIGIBLE = 1e-5


def squared_distances(z: Array, matrix: Array | None) -> Array:
    """The squared distances z'(matrix)z, Eq. (5), of rows z = x_i - x_j; None is the identity."""
    return np.einsum("kp,kp->k", z if matrix is None else z @ matrix, z)


@dataclass(frozen=True, eq=False)
class Metric:
    """A symmetric bilinear form on patterns, which need not be positive semidefinite.

    Attributes
    ----------
    positive, negative : (p, r)
        Factors of the parts with positive and with negative eigenvalues.
    """

    positive: Array = field(repr=False)
    negative: Array = field(repr=False)

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, frozen(value))

    @cached_property
    def matrix(self) -> Array:
        """The matrix AA' of (11), (p, p), which is formed when it is first asked for."""
        return frozen(self.positive @ self.positive.T - self.negative @ self.negative.T)

    def kernel(self, A: ArrayLike, B: ArrayLike | None = None) -> Array:
        """Inner products a'(matrix)b, Eq. (4), of the rows of A (a, p) and B (b, p), or of A.

        Where p = 1, A and B may be vectors of points.

        Returns
        -------
        (a, b)

        Raises
        ------
        ValueError
            Rows without p entries, NaN, numbers so large that a value overflows.
        """
        A, B = self._rows(A, B)
        with np.errstate(over="ignore", invalid="ignore"):
            products = (A @ self.positive) @ (B @ self.positive).T
            products -= (A @ self.negative) @ (B @ self.negative).T
        return check.without_overflow(products, "A, B and the metric")

    def squared_distances(self, A: ArrayLike, B: ArrayLike | None = None) -> Array:
        """(a - b)'(matrix)(a - b), Eq. (5), of the rows of A (a, p) and B (b, p), or of A.

        They can be negative if the matrix has negative eigenvalues.

        Returns
        -------
        (a, b)

        Raises
        ------
        ValueError
            Rows without p entries, NaN, numbers so large that a value overflows.
        """
        A, B = self._rows(A, B)
        with np.errstate(over="ignore", invalid="ignore"):
            squares = images.squared_distances(A, B, self.positive)
            if self.negative.shape[1]:
                squares -= images.squared_distances(A, B, self.negative)
        return check.without_overflow(squares, "A, B and the metric", "finite distances")

    def transform(self, X: ArrayLike | None = None) -> Array:
        """The linear transform A (p, r) with matrix = AA', r its rank: x becomes A'x.

        Parameters
        ----------
        X : (n, p), optional
            Patterns to transform, as for the same method in scikit-learn. Squared distances of
            transformed patterns are :meth:`squared_distances`.

        Returns
        -------
        (p, r)
            A itself, without patterns.
        (n, r)
            The transformed patterns XA.

        Raises
        ------
        ValueError
            The matrix has an eigenvalue below -1e-10 of the largest, so there is no such A; rows
            without p entries, NaN, numbers so large that a value overflows.
        """
        positive, negative = map(_norm, (self.positive, self.negative))
        if negative > _NEGLIGIBLE * positive:
            raise ValueError(
                "the metric is indefinite, so no A has AA' equal to it: its smallest eigenvalue "
                f"is {-(negative**2):.6g}; learn it with psd='clip' or psd='constrained'"
            )
        if X is None:
            return self.positive
        with np.errstate(over="ignore", invalid="ignore"):
            transformed = self._points("X", X) @ self.positive
        return check.without_overflow(transformed, "X and the metric")

    def _rows(self, A: ArrayLike, B: ArrayLike | None) -> tuple[Array, Array]:
        A = self._points("A", A)
        return A, A if B is None else self._points("B", B)

    def _points(self, name: str, value: ArrayLike) -> Array:
        p = len(self.positive)
        rows = check.patterns(name, value) if p == 1 else value
        return check.real(name, rows, shape=(None, p))


def _norm(factor: Array) -> float:
    return float(np.linalg.norm(factor, 2)) if factor.size else 0.0


def frozen(array: AnyArray) -> AnyArray:
    """A view that cannot be written to."""
    array = array.view()
    array.flags.writeable = False
    return array
