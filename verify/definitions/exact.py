"""Arithmetic for the definitions: 60-digit decimals, and the few matrix operations on them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from numbers import Rational
from typing import Any

# An int, a float, a Fraction or a Decimal, in one computation all of one kind. No annotation says
# so: the sum of two unions would have to allow a Fraction and a Decimal, which do not add.
Number = Any
Row = list[Decimal]


def exact() -> AbstractContextManager[Context]:
    """60 digits, and exponents wide enough for exp(-1e9): ``with exact(): ...``."""
    return localcontext(prec=60, Emax=MAX_EMAX, Emin=MIN_EMIN)


def decimal(value: Number) -> Decimal:
    """``value`` without a rounding (a double is a decimal fraction), but a fraction is divided."""
    if isinstance(value, float | Decimal):
        return Decimal(value)
    if isinstance(value, Rational):
        return Decimal(int(value.numerator)) / Decimal(int(value.denominator))
    return Decimal(float(value))


def decimals(table: Sequence[Sequence[Number]]) -> list[Row]:
    """A matrix of decimals."""
    return [[decimal(value) for value in row] for row in table]


def floats(table: Sequence[Sequence[Number]]) -> list[list[float]]:
    """A matrix of doubles, each rounded once."""
    return [[float(value) for value in row] for row in table]


def dot(u: Sequence[Number], v: Sequence[Number]) -> Number:
    """Sum of products, in the type of the entries."""
    return sum(a * b for a, b in zip(u, v, strict=True))


def solve(A: Sequence[Sequence[Number]], b: Sequence[Number]) -> list[Number]:
    """Solution of A x = b by elimination with the largest pivot; ZeroDivisionError if singular."""
    rows = [[*row, value] for row, value in zip(A, b, strict=True)]
    n = len(rows)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if rows[k][k] == 0:
            raise ZeroDivisionError("singular matrix")
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * p for a, p in zip(rows[i], rows[k], strict=True)]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def symmetric_eigen(A: Sequence[Sequence[Number]]) -> tuple[list[Decimal], list[Row]]:
    """Eigenvalues of a symmetric matrix and their eigenvectors, as rows, by Jacobi's rotations.

    Each rotation makes one off-diagonal entry zero; sweeps go on until all are below 1e-50 of the
    largest entry. Unsorted; the sign of each eigenvector is free.
    """
    A = decimals(A)
    n = len(A)
    V = [[Decimal(int(i == j)) for j in range(n)] for i in range(n)]
    size = max(abs(value) for row in A for value in row)

    def largest() -> Decimal:
        return max((abs(A[p][q]) for p in range(n) for q in range(p)), default=Decimal(0))

    while largest() > size * Decimal("1e-50"):
        for p in range(n):
            for q in range(p + 1, n):
                if A[p][q] == 0:
                    continue
                theta = (A[q][q] - A[p][p]) / (2 * A[p][q])
                t = (1 if theta >= 0 else -1) / (abs(theta) + (theta * theta + 1).sqrt())
                c = 1 / (t * t + 1).sqrt()
                s = t * c
                for row in A:
                    row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
                for M in (A, V):
                    M[p], M[q] = (
                        [c * a - s * b for a, b in zip(M[p], M[q], strict=True)],
                        [s * a + c * b for a, b in zip(M[p], M[q], strict=True)],
                    )
    return [A[i][i] for i in range(n)], V
