"""KCR, Sections 1 and 2: kernel classification rules, vote by vote.

``distances`` are those of the papers, not squared. What they leave open is asked for by name: by
default an empty ball (all votes zero) takes the class of the nearest point (``empty="nearest"``),
a tie the smallest label (``ties="smallest"``); of points equally near, the smallest label again.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number, decimal, exact

__all__ = [
    "binary_rule",
    "kernel_rule",
    "regularized_error",
    "resubstitution_error",
    "smoothing_kernel",
    "votes",
]

Row = Sequence[Number]


def power(u: Fraction, exponent: Number) -> Fraction:
    """u^exponent for u >= 0: exact, or of 60 digits where the exponent is no whole number."""
    if exponent == int(exponent):
        return u ** int(exponent)
    with exact():
        return Fraction(decimal(u) ** decimal(exponent))


def smoothing_kernel(
    rho: Number, h: Number, kernel: str = "naive", cauchy_exponent: Number = 2
) -> Fraction | Decimal:
    """chi(rho / h), Section 1 and its examples; a Decimal of 60 digits for the Gaussian one.

    ``cauchy_exponent`` is the paper's D + 1 for points in D dimensions.
    """
    u = Fraction(rho) / Fraction(h)
    if kernel == "naive":
        return Fraction(u <= 1)
    if kernel == "cauchy":
        return 1 / (1 + power(u, cauchy_exponent))
    if kernel == "epanechnikov":
        return max(Fraction(0), 1 - u**2)
    assert kernel == "gaussian"
    with exact():
        return (-decimal(u**2)).exp()


def votes(
    row: Row, y: Sequence, h: Number, kernel: str = "naive", cauchy_exponent: Number = 2
) -> dict:
    """Eq. (2): for each label l, sum_i 1{Y_i = l} chi(rho(x, X_i) / h)."""
    with exact():
        return {
            label: sum(
                smoothing_kernel(rho, h, kernel, cauchy_exponent)
                for rho, of_point in zip(row, y, strict=True)
                if of_point == label
            )
            for label in sorted(set(y))
        }


def kernel_rule(
    distances: Sequence[Row],
    y: Sequence,
    h: Number,
    kernel: str = "naive",
    empty: str = "nearest",
    ties: str = "smallest",
    cauchy_exponent: Number = 2,
) -> tuple[list, list[bool], list[bool]]:
    """Eq. (2): labels, and which rows had an empty ball, and which a tie of positive votes.

    ``empty="tie"``: without any vote, all classes are tied. ``ties="nearest"``: of the tied
    classes, that of the nearest point is taken.
    """
    labels, nobody, tied = [], [], []
    for row in distances:
        total = votes(row, y, h, kernel, cauchy_exponent)
        most = max(total.values())
        winners = {label for label in total if total[label] == most}
        nobody.append(most == 0)
        tied.append(most > 0 and len(winners) > 1)
        if ties == "nearest" or (nobody[-1] and empty == "nearest"):
            near = min(rho for rho, label in zip(row, y, strict=True) if label in winners)
            winners &= {label for rho, label in zip(row, y, strict=True) if rho == near}
        labels.append(min(winners))
    return labels, nobody, tied


def binary_rule(row: Row, y: Sequence[int], h: Number, kernel: str = "naive") -> int:
    """Eq. (1), labels 0 and 1: 0 if the votes for 0 are at least those for 1, else 1."""
    total = votes(row, y, h, kernel)
    return 0 if total.get(0, 0) >= total.get(1, 0) else 1


def resubstitution_error(
    distances: Sequence[Row],
    y: Sequence,
    h: Number,
    kernel: str = "naive",
    strict: bool = False,
    ties: str = "smallest",
    cauchy_exponent: Number = 2,
) -> float:
    """Section 2: the share of training points that rule (2) gets wrong, the own point voting too.

    ``strict``: a tie between the own class and another one is an error whatever the rule says.
    """
    decided = kernel_rule(distances, y, h, kernel, "nearest", ties, cauchy_exponent)[0]
    errors = 0
    for row, own, label in zip(distances, y, decided, strict=True):
        total = votes(row, y, h, kernel, cauchy_exponent)
        tied = any(total[other] >= total[own] for other in total if other != own)
        errors += tied if strict else label != own
    return float(Fraction(errors, len(y)))


def regularized_error(
    distances: Sequence[Row],
    y: Sequence,
    h: Number,
    penalty: Number,
    lam: Number,
    kernel: str = "naive",
    cauchy_exponent: Number = 2,
) -> float:
    """Eq. (3): (1/n) sum_i 1{g_n(X_i) != Y_i} + lam Omega[phi]."""
    error = resubstitution_error(distances, y, h, kernel, cauchy_exponent=cauchy_exponent)
    return float(Fraction(error) + Fraction(lam) * Fraction(penalty))
