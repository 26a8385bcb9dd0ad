"""SFM, Section IV-A and Algorithm 1: hash families, in integers and fractions.

Algorithm 1 counts i from 1 (Algorithm 2 calls it so); array1[j] is added, array2[j] multiplies i.
Its ``mod 2^64`` is the wrap-around of unsigned arithmetic; its division is one of reals, with 0 and
1 among its values (``endpoints="closed"``). The default ``"open"`` takes (v + 1/2) / 2^32, the
middle of the interval that the 32 bits leave.
"""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.trigonometry import pi, tangent

__all__ = [
    "UMAX32",
    "cauchy_cdf",
    "cauchy_inverse_cdf",
    "hash_cauchy",
    "hash_cauchy_exact",
    "hash_uniform",
    "hash_word",
    "multiply_shift",
    "t_wise_hash",
    "t_wise_hash_modulo",
    "unit_interval",
]

UMAX32 = 2**32 - 1


def t_wise_hash(a: Sequence[Fraction | int], x: int) -> Fraction:
    """f_a(x) = sum over j < t of a_j x^j, mod 1 (Section IV-A); a in [0, 1]^t, x an integer.

    The paper draws the a^1, ..., a^d of h from [0, 1]^d; [0, 1]^t is meant (errata, S3).
    """
    return sum((Fraction(a_j) * x**j for j, a_j in enumerate(a)), start=Fraction(0)) % 1


def t_wise_hash_modulo(a: Sequence[int], x: int, p: int) -> int:
    """The same polynomial over the integers mod p: t-wise independent for keys distinct mod p."""
    return sum(a_j * x**j for j, a_j in enumerate(a)) % p


def multiply_shift(a: int, b: int, x: int, word: int, bits: int) -> int:
    """The highest ``bits`` of (a x + b) mod 2^word; Algorithm 1 has word = 64, bits = 32."""
    return ((a * x + b) % 2**word) >> (word - bits)


def hash_word(i: int, addend: int, factor: int) -> int:
    """Algorithm 1, lines 3-4: v, the most significant 32 bits of addend + factor * i."""
    return multiply_shift(factor, addend, i, word=64, bits=32)


def unit_interval(v: int, endpoints: str = "open") -> Fraction:
    """Algorithm 1, line 5: v / UMAX32 as printed ("closed"), or (v + 1/2) / 2^32 ("open")."""
    return {"closed": Fraction(v, UMAX32), "open": Fraction(2 * v + 1, 2**33)}[endpoints]


def hash_uniform(
    i: int, array1: Sequence[int], array2: Sequence[int], endpoints: str = "open"
) -> list[Fraction]:
    """Func_F(i, j) of Algorithm 1 for every j."""
    words = [hash_word(i, int(b), int(a)) for b, a in zip(array1, array2, strict=True)]
    return [unit_interval(v, endpoints) for v in words]


def hash_cauchy(
    i: int, array1: Sequence[int], array2: Sequence[int], beta: float, endpoints: str = "open"
) -> list[float]:
    """Func_H(i, j) of Algorithm 1 for every j, in doubles, operation by operation as in line 8.

    The open u are doubles, the closed ones are rounded. u = 0 and 1 give -+1.6e16 / beta. Within
    1e-9 of those ends, that is with probability 2e-9, a rounding of pi (u - 0.5) is one of 1e-7 in
    the result: near them these are other numbers than those of ``hash_cauchy_exact``.
    """
    uniform = hash_uniform(i, array1, array2, endpoints)
    return [math.tan(math.pi * (float(u) - 0.5)) / beta for u in uniform]


def hash_cauchy_exact(
    i: int, array1: Sequence[int], array2: Sequence[int], beta: Number, endpoints: str = "open"
) -> list[Decimal]:
    """The same to 60 digits; infinite at u = 0 and 1."""
    with exact():
        scale = decimal(beta)
        uniform = hash_uniform(i, array1, array2, endpoints)
        return [cauchy_inverse_cdf(u) / scale for u in uniform]


def cauchy_inverse_cdf(u: Fraction) -> Decimal:
    """CDF^-1(u) of the standard Cauchy distribution: tan(pi (u - 1/2)), to 60 digits."""
    if u in (0, 1):
        return Decimal("Infinity") if u else Decimal("-Infinity")
    with exact():
        return tangent(pi() * decimal(u - Fraction(1, 2)))


def cauchy_cdf(x: float) -> float:
    """Probability of a value up to x: 1/2 + arctan(x) / pi."""
    return 0.5 + math.atan(x) / math.pi
