"""Idealized kernels, Section 3.2.1: from the Lagrangian to the dual, (11)-(16), in fractions."""

from fractions import Fraction
from itertools import product

from gramcheck.verify.definitions.exact import dot
from gramcheck.verify.definitions.idealized.primal import (
    Matrix,
    Number,
    Pairs,
    Row,
    difference,
    quadratic_form,
    total,
)

__all__ = [
    "dual_objective",
    "dual_program",
    "eta_from_multipliers",
    "linear_part",
    "metric_from_multipliers",
    "mu_from_multipliers",
    "nu_from_multipliers",
]


def metric_from_multipliers(
    X: Matrix, S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row
) -> list[list[Fraction]]:
    """Eq. (11): AA' = - sum_S alpha z z' + sum_D alpha z z'."""
    p = len(X[0])
    matrix = [[Fraction(0)] * p for _ in range(p)]
    for sign, pairs, alpha in ((-1, S, alpha_S), (1, D, alpha_D)):
        for pair, a in zip(pairs, alpha, strict=True):
            z = difference(X, pair)
            for k, m in product(range(p), repeat=2):
                matrix[k][m] += sign * Fraction(a) * z[k] * z[m]
    return matrix


def nu_from_multipliers(alpha_D: Row, mu: Number, C_D: Number) -> Fraction:
    """Eq. (12): nu = (sum_D alpha - mu) / C_D."""
    return (total(alpha_D) - Fraction(mu)) / Fraction(C_D)


def mu_from_multipliers(alpha_D: Row, C_D: Number, nu: Number) -> Fraction:
    """Eq. (12) solved for the multiplier of gamma >= 0."""
    return total(alpha_D) - Fraction(C_D) * Fraction(nu)


def eta_from_multipliers(
    alpha_S: Row, alpha_D: Row, C_S: Number, C_D: Number
) -> tuple[list[Fraction], list[Fraction]]:
    """Eq. (13) solved for the multipliers of xi >= 0: C_S / N_S - alpha and C_D / N_D - alpha."""
    return (
        [Fraction(C_S) / len(alpha_S) - Fraction(a) for a in alpha_S],
        [Fraction(C_D) / len(alpha_D) - Fraction(a) for a in alpha_D],
    )


def linear_part(before_S: Row, before_D: Row, alpha_S: Row, alpha_D: Row) -> Fraction:
    """The first two sums of (14): - sum_S alpha d^2 + sum_D alpha d^2."""

    def weighted(alpha: Row, before: Row) -> Fraction:
        return total(Fraction(a) * Fraction(d) for a, d in zip(alpha, before, strict=True))

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
        return total(
            Fraction(a) * Fraction(b) * dot(difference(X, p), difference(X, q)) ** 2
            for a, p in zip(alpha, pairs, strict=True)
            for b, q in zip(beta, others, strict=True)
        )

    before_S, before_D = ([quadratic_form(difference(X, p), M) for p in pairs] for pairs in (S, D))
    return (
        linear_part(before_S, before_D, alpha_S, alpha_D)
        - quadratic(alpha_S, S, alpha_S, S) / 2
        - quadratic(alpha_D, D, alpha_D, D) / 2
        + quadratic(alpha_S, S, alpha_D, D)
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
