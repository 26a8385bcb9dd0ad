"""D2KE, Sections 2.2 and 4: every bound by its formula, as printed and corrected.

The corrections to Proposition 2 are derived at :func:`uniform_convergence_bound`.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil

from gramcheck.verify.definitions.exact import Number, decimal, exact

__all__ = [
    "ball_covering_bound",
    "claim_1_sizes",
    "corollary_1_features",
    "effective_degrees",
    "estimation_error_bound",
    "interval_covering_number",
    "knn_rate",
    "knn_rate_constant",
    "knn_risk_bound",
    "lipschitz_bound",
    "multiset_covering_bound",
    "multiset_effective_dimension",
    "n_features_needed",
    "n_features_order",
    "optimal_integer_k",
    "optimal_k",
    "pointwise_bound",
    "regularized_risk_difference_bound",
    "risk_difference_bound",
    "uniform_convergence_bound",
]


def lipschitz_bound(gamma: float, norm: float) -> float:
    """Proposition 1: L_f = gamma C for a function of norm at most C, when d is a metric."""
    return float(Fraction(gamma) * Fraction(norm))


def pointwise_bound(t: float, R: int, form: str = "corrected") -> float:
    """Proof of Proposition 2, first display: P(|Delta_R(x, y)| >= t) for one pair.

    Hoeffding's inequality for a mean of R independent terms in an interval of length b is
    2 exp(-2 R t^2 / b^2). The paper has exp(-R t^2 / 2), which is b = 2, as for terms in [-1, 1].
    The terms phi(x) phi(y) lie in [0, 1], so b = 1.
    """
    with exact():
        factor = {"printed": Decimal(1) / 2, "corrected": Decimal(2)}[form]
        return float(2 * (-factor * R * decimal(t) ** 2).exp())


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


def risk_difference_bound(M: float, alpha: Sequence[Number], deviation: float) -> float:
    """Proof of Corollary 1: M ||alpha||_1 / n times the largest |Delta|."""
    norm = sum(abs(Fraction(a)) for a in alpha)
    return float(Fraction(M) * norm / len(alpha) * Fraction(deviation))


def regularized_risk_difference_bound(
    M: float, alpha: Sequence[Number], deviation: float, mu: float
) -> float:
    """Corollary 1 for Algorithm 1's penalized objective, where the step of its proof is sound.

    alpha is feasible for the approximate problem, whose optimum is thus at most its objective at
    alpha. That differs from the exact one by the risk, M A |Delta|, and by the penalty
    (mu/2) alpha' (K~ - K) alpha / n^2, at most (mu/2) A^2 |Delta|, with A = ||alpha||_1 / n.
    """
    A = sum(abs(Fraction(a)) for a in alpha) / len(alpha)
    return float((Fraction(M) * A + Fraction(mu) / 2 * A**2) * Fraction(deviation))


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


def claim_1_sizes(epsilon: float, norm: float, p: float, c1: float, c2: float) -> tuple[int, int]:
    """Claim 1, conditions 2 and 3: the least n >= c1 C^4 / epsilon^2 and R >= c2 p / epsilon^2."""
    e = Fraction(epsilon)
    n = Fraction(c1) * Fraction(norm) ** 4 / e**2
    return ceil(n), ceil(Fraction(c2) * Fraction(p) / e**2)


def _theorem_1(p: Decimal, c: Decimal, form: str) -> tuple[Decimal, Decimal]:
    """The p and c that stand in Theorem 1's formula.

    Corrected, from those of Assumption 3: a draw misses the cell of x by chance at most N / (em),
    so that d^2 of the nearest of m draws exceeds 4 u with probability at most q u^(-p/2), where
    q = c / (em), and never exceeds 4. Its mean is 4 times the integral of min(1, q u^(-p/2)) over
    0 < u < 1. For p > 2 the tail from u0 = q^(2/p) on is at most 2 u0 / (p - 2), and u0 is before
    it. For p < 2 the whole is at most q / (1 - p/2). Each of k parts has m >= n / (2k) draws, for
    which q = (2c/e) (k/n). (The diameter is at most 2.)
    """
    if form == "printed":
        return p, c
    q = 2 * c / Decimal(1).exp()
    if p < 2:
        return Decimal(2), 4 * q / (1 - p / 2)
    return p, 4 * q ** (2 / p) * (1 + 2 / (p - 2))


def knn_risk_bound(
    k: Number,
    n: Number,
    sigma: Number,
    lipschitz: Number,
    p: Number,
    c: Number,
    form: str = "corrected",
) -> float:
    """Theorem 1, first display: sigma^2 / k + c L^2 (k / n)^(2/p); corrected, with other p and c.

    Printed, c is the theorem's own; corrected, that of Assumption 3, and the constant follows.
    """
    with exact():
        k, n, sigma, L, p, c = map(decimal, (k, n, sigma, lipschitz, p, c))
        p, c = _theorem_1(p, c, form)
        return float(sigma**2 / k + c * L**2 * (k / n) ** (2 / p))


def optimal_k(
    n: Number, sigma: Number, lipschitz: Number, p: Number, c: Number, form: str = "corrected"
) -> float:
    """Theorem 1: the real k > 0 that minimizes the bound.

    Zero derivative: sigma^2 / k^2 = (2/p) c L^2 k^(2/p - 1) n^(-2/p), so
    k = (p sigma^2 n^(2/p) / (2 c L^2))^(p / (p + 2)).
    """
    with exact():
        n, sigma, L, p, c = map(decimal, (n, sigma, lipschitz, p, c))
        p, c = _theorem_1(p, c, form)
        return float((p * sigma**2 * n ** (2 / p) / (2 * c * L**2)) ** (p / (p + 2)))


def optimal_integer_k(
    n: int, sigma: float, lipschitz: float, p: float, c: float, form: str = "corrected"
) -> int:
    """Theorem 1: the best of k = 1, ..., n, by trying them all (the least one of equals)."""
    return min(range(1, n + 1), key=lambda k: knn_risk_bound(k, n, sigma, lipschitz, p, c, form))


def knn_rate(
    n: Number, sigma: Number, lipschitz: Number, p: Number, c2: Number = 1, form: str = "corrected"
) -> float:
    """Eq. (3): c2 sigma^(4/(p+2)) L^(2p/(2+p)) n^(-2/(2+p)); corrected, no p is below 2."""
    with exact():
        n, sigma, L, p, c2 = map(decimal, (n, sigma, lipschitz, p, c2))
        q = 2 + (p if form == "printed" else max(p, Decimal(2)))
        return float(c2 * sigma ** (4 / q) * L ** (2 - 4 / q) * n ** (-2 / q))


def knn_rate_constant(p: float, c: float, form: str = "corrected") -> float:
    """The c2 for which Eq. (3) is the minimum of the bound over real k > 0.

    At the optimum the second term is p/2 times the first, so the minimum is (1 + p/2) sigma^2 / k,
    and inserting k gives c2 = (1 + p/2) (2 c / p)^(p / (p + 2)). Corrected: rounding k >= 1 up at
    most doubles it, which multiplies the second term, and so the sum, by 2^(2/p) at most.
    """
    with exact():
        q, C = _theorem_1(decimal(p), decimal(c), form)
        least = (1 + q / 2) * (2 * C / q) ** (q / (q + 2))
        return float(least if form == "printed" else least * 2 ** (2 / q))


def effective_degrees(eigenvalues: Sequence[Number], lam: Number) -> float:
    """Section 4, D_lambda = sum_j 1 / (1 + lambda / mu_j); a zero eigenvalue adds nothing.

    At most (sum mu_j) / lambda, which is the paper's 1 / lambda as the sum is E k(x, x) <= 1. For a
    sample the eigenvalues are those of K / n.
    """
    with exact():
        lam = decimal(lam)
        return float(sum(1 / (1 + lam / m) for m in map(decimal, eigenvalues) if m > 0))


def estimation_error_bound(
    n: int, delta: Number, norm: Number, c: Number, lam: Number | None = None
) -> float:
    """Eq. (11): c log(1/delta)^2 C^2 lambda, with lambda = 1 / sqrt(n) unless given."""
    with exact():
        lam = 1 / Decimal(int(n)).sqrt() if lam is None else decimal(lam)
        return float(decimal(c) * (1 / decimal(delta)).ln() ** 2 * decimal(norm) ** 2 * lam)


def ball_covering_bound(delta: float, p: int) -> float:
    """Section 2.2, multisets: (1 + 2/delta)^p bounds (the paper: equals) the unit ball's number."""
    return float((1 + 2 / Fraction(delta)) ** p)


def interval_covering_number(delta: float) -> int:
    """The exact number for the ball of R^1, [-1, 1]: intervals of length 2 delta, ceil(1/delta)."""
    return -(-1 // Fraction(delta))


def multiset_covering_bound(covering: int, size: int) -> int:
    """Section 2.2, multisets: N(delta; X) <= N(delta; V)^L for sets of at most L elements."""
    return covering**size


def multiset_effective_dimension(size: int, ground: float, form: str = "corrected") -> float:
    """Section 2.2, multisets: p_X <= L p_V; printed: L log N(delta; V), which depends on delta.

    ``size`` is L; ``ground`` is p_V, and for the printed form N(delta; V).
    """
    with exact():
        value = decimal(ground)
        return float(size * (value.ln() if form == "printed" else value))
