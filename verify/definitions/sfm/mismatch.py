"""SFM, Sections II and VII: STK17, the (k, m)-mismatch kernel, over all k-mers and as a formula.

Raw values, without a normalization; strings shorter than k have no k-mers and the value is 0.
"""

from collections.abc import Sequence
from itertools import product
from math import comb

from gramcheck.verify.definitions.sfm.cgk import hamming

__all__ = [
    "ball_intersection",
    "ball_intersection_by_enumeration",
    "kmer_pairs",
    "kmers",
    "mismatch_ball",
    "mismatch_kernel",
    "mismatch_kernel_by_distances",
]


def kmers(x: str, k: int) -> list[str]:
    """The substrings of length k, as often as they occur."""
    return [x[i : i + k] for i in range(len(x) - k + 1)]


def mismatch_ball(center: str, m: int, alphabet: Sequence[str]) -> set[str]:
    """All strings over the alphabet that differ from the center in at most m places."""
    words = ("".join(letters) for letters in product(alphabet, repeat=len(center)))
    return {word for word in words if hamming(word, center) <= m}


def mismatch_kernel(x: str, y: str, k: int, m: int, alphabet: Sequence[str] | None = None) -> int:
    """Sum over all words w of length k of (k-mers of x near w) times (k-mers of y near w).

    Near means at most m mismatches. Alphabet None: the letters of x and y; it must hold them all.
    """
    alphabet = sorted(set(x + y)) if alphabet is None else alphabet
    total = 0
    for letters in product(alphabet, repeat=k):
        of_x = sum(hamming(letters, kmer) <= m for kmer in kmers(x, k))
        of_y = sum(hamming(letters, kmer) <= m for kmer in kmers(y, k))
        total += of_x * of_y
    return total


def kmer_pairs(x: str, y: str, k: int, d: int) -> int:
    """M_d: pairs of a k-mer of x and one of y at Hamming distance d."""
    return sum(hamming(a, b) == d for a in kmers(x, k) for b in kmers(y, k))


def ball_intersection_by_enumeration(s: int, k: int, m: int, d: int) -> int:
    """I_d: words within m of two words at distance d; s letters, by trying all s^k words."""
    a, b = [0] * k, [1] * d + [0] * (k - d)
    words = product(range(s), repeat=k)
    return sum(hamming(word, a) <= m and hamming(word, b) <= m for word in words)


def ball_intersection(s: int, k: int, m: int, d: int) -> int:
    """I_d by counting: of the d places where a and b differ, p are as in a, q as in b.

    The other d - p - q take one of s - 2 letters; t of the k - d common places take one of s - 1.
    """
    total = 0
    for p in range(d + 1):
        for q in range(d - p + 1):
            for t in range(k - d + 1):
                if d - p + t <= m and d - q + t <= m:
                    other = d - p - q
                    places = comb(d, p) * comb(d - p, q) * comb(k - d, t)
                    total += places * (s - 2) ** other * (s - 1) ** t
    return total


def mismatch_kernel_by_distances(
    x: str, y: str, k: int, m: int, alphabet: Sequence[str] | None = None
) -> int:
    """K = sum over d = 0, ..., min(2 m, k) of M_d I_d."""
    s = len(set(x + y)) if alphabet is None else len(alphabet)
    distances = range(min(2 * m, k) + 1)
    return sum(kmer_pairs(x, y, k, d) * ball_intersection(s, k, m, d) for d in distances)
