"""Idealized kernels, Sections 3.2.2 and 3.2.3: kinds of pairs by their multipliers, and gamma."""

from fractions import Fraction
from typing import NamedTuple

from gramcheck.verify.definitions.idealized.primal import Number, Row

__all__ = ["SupportPairs", "average_gamma", "cost_of_gamma", "pairs_by_multiplier"]


class SupportPairs(NamedTuple):
    """Proposition 2: whether a multiplier is above 0, and whether it is at its bound."""

    support_S: list[bool]
    support_D: list[bool]
    error_S: list[bool]
    error_D: list[bool]


def pairs_by_multiplier(
    alpha_S: Row, alpha_D: Row, C_S: Number, C_D: Number, tol: Number
) -> SupportPairs:
    """The cases of Proposition 2: above tol of the box C / N, and above all but tol of it."""
    shares_S, shares_D = _shares(alpha_S, C_S), _shares(alpha_D, C_D)
    return SupportPairs(
        *([share > Fraction(tol) for share in shares] for shares in (shares_S, shares_D)),
        *([share > 1 - Fraction(tol) for share in shares] for shares in (shares_S, shares_D)),
    )


def average_gamma(margins: Row, alpha_D: Row, C_D: Number, tol: Number) -> Fraction | None:
    """Section 3.2.3: the mean of dt^2 - d^2 over the pairs of D with 0 < alpha < C_D / N_D."""
    free = [
        Fraction(margin)
        for margin, share in zip(margins, _shares(alpha_D, C_D), strict=True)
        if Fraction(tol) < share < 1 - Fraction(tol)
    ]
    return sum(free, Fraction(0)) / len(free) if free else None


def cost_of_gamma(margins: Row, gamma: Number, nu: Number) -> Fraction:
    """What the primal takes of gamma: -nu gamma + the mean of the least xi >= 0 of (9)."""
    xi = [max(Fraction(0), Fraction(gamma) - Fraction(margin)) for margin in margins]
    return sum(xi, Fraction(0)) / len(xi) - Fraction(nu) * Fraction(gamma)


def _shares(alpha: Row, C: Number) -> list[Fraction]:
    """Multipliers as fractions of their upper bound in (16)."""
    return [Fraction(a) * len(alpha) / Fraction(C) for a in alpha]
