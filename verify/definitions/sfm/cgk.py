"""SFM, Section VI: the CGK embedding (Chakraborty, Goldenberg, Koucky 2016) and its 0.5-coding.

One fair bit for each output position and character, shared by all strings: ``bits[j][c]``. The
reader of a string emits its current character and then advances by the bit; once the string is
consumed it emits the pad. The paper prints the output length L; CGK's own is 3 L (errata, S23).
A pad that is coded as a zero vector makes the L1 distance 1/2 where the Hamming distance is 1
(errata, S24): it has a coordinate of its own.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

__all__ = [
    "PAD",
    "cgk_codes",
    "cgk_embed",
    "cgk_hamming_distribution",
    "cgk_vector",
    "cgk_vector_as_printed",
    "hamming",
    "probability_consumed",
    "probability_read",
]

PAD = None
Bits = Sequence[Mapping[str, int]]
Distribution = dict[int, Fraction]


def cgk_embed(s: str, bits: Bits, length: int) -> list[str | None]:
    """The first ``length`` emissions for one string (Section VI)."""
    output: list[str | None] = []
    i = 0
    for j in range(length):
        if i < len(s):
            output.append(s[i])
            i += bits[j][s[i]]
        else:
            output.append(PAD)
    return output


def cgk_codes(strings: Sequence[str], bits: Bits, length: int | None = None) -> list[list[int]]:
    """All strings as integers: places in the sorted alphabet of the strings, the pad behind them.

    Length None is three times the longest string.
    """
    alphabet = sorted(set("".join(strings)))
    code: dict[str | None, int] = {c: k for k, c in enumerate(alphabet)}
    code[PAD] = len(alphabet)
    if length is None:
        length = 3 * max(map(len, strings))
    return [[code[c] for c in cgk_embed(s, bits, length)] for s in strings]


def hamming(x: Sequence, y: Sequence) -> int:
    """Number of positions that differ; both sequences are equally long."""
    return sum(a != b for a, b in zip(x, y, strict=True))


def cgk_vector(codes: Sequence[int], n_letters: int) -> list[Fraction]:
    """V^C of Section VI: a vector of n_letters + 1 a position, 1/2 at its code, the pad last."""
    return [
        Fraction(1, 2) if code == k else Fraction(0) for code in codes for k in range(n_letters + 1)
    ]


def cgk_vector_as_printed(codes: Sequence[int], n_letters: int) -> list[Fraction]:
    """V^C with vectors of length |Sigma|, in which the pad has no place and is zero."""
    return [
        Fraction(1, 2) if code == k else Fraction(0) for code in codes for k in range(n_letters)
    ]


# ------------------------------------------------------------------- exact distributions


def cgk_hamming_distribution(s: str, t: str, length: int) -> Distribution:
    """Distribution of the Hamming distance of two embedded strings, over all tables of bits.

    A walk through both: equal characters advance together, different ones independently.
    """
    half = Fraction(1, 2)
    states: dict[tuple[int, int, int], Fraction] = {(0, 0, 0): Fraction(1)}  # places and distance
    for _ in range(length):
        after: dict[tuple[int, int, int], Fraction] = {}
        for (i, j, h), p in states.items():
            a = s[i] if i < len(s) else PAD
            b = t[j] if j < len(t) else PAD
            steps_a = {0: Fraction(1)} if a is PAD else {0: half, 1: half}
            steps_b = {0: Fraction(1)} if b is PAD else {0: half, 1: half}
            for step_a, step_b in product(steps_a, steps_b):
                q = steps_a[step_a] * steps_b[step_b]
                if a == b:  # one and the same bit
                    q = steps_a[step_a] if step_a == step_b else Fraction(0)
                if q:
                    key = (i + step_a, j + step_b, h + (a != b))
                    after[key] = after.get(key, Fraction(0)) + p * q
        states = after
    distribution: Distribution = {}
    for (_, _, h), p in sorted(states.items(), key=lambda item: item[0][2]):
        distribution[h] = distribution.get(h, Fraction(0)) + p
    return distribution


def probability_read(position: int, length: int) -> Fraction:
    """That character ``position`` (from 0) of a string is emitted among ``length`` outputs.

    The string's own bits are fair and independent: position advances in the first length - 1.
    """
    ways = sum(comb(length - 1, k) for k in range(position, length))
    return Fraction(ways, 2 ** (length - 1))


def probability_consumed(n: int, length: int) -> Fraction:
    """That a string of n characters is consumed within ``length`` outputs."""
    return Fraction(sum(comb(length, k) for k in range(n, length + 1)), 2**length)
