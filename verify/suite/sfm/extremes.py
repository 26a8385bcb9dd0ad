"""Numbers at the ends of float64, inputs that overlap, and those that conversion would spoil."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify.compare import at_least, close_to, equal, raises
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.exact import exact
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check

BAD = "sfm/bad-input"
PLACE = "any function"
WORDS = np.arange(1, 4, dtype=np.uint64) << np.uint64(60)


@check("sfm/eq-1", place="Section V, Eq. (1)", needs="sfm.laplacian_kernel", since="0.1")
def small_distances_of_large_vectors_keep_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Distances far below a rounding of the norms, and 0 for equal vectors, whatever their norm."""
    kernel, step = target.sfm.laplacian_kernel, 2.0**-24
    near = np.array([[1e8, 1.0, 0.0], [1e8, 1.0 + step, 0.0], [1e8, 1.0, step]])
    third = np.where(near == 1e8, 1e11 / 3, near)  # of which some are whole numbers
    whole = 2.0**51 + np.eye(3, 8)
    for beta, vectors in ((step, near), (step, third), (1.0, whole)):
        expected = [[definitions.laplacian_kernel(x, y, beta) for y in vectors] for x in vectors]
        for V in (vectors, scipy.sparse.csr_matrix(vectors)):
            yield close_to(expected, kernel(V, V, beta), ulps=16)
    V = run.rng.normal(size=(6, 12)) * (run.rng.random((6, 12)) < 0.3)
    expected = [[definitions.laplacian_kernel(x, y, 1.0) for y in V] for x in V]
    yield close_to(expected, kernel(*[scipy.sparse.csr_matrix(V)] * 2, 1.0), ulps=64)
    V = run.rng.normal(size=(6, 50))
    yield equal([1.0] * 6, np.diagonal(np.asarray(kernel(V, V, 1e-14))).tolist())


@check("sfm/eq-2", place="Section IV, FM", needs="sfm.rff", since="0.1")
def features_are_not_written_over_what_is_read(target: Any, run: Any) -> Outcome:
    """An ``out`` in the memory of W: refused, or the same features."""
    W, V = run.rng.normal(size=(2, 160, 320))
    expected = np.array(target.sfm.rff(V, W))
    try:
        got = target.sfm.rff(V, W, out=W)
    except ValueError:
        return equal(0, 0)
    return equal(expected, got)


@check(BAD, place=PLACE, needs=("sfm.rff", "sfm.sfm", "sfm.hash_cauchy"), since="0.1")
def sums_stay_within_float64(target: Any, run: Any) -> Iterator[Outcome]:
    """No NaN from an overflow: ValueError that names what is too large, or too small."""
    s, V = target.sfm, np.full((1, 3), 1e200)
    yield raises(ValueError, s.rff, V, np.array([[1e200, -1e200, 0.0]]), naming="V")
    yield raises(ValueError, s.sfm, 1e100 * V, 4, 1e-100, WORDS, WORDS, naming="V")
    yield raises(ValueError, s.hash_cauchy, [1], WORDS, WORDS, 1e-307, naming="beta")
    yield raises(ValueError, s.sfm, [[1, 0, 0]], 4, 1e-307, WORDS, WORDS, naming="beta")


@check(
    "sfm/lak",
    place="Section II, LAK (Saigo et al. 2004)",
    needs="sfm.local_alignment_kernel",
    since="0.1",
)
def logarithms_near_zero_keep_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """C against E scores -4: log(1 + exp(-4 b)) to the last digits for large b.

    Where b times a score or a gap cost is beyond float64: ValueError.
    """
    kernel = target.sfm.local_alignment_kernel
    for beta in (2.0, 10.0, 100.0):
        expected = math.log1p(math.exp(-4 * beta))
        yield close_to([[expected]], kernel(["C"], ["E"], beta, form="log"), ulps=500)
    X, Y, recursion = ["CC", "CCC"], ["EE", "EEEE"], definitions.local_alignment_kernel_by_recursion
    with exact():
        logs = [[float(recursion(x, y, 9, 3, 1).ln()) for y in Y] for x in X]
    yield close_to(logs, kernel(X, Y, 9.0, 3.0, 1.0, form="log"), ulps=500)
    for options in ((1e308,), (1e3, 1e308), (1e3, 1.0, 1e308)):
        yield raises(ValueError, kernel, ["ARN"], ["AN"], *options)


@check(
    "sfm/lak",
    place="Section II, LAK (Saigo et al. 2004)",
    needs="sfm.local_alignment_kernel",
    since="0.2",
)
def dear_gaps_are_opened_where_matches_outweigh_them(target: Any, run: Any) -> Outcome:
    """A gap takes exp(-150), in either string, and the match of two W after it brings exp(330).

    Of the last pair that match is the first one.
    """
    X, Y = ["WAW", "WW", "AW"], ["WW", "WACW", "CW"]
    recursion = definitions.local_alignment_kernel_by_recursion
    with exact():
        logs = [[float(recursion(x, y, 30, 5, 1).ln()) for y in Y] for x in X]
    got = target.sfm.local_alignment_kernel(X, Y, 30.0, 5.0, 1.0, form="log")
    return close_to(logs, got, ulps=100)


@check(
    "sfm/characteristic-vectors",
    place="Section III",
    needs=("sfm.fit_vocabulary", "sfm.transform"),
    since="0.2",
)
def long_chunks_are_read_like_short_ones(target: Any, run: Any) -> Iterator[Outcome]:
    """Two million letters in one chunk, and a short one after it: no node of either is unseen."""
    # whoever reads by the piece takes a power of 2, hardly a larger one: this fills it to its end
    vocabulary = target.sfm.fit_vocabulary(iter([["A" * 2**21, "AB"], ["BB"]]))
    _, unseen = target.sfm.transform(["AB", "BB", "BA"], vocabulary)
    yield equal([0, 0, 1], np.asarray(unseen).tolist())


# sums rise or fall by up to a hundred bits from one point to the next, by thousands in a few points
LATE: tuple[tuple[Any, Any, float], ...] = (
    ("CA", "A" * 100 + "C" * 200, 0.3),
    ("A" * 40 + "B" * 60, "BBAA", 0.15),
    ("A" * 200, "B" * 20 + "A" + "B" * 20, 0.2),
    (np.repeat([0.15, 0.0], [24, 20]), np.repeat([0.15, 0.315], [32, 35]), 0.03),
    (np.repeat([0.0, 0.63], [20, 100]), np.array([1.0, 1.0, 0.0, 0.0]), 0.085),
    # two points leave numbers with few digits, and a hundred equal ones bring them back
    (np.repeat([math.sqrt(735), 0.0], [2, 98]), np.zeros(100), 1.0),
)


@check("sfm/gak", place="Section II, GAK", needs="sfm.global_alignment_kernel", since="0.2")
def ways_that_are_ahead_late_are_not_lost(target: Any, run: Any) -> Iterator[Outcome]:
    """Where the way that counts at the end is behind another by more than float64 holds."""
    for x, y, sigma in LATE:
        with exact():
            K = definitions.global_alignment_kernel_by_recursion(x, y, sigma, 0)
            expected = float(K.ln())
        got = target.sfm.global_alignment_kernel([x], [y], sigma, form="log")
        yield close_to([[expected]], got, ulps=100, scale=1 + abs(expected))


@check(
    BAD,
    place=PLACE,
    needs=("sfm.global_alignment_kernel", "sfm.local_alignment_kernel"),
    since="0.2",
)
def kernels_beyond_all_numbers_are_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """Of 500 equal letters GAK is above (1 + 2^(1/2))^999 / 500, and LAK of 100 W above e^1100.

    Both have logarithms.
    """
    for kernel, letters, parameter in (
        (target.sfm.global_alignment_kernel, "A" * 500, 1.0),
        (target.sfm.local_alignment_kernel, "W" * 100, 1.0),
    ):
        log = np.asarray(kernel([letters], [letters], parameter, form="log"), dtype=float)
        yield at_least(710.0, log)
        yield raises(ValueError, kernel, [letters], [letters], parameter, form="raw", naming="form")


@check(
    BAD,
    place=PLACE,
    needs=("sfm.hash_uniform", "sfm.cgk_vectors", "sfm.alphabet_reduction", "sfm.landmarks"),
    since="0.1",
)
def integers_are_not_made_of_anything_else(target: Any, run: Any) -> Iterator[Outcome]:
    """Nothing but truth values, of which NumPy would make 0 and 1: TypeError."""
    s, flags = target.sfm, [False, True]
    yield raises(TypeError, s.hash_uniform, flags, WORDS, WORDS, naming="i")
    yield raises(TypeError, s.alphabet_reduction, flags, 1, naming="names")
    yield raises(TypeError, s.landmarks, flags, naming="labels")
    yield raises(TypeError, s.cgk_vectors, [flags], 2, naming="embedded")


@check(
    "sfm/cgk-hamming-equals-l1",
    place="Section VI",
    needs=("sfm.hamming_distances", "sfm.cgk_embed"),
    since="0.1",
)
def hamming_distances_count_every_position(target: Any, run: Any) -> Iterator[Outcome]:
    """Of embedded strings and of random codes below 2, 256, 257 and 2^20, 1 to 40 positions."""
    pairs = [(run.rng.integers(c, size=(3, n)), run.rng.integers(c, size=(4, n)))
             for c in (2, 256, 257, 2**20) for n in (1, 7, 8, 9, 40)]  # fmt: skip
    pairs += [(x, np.concatenate([x, x])) for x, _ in pairs]
    # symbols that are equal modulo 256
    pairs += [(np.array([[0, 256, 512]]), np.array([[256, 256, 0]]))]
    pairs += [
        (np.array([[0, 256]]), np.array([[0, 0]])),
        (np.array([[0, 0]]), np.array([[0, 256]])),
    ]
    codes = np.asarray(target.sfm.cgk_embed(["ABBA", "", "BAB"], run.rng))
    for X, Y in [*pairs, (codes, codes)]:
        expected = [[definitions.hamming(x, y) for y in Y.tolist()] for x in X.tolist()]
        yield equal(np.array(expected), np.asarray(target.sfm.hamming_distances(X, Y)))


@check("sfm/gak", place="Section II, GAK", needs="sfm.global_alignment_kernel", since="0.3")
def what_falls_for_long_comes_back(target: Any, run: Any) -> Iterator[Outcome]:
    """Cells that fall by hundreds of powers of two, and are what counts in the end.

    Two letters beside many: the second is matched until it outweighs the first by more than float64
    holds, then none, then the first. Two points in the hundreds: the second, none, the second, once
    the first. And two series that climb together; of either the negatives have the same kernel. A
    letter that is not matched costs 14 powers of two, a point up to 117. Log K as in 60 digits,
    with and without a taper.
    """
    words = ["C" * p + "B" * 91 + "C" * 30 + "A" * 101 for p in range(0, 32, 4)]
    points = 100 * np.array([0.0, math.sqrt(20), math.sqrt(20) + math.sqrt(40)])
    places = [np.repeat([1, 2, 1, 0], [a, b, 30, 1]) for a in range(24, 76, 4) for b in (26, 27)]
    series = [points[place] for place in places]
    climbs = [
        100 * math.sqrt(40) * np.linspace(0, 1, n) ** power
        for n, power in ((30, 1), (45, 0.5), (45, 1), (45, 2))
    ]
    kernel = definitions.global_alignment_kernel_by_recursion
    problems: list[tuple[Any, list[Any], float, int]] = [
        ("AB", words, 1 / math.sqrt(13 * math.log(2)), 0),
        ("AB", words, 1 / math.sqrt(13 * math.log(2)), 260),
        (points[:2], series, 100 / math.sqrt(2 * math.log(2)), 0),
        (climbs[0], climbs[1:], 100 / math.sqrt(2 * math.log(2)), 0),
    ]
    for x, Y, sigma, triangular in problems:
        with exact():
            values = [kernel(x, y, sigma, triangular) for y in Y]
            expected = np.array([[float(value.ln()) for value in values]])
        same = [(x, Y)] if isinstance(x, str) else [(x, Y), (-x, [-y for y in Y])]
        for a, b in same:
            got = target.sfm.global_alignment_kernel([a], b, sigma, triangular, form="log")
            yield close_to(expected, got, ulps=100, scale=1 + np.abs(expected))


# collections of series, each the values of its steps and how often they are repeated, and sigma:
# in batches of them cells of one pair are far apart, and beside padding
STEPS: tuple[tuple[list[tuple[list[float], list[int]]], float], ...] = (
    (
        [
            ([1.0, 5.0, 0.0, 5.0, 0.3], [4, 2, 6, 3, 5]),
            ([0.3, 1.0], [7, 18]),
            ([5.0, 0.3], [7, 7]),
            ([0.3, 0.0], [3, 3]),
        ],
        0.59,
    ),
    ([([0.0, 0.63, 1.0, 0.3], [10, 13, 17, 12]), ([0.3, 0.0, 0.3], [22, 11, 23])], 0.15),
    ([([2.0, 0.0, 1.0, 2.0], [2, 9, 7, 9]), ([0.3], [9])], 0.22),
    ([([0.63], [5]), ([0.0, 2.0, 1.0, 2.0], [9, 2, 11, 6])], 0.2),
    ([([2.0], [6]), ([2.0, 0.3], [7, 5]), ([1.0, 0.0, 1.0], [1, 7, 3])], 0.0868),
)


@check("sfm/gak", place="Section II, GAK", needs="sfm.global_alignment_kernel", since="0.3")
def series_with_steps_are_aligned_side_by_side(target: Any, run: Any) -> Iterator[Outcome]:
    """Collections of unequal lengths, in some pairs of which cells are far apart: log K of each."""
    given: list[tuple[list[Any], float]] = [
        ([np.repeat(*each) for each in steps], sigma) for steps, sigma in STEPS
    ]
    for sigma in run.rng.uniform(0.45, 0.6, 4):
        values = run.rng.choice([0.0, 0.3, 1.0, 2.0, 5.0], (3, 4))
        given.append(([np.repeat(v, run.rng.integers(1, 6, 4)) for v in values], float(sigma)))
    kernel = definitions.global_alignment_kernel_by_recursion
    for X, sigma in given:
        expected = np.empty((len(X), len(X)))
        for i, j in combinations_with_replacement(range(len(X)), 2):  # it is symmetric
            with exact():
                expected[i, j] = expected[j, i] = kernel(X[i], X[j], sigma, 0).ln()
        got = target.sfm.global_alignment_kernel(X, X, sigma, form="log")
        yield close_to(expected, got, ulps=100, scale=1 + np.abs(expected))
