r"""Section 4 and Appendix A: Proposition 2 and the steps of its proof, Eq. (13), (14) and (15).

===========  ================================================================================
``Delta_R``  the random-feature kernel (12) minus the kernel (4)
``gamma``    parameter of the kernel, 1 / (units of the distance)
``R``        number of random features
``p, c``     effective dimension and its constant, N(delta) <= c delta^-p for 0 < delta < 1
             (so c is at least 1)
``epsilon``  the radius of a covering
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

from gramcheck.reference import check

FORMS = ("printed", "corrected")
_LARGEST_LOG = math.log(np.finfo(float).max)


def pointwise_bound(t: float, R: int, form: str = "corrected") -> float:
    r"""Bound on P(abs Delta_R(x, y) >= t) for one pair, Appendix A, Hoeffding's inequality.

    .. math:: 2 e^{-R t^2 / 2} \quad \text{(printed)}, \qquad
              2 e^{-2 R t^2} \quad \text{(corrected)}

    Both hold. The printed form takes the summands phi(x) phi(y) to lie in an interval of length 2,
    but they lie in [0, 1].

    Parameters
    ----------
    t : float
        Positive.
    R : int
        Number of random features, at least 1.
    form : "printed" or "corrected"

    Returns
    -------
    float
        Above 1 where it says nothing.

    Raises
    ------
    ValueError
        As :func:`covering_deviation_bound`.
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
    t, R, size = check.positive("t", t), check.count("R", R), check.count("size", size)
    exponent = 0.5 if check.choice("form", form, FORMS) == "printed" else 2.0
    return _union_bound(2 * math.log(size), exponent * R * t**2)


def perturbation_bound(gamma: float, epsilon: float, form: str = "corrected") -> float:
    r"""Bound on what Delta_R changes by when both points move by at most epsilon, Eq. (14).

    Printed is 6 gamma epsilon. Corrected is 4 gamma epsilon: each phi lies in [0, 1] and changes by
    at most gamma epsilon, so a product of two by 2 gamma epsilon, and so do the kernel and its
    approximation.

    Parameters
    ----------
    gamma : float
        Parameter of the kernel, positive.
    epsilon : float
        In the units of the distance, positive.
    form : "printed" or "corrected"

    Raises
    ------
    ValueError
        ``gamma`` or ``epsilon`` not positive, an unknown form.
    """
    gamma, epsilon = check.positive("gamma", gamma), check.positive("epsilon", epsilon)
    steps = 6 if check.choice("form", form, FORMS) == "printed" else 4
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

    Printed, and corrected:

    .. math::
        P\Bigl( \max_{x, y} |\Delta_R| > t + 6 \gamma \epsilon \Bigr)
        &\le 2 \left( \frac2\epsilon \right)^{2p} e^{-R t^2 / 2} \\
        P\Bigl( \max_{x, y} |\Delta_R| > t + 4 \gamma \epsilon \Bigr)
        &\le 2 \Bigl( \frac{c}{\epsilon^p} \Bigr)^2 e^{-2 R t^2}

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
    t, R, p = check.positive("t", t), check.count("R", R), check.positive("p", p)
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
    t, R = check.positive("t", t), check.count("R", R)
    gamma, p, c = space(gamma, p, c)
    rule = form_of(form, c)
    if rule.limited and t >= rule.steps * gamma:
        raise ValueError(
            f"t must be below {rule.steps} gamma = {rule.steps * gamma:g} for the {form} form, "
            f"got {t!r}"
        )
    return uniform_bound(rule, t, R, gamma, p, c)


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


def uniform_bound(rule: _Form, t: float, R: int, gamma: float, p: float, c: float) -> float:
    """The bound of a form; R may be so large that only the search for it needs it."""
    covering = p * math.log(rule.steps * gamma / t) + (math.log(c) if rule.with_c else 0.0)
    return _union_bound(2 * covering, rule.exponent * R * t**2)


def form_of(form: str, c: float) -> _Form:
    """The form of that name; where it uses c, Assumption 3 wants c at least 1."""
    rule = _UNIFORM_FORMS[check.choice("form", form, _UNIFORM_FORMS)]
    if rule.with_c:
        check.at_least("c", c, 1.0)
    return rule


def space(gamma: float, p: float, c: float) -> tuple[float, float, float]:
    """What a space and its kernel are to the bounds, checked."""
    return (
        check.positive("gamma", gamma),
        check.positive("p", p),
        check.at_least("c", c, check.SMALLEST),
    )


def _union_bound(log_pairs: float, exponent: float) -> float:
    """2 pairs exp(-exponent), from the logarithm of the number of pairs."""
    logarithm = math.log(2) + log_pairs - exponent
    return math.exp(logarithm) if logarithm < _LARGEST_LOG else math.inf
