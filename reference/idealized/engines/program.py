r"""The dual (14)-(16) without units, and its products with vectors.

Dividing lengths by u and the matrix M by u^2 changes nothing in the program but its unit: the
metric is divided by u^2, and squared distances, gamma and the objective by u^4. Here u^4 is about
the largest slope of the objective, and u a power of 2, so that nothing is rounded. With
beta = alpha / (upper bound) the program reads

.. math:: \min_\beta \; \tfrac12 \| F(\beta) \|_F^2 - l'\beta \quad \text{subject to} \quad
          0 \le \beta \le 1, \quad v'\beta \ge \nu, \qquad
          F(\beta) = \sum_k w_k \beta_k z_k z_k' .

==================  ===========================================================================
``z_k``             difference of the k-th pair, similar pairs first
``w_k``             upper bound of alpha_k, negative on similar pairs
``l_k``             the same times d_k^2
``v``               1 / N_D on dissimilar pairs: (15), whose multiplier is C_D gamma
``F(beta)``         the metric (11)
==================  ===========================================================================

The Hessian w_k w_l (z_k'z_l)^2 is never larger than pairs x pairs, nor its factor larger than
pairs x r (r + 1) / 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference import check
from gramcheck.reference.types import Array

_BLOCK = 2**22  # entries of features held at once, where they are only summed over

Rows = NDArray[np.intp] | slice


@dataclass(frozen=True)
class Program:
    """The program of Section 3.2 on the span of the pairs; see the table above.

    Attributes
    ----------
    Z : (N, r)
        Differences of the pairs, similar ones first.
    M : (r, r)
        The matrix of the original squared distances.
    n_similar : int
        N_S.
    C_S, C_D, nu : float
        The constants of the primal.
    unit : float
        That of lengths, u; 1 in a program as it was given.
    """

    Z: Array
    M: Array
    n_similar: int
    C_S: float
    C_D: float
    nu: float
    unit: float = 1.0

    def without_units(self) -> Program:
        """The same program with slopes of the size of 1.

        Raises
        ------
        ValueError
            C_S or C_D times the largest squared distance, or the largest entry of M, is not
            between 1e-100 and 1e100.
        """
        if self.M.any():
            check.positive("the largest entry of M", np.abs(self.M).max())
        if self.Z.any():
            area = float(np.abs(self.Z).max()) ** 2
            for name, C in (("C_S", self.C_S), ("C_D", self.C_D)):
                check.positive(f"{name} times the largest squared distance", C * area)
        slopes = self.linear
        if not slopes.any():  # those of the quadratic term are left
            slopes = self.pulled_back(self.metric(np.where(self.w > 0, self.nu, 0.0)))
        largest = float(np.abs(slopes).max())
        u = float(2.0 ** np.round(np.log2(largest) / 4)) if largest > 0 else 1.0
        return replace(self, Z=self.Z / u, M=self.M / u**2, unit=u)

    @cached_property
    def squared_distances(self) -> Array:
        """The forms d^2 = z'Mz of all pairs, negative where the roundings of M make them so."""
        return quadratic_forms(self.Z, self.M)

    @cached_property
    def signs(self) -> Array:
        """-1 for similar pairs, +1 for dissimilar ones."""
        return np.repeat([-1.0, 1.0], [self.n_similar, len(self.Z) - self.n_similar])

    @cached_property
    def upper(self) -> Array:
        """The upper bounds in (16)."""
        n_S, n = self.n_similar, len(self.Z)
        return np.repeat([self.C_S / n_S, self.C_D / (n - n_S)], [n_S, n - n_S])

    @cached_property
    def w(self) -> Array:
        """The upper bounds with their signs."""
        return self.signs * self.upper

    @cached_property
    def linear(self) -> Array:
        """The linear term of (14) in beta."""
        return self.w * self.squared_distances

    @cached_property
    def v(self) -> Array:
        """The left side of (15) in beta, over C_D."""
        return (self.w > 0) / (len(self.Z) - self.n_similar)

    def metric(self, beta: Array) -> Array:
        """F(beta), the right side of (11), symmetric to the last digit."""
        sigma = (self.Z.T * (self.w * beta)) @ self.Z
        return (sigma + sigma.T) / 2

    def pulled_back(self, X: Array) -> Array:
        """w_k z_k'X z_k for all pairs: the transpose of F."""
        return self.w * quadratic_forms(self.Z, X)

    @property
    def n_features(self) -> int:
        """Rank that the Hessian can have, r (r + 1) / 2."""
        r = self.Z.shape[1]
        return r * (r + 1) // 2

    def features(
        self,
        rows: Rows = slice(None),
        basis: Array | None = None,
        omega: Array | None = None,
    ) -> Array:
        """Matrix with F F' = the Hessian on ``rows``, one column for each two coordinates.

        With ``basis`` and ``omega`` (r, r), entries (i, j) of F(beta) in that basis count with the
        weight omega_ij.
        """
        return next(self._feature_blocks(rows, basis, omega, self.n_features))

    def gram(
        self,
        rows: Rows = slice(None),
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
        self, rows: Rows, basis: Array | None, omega: Array | None, columns: int
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
    # what is a rounding of the largest one is no part of the learned metric either
    rounding = len(X) * np.finfo(float).eps * np.abs(eigenvalues).max()
    above = np.where(eigenvalues > rounding, eigenvalues, 0.0)
    total = np.abs(eigenvalues)[:, None] + np.abs(eigenvalues)
    sums = above[:, None] + above
    omega = np.divide(sums, total, out=np.ones_like(total), where=total > 0)
    return X if eigenvalues[0] >= 0 else (U * above) @ U.T, U, omega


def features_of(Z: Array) -> Array:
    """Rows whose inner products are (z'w)^2: squares, and sqrt(2) times products, of entries."""
    first, second = np.triu_indices(Z.shape[1])
    return Z[:, first] * Z[:, second] * np.where(first == second, 1.0, np.sqrt(2.0))
