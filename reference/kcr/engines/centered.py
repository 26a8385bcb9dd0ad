r"""The kernel around its mean, and the variable W in which (9) is well conditioned.

For Sigma >= 0 with 1'Sigma 1 = 0, K enters (9) only through HKH, H = I - 11'/n. With HKH = Z Z',

.. math:: W = Z'\Sigma Z, \qquad \operatorname{tr}(M_{ij}\Sigma) = (z_i - z_j)'W(z_i - z_j),
          \qquad \operatorname{tr}(K\Sigma) = \operatorname{tr} W,

and the one constraint left is W >= 0. Back from W, Sigma = T W T' with T'HKH T = I.

Directions in which the kernel is below 1e-8 of its largest eigenvalue are left out of W. There the
penalty is that much heavier, and the large entries that they bring into Sigma would be lost to
rounding in K Sigma K: with a cut at 1e-12 instead, an optimum at condition 3e14 is 24 % off.
The lower bounds of :mod:`.certificate` are for the whole kernel.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.bounds import label_signs, same_class_counts
from gramcheck.reference.kcr.engines.pairs import metric_distances
from gramcheck.reference.kcr.projections import center
from gramcheck.reference.types import AnyArray, Array

_RANK = 1e-8  # of the largest eigenvalue of HKH, below which a direction is left out


class Centered(NamedTuple):
    """HKH = U diag(s) U' with s descending, without its null space.

    Attributes
    ----------
    U : (n, r)
        Orthonormal, orthogonal to 1.
    s : (r,)
        The eigenvalues above the cut, positive.
    """

    U: Array
    s: Array

    @property
    def Z(self) -> Array:
        """Z (n, r) with HKH = Z Z'."""
        return self.U * np.sqrt(self.s)

    @property
    def T(self) -> Array:
        """T (n, r) with T'HKH T = I and T'1 = 0."""
        return self.U / np.sqrt(self.s)

    def strong(self) -> Centered:
        """The part that W lives on, eigenvalues above ``_RANK`` of the largest."""
        kept = self.s > _RANK * self.s[0]
        return Centered(self.U[:, kept], self.s[kept])

    def sigma(self, W: Array) -> Array:
        """Sigma = T W T', exactly symmetric."""
        Sigma = self.T @ W @ self.T.T
        return (Sigma + Sigma.T) / 2


class Problem(NamedTuple):
    """A program (9), checked.

    Attributes
    ----------
    K : (n, n)
    y : (n,)
    lam, eps : float
        The weight of the penalty, the lower bound of h~.
    tau : (n, n)
        The signs of pairs.
    offsets : (n,)
        2 - n_i^+.
    centered : Centered
        The whole range of HKH.
    """

    K: Array
    y: AnyArray
    lam: float
    eps: float
    tau: Array
    offsets: Array
    centered: Centered

    def hinges(self, squared: Array, h2: float) -> tuple[Array, Array]:
        """The arguments of the inner hinges (n, n) and of the outer ones (n,)."""
        inner = 1 + self.tau * (squared - h2)
        return inner, self.offsets + np.maximum(inner, 0.0).sum(axis=1)

    def objective(self, Sigma: Array, h2: float) -> float:
        """The objective of (9)."""
        _, outer = self.hinges(metric_distances(Sigma, self.K), h2)
        return float(np.maximum(outer, 0.0).sum() + self.lam * np.vdot(self.K, Sigma))


class Point(NamedTuple):
    """What a solver ends with.

    Attributes
    ----------
    Sigma : (n, n)
    h2 : float
    multipliers : (n, n)
        Of the inner hinges, for the lower bound.
    iterations : int
    """

    Sigma: Array
    h2: float
    multipliers: Array
    iterations: int


def center_kernel(K: Array) -> Centered:
    """The range of HKH, from a symmetric K.

    Raises
    ------
    ValueError
        ``K`` constant up to rounding: all patterns are one point.
    """
    found = centered_range(K)
    if not len(found.s):
        raise ValueError("K must tell some patterns apart, got one that is constant")
    return found


def centered_range(K: Array) -> Centered:
    """The range of HKH up to rounding, without any direction where K is constant."""
    # of a kernel far from 0 the first centering leaves rounded means, which the second takes away
    s, U = np.linalg.eigh(center(center(K)))
    # a mean of rounding size would be divided by the eigenvalue, and meet the mean of K
    s, U = s[::-1], U[:, ::-1] - U[:, ::-1].mean(axis=0)
    # K's entries may be far above its differences, and its eigenvalues n times its entries
    kept = s > len(K) * np.finfo(float).eps * max(s[0], np.abs(K).max())
    return Centered(U[:, kept], s[kept])


def moderate_kernel(K: ArrayLike) -> Array:
    """A kernel matrix, symmetric and positive semidefinite, with entries up to 1e-100 to 1e100.

    Raises
    ------
    ValueError
        It is not; a zero matrix is left to :func:`center_kernel`.
    """
    largest = np.abs(check.symmetric("K", K)).max()
    K = np.asarray(K)  # of the type that it came in, whose roundings its eigenvalues may have
    if K.any():
        check.positive("the largest entry of K", largest)
    return check.positive_semidefinite("K", K)


def unit(K: Array) -> float:
    """A power of two near the largest entry of K: over it, K keeps all of its digits."""
    return float(2.0 ** np.round(np.log2(np.abs(K).max() or 1.0)))


def checked_problem(K: ArrayLike, y: ArrayLike, lam: float, eps: float) -> Problem:
    """The arguments that all solvers of (9) share.

    Raises
    ------
    ValueError
        ``K`` not square, symmetric or positive semidefinite, or constant (all patterns are one
        point); ``y`` of another length or of one class; ``lam`` or ``eps`` not positive; NaN;
        numbers out of range, the largest entry of ``K`` among them.
    """
    K = moderate_kernel(K).copy()
    y = check.labels("y", y, len(K)).copy()
    lam, eps = check.positive("lam", lam), check.positive("eps", eps)
    return Problem(
        K,
        y,
        lam,
        eps,
        label_signs(y),
        2 - same_class_counts(y),
        center_kernel(K),
    )
