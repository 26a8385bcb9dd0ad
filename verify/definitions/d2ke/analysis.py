"""D2KE, Section 4: risks, Eqs. (9) and (10), and the bounds that are no tails.

The minimizers of (9) and (10) have no definition but the two statements that judge them,
:func:`empirical_risk` and :func:`risk_lower_bound`.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil

from gramcheck.verify.definitions.d2ke.algorithm1 import LOSSES, SLOPES, Matrix, Vector
from gramcheck.verify.definitions.exact import Number, decimal, decimals, dot, exact

__all__ = [
    "claim_1_sizes",
    "effective_degrees",
    "empirical_risk",
    "estimation_error_bound",
    "lipschitz_bound",
    "norm_in_span",
    "risk_lower_bound",
]


def empirical_risk(
    values: Vector, y: Vector, loss: str = "squared", weights: Vector | None = None
) -> float:
    """The risk in Eq. (10), a mean over the sample; with weights that in (9), an expectation."""
    with exact():
        terms = [LOSSES[loss](decimal(f), decimal(v)) for f, v in zip(values, y, strict=True)]
        return float(dot(_distribution(len(y), weights), terms))


def norm_in_span(K: Matrix, coefficients: Vector) -> float:
    """||f||_H of f = sum_i a_i k(x_i, .): the root of a'Ka."""
    with exact():
        a = [decimal(v) for v in coefficients]
        return float(max(Decimal(0), dot(a, [dot(row, a) for row in decimals(K)])).sqrt())


def risk_lower_bound(
    K: Matrix,
    y: Vector,
    C: Number,
    values: Vector,
    loss: str = "squared",
    weights: Vector | None = None,
) -> float:
    """A number that the risk of no f with ||f||_H <= C is below: Eqs. (9) and (10) from below.

    A convex loss is above its tangent at v_i, and sum_i g_i f(x_i) = <f, sum_i g_i k(x_i, .)> is at
    least -C sqrt(g'Kg). Where the values v are those of the minimizer of a smooth loss, the bound
    is its risk.
    """
    with exact():
        w = _distribution(len(y), weights)
        v, y = [decimal(f) for f in values], [decimal(label) for label in y]
        slopes = [SLOPES[loss](f, label) for f, label in zip(v, y, strict=True)]
        tangents = [
            LOSSES[loss](f, label) - s * f for f, label, s in zip(v, y, slopes, strict=True)
        ]
        g = [a * s for a, s in zip(w, slopes, strict=True)]
        squared = max(Decimal(0), dot(g, [dot(row, g) for row in decimals(K)]))
        return float(dot(w, tangents) - decimal(C) * squared.sqrt())


def _distribution(n: int, weights: Vector | None) -> list[Decimal]:
    return [1 / Decimal(n)] * n if weights is None else [decimal(w) for w in weights]


def lipschitz_bound(gamma: float, norm: float) -> float:
    """Proposition 1: L_f = gamma C for a function of norm at most C, when d is a metric."""
    return float(Fraction(gamma) * Fraction(norm))


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


def claim_1_sizes(epsilon: float, norm: float, p: float, c1: float, c2: float) -> tuple[int, int]:
    """Claim 1, conditions 2 and 3: the least n >= c1 C^4 / epsilon^2 and R >= c2 p / epsilon^2."""
    e = Fraction(epsilon)
    n = Fraction(c1) * Fraction(norm) ** 4 / e**2
    return ceil(n), ceil(Fraction(c2) * Fraction(p) / e**2)
