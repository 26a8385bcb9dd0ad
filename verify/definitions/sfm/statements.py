"""SFM, Section IV-B, Tables IV and V, and the systems of Section VII under their names."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.sfm.cgk import Bits, cgk_codes, hamming
from gramcheck.verify.definitions.sfm.esp import characteristic_vectors, l1_distance
from gramcheck.verify.definitions.sfm.feature_maps import chebyshev_bound, variance_of_inner_product
from gramcheck.verify.definitions.sfm.mismatch import mismatch_kernel
from gramcheck.verify.definitions.trigonometry import pi

__all__ = [
    "cgkkernel",
    "concentration_bound",
    "espkernel",
    "expected_kernel",
    "feature_variance",
    "stk17",
]

Matrix = Sequence[Sequence[Number]]


def concentration_bound(epsilon: Number, D: int, form: str = "printed") -> float:
    """Theorem 1: 2 / (epsilon^2 D). Corrected, for the Laplacian kernel: half of it."""
    return chebyshev_bound(epsilon, D, {"printed": "printed", "corrected": "halved"}[form])


def feature_variance(k: Number, D: int) -> float:
    """Section IV-B, exactly: Var z(x)'z(y) = (1 - k^2) / D."""
    return float(variance_of_inner_product(k, D))


def predicted_average_error(K: Matrix, D: int) -> tuple[float, float]:
    """Tables IV and V for a kernel matrix: errors that are normal with variance (1 - k^2) / D.

    The mean of their absolute values over all i <= j, and the standard deviation over pairs and
    draws: E|N(0, v)| = sqrt(2 v / pi), and E N(0, v)^2 = v.
    """
    n = len(K)
    with exact():
        variances = [variance_of_inner_product(K[i][j], D) for i in range(n) for j in range(i, n)]
        zero = Decimal(0)
        mean = sum(((2 * v / pi()).sqrt() for v in variances), zero) / len(variances)
        square = sum(variances, zero) / len(variances)
        return float(mean), float(max(zero, square - mean**2).sqrt())


def _exponential(distances: Sequence[Sequence[int]], beta: Number) -> list[list[float]]:
    with exact():
        return [[float((-decimal(d) / decimal(beta)).exp()) for d in row] for row in distances]


def espkernel(strings: Sequence[str], beta: Number, variant: str = "cm") -> list[list[float]]:
    """EDMKernel or ESPKernel: Eq. (1) on the characteristic vectors of all pairs of strings."""
    V = characteristic_vectors(strings, variant)
    return _exponential([[l1_distance(v, w) for w in V] for v in V], beta)


def cgkkernel(
    strings: Sequence[str], beta: Number, bits: Bits, length: int | None = None
) -> list[list[float]]:
    """CGKKernel: Eq. (1) on the coded CGK embeddings, whose L1 distance is Hamming's."""
    codes = cgk_codes(strings, bits, length)
    return _exponential([[hamming(x, y) for y in codes] for x in codes], beta)


def stk17(
    strings: Sequence[str], k: int, m: int, alphabet: Sequence[str] | None = None
) -> list[list[int]]:
    """STK17: the (k, m)-mismatch kernel of all pairs; alphabet None is that of all the strings."""
    letters = sorted(set("".join(strings))) if alphabet is None else alphabet
    return [[mismatch_kernel(x, y, k, m, letters) for y in strings] for x in strings]


def expected_kernel(distribution: Mapping[int, Number], beta: Number) -> float:
    """E exp(-distance / beta) for a distance with this distribution: what CGK maps estimate."""
    with exact():
        terms = (decimal(p) * (-decimal(h) / decimal(beta)).exp() for h, p in distribution.items())
        return float(sum(terms))
