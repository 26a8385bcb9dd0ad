"""Sections II and VII: STK17, the (k, m)-mismatch kernel."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import tails
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.d2ke.problems import all_strings

PLACE = "Sections II and VII, STK17"
DNA, PROTEIN = "ACGT", definitions.AMINO_ACIDS
MISS = 1e-3
WORDS = st.text(alphabet=list(DNA), min_size=3, max_size=9)


@check(
    "sfm/mismatch",
    place=PLACE,
    needs="sfm.mismatch_kernel",
    since="0.1",
    diagnose=diagnoser("sfm.mismatch_kernel"),
)
@for_all(
    pair=st.tuples(WORDS, WORDS),
    k=st.integers(1, 3),
    m=st.integers(0, 3),
    alphabet=st.sampled_from([DNA, "ACGTN"]),
    examples=[
        {"pair": ("ACGTACG", "TTGAC"), "k": 3, "m": 1, "alphabet": DNA},
        {"pair": ("AAAAA", "AAA"), "k": 2, "m": 0, "alphabet": DNA},
    ],
)
def counts_words_near_both(
    target: Any, pair: tuple[str, str], k: int, m: int, alphabet: str
) -> Iterator[Outcome]:
    """Over all words: k-mers of x within m of it, times those of y; whole numbers, exactly."""
    x, y = pair
    m = min(m, k)
    expected = definitions.mismatch_kernel(x, y, k, m, alphabet)
    for first, second in ((x, y), (y, x)):
        yield equal(
            [[expected]],
            np.asarray(first_to_second(target, first, second, k, m, alphabet)).tolist(),
        )


def first_to_second(target: Any, x: str, y: str, k: int, m: int, alphabet: str) -> Any:
    """One entry of the kernel matrix, as a matrix."""
    return target.sfm.mismatch_kernel([x], [y], k, m, alphabet)


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def balls_intersect_as_counted(target: Any, run: Any) -> Iterator[Outcome]:
    """Two k-mers at distance d: the words in both balls, for the published k, m and alphabets."""
    for k, m, alphabet, sizes in (
        (5, 2, DNA, [106, 52, 34, 18, 6, 0]),
        (6, 2, PROTEIN, [5530, 1920, 552, 114, 6, 0, 0]),
    ):
        a, b = alphabet[0], alphabet[1]
        others = [b * d + a * (k - d) for d in range(k + 1)]
        got = target.sfm.mismatch_kernel([a * k], others, k, m, alphabet)
        yield equal([sizes], np.asarray(got).tolist())


@check("sfm/mismatch", place=PLACE, needs="sfm.ball_intersections", since="0.3")
def sizes_of_intersections_are_counted(target: Any, run: Any) -> Iterator[Outcome]:
    """The words in both balls one by one, over 1 to 4 letters; over one no two words differ."""
    for letters, k in product(("A", "AB", "ABC", DNA), range(1, 5)):
        for m in range(k + 1):
            furthest = min(2 * m, k) if len(letters) > 1 else 0
            others = (letters[-1] * d + "A" * (k - d) for d in range(furthest + 1))
            expected = [definitions.mismatch_kernel("A" * k, b, k, m, letters) for b in others]
            yield equal(expected, list(target.sfm.ball_intersections(k, m, len(letters))))


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def long_words_by_distances(target: Any, run: Any) -> Iterator[Outcome]:
    """Strings of 30 to 40 letters: sum of M_d I_d, where enumeration of all words is too long.

    The second begins as the first does, but for one letter, so that there are words nearby.
    """
    for alphabet, k, m in ((DNA, 5, 2), (PROTEIN, 6, 2), (DNA, 8, 3), (DNA, 14, 7), (DNA, 12, 1)):
        x, rest = ("".join(run.rng.choice(list(alphabet), n)) for n in (30, 20))
        other = alphabet[(alphabet.index(x[10]) + 1) % len(alphabet)]
        y = x[:10] + other + x[11:20] + rest
        expected = definitions.mismatch_kernel_by_distances(x, y, k, m, alphabet)
        yield equal(
            [[expected]], np.asarray(target.sfm.mismatch_kernel([x], [y], k, m, alphabet)).tolist()
        )


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.3")
def many_short_strings_share_few_words(target: Any, run: Any) -> Outcome:
    """Forty times twelve letters, of which a quarter is changed: of all 8-mers each has five."""
    origin = run.rng.choice(list(DNA), 12)
    letters = np.where(run.rng.random((40, 12)) < 0.25, run.rng.choice(list(DNA), (40, 12)), origin)
    strings = ["".join(row) for row in letters]
    X, Y = strings[:15], strings[15:]
    expected = [[definitions.mismatch_kernel_by_distances(x, y, 8, 1, DNA) for y in Y] for x in X]
    return equal(expected, np.asarray(target.sfm.mismatch_kernel(X, Y, 8, 1, DNA)).tolist())


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.2")
def words_beyond_64_bits_are_told_apart(target: Any, run: Any) -> Outcome:
    """Words of 36 letters, two bits each, in a string and one with every twentieth changed."""
    x = run.rng.choice(list(DNA), 200)
    y = np.where(np.arange(200) % 20 == 0, np.roll(list(DNA), 1)[np.searchsorted(list(DNA), x)], x)
    expected = definitions.mismatch_kernel_by_distances("".join(x), "".join(y), 36, 1, DNA)
    got = target.sfm.mismatch_kernel(["".join(x)], ["".join(y)], 36, 1, DNA)
    return equal([[float(expected)]], np.asarray(got, dtype=float).tolist())


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def mismatch_kernel_is_positive_semidefinite(target: Any, run: Any) -> Iterator[Outcome]:
    """On all binary strings of 3 to 5 letters, for every k up to 3 and every m."""
    strings = list(all_strings("AB", 5, shortest=3))
    for k in (1, 2, 3):
        for m in range(k + 1):
            K = np.asarray(target.sfm.mismatch_kernel(strings, strings, k, m), dtype=float)
            yield positive_semidefinite(K)


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def few_sets_of_positions_are_all_taken(target: Any, run: Any) -> Iterator[Outcome]:
    """With as many samples as there are sets nothing is estimated, whatever the tolerance.

    At most C(5, 2) = 10 sets for k = 5 and m = 1, C(6, 3) = 20 for k = 6 and m = 2.
    """
    X = ["".join(run.rng.choice(list(DNA), n)) for n in (12, 20, 31)]
    for k, m, samples in ((5, 1, 10), (6, 2, 20)):
        exact = target.sfm.mismatch_kernel(X, X[:2], k, m, DNA)
        for tolerance in (0.0, 1e9):
            got = target.sfm.mismatch_kernel(X, X[:2], k, m, DNA, samples, tolerance, run.rng)
            yield close_to(exact, got, rtol=1e-12)


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def sampled_sets_serve_all_pairs(target: Any, run: Any) -> Iterator[Outcome]:
    """The estimate is symmetric, equal strings have equal rows, and a state decides it."""
    X = ["".join(run.rng.choice(list(DNA), 30)) for _ in range(3)]
    X.append(X[0])
    seed = int(run.rng.integers(2**32))
    first, again = (
        np.asarray(target.sfm.mismatch_kernel(X, X, 8, 2, DNA, 5, 0.0, np.random.default_rng(seed)))
        for _ in range(2)
    )
    yield equal((4, 4), first.shape)
    if first.shape == (4, 4):
        yield close_to(first.T, first, rtol=1e-12)
        yield close_to(first[0], first[-1], rtol=1e-12)
        yield equal(first, again)


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1", statistical=True)
def estimates_have_their_distribution(target: Any, run: Any) -> Iterator[Outcome]:
    """AABABB and ABBAA, k = 4, m = 1: each value of the estimate has its exact probability.

    Of 1, 4 and 6 sets: three samples with tolerance 0; two, where any variance is small enough; and
    two or three, as the first two come out. CCCC beside it, of which each estimate is 0, is no
    reason to stop.
    """
    x, y, k, m, alpha = "AABABB", "ABBAA", 4, 1, run.alpha / 3
    for tolerance in (0.0, 1e9, 0.4):
        law = law_of_estimates(x, y, k, m, 3, tolerance)
        n = tails.samples_needed_for_distribution(0.2, law, alpha, beta=MISS)
        got = [
            target.sfm.mismatch_kernel([x], [y, "CCCC"], k, m, "ABC", 3, tolerance, run.rng)[0][0]
            for _ in range(n)
        ]
        values = [rounded(K) for K in np.ravel(got)]
        yield tails.assert_distribution_equals(values, law, alpha, beta=MISS)


def law_of_estimates(
    x: str, y: str, k: int, m: int, samples: int, tolerance: float
) -> dict[float, float]:
    """Probability of each value of K, if sets are drawn where there are over ``samples``."""
    distances = range(min(2 * m, k) + 1)
    mers = list(product(definitions.kmers(x, k), definitions.kmers(y, k)))
    laws = []
    for d in distances:
        agreeing = [
            sum(all(a[i] == b[i] for i in positions) for a, b in mers)
            for positions in combinations(range(k), k - d)
        ]
        means = Counter([Fraction(sum(agreeing), len(agreeing))])
        if len(agreeing) > samples:
            drawn = product(agreeing, repeat=samples)
            means = Counter(mean_when_it_is_known(some, tolerance) for some in drawn)
        laws.append([(comb(k, d) * F, Fraction(n, means.total())) for F, n in means.items()])
    law: dict[float, Fraction] = defaultdict(Fraction)
    for outcome in product(*laws):
        M: list[Fraction] = []
        for d, (F, _) in enumerate(outcome):
            M.append(F - sum(comb(k - j, d - j) * M[j] for j in range(d)))
        balls = (definitions.ball_intersection(3, k, m, d) for d in distances)
        K = sum(ball * pairs for ball, pairs in zip(balls, M, strict=True))
        law[rounded(K)] += prod((p for _, p in outcome), start=Fraction(1))
    return {value: float(p) for value, p in law.items()}


def mean_when_it_is_known(drawn: Sequence[int], tolerance: float) -> Fraction:
    """The mean of the first two or more whose variance, of the mean, is below tolerance^2."""
    for n in range(2, len(drawn) + 1):
        mean = Fraction(sum(drawn[:n]), n)
        if sum((each - mean) ** 2 for each in drawn[:n]) < tolerance**2 * n * (n - 1):
            break
    return mean


def rounded(K: Any) -> float:
    """Sums of thirds as numbers that can be compared."""
    return round(float(K), 6)
