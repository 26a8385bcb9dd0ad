"""Learned metrics: distances, inner products and the linear transform that they come from.

A metric is kept as two factors, matrix = A A' - B B', the second for the negative eigenvalues that
(11) can have. Distances and inner products are those of the transformed patterns, so nothing p x p
is formed, and without negative eigenvalues no distance is negative.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import cdist

from gramcheck.reference import check
from gramcheck.reference.idealized.certificate import Residuals

Array = NDArray[np.float64]

_NEGLIGIBLE = 1e-10  # of the largest eigenvalue: a negative one above minus this is rounding


@dataclass(frozen=True, eq=False)
class Metric:
    """A symmetric bilinear form on patterns.

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
                object.__setattr__(self, name, _frozen(value))

    @cached_property
    def matrix(self) -> Array:
        """(p, p), AA' of (11); formed when first asked for."""
        return _frozen(self.positive @ self.positive.T - self.negative @ self.negative.T)

    def kernel(self, A: ArrayLike, B: ArrayLike | None = None) -> Array:
        """Inner products a'(matrix)b, Eq. (4), of the rows of A (a, p) and B (b, p), or of A.

        With p = 1 also of vectors of points.

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
            return _finite(products - (A @ self.negative) @ (B @ self.negative).T)

    def squared_distances(self, A: ArrayLike, B: ArrayLike | None = None) -> Array:
        """(a - b)'(matrix)(a - b), Eq. (5), of the rows of A (a, p) and B (b, p), or of A.

        Negative ones are possible if the matrix has negative eigenvalues.

        Returns
        -------
        (a, b)

        Raises
        ------
        ValueError
            Rows without p entries, NaN, numbers so large that a value overflows.
        """
        A, B = self._rows(A, B)
        # about one of the points: far from the origin, differences would be lost to rounding
        with np.errstate(over="ignore", invalid="ignore"):
            first, second = A - B[0], B - B[0]
            squares = cdist(first @ self.positive, second @ self.positive, "sqeuclidean")
            if self.negative.shape[1]:
                squares -= cdist(first @ self.negative, second @ self.negative, "sqeuclidean")
        return _finite(squares)

    def transform(self) -> Array:
        """The linear transform A (p, r) with matrix = AA', r its rank: x becomes A'x.

        Raises
        ------
        ValueError
            The matrix has an eigenvalue below -1e-10 of the largest, so there is no such A.
        """
        least = -(np.linalg.norm(self.negative, 2) ** 2) if self.negative.size else 0.0
        largest = np.linalg.norm(self.positive, 2) ** 2 if self.positive.size else 0.0
        if least < -_NEGLIGIBLE * max(largest, -least):
            raise ValueError(
                "the metric is indefinite, so no A has AA' equal to it: its smallest eigenvalue "
                f"is {least:.6g}; learn it with psd='clip' or psd='constrained'"
            )
        return self.positive

    def _rows(self, A: ArrayLike, B: ArrayLike | None) -> tuple[Array, Array]:
        A = self._points("A", A)
        return A, A if B is None else self._points("B", B)

    def _points(self, name: str, value: ArrayLike) -> Array:
        p = len(self.positive)
        rows = check.patterns(name, value) if p == 1 else value
        return check.real(name, rows, shape=(None, p))


def _finite(values: Array) -> Array:
    if not np.isfinite(values).all():
        raise ValueError("A, B and the metric must keep every value finite, got overflow")
    return values


def _frozen(array: Array) -> Array:
    """A view that cannot be written to."""
    array = array.view()
    array.flags.writeable = False
    return array


class SupportPairs(NamedTuple):
    """Masks over the pairs, Proposition 2."""

    support_S: NDArray[np.bool_]
    support_D: NDArray[np.bool_]
    error_S: NDArray[np.bool_]
    error_D: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class IdealizedMetric(Metric):
    """Solution of the formulation of Section 3.2, with all multipliers and its certificate.

    From :func:`learn_metric` it acts on patterns (p features). From
    :func:`learn_metric_from_kernel` it acts on rows of n kernel values against the training
    patterns; ``matrix`` is then the (n, n) coefficient matrix B with Kt(a, b) = k_a'B k_b, and
    eigenvalues and norms are those of the operator in feature space.

    Attributes
    ----------
    gamma : float
        Margin between dissimilar and similar pairs, the multiplier of (15).
    gamma_average : float
        Section 3.2.3: mean of dt^2 - d^2 over dissimilar pairs with alpha inside the box, by 1e-4
        of it; NaN if there is none.
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers, in the order of the pairs. Not unique: the matrix is.
    slack_S, slack_D : (N_S,), (N_D,)
        The primal's xi.
    similar, dissimilar : (N_S, 2), (N_D, 2)
        The pairs.
    smallest_eigenvalue : float
        Of the right side of (11), before any clipping; with ``psd="constrained"`` of the matrix.
    primal, dual : float
        Objective values; with ``psd="clip"`` those of the problem as printed, to which gamma, the
        alphas and the slacks belong too.
    residuals : Residuals
        Violations of (15) and (17)-(20), and the gap, in relative terms.
    C_S, C_D, nu, psd
        As given.
    status : str
        What cvxopt said of the last run.
    multiplier_factor : (p, r) or None
        Factor of ``cone_multiplier``.
    coefficients : (n, n) or None
        B as Section 3.3 prints it, of the kernel version as printed. It may differ from what the
        factors multiply to, but not in how it acts on rows of kernel values.
    """

    gamma: float
    gamma_average: float
    alpha_S: Array = field(repr=False)
    alpha_D: Array = field(repr=False)
    slack_S: Array = field(repr=False)
    slack_D: Array = field(repr=False)
    similar: NDArray[np.int64] = field(repr=False)
    dissimilar: NDArray[np.int64] = field(repr=False)
    smallest_eigenvalue: float
    primal: float
    dual: float
    residuals: Residuals
    C_S: float
    C_D: float
    nu: float
    psd: str
    status: str
    multiplier_factor: Array | None = field(repr=False)
    coefficients: Array | None = field(repr=False)

    @cached_property
    def matrix(self) -> Array:
        """(p, p), AA' of (11), or the (n, n) coefficients B; formed when first asked for."""
        if self.coefficients is not None:
            return self.coefficients
        return _frozen(self.positive @ self.positive.T - self.negative @ self.negative.T)

    @property
    def gap(self) -> float:
        """(primal - dual) / max(1, |primal|, |dual|)."""
        return (self.primal - self.dual) / max(1.0, abs(self.primal), abs(self.dual))

    @cached_property
    def cone_multiplier(self) -> Array | None:
        """The multiplier of the cone, matrix = (right side of (11)) + multiplier; else None."""
        factor = self.multiplier_factor
        return None if factor is None else _frozen(factor @ factor.T)

    def support_pairs(self, tol: float = 1e-4) -> SupportPairs:
        """Support pairs (alpha above 0) and error pairs (alpha at its bound), Proposition 2.

        Parameters
        ----------
        tol : float
            What "above" and "at" mean, as a fraction of the bound, strictly between 0 and 1/2.
        """
        tol = check.within("tol", tol, 0, 0.5)
        beta_S = self.alpha_S * len(self.alpha_S) / self.C_S
        beta_D = self.alpha_D * len(self.alpha_D) / self.C_D
        return SupportPairs(beta_S > tol, beta_D > tol, beta_S > 1 - tol, beta_D > 1 - tol)


@dataclass(frozen=True)
class SpectralFactors:
    """The metric as positive positive' - negative negative', in the coordinates of the pairs."""

    positive: Array
    negative: Array
    multiplier: Array | None
    smallest_eigenvalue: float


def spectral_factors(sigma: Array, psd: str) -> SpectralFactors:
    """Eigenvalues of the right side of (11), split by sign; those at rounding level go."""
    eigenvalues, U = np.linalg.eigh(sigma)
    rounding = len(sigma) * np.finfo(float).eps * np.abs(eigenvalues).max()
    above, below = eigenvalues > rounding, eigenvalues < -rounding
    positive = U[:, above] * np.sqrt(eigenvalues[above])
    negative = U[:, below] * np.sqrt(-eigenvalues[below])
    least = float(eigenvalues[0]) if abs(eigenvalues[0]) > rounding else 0.0
    if psd == "constrained":
        return SpectralFactors(positive, negative[:, :0], negative, max(least, 0.0))
    return SpectralFactors(
        positive, negative if psd == "as-printed" else negative[:, :0], None, least
    )
