"""KCR, Section 4.1 in fractions: the objective (9), its active sets and slopes, Algorithm 1.

The program: over Sigma positive semidefinite with 1' Sigma 1 = 0 and h2 > 0,

    minimize  sum_i [2 - n_i+ + sum_j [1 + tau_ij d_ij - tau_ij h2]_+]_+ + lam tr(K Sigma),

d_ij = tr(M_ij Sigma), M_ij = (k_i - k_j)(k_i - k_j)', n_i+ = #{j : tau_ij = 1}, j = i included.
"""

from collections.abc import Sequence
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number
from gramcheck.verify.definitions.kcr.bounds import sign
from gramcheck.verify.definitions.kcr.embedding import squared_distance
from gramcheck.verify.definitions.kcr.projection import alternating_projections

__all__ = [
    "active_sets",
    "algorithm_1",
    "directional_derivative",
    "objective",
    "objective_from_distances",
    "pair_matrix",
    "subgradient",
    "trace_of_product",
]

Matrix = Sequence[Sequence[Number]]
Pairs = list[list[Fraction]]


def pair_matrix(K: Matrix, i: int, j: int) -> Pairs:
    """M_ij = (k_i - k_j)(k_i - k_j)'."""
    v = [Fraction(a) - Fraction(b) for a, b in zip(K[i], K[j], strict=True)]
    return [[a * b for b in v] for a in v]


def trace_of_product(A: Matrix, B: Matrix) -> Fraction:
    """tr(A B), entry by entry."""
    n = len(A)
    terms = (Fraction(A[a][b]) * Fraction(B[b][a]) for a in range(n) for b in range(n))
    return sum(terms, Fraction(0))


def _rows(d: Matrix, h2: Number, y: Sequence) -> tuple[Pairs, list[Fraction]]:
    """Arguments of the inner hinges, and those of the outer ones."""
    n = len(y)
    inner = [
        [1 + sign(y, i, j) * (Fraction(d[i][j]) - Fraction(h2)) for j in range(n)] for i in range(n)
    ]
    outer = [
        Fraction(2 - sum(sign(y, i, j) == 1 for j in range(n)))
        + sum(max(Fraction(0), value) for value in inner[i])
        for i in range(n)
    ]
    return inner, outer


def _distances(Sigma: Matrix, K: Matrix) -> Pairs:
    return [[squared_distance(Sigma, a, b) for b in K] for a in K]


def objective_from_distances(d: Matrix, h2: Number, y: Sequence) -> float:
    """The loss of Eq. (9) for given squared distances, without the penalty."""
    return float(sum(max(Fraction(0), value) for value in _rows(d, h2, y)[1]))


def objective(Sigma: Matrix, h2: Number, K: Matrix, y: Sequence, lam: Number) -> Fraction:
    """Eq. (9)."""
    outer = _rows(_distances(Sigma, K), h2, y)[1]
    loss = sum(max(Fraction(0), value) for value in outer)
    return loss + Fraction(lam) * trace_of_product(K, Sigma)


def active_sets(
    Sigma: Matrix, h2: Number, K: Matrix, y: Sequence
) -> tuple[list[bool], list[list[bool]], list[list[bool]]]:
    """Algorithm 1: A_t = {i : 2 + sum_j [..]_+ <= n_i+}, B_t = {1 + tau d > tau h2}, B_t less A_t.

    A_t are the rows whose outer hinge is silent (erratum C4: the relation is lost in print).
    """
    inner, outer = _rows(_distances(Sigma, K), h2, y)
    A = [value <= 0 for value in outer]
    B = [[value > 0 for value in row] for row in inner]
    return A, B, [[b and not a for b in row] for a, row in zip(A, B, strict=True)]


def subgradient(
    Sigma: Matrix, h2: Number, K: Matrix, y: Sequence, lam: Number
) -> tuple[Pairs, Fraction]:
    """Algorithm 1: sum over N_t of tau_ij M_ij, plus lam K; and minus the sum of tau_ij."""
    N = active_sets(Sigma, h2, K, y)[2]
    n = len(y)
    G = [[Fraction(lam) * Fraction(K[a][b]) for b in range(n)] for a in range(n)]
    slope = Fraction(0)
    for i in range(n):
        for j in range(n):
            if N[i][j]:
                M = pair_matrix(K, i, j)
                G = [[G[a][b] + sign(y, i, j) * M[a][b] for b in range(n)] for a in range(n)]
                slope -= sign(y, i, j)
    return G, slope


def _slope_of_hinge(value: Fraction, slope: Fraction) -> Fraction:
    """Right derivative of [value + t slope]_+ at t = 0."""
    return slope if value > 0 else max(Fraction(0), slope) if value == 0 else Fraction(0)


def directional_derivative(
    Sigma: Matrix,
    h2: Number,
    K: Matrix,
    y: Sequence,
    lam: Number,
    direction: tuple[Matrix, Number],
) -> Fraction:
    """Right derivative of Eq. (9) along (a matrix, a number): exists at kinks too.

    A pair (G, g) is a subgradient if and only if <G, D> + g e is at most this for all (D, e).
    """
    n = len(y)
    D, e = direction
    inner, outer = _rows(_distances(Sigma, K), h2, y)
    moved = _distances(D, K)  # distances are linear in Sigma, so this is what they change by

    def change(i: int, j: int) -> Fraction:
        return _slope_of_hinge(inner[i][j], sign(y, i, j) * (moved[i][j] - Fraction(e)))

    zero = Fraction(0)
    rows = [sum((change(i, j) for j in range(n)), zero) for i in range(n)]
    slopes = (_slope_of_hinge(value, slope) for value, slope in zip(outer, rows, strict=True))
    loss = sum(slopes, zero)
    return loss + Fraction(lam) * trace_of_product(K, D)


def algorithm_1(
    K: Matrix,
    y: Sequence,
    lam: Number,
    alpha: Sequence[Number],
    beta: Sequence[Number],
    Sigma0: Matrix,
    h0: Number,
    sweeps: int,
    epsilon: Number = 1e-6,
) -> tuple[list[list[float]], float]:
    """Algorithm 1, line by line, for as many steps as there are alphas: Sigma_t and h~_t.

    N_t is formed from both, then both are moved. P_N are so many sweeps of alternating projections.
    """
    Sigma = [[Fraction(value) for value in row] for row in Sigma0]
    h2 = Fraction(h0)
    for a, b in zip(alpha, beta, strict=True):
        G, g = subgradient(Sigma, h2, K, y, lam)  # sum over N_t of tau M, plus lam K; and - tau
        moved = [
            [s - Fraction(a) * d for s, d in zip(*rows, strict=True)]
            for rows in zip(Sigma, G, strict=True)
        ]
        Sigma = [[Fraction(v) for v in row] for row in alternating_projections(moved, sweeps)]
        h2 = max(Fraction(epsilon), h2 - Fraction(b) * g)
    return [[float(value) for value in row] for row in Sigma], float(h2)
