"""Section 4: random feature approximation, its variance, and how many features are enough.

===========  ================================================================================
``gamma``    parameter of the kernel, 1 / (units of the distance)
``R``        number of random features
``p, c``     effective dimension and its constant, N(delta) <= c delta^-p for 0 < delta < 1
``epsilon``  the accuracy wanted, ``delta`` the probability of missing it
===========  ================================================================================

The numbers follow from Proposition 2, :func:`.uniform_convergence_bound`, and have its forms.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.uniform_convergence import form_of, space, uniform_bound
from gramcheck.reference.types import Array

_ROUNDING = 1e-12  # of kernel values, which are at most 1


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

    Returns
    -------
    (...)
        A number for two numbers.

    Raises
    ------
    ValueError
        Values outside [0, 1] by more than rounding to their type, shapes that differ, a negative
        variance (by Jensen's inequality not from one kernel; what rounding makes negative is
        returned as 0).
    """
    second = check.real("kernel_at_two_gamma", kernel_at_two_gamma)
    first = check.real("kernel_at_gamma", kernel_at_gamma, shape=second.shape)
    R = check.count("R", R)
    rounding = max(_ROUNDING, *map(check.roundings, (kernel_at_two_gamma, kernel_at_gamma)))
    for name, values in (("kernel_at_two_gamma", second), ("kernel_at_gamma", first)):
        low, high = float(values.min()), float(values.max())
        if low < -rounding or high > 1 + rounding:
            raise ValueError(f"{name} must lie in [0, 1], got {low!r} to {high!r}")
    variance = np.clip(second, 0.0, 1.0) - np.clip(first, 0.0, 1.0) ** 2
    if variance.min() < -rounding:
        raise ValueError(
            f"kernel_at_two_gamma must be at least kernel_at_gamma squared, got "
            f"a difference of {float(variance.min())!r}"
        )
    return np.maximum(variance, 0.0) / R


def n_features_needed(
    epsilon: float, delta: float, gamma: float, p: float, c: float, form: str = "corrected"
) -> int:
    """Smallest R whose bound on P(max abs Delta_R > epsilon) is at most delta, Proposition 2.

    :func:`.uniform_convergence_bound` with 2t = epsilon, decreasing in R: bisection on integers.

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
        As there; ``delta`` not in (0, 1), ``epsilon`` beyond the range of the form.
    """
    epsilon = check.positive("epsilon", epsilon)
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

    Raises
    ------
    ValueError
        As :func:`n_features_needed`, for epsilon / (M A) too; ``loss_lipschitz`` or
        ``coefficients`` not positive.
    """
    epsilon = check.positive("epsilon", epsilon)
    M = check.positive("loss_lipschitz", loss_lipschitz)
    A = check.positive("coefficients", coefficients)
    name = "epsilon / (loss_lipschitz coefficients)"
    return _smallest_R(name, check.positive(name, epsilon / (M * A)), delta, gamma, p, c, form)


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

    With M and A of :func:`corollary_1_features`, which are 1 for the proposition, it is as printed

    .. math:: \frac{p M^2 A^2}{\epsilon^2} \log\frac{\gamma}{\epsilon}
              + \frac{M^2 A^2}{\epsilon^2} \log\frac1\delta ,

    which is negative for small gamma. The corrected form, with e = epsilon / (M A), is
    (1 / e^2) (p max(0, log(c^(1/p) gamma / e)) + log(1 / delta)). Where the paper writes Omega, "at
    least of this order", it means O, "this many suffice".

    Parameters
    ----------
    epsilon, delta, gamma, p, loss_lipschitz, coefficients
        As in :func:`corollary_1_features`, but epsilon has no upper end.
    c : float
        Positive: a constant factor does not change an order.
    form : "printed" or "corrected"

    Raises
    ------
    ValueError
        Anything not positive, ``delta`` not in (0, 1), an unknown form.
    """
    epsilon, delta = check.positive("epsilon", epsilon), check.within("delta", delta, 0, 1)
    gamma, p, c = space(gamma, p, c)
    M = check.positive("loss_lipschitz", loss_lipschitz)
    A = check.positive("coefficients", coefficients)
    form = check.choice("form", form, ("printed", "corrected"))
    accuracy = check.positive("epsilon / (loss_lipschitz coefficients)", epsilon / (M * A))
    # logarithms of quotients, as those of numbers of one size would cancel
    covering = p * math.log(gamma / epsilon)
    if form == "corrected":
        covering = max(0.0, math.log(c) + p * math.log(gamma / accuracy))
    return (covering - math.log(delta)) / accuracy**2


def _smallest_R(
    name: str, accuracy: float, delta: float, gamma: float, p: float, c: float, form: str
) -> int:
    """Bisection for :func:`n_features_needed`; ``name`` is what errors call the accuracy."""
    delta = check.within("delta", delta, 0, 1)
    gamma, p, c = space(gamma, p, c)
    rule, t = form_of(form, c), accuracy / 2
    if rule.limited and t >= rule.steps * gamma:
        raise ValueError(
            f"{name} must be below {2 * rule.steps} gamma = {2 * rule.steps * gamma:g} for the "
            f"{form} form, got {accuracy!r}"
        )
    high = 1
    while uniform_bound(rule, t, high, gamma, p, c) > delta:
        high *= 2
    low = high // 2  # the bound fails here (for 0 by convention)
    while high - low > 1:
        middle = (low + high) // 2
        if uniform_bound(rule, t, middle, gamma, p, c) > delta:
            low = middle
        else:
            high = middle
    return high
