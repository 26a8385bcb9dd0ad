"""D2KE, Eqs. (1), (9), (10) and (13)-(15), statement by statement.

``lipschitz_constant``, Eq. (1), is that of Assumption 2. ``empirical_risk`` is reached through this
module: the package has it without weights as well. The minimizers of (9) and (10) have no
definition but the two statements that judge them, :func:`empirical_risk` and
:func:`risk_lower_bound`.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from gramcheck.verify.definitions.d2ke.algorithm1 import LOSSES, SLOPES
from gramcheck.verify.definitions.d2ke.spaces import lipschitz_constant
from gramcheck.verify.definitions.exact import Number, decimal, decimals, dot, exact

__all__ = [
    "covering_deviation_bound",
    "deviation_bound",
    "lipschitz_constant",
    "norm_in_span",
    "perturbation_bound",
    "risk_lower_bound",
]

Matrix = Sequence[Sequence[Number]]
Vector = Sequence[Number]

# what a mean of R terms may be, and how far a product of two features moves, in gamma epsilon: the
# paper has terms in [-1, 1] and 3; they lie in [0, 1], and it is 2 (erratum D7)
EXPONENTS = {"printed": Decimal(1) / 2, "corrected": Decimal(2)}
STEPS = {"printed": 6, "corrected": 4}


def _distribution(n: int, weights: Vector | None) -> list[Decimal]:
    return [1 / Decimal(n)] * n if weights is None else [decimal(w) for w in weights]


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


def covering_deviation_bound(t: Number, R: int, size: Number, form: str) -> float:
    """Eq. (13): 2 |E|^2 exp(-R t^2 / 2), on P(max over a cover of |Delta_R| > t).

    Corrected: Hoeffding's exponent for terms in [0, 1], 2 R t^2.
    """
    with exact():
        return float(2 * decimal(size) ** 2 * (-EXPONENTS[form] * R * decimal(t) ** 2).exp())


def perturbation_bound(gamma: Number, epsilon: Number, form: str) -> float:
    """Eq. (14): 6 gamma epsilon, for k and its approximation 3 each. Corrected: 2 each."""
    return float(STEPS[form] * Fraction(gamma) * Fraction(epsilon))


def deviation_bound(
    t: Number,
    R: int,
    gamma: Number,
    p: Number,
    epsilon: Number,
    c: Number | None = None,
    form: str = "printed",
) -> tuple[float, float]:
    """Eq. (15): P(max |Delta_R| > t + 6 gamma epsilon) <= 2 (2 / epsilon)^(2p) exp(-R t^2 / 2).

    Corrected: t + 4 gamma epsilon, and (13) with the c epsilon^(-p) points of Assumption 3.
    """
    with exact():
        threshold = Fraction(t) + STEPS[form] * Fraction(gamma) * Fraction(epsilon)
        e, p = decimal(epsilon), decimal(p)
        size = (2 / e) ** p if form == "printed" else decimal(c) * e**-p
        return float(threshold), covering_deviation_bound(t, R, size, form)
