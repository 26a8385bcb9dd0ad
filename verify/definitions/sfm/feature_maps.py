"""SFM, Sections IV-B, V and VII-B: feature maps, their kernel, its variance, the average error.

A vector is a list of numbers, W a list of D/2 rows r_i. Every map returns its D values in the order
of Algorithm 2: sin and cos of the first row, of the second row, and so on (Eq. (2) has cos first;
inner products do not see it). In doubles the order of operations is part of the definition, since
the Cauchy numbers are huge: s is summed over increasing j.
"""

import math
from collections.abc import Sequence
from decimal import Decimal

from gramcheck.verify.definitions.exact import Number, Row, decimal, dot, exact, floats
from gramcheck.verify.definitions.sfm.hashing import hash_cauchy, hash_cauchy_exact
from gramcheck.verify.definitions.trigonometry import cosine, pi, sine

__all__ = [
    "average_error",
    "chebyshev_bound",
    "eq_2_feature_map",
    "exact_average_error",
    "l1",
    "laplacian_kernel",
    "laplacian_kernel_exact",
    "normal_average_error",
    "rff",
    "rff_exact",
    "second_moment_as_printed",
    "second_moment_corrected",
    "sfm",
    "sfm_exact",
    "variance_by_moments",
    "variance_of_inner_product",
]

Vector = Sequence[Number]


def l1(x: Sequence, y: Sequence):
    """||x - y||_1, in the type of the entries."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def laplacian_kernel_exact(x: Vector, y: Vector, beta: Number) -> Decimal:
    """Eq. (1): exp(-||x - y||_1 / beta), to 60 digits."""
    with exact():
        distance = l1([decimal(a) for a in x], [decimal(b) for b in y])
        return (-distance / decimal(beta)).exp()


def laplacian_kernel(x: Vector, y: Vector, beta: Number) -> float:
    """Eq. (1), one pair of characteristic vectors."""
    return float(laplacian_kernel_exact(x, y, beta))


def sfm(
    V: Vector,
    D: int,
    beta: float,
    array1: Sequence[int],
    array2: Sequence[int],
    endpoints: str = "open",
) -> list[float]:
    """Algorithm 2, line by line, in doubles."""
    z = [math.nan] * D
    for i in range(1, D // 2 + 1):
        s = 0.0
        for v, h in zip(V, hash_cauchy(i, array1, array2, beta, endpoints), strict=True):
            s = s + float(v) * h
        z[2 * i - 2] = math.sqrt(2 / D) * math.sin(s)
        z[2 * i - 1] = math.sqrt(2 / D) * math.cos(s)
    return z


def sfm_exact(
    V: Vector,
    D: int,
    beta: Number,
    array1: Sequence[int],
    array2: Sequence[int],
    endpoints: str = "open",
) -> Row:
    """Algorithm 2 with exact sums, to 60 digits (as long as no u is 0 or 1)."""
    W = [hash_cauchy_exact(i, array1, array2, beta, endpoints) for i in range(1, D // 2 + 1)]
    return rff_exact(V, W)


def rff(V: Vector, W: Sequence[Vector]) -> list[float]:
    """FM, Section IV: the plain feature map with its stored D/2 x d matrix, correctly rounded.

    The Cauchy numbers of W have the 1/beta in them.
    """
    return floats([rff_exact(V, W)])[0]


def rff_exact(V: Vector, W: Sequence[Vector]) -> Row:
    """The same to 60 digits."""
    with exact():
        x = [decimal(a) for a in V]
        scale = (Decimal(1) / len(W)).sqrt()  # sqrt(2 / D)
        z: Row = []
        for r in W:
            s = dot([decimal(a) for a in r], x)
            z += [scale * sine(s), scale * cosine(s)]
        return z


def eq_2_feature_map(V: Vector, W: Sequence[Vector]) -> Row:
    """z(x) of Section V with Eq. (2) as printed: cos first."""
    z = rff_exact(V, W)
    return [z[i ^ 1] for i in range(len(z))]


def average_error(K: Sequence[Vector], Z: Sequence[Vector]) -> float:
    """Section VII-B: mean of |k(S_i, S_j) - z_i' z_j| over all i <= j, the diagonal included."""
    N = len(Z)
    with exact():
        rows = [[decimal(a) for a in z] for z in Z]
        total = sum(
            abs(decimal(K[i][j]) - dot(rows[i], rows[j])) for i in range(N) for j in range(i, N)
        )
        return float(total / (Decimal(N * (N + 1)) / 2))


# ------------------------------------------------------------------- exact second moments


def variance_of_inner_product(k: Number, D: int) -> Decimal:
    """Var z(x)'z(y) = (1 - k^2) / D for Cauchy r, pairwise independence being enough.

    z_r(x)'z_r(y) = cos r'(x - y) has mean k and second moment (1 + k^2) / 2, and z'z is the mean of
    D/2 such numbers, pairwise uncorrelated.
    """
    with exact():
        return (1 - decimal(k) ** 2) / D


def variance_by_moments(delta: Vector, D: int, beta: Number = 1) -> Decimal:
    """The same from cos^2 = (1 + cos of the double angle) / 2: ((1 + k(2 delta)) / 2 - k^2) 2/D."""
    zero = [0] * len(delta)
    with exact():
        k = laplacian_kernel_exact(delta, zero, beta)
        k_doubled = laplacian_kernel_exact([2 * decimal(a) for a in delta], zero, beta)
        return ((1 + k_doubled) / 2 - k**2) * 2 / D


def chebyshev_bound(epsilon: Number, D: int, form: str = "printed", k: Number = 0) -> float:
    """Bound on Pr[|z'z - k| >= epsilon]: Theorem 1, or half of it, or with the exact variance.

    "printed": 2 / (epsilon^2 D). "halved", for the Laplacian kernel: 1 / (epsilon^2 D).
    "exact": (1 - k^2) / (epsilon^2 D).
    """
    with exact():
        numerators = {"printed": Decimal(2), "halved": Decimal(1), "exact": 1 - decimal(k) ** 2}
        return float(numerators[form] / (decimal(epsilon) ** 2 * D))


def second_moment_as_printed(mean: Number, square: Number, D: int) -> Decimal:
    """Last line of the display in Theorem 1's proof: (4/D^2) sum of E (Z_i - (D/2) k)^2.

    ``mean`` = k = E Z_i and ``square`` = E Z_i^2. For x = y both are 1, and D = 128 gives 62, not
    the claimed 2/D (errata, S1).
    """
    with exact():
        k, half = decimal(mean), Decimal(D) / 2
        return 4 / Decimal(D) ** 2 * half * (decimal(square) - 2 * half * k * k + (half * k) ** 2)


def second_moment_corrected(mean: Number, square: Number, D: int) -> Decimal:
    """What was meant: (4/D^2) sum of E (Z_i - k)^2 = (2/D) Var Z, at most 2/D."""
    with exact():
        return 2 / Decimal(D) * (decimal(square) - decimal(mean) ** 2)


def normal_average_error(D: int) -> tuple[float, float]:
    """Tables IV and V for k = 0: mean and deviation of |N(0, 1/D)|, times 100.

    sqrt(2 / (pi D)) and sqrt((1 - 2/pi) / D): normal approximation of the mean of D/2 cosines of
    uniform angles.
    """
    with exact():
        mean = (2 / (pi() * D)).sqrt()
        deviation = ((1 - 2 / pi()) / D).sqrt()
        return float(100 * mean), float(100 * deviation)


def exact_average_error(D: int, N: int | None = None) -> tuple[float, float]:
    """The same without the approximation: mean and deviation of |mean of D/2 cosines|, times 100.

    E|X| = (2/pi) integral over t > 0 of (1 - phi(t)) / t^2 with phi(t) = J_0(2 t / D)^(D/2), by
    Simpson's rule, and E X^2 = 1/D. For D of at least 32. With N strings a share 2 / (N + 1) of the
    pairs is the diagonal, where the error is zero.
    """
    n = D // 2
    cosines = [math.cos(2 * math.pi * (k + 0.5) / 64) for k in range(64)]

    def integrand(t: float) -> float:  # t in units of sqrt(n), where phi is about exp(-t^2 / 4)
        bessel = math.fsum(math.cos(t / math.sqrt(n) * c) for c in cosines) / 64
        return (1 - bessel**n) / t**2 if t else 0.25

    end, steps = 12.0, 600
    weights = [1 if k in (0, steps) else 4 if k % 2 else 2 for k in range(steps + 1)]
    values = [w * integrand(end * k / steps) for k, w in enumerate(weights)]
    integral = math.fsum(values) * end / steps / 3 + 1 / end  # phi is below 1e-15 beyond the end
    mean, square = 2 / math.pi * integral / math.sqrt(n), 1 / D
    if N is not None:
        mean, square = mean * (N - 1) / (N + 1), square * (N - 1) / (N + 1)
    return 100 * mean, 100 * math.sqrt(square - mean**2)
