"""SFM, Section VII: the kernels of the compared systems, pair by pair."""

from collections.abc import Mapping, Sequence

from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.sfm.cgk import Bits, cgk_codes, hamming
from gramcheck.verify.definitions.sfm.esp import characteristic_vectors, l1_distance
from gramcheck.verify.definitions.sfm.mismatch import mismatch_kernel

__all__ = ["cgkkernel", "espkernel", "expected_kernel", "stk17"]


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
