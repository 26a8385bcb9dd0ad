"""Wrong Levenshtein distances. Where a fault shows on short strings, long ones are left right."""

import unicodedata
from collections.abc import Callable
from functools import cache, partial

import numpy as np

from gramcheck.verify import Target
from tests.zoo import changed, faults, wrong

LONGEST = 8  # the tables below are slow, and their faults show long before


def levenshtein_becomes(right: Target, d: Callable[[str, str], float]) -> Target:
    """The fault in the function of one pair and in that of whole collections."""

    def cdist(X, Y, distance, **options):
        if distance != "levenshtein":
            return right.d2ke.cdist(X, Y, distance, **options)
        return np.array([[d(x, y) for y in Y] for x in X])

    return changed(right, levenshtein=d, cdist=cdist)


def table_becomes(
    right: Target,
    *,
    row: Callable[[int], int] = int,
    column: Callable[[int], int] = int,
    insertion: int = 1,
    deletion: int = 1,
    substitution: int = 1,
    swap: bool = False,
) -> Target:
    """The recurrence with other beginnings or costs."""

    @cache
    def distance(x: str, y: str) -> int:
        if max(len(x), len(y)) > LONGEST:
            return right.d2ke.levenshtein(x, y)
        D = [[row(j) for j in range(len(y) + 1)]]
        for i, a in enumerate(x, 1):
            D.append([column(i)])
            for j, b in enumerate(y, 1):
                step = D[i - 1][j - 1] + (0 if a == b else substitution)
                ways = [D[i - 1][j] + deletion, D[i][j - 1] + insertion, step]
                if swap and i > 1 and j > 1 and x[i - 2 : i] == b + y[j - 2]:
                    ways.append(D[i - 2][j - 2] + 1)
                D[i].append(min(ways))
        return D[len(x)][len(y)]

    return levenshtein_becomes(right, distance)


BOTH = ("d2ke/levenshtein", "d2ke/cdist")


NO_METRIC = ("d2ke/levenshtein", "d2ke/assumption-1")

wrong_table = faults(table_becomes, killed_by="d2ke/levenshtein")

wrong_table("Levenshtein with a first row 1, 2, 3, ...", row=lambda j: j + 1, killed_by=BOTH)
wrong_table("Levenshtein with a first row of zeros: the best match inside y", row=lambda j: 0)
wrong_table("Levenshtein with a first column of zeros: free deletions", column=lambda i: 0)
wrong_table("Levenshtein without substitutions, which cost two edits", substitution=2)
wrong_table(
    "Levenshtein with transpositions, which break the triangle inequality too",
    swap=True,
    killed_by=NO_METRIC,
)
wrong_table("Levenshtein with deletions at two: not symmetric", deletion=2, killed_by=NO_METRIC)

wrong_levenshtein = faults(levenshtein_becomes, killed_by=BOTH)

wrong_levenshtein(
    "Levenshtein that forgets the last letter: a loop to n - 1",
    lambda right, x, y: right.d2ke.levenshtein(x[:-1], y[:-1]),
    killed_by="d2ke/levenshtein",
)
wrong_levenshtein(
    "Levenshtein normalized: divided by the longer length",
    lambda right, x, y: right.d2ke.levenshtein(x, y) / max(len(x), len(y), 1),
)


@wrong(levenshtein_becomes, killed_by="d2ke/levenshtein")
def levenshtein_as_hamming_distance(x, y):
    """Letters at equal places, and the rest: depends on the direction of reading."""
    unequal = sum(a != b for a, b in zip(x, y, strict=False))
    return unequal + abs(len(x) - len(y))


@wrong(levenshtein_becomes, killed_by="d2ke/levenshtein")
def levenshtein_of_bytes(right, x, y):
    """Of the UTF-8 code, in which letters have up to four units."""
    codes = (z.encode("utf-8", "surrogatepass").decode("latin-1") for z in (x, y))
    return right.d2ke.levenshtein(*codes)


@wrong(levenshtein_becomes, killed_by="d2ke/levenshtein")
def levenshtein_of_16_bit_units(right, x, y):
    """A letter beyond 16 bits counts twice."""
    units = (z.encode("utf-16-le", "surrogatepass") for z in (x, y))
    letters = ("".join(map(chr, memoryview(u).cast("H"))) for u in units)
    return right.d2ke.levenshtein(*letters)


@wrong(levenshtein_becomes, killed_by="d2ke/levenshtein")
def levenshtein_of_normalized_text(right, x, y):
    """Composed and combining accents taken for the same."""
    return right.d2ke.levenshtein(*(unicodedata.normalize("NFC", z) for z in (x, y)))


@wrong(levenshtein_becomes, killed_by="d2ke/levenshtein")
def levenshtein_up_to_a_zero(right, x, y):
    """Strings end at the first character of code 0, as in C."""
    return right.d2ke.levenshtein(x.split("\0")[0], y.split("\0")[0])


@wrong(levenshtein_becomes, killed_by="d2ke/levenshtein")
def levenshtein_in_a_band_too_narrow(right, x, y):
    """One diagonal fewer on either side than Ukkonen's bound asks for."""
    m, n = len(x), len(y)
    if max(m, n) > LONGEST:
        return right.d2ke.levenshtein(x, y)
    return in_a_band(x, y, (min(m, n) + 1) // 2 - 2)


def in_a_band(x: str, y: str, beyond: int) -> int:
    """The recurrence in so many diagonals beyond those of its two ends."""
    m, n = len(x), len(y)
    D = np.full((m + 1, n + 1), m + n)
    for i, j in np.ndindex(D.shape):
        if i == 0 or j == 0:
            D[i, j] = i + j
        elif min(m - n, 0) - beyond <= i - j <= max(m - n, 0) + beyond:
            step = D[i - 1, j - 1] + (x[i - 1] != y[j - 1])
            D[i, j] = min(D[i - 1, j] + 1, D[i, j - 1] + 1, step)
    return int(min(D[m, n], max(m, n)))


@wrong("d2ke.cdist", killed_by="d2ke/cdist a_few_strings_far_from_all_others_come_last")
def cdist_in_the_band_that_the_first_strings_need(right, X, Y, distance, **options):
    """Distances above those of the first strings are looked for in as many diagonals as these."""
    D = right.d2ke.cdist(X, Y, distance, **options)
    if distance != "levenshtein" or max(len(X), len(Y)) <= 100:
        return D
    most = int(D[:100, :100].max())
    distance_of = cache(partial(in_a_band, beyond=max((most + 1) // 2 - 1, 0)))
    for i, j in zip(*np.nonzero(D > most), strict=True):
        D[i, j] = distance_of(X[i], Y[j])
    return D


for size in (31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 130):
    wrong_levenshtein(
        f"Levenshtein one too many at {size} letters: a last word of bits that is cut wrongly",
        lambda right, x, y, size=size: right.d2ke.levenshtein(x, y) + (size in (len(x), len(y))),
        killed_by=(
            "d2ke/levenshtein known_distances_hold_across_word_boundaries",
            "d2ke/cdist lengths_mix_across_word_boundaries",
        ),
    )

wrong_levenshtein(
    "Levenshtein of the first 64 letters: one word of bits",
    lambda right, x, y: right.d2ke.levenshtein(x[:64], y[:64]),
)


@wrong(levenshtein_becomes, killed_by=BOTH)
def levenshtein_that_loses_the_carry(right, x: str, y: str) -> int:
    """Bit-parallel (Myers, Hyyrö) in words of 64, without the carry of the sum between words."""
    n = len(x)
    if n <= 64:
        return right.d2ke.levenshtein(x, y)
    mask, word = (1 << n) - 1, (1 << 64) - 1

    def sum_without_carry(a: int, b: int) -> int:
        words = range(0, n, 64)
        return sum(((((a >> k) & word) + ((b >> k) & word)) & word) << k for k in words)

    positions: dict[str, int] = {}
    for i, letter in enumerate(x):
        positions[letter] = positions.get(letter, 0) | 1 << i
    plus, minus, score = mask, 0, n
    for letter in y:
        match = positions.get(letter, 0) | minus
        diagonal = (sum_without_carry(match & plus, plus) ^ plus) | match
        up, down = minus | (~(diagonal | plus) & mask), diagonal & plus
        score += (up >> (n - 1) & 1) - (down >> (n - 1) & 1)
        up = (up << 1 | 1) & mask
        minus, plus = up & diagonal, ((down << 1) | ~(up | diagonal)) & mask
    return score


wrong_levenshtein(
    "Levenshtein in 8 bits: begins again at 256",
    lambda right, x, y: right.d2ke.levenshtein(x, y) % 256,
)
wrong_levenshtein(
    "Levenshtein in 16 bits: begins again at 65536",
    lambda right, x, y: right.d2ke.levenshtein(x, y) % 2**16,
)
wrong_levenshtein(
    "Levenshtein at most 194: the greatest distance among the strings of the other checks",
    lambda right, x, y: min(right.d2ke.levenshtein(x, y), 194),
)


@wrong(levenshtein_becomes, killed_by="d2ke/levenshtein")
def levenshtein_wrong_after_a_long_beginning(right, x: str, y: str) -> int:
    """A common beginning is skipped in whole words, and half a word too far."""
    skipped = 64 if x[:64] == y[:64] and min(len(x), len(y)) >= 65 else 0
    return right.d2ke.levenshtein(x[skipped:][skipped // 32 :], y[skipped:])


@wrong(
    "d2ke.levenshtein",
    killed_by="d2ke/levenshtein proteins_have_the_distance_of_the_definition",
)
def long_strings_are_compared_half_by_half(right, x, y):
    """Halves of strings of more than 512 letters, as if no edit moved the middle."""
    if min(len(x), len(y)) <= 512:
        return right.d2ke.levenshtein(x, y)
    halves = zip((x[:450], x[450:]), (y[:450], y[450:]), strict=True)
    return sum(right.d2ke.levenshtein(*half) for half in halves)


@wrong("d2ke.levenshtein", killed_by="d2ke/levenshtein large_distances_are_counted_in_full")
def letters_of_the_second_string_are_counted_in_16_bits(right, x, y):
    """Of 65,536 letters and more only what is left of whole 65,536 is read."""
    return right.d2ke.levenshtein(x, y[len(y) // 2**16 * 2**16 :])
