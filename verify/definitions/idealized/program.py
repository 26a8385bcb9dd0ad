"""Idealized kernels, Section 3.2: the primal, the dual (14)-(16), and the conditions (17)-(20).

All of it in fractions. A problem is points X (rows), pairs S and D, box constants C_S and C_D, nu,
and the matrix M of the first metric (None: the identity). Sizes are small.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gramcheck.verify.definitions.exact import dot
from gramcheck.verify.types import Array

__all__ = [
    "Conditions",
    "Distances",
    "best_gammas",
    "conditions",
    "difference",
    "distances",
    "dual_objective",
    "linear_part",
    "lowest_cost",
    "norm_squared",
    "primal_objective",
    "proposition_3",
    "quadratic_form",
    "recovery",
    "slacks",
]

Number = int | float | Fraction  # what a fraction can be made of
Row = Sequence[Number] | Array
Matrix = Sequence[Row] | Array
Pairs = Sequence[Sequence[int]]


class Distances(NamedTuple):
    """Squared distances before (d^2) and after (dt^2) learning, of the pairs of S and of D."""

    before_S: list[Fraction]
    after_S: list[Fraction]
    before_D: list[Fraction]
    after_D: list[Fraction]


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


def difference(X: Matrix, pair: Sequence[int]) -> list[Fraction]:
    """Z = x_i - x_j."""
    i, j = pair
    return [Fraction(a) - Fraction(b) for a, b in zip(X[i], X[j], strict=True)]


def quadratic_form(z: Row, M: Matrix | None) -> Fraction:
    """Z' M z; of the identity when M is None."""
    entries = list(map(Fraction, z))
    if M is None:
        return Fraction(dot(entries, entries))
    n = range(len(entries))
    terms = (Fraction(M[k][m]) * entries[k] * entries[m] for k in n for m in n)
    return sum(terms, Fraction(0))


def distances(X: Matrix, S: Pairs, D: Pairs, matrix: Matrix, M: Matrix | None = None) -> Distances:
    """All d^2 = z'Mz and dt^2 = z' AA' z, Eq. (5)."""
    return Distances(
        *(
            [quadratic_form(difference(X, pair), form) for pair in pairs]
            for pairs, form in ((S, M), (S, matrix), (D, M), (D, matrix))
        )
    )


def recovery(X: Matrix, S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row) -> list[list[Fraction]]:
    """Eq. (11): AA' = - sum_S alpha z z' + sum_D alpha z z'."""
    p = len(X[0])
    total = [[Fraction(0)] * p for _ in range(p)]
    for sign, pairs, alpha in ((-1, S, alpha_S), (1, D, alpha_D)):
        for pair, a in zip(pairs, alpha, strict=True):
            z = difference(X, pair)
            for k, m in product(range(p), repeat=2):
                total[k][m] += sign * Fraction(a) * z[k] * z[m]
    return total


def norm_squared(matrix: Matrix) -> Fraction:
    """The Frobenius norm squared, which is the sum of the squared eigenvalues."""
    return sum((Fraction(a) ** 2 for row in matrix for a in row), Fraction(0))


def linear_part(before_S: Row, before_D: Row, alpha_S: Row, alpha_D: Row) -> Fraction:
    """The first two sums of (14): - sum_S alpha d^2 + sum_D alpha d^2."""

    def weighted(alpha: Row, before: Row) -> Fraction:
        terms = (Fraction(a) * Fraction(d) for a, d in zip(alpha, before, strict=True))
        return sum(terms, Fraction(0))

    return weighted(alpha_D, before_D) - weighted(alpha_S, before_S)


def dual_objective(
    alpha_S: Row,
    alpha_D: Row,
    X: Matrix,
    S: Pairs,
    D: Pairs,
    M: Matrix | None = None,
) -> Fraction:
    """Eq. (14), term by term."""

    def quadratic(alpha: Row, pairs: Pairs, beta: Row, others: Pairs) -> Fraction:
        return sum(
            (
                Fraction(a) * Fraction(b) * dot(difference(X, p), difference(X, q)) ** 2
                for a, p in zip(alpha, pairs, strict=True)
                for b, q in zip(beta, others, strict=True)
            ),
            Fraction(0),
        )

    before_S, before_D = ([quadratic_form(difference(X, p), M) for p in pairs] for pairs in (S, D))
    return (
        linear_part(before_S, before_D, alpha_S, alpha_D)
        - quadratic(alpha_S, S, alpha_S, S) / 2
        - quadratic(alpha_D, D, alpha_D, D) / 2
        + quadratic(alpha_S, S, alpha_D, D)
    )


def slacks(d: Distances, gamma: Number) -> tuple[list[Fraction], list[Fraction]]:
    """The smallest xi >= 0 that (8) and (9) allow."""
    zero = Fraction(0)
    similar = [max(zero, t - s) for s, t in zip(d.before_S, d.after_S, strict=True)]
    dissimilar = [
        max(zero, Fraction(gamma) - (t - s)) for s, t in zip(d.before_D, d.after_D, strict=True)
    ]
    return similar, dissimilar


def primal_objective(
    norm: Number,
    gamma: Number,
    slack_S: Row,
    slack_D: Row,
    C_S: Number,
    C_D: Number,
    nu: Number,
) -> Fraction:
    """(1/2) |AA'|^2 + (C_S/N_S) sum_S xi + C_D (-nu gamma + (1/N_D) sum_D xi); norm = |AA'|^2."""
    similar, dissimilar = (
        sum(map(Fraction, slack), Fraction(0)) / len(slack) for slack in (slack_S, slack_D)
    )
    loss = dissimilar - Fraction(nu) * Fraction(gamma)
    return Fraction(norm) / 2 + Fraction(C_S) * similar + Fraction(C_D) * loss


def best_gammas(d: Distances, nu: Number) -> tuple[Fraction, Fraction]:
    """The interval of all gamma >= 0 that minimize the primal for these distances, 0 < nu < 1.

    The primal is piecewise linear and convex in gamma, with its corners at dt^2 - d^2; so some
    corner, or 0, is a minimum, and the minima are all between the first and the last such one.
    """
    corners = {Fraction(0)} | {
        t - s for s, t in zip(d.before_D, d.after_D, strict=True) if t - s > 0
    }

    def cost(gamma: Fraction) -> Fraction:
        return sum(slacks(d, gamma)[1], Fraction(0)) / len(d.after_D) - Fraction(nu) * gamma

    costs = {gamma: cost(gamma) for gamma in corners}
    best = [gamma for gamma in corners if costs[gamma] == min(costs.values())]
    return min(best), max(best)


def lowest_cost(d: Distances, norm: Number, C_S: Number, C_D: Number, nu: Number) -> Fraction:
    """The primal at its best gamma and slacks: what a matrix is worth, whatever came with it."""
    gamma = best_gammas(d, nu)[0]
    return primal_objective(norm, gamma, *slacks(d, gamma), C_S, C_D, nu)


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
    gamma = Fraction(gamma)
    box_S, box_D = Fraction(C_S) / len(slack_S), Fraction(C_D) / len(slack_D)
    xi_S, xi_D = list(map(Fraction, slack_S)), list(map(Fraction, slack_D))
    a_S, a_D = list(map(Fraction, alpha_S)), list(map(Fraction, alpha_D))
    met_S = [s - t + x for s, t, x in zip(d.before_S, d.after_S, xi_S, strict=True)]
    met_D = [t - s - gamma + x for s, t, x in zip(d.before_D, d.after_D, xi_D, strict=True)]
    mu = sum(a_D) - Fraction(C_D) * Fraction(nu)
    outside = [max(-a, a - box) for box, row in ((box_S, a_S), (box_D, a_D)) for a in row]
    eta_xi = [(box_S - a) * x for a, x in zip(a_S, xi_S, strict=True)]
    eta_xi += [(box_D - a) * x for a, x in zip(a_D, xi_D, strict=True)]
    return Conditions(
        eq_8=_positive(-v for v in met_S),
        eq_9=_positive(-v for v in met_D),
        signs=_positive(-v for v in (*xi_S, *xi_D, gamma)),
        eq_15=_positive([-mu]),
        eq_16=_positive(outside),
        eq_17=_positive(abs(a * v) for a, v in zip(a_S, met_S, strict=True)),
        eq_18=_positive(abs(a * v) for a, v in zip(a_D, met_D, strict=True)),
        eq_19=_positive(map(abs, eta_xi)),
        eq_20=abs(mu * gamma),
    )


def _positive(values: Iterable[Fraction]) -> Fraction:
    """The largest violation; zero if there is none."""
    return max([*values, Fraction(0)])


def proposition_3(alpha_D: Row, box: Number, margin: Number = 0) -> tuple[Fraction, Fraction]:
    """Fractions of D that are support pairs (alpha > 0) and error pairs (alpha = box).

    With a margin, in boxes, for numbers that are not exact: alpha > margin and >= 1 - margin. Then
    nu is at most the first one plus the margin, and at least 1 - margin times the second one.
    """
    shares = [Fraction(a) / Fraction(box) for a in alpha_D]
    support = sum(share > Fraction(margin) for share in shares)
    errors = sum(share >= 1 - Fraction(margin) for share in shares)
    return Fraction(support, len(shares)), Fraction(errors, len(shares))
