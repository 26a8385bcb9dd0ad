"""D2KE, Section 2.2: Theorem 1 and Eq. (3), as printed and corrected."""

from decimal import Decimal

from gramcheck.verify.definitions.exact import Number, decimal, exact

__all__ = [
    "knn_rate",
    "knn_rate_constant",
    "knn_risk_bound",
    "optimal_integer_k",
    "optimal_k",
]


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
