"""Idealized kernels, Section 3.2, statement by statement: (6), (7), (10), (12)-(22) in fractions.

``primal_objective`` is reached through this module: the package has it of |AA'|^2 as well.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gramcheck.verify.definitions.exact import Number, dot
from gramcheck.verify.definitions.idealized import program
from gramcheck.verify.definitions.idealized.program import (
    difference,
    distances,
    norm_squared,
    quadratic_form,
    recovery,
    slacks,
)

__all__ = [
    "KKTConditions",
    "SupportPairs",
    "average_gamma",
    "cost_of_gamma",
    "dual_program",
    "eta_from_multipliers",
    "kkt_conditions",
    "lagrangian",
    "margins_from_labels",
    "metric_from_multipliers",
    "mu_from_multipliers",
    "nu_from_multipliers",
    "pair_margins",
    "pairs_by_multiplier",
    "smallest_slacks",
]

Row = Any  # numbers: a list, a tuple or an array
Matrix = Any  # rows of them
Pairs = Any  # pairs of integers

metric_from_multipliers = recovery  # Eq. (11)


class KKTConditions(NamedTuple):
    """The left sides of (17)-(22), pair by pair."""

    eq_17: list[Fraction]
    eq_18: list[Fraction]
    eq_19_S: list[Fraction]
    eq_19_D: list[Fraction]
    eq_20: Fraction
    eq_21: list[Fraction]
    eq_22: list[Fraction]


def margins_from_labels(
    squared: Matrix, original: Matrix, y: Sequence, gamma: Number
) -> list[list[Fraction]]:
    """Eq. (6): d^2 - dt^2 within a class, dt^2 - d^2 - gamma between classes."""
    n = len(y)
    gain = [
        [Fraction(squared[i][j]) - Fraction(original[i][j]) for j in range(n)] for i in range(n)
    ]
    return [
        [-gain[i][j] if y[i] == y[j] else gain[i][j] - Fraction(gamma) for j in range(n)]
        for i in range(n)
    ]


def pair_margins(
    X: Matrix, S: Pairs, D: Pairs, metric: Matrix, gamma: Number, M: Matrix | None = None
) -> tuple[list[Fraction], list[Fraction]]:
    """Eq. (7): d^2 - dt^2 on S, dt^2 - d^2 - gamma on D."""
    d = distances(X, S, D, metric, M)
    return (
        [before - after for before, after in zip(d.before_S, d.after_S, strict=True)],
        [
            after - before - Fraction(gamma)
            for before, after in zip(d.before_D, d.after_D, strict=True)
        ],
    )


def primal_objective(
    metric: Matrix,
    gamma: Number,
    slack_S: Row,
    slack_D: Row,
    C_S: Number,
    C_D: Number,
    nu: Number,
) -> Fraction:
    """The primal of Section 3.2.1, with the Frobenius norm."""
    return program.primal_objective(norm_squared(metric), gamma, slack_S, slack_D, C_S, C_D, nu)


def smallest_slacks(
    X: Matrix, S: Pairs, D: Pairs, metric: Matrix, gamma: Number, M: Matrix | None = None
) -> tuple[list[Fraction], list[Fraction]]:
    """The least xi >= 0 that meet (8) and (9)."""
    return slacks(distances(X, S, D, metric, M), gamma)


def lagrangian(
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
    C_S: Number,
    C_D: Number,
    nu: Number,
    M: Matrix | None = None,
) -> Fraction:
    """Eq. (10), line by line; its last sum, of all eta xi, is over the pairs of S and of D."""
    margin_S, margin_D = pair_margins(X, S, D, metric, gamma, M)
    value = primal_objective(metric, gamma, slack_S, slack_D, C_S, C_D, nu)
    for alpha, margin, xi in zip(alpha_S, margin_S, slack_S, strict=True):
        value -= Fraction(alpha) * (margin + Fraction(xi))
    for alpha, margin, xi in zip(alpha_D, margin_D, slack_D, strict=True):
        value -= Fraction(alpha) * (margin + Fraction(xi))
    for eta, xi in zip((*eta_S, *eta_D), (*slack_S, *slack_D), strict=True):
        value -= Fraction(eta) * Fraction(xi)
    return value - Fraction(mu) * Fraction(gamma)


def _total(values: Row) -> Fraction:
    return sum((Fraction(value) for value in values), Fraction(0))


def nu_from_multipliers(alpha_D: Row, mu: Number, C_D: Number) -> Fraction:
    """Eq. (12): nu = (sum_D alpha - mu) / C_D."""
    return (_total(alpha_D) - Fraction(mu)) / Fraction(C_D)


def mu_from_multipliers(alpha_D: Row, C_D: Number, nu: Number) -> Fraction:
    """Eq. (12) solved for the multiplier of gamma >= 0."""
    return _total(alpha_D) - Fraction(C_D) * Fraction(nu)


def eta_from_multipliers(
    alpha_S: Row, alpha_D: Row, C_S: Number, C_D: Number
) -> tuple[list[Fraction], list[Fraction]]:
    """Eq. (13) solved for the multipliers of xi >= 0: C_S / N_S - alpha and C_D / N_D - alpha."""
    return (
        [Fraction(C_S) / len(alpha_S) - Fraction(a) for a in alpha_S],
        [Fraction(C_D) / len(alpha_D) - Fraction(a) for a in alpha_D],
    )


def dual_program(
    X: Matrix,
    S: Pairs,
    D: Pairs,
    C_S: Number,
    C_D: Number,
    nu: Number,
    M: Matrix | None = None,
) -> tuple[list[list[Fraction]], list[Fraction], list[list[Fraction]], list[Fraction]]:
    """(14)-(16) as P, q, G, h: minimize (1/2) a'Pa + q'a subject to G a <= h, a = (a_S, a_D).

    Minus (14), whose squared products are negative between S and D. The rows of G are those of
    -a <= 0, of a <= box, and -(1 / C_D) sum_D a <= -nu.
    """
    pairs = [(-1, p) for p in S] + [(1, p) for p in D]
    N = len(pairs)
    P = [
        [sign * other * dot(difference(X, p), difference(X, r)) ** 2 for other, r in pairs]
        for sign, p in pairs
    ]
    q = [-sign * quadratic_form(difference(X, p), M) for sign, p in pairs]
    boxes = [Fraction(C_S) / len(S)] * len(S) + [Fraction(C_D) / len(D)] * len(D)
    identity = [[Fraction(int(k == m)) for m in range(N)] for k in range(N)]
    G = [[-value for value in row] for row in identity] + identity
    G.append([Fraction(0)] * len(S) + [-1 / Fraction(C_D)] * len(D))
    return P, q, G, [Fraction(0)] * N + boxes + [-Fraction(nu)]


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
    margin_S, margin_D = pair_margins(X, S, D, metric, gamma, M)
    eq_22 = [m + Fraction(xi) for m, xi in zip(margin_S, slack_S, strict=True)]
    eq_21 = [m + Fraction(xi) for m, xi in zip(margin_D, slack_D, strict=True)]

    def products(first: Row, second: Row) -> list[Fraction]:
        return [Fraction(a) * Fraction(b) for a, b in zip(first, second, strict=True)]

    return KKTConditions(
        eq_17=products(alpha_S, eq_22),
        eq_18=products(alpha_D, eq_21),
        eq_19_S=products(eta_S, slack_S),
        eq_19_D=products(eta_D, slack_D),
        eq_20=Fraction(mu) * Fraction(gamma),
        eq_21=eq_21,
        eq_22=eq_22,
    )


class SupportPairs(NamedTuple):
    """Proposition 2: whether a multiplier is above 0, and whether it is at its bound."""

    support_S: list[bool]
    support_D: list[bool]
    error_S: list[bool]
    error_D: list[bool]


def pairs_by_multiplier(
    alpha_S: Row, alpha_D: Row, C_S: Number, C_D: Number, tol: Number
) -> SupportPairs:
    """The cases of Proposition 2; numbers within tol of the box C / N of a bound are at it."""
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
