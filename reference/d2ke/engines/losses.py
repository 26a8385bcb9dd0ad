r"""The losses of Algorithm 1, step 3, and the certificate of a minimizer.

The squared loss is (f - y)^2. Each other loss is a convex function l(m) of the margin m = y f,
with y -1 or +1. Its dual variable is alpha = -l'(m) >= 0, and its conjugate
l*(u) = sup_m (u m - l(m)) is needed at u = -alpha:

===============  =====================  ===================  ====================================
loss             l(m)                   alpha                l*(-alpha)
===============  =====================  ===================  ====================================
hinge            max(0, 1 - m)          in [0, 1]            -alpha
squared_hinge    max(0, 1 - m)^2        2 max(0, 1 - m)      -alpha + alpha^2 / 4
logistic         log(1 + exp(-m))       1 / (1 + exp(m))     alpha log alpha
                                                             + (1 - alpha) log(1 - alpha)
===============  =====================  ===================  ====================================
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.types import Array

_GAP_WANTED = 1e-9  # certified distance to the smallest objective, relative to the objective


class MarginLoss(NamedTuple):
    """A loss of the margin; ``curvature`` is a generalized second derivative."""

    value: Callable[[Array], Array]
    dual: Callable[[Array], Array]
    curvature: Callable[[Array], Array]
    conjugate: Callable[[Array], Array]


MARGIN_LOSSES = {
    "logistic": MarginLoss(
        value=lambda m: np.logaddexp(0.0, -m),
        dual=lambda m: sp.special.expit(-m),
        curvature=lambda m: sp.special.expit(m) * sp.special.expit(-m),
        conjugate=lambda alpha: (
            sp.special.xlogy(alpha, alpha) + sp.special.xlog1py(1 - alpha, -alpha)
        ),
    ),
    "squared_hinge": MarginLoss(
        value=lambda m: np.maximum(0.0, 1 - m) ** 2,
        dual=lambda m: 2 * np.maximum(0.0, 1 - m),
        curvature=lambda m: np.where(m < 1, 2.0, 0.0),
        conjugate=lambda alpha: alpha**2 / 4 - alpha,
    ),
    "hinge": MarginLoss(
        value=lambda m: np.maximum(0.0, 1 - m),
        dual=lambda m: np.where(m < 1, 1.0, 0.0),
        curvature=np.zeros_like,
        conjugate=lambda alpha: -alpha,
    ),
}

LOSSES = ("squared", *MARGIN_LOSSES)


def targets(y: ArrayLike, n: int, loss: str, classes: int) -> Array:
    """The y of a loss: real numbers for the squared one, labels of so many classes for others."""
    if check.choice("loss", loss, LOSSES) == "squared":
        return check.real("y", y, shape=(n,))
    return check.signs("y", y, n, classes)


def pointwise(f: Array, y: Array, loss: str) -> Array:
    """l(f_i, y_i)."""
    return (f - y) ** 2 if loss == "squared" else MARGIN_LOSSES[loss].value(y * f)


def margins(phi: Array, y: Array, w: Array, b: float) -> Array:
    """y_i (w' phi_i + b)."""
    return y * (phi @ w + b)


def signed(phi: Array, y: Array, intercept: bool) -> Array:
    """Rows y_i (phi_i, 1), whose products with (w, b) are the margins."""
    n, R = phi.shape
    A = np.empty((n, R + intercept))
    np.multiply(y[:, None], phi, out=A[:, :R])
    A[:, R:] = y[:, None]
    return A


def duality_gap(
    phi: Array, y: Array, w: Array, b: float, alpha: Array, mu: float, loss: str, intercept: bool
) -> float:
    r"""Upper bound on P(w, b) - min P, where P is the objective of Algorithm 1 step 3.

    For every alpha in the domain of the conjugate, with sum_i alpha_i y_i = 0 when there is an
    intercept, weak duality reads min P >= D(alpha), where with v = (1/n) sum_i alpha_i y_i phi_i

    .. math:: P(w, b) = \frac1n \sum_i l(m_i) + \frac\mu2 \|w\|^2, \qquad
              D(\alpha) = -\frac1n \sum_i l^*(-\alpha_i) - \frac{1}{2\mu} \|v\|^2 .

    As (1/n) sum_i alpha_i m_i = w'v (+ b times 0), the gap is a sum of nonnegative terms,

    .. math:: P - D = \frac1n \sum_i \left[ l(m_i) + l^*(-\alpha_i) + \alpha_i m_i \right]
              + \frac{1}{2\mu} \| \mu w - v \|^2 ,

    which loses nothing to cancellation. With alpha_i = -l'(m_i) the bracket vanishes and what is
    left is ||gradient||^2 / (2 mu), the bound that mu-strong convexity gives.

    An alpha that misses the constraint by rounding is repaired: the class with the larger sum is
    scaled down to the other, which stays in every domain above.
    """
    alpha = balanced(alpha, y) if intercept else alpha
    m = margins(phi, y, w, b)
    terms = MARGIN_LOSSES[loss]
    fenchel = terms.value(m) + terms.conjugate(alpha) + alpha * m
    # divided first: the square of a small gradient may be 0 where its share of mu is not
    gradient = (mu * w - (alpha * y) @ phi / len(y)) / np.sqrt(2 * mu)
    return float(max(fenchel.mean(), 0.0) + gradient @ gradient)


def balanced(alpha: Array, y: Array) -> Array:
    """Alpha with the heavier class scaled down, so that sum_i alpha_i y_i = 0."""
    positive = alpha[y > 0].sum()
    negative = alpha[y < 0].sum()
    if positive > negative:
        return np.where(y > 0, alpha * (negative / positive), alpha)
    if negative > positive:
        return np.where(y < 0, alpha * (positive / negative), alpha)
    return alpha


def certify(loss: str, gap: float, reached: float) -> None:
    """Refuse a result whose objective is not certainly the smallest, up to 1e-9."""
    if not gap <= _GAP_WANTED * reached < np.inf:
        raise ConvergenceError(f"fit with the {loss} loss", gap, _GAP_WANTED * reached)
