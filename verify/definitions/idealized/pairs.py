"""Idealized kernels, Sections 3.2, 3.2.5 and 4.1: sets of pairs, by loops over all of them."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations
from statistics import median_high, median_low

from gramcheck.verify.definitions.exact import Number, decimal, exact

__all__ = [
    "connected_components",
    "nearest_pairs",
    "nearest_pairs_from_kernel",
    "pairs_from_labels",
    "pairs_from_side_information",
    "similar_pairs_law",
]

Pair = tuple[int, int]
Pairs = list[Pair]


def pairs_from_labels(y: Sequence[Hashable]) -> tuple[Pairs, Pairs]:
    """Section 4.2: similar are all pairs of one class, dissimilar all pairs of two; i < j."""
    pairs = list(combinations(range(len(y)), 2))
    return [p for p in pairs if y[p[0]] == y[p[1]]], [p for p in pairs if y[p[0]] != y[p[1]]]


def pairs_from_side_information(similar: Iterable[Sequence[int]], n: int) -> tuple[Pairs, Pairs]:
    """Section 4.1 after Xing et al.: dissimilar are all pairs that are not similar."""
    given = {(min(pair), max(pair)) for pair in similar}
    return sorted(given), [pair for pair in combinations(range(n), 2) if pair not in given]


def connected_components(pairs: Iterable[Sequence[int]], n: int) -> int:
    """How many groups of patterns the pairs leave unconnected, by merging lists."""
    group = list(range(n))
    for i, j in pairs:
        old, new = group[j], group[i]
        group = [new if g == old else g for g in group]
    return len(set(group))


def similar_pairs_law(y: Sequence, wanted: int) -> dict[tuple[Pair, ...], Fraction]:
    """Section 4.1: pairs of a class in every order, each up to where ``wanted`` groups are left."""
    orders = list(permutations(pairs_from_labels(y)[0]))
    law: defaultdict[tuple[Pair, ...], Fraction] = defaultdict(Fraction)
    for order in orders:
        sizes = range(len(order) + 1)
        size = next(n for n in sizes if connected_components(order[:n], len(y)) == wanted)
        law[tuple(sorted(order[:size]))] += Fraction(1, len(orders))
    return dict(law)


def nearest_pairs(
    X: Sequence[Sequence[Number]], similar: Pairs, dissimilar: Pairs, m: int, R: Number | str
) -> tuple[Pairs, Pairs]:
    """Section 3.2.5: of each pattern the m nearest partners in each set, within a radius R."""

    def squared(i: int, j: int) -> Fraction:
        terms = ((Fraction(a) - Fraction(b)) ** 2 for a, b in zip(X[i], X[j], strict=True))
        return sum(terms, Fraction(0))

    return _nearest(squared, similar, dissimilar, m, R)


def nearest_pairs_from_kernel(
    K: Sequence[Sequence[Number]], similar: Pairs, dissimilar: Pairs, m: int, R: Number | str
) -> tuple[Pairs, Pairs]:
    """The same with the distances of feature space, K_ii + K_jj - 2 K_ij."""

    def squared(i: int, j: int) -> Fraction:
        return Fraction(K[i][i]) + Fraction(K[j][j]) - 2 * Fraction(K[i][j])

    return _nearest(squared, similar, dissimilar, m, R)


def _nearest(
    squared: Callable[[int, int], Fraction],
    similar: Pairs,
    dissimilar: Pairs,
    m: int,
    R: Number | str,
) -> tuple[Pairs, Pairs]:
    with exact():
        lengths = [decimal(squared(i, j)).sqrt() for i, j in [*similar, *dissimilar]]
        radius = _median(lengths) if isinstance(R, str) else decimal(R)
        kept = []
        for pairs in (similar, dissimilar):
            chosen = set()
            for i in {k for pair in pairs for k in pair}:
                partners = [j for j in range(max(map(max, pairs)) + 1) if _among(i, j, pairs)]
                near = sorted((squared(i, j), j) for j in partners)  # ties: smaller index first
                inside = [j for d2, j in near[:m] if decimal(d2).sqrt() <= radius]
                chosen |= {(min(i, j), max(i, j)) for j in inside}
            kept.append(sorted(chosen))
        return kept[0], kept[1]


def _among(i: int, j: int, pairs: Pairs) -> bool:
    return (i, j) in pairs or (j, i) in pairs


def _median(lengths: Sequence[Decimal]) -> Decimal:
    """Of equal middles that length itself: their sum may be rounded to less than twice it."""
    low, high = median_low(lengths), median_high(lengths)
    return low if low == high else (low + high) / 2
