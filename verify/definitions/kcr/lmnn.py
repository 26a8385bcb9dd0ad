"""KCR, Section 5: LMNN, large margins for the nearest neighbors, term by term and in fractions.

The k nearest neighbors of a point's own class in Euclidean distance are its targets; of equally
near ones those that come first.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from cvxopt import matrix, solvers

from gramcheck.verify.definitions.exact import Number, floats
from gramcheck.verify.definitions.kcr.embedding import squared_distance
from gramcheck.verify.types import Array

__all__ = ["lmnn_active", "lmnn_objective", "lmnn_optimum", "lmnn_subgradient", "targets"]

Matrix = Sequence[Sequence[Number]]
Weighted = tuple[Number, list[list[Fraction]]]


def targets(distances: Matrix, y: Sequence, k: int) -> list[tuple[int, int]]:
    """Pairs (i, j): j is one of the k nearest other points of i's class, or of all if fewer."""
    n = len(y)
    found = []
    for i in range(n):
        own = [j for j in range(n) if j != i and y[j] == y[i]]
        found += [(i, j) for j in sorted(own, key=lambda j: (distances[i][j], j))[:k]]
    return found


def _identity(n: int) -> Matrix:
    return [[int(i == j) for j in range(n)] for i in range(n)]


def _pulls(X: Matrix, y: Sequence, k: int) -> list[tuple[int, int]]:
    D = [[squared_distance(_identity(len(u)), u, w) for w in X] for u in X]
    return targets(D, y, k)


def _triples(X: Matrix, y: Sequence, k: int) -> Iterator[tuple[int, int, int]]:
    for i, j in _pulls(X, y, k):
        for other in range(len(y)):
            if y[other] != y[i]:
                yield i, j, other


def lmnn_objective(
    M: Matrix, X: Matrix, y: Sequence, k: int = 3, c: Number = 1, margin: Number = 1
) -> float:
    """sum_ij eta_ij d_M(i, j) + c sum_ijl eta_ij (1 - y_il) [margin + d_M(i, j) - d_M(i, l)]_+."""
    d = [[squared_distance(M, a, b) for b in X] for a in X]
    pull = sum(d[i][j] for i, j in _pulls(X, y, k))
    push = sum(
        max(Fraction(0), Fraction(margin) + d[i][j] - d[i][m]) for i, j, m in _triples(X, y, k)
    )
    return float(pull + Fraction(c) * push)


def lmnn_active(
    M: Matrix, X: Matrix, y: Sequence, k: int, margin: Number
) -> list[tuple[int, int, int]]:
    """Triples whose hinge is positive."""
    d = [[squared_distance(M, a, b) for b in X] for a in X]
    return [t for t in _triples(X, y, k) if Fraction(margin) + d[t[0]][t[1]] - d[t[0]][t[2]] > 0]


def outer(X: Matrix, i: int, j: int) -> list[list[Fraction]]:
    """(x_i - x_j)(x_i - x_j)'."""
    v = [Fraction(a) - Fraction(b) for a, b in zip(X[i], X[j], strict=True)]
    return [[a * b for b in v] for a in v]


def _sum(matrices: Sequence[Weighted], p: int) -> list[list[Fraction]]:
    total = [[Fraction(0)] * p for _ in range(p)]
    for weight, A in matrices:
        total = [[total[a][b] + Fraction(weight) * A[a][b] for b in range(p)] for a in range(p)]
    return total


def lmnn_subgradient(
    M: Matrix, X: Matrix, y: Sequence, k: int = 3, c: Number = 1, margin: Number = 1
) -> list[list[float]]:
    """Outer products of differences, over targets and over triples with a positive hinge."""
    parts: list[Weighted] = [(1, outer(X, i, j)) for i, j in _pulls(X, y, k)]
    for i, j, other in lmnn_active(M, X, y, k, margin):
        parts += [(c, outer(X, i, j)), (-Fraction(c), outer(X, i, other))]
    return floats(_sum(parts, len(X[0])))


def lmnn_optimum(
    X: Matrix, y: Sequence, k: int = 3, c: float = 1.0, margin: float = 1.0
) -> tuple[float, float]:
    """Two numbers with the smallest objective over M positive semidefinite between them.

    min <A, M> + c sum_t [margin + <C_t, M>]_+ has the dual max c margin sum_t a_t over
    0 <= a <= 1 with A + c sum_t a_t C_t positive semidefinite; a cone solver's results are made
    feasible first. A must be positive definite: targets that span the space.
    """
    p = len(X[0])
    A = np.array(floats(_sum([(1, outer(X, i, j)) for i, j in _pulls(X, y, k)], p)))
    triples = list(_triples(X, y, k))
    C = [
        np.array(floats(_sum([(1, outer(X, i, j)), (-1, outer(X, i, m))], p)))
        for i, j, m in triples
    ]
    low = [(a, b) for b in range(p) for a in range(b, p)]

    def row(B: Array) -> list[float]:
        return [float(B[a, b]) * (1 if a == b else 2) for a, b in low]

    T = len(C)
    cone = np.zeros((p * p, len(low)))
    for q, (a, b) in enumerate(low):
        cone[a + b * p, q] = cone[b + a * p, q] = -1.0
    hinges = np.hstack([np.array([row(B) for B in C]), -np.eye(T)])
    G = np.vstack([hinges, np.eye(T, T + len(low), len(low)) * -1, np.pad(cone, ((0, 0), (0, T)))])
    h = np.concatenate([np.full(T, -margin), np.zeros(T + p * p)])
    cost = np.append(row(A), np.full(T, c))
    options = {"show_progress": False, "abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9}
    found = solvers.conelp(
        matrix(cost), matrix(G), matrix(h), {"l": 2 * T, "q": [], "s": [p]}, options=options
    )
    M = np.zeros((p, p))
    for value, (a, b) in zip(np.array(found["x"]).ravel(), low, strict=False):
        M[a, b] = M[b, a] = value
    values, vectors = np.linalg.eigh(M)
    M = (vectors * np.maximum(values, 0.0)) @ vectors.T
    multipliers = np.clip(np.array(found["z"]).ravel()[:T] / c, 0.0, 1.0)
    push = c * np.tensordot(multipliers, np.array(C), axes=1)
    inverse = np.linalg.inv(np.linalg.cholesky(A))
    smallest = float(np.linalg.eigvalsh(inverse @ push @ inverse.T)[0])
    scale = min(1.0, (1 - 1e-12) / -smallest) if smallest < 0 else 1.0
    return c * margin * scale * float(multipliers.sum()), lmnn_objective(
        M.tolist(), X, y, k, c, margin
    )
