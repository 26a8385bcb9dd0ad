"""Idealized kernels, Sections 2, 3.1 and 4: ideal kernel, alignment, Rand index, entry by entry."""

from collections.abc import Hashable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from gramcheck.verify.definitions.exact import Number, decimals, exact

__all__ = [
    "alignment",
    "alignment_threshold",
    "frobenius",
    "ideal_kernel",
    "idealize",
    "rand_index",
]

Matrix = Sequence[Sequence[Number]]


def ideal_kernel(
    y: Sequence[Hashable], class_weights: Mapping[Hashable, float] | None = None
) -> list[list[float]]:
    """Eq. (1): 1 where two labels agree, 0 elsewhere; with weights, the weight of their class."""
    weights = dict.fromkeys(y, 1.0) if class_weights is None else class_weights
    return [[float(weights[a]) if a == b else 0.0 for b in y] for a in y]


def frobenius(K: Matrix, L: Matrix) -> Decimal:
    """<K, L>, footnote 2: the sum of the products of all entries."""
    with exact():
        rows = zip(decimals(K), decimals(L), strict=True)
        return sum((a * b for k, m in rows for a, b in zip(k, m, strict=True)), Decimal(0))


def alignment(K: Matrix, L: Matrix) -> Decimal:
    """Section 2: <K, L> / sqrt(<K, K> <L, L>), to 60 digits."""
    with exact():
        return frobenius(K, L) / (frobenius(K, K) * frobenius(L, L)).sqrt()


def idealize(
    K: Matrix,
    y: Sequence[Hashable],
    gamma: Number,
    class_weights: Mapping[Hashable, float] | None = None,
) -> list[list[Decimal]]:
    """Eq. (2): K + (gamma / 2) K*, entry by entry."""
    with exact():
        half = decimals([[gamma]])[0][0] / 2
        rows = zip(decimals(K), decimals(ideal_kernel(y, class_weights)), strict=True)
        return [[a + half * b for a, b in zip(k, star, strict=True)] for k, star in rows]


def alignment_threshold(K: Matrix, y: Sequence[Hashable]) -> float:
    """Proposition 1 as printed, for any number of classes: -<K, K*> / sum of n_c^2."""
    with exact():
        return float(-frobenius(K, ideal_kernel(y)) / sum(list(y).count(a) for a in y))


def rand_index(labels: Sequence[Hashable], clusters: Sequence[Hashable]) -> float:
    """Footnote 9: the fraction of pairs on which labels and clusters agree."""
    pairs = list(combinations(range(len(labels)), 2))
    agree = [(labels[i] == labels[j]) == (clusters[i] == clusters[j]) for i, j in pairs]
    return float(Fraction(sum(agree), len(pairs)))
