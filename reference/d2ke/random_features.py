r"""Section 4, "Random Feature Approximation", and Appendix A: how many features are enough.

===========  ================================================================================
``Delta_R``  the random-feature kernel (12) minus the kernel (4)
``gamma``    parameter of the kernel, 1 / (units of the distance)
``R``        number of random features
``p, c``     effective dimension and its constant, N(delta) <= c delta^-p for 0 < delta < 1
             (so c is at least 1)
``epsilon``  the accuracy wanted, or the radius of a covering; ``delta`` a probability
===========  ================================================================================

The proof of Proposition 2 bounds Delta_R on a covering, Eq. (13), and bounds how far it can move
between a point and its center, Eq. (14); together they give Eq. (15), and its radius
epsilon = t / (6 gamma) gives the proposition. Where a statement of the paper is wrong or loose,
``form="printed"`` is what it says and ``form="corrected"`` repairs it; Proposition 2 also has the
``"tight"`` form that follows when no step of the argument is wasted.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines import ranges
from gramcheck.reference.types import Array

_PRINTED = ("printed", "corrected")
_ROUNDING = 1e-12  # of kernel values, which are at most 1
_LARGEST_LOG = math.log(np.finfo(float).max)


def random_feature_variance(
    kernel_at_two_gamma: ArrayLike, kernel_at_gamma: ArrayLike, R: int
) -> Array:
    r"""Exact variance of the random-feature kernel (12), sharper than any bound of Section 4.

    The square of phi_w(x) phi_w(y) at gamma is the same product at 2 gamma, so

    .. math:: \mathrm{Var}\, \tilde k_R(x, y) = \frac{k_{2\gamma}(x, y) - k_\gamma(x, y)^2}{R} .

    Parameters
    ----------
    kernel_at_two_gamma, kernel_at_gamma : (...)
        The exact kernel (4) at both, of one shape, in [0, 1].
    R : int
        At least 1.

    Raises
    ------
    ValueError
        Values outside [0, 1] by more than rounding, shapes that differ, a negative variance (by
        Jensen's inequality not from one kernel; what rounding makes negative is returned as 0).
    """
    second = check.real("kernel_at_two_gamma", kernel_at_two_gamma)
    first = check.real("kernel_at_gamma", kernel_at_gamma, shape=second.shape)
    R = ranges.count("R", R)
    for name, values in (("kernel_at_two_gamma", second), ("kernel_at_gamma", first)):
        low, high = float(values.min()), float(values.max())
        if low < 0 or high > 1 + _ROUNDING:
            raise ValueError(f"{name} must lie in [0, 1], got {low!r} to {high!r}")
    variance = np.minimum(second, 1.0) - np.minimum(first, 1.0) ** 2
    if variance.min() < -_ROUNDING:
        raise ValueError(
            f"kernel_at_two_gamma must be at least kernel_at_gamma squared, got "
            f"a difference of {float(variance.min())!r}"
        )
    return np.maximum(variance, 0.0) / R


def pointwise_bound(t: float, R: int, form: str = "corrected") -> float:
    r"""Bound on P(abs Delta_R(x, y) >= t) for one pair, the first step of Proposition 2's proof.

    Hoeffding's inequality. ``form="printed"``: 2 exp(-R t^2 / 2), from abs Delta <= 1, that is
    summands in an interval of length 2. ``form="corrected"``: 2 exp(-2 R t^2), as the summands
    phi(x) phi(y) lie in [0, 1]. Both hold.

    Parameters
    ----------
    t : float
        Positive.
    R : int
        At least 1.

    Returns
    -------
    float
        Above 1 where it says nothing.
    """
    return covering_deviation_bound(t, R, 1, form)


def covering_deviation_bound(t: float, R: int, size: int, form: str = "corrected") -> float:
    r"""Bound on P(max abs Delta_R > t) over all pairs of a covering E, Eq. (13).

    .. math:: 2 |E|^2 e^{-R t^2 / 2} \quad \text{(printed)}, \qquad
              2 |E|^2 e^{-2 R t^2} \quad \text{(corrected)}

    The union bound over :func:`pointwise_bound`. Both forms hold; the corrected one uses that the
    summands lie in [0, 1].

    Parameters
    ----------
    t : float
        Positive.
    R : int
        Number of random features, at least 1.
    size : int
        Number of points of the covering, at least 1.
    form : "printed" or "corrected"

    Returns
    -------
    float
        Above 1 where it says nothing; inf where it overflows.

    Raises
    ------
    ValueError
        Anything out of range, an unknown form.
    """
    t, R, size = check.moderate("t", t), ranges.count("R", R), ranges.count("size", size)
    exponent = 0.5 if check.choice("form", form, _PRINTED) == "printed" else 2.0
    return _union_bound(2 * math.log(size), exponent * R * t**2)


def perturbation_bound(gamma: float, epsilon: float, form: str = "corrected") -> float:
    r"""Bound on what Delta_R changes by when both points move by at most epsilon, Eq. (14).

    Printed is 6 gamma epsilon. Corrected is 4 gamma epsilon: each phi lies in [0, 1] and changes by
    at most gamma epsilon, so a product of two by 2 gamma epsilon, and so do the kernel and its
    approximation.

    Raises
    ------
    ValueError
        ``gamma`` or ``epsilon`` not positive, an unknown form.
    """
    gamma, epsilon = check.moderate("gamma", gamma), check.moderate("epsilon", epsilon)
    steps = 6 if check.choice("form", form, _PRINTED) == "printed" else 4
    return steps * gamma * epsilon


def deviation_bound(
    t: float,
    R: int,
    gamma: float,
    p: float,
    epsilon: float,
    c: float | None = None,
    form: str = "corrected",
) -> tuple[float, float]:
    r"""A threshold and a bound on the probability that abs Delta_R exceeds it anywhere, Eq. (15).

    .. math::
        P\Bigl( \max_{x, y} |\Delta_R| > t + 6 \gamma \epsilon \Bigr)
        &\le 2 \left( \frac2\epsilon \right)^{2p} e^{-R t^2 / 2} && \text{(printed)} \\
        P\Bigl( \max_{x, y} |\Delta_R| > t + 4 \gamma \epsilon \Bigr)
        &\le 2 \Bigl( \frac{c}{\epsilon^p} \Bigr)^2 e^{-2 R t^2} && \text{(corrected)}

    It is Eq. (13) for a covering of the size that Assumption 3 promises, and Eq. (14). Printed, the
    constant c of the assumption has become 2^p, which is false, and the maximum runs over the
    covering only.

    Parameters
    ----------
    t : float
        Positive.
    R : int
        Number of random features, at least 1.
    gamma, p : float
        Positive.
    epsilon : float
        Radius of the covering, positive; below 1 in the corrected form, as Assumption 3 wants it.
    c : float, optional
        At least 1; needed by the corrected form, and not used by the printed one.
    form : "printed" or "corrected"

    Returns
    -------
    threshold, probability : float
        The probability is above 1 where it says nothing, and inf where it overflows.

    Raises
    ------
    ValueError
        Anything out of range, ``c`` missing where it is needed, an unknown form.
    """
    t, R, p = check.moderate("t", t), ranges.count("R", R), check.moderate("p", p)
    threshold = t + perturbation_bound(gamma, epsilon, form)
    if form == "printed":
        return threshold, _union_bound(2 * p * math.log(2 / epsilon), R * t**2 / 2)
    if c is None:
        raise ValueError("c must be given for the corrected form, got None")
    if epsilon >= 1:
        raise ValueError(f"epsilon must be below 1 for the corrected form, got {epsilon!r}")
    c = check.at_least("c", c, 1.0)
    return threshold, _union_bound(2 * (math.log(c) - p * math.log(epsilon)), 2 * R * t**2)


def uniform_convergence_bound(
    t: float, R: int, gamma: float, p: float, c: float, form: str = "corrected"
) -> float:
    r"""Bound on P(max over x, y of abs Delta_R > 2t), Proposition 2.

    ==============  ===================================================  =================
    form            bound                                                for
    ==============  ===================================================  =================
    ``printed``     2 (12 gamma / t)^(2p) exp(-R t^2 / 2)                any t
    ``corrected``   2 c^2 (6 gamma / t)^(2p) exp(-R t^2 / 2)             t < 6 gamma
    ``tight``       2 c^2 (4 gamma / t)^(2p) exp(-2 R t^2)               t < 4 gamma
    ==============  ===================================================  =================

    The printed form puts 2^p in the place of c, which is false, and leaves out the range in
    which Assumption 3 bounds the covering number. The tight form is the paper's proof with its
    two constants done well, for a metric:

    1. Cover. Let E be an eps-cover of the space, eps < 1, so abs E <= c eps^-p. For x, y take
       x', y' in E within eps.
    2. Lipschitz step. phi_w(x) phi_w(y) = exp(-gamma (d(x, w) + d(y, w))), the exponential is
       gamma-Lipschitz on [0, inf), and by the triangle inequality the sum of the distances moves
       by at most 2 eps. So each product moves by at most 2 gamma eps (the paper: 3), and with it
       the kernel (4), a mean over p, and the kernel (12), a mean over the sample:
       abs(Delta(x, y) - Delta(x', y')) <= 4 gamma eps (the paper: 6).
    3. Choose eps = t / (4 gamma), below 1 for t < 4 gamma: if abs Delta > 2t anywhere, then
       abs Delta > t at some pair of E.
    4. Hoeffding for summands in [0, 1], once for each of the (abs E)^2 pairs:
       (c eps^-p)^2 times 2 exp(-2 R t^2).

    Parameters
    ----------
    t : float
        Half the deviation, positive.
    R : int
        Number of random features, at least 1.
    gamma, p, c : float
        Positive; ``c`` at least 1, as any covering number is, but for the printed form, which it
        does not enter.
    form : "printed", "corrected" or "tight"

    Returns
    -------
    float
        Above 1 where it says nothing; inf where it overflows.

    Raises
    ------
    ValueError
        ``t`` beyond the form's range, anything not positive, ``c`` below 1, an unknown form.
    """
    t, R = check.moderate("t", t), ranges.count("R", R)
    gamma, p, c = _space(gamma, p, c)
    rule = _rule(form, c)
    if rule.limited and t >= rule.steps * gamma:
        raise ValueError(
            f"t must be below {rule.steps} gamma = {rule.steps * gamma:g} for the {form} form, "
            f"got {t!r}"
        )
    return _uniform_bound(rule, t, R, gamma, p, c)


def n_features_needed(
    epsilon: float, delta: float, gamma: float, p: float, c: float, form: str = "corrected"
) -> int:
    """Smallest R whose bound on P(max abs Delta_R > epsilon) is at most delta, Proposition 2.

    :func:`uniform_convergence_bound` with 2t = epsilon, decreasing in R: bisection on integers.

    Parameters
    ----------
    epsilon : float
        Positive; below 12 gamma for the corrected form, 8 gamma for the tight one.
    delta : float
        In (0, 1).
    gamma, p, c, form
        As there.

    Raises
    ------
    ValueError
        As there; ``delta`` not in (0, 1), ``epsilon`` beyond the form's range or so small that
        its half is 0.
    """
    epsilon = check.moderate("epsilon", epsilon)
    return _smallest_R("epsilon", epsilon, delta, gamma, p, c, form)


def corollary_1_features(
    epsilon: float,
    delta: float,
    gamma: float,
    p: float,
    c: float,
    loss_lipschitz: float,
    coefficients: float,
    form: str = "corrected",
) -> int:
    r"""R for which the empirical risks of Corollary 1 differ by at most epsilon.

    The proof wants max abs Delta_R <= epsilon / (M A), with M the Lipschitz constant of the loss
    and A a bound on ||alpha||_1 / n, hence :func:`n_features_needed` there. (The proof's appeal to
    the optimality of alpha-tilde fails for a norm ball that changes with the kernel; it holds for
    a fixed set of coefficients.) A is no constant: with mu near 1 / sqrt(n) it grows like sqrt(n).

    Parameters
    ----------
    epsilon, delta, gamma, p, c, form
        As in :func:`n_features_needed`.
    loss_lipschitz, coefficients : float
        M and A, positive.
    """
    epsilon = check.moderate("epsilon", epsilon)
    M = check.moderate("loss_lipschitz", loss_lipschitz)
    A = check.moderate("coefficients", coefficients)
    name = "epsilon / (loss_lipschitz coefficients)"
    return _smallest_R(name, check.moderate(name, epsilon / (M * A)), delta, gamma, p, c, form)


def n_features_order(
    epsilon: float,
    delta: float,
    gamma: float,
    p: float,
    c: float = 1.0,
    loss_lipschitz: float = 1.0,
    coefficients: float = 1.0,
    form: str = "corrected",
) -> float:
    r"""What R is of the order of, without a constant, in Proposition 2 and Corollary 1.

    With M and A of :func:`corollary_1_features` (1 for the proposition), printed:

    .. math:: \frac{p M^2 A^2}{\epsilon^2} \log\frac{\gamma}{\epsilon}
              + \frac{M^2 A^2}{\epsilon^2} \log\frac1\delta ,

    which is negative for small gamma. Corrected, with e = epsilon / (M A):
    (1 / e^2) (p max(0, log(c^(1/p) gamma / e)) + log(1 / delta)). The paper's Omega (at least of
    this order) means O (this many suffice). An order has no unit to refuse: any c > 0 is taken.
    """
    epsilon, delta = check.moderate("epsilon", epsilon), check.within("delta", delta, 0, 1)
    gamma, p, c = _space(gamma, p, c)
    M = check.moderate("loss_lipschitz", loss_lipschitz)
    A = check.moderate("coefficients", coefficients)
    covering = p * (math.log(gamma) - math.log(epsilon))
    if check.choice("form", form, ("printed", "corrected")) == "corrected":
        covering = max(0.0, math.log(c) + covering + p * (math.log(M) + math.log(A)))
    accuracy = check.moderate("epsilon / (loss_lipschitz coefficients)", epsilon / (M * A))
    return (covering - math.log(delta)) / accuracy**2


def _smallest_R(
    name: str, accuracy: float, delta: float, gamma: float, p: float, c: float, form: str
) -> int:
    """Bisection for :func:`n_features_needed`; ``name`` is what errors call the accuracy."""
    delta = check.within("delta", delta, 0, 1)
    gamma, p, c = _space(gamma, p, c)
    rule, t = _rule(form, c), accuracy / 2
    if rule.limited and t >= rule.steps * gamma:
        raise ValueError(
            f"{name} must be below {2 * rule.steps} gamma = {2 * rule.steps * gamma:g} for the "
            f"{form} form, got {accuracy!r}"
        )
    high = 1
    while _uniform_bound(rule, t, high, gamma, p, c) > delta:
        high *= 2
    low = high // 2  # the bound fails here (for 0 by convention)
    while high - low > 1:
        middle = (low + high) // 2
        if _uniform_bound(rule, t, middle, gamma, p, c) > delta:
            low = middle
        else:
            high = middle
    return high


class _Form(NamedTuple):
    """2 c^(2 if with_c) (steps gamma / t)^(2p) exp(-exponent R t^2)."""

    steps: float
    exponent: float
    with_c: bool
    limited: bool  # whether t < steps * gamma is needed


_UNIFORM_FORMS = {
    "printed": _Form(12, 0.5, with_c=False, limited=False),
    "corrected": _Form(6, 0.5, with_c=True, limited=True),
    "tight": _Form(4, 2.0, with_c=True, limited=True),
}


def _uniform_bound(rule: _Form, t: float, R: int, gamma: float, p: float, c: float) -> float:
    covering = p * math.log(rule.steps * gamma / t) + (math.log(c) if rule.with_c else 0.0)
    return _union_bound(2 * covering, rule.exponent * R * t**2)


def _union_bound(log_pairs: float, exponent: float) -> float:
    """2 pairs exp(-exponent), from the logarithm of the number of pairs."""
    logarithm = math.log(2) + log_pairs - exponent
    return math.exp(logarithm) if logarithm < _LARGEST_LOG else math.inf


def _rule(form: str, c: float) -> _Form:
    """The form of that name; where it uses c, Assumption 3 wants c at least 1."""
    rule = _UNIFORM_FORMS[check.choice("form", form, _UNIFORM_FORMS)]
    if rule.with_c:
        check.at_least("c", c, 1.0)
    return rule


def _space(gamma: float, p: float, c: float) -> tuple[float, float, float]:
    return check.moderate("gamma", gamma), check.moderate("p", p), check.positive("c", c)
