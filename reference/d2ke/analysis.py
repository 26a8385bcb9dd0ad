r"""Section 4 of D2KE: smoothness (Proposition 1), estimation error, Eq. (11), Claim 1.

===============  ============================================================================
``gamma``        parameter of the kernel, 1 / (units of the distance)
``norm``         C, the bound on the norm of f in the kernel's Hilbert space
``eigenvalues``  of the kernel as an operator on the distribution of x; on a sample, of K / n
``lam``          lambda, a tuning parameter
===============  ============================================================================

The third part of Section 4 is :mod:`.random_features`.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from gramcheck.reference import check
from gramcheck.reference.d2ke.powers import product

_LARGE = 1e150  # eigenvalues above count as this: lambda is at most their number


def lipschitz_bound(gamma: float, norm: float) -> float:
    r"""Lipschitz constant of every f of norm at most C, Proposition 1: L_f = gamma C.

    Needs a metric. The proof holds for the random-feature kernel as well: f(x) = w' phi(x) has
    the constant gamma ||w||.

    Raises
    ------
    ValueError
        ``gamma`` not positive, ``norm`` negative.
    """
    return check.positive("gamma", gamma) * check.nonnegative("norm", norm)


def kernel_eigenvalues(K: ArrayLike) -> NDArray[np.float64]:
    """Eigenvalues of the kernel on a sample: those of K / n, largest first, rounding cut at 0.

    Their sum is the mean of k(x, x), at most 1 for the kernel (4).

    Raises
    ------
    ValueError
        ``K`` not symmetric, or indefinite beyond rounding (n eps times the largest).
    """
    K = check.symmetric("K", K)
    eigenvalues = np.linalg.eigvalsh(K / len(K))[::-1]
    tolerance = len(K) * np.finfo(float).eps * np.abs(eigenvalues).max()
    smallest = float(eigenvalues[-1])
    if smallest < -tolerance:
        raise ValueError(f"K must be positive semidefinite, got the eigenvalue {smallest!r}")
    return np.maximum(eigenvalues, 0.0)


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
    mu = check.real("eigenvalues", eigenvalues, ndim=1)
    if mu.min() < 0:
        raise ValueError(f"eigenvalues must be nonnegative, got {float(mu.min())!r}")
    with np.errstate(all="ignore"):  # mu / lam beyond float64: the term is 1 or 0
        quotient = mu / check.positive("lam", lam)
        return float(
            np.where(quotient < 1, quotient / (1 + quotient), 1 / (1 + 1 / quotient)).sum()
        )


def effective_degrees_bound(lam: float, trace: float = 1.0) -> float:
    """Kernel-independent bound D_lambda <= trace / lambda; the trace is at most 1 here.

    Each term is mu / (mu + lambda) <= mu / lambda, and the mu sum to the mean of k(x, x) <= 1.

    Raises
    ------
    ValueError
        ``lam`` or ``trace`` not positive.
    """
    return check.positive("trace", trace) / check.positive("lam", lam)


def smallest_lambda(eigenvalues: ArrayLike, n: int) -> float:
    """Smallest lambda with lambda >= D_lambda / n, the condition before Eq. (11).

    At most sqrt(trace / n), by :func:`effective_degrees_bound`; 0 when all eigenvalues are.

    Raises
    ------
    ValueError
        A negative eigenvalue, ``n`` below 1 or not below 2^63.
    """
    n = check.integer("n", n, 1, 2**63 - 1)
    mu = check.real("eigenvalues", eigenvalues, ndim=1)
    if effective_degrees(mu, 1.0) == 0:
        return 0.0
    mu = np.minimum(mu[mu > 0], _LARGE)
    # n lambda - D_lambda increases. With T the sum and m the largest, D is between T / (m + lambda)
    # and T / lambda, so the root is between those of n lambda (m + lambda) = T, n lambda^2 = T;
    # and D is at most the number of eigenvalues
    total, largest = mu.sum(), mu.max()
    root = math.sqrt(total) / math.sqrt(n)
    left = 2 * total / (n * largest + math.hypot(n * largest, 2 * n * root))
    right = min(root, len(mu) / n)

    def excess(part: float) -> float:  # over the right end, lest products of small numbers vanish
        return part - effective_degrees(mu, part * right) / (n * right)

    start = 0.99 * left / right
    return right * brentq(excess, start, 1.01, xtol=1e-14 * start)


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
    n, delta = check.integer("n", n, 1), check.within("delta", delta, 0, 1)
    norm, c = check.nonnegative("norm", norm), check.positive("c", c)
    lam = product((n, -0.5)) if lam is None else check.positive("lam", lam)
    return product((c, 1), (-math.log(delta), 2), (norm, 2), (lam, 1))


def claim_1_sizes(epsilon: float, norm: float, p: float, c1: float, c2: float) -> tuple[int, int]:
    """Sample sizes of Claim 1: n >= c1 C^4 / epsilon^2 and R >= c2 p / epsilon^2.

    Up to logarithms of 1 / epsilon and 1 / delta. The paper calls c1 and c2 absolute, which c2 is
    not. There is no corrected form, as the R that is enough depends on more than these arguments:
    on gamma, delta, the c of Assumption 3, and M^2 A^2, where A grows with n. It is
    :func:`.corollary_1_features`, of all these. For n the claim is Eq. (11), which
    is epsilon / 2 for c1 = (2 c log(1 / delta)^2)^2, with a universal c that the paper keeps open.

    Returns
    -------
    n, R : int
        The smallest integers.

    Raises
    ------
    ValueError
        Anything not positive.
    """
    epsilon, norm = check.positive("epsilon", epsilon), check.positive("norm", norm)
    p, c1, c2 = check.positive("p", p), check.positive("c1", c1), check.positive("c2", c2)
    # exact, so that nothing is rounded up twice
    square = Fraction(epsilon) ** 2
    n = Fraction(c1) * Fraction(norm) ** 4 / square
    R = Fraction(c2) * Fraction(p) / square
    return math.ceil(n), math.ceil(R)
