"""Sine, cosine and tangent in 60-digit decimal arithmetic, for the definitions.

The argument is reduced by a multiple of pi with twice the digits, so that arguments up to 1e50
keep 60 of them. Call inside ``with exact():``.
"""

from decimal import Decimal, localcontext
from functools import cache

__all__ = ["cosine", "pi", "sine", "tangent"]

GUARD = 140  # digits of pi and of the reduction


@cache
def pi() -> Decimal:
    """Machin 1706: pi = 16 arctan(1/5) - 4 arctan(1/239), to 140 digits."""

    def arctan_of_inverse(n: int) -> Decimal:
        total, power, k = Decimal(0), Decimal(1) / n, 0
        while abs(power) > Decimal(10) ** -(GUARD + 5):
            total += power / (2 * k + 1)
            power /= -n * n
            k += 1
        return total

    with localcontext(prec=GUARD + 10):
        value = 16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)
    with localcontext(prec=GUARD):
        return +value


def sine(x: Decimal) -> Decimal:
    """The power series at x minus its nearest multiple of pi, with the sign of that multiple."""
    with localcontext(prec=GUARD):
        turns = (x / pi()).to_integral_value()
        r = x - turns * pi()
        total, term, k = Decimal(0), r, 1
        while abs(term) > Decimal(10) ** -GUARD * abs(r):
            total += term
            term *= -r * r / ((k + 1) * (k + 2))
            k += 2
        signed = total if turns % 2 == 0 else -total
    return +signed


def cosine(x: Decimal) -> Decimal:
    """Sine of x + pi/2."""
    with localcontext(prec=GUARD):
        shifted = x + pi() / 2
    return sine(shifted)


def tangent(x: Decimal) -> Decimal:
    """The ratio sin x / cos x."""
    return sine(x) / cosine(x)
