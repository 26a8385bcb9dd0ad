r"""Section 2.2: the risk of the k-nearest-neighbor estimate, Theorem 1 and Eq. (3).

The k-nearest-neighbor estimate from n objects has by Theorem 1 a mean squared error of at most

.. math:: \frac{\sigma^2}{k} + c L^2 \left( \frac kn \right)^{2/p}

with sigma the standard deviation of the noise, L the constant of Eq. (1), p the effective dimension
and "some constant c", and therefore, at the best k, by Eq. (3)

.. math:: c_2 \, \sigma^{\frac{4}{p+2}} L^{\frac{2p}{2+p}} (1 / n)^{\frac{2}{2+p}} .

So printed, both are false for p < 2. Take f(x) = x, sigma = 0, k = 1 and masses 2^-j at points with
gaps near j^-2: the error times n^2 is unbounded, where p = 1 promises O(n^-2). Nor is the mean over
x alone, as the paper has it; it must be over the training set as well. ``form="corrected"`` is the
same bound with p' for p and C for c, where

.. math:: p' = p, \; C = \frac{4p}{p - 2} \left( \frac{2c}{e} \right)^{2/p} \; (p > 2)
          \qquad \text{or} \qquad p' = 2, \; C = \frac{16 c}{(2 - p) e} \; (p < 2)

and (p, c) are those of Assumption 3. It holds for k = 1, ..., n in a space of diameter 2 at most;
in a larger one, L times half the diameter takes the place of L. The proof is at the end of this
module. At p = 2 both constants are infinite, but a space of dimension p also has every larger one,
with the same c, so that a p slightly above 2 can be given.
"""

from __future__ import annotations

import math

import numpy as np

from gramcheck.reference import check

_FORMS = ("printed", "corrected")


@np.errstate(over="ignore")
def knn_risk_bound(
    k: float, n: int, sigma: float, lipschitz: float, p: float, c: float, form: str = "corrected"
) -> float:
    r"""Bound sigma^2 / k + c L^2 (k/n)^(2/p) on the error of the k-NN estimate, Theorem 1.

    Parameters
    ----------
    k : float
        Neighbors, positive; any real, so that the bound can be minimized over it.
    n : int
        Training objects.
    sigma : float
        Bound on the noise's standard deviation, nonnegative.
    lipschitz : float
        L of Eq. (1), nonnegative.
    p, c : float
        Effective dimension, and its constant in Assumption 3 (corrected: c at least 1, p not 2) or
        the theorem's own constant (printed).
    form : "printed" or "corrected"
        The formula as it stands, false for p < 2; or with the p' and C of this module, a theorem.

    Returns
    -------
    float
        In the squared units of f.

    Raises
    ------
    ValueError
        Anything out of range, an unknown form.
    """
    k, n = check.positive("k", k), check.count("n", n)
    sigma = check.nonnegative("sigma", sigma)
    lipschitz = check.nonnegative("lipschitz", lipschitz)
    p, c = _dimension_and_constant(p, c, form)
    # squared last, so that it is inf only where the bound is
    bias = (math.sqrt(c) * lipschitz * np.float64(k / n) ** (1 / p)) ** 2 if lipschitz else 0.0
    return float(sigma**2 / k + bias)


def optimal_k(
    n: int, sigma: float, lipschitz: float, p: float, c: float, form: str = "corrected"
) -> float:
    r"""The k that minimizes Theorem 1's bound, a real number that may leave [1, n].

    The derivative in k vanishes where c L^2 (k/n)^{2/p} = p sigma^2 / (2 k), that is at

    .. math:: k = \left( \frac{p \, \sigma^2}{2 c L^2} \right)^{\frac{p}{p+2}} n^{\frac{2}{p+2}} .

    Parameters and errors are those of :func:`knn_risk_bound`; ``sigma`` and ``lipschitz`` are
    positive.
    """
    n = check.count("n", n)
    sigma = check.positive("sigma", sigma)
    lipschitz = check.positive("lipschitz", lipschitz)
    p, c = _dimension_and_constant(p, c, form)
    e = p / (p + 2)
    # the root of the first factor, which may leave float64 where the product does not
    root = (math.sqrt(p / (2 * c)) * (sigma / lipschitz)) ** e
    return root * n ** (2 / (p + 2)) * root


def knn_rate_constant(p: float, c: float, form: str = "corrected") -> float:
    r"""The c_2 of Eq. (3) that belongs to the p and c of :func:`knn_risk_bound`.

    At :func:`optimal_k` the second term is p/2 times the first, so that the bound is

    .. math:: \left( 1 + \frac p2 \right) \frac{\sigma^2}{k}
              = \left( 1 + \frac p2 \right) \left( \frac{2c}{p} \right)^{\frac{p}{p+2}}
                \sigma^{\frac{4}{p+2}} L^{\frac{2p}{p+2}} n^{-\frac{2}{p+2}} .

    That is the printed form, for a real k. The corrected form, with p' and C, is 2^{2/p'} times
    that: an integer is at most twice the optimal k >= 1, whereby the second term grows by that
    factor and the first does not. Parameters and errors are those of :func:`knn_risk_bound`.
    """
    p, c = _dimension_and_constant(p, c, form)
    rounding = 1.0 if form == "printed" else 2 ** (2 / p)
    return rounding * (1 + p / 2) * (2 * c / p) ** (p / (p + 2))


@np.errstate(over="ignore")
def knn_rate(
    n: int, sigma: float, lipschitz: float, p: float, c2: float = 1, form: str = "corrected"
) -> float:
    r"""Rate of the k-NN estimate at the best k, Eq. (3), with the p and p' of this module.

    With ``c2`` of :func:`knn_rate_constant` the corrected form bounds the risk at the best integer
    k as long as :func:`optimal_k` lies in [1, n]. The paper leaves this condition out: without
    noise k is 0, and so is the rate, but not the risk.

    Parameters, result and errors are those of :func:`knn_risk_bound`; ``sigma`` and ``c2`` are
    positive.
    """
    n = check.count("n", n)
    sigma = check.positive("sigma", sigma)
    lipschitz = check.nonnegative("lipschitz", lipschitz)
    p, c2 = _dimension(p, form), check.positive("c2", c2)
    e = 2 / (2 + p)
    return float(c2 * np.float64(sigma) ** (2 * e) * lipschitz ** (p * e) * (1 / n) ** e)


def _dimension(p: float, form: str) -> float:
    """The p of a form, which is p' in the corrected one."""
    p = check.positive("p", p)
    if check.choice("form", form, _FORMS) == "printed":
        return p
    if p == 2:
        raise ValueError(
            f"p must not be 2 for the corrected form (one slightly above is allowed), got {p!r}"
        )
    return max(p, 2.0)


def _dimension_and_constant(p: float, c: float, form: str) -> tuple[float, float]:
    r"""The p and the constant of a form: p and c as printed, p' and C as corrected.

    Proof of the corrected form. Training objects and x are drawn alike; the noise has mean 0 and is
    uncorrelated given the objects, so that its share of the risk is sigma^2 / k.

    1. Cut the space into N(delta) cells, each within delta of a center. The nearest of m draws is
       farther than 2 delta from x only if none of them falls into the cell of x. Over x, this has
       the probability sum P (1 - P)^m <= N(delta) / (em) <= q delta^-p at most, with q = c / (em).
    2. Hence E d^2 is at most the integral over 0 < t < 4 of min(1, q (4 / t)^(p/2)), which is at
       most (4 p / (p - 2)) q^(2/p) for p > 2, and 8 q / (2 - p) for p < 2.
    3. Cut the training set into k parts of m >= n / (2k) objects. The k nearest together are no
       farther than the nearest of each part, and the squared bias is at most L^2 times the mean of
       their d^2.
    """
    dimension, c = _dimension(p, form), check.positive("c", c)
    if form == "printed":
        return dimension, c
    check.at_least("c", c, 1.0)
    if p < 2:
        return dimension, 16 * c / ((2 - p) * math.e)
    return dimension, 4 * p / (p - 2) * (2 * c / math.e) ** (2 / p)
