"""KCR, Section 4.1: the projection onto N = {S positive semidefinite, 1'S1 = 0}, by its definition.

For S positive semidefinite 1'S1 = 0 says S1 = 0, so N = {V'BV : B positive semidefinite} with the
rows of V an orthonormal basis of the complement of 1; ||S - V'BV|| is least where ||VSV' - B|| is.
"""

from collections.abc import Sequence
from decimal import Decimal

from gramcheck.verify.definitions.exact import (
    Number,
    Row,
    decimals,
    dot,
    exact,
    floats,
    symmetric_eigen,
)

__all__ = [
    "alternating_projections",
    "centered_basis",
    "dykstra",
    "inner_product",
    "project",
    "total",
]

Matrix = Sequence[Sequence[Number]]


def centered_basis(n: int) -> list[Row]:
    """Helmert's basis: row k is (1, ..., 1, -k, 0, ..., 0) / sqrt(k (k + 1)), with k ones."""
    with exact():
        return [
            [
                Decimal(1 if i < k else -k if i == k else 0) / Decimal(k * (k + 1)).sqrt()
                for i in range(n)
            ]
            for k in range(1, n)
        ]


def _sandwich(V: Sequence[Row], S: Sequence[Row]) -> list[Row]:
    """V S V', entry by entry."""
    return [[sum(a * dot(row, w) for a, row in zip(v, S, strict=True)) for w in V] for v in V]


def _positive_part(S: Sequence[Row]) -> list[Row]:
    """sum_i [lambda_i]_+ u_i u_i'."""
    if all(value == 0 for row in S for value in row):
        return [list(row) for row in S]
    values, vectors = symmetric_eigen(S)
    n = len(S)
    kept = [(lam, u) for lam, u in zip(values, vectors, strict=True) if lam > 0]
    zero = Decimal(0)
    return [[sum((lam * u[a] * u[b] for lam, u in kept), zero) for b in range(n)] for a in range(n)]


def project(S: Matrix) -> list[list[float]]:
    """The nearest point of N in the Frobenius norm."""
    with exact():
        V = centered_basis(len(S))
        if not V:
            return [[0.0]]
        B = _positive_part(_sandwich(V, decimals(S)))
        return floats(_sandwich([list(column) for column in zip(*V, strict=True)], B))


def alternating_projections(S: Matrix, iterations: int) -> list[list[float]]:
    """The printed loop: B_m = A_m - (1'A_m 1 / n^2) 11', A_{m+1} the positive part of B_m."""
    with exact():
        A, n = decimals(S), len(S)
        for _ in range(iterations):
            mean = sum(map(sum, A)) / Decimal(n * n)
            A = _positive_part([[value - mean for value in row] for row in A])
        return floats(A)


def dykstra(S: Matrix, iterations: int) -> list[list[float]]:
    """The same two projections, each of what the other one gave plus its own last correction.

    Boyle and Dykstra, 1986; converges to the projection. Ends in the cone.
    """
    with exact():
        A, n = decimals(S), len(S)
        p = [[Decimal(0)] * n for _ in A]  # the hyperplane's
        q = [[Decimal(0)] * n for _ in A]  # the cone's
        for _ in range(iterations):
            A = _plus(A, p)
            mean = sum(map(sum, A)) / Decimal(n * n)
            B = [[value - mean for value in row] for row in A]
            p = _plus(A, B, -1)
            B = _plus(B, q)
            A = _positive_part(B)
            q = _plus(B, A, -1)
        return floats(A)


def _plus(A: Sequence[Row], B: Sequence[Row], sign: int = 1) -> list[Row]:
    return [[a + sign * b for a, b in zip(*rows, strict=True)] for rows in zip(A, B, strict=True)]


def total(S: Matrix) -> float:
    """1'S1."""
    with exact():
        return float(sum(map(sum, decimals(S))))


def inner_product(A: Matrix, B: Matrix) -> float:
    """tr(A'B)."""
    with exact():
        rows = zip(decimals(A), decimals(B), strict=True)
        return float(sum((dot(a, b) for a, b in rows), Decimal(0)))
