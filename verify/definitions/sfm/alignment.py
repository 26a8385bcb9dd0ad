"""SFM, Sections II and VII: the alignment kernels GAK and LAK, by enumeration and by recursion.

GAK (Cuturi, Vert, Birkenes, Matsui 2007; Cuturi 2011): local kernel kappa = k / (2 - k), with k
Gaussian. A string is a series of characters, whose indicator vectors are at squared distance 2.
LAK (Saigo, Vert, Ueda, Akutsu 2004): all local alignments, affine gaps, BLOSUM62 in half bits; a
gap of n letters costs opening + (n - 1) extension. Values, logarithms where the size asks for it;
neither is normalized unless the name says so.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, pairwise

from gramcheck.verify.definitions.d2ke.distances import points, squared_euclidean, warping_paths
from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.sfm.blosum62 import BLOSUM62

__all__ = [
    "global_alignment_kernel",
    "global_alignment_kernel_by_recursion",
    "global_alignment_kernel_normalized",
    "local_alignment_kernel",
    "local_alignment_kernel_by_recursion",
    "local_alignment_kernels_of_prefixes",
    "local_alignment_log_kernel",
    "local_alignments",
    "local_kernel",
]

Series = str | Sequence


# ------------------------------------------------------------------- GAK


def local_kernel(x: Series, y: Series, i: int, j: int, sigma: Number, triangular: int) -> Decimal:
    """kappa(i, j) = w k / (2 - w k), k = exp(-|x_i - y_j|^2 / (2 sigma^2)), positions from 0.

    w = max(0, 1 - |i - j| / triangular), or 1 when triangular is 0. Different characters have
    k = exp(-1 / sigma^2).
    """
    if isinstance(x, str):
        squared = Decimal(0 if x[i] == y[j] else 2)
    else:
        squared = squared_euclidean(points(x)[i], points(y)[j])
    k = (-squared / (2 * decimal(sigma) ** 2)).exp()
    if triangular:
        k *= max(Decimal(0), 1 - Decimal(abs(i - j)) / triangular)
    return k / (2 - k)


def global_alignment_kernel(x: Series, y: Series, sigma: Number, triangular: int = 0) -> float:
    """Sum over all global alignments of the product of kappa along them (Section II).

    Alignments are warping paths, steps (1, 0), (0, 1), (1, 1) from the first pair to the last.
    """
    with exact():
        total = Decimal(0)
        for path in warping_paths(len(x), len(y)):
            weight = Decimal(1)
            for i, j in path:
                weight *= local_kernel(x, y, i, j, sigma, triangular)
            total += weight
        return float(total)


def global_alignment_kernel_by_recursion(
    x: Series, y: Series, sigma: Number, triangular: int = 0
) -> Decimal:
    """The same by K(i, j) = kappa(i, j) (K(i-1, j) + K(i, j-1) + K(i-1, j-1)), to 60 digits."""
    with exact():
        K = {(-1, -1): Decimal(1)}
        for i in range(len(x)):
            for j in range(len(y)):
                before = ((i - 1, j), (i, j - 1), (i - 1, j - 1))
                K[i, j] = local_kernel(x, y, i, j, sigma, triangular) * sum(
                    K.get(cell, Decimal(0)) for cell in before
                )
        return K[len(x) - 1, len(y) - 1]


def global_alignment_kernel_normalized(
    x: Series, y: Series, sigma: Number, triangular: int = 0
) -> float:
    """exp(log K(x, y) - (log K(x, x) + log K(y, y)) / 2): 1 on the diagonal."""
    with exact():
        xy, xx, yy = (
            global_alignment_kernel_by_recursion(u, v, sigma, triangular)
            for u, v in ((x, y), (x, x), (y, y))
        )
        return float(xy / (xx * yy).sqrt())


# ------------------------------------------------------------------- LAK


def local_alignments(n: int, m: int) -> Iterator[list[tuple[int, int]]]:
    """Every local alignment of n with m letters: its matched pairs, growing in both; also none."""
    for size in range(min(n, m) + 1):
        for rows in combinations(range(n), size):
            for columns in combinations(range(m), size):
                yield list(zip(rows, columns, strict=True))


def gap_cost(letters: int, opening: Number, extension: Number) -> Decimal:
    """Affine: nothing for no gap, else opening + (letters - 1) extension."""
    return decimal(opening) + (letters - 1) * decimal(extension) if letters else Decimal(0)


def local_alignment_kernel(
    x: str, y: str, b: Number = 0.5, opening: Number = 11, extension: Number = 1
) -> float:
    """Sum over all local alignments of exp(b score), the empty one with score 0.

    The score adds BLOSUM62 over the matched pairs and takes off the gaps between consecutive pairs,
    one in each string. What lies before the first and behind the last pair is free.
    """
    with exact():
        total = Decimal(0)
        for pairs in local_alignments(len(x), len(y)):
            score = Decimal(sum(BLOSUM62[x[i], y[j]] for i, j in pairs))
            for (i, j), (i_next, j_next) in pairwise(pairs):
                score -= gap_cost(i_next - i - 1, opening, extension)
                score -= gap_cost(j_next - j - 1, opening, extension)
            total += (decimal(b) * score).exp()
        return float(total)


def local_alignment_kernel_by_recursion(
    x: str, y: str, b: Number = 0.5, opening: Number = 11, extension: Number = 1
) -> Decimal:
    """Saigo et al.'s recursion to 60 digits, see :func:`local_alignment_kernels_of_prefixes`."""
    return local_alignment_kernels_of_prefixes(x, y, b, opening, extension)[len(x), len(y)]


def local_alignment_kernels_of_prefixes(
    x: str, y: str, b: Number = 0.5, opening: Number = 11, extension: Number = 1
) -> dict[tuple[int, int], Decimal]:
    """K of the first n letters and the first m: 1 + X2(n, m) + Y2(n, m) + M(n, m).

    M, X, Y: sums over the alignments that end in a match, in a gap of y, in a gap of x; X2 and Y2
    carry finished ones to the corner. All are zero on the borders.
    """
    with exact():
        opened = (-decimal(b) * decimal(opening)).exp()
        extended = (-decimal(b) * decimal(extension)).exp()
        matches = {pair: (decimal(b) * score).exp() for pair, score in BLOSUM62.items()}
        borders = [(i, 0) for i in range(len(x) + 1)] + [(0, j) for j in range(len(y) + 1)]
        M, X, Y, X2, Y2 = [dict.fromkeys(borders, Decimal(0)) for _ in range(5)]
        for i in range(1, len(x) + 1):
            for j in range(1, len(y) + 1):
                up, left, diagonal = (i - 1, j), (i, j - 1), (i - 1, j - 1)
                match = matches[x[i - 1], y[j - 1]]
                M[i, j] = match * (1 + X[diagonal] + Y[diagonal] + M[diagonal])
                X[i, j] = opened * M[up] + extended * X[up]
                Y[i, j] = opened * (M[left] + X[left]) + extended * Y[left]
                X2[i, j] = M[up] + X2[up]
                Y2[i, j] = M[left] + X2[left] + Y2[left]
        return {ends: 1 + X2[ends] + Y2[ends] + M[ends] for ends in M}


def local_alignment_log_kernel(
    x: str, y: str, b: Number = 0.5, opening: Number = 11, extension: Number = 1
) -> float:
    """(1/b) log K, Saigo et al.'s score of a pair; not positive semidefinite by itself."""
    with exact():
        K = local_alignment_kernel_by_recursion(x, y, b, opening, extension)
        return float(K.ln() / decimal(b))
