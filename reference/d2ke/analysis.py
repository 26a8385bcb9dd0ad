r"""Section 4: risks, Eq. (9) and (10), Proposition 1, the estimation error (11), Claim 1.

===============  ============================================================================
``gamma``        parameter of the kernel, 1 / (units of the distance)
``C``, ``norm``  the bound on the norm of f in the kernel's Hilbert space
``eigenvalues``  of the kernel as an operator on the distribution of x; on a sample, of K / n
``lam``          lambda, a tuning parameter
===============  ============================================================================

The third term of the error, that of random features, is :mod:`.random_features`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines import balls, ranges
from gramcheck.reference.d2ke.engines.losses import pointwise, targets
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.types import Array

_GAP_WANTED = 1e-6  # of a risk minimizer, relative to the risk of f = 0


@dataclass(frozen=True)
class RiskMinimizer:
    """A minimizer of the risk over a ball of the kernel's Hilbert space, Eq. (9) or (10).

    Attributes
    ----------
    coefficients : (n,)
        a, of f = sum_i a_i k(x_i, .).
    values : (n,)
        f(x_i), which is K a.
    risk : float
        The weighted mean loss of f.
    norm : float
        The norm sqrt(a'Ka) of f, at most C up to rounding.
    gap : float
        An upper bound on the risk minus the smallest one, computed from the data and f alone.
    """

    coefficients: Array
    values: Array
    risk: float
    norm: float
    gap: float


def empirical_risk(
    values: ArrayLike, y: ArrayLike, loss: str = "squared", weights: ArrayLike | None = None
) -> float:
    r"""Mean loss of f, the objective of Eq. (10), and of Eq. (9) with ``weights``.

    .. math:: \hat L(f) = \frac1n \sum_i \ell(f(x_i), y_i), \qquad
              L(f) = \mathbb E\, \ell(f(x), y) = \sum_i p_i \, \ell(f(x_i), y_i)

    Parameters
    ----------
    values : (n,)
        The values f(x_i).
    y : (n,)
        Targets for the squared loss, labels -1 and +1 for the others.
    loss : "squared", "logistic", "squared_hinge" or "hinge"
        As in :func:`.fit`.
    weights : (n,), optional
        Probabilities of the n points of a finite space; None for 1/n each.

    Raises
    ------
    ValueError
        Shapes that do not meet, other labels, an unknown loss, weights that are no distribution.
    """
    f = ranges.array("values", check.real("values", values, ndim=1))
    y = targets(y, len(f), loss, classes=1)
    return float(_distribution(weights, len(f)) @ pointwise(f, y, loss))


def risk_minimizer(
    K: ArrayLike,
    y: ArrayLike,
    C: float,
    loss: str = "squared",
    weights: ArrayLike | None = None,
) -> RiskMinimizer:
    r"""The f_C of Eq. (9), with ``weights``, or the f_n of Eq. (10), without.

    .. math:: \min_{f \in \mathcal H} \; \sum_i p_i \, \ell(f(x_i), y_i)
              \quad \text{subject to} \quad \|f\|_{\mathcal H} \le C

    A minimizer lies in the span of the k(x_i, .), where f = sum_i a_i k(x_i, .) has the values K a
    and the squared norm a'Ka. Its gap is by weak duality: for every slope u of the losses, with
    the conjugate l* of l(., y),

    .. math:: \sum_i p_i \, \ell(f(x_i), y_i)
              \ge -\sum_i p_i \, \ell^*(u_i, y_i) - C \, \Bigl\| \sum_i p_i u_i k(x_i, .) \Bigr\|

    Parameters
    ----------
    K : (n, n)
        Kernel matrix, symmetric and positive semidefinite. Eigenvalues below n eps times the
        largest count as 0.
    y : (n,)
        Targets for the squared loss, labels -1 and +1 for the others.
    C : float
        The bound on the norm, positive.
    loss, weights
        As in :func:`empirical_risk`.

    Returns
    -------
    RiskMinimizer

    Raises
    ------
    ValueError
        ``K`` indefinite, shapes that do not meet, ``C`` not positive, and as
        :func:`empirical_risk`.
    ConvergenceError
        The gap is not below 1e-6 times the risk of f = 0: C is so large beside the small
        eigenvalues of K that rounding decides.
    """
    K = ranges.array("K", check.positive_semidefinite("K", K))
    C = check.moderate("C", C)
    y = targets(y, len(K), loss, classes=1)
    p = _distribution(weights, len(K))
    a, gap = balls.minimize(K, y, C, loss, p)
    risk = float(p @ pointwise(K @ a, y, loss))
    wanted = _GAP_WANTED * float(p @ pointwise(np.zeros(len(K)), y, loss))
    if not gap <= wanted:
        raise ConvergenceError(f"risk_minimizer with the {loss} loss", gap, wanted)
    return RiskMinimizer(a, K @ a, risk, math.sqrt(max(float(a @ K @ a), 0.0)), gap)


def lipschitz_bound(gamma: float, norm: float) -> float:
    r"""Lipschitz constant of every f of norm at most C, Proposition 1: L_f = gamma C.

    It needs a metric. The proof holds for the random-feature kernel as well, where f(x) = w' phi(x)
    has the constant gamma ||w||.

    Raises
    ------
    ValueError
        ``gamma`` not positive, ``norm`` negative.
    """
    return check.moderate("gamma", gamma) * ranges.nonnegative("norm", norm)


def kernel_eigenvalues(K: ArrayLike) -> Array:
    """Eigenvalues of the kernel on a sample: those of K / n, largest first, rounding cut at 0.

    Their sum is the mean of k(x, x), at most 1 for the kernel (4).

    Raises
    ------
    ValueError
        ``K`` not symmetric, or indefinite beyond rounding (n eps times the largest).
    """
    K = ranges.array("K", check.symmetric("K", K))
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
    mu, lam = _eigenvalues(eigenvalues), check.moderate("lam", lam)
    return float((mu / (mu + lam)).sum())


def effective_degrees_bound(lam: float, trace: float = 1.0) -> float:
    """Kernel-independent bound D_lambda <= trace / lambda; the trace is at most 1 here.

    Each term is mu / (mu + lambda) <= mu / lambda, and the mu sum to the mean of k(x, x) <= 1.

    Raises
    ------
    ValueError
        ``lam`` or ``trace`` not positive.
    """
    return check.moderate("trace", trace) / check.moderate("lam", lam)


def smallest_lambda(eigenvalues: ArrayLike, n: int) -> float:
    """Smallest lambda with lambda >= D_lambda / n, the condition before Eq. (11).

    At most sqrt(trace / n), by :func:`effective_degrees_bound`; 0 when all eigenvalues are.

    Raises
    ------
    ValueError
        A negative eigenvalue, ``n`` below 1.
    """
    n, mu = ranges.count("n", n), _eigenvalues(eigenvalues)
    total, largest = float(mu.sum()), float(mu.max())
    if total == 0:
        return 0.0
    # n lambda - D_lambda increases. D is between T / (m + lambda) and T / lambda, with T the sum
    # and m the largest, so the root is between those of n lambda (m + lambda) = T, n lambda^2 = T
    right = math.sqrt(total / n)
    left = 2 * total / n / (largest + math.hypot(largest, 2 * right))

    def excess(lam: float) -> float:
        return lam - float((mu / (mu + lam)).sum()) / n

    return float(brentq(excess, 0.99 * left, 1.01 * right, xtol=1e-14 * left))


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
    n, delta = ranges.count("n", n), check.within("delta", delta, 0, 1)
    norm, c = ranges.nonnegative("norm", norm), check.moderate("c", c)
    lam = 1 / math.sqrt(n) if lam is None else check.moderate("lam", lam)
    return c * math.log(1 / delta) ** 2 * norm**2 * lam


def claim_1_sizes(epsilon: float, norm: float, p: float, c1: float, c2: float) -> tuple[int, int]:
    """Sample sizes of Claim 1: n >= c1 C^4 / epsilon^2 and R >= c2 p / epsilon^2.

    They hold up to logarithms of 1 / epsilon and 1 / delta. The paper calls c1 and c2 absolute,
    which c2 is not: the R that is enough depends on gamma, delta, the c of Assumption 3, and
    M^2 A^2, where A grows with n. :func:`.corollary_1_features` is the corrected form, of all these
    arguments. For n the claim is Eq. (11), which is epsilon / 2 for
    c1 = (2 c log(1 / delta)^2)^2, with a universal c that the paper leaves open.

    Returns
    -------
    n, R : int
        The smallest integers.

    Raises
    ------
    ValueError
        Anything not positive.
    """
    epsilon, norm = check.moderate("epsilon", epsilon), check.moderate("norm", norm)
    p, c1, c2 = check.moderate("p", p), check.moderate("c1", c1), check.moderate("c2", c2)
    # exact, so that nothing is rounded up twice
    square = Fraction(epsilon) ** 2
    n = Fraction(c1) * Fraction(norm) ** 4 / square
    R = Fraction(c2) * Fraction(p) / square
    return math.ceil(n), math.ceil(R)


def _distribution(weights: ArrayLike | None, n: int) -> Array:
    return np.full(n, 1 / n) if weights is None else check.distribution("weights", weights, n)


def _eigenvalues(values: ArrayLike) -> Array:
    mu = ranges.array("eigenvalues", check.real("eigenvalues", values, ndim=1))
    if mu.min() < 0:
        raise ValueError(f"eigenvalues must be nonnegative, got {float(mu.min())!r}")
    return mu
