"""D2KE, Section 3: the kernel (4), its soft-minimum form (5)-(7), its random features (8), (12)."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

from gramcheck.verify.definitions.d2ke.distances import Distance, cdist, distance_function
from gramcheck.verify.definitions.exact import Number, decimal, exact, floats
from gramcheck.verify.types import AnyArray

__all__ = [
    "enumerate_strings",
    "feature_map",
    "kernel",
    "kernel_limit",
    "kernel_variance",
    "large_gamma_ratio",
    "phi",
    "soft_distance",
    "soft_distance_gap",
    "softmin",
    "softmin_kernel",
]

Weights = Sequence[Number] | AnyArray | None


def enumerate_strings(
    alphabet: Sequence[str], lengths: tuple[int, int]
) -> tuple[list[str], list[Fraction]]:
    """Every random string of Section 3, "Effect of p(omega)", ii), with its probability.

    The length is uniform on low..high, both included, and each letter uniform over the alphabet:
    a string of length l has probability 1 / ((high - low + 1) |alphabet|^l). Shorter strings come
    first, equal lengths in the alphabet's order.
    """
    low, high = lengths
    strings, weights = [], []
    for length in range(low, high + 1):
        for letters in product(alphabet, repeat=length):
            strings.append("".join(letters))
            weights.append(Fraction(1, (high - low + 1) * len(alphabet) ** length))
    return strings, weights


def phi(
    x: Any, omega: Any, gamma: float, distance: Distance = "levenshtein", **options: Any
) -> Decimal:
    """Eq. (4), right: the feature exp(-gamma d(x, omega)), one object against one."""
    return (-decimal(gamma) * decimal(distance_function(distance, **options)(x, omega))).exp()


def feature_map(
    X: Sequence, omegas: Sequence, gamma: float, distance: Distance, **options: Any
) -> list[list[float]]:
    """Algorithm 1, step 2: phi_j(x) = exp(-gamma d(x, omega_j)) / sqrt(R)."""
    with exact():
        root = Decimal(len(omegas)).sqrt()
        return floats([[phi(x, w, gamma, distance, **options) / root for w in omegas] for x in X])


def _distribution(weights: Weights, R: int) -> list[Decimal]:
    """The p as given, or 1/R for each of R draws, which turns Eq. (4) into Eq. (12)."""
    return [Decimal(1) / R] * R if weights is None else [decimal(p) for p in weights]


def kernel(
    X: Sequence,
    Y: Sequence,
    omegas: Sequence,
    gamma: float,
    distance: Distance,
    weights: Weights = None,
    **options: Any,
) -> list[list[float]]:
    """Eq. (4) as a finite sum: sum_j p_j phi_j(x) phi_j(y); with p_j = 1/R it is Eq. (12)."""
    with exact():
        p = _distribution(weights, len(omegas))
        of_x = [[phi(x, w, gamma, distance, **options) for w in omegas] for x in X]
        of_y = [[phi(y, w, gamma, distance, **options) for w in omegas] for y in Y]
        return floats(
            [[sum(q * a * b for q, a, b in zip(p, u, v, strict=True)) for v in of_y] for u in of_x]
        )


def _softmin(values: Sequence[Number], weights: Sequence[Number], gamma: float) -> Decimal:
    terms = [
        decimal(p) * (-decimal(gamma) * decimal(f)).exp()
        for f, p in zip(values, weights, strict=True)
    ]
    return -sum(terms, Decimal(0)).ln() / decimal(gamma)


def softmin(values: Sequence[Number], weights: Sequence[Number], gamma: float) -> float:
    """Eq. (6) term by term: -log(sum_j p_j exp(-gamma f_j)) / gamma."""
    with exact():
        return float(_softmin(values, weights, gamma))


def _soft_distance(X, Y, omegas, gamma, distance, weights, options) -> list[list[Decimal]]:
    p = _distribution(weights, len(omegas))
    to_omega = cdist(X, omegas, distance, **options)
    from_omega = list(zip(*cdist(omegas, Y, distance, **options), strict=True))
    return [
        [_softmin([decimal(a) + decimal(b) for a, b in zip(u, v, strict=True)], p, gamma)
         for v in from_omega]
        for u in to_omega
    ]  # fmt: skip


def soft_distance(
    X: Sequence,
    Y: Sequence,
    omegas: Sequence,
    gamma: float,
    distance: Distance,
    weights: Weights = None,
    **options: Any,
) -> list[list[float]]:
    """Eq. (7): the softmin over omega of d(x, omega) + d(omega, y)."""
    with exact():
        return floats(_soft_distance(X, Y, omegas, gamma, distance, weights, options))


def softmin_kernel(
    X: Sequence,
    Y: Sequence,
    omegas: Sequence,
    gamma: float,
    distance: Distance,
    weights: Weights = None,
    **options: Any,
) -> list[list[float]]:
    """Eq. (5): exp(-gamma s), s the softmin over omega of d(x, omega) + d(omega, y)."""
    with exact():
        rows = _soft_distance(X, Y, omegas, gamma, distance, weights, options)
        return floats([[(-decimal(gamma) * soft).exp() for soft in row] for row in rows])


def kernel_variance(
    x: Any,
    y: Any,
    omegas: Sequence,
    gamma: float,
    distance: Distance,
    weights: Weights = None,
    **options: Any,
) -> float:
    """Var of the random-feature kernel (12), one draw: E (summand - mean)^2, R times that of R."""
    with exact():
        p = _distribution(weights, len(omegas))
        summands = [
            phi(x, w, gamma, distance, **options) * phi(y, w, gamma, distance, **options)
            for w in omegas
        ]
        mean = sum(q * s for q, s in zip(p, summands, strict=True))
        return float(sum(q * (s - mean) ** 2 for q, s in zip(p, summands, strict=True)))


def large_gamma_ratio(
    x: Any, y: Any, omegas: Sequence, weights: Sequence[Number], distance: Distance
) -> Number:
    """What k(x, y) / exp(-gamma d(x, y)) tends to as gamma grows (Section 3, after Eq. (7)).

    The paper says 1. Each summand is p_w exp(-gamma (d(x, w) + d(w, y) - d(x, y))), so it is the
    mass of the omegas on a geodesic from x to y, those with d(x, w) + d(w, y) = d(x, y).
    """
    d = distance_function(distance)
    return sum(p for w, p in zip(omegas, weights, strict=True) if d(x, w) + d(w, y) == d(x, y))


def kernel_limit(
    detours: Sequence[Number], weights: Sequence[Number], tolerance: Number = 0
) -> tuple[Number, Fraction]:
    """The smallest detour that has a chance, and the chance of those no longer than it.

    ``tolerance`` is how much longer, relative to the smallest, still counts as equal.
    """
    possible = [(Fraction(d), Fraction(p)) for d, p in zip(detours, weights, strict=True) if p > 0]
    smallest = min(d for d, _ in possible)
    limit = smallest + Fraction(tolerance) * abs(smallest)
    return smallest, sum((p for d, p in possible if d <= limit), Fraction(0))


def soft_distance_gap(probability: Number, gamma: Number) -> float:
    """How far above the smallest detour (7) can be: k >= P exp(-gamma m), so -log(P) / gamma."""
    with exact():
        return float(-decimal(probability).ln() / decimal(gamma))
