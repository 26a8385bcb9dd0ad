"""Products of powers, for the bounds of Sections 2 and 4: beyond float64 only if the product is.

A bound such as c L^2 (k/n)^(2/p) can be an ordinary number while one of its factors is not.
"""

from __future__ import annotations

import math
from fractions import Fraction

_LARGEST_EXPONENT = 1e300  # beyond it every base but 1 gives 0 or inf
_LOG_2 = math.log(2.0)


def product(*factors: tuple[float, float]) -> float:
    """Product of base^exponent over the pairs; inf or 0 where that is beyond float64.

    Bases are nonnegative floats or integers of any size; a base of 0 has a positive exponent.
    Powers of two are counted exactly, so that a few roundings of the result are lost as long as
    the exponents are small.
    """
    doublings, logarithm = Fraction(0), 0.0
    for base, exponent in factors:
        if base == 0:
            return 0.0
        exponent = max(-_LARGEST_EXPONENT, min(exponent, _LARGEST_EXPONENT))
        mantissa, power = _near_one(base)
        doublings += power * Fraction(exponent)
        logarithm += exponent * math.log(mantissa)
    whole = math.floor(doublings)
    rest = logarithm + float(doublings - whole) * _LOG_2
    try:
        more = round(rest / _LOG_2)
        return math.ldexp(math.exp(rest - more * _LOG_2), whole + more)
    except OverflowError:
        return math.inf


def _near_one(base: float) -> tuple[float, int]:
    """``base`` as mantissa 2^power, the mantissa within a factor sqrt(2) of 1."""
    if isinstance(base, int):
        power = base.bit_length()
        mantissa = base / (1 << power)
    else:
        mantissa, power = math.frexp(base)
    return (2 * mantissa, power - 1) if mantissa < math.sqrt(0.5) else (mantissa, power)
