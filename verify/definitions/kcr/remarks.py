"""KCR, Remark 2 (a), Corollary 4 and Section 6, in fractions."""

from collections.abc import Sequence
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number
from gramcheck.verify.definitions.kcr.embedding import Matrix, embedded

__all__ = ["linear_map", "mahalanobis", "numbers_of_phi", "pair_violations"]


def numbers_of_phi(rows: Matrix, d: int, sum_to_zero: bool = False) -> int:
    """Remark 2 (a): on how many numbers phi, at the points of these rows, depends.

    Each c_im by itself is 1 for once and all others are 0; or, where sum_i c_im = 0, c_im is 1 and
    the last point's -1. The values of phi are one row each; as many numbers as their rank count.
    """
    n = len(rows[0])
    values = []
    for m in range(d):
        for i in range(n - 1 if sum_to_zero else n):
            c = [[0] * n for _ in range(d)]
            c[m][i] = 1
            if sum_to_zero:
                c[m][n - 1] = -1
            values.append([phi_m for k_x in rows for phi_m in embedded(c, k_x)])
    return _rank(values)


def _rank(rows: list[list[Fraction]]) -> int:
    """By elimination, which is exact."""
    rank = 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column] != 0), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            share = rows[i][column] / rows[rank][column]
            rows[i] = [a - share * b for a, b in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank


def linear_map(c: Matrix, X: Matrix) -> list[list[Fraction]]:
    """Corollary 4: L, whose row m is sum_i c_im X_i; with K(z, w) = z'w, phi(z) = L z."""
    return [
        [
            sum(
                (Fraction(a) * Fraction(x[p]) for a, x in zip(of_m, X, strict=True)),
                Fraction(0),
            )
            for p in range(len(X[0]))
        ]
        for of_m in c
    ]


def mahalanobis(c: Matrix, X: Matrix) -> list[list[Fraction]]:
    """Corollary 4: A = L'L."""
    L = linear_map(c, X)
    dimensions = range(len(X[0]))
    return [
        [sum((row[p] * row[q] for row in L), Fraction(0)) for q in dimensions] for p in dimensions
    ]


def pair_violations(d: Matrix, b: Number, y: Sequence) -> list[Fraction]:
    """Section 6: for each i, by how much all j violate d_ij <= b - 1, or d_ij >= b + 1.

    d are squared distances; the first is asked of pairs of one class, (i, i) among them, the second
    of the others.
    """

    def violation(i: int, j: int) -> Fraction:
        too_far = Fraction(d[i][j]) - (Fraction(b) - 1)
        too_near = (Fraction(b) + 1) - Fraction(d[i][j])
        return max(Fraction(0), too_far if y[i] == y[j] else too_near)

    return [sum((violation(i, j) for j in range(len(y))), Fraction(0)) for i in range(len(y))]
