"""SFM, Section IV-B: how far z(x)'z(y) is from its mean k, and the errors of Tables IV and V."""

import math
from collections.abc import Sequence
from decimal import Decimal

from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.trigonometry import pi

__all__ = [
    "concentration_bound",
    "exact_average_error",
    "feature_variance",
    "predicted_average_error",
    "second_moment_as_printed",
    "second_moment_corrected",
]


def concentration_bound(epsilon: Number, D: int, form: str = "corrected") -> float:
    """Theorem 1: 2 / (epsilon^2 D). Corrected, for the Laplacian kernel: half of it.

    The latter is for the Laplacian kernel, whose features have variance (1 - k^2) / D.
    """
    with exact():
        return float({"printed": 2, "corrected": 1}[form] / (decimal(epsilon) ** 2 * D))


def feature_variance(k: Number, D: int) -> Decimal:
    """Var z(x)'z(y) = (1 - k^2) / D for Cauchy r, pairwise independence being enough.

    z_r(x)'z_r(y) = cos r'(x - y) has mean k and second moment (1 + k^2) / 2, and z'z is the mean of
    D/2 such numbers, pairwise uncorrelated.
    """
    with exact():
        return (1 - decimal(k) ** 2) / D


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


def predicted_average_error(K: Sequence[Sequence[Number]], D: int) -> tuple[float, float]:
    """Tables IV and V for a kernel matrix: errors that are normal with variance (1 - k^2) / D.

    The mean of their absolute values over all i <= j, and the standard deviation over pairs and
    draws: E|N(0, v)| = sqrt(2 v / pi), and E N(0, v)^2 = v.
    """
    n = len(K)
    with exact():
        variances = [feature_variance(K[i][j], D) for i in range(n) for j in range(i, n)]
        zero = Decimal(0)
        mean = sum(((2 * v / pi()).sqrt() for v in variances), zero) / len(variances)
        square = sum(variances, zero) / len(variances)
        return float(mean), float(max(zero, square - mean**2).sqrt())


def exact_average_error(D: int, N: int | None = None) -> tuple[float, float]:
    """The same for k = 0, not approximated: mean and deviation of |mean of D/2 cosines|.

    The angles of the cosines are uniform.
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
    return mean, math.sqrt(square - mean**2)
