"""Series, sets and collections of the sizes that data have, by known values or definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from gramcheck.verify import tails
from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import MANY, exact_cdist
from gramcheck.verify.suite.d2ke.random_objects import MISS, law_of, miscounted, samples_for
from gramcheck.verify.suite.several_draws import never_repeated
from gramcheck.verify.types import Array

ROUNDINGS = 8  # of sums of a hundred nonnegative terms and their roots


def walks(
    rng: np.random.Generator, number: int, low: int, high: int, channels: int = 2
) -> list[Array]:
    """Random walks, whose costs have all digits."""
    lengths = rng.integers(low, high, number)
    return [rng.normal(size=(n, channels)).cumsum(axis=0) for n in lengths]


@check("d2ke/dtw", place="Section 5", needs="d2ke.dtw", since="0.2", diagnose=diagnoser("d2ke.dtw"))
def long_series_have_all_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Walks of about a hundred points by the recursion, without a band and with one.

    And three hundred zeros but for a 1, which in the other series comes later by as much as a band
    is wide, or by one more: then each 1 is matched with a 0.
    """
    x, y = walks(run.rng, 2, 90, 110)
    for local_cost, options in (("euclidean", {}), ("sqeuclidean", {"window": 12})):
        expected = definitions.dtw(x, y, local_cost, **options)
        got = target.d2ke.dtw(x, y, local_cost=local_cost, **options)
        yield close_to(expected, got, ulps=ROUNDINGS)
    for later in (12, 150):
        x, y = np.eye(300)[[100, 100 + later]]
        costs = [float(target.d2ke.dtw(x, y, window=w)) for w in (later, later - 1)]
        yield equal([0.0, 2.0], costs)


@check("d2ke/gdk-led", place="Section 5", needs="d2ke.modified_hausdorff", since="0.2")
def large_sets_have_all_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Sets of some eighty points: the larger of two means of nearest distances.

    And the points 0, ..., 299 of a line beside the first 290 of them, each moved by less than half
    of their distance: nearest to the last ten is the end of the other set.
    """
    d = target.d2ke.modified_hausdorff
    x, y = walks(run.rng, 2, 70, 90)
    yield close_to(definitions.modified_hausdorff(x, y), d(x, y), ulps=ROUNDINGS)
    x, moved = np.arange(300.0), np.arange(290) / 1024
    y = x[:290] + moved
    expected = np.append(moved, x[290:] - y[-1]).mean()  # from x to y, which is the larger one
    yield close_to([expected, expected], [d(x, y), d(y, x)], ulps=ROUNDINGS)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def collections_of_long_series_have_all_their_digits(target: Any, run: Any) -> Outcome:
    """Lengths on both sides of 64, where padding to powers of 2 doubles; none of them in order."""
    X, Y = walks(run.rng, 3, 40, 80), walks(run.rng, 2, 60, 70)
    return close_to(exact_cdist(X, Y, "dtw"), target.d2ke.cdist(X, Y, "dtw"), ulps=ROUNDINGS)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.3")
def every_pair_has_a_window_of_its_own(target: Any, run: Any) -> Iterator[Outcome]:
    """Pairs of 1 to 24 points, whose windows are widened by 0 to 23 points, or by 0 to 4.

    All are parts of one series, so that paths go to either end of their windows.
    """
    wide = (24, 1, 23, 12, 22, 2), (21, 3, 24, 13, 20)
    alike = (24, 20, 22, 21, 23), (21, 23, 24, 20, 22)
    for channels, lengths in product((1, 3, 7), (wide, alike)):
        whole = run.rng.normal(size=(32, channels))
        begins = iter(run.rng.integers(9, size=11).tolist())
        X, Y = ([whole[k : k + n] for n, k in zip(side, begins, strict=False)] for side in lengths)
        for first, second, window in ((X, Y, 0), (Y, X, 0), (Y, X, 1), (X, Y, 4)):
            got = target.d2ke.cdist(first, second, "dtw", window=window)
            expected = exact_cdist(first, second, "dtw", window=window)
            yield close_to(expected, got, ulps=ROUNDINGS, scale=np.maximum(expected, 1.0))


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.3")
def small_collections_of_any_shape_have_their_windows(target: Any, run: Any) -> Iterator[Outcome]:
    """Forty times six and six series of 1 to 13 points, with windows of 0 to 8."""
    for lengths in run.rng.integers(1, 14, size=(40, 2, 6)):
        X, Y = ([run.rng.normal(size=(n, 1)) for n in side] for side in lengths)
        window = int(run.rng.integers(9))
        expected = exact_cdist(X, Y, "dtw", window=window)
        got = target.d2ke.cdist(X, Y, "dtw", window=window)
        yield close_to(expected, got, ulps=ROUNDINGS, scale=np.maximum(expected, 1.0))


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def collections_of_many_channels_have_all_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Walks in nine channels, many or few of them far away together: near points, large norms."""
    for first, second in (((0, 1, 0, 1), (0, 1, 0)), ((0, 1, 2, 3), (3, 4, 5))):
        X = [x + 1e6 * far for x, far in zip(walks(run.rng, 4, 1, 16, 9), first, strict=True)]
        Y = [y + 1e6 * far for y, far in zip(walks(run.rng, 3, 4, 16, 9), second, strict=True)]
        for options in ({}, {"local_cost": "sqeuclidean"}, {"window": 2}):
            got = target.d2ke.cdist(X, Y, "dtw", **options)
            yield close_to(exact_cdist(X, Y, "dtw", **options), got, ulps=ROUNDINGS)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def ten_thousand_pairs_have_all_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Series and sets of a single point: distances of points on a line."""
    x, y = run.rng.normal(size=110), run.rng.normal(size=100)
    expected = np.abs(x[:, None] - y)
    for distance in ("dtw", "modified_hausdorff"):
        got = target.d2ke.cdist([x[i : i + 1] for i in range(110)], list(y[:, None]), distance)
        yield close_to(expected, got, ulps=2)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.3")
def ten_thousand_pairs_of_long_strings_are_told_apart(target: Any, run: Any) -> Outcome:
    """Prefixes of one string, of 65 to 194 letters in any order: they differ by their lengths."""
    letters, lengths = "".join(run.rng.choice([*"ACGT"], 194)), run.rng.permutation(130) + 65
    strings = [letters[:n] for n in lengths]
    D = target.d2ke.cdist(strings, strings[::-1], "levenshtein")
    return equal(abs(lengths[:, None] - lengths[::-1]).tolist(), np.asarray(D).tolist())


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def near_points_far_apart_have_all_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Two points at a distance of 2 million, each 1/3 from its neighbor in the other set.

    In many dimensions, where squares are commonly expanded; all norms are the same.
    """
    for dimension in (2, 12):
        far, aside = np.eye(dimension)[:2]
        X = [np.array([1e6 * far, -1e6 * far])]
        Y = [X[0] + aside / 3, X[0][:1] - aside / 3]
        expected = [[1 / 3, (1 / 3 + np.hypot(2e6, 1 / 3)) / 2]]
        got = target.d2ke.cdist(X, Y, "modified_hausdorff")
        yield close_to(expected, got, ulps=ROUNDINGS)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def sets_of_many_sizes_have_all_their_points(target: Any, run: Any) -> Outcome:
    """Of 1 to 100 points: the nearest may be the last one of a block, of any length."""
    X, Y = ([run.rng.normal(size=(n, 2)) for n in sizes] for sizes in ((1, 33, 100), (70, 17, 2)))
    expected = exact_cdist(X, Y, "modified_hausdorff")
    return close_to(expected, target.d2ke.cdist(X, Y, "modified_hausdorff"), ulps=ROUNDINGS)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def many_letters_are_told_apart(target: Any, run: Any) -> Iterator[Outcome]:
    """Strings of so many different letters, and one letter that is none of them, or is the last."""
    for n in MANY:
        *letters, other = (chr(2**16 + i) for i in range(n + 1))
        D = target.d2ke.cdist(["".join(letters)], [other, letters[-1]], "levenshtein")
        yield equal([[n, n - 1]], np.asarray(D).tolist())


@check("d2ke/no-side-effects", place="any function", needs="d2ke.cdist", since="0.2")
def collections_may_change_between_calls(target: Any, run: Any) -> Iterator[Outcome]:
    """The same list and the same arrays, with other objects and other numbers in them."""
    words, series = ["ab", "b"], [np.array([0.0, 1.0]), np.array([2.0])]
    yield equal([[0, 1], [1, 0]], np.asarray(target.d2ke.cdist(words, words, "levenshtein")))
    words[0] = "bbbb"
    yield equal([[0, 3], [3, 0]], np.asarray(target.d2ke.cdist(words, words, "levenshtein")))
    yield equal([[0, 3], [3, 0]], np.asarray(target.d2ke.cdist(series, series, "dtw")))
    series[1][:] = 5
    yield equal([[0, 9], [9, 0]], np.asarray(target.d2ke.cdist(series, series, "dtw")))


@check("d2ke/algorithm-1", place="Algorithm 1, step 2", needs="d2ke.feature_map", since="0.2")
def many_random_objects_have_all_their_digits(target: Any, run: Any) -> Outcome:
    """A feature for each of three hundred words."""
    words = ["".join(run.rng.choice(list("ab"), n)) for n in run.rng.integers(1, 5, size=300)]
    expected = definitions.feature_map(["abba", "b"], words, 0.7, "levenshtein")
    got = target.d2ke.feature_map(["abba", "b"], words, 0.7, "levenshtein")
    return close_to(expected, got, ulps=8)


@check("d2ke/knn", place="Section 5, Baselines", needs="d2ke.knn_predict", since="0.2")
def ties_of_many_neighbors_go_to_the_first(target: Any, run: Any) -> Iterator[Outcome]:
    """Five hundred training objects at three distances, or as many; five classes."""
    y = run.rng.permutation(np.arange(500) % 5)
    for distances in (3, 500):
        D = run.rng.permuted(np.tile(np.arange(500.0) % distances, (8, 1)), axis=1)
        expected = [definitions.knn_predict(D.tolist(), y.tolist(), k) for k in (1, 7, 20)]
        got = [np.asarray(target.d2ke.knn_predict(D, y, k)).tolist() for k in (1, 7, 20)]
        yield equal(expected, got)


@check("d2ke/knn", place="Section 5, Baselines", needs="d2ke.knn_predict", since="0.2")
def many_votes_are_counted_in_full(target: Any, run: Any) -> Iterator[Outcome]:
    """More than 8, 15 and 16 bits hold, against as many as they hold for the smaller label."""
    for n, most in zip(MANY, (2**8, 2**15, 2**16), strict=True):
        y = np.repeat([1, 0], [n, most - 1])
        got = target.d2ke.knn_predict(np.zeros((1, len(y))), y, len(y))
        yield equal([1], np.asarray(got).tolist())


# random objects ---------------------------------------------------------------------------------


@law_of("strings", "Section 3")
def strings_have_letters_that_end_those_of_others(target: Any, run: Any) -> Iterator[Outcome]:
    """NUL, a space and a line's end are letters like any other, at the end of a string too."""
    letters = "\0 \n"
    law = dict.fromkeys(letters, 1 / 3)
    n = samples_for(0.5, law, run.alpha)
    drawn = target.d2ke.random_strings(n, letters, (3, 3), run.rng)
    if complaint := miscounted(drawn, n):
        yield complaint
        return
    yield equal({3}, set(map(len, drawn)))
    yield tails.assert_distribution_equals((x[-1:] for x in drawn), law, run.alpha, beta=MISS)


def never_twice(draw: Callable[[], Any]) -> Outcome:
    """Many draws of one object; no object, or more of them, fails by itself."""
    first = draw()
    if len(first) != 1:
        return is_true(False, f"got {len(first)} objects, should be 1")
    return never_repeated(lambda: np.asarray(draw()[0]).tobytes())


@law_of("strings", "Section 3")
def no_two_calls_draw_the_same_string(target: Any, run: Any) -> Outcome:
    """Strings of a hundred letters."""
    return never_twice(lambda: target.d2ke.random_strings(1, "ab", (100, 100), run.rng))


@law_of("series", "Section 3")
def no_two_calls_draw_the_same_series(target: Any, run: Any) -> Outcome:
    """Series of three numbers."""
    return never_twice(lambda: target.d2ke.random_series(1, 1, 1.0, (3, 3), run.rng))


@law_of("sets", "Section 3")
def no_two_calls_draw_the_same_set(target: Any, run: Any) -> Outcome:
    """Sets of two directions in three dimensions."""
    return never_twice(lambda: target.d2ke.random_sets(1, 3, (2, 2), run.rng))
