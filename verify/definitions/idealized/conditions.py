"""Idealized kernels, Sections 3.2.2 and 3.2.4: the KKT conditions (17)-(22), Proposition 3."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from gramcheck.verify.definitions.idealized.dual import eta_from_multipliers, mu_from_multipliers
from gramcheck.verify.definitions.idealized.primal import (
    Distances,
    Matrix,
    Number,
    Pairs,
    Row,
    distances,
    margins,
)

__all__ = ["Conditions", "KKTConditions", "conditions", "kkt_conditions", "proposition_3"]


class KKTConditions(NamedTuple):
    """The left sides of (17)-(22), pair by pair."""

    eq_17: list[Fraction]
    eq_18: list[Fraction]
    eq_19_S: list[Fraction]
    eq_19_D: list[Fraction]
    eq_20: Fraction
    eq_21: list[Fraction]
    eq_22: list[Fraction]


class Conditions(NamedTuple):
    """By how much each condition of Sections 3.2.1 and 3.2.2 is violated, at worst; 0: it holds."""

    eq_8: Fraction
    eq_9: Fraction
    signs: Fraction  # of slacks and gamma
    eq_15: Fraction
    eq_16: Fraction
    eq_17: Fraction
    eq_18: Fraction
    eq_19: Fraction
    eq_20: Fraction


def kkt_conditions(
    X: Matrix,
    S: Pairs,
    D: Pairs,
    metric: Matrix,
    gamma: Number,
    slack_S: Row,
    slack_D: Row,
    alpha_S: Row,
    alpha_D: Row,
    eta_S: Row,
    eta_D: Row,
    mu: Number,
    M: Matrix | None = None,
) -> KKTConditions:
    """Left sides of (17)-(20), which vanish at an optimum, and of (21), (22), where alpha > 0."""
    slacks, alphas, etas = (slack_S, slack_D), (alpha_S, alpha_D), (eta_S, eta_D)
    return _left_sides(distances(X, S, D, metric, M), gamma, slacks, alphas, etas, mu)


def conditions(
    d: Distances,
    alpha_S: Row,
    alpha_D: Row,
    gamma: Number,
    slack_S: Row,
    slack_D: Row,
    C_S: Number,
    C_D: Number,
    nu: Number,
) -> Conditions:
    """Constraints (8), (9), (15), (16) and complementarity (17)-(20).

    The multipliers eta of xi >= 0 and mu of gamma >= 0 are those of (13) and (12).
    """
    alphas, slacks = (alpha_S, alpha_D), (slack_S, slack_D)
    etas = eta_from_multipliers(alpha_S, alpha_D, C_S, C_D)
    mu = mu_from_multipliers(alpha_D, C_D, nu)
    left = _left_sides(d, gamma, slacks, alphas, etas, mu)
    return Conditions(
        eq_8=_below_zero(left.eq_22),
        eq_9=_below_zero(left.eq_21),
        signs=_below_zero([*slack_S, *slack_D, gamma]),
        eq_15=_below_zero([mu]),
        eq_16=_below_zero(value for row in (*alphas, *etas) for value in row),
        eq_17=max(map(abs, left.eq_17)),
        eq_18=max(map(abs, left.eq_18)),
        eq_19=max(map(abs, left.eq_19_S + left.eq_19_D)),
        eq_20=abs(left.eq_20),
    )


def _left_sides(
    d: Distances,
    gamma: Number,
    slacks: tuple[Row, Row],
    alphas: tuple[Row, Row],
    etas: tuple[Row, Row],
    mu: Number,
) -> KKTConditions:
    eq_22, eq_21 = (
        [margin + Fraction(xi) for margin, xi in zip(*of_pairs, strict=True)]
        for of_pairs in zip(margins(d, gamma), slacks, strict=True)
    )

    def products(first: Row, second: Row) -> list[Fraction]:
        return [Fraction(a) * Fraction(b) for a, b in zip(first, second, strict=True)]

    return KKTConditions(
        eq_17=products(alphas[0], eq_22),
        eq_18=products(alphas[1], eq_21),
        eq_19_S=products(etas[0], slacks[0]),
        eq_19_D=products(etas[1], slacks[1]),
        eq_20=Fraction(mu) * Fraction(gamma),
        eq_21=eq_21,
        eq_22=eq_22,
    )


def _below_zero(values: Iterable[Number]) -> Fraction:
    """How far the smallest value is below zero; zero if none is."""
    return max(Fraction(0), *(-Fraction(value) for value in values))


def proposition_3(alpha_D: Row, box: Number, margin: Number = 0) -> tuple[Fraction, Fraction]:
    """Fractions of D that are support pairs (alpha > 0) and error pairs (alpha = box).

    With a margin, in boxes, for numbers that are not exact: alpha > margin and >= 1 - margin. Then
    nu is at most the first one plus the margin, and at least 1 - margin times the second one.
    """
    shares = [Fraction(a) / Fraction(box) for a in alpha_D]
    support = sum(share > Fraction(margin) for share in shares)
    errors = sum(share >= 1 - Fraction(margin) for share in shares)
    return Fraction(support, len(shares)), Fraction(errors, len(shares))
