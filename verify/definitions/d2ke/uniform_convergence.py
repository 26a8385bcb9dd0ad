"""D2KE, Proposition 2, Eqs. (13)-(15) and Corollary 1: bounds and numbers of features.

The corrections are derived at :func:`uniform_convergence_bound`.
"""

from decimal import Decimal
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number, decimal, exact

__all__ = [
    "corollary_1_features",
    "covering_deviation_bound",
    "deviation_bound",
    "n_features_needed",
    "n_features_order",
    "perturbation_bound",
    "pointwise_bound",
    "uniform_convergence_bound",
]

# Hoeffding's inequality for a mean of R terms in an interval of length b is 2 exp(-2 R t^2 / b^2).
# The paper has b = 2, as for terms in [-1, 1]; phi(x) phi(y) lies in [0, 1], so that b = 1.
EXPONENTS = {"printed": Decimal(1) / 2, "corrected": Decimal(2)}
# how far the difference of k and its approximation moves, in gamma epsilon: in the paper each of
# them by 3; it is 2, see uniform_convergence_bound
STEPS = {"printed": 6, "corrected": 4}


def pointwise_bound(t: Number, R: int, form: str = "corrected") -> float:
    """Proof of Proposition 2, first display: P(|Delta_R(x, y)| >= t) for one pair."""
    with exact():
        return float(2 * (-EXPONENTS[form] * R * decimal(t) ** 2).exp())


def covering_deviation_bound(t: Number, R: int, size: Number, form: str = "corrected") -> float:
    """Eq. (13): 2 |E|^2 exp(-R t^2 / 2), on P(max over a cover of |Delta_R| > t)."""
    with exact():
        return float(2 * decimal(size) ** 2 * (-EXPONENTS[form] * R * decimal(t) ** 2).exp())


def perturbation_bound(gamma: Number, epsilon: Number, form: str = "corrected") -> float:
    """Eq. (14): 6 gamma epsilon, for k and its approximation 3 each. Corrected: 2 each."""
    return float(STEPS[form] * Fraction(gamma) * Fraction(epsilon))


def deviation_bound(
    t: Number,
    R: int,
    gamma: Number,
    p: Number,
    epsilon: Number,
    c: Number | None = None,
    form: str = "corrected",
) -> tuple[float, float]:
    """Eq. (15): P(max |Delta_R| > t + 6 gamma epsilon) <= 2 (2 / epsilon)^(2p) exp(-R t^2 / 2).

    Corrected: t + 4 gamma epsilon, and (13) with the c epsilon^(-p) points of Assumption 3.
    """
    with exact():
        threshold = Fraction(t) + STEPS[form] * Fraction(gamma) * Fraction(epsilon)
        e, p = decimal(epsilon), decimal(p)
        size = (2 / e) ** p if form == "printed" else decimal(c) * e**-p
        return float(threshold), covering_deviation_bound(t, R, size, form)


def _uniform(t: Number, R: int, gamma: Number, p: Number, c: Number, form: str) -> Decimal:
    t, gamma, p, c = map(decimal, (t, gamma, p, c))
    if form == "printed":
        return 2 * (12 * gamma / t) ** (2 * p) * (-R * t**2 / 2).exp()
    steps, factor = {"corrected": (6, Decimal(1) / 2), "tight": (4, Decimal(2))}[form]
    epsilon = t / (steps * gamma)
    if not epsilon < 1:
        raise ValueError(f"t={t} must be below {steps} gamma, since Assumption 3 needs epsilon < 1")
    return 2 * (c * epsilon**-p) ** 2 * (-factor * R * t**2).exp()


def uniform_convergence_bound(
    t: Number, R: int, gamma: Number, p: Number, c: Number = 1, form: str = "corrected"
) -> float:
    """Proposition 2: P(max |Delta_R| > 2 t); ``c`` is not used by the printed form.

    Over an epsilon-cover of size N, Delta exceeds t somewhere with probability at most
    2 N^2 exp(-R t^2 / 2). Off the cover Delta moves by at most 6 gamma epsilon in the paper, so
    that epsilon = t / (6 gamma) makes it at most t. Then

    - printed: N <= (2 / epsilon)^p, hence (12 gamma / t)^(2 p). No reason is given for the 2, and
      the c of Assumption 3 is gone;
    - corrected: N <= c epsilon^(-p), which Assumption 3 gives only for epsilon < 1, i.e. for
      t < 6 gamma; hence c^2 (6 gamma / t)^(2 p);
    - tight: |ab - a'b'| <= |a| |b - b'| + |b'| |a - a'| <= 2 gamma epsilon for features in [0, 1],
      twice (for k and its approximation) 4 gamma epsilon, so epsilon = t / (4 gamma) < 1; and
      Hoeffding's exponent for terms in [0, 1], 2 R t^2.
    """
    with exact():
        return float(_uniform(t, R, gamma, p, c, form))


def n_features_needed(
    epsilon: Number, delta: Number, gamma: Number, p: Number, c: Number = 1, form: str = "corrected"
) -> int:
    """Proposition 2, last sentence, with its constants: the least R >= 1 whose bound is <= delta.

    The bound at t = epsilon / 2 falls with R: doubled until it is low enough, then halved.
    """
    with exact():

        def enough(R: int) -> bool:
            return _uniform(decimal(epsilon) / 2, R, gamma, p, c, form) <= decimal(delta)

        high = 1
        while not enough(high):
            high *= 2
        low = high // 2  # 0, or not enough
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return high


def n_features_order(
    epsilon: Number,
    delta: Number,
    gamma: Number,
    p: Number,
    c: Number = 1,
    loss_lipschitz: Number = 1,
    coefficients: Number = 1,
    form: str = "corrected",
) -> float:
    """What stands in the Omega of Corollary 1, and with M = A = 1 in that of Proposition 2.

    - printed: M^2 A^2 / epsilon^2 (p log(gamma / epsilon) + log(1 / delta)), without c, negative
      for a small gamma;
    - corrected: with e = epsilon / (M A) throughout, the cover's constant in the logarithm, and
      that no less than zero. The log of the bound's c^2 (gamma / e)^(2 p) is
      2 p log(c^(1/p) gamma / e). Scaling d by s takes gamma to gamma / s and c to c s^p, which
      changes nothing here.
    """
    with exact():
        d, g, p, c = map(decimal, (delta, gamma, p, c))
        MA = decimal(loss_lipschitz) * decimal(coefficients)
        e = decimal(epsilon) / MA
        if form == "printed":
            return float((p * (g / decimal(epsilon)).ln() + (1 / d).ln()) / e**2)
        return float((max(Decimal(0), p * (g / e).ln() + c.ln()) + (1 / d).ln()) / e**2)


def corollary_1_features(
    epsilon: Number,
    delta: Number,
    gamma: Number,
    p: Number,
    c: Number,
    loss_lipschitz: Number,
    coefficients: Number,
    form: str = "corrected",
) -> int:
    """Corollary 1: Proposition 2 with epsilon / (M A) in place of epsilon.

    M is the loss's Lipschitz constant, A a bound on ||alpha||_1 / n.
    """
    with exact():
        accuracy = decimal(epsilon) / decimal(loss_lipschitz) / decimal(coefficients)
        return n_features_needed(accuracy, delta, gamma, p, c, form)
