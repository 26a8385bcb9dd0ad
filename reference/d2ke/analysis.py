r"""Section 4: risks, Eq. (9) and (10), Proposition 1 and Claim 1.

===============  ==================================================================
``gamma``        parameter of the kernel, 1 / (units of the distance)
``C``, ``norm``  the bound on the norm of f in the kernel's Hilbert space
===============  ==================================================================

Of the three terms of the error the approximation is Eq. (9), the estimation
:mod:`.estimation_error`, and that of random features :mod:`.random_features`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines import balls
from gramcheck.reference.d2ke.engines.losses import pointwise, targets
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.types import Array

_GAP_WANTED = 1e-6  # of a risk minimizer, relative to the risk of f = 0


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
    f = check.real("values", values, ndim=1)
    y = targets(y, len(f), loss, classes=1)
    return float(_distribution(weights, len(f)) @ pointwise(f, y, loss))


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
        largest count as 0, with the eps of its own type.
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
    given, K = K, check.positive_semidefinite("K", K)
    rounding = check.roundings(given)
    C = check.positive("C", C)
    y = targets(y, len(K), loss, classes=1)
    p = _distribution(weights, len(K))
    with np.errstate(over="ignore", invalid="ignore"):  # a run that overflows has no gap
        a, gap = balls.minimize(K, y, C, loss, p, rounding)
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
    return check.positive("gamma", gamma) * check.nonnegative("norm", norm)


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
    epsilon, norm = check.positive("epsilon", epsilon), check.positive("norm", norm)
    p, c1, c2 = check.positive("p", p), check.positive("c1", c1), check.positive("c2", c2)
    # exact, so that nothing is rounded up twice
    square = Fraction(epsilon) ** 2
    n = Fraction(c1) * Fraction(norm) ** 4 / square
    R = Fraction(c2) * Fraction(p) / square
    return math.ceil(n), math.ceil(R)


def _distribution(weights: ArrayLike | None, n: int) -> Array:
    return np.full(n, 1 / n) if weights is None else check.distribution("weights", weights, n)
