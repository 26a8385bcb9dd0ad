"""Sections II and VII: the global and the local alignment kernel, GAK and LAK."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.exact import exact
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite, psd_verdict
from gramcheck.verify.suite.d2ke.problems import all_strings

GAK = "Section II, GAK (Cuturi 2011)"
LAK = "Section II, LAK (Saigo et al. 2004)"
DIAGNOSE_GAK = diagnoser("sfm.global_alignment_kernel")
DIAGNOSE_LAK = diagnoser("sfm.local_alignment_kernel")
ROUNDINGS = 200  # of sums along a few dozen cells, in the logarithm
# Pairs are 190 times 190, which 15 bits do not count. With so many of them there are several blocks
# for whoever aligns pairs side by side and holds a few numbers for each in the cache.
TIMES = 95
OF_THREE_LETTERS = tuple(all_strings("ARW", 3))
SMALLEST = -6.3634864034145  # eigenvalue of (1/b) log K of these, a test has it of the definition
WORDS = ("", "A", "AR", "WWA", "ARN", "HEAGAWGHEE", "PAWHEAE")


@check(
    "sfm/gak", place=GAK, needs="sfm.global_alignment_kernel", since="0.1", diagnose=DIAGNOSE_GAK
)
@for_all(
    pair=strategies.pairs(strategies.flat_series(4).map(lambda x: np.clip(x, -3, 3))),
    sigma=strategies.log_uniform(0.5, 10),
    triangular=st.integers(0, 5),
    examples=[
        {
            "pair": (np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0, 3.0])),
            "sigma": 2.0,
            "triangular": t,
        }
        for t in (0, 2, 3)
    ],
)
def sum_over_all_alignments(
    target: Any, pair: Any, sigma: float, triangular: int
) -> Iterator[Outcome]:
    """Enumerated: products of k / (2 - k), k Gaussian times the taper (1 - |i - j| / T)_+."""
    x, y = pair
    raw = definitions.global_alignment_kernel(x.tolist(), y.tolist(), sigma, triangular)
    got = target.sfm.global_alignment_kernel([x], [y], sigma, triangular, form="raw")
    yield close_to([[raw]], got, rtol=1e-12)
    normalized = definitions.global_alignment_kernel_normalized(
        x.tolist(), y.tolist(), sigma, triangular
    )
    got = target.sfm.global_alignment_kernel([x], [y], sigma, triangular)
    yield close_to([[normalized]], got, rtol=1e-12)


@check(
    "sfm/gak", place=GAK, needs="sfm.global_alignment_kernel", since="0.1", diagnose=DIAGNOSE_GAK
)
def known_value_and_letters(target: Any, run: Any) -> Iterator[Outcome]:
    """1, 2, 3 and 1, 2, 2, 3 with sigma = 2: 15.358. Different letters have k = exp(-1/sigma^2)."""
    x, y = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0, 3.0])
    got = target.sfm.global_alignment_kernel([x], [y], 2.0, form="raw")
    yield close_to([[15.358]], got, atol=5e-4)
    strings = all_strings("AB", 3, shortest=1)
    expected = [[definitions.global_alignment_kernel(s, t, 0.8) for t in strings] for s in strings]
    got = target.sfm.global_alignment_kernel(list(strings), list(strings), 0.8, form="raw")
    yield close_to(expected, got, rtol=1e-12)


@check(
    "sfm/gak",
    place=f"{GAK}; erratum S26",
    needs="sfm.global_alignment_kernel",
    since="0.1",
)
def tapered_kernel_is_positive_semidefinite(target: Any, run: Any) -> Iterator[Outcome]:
    """On short strings and on series of several lengths, without and with a triangular weight."""
    strings = list(all_strings("AB", 4, shortest=1))
    series = [np.array(s, dtype=float) for n in (2, 3, 4) for s in product((0, 1), repeat=n)]
    for objects in (strings, series):
        for sigma, triangular in ((0.5, 0), (2.0, 0), (1.0, 2), (1.0, 3), (3.0, 2), (10.0, 2)):
            K = target.sfm.global_alignment_kernel(objects, objects, sigma, triangular)
            yield positive_semidefinite(K)


@check("sfm/gak", place=GAK, needs="sfm.global_alignment_kernel", since="0.1")
def long_series_do_not_overflow(target: Any, run: Any) -> Iterator[Outcome]:
    """Constant series of 1200 and 1300: log K is that of Delannoy numbers, beyond any double."""
    n, m = 1200, 1300
    got = target.sfm.global_alignment_kernel([np.zeros(n)], [np.zeros(m)], 1.0, form="log")
    # kappa = 1: the number of alignments, D(n - 1, m - 1) = sum of C(n-1, k) C(m-1, k) 2^k
    paths = sum(math.comb(n - 1, k) * math.comb(m - 1, k) * 2**k for k in range(n))
    yield close_to([[math.log(paths)]], got, rtol=1e-12)


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.1", diagnose=DIAGNOSE_LAK)
@for_all(
    pair=strategies.pairs(strategies.strings("ARWN", 4)),
    beta=strategies.log_uniform(0.05, 2),
    gaps=st.sampled_from([(11.0, 1.0), (2.0, 1.0), (0.5, 0.25), (1.0, 0.0)]),
    examples=[
        {"pair": ("WAARW", "WRNW"), "beta": 0.5, "gaps": (2.0, 1.0)},
        {"pair": ("WANRW", "WW"), "beta": 0.5, "gaps": (2.0, 1.0)},
        {"pair": ("", "A"), "beta": 0.5, "gaps": (11.0, 1.0)},
        {"pair": ("", "A"), "beta": 5.0, "gaps": (200.0, 100.0)},
    ],
)
def sum_over_all_local_alignments(
    target: Any, pair: tuple[str, str], beta: float, gaps: tuple[float, float]
) -> Iterator[Outcome]:
    """Enumerated, in either order: exp(beta score), gaps of n letters cost d + (n - 1) e."""
    x, y = pair
    expected = definitions.local_alignment_kernel(x, y, beta, *gaps)
    for first, second in ((x, y), (y, x)):
        got = target.sfm.local_alignment_kernel([first], [second], beta, *gaps, form="raw")
        yield close_to([[expected]], got, rtol=1e-12)


@check(
    "sfm/lak",
    place=f"{LAK}, Section VII",
    needs="sfm.local_alignment_kernel",
    since="0.1",
    diagnose=DIAGNOSE_LAK,
)
def published_settings_are_the_default(target: Any, run: Any) -> Outcome:
    """BLOSUM62 in half bits, 11 to open, 1 to extend, b = 0.5; the result is (1/b) log K."""
    expected = [[definitions.local_alignment_log_kernel(x, y) for y in WORDS] for x in WORDS]
    got = target.sfm.local_alignment_kernel(list(WORDS), list(WORDS))
    return close_to(expected, got, ulps=ROUNDINGS, scale=1 + np.abs(expected))


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.1", diagnose=DIAGNOSE_LAK)
def every_amino_acid_has_its_scores(target: Any, run: Any) -> Outcome:
    """Single letters: K = 1 + exp(b S(x, y)), so that all of BLOSUM62 is seen."""
    letters = list(definitions.AMINO_ACIDS)
    expected = [[1 + math.exp(definitions.BLOSUM62[x, y] / 2) for y in letters] for x in letters]
    got = target.sfm.local_alignment_kernel(letters, letters, form="raw")
    return close_to(expected, got, rtol=1e-12)


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.1")
def sum_is_definite_and_its_logarithm_is_not(target: Any, run: Any) -> Iterator[Outcome]:
    """K is positive semidefinite, (1/b) log K has a negative direction."""
    strings = list(OF_THREE_LETTERS)
    K = target.sfm.local_alignment_kernel(strings, strings, 0.5, 2.0, 1.0, form="normalized")
    yield positive_semidefinite(K)
    log_kernel = np.asarray(target.sfm.local_alignment_kernel(strings, strings), dtype=float)
    log_kernel = (log_kernel + log_kernel.T) / 2
    norm = float(np.linalg.norm(log_kernel, 2))
    form = psd_verdict(log_kernel).quadratic_form
    # entries are known to ROUNDINGS of themselves and of 1
    yield close_to(SMALLEST, form, ulps=ROUNDINGS, scale=norm + len(strings))


@check("sfm/lak", place=LAK, needs="sfm.shift_spectrum", since="0.3")
def shifted_spectra_begin_at_zero(target: Any, run: Any) -> Iterator[Outcome]:
    """K less its smallest eigenvalue on the diagonal, if that is negative, and K itself if not."""
    n, M = 20, run.rng.normal(size=(20, 20))
    for K, smallest in ((np.array([[1.0, 2.0], [2.0, 1.0]]), -1.0), (M + M.T, None)):
        norm = float(np.linalg.norm(K, 2))
        smallest = float(np.linalg.eigvalsh(K)[0]) if smallest is None else smallest
        shifted = target.sfm.shift_spectrum(K)
        yield close_to(K - smallest * np.eye(len(K)), shifted, ulps=8 * n, scale=norm)
        off = ~np.eye(len(K), dtype=bool)
        yield equal(K[off], np.asarray(shifted)[off])
    yield equal(np.diag([0.5, 2.0]), target.sfm.shift_spectrum(np.diag([0.5, 2.0])))


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.1", diagnose=DIAGNOSE_LAK)
def recursion_on_longer_proteins(target: Any, run: Any) -> Outcome:
    """Strings of 40 letters: log K to 60 digits by Saigo et al.'s recursion, cheap gaps."""
    x, y = ("".join(run.rng.choice(list(definitions.AMINO_ACIDS), 40)) for _ in range(2))
    with exact():
        K = definitions.local_alignment_kernel_by_recursion(x, y, 0.5, 3, 1)
        expected = float(K.ln())
    got = target.sfm.local_alignment_kernel([x], [y], 0.5, 3.0, 1.0, form="log")
    return close_to([[expected]], got, ulps=ROUNDINGS, scale=1 + abs(expected))


@check("sfm/gak", place=GAK, needs="sfm.global_alignment_kernel", since="0.2")
def many_single_points_are_aligned_with_long_series(target: Any, run: Any) -> Iterator[Outcome]:
    """36,000 pairs, each of which has one alignment; and the other way round."""
    points, series = (
        [run.rng.normal(size=n) for n in (1, 1)],
        [run.rng.normal(size=150), np.ones(9)],
    )
    kernel = definitions.global_alignment_kernel_by_recursion
    with exact():
        logs = [[float(kernel(x, y, 2.0).ln()) for y in series] for x in points]
    expected = np.tile(logs, (TIMES, TIMES))
    for X, Y, wanted in ((points, series, expected), (series, points, expected.T)):
        got = target.sfm.global_alignment_kernel(TIMES * X, TIMES * Y, 2.0, form="log")
        yield close_to(wanted, got, ulps=ROUNDINGS, scale=1 + np.abs(wanted))


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.2")
def many_single_letters_are_aligned_with_long_strings(target: Any, run: Any) -> Iterator[Outcome]:
    """36,000 pairs, whose alignments are one match each, or none; and the other way round."""
    letters, b = list(definitions.AMINO_ACIDS), 0.5
    strings = ["".join(run.rng.choice(letters, n)) for n in (150, 9)]
    scores = [[[definitions.BLOSUM62[a, c] for c in y] for y in strings] for a in "WA"]
    logs = [[math.log1p(sum(math.exp(b * s) for s in ys)) for ys in row] for row in scores]
    expected = np.tile(logs, (TIMES, TIMES))
    for X, Y, wanted in ((["W", "A"], strings, expected), (strings, ["W", "A"], expected.T)):
        got = target.sfm.local_alignment_kernel(TIMES * X, TIMES * Y, b, form="log")
        yield close_to(wanted, got, ulps=ROUNDINGS, scale=1 + np.abs(wanted))


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.3")
def very_many_strings_are_aligned_with_one(target: Any, run: Any) -> Outcome:
    """66,000 strings of one letter: an alignment matches it with one of the other's, or nothing."""
    y, b = "HEAGAWGHEE", 0.5
    letters = run.rng.choice(["W", "A"], 66_000)  # more pairs than 16 bits count
    scores = {a: [b * definitions.BLOSUM62[a, c] for c in y] for a in "WA"}
    logs = {a: math.log1p(sum(map(math.exp, scores[a]))) for a in "WA"}
    expected = np.array([[logs[a]] for a in letters.tolist()])
    got = target.sfm.local_alignment_kernel(letters.tolist(), [y], b, form="log")
    return close_to(expected, got, ulps=ROUNDINGS, scale=1 + np.abs(expected))


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.3")
def alignments_that_cost_nothing_are_counted(target: Any, run: Any) -> Iterator[Outcome]:
    """All scores and gaps 0: the sum over k of C(n, k) C(m, k), which is C(n + m, n).

    Each alignment is a chain of k matches, given by its k letters of x and its k letters of y. With
    2000 letters K is beyond any double, and rises within a row by thousands of bits.
    """
    sizes = (1, 2, 7, 2000)
    strings = ["A" * n for n in sizes]
    expected = np.log(np.array([[math.comb(n + m, n) for m in (1, 2, 7)] for n in sizes], float))
    options = {"gap_open": 0.0, "gap_extend": 0.0, "scores": ("A", [[0.0]]), "form": "log"}
    got = target.sfm.local_alignment_kernel(strings, strings[:3], **options)
    yield close_to(expected, got, ulps=ROUNDINGS, scale=1 + expected)
    got = target.sfm.local_alignment_kernel(strings[3:], strings[3:], **options)
    largest = math.log(math.comb(4000, 2000))
    yield close_to([[largest]], got, ulps=ROUNDINGS, scale=1 + largest)


@check("sfm/lak", place=LAK, needs="sfm.local_alignment_kernel", since="0.3")
def alignments_begin_anew_after_a_large_sum(target: Any, run: Any) -> Iterator[Outcome]:
    """Twenty W, then 25 C; in y other letters between them, whose gap costs more than the W gain.

    The C alone are worth e^900, with the W and the gap before them e^680. Before the gap the sum is
    e^880, far more than the 1 from which the C begin.
    """
    x, y, costs = "W" * 20 + "C" * 25, "W" * 20 + "G" * 25 + "C" * 25, (4.0, 11.0, 11.0)
    with exact():
        expected = float(definitions.local_alignment_kernel_by_recursion(x, y, *costs).ln())
    for first, second in ((x, y), (y, x)):
        got = target.sfm.local_alignment_kernel([first], [second], *costs, form="log")
        yield close_to([[expected]], got, ulps=ROUNDINGS, scale=1 + abs(expected))
