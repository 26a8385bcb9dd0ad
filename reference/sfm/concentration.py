r"""Section IV-B: how far an inner product of features is from the kernel, Theorem 1 of SFM.

With features of pairwise independent Cauchy numbers, z(x)'z(y) is the mean of D/2 uncorrelated
cosines :math:`\cos(r_i' (x - y))`, each of mean k(x, y) and, since
:math:`k(2 \delta) = k(\delta)^2`, of variance :math:`(1 + k^2) / 2 - k^2 = (1 - k^2) / 2`. The
theorem bounds the variance of the inner product by 2/D; for the Laplacian kernel it is exactly
(1 - k^2)/D, so Chebyshev's inequality gives half of the printed bound (erratum S2).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.sfm.feature_maps import even
from gramcheck.reference.types import Array


def concentration_bound(epsilon: float, D: int, form: str = "corrected") -> float:
    r"""Theorem 1: a bound on the probability that an inner product of features is off.

    .. math:: \Pr\big[|z(x)'z(y) - k(x, y)| \ge \epsilon\big] \le
              \frac{2}{\epsilon^2 D} \text{ (printed)}, \quad
              \frac{1}{\epsilon^2 D} \text{ (corrected)}

    Both hold. The printed form serves every shift-invariant kernel of which the vectors r have the
    law; by the construction of Section IV-A, with independent coordinates, these are products over
    coordinates, such as the Laplacian and the Gaussian kernel. For the Laplacian kernel, that of
    :func:`.sfm` and :func:`.rff`, the smaller variance halves it.

    Parameters
    ----------
    epsilon : float
        Positive.
    D : int
        Even, at least 2.
    form : "printed" or "corrected"

    Returns
    -------
    float
        Not clipped at 1.

    Raises
    ------
    ValueError
        ``epsilon`` not between 1e-100 and 1e100, ``D`` odd or below 2, an unknown ``form``.
    """
    epsilon, D = check.positive("epsilon", epsilon), even(D)
    form = check.choice("form", form, ("printed", "corrected"))
    return (2 if form == "printed" else 1) / (epsilon**2 * D)


def feature_variance(k: ArrayLike, D: int) -> Array:
    r"""Variance of an inner product of features of the Laplacian kernel, Section IV-B.

    .. math:: \mathrm{Var}\, z(x)'z(y) = (1 - k(x, y)^2) / D

    Parameters
    ----------
    k : (...)
        Values of the kernel, in [0, 1].
    D : int
        Even, at least 2.

    Returns
    -------
    (...)

    Raises
    ------
    ValueError
        ``k`` outside [0, 1], ``D`` odd or below 2.
    """
    return (1 - _kernel_values("k", check.real("k", k)) ** 2) / even(D)


def predicted_average_error(K: ArrayLike, D: int) -> tuple[float, float]:
    r"""Mean and deviation of the average error that a kernel matrix implies, Tables IV and V.

    The error of a pair :math:`i \le j` is taken as normal with the variance
    :math:`\sigma_{ij}^2 = (1 - k_{ij}^2) / D`, so that its magnitude has the mean
    :math:`\sigma_{ij} \sqrt{2 / \pi}`. Where k is 0 the two are :math:`\sqrt{2 / (\pi D)}` and
    :math:`\sqrt{(1 - 2 / \pi) / D}`.

    Parameters
    ----------
    K : (N, N)
        Kernel matrix, symmetric, in [0, 1].
    D : int
        Even, at least 2.

    Returns
    -------
    mean, deviation : float
        Of the magnitude of the error, over the pairs and over the draws of the features; as
        fractions, which the tables show times 100.

    Raises
    ------
    ValueError
        K not square, not symmetric or not in [0, 1], ``D`` odd or below 2.
    """
    K = _kernel_values("K", check.symmetric("K", K))
    variances = feature_variance(K[np.triu_indices(len(K))], D)
    mean = np.sqrt(2 / np.pi * variances).mean()
    return float(mean), float(np.sqrt(variances.mean() - mean**2))


def _kernel_values(name: str, k: Array) -> Array:
    """Values of the Laplacian kernel, refused outside [0, 1]."""
    if k.min() < 0 or k.max() > 1:
        raise ValueError(f"{name} must lie in [0, 1], got {k.min()} to {k.max()}")
    return k
