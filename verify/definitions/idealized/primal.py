"""Idealized kernels, Sections 3.2 and 3.2.1: distances, margins, the primal, its Lagrangian.

All of it in fractions. A problem is points X (rows), pairs S and D, box constants C_S and C_D, nu,
and the matrix M of the first metric (None: the identity). Sizes are small.
"""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from gramcheck.verify.definitions.exact import dot
from gramcheck.verify.types import Array

__all__ = [
    "Distances",
    "best_gammas",
    "difference",
    "distances",
    "lagrangian",
    "losses",
    "lowest_cost",
    "margins",
    "margins_from_labels",
    "norm_squared",
    "pair_margins",
    "primal_objective",
    "quadratic_form",
    "slacks",
    "smallest_slacks",
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
    return total(Fraction(M[k][m]) * entries[k] * entries[m] for k in n for m in n)


def distances(X: Matrix, S: Pairs, D: Pairs, matrix: Matrix, M: Matrix | None = None) -> Distances:
    """All d^2 = z'Mz and dt^2 = z' AA' z, Eq. (5)."""
    return Distances(
        *(
            [quadratic_form(difference(X, pair), form) for pair in pairs]
            for pairs, form in ((S, M), (S, matrix), (D, M), (D, matrix))
        )
    )


# margins ----------------------------------------------------------------------------------------


def margins_from_labels(
    squared: Matrix, original: Matrix, y: Sequence[Hashable], gamma: Number
) -> list[list[Fraction]]:
    """Eq. (6): d^2 - dt^2 within a class, dt^2 - d^2 - gamma between classes."""
    n = range(len(y))
    gain = [[Fraction(squared[i][j]) - Fraction(original[i][j]) for j in n] for i in n]
    return [[-gain[i][j] if y[i] == y[j] else gain[i][j] - Fraction(gamma) for j in n] for i in n]


def margins(d: Distances, gamma: Number) -> tuple[list[Fraction], list[Fraction]]:
    """Eq. (7): d^2 - dt^2 on S, dt^2 - d^2 - gamma on D."""
    return (
        [before - after for before, after in zip(d.before_S, d.after_S, strict=True)],
        [
            after - before - Fraction(gamma)
            for before, after in zip(d.before_D, d.after_D, strict=True)
        ],
    )


def pair_margins(
    X: Matrix, S: Pairs, D: Pairs, metric: Matrix, gamma: Number, M: Matrix | None = None
) -> tuple[list[Fraction], list[Fraction]]:
    """Eq. (7): d^2 - dt^2 on S, dt^2 - d^2 - gamma on D."""
    return margins(distances(X, S, D, metric, M), gamma)


# the primal and its Lagrangian ------------------------------------------------------------------


def slacks(d: Distances, gamma: Number) -> tuple[list[Fraction], list[Fraction]]:
    """The smallest xi >= 0 that (8) and (9) allow."""
    similar, dissimilar = margins(d, gamma)
    return [max(Fraction(0), -m) for m in similar], [max(Fraction(0), -m) for m in dissimilar]


def smallest_slacks(
    X: Matrix, S: Pairs, D: Pairs, metric: Matrix, gamma: Number, M: Matrix | None = None
) -> tuple[list[Fraction], list[Fraction]]:
    """The least xi >= 0 that meet (8) and (9)."""
    return slacks(distances(X, S, D, metric, M), gamma)


def norm_squared(matrix: Matrix) -> Fraction:
    """The Frobenius norm squared, which is the sum of the squared eigenvalues."""
    return total(Fraction(a) ** 2 for row in matrix for a in row)


def losses(
    gamma: Number, slack_S: Row, slack_D: Row, C_S: Number, C_D: Number, nu: Number
) -> Fraction:
    """The primal without its norm: (C_S/N_S) sum_S xi + C_D (-nu gamma + (1/N_D) sum_D xi)."""
    similar, dissimilar = (total(slack) / len(slack) for slack in (slack_S, slack_D))
    return Fraction(C_S) * similar + Fraction(C_D) * (dissimilar - Fraction(nu) * Fraction(gamma))


def primal_objective(
    metric: Matrix,
    gamma: Number,
    slack_S: Row,
    slack_D: Row,
    C_S: Number,
    C_D: Number,
    nu: Number,
) -> Fraction:
    """The primal of Section 3.2.1: half the norm squared, and the losses."""
    return norm_squared(metric) / 2 + losses(gamma, slack_S, slack_D, C_S, C_D, nu)


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


def best_gammas(d: Distances, nu: Number) -> tuple[Fraction, Fraction]:
    """The interval of all gamma >= 0 that minimize the primal for these distances, 0 < nu < 1.

    The primal is piecewise linear and convex in gamma, with its corners at dt^2 - d^2; so some
    corner, or 0, is a minimum, and the minima are all between the first and the last such one.
    """
    corners = {Fraction(0), *(margin for margin in margins(d, 0)[1] if margin > 0)}
    costs = {gamma: losses(gamma, *slacks(d, gamma), 0, 1, nu) for gamma in corners}
    best = [gamma for gamma in corners if costs[gamma] == min(costs.values())]
    return min(best), max(best)


def lowest_cost(d: Distances, norm: Number, C_S: Number, C_D: Number, nu: Number) -> Fraction:
    """The primal at its best gamma and slacks: what a matrix is worth, whatever came with it.

    ``norm`` is |AA'|^2, which is not that of the coefficients where a kernel gives the distances.
    """
    gamma = best_gammas(d, nu)[0]
    return Fraction(norm) / 2 + losses(gamma, *slacks(d, gamma), C_S, C_D, nu)


def total(values: Iterable[Number]) -> Fraction:
    """The sum as a fraction, 0 of nothing."""
    return sum((Fraction(value) for value in values), Fraction(0))
