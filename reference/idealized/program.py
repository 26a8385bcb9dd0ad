r"""The dual (14)-(16) in units that a solver likes, and its products with vectors.

With beta = alpha / (upper bound), lengths relative to the longest pair, and the objective relative
to its largest slope:

.. math:: \min_\beta \; \tfrac12 \| F(\beta) \|_F^2 - l'\beta \quad \text{subject to} \quad
          0 \le \beta \le 1, \quad v'\beta \ge b, \qquad
          F(\beta) = \sum_k w_k \beta_k z_k z_k' .

==================  ===========================================================================
``z_k``             difference of the k-th pair, similar pairs first
``w_k``             upper bound of alpha_k, negative on similar pairs, in these units
``l_k``             the same times d_k^2
``v``, ``b``        1 / sqrt(N_D) on dissimilar pairs, and nu sqrt(N_D): constraint (15)
==================  ===========================================================================

The metric is a multiple of F(beta). The Hessian w_k w_l (z_k'z_l)^2 is never larger than pairs x
pairs, nor its factor larger than pairs x r (r + 1) / 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_BLOCK = 2**22  # entries of features held at once, where they are only summed over


@dataclass(frozen=True)
class Program:
    """The scaled program; see the table above."""

    Z: Array
    w: Array
    linear: Array
    v: Array
    b: float

    def metric(self, beta: Array) -> Array:
        """F(beta), (r, r)."""
        return (self.Z.T * (self.w * beta)) @ self.Z

    def pulled_back(self, X: Array) -> Array:
        """w_k z_k'X z_k for all pairs: the transpose of F."""
        return self.w * quadratic_forms(self.Z, X)

    def relative_to(self, size: float) -> Program:
        """The same program with the objective, and so the multiplier of (15), divided by size."""
        return replace(self, w=self.w / np.sqrt(size), linear=self.linear / size)

    @property
    def n_features(self) -> int:
        """Rank that the Hessian can have, r (r + 1) / 2."""
        r = self.Z.shape[1]
        return r * (r + 1) // 2

    def features(
        self,
        rows: NDArray[np.intp] | slice = slice(None),
        basis: Array | None = None,
        omega: Array | None = None,
    ) -> Array:
        """Matrix with F F' = the Hessian on ``rows``, one column for each two coordinates.

        With ``basis`` and ``omega`` (r, r), entries (i, j) of F(beta) in that basis count with the
        weight omega_ij.
        """
        blocks = self._feature_blocks(rows, basis, omega, self.n_features)
        return next(blocks)

    def gram(
        self,
        rows: NDArray[np.intp] | slice = slice(None),
        basis: Array | None = None,
        omega: Array | None = None,
    ) -> Array:
        """The Hessian on ``rows`` itself, weighted as in :meth:`features`."""
        Z, w = self.Z[rows], self.w[rows]
        if omega is None:
            gram = Z @ Z.T
            gram *= gram
            gram *= w[:, None]
            gram *= w
            return gram
        gram = np.zeros((len(Z), len(Z)))
        for block in self._feature_blocks(rows, basis, omega, max(1, _BLOCK // max(1, len(Z)))):
            gram += block @ block.T
        return gram

    def _feature_blocks(
        self, rows: NDArray[np.intp] | slice, basis: Array | None, omega: Array | None, columns: int
    ) -> Iterator[Array]:
        Z, w = self.Z[rows], self.w[rows]
        if basis is not None:
            Z = Z @ basis
        first, second = np.triu_indices(Z.shape[1])
        counts = np.where(first == second, 1.0, 2.0)
        if omega is not None:
            counts *= omega[first, second]
        scale = np.sqrt(counts)
        for start in range(0, len(first), columns):
            part = slice(start, start + columns)
            block = Z[:, first[part]]
            block *= Z[:, second[part]]
            block *= scale[part]
            block *= w[:, None]
            yield block


def quadratic_forms(Z: Array, X: Array) -> Array:
    """The forms z'Xz, z each row of Z."""
    return np.einsum("kr,kr->k", Z @ X, Z)


def positive_part(X: Array) -> tuple[Array, Array, Array]:
    """Projection of a symmetric matrix onto the semidefinite cone, and its derivative.

    Returns the projection, the eigenvectors U of X and weights omega: the derivative in the
    direction E is U (omega * (U'EU)) U', with 1 between nonnegative eigenvalues, 0 between negative
    ones and a / (a - b) between a >= 0 and b < 0. On the cone the projection is X itself, without
    roundings.
    """
    eigenvalues, U = np.linalg.eigh(X)
    above = np.maximum(eigenvalues, 0.0)
    total = np.abs(eigenvalues)[:, None] + np.abs(eigenvalues)
    sums = above[:, None] + above
    omega = np.divide(sums, total, out=np.ones_like(total), where=total > 0)
    return X if eigenvalues[0] >= 0 else (U * above) @ U.T, U, omega


def features_of(Z: Array) -> Array:
    """Rows whose inner products are (z'w)^2: squares, and sqrt(2) times products, of entries."""
    first, second = np.triu_indices(Z.shape[1])
    return Z[:, first] * Z[:, second] * np.where(first == second, 1.0, np.sqrt(2.0))
