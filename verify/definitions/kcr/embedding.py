"""KCR, Section 3: the embedding as functions of the RKHS, one coordinate at a time.

``c`` is a list of coefficient vectors, one a coordinate: phi_m = sum_i c[m][i] K(., X_i).
"""

from collections.abc import Sequence
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number

__all__ = [
    "embedded",
    "embedded_distance",
    "gram_of_coefficients",
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
