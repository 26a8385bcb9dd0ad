"""KCR, Section 3 and Appendix A: the embedding as functions of the RKHS, each by itself.

``c`` is a list of coefficient vectors, one a coordinate: phi_m = sum_i c[m][i] K(., X_i).
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.kcr.bounds import margin, objective_5

__all__ = [
    "coefficients_from_pairs",
    "embedded",
    "embedded_distance",
    "gram_of_coefficients",
    "lemma_5",
    "margin_6",
    "objective_6",
    "objective_10",
    "quadratic_form",
    "squared_distance",
    "squared_norm",
]

Row = Sequence[Number]
Matrix = Sequence[Row]


def embedded(c: Matrix, k_x: Row) -> list[Fraction]:
    """Eq. (7): phi_m(x) = sum_i c_im K(x, X_i), from the row of kernel values k_x."""
    return [
        sum((Fraction(a) * Fraction(k) for a, k in zip(of_m, k_x, strict=True)), Fraction(0))
        for of_m in c
    ]


def embedded_distance(c: Matrix, k_z: Row, k_w: Row) -> Fraction:
    """||phi(z) - phi(w)||^2, coordinate by coordinate."""
    pairs = zip(embedded(c, k_z), embedded(c, k_w), strict=True)
    return sum(((a - b) ** 2 for a, b in pairs), Fraction(0))


def squared_norm(c: Matrix, K: Matrix) -> Fraction:
    """Remark 2 (c): ||phi||^2 = sum_m sum_ij c_im c_jm K(X_i, X_j)."""
    n = len(K)
    terms = (
        Fraction(row[i]) * Fraction(row[j]) * Fraction(K[i][j])
        for row in c
        for i in range(n)
        for j in range(n)
    )
    return sum(terms, Fraction(0))


def gram_of_coefficients(c: Matrix) -> list[list[Fraction]]:
    """Remark 2 (d): Sigma = sum_m c_m c_m'."""
    n = len(c[0])
    zero = Fraction(0)
    return [
        [sum((Fraction(r[i]) * Fraction(r[j]) for r in c), zero) for j in range(n)]
        for i in range(n)
    ]


def quadratic_form(Sigma: Matrix, v: Sequence[Fraction]) -> Fraction:
    """The form v' Sigma v = tr(v v' Sigma)."""
    n = len(v)
    terms = (v[a] * Fraction(Sigma[a][b]) * v[b] for a in range(n) for b in range(n))
    return sum(terms, Fraction(0))


def squared_distance(Sigma: Matrix, k_z: Row, k_w: Row) -> Fraction:
    """Corollary 3: (k_z - k_w)' Sigma (k_z - k_w)."""
    return quadratic_form(Sigma, [Fraction(a) - Fraction(b) for a, b in zip(k_z, k_w, strict=True)])


# Eq. (6) ---------------------------------------------------------------------------------------


def _embedded_distances(coefficients: Matrix, K: Matrix) -> list[list[Decimal]]:
    """||phi(X_i) - phi(X_j)|| to 60 digits; a square has its root exactly."""
    with exact():
        return [[decimal(embedded_distance(coefficients, a, b)).sqrt() for b in K] for a in K]


def margin_6(
    coefficients: Matrix,
    K: Matrix,
    y: Sequence,
    h: Number,
    kernel: str = "naive",
    cauchy_exponent: Number = 2,
) -> list:
    """What psi of Eq. (6) compares with 0, for phi_m = sum_i c_im K(., X_i)."""
    return margin(_embedded_distances(coefficients, K), y, h, kernel, cauchy_exponent)


def objective_6(
    coefficients: Matrix,
    K: Matrix,
    y: Sequence,
    h: Number,
    lam: Number,
    kernel: str = "naive",
    cauchy_exponent: Number = 2,
) -> float:
    """Eq. (6): Eq. (5) for this phi, with sum_m c_m' K c_m for the penalty."""
    distances = _embedded_distances(coefficients, K)
    penalty = squared_norm(coefficients, K)
    return objective_5(distances, y, h, penalty, lam, kernel, cauchy_exponent)


# Appendix A -------------------------------------------------------------------------------------


def _inner(c: Row, K: Matrix, e: Row) -> Fraction:
    """The form c' K e: the inner product of the functions with these coefficients."""
    return sum(
        (
            Fraction(a) * Fraction(k) * Fraction(b)
            for a, row in zip(c, K, strict=True)
            for k, b in zip(row, e, strict=True)
        ),
        Fraction(0),
    )


def objective_10(
    coefficients: Row,
    K: Matrix,
    theta: Callable[[list[list[Fraction]]], Number],
    lam: Number,
) -> float:
    """Eq. (10): theta of all f(x_i) - f(x_j), plus lam ||f||^2, for f = sum_i c_i K(., x_i)."""
    f = [embedded([coefficients], row)[0] for row in K]
    differences = [[a - b for b in f] for a in f]
    norm = squared_norm([coefficients], K)
    return float(Fraction(theta(differences)) + Fraction(lam) * norm)


def lemma_5(coefficients: Row, K: Matrix) -> list[Fraction]:
    """Lemma 5: f' is f projected onto the span of all K(., x_i) - K(., x_j).

    By Gram and Schmidt, from the functions K(., x_i) - K(., x_n); those that depend on the ones
    before add nothing. What is left of f is orthogonal to the span, so no f(x_i) - f(x_j) changes.
    """
    n = len(K)
    basis: list[list[Fraction]] = []
    for i in range(n - 1):
        e = [Fraction(int(k == i) - int(k == n - 1)) for k in range(n)]
        for u in basis:
            share = _inner(e, K, u) / _inner(u, K, u)
            e = [a - share * b for a, b in zip(e, u, strict=True)]
        if _inner(e, K, e) != 0:
            basis.append(e)
    shares = [_inner(coefficients, K, u) / _inner(u, K, u) for u in basis]
    return [
        sum((s * u[k] for s, u in zip(shares, basis, strict=True)), Fraction(0)) for k in range(n)
    ]


def coefficients_from_pairs(b: Matrix) -> list[Fraction]:
    """Proof of Lemma 5: sum_ij b_ij (K(., x_i) - K(., x_j)) has c_i = sum_j (b_ij - b_ji)."""
    n = len(b)
    return [
        sum((Fraction(b[i][j]) - Fraction(b[j][i]) for j in range(n)), Fraction(0))
        for i in range(n)
    ]
