r"""Section 4: the estimation error, Eq. (11), and the effective degrees of freedom in it.

===============  ============================================================================
``norm``         C, the bound on the norm of f in the kernel's Hilbert space
``eigenvalues``  of the kernel as an operator on the distribution of x; on a sample, of K / n
``lam``          lambda, a tuning parameter
===============  ============================================================================
"""

from __future__ import annotations

import math

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.types import Array


def estimation_error_bound(
    n: int, delta: float, norm: float, c: float, lam: float | None = None
) -> float:
    r"""Bound on the estimation error, Eq. (11): c (log 1/delta)^2 C^2 lambda.

    Parameters
    ----------
    n : int
        Training objects.
    delta : float
        In (0, 1).
    norm : float
        C, nonnegative.
    c : float
        The universal constant, which the paper does not give.
    lam : float, optional
        At least D_lambda / n (see :func:`smallest_lambda`); None for the kernel-independent
        1 / sqrt(n).

    Raises
    ------
    ValueError
        Anything out of range.
    """
    n, delta = check.count("n", n), check.within("delta", delta, 0, 1)
    norm, c = check.nonnegative("norm", norm), check.positive("c", c)
    lam = 1 / math.sqrt(n) if lam is None else check.positive("lam", lam)
    return c * math.log(delta) ** 2 * norm**2 * lam


def effective_degrees(eigenvalues: ArrayLike, lam: float) -> float:
    r"""D_lambda, the effective degrees of freedom of the paragraph before Eq. (11).

    .. math:: D_\lambda = \sum_j \frac{1}{1 + \lambda / \mu_j}
              = \sum_j \frac{\mu_j}{\mu_j + \lambda}

    Parameters
    ----------
    eigenvalues : (m,)
        mu_j, nonnegative; on a sample :func:`kernel_eigenvalues`.
    lam : float
        lambda, positive.

    Raises
    ------
    ValueError
        A negative eigenvalue, ``lam`` not positive.
    """
    mu, lam = _eigenvalues(eigenvalues), check.positive("lam", lam)
    return float((mu / (mu + lam)).sum())


def effective_degrees_bound(lam: float, trace: float = 1.0) -> float:
    """Kernel-independent bound D_lambda <= trace / lambda; the trace is at most 1 here.

    Each term is mu / (mu + lambda) <= mu / lambda, and the mu sum to the mean of k(x, x) <= 1.

    Raises
    ------
    ValueError
        ``lam`` or ``trace`` not positive.
    """
    return check.positive("trace", trace) / check.positive("lam", lam)


def kernel_eigenvalues(K: ArrayLike) -> Array:
    """Eigenvalues of the kernel on a sample: those of K / n, largest first, rounding cut at 0.

    Their sum is the mean of k(x, x), at most 1 for the kernel (4).

    Raises
    ------
    ValueError
        ``K`` not symmetric, or indefinite beyond rounding (n eps times the largest, with
        the eps of its own type).
    """
    given, K = K, check.symmetric("K", K)
    rounding = check.roundings(given)
    eigenvalues = np.linalg.eigvalsh(K / len(K))[::-1]
    tolerance = len(K) * rounding * np.abs(eigenvalues).max()
    smallest = float(eigenvalues[-1])
    if smallest < -tolerance:
        raise ValueError(f"K must be positive semidefinite, got the eigenvalue {smallest!r}")
    return np.maximum(eigenvalues, 0.0)


def smallest_lambda(eigenvalues: ArrayLike, n: int) -> float:
    """Smallest lambda with lambda >= D_lambda / n, the condition before Eq. (11).

    At most sqrt(trace / n), by :func:`effective_degrees_bound`; 0 when all eigenvalues are.

    Raises
    ------
    ValueError
        A negative eigenvalue, ``n`` below 1.
    """
    n, mu = check.count("n", n), _eigenvalues(eigenvalues)
    total, largest = float(mu.sum()), float(mu.max())
    if total / n == 0:
        return 0.0
    # n lambda - D_lambda increases. D is between T / (m + lambda) and T / lambda, with T the sum
    # and m the largest, so the root is between those of n lambda (m + lambda) = T, n lambda^2 = T
    right = math.sqrt(total / n)
    left = 2 * total / n / (largest + math.hypot(largest, 2 * right))

    def excess(lam: float) -> float:
        return lam - float((mu / (mu + lam)).sum()) / n

    return float(sp.optimize.brentq(excess, 0.99 * left, 1.01 * right, xtol=1e-14 * left))


def _eigenvalues(values: ArrayLike) -> Array:
    mu = check.real("eigenvalues", values, ndim=1)
    if mu.min() < 0:
        raise ValueError(f"eigenvalues must be nonnegative, got {float(mu.min())!r}")
    return mu
