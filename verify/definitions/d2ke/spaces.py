"""D2KE, Sections 2 and 4 on finite spaces: axioms, covers, exact risks and exact tails.

A finite space is its matrix of distances. Fractions in, fractions out.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from math import factorial, inf, prod
from typing import Any

from gramcheck.verify.definitions.exact import decimal, exact

__all__ = [
    "ball_covering_bound",
    "covering_constant",
    "covering_number",
    "interval_covering_number",
    "knn_risk",
    "lipschitz_constant",
    "metric_violations",
    "multiset_covering_bound",
    "multiset_effective_dimension",
    "one_nn_risk",
    "path_space",
    "quadratic_form",
    "subset_space",
    "subset_space_deviation",
    "tail_probability_by_counts",
    "two_point_space",
    "uniform_tail_probability",
]

Matrix = Sequence[Sequence[Any]]  # numbers of one type, which results have too


def metric_violations(D: Matrix) -> list[tuple[str, tuple[int, ...]]]:
    """Assumption 1 by a triple loop: each axiom (i)-(iv) that fails, with its points."""
    n = range(len(D))
    found: list[tuple[str, tuple[int, ...]]] = []
    found += [("nonnegative", (i, j)) for i in n for j in n if D[i][j] < 0]
    found += [("identity", (i, j)) for i in n for j in n if (D[i][j] == 0) != (i == j)]
    found += [("symmetry", (i, j)) for i in n for j in n if i < j and D[i][j] != D[j][i]]
    found += [
        ("triangle", (i, j, k)) for i in n for j in n for k in n if D[i][j] > D[i][k] + D[k][j]
    ]
    return found


def lipschitz_constant(values: Sequence[Any], D: Matrix) -> float:
    """Assumption 2: the least L with |f(x) - f(y)| <= L d(x, y) over all pairs; inf at d = 0."""
    ratios = [0.0]
    for i, j in combinations(range(len(values)), 2):
        difference = abs(values[i] - values[j])
        if difference:
            ratios.append(float(difference / D[i][j]) if D[i][j] else inf)
    return max(ratios)


def covering_number(D: Matrix, delta: Any) -> int:
    """Definition 1: the size of the smallest set of points that has one within delta of each."""
    n = len(D)
    for size in range(n + 1):
        for centers in combinations(range(n), size):
            if all(any(D[x][e] <= delta for e in centers) for x in range(n)):
                return size
    raise ValueError("some point is farther than delta from itself")


def covering_constant(D: Matrix, p: float) -> float:
    """Assumption 3: the least c with N(delta) <= c (1/delta)^p for all 0 < delta < 1.

    N is constant between consecutive distances, and delta^p grows: the supremum of N delta^p is
    approached at the right ends of those intervals. Any p > 0 has such a c when the space is finite
    (at most its number of points), so the minimum p of the paper is not attained.
    """
    with exact():
        q = decimal(p)
        exactly = [[decimal(d) for d in row] for row in D]
        below = {d for row in exactly for d in row if d < 1}  # d = 0 is among them
        ends = sorted(below | {Decimal(1)})
        numbers = [covering_number(exactly, left) for left in ends[:-1]]
        return float(max(N * right**q for N, right in zip(numbers, ends[1:], strict=True)))


def ball_covering_bound(delta: float, p: int) -> float:
    """Section 2.2, multisets: (1 + 2/delta)^p bounds (the paper: equals) the unit ball's number."""
    return float((1 + 2 / Fraction(delta)) ** p)


def interval_covering_number(delta: float) -> int:
    """The exact number for the ball of R^1, [-1, 1]: intervals of length 2 delta, ceil(1/delta)."""
    return -(-1 // Fraction(delta))


def multiset_covering_bound(covering: int, size: int) -> int:
    """Section 2.2, multisets: N(delta; X) <= N(delta; V)^L for sets of at most L elements."""
    return covering**size


def multiset_effective_dimension(size: int, ground: float, form: str = "corrected") -> float:
    """Section 2.2, multisets: p_X <= L p_V; printed: L log N(delta; V), which depends on delta.

    ``size`` is L; ``ground`` is p_V, and for the printed form N(delta; V).
    """
    with exact():
        value = decimal(ground)
        return float(size * (value.ln() if form == "printed" else value))


def path_space(n: int) -> list[list[int]]:
    """Points 0, ..., n-1 on a line, at integer distances."""
    return [[abs(i - j) for j in range(n)] for i in range(n)]


def two_point_space(distance: Any = 1) -> list[list[Any]]:
    """Two points, the space of the counterexample to Theorem 1."""
    return [[0, distance], [distance, 0]]


def subset_space(m: int, R: int) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """The space in which Proposition 2 as printed fails, with X every R-subset of Omega's m points.

    d(x_S, w) = 1 if w is in S and else 3; two subsets, and two points of Omega, are 2 apart.
    The subsets and the distances between all points, subsets first and then 0, ..., m-1.
    """
    subsets = list(combinations(range(m), R))
    everything = [*subsets, *range(m)]

    def d(x, y):
        if x == y:
            return 0
        if isinstance(x, tuple) == isinstance(y, tuple):
            return 2
        subset, w = (x, y) if isinstance(x, tuple) else (y, x)
        return 1 if w in subset else 3

    return subsets, [[d(x, y) for y in everything] for x in everything]


def subset_space_deviation(m: int, R: int, gamma: float, a: float = 1) -> float:
    """Delta_R(x_S, x_S) in that space, p uniform, when S holds the R drawn points: a sure event.

    Distances are ``a`` times those of the space.
    Each drawn feature squared is exp(-2 gamma a); of the m equally likely ones R are that and the
    others exp(-6 gamma a). The difference is (1 - R/m) (exp(-2 gamma a) - exp(-6 gamma a)).
    """
    with exact():
        ga = decimal(gamma) * decimal(a)
        return float((1 - Decimal(R) / m) * ((-2 * ga).exp() - (-6 * ga).exp()))


def knn_risk(
    D: Matrix, masses: Sequence[Any], f: Sequence[Any], n: int, k: int, variance: Any = 0
) -> Any:
    """Left-hand side of Theorem 1, exact: the mean over x and over all training sets of size n.

    The estimate is the mean of the k nearest outcomes (equal distances: the earlier drawn), each
    f plus independent noise of ``variance``, which adds variance / k to the squared bias.
    """
    points = range(len(D))
    risk = 0 * masses[0]
    for sample in product(points, repeat=n):
        probability = prod(masses[i] for i in sample)
        for x in points:
            nearest = sorted((D[x][place], s) for s, place in enumerate(sample))[:k]
            bias = sum(f[sample[s]] for _, s in nearest) * Fraction(1, k) - f[x]
            risk += probability * masses[x] * (bias**2 + variance * Fraction(1, k))
    return risk


def one_nn_risk(D: Matrix, masses: Sequence[Any], f: Sequence[Any], n: int) -> Any:
    """The same for k = 1 and no noise, for any n: all n draws miss every nearer point, not this.

    With S(r) the mass at distance r or more from x, the nearest draw is at distance r with
    probability S(r)^n - S(next r)^n, and is then one of the points there in proportion to mass.
    """
    points = range(len(D))
    risk = 0 * masses[0]
    for x in points:
        for r in sorted({D[x][j] for j in points}):
            here = sum(masses[j] for j in points if D[x][j] == r)
            at_least = sum(masses[j] for j in points if D[x][j] >= r)
            chance = at_least**n - (at_least - here) ** n
            squared = sum(masses[j] * (f[j] - f[x]) ** 2 for j in points if D[x][j] == r) / here
            risk += masses[x] * chance * squared
    return risk


def tail_probability_by_counts(
    values: Sequence[Any], weights: Sequence[Any], R: int, t: Any
) -> Any:
    """Proof of Proposition 2: P(|mean of R draws - expectation| >= t).

    ``values`` are the summands phi_w(x) phi_w(y), ``weights`` the probabilities of the w. Summed
    over how often each value is drawn, with multinomial probabilities.
    """
    expectation = sum(p * v for p, v in zip(weights, values, strict=True))
    total = 0 * weights[0]
    for counts in compositions(R, len(values)):
        deviation = sum(c * v for c, v in zip(counts, values, strict=True)) - R * expectation
        if abs(deviation) >= R * t:
            total += _multinomial(counts, weights)
    return total


def compositions(total: int, parts: int):
    """All tuples of ``parts`` nonnegative integers that sum to ``total``."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def uniform_tail_probability(
    features: Matrix, weights: Sequence[Any], R: int, threshold: Any
) -> Any:
    """Left-hand side of Proposition 2: P(max over x, y of |Delta_R(x, y)| > threshold).

    ``features[x][w]`` is phi_w(x). Every pair x, y, and every way to draw R omegas, told apart by
    how often each is drawn.
    """
    pairs = [(u, v) for i, u in enumerate(features) for v in features[: i + 1]]
    summands = [[a * b for a, b in zip(u, v, strict=True)] for u, v in pairs]
    means = [sum(p * s for p, s in zip(weights, row, strict=True)) for row in summands]
    total = 0 * weights[0]
    for counts in compositions(R, len(weights)):
        if any(
            abs(sum(c * s for c, s in zip(counts, row, strict=True)) - R * mean) > R * threshold
            for row, mean in zip(summands, means, strict=True)
        ):
            total += _multinomial(counts, weights)
    return total


def _multinomial(counts, weights):
    """Probability of drawing each w so often: (sum of counts)! / prod(counts!) prod p^count."""
    ways = factorial(sum(counts)) // prod(factorial(c) for c in counts)
    return ways * prod(p**c for p, c in zip(weights, counts, strict=True))


def quadratic_form(c: Sequence[Any], M: Sequence[Sequence[Any]]) -> Any:
    """The form c' M c: negative for some c, the witness that M is not positive semidefinite."""
    return sum(a * b * M[i][j] for i, a in enumerate(c) for j, b in enumerate(c))
