"""KCR, Sections 2 and 4: the chain of upper bounds on the resubstitution error, point by point."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.kcr.rule import kernel_rule, smoothing_kernel, votes
from gramcheck.verify.types import AnyArray

__all__ = [
    "errors_5",
    "logistic_bound",
    "margin",
    "objective_5",
    "objective_8",
    "relaxations",
    "resubstitution_bound",
    "sign",
]

Matrix = Sequence[Sequence[Number]]


def sign(y: Sequence | AnyArray, i: int, j: int) -> int:
    """tau_ij, +1 within a class and -1 between classes."""
    return 1 if y[i] == y[j] else -1


def _hinge(value):
    return max(type(value)(0), 1 + value)


def margin(
    distances: Matrix, y: Sequence, h: Number, kernel: str = "naive", cauchy_exponent: Number = 2
) -> list:
    """The argument of psi in Eq. (8): other classes' votes less those of the own one, j = i out."""
    n = len(y)
    with exact():
        return [
            sum(
                (
                    -sign(y, i, j) * smoothing_kernel(distances[i][j], h, kernel, cauchy_exponent)
                    for j in range(n)
                    if j != i
                ),
                Decimal(0) if kernel == "gaussian" else Fraction(0),
            )
            for i in range(n)
        ]


def errors_5(
    distances: Matrix, y: Sequence, h: Number, kernel: str = "naive", cauchy_exponent: Number = 2
) -> list[bool]:
    """psi_i of Eq. (5): the own class has fewer votes, j = i apart, than all others together."""
    return [value > 0 for value in margin(distances, y, h, kernel, cauchy_exponent)]


def objective_5(
    distances: Matrix,
    y: Sequence,
    h: Number,
    penalty: Number,
    lam: Number,
    kernel: str = "naive",
    cauchy_exponent: Number = 2,
) -> float:
    """Eq. (5): sum_i psi_i + lam Omega[phi]."""
    errors = errors_5(distances, y, h, kernel, cauchy_exponent)
    return float(sum(errors) + Fraction(lam) * Fraction(penalty))


def relaxations(distances: Matrix, y: Sequence, h: Number) -> list[list[Fraction]]:
    """Five lists for the naive kernel, none below the one before at any point.

    Errors of rule (2); Eq. (4) with the largest vote; Eq. (5) with the sum of votes; the outer
    hinge of Eq. (8); both hinges, as in Eq. (9), where 2 - n_i^+ + sum_j counts j = i.
    """
    n = len(y)
    rule = kernel_rule(distances, y, h)[0]
    errors, largest, total, outer, both = [], [], [], [], []
    margins = margin(distances, y, h)
    for i in range(n):
        of = votes(distances[i], y, h)
        errors.append(Fraction(rule[i] != y[i]))
        others = max((of[k] for k in of if k != y[i]), default=Fraction(0))
        largest.append(Fraction(others >= of[y[i]]))
        total.append(Fraction(margins[i] > 0))
        outer.append(_hinge(margins[i]))
        inner = sum(
            _hinge(sign(y, i, j) * (Fraction(distances[i][j]) ** 2 - Fraction(h) ** 2))
            for j in range(n)
        )
        own = sum(sign(y, i, j) == 1 for j in range(n))
        both.append(max(Fraction(0), 2 - own + inner))
    return [errors, largest, total, outer, both]


def resubstitution_bound(distances: Matrix, y: Sequence, h: Number) -> float:
    """The mean of the last relaxation: what Eq. (9) minimizes, over n and without the penalty."""
    return float(sum(relaxations(distances, y, h)[-1]) / len(y))


def logistic_bound(x: Number, base: Number = 2) -> float:
    """log(1 + e^x) to this base; what is printed, to base e, is below 1 on (0, 0.541)."""
    with exact():
        return float((1 + decimal(x).exp()).ln() / decimal(base).ln())


# Psi of Eq. (8); the last one is 1 at 0, as a bound of 1{x > 0} must be (erratum C13)
SURROGATES: dict[str, Callable[[Number], Number]] = {
    "hinge": lambda x: _hinge(Fraction(x)),
    "logistic": lambda x: logistic_bound(x, Decimal(1).exp()),
    "logistic-base-2": logistic_bound,
}


def objective_8(
    distances: Matrix,
    y: Sequence,
    h: Number,
    kernel: str = "naive",
    surrogate: str = "hinge",
    cauchy_exponent: Number = 2,
    *,
    penalty: Number = 0,
    lam: Number = 0,
) -> float:
    """Eq. (8): sum_i Psi(psi-_i - psi+_i) + lam ||phi||^2.

    The argument of Psi is :func:`margin`, and Psi the hinge [1 + x]_+ or log(1 + e^x).
    """
    with exact():
        margins = margin(distances, y, h, kernel, cauchy_exponent)
        loss = sum((Fraction(SURROGATES[surrogate](value)) for value in margins), Fraction(0))
        return float(loss + Fraction(lam) * Fraction(penalty))
