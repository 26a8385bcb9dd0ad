"""Idealized kernels, Section 3.3: from kernel values alone, pair by pair, in fractions."""

from collections.abc import Sequence
from fractions import Fraction

from gramcheck.verify.definitions.idealized.dual import linear_part
from gramcheck.verify.definitions.idealized.primal import Distances, Matrix, Pairs, Row, total

__all__ = [
    "kernel_distances",
    "kernel_dual_objective",
    "kernel_from_rows",
    "kernel_norm_squared",
    "product_of_differences",
    "squared_distance_from_rows",
]


def _terms(S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row) -> list[tuple[Fraction, Sequence[int]]]:
    """The signed weights of (11) with their pairs."""
    similar = [(-Fraction(a), pair) for a, pair in zip(alpha_S, S, strict=True)]
    return similar + [(Fraction(a), pair) for a, pair in zip(alpha_D, D, strict=True)]


def kernel_from_rows(a: Row, b: Row, S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row) -> Fraction:
    """The kernel of Section 3.3 between two patterns, of which only kernel rows are known."""
    u, v = list(map(Fraction, a)), list(map(Fraction, b))
    terms = _terms(S, D, alpha_S, alpha_D)
    return total(w * (u[i] - u[j]) * (v[i] - v[j]) for w, (i, j) in terms)


def squared_distance_from_rows(
    a: Row, b: Row, S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row
) -> Fraction:
    """The distance of Section 3.3: sum of weights times (K_ai - K_aj - K_bi + K_bj)^2."""
    u, v = list(map(Fraction, a)), list(map(Fraction, b))
    terms = _terms(S, D, alpha_S, alpha_D)
    return total(w * (u[i] - u[j] - v[i] + v[j]) ** 2 for w, (i, j) in terms)


def product_of_differences(K: Matrix, p: Sequence[int], q: Sequence[int]) -> Fraction:
    """(phi_i - phi_j)'(phi_k - phi_l) for pairs (i, j) and (k, l)."""
    (i, j), (k, m) = p, q
    return Fraction(K[i][k]) - Fraction(K[i][m]) - Fraction(K[j][k]) + Fraction(K[j][m])


def kernel_distances(K: Matrix, S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row) -> Distances:
    """All d^2 and dt^2 of the pairs, of the matrix that (11) makes of the multipliers."""
    terms = _terms(S, D, alpha_S, alpha_D)

    def after(pair: Sequence[int]) -> Fraction:
        return total(w * product_of_differences(K, pair, q) ** 2 for w, q in terms)

    return Distances(
        [product_of_differences(K, pair, pair) for pair in S],
        [after(pair) for pair in S],
        [product_of_differences(K, pair, pair) for pair in D],
        [after(pair) for pair in D],
    )


def kernel_norm_squared(K: Matrix, S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row) -> Fraction:
    """|AA'|^2 in feature space: all products of weights and squared inner products."""
    terms = _terms(S, D, alpha_S, alpha_D)
    return total(v * w * product_of_differences(K, p, q) ** 2 for v, p in terms for w, q in terms)


def kernel_dual_objective(K: Matrix, S: Pairs, D: Pairs, alpha_S: Row, alpha_D: Row) -> Fraction:
    """Eq. (14) in feature space."""
    d = kernel_distances(K, S, D, alpha_S, alpha_D)
    linear = linear_part(d.before_S, d.before_D, alpha_S, alpha_D)
    return linear - kernel_norm_squared(K, S, D, alpha_S, alpha_D) / 2
