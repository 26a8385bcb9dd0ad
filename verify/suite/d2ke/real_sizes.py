"""Series, sets and collections of the sizes that data have, by known values or definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gramcheck.verify import tails
from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import exact_cdist
from gramcheck.verify.suite.d2ke.random_objects import MISS, law_of, miscounted, samples_for
from gramcheck.verify.suite.several_draws import never_repeated
from gramcheck.verify.types import Array

ROUNDINGS = 8  # of sums of a hundred nonnegative terms and their roots


def walks(rng: np.random.Generator, number: int, low: int, high: int) -> list[Array]:
    """Random walks in the plane, whose costs have all digits."""
    return [rng.normal(size=(n, 2)).cumsum(axis=0) for n in rng.integers(low, high, number)]


@check("d2ke/dtw", place="Section 5", needs="d2ke.dtw", since="0.2", diagnose=diagnoser("d2ke.dtw"))
def long_series_have_all_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Walks of about a hundred points by the recursion, without a band and with one."""
    x, y = walks(run.rng, 2, 90, 110)
    for local_cost, options in (("euclidean", {}), ("sqeuclidean", {"window": 12})):
        expected = definitions.dtw(x, y, local_cost, **options)
        got = target.d2ke.dtw(x, y, local_cost=local_cost, **options)
        yield close_to(expected, got, ulps=ROUNDINGS)


@check("d2ke/gdk-led", place="Section 5", needs="d2ke.modified_hausdorff", since="0.2")
def large_sets_have_all_their_digits(target: Any, run: Any) -> Outcome:
    """Sets of some eighty points: the larger of two means of nearest distances."""
    x, y = walks(run.rng, 2, 70, 90)
    expected = definitions.modified_hausdorff(x, y)
    return close_to(expected, target.d2ke.modified_hausdorff(x, y), ulps=ROUNDINGS)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def collections_of_long_series_have_all_their_digits(target: Any, run: Any) -> Outcome:
    """Lengths on both sides of 64, none of them twice in order."""
    X, Y = walks(run.rng, 3, 40, 80), walks(run.rng, 2, 60, 70)
    return close_to(exact_cdist(X, Y, "dtw"), target.d2ke.cdist(X, Y, "dtw"), ulps=ROUNDINGS)


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.2")
def ten_thousand_pairs_have_all_their_digits(target: Any, run: Any) -> Iterator[Outcome]:
    """Series and sets of a single point: distances of points on a line."""
    x, y = run.rng.normal(size=110), run.rng.normal(size=100)
    expected = np.abs(x[:, None] - y)
    for distance in ("dtw", "modified_hausdorff"):
        got = target.d2ke.cdist([x[i : i + 1] for i in range(110)], list(y[:, None]), distance)
        yield close_to(expected, got, ulps=2)


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
def ties_of_many_neighbors_go_to_the_first(target: Any, run: Any) -> Outcome:
    """Sixty training objects at three distances, five classes."""
    D = run.rng.integers(0, 3, size=(8, 60)).astype(float)
    y = run.rng.permutation(np.arange(60) % 5)
    expected = [definitions.knn_predict(D.tolist(), y.tolist(), k) for k in (1, 7, 20)]
    got = [np.asarray(target.d2ke.knn_predict(D, y, k)).tolist() for k in (1, 7, 20)]
    return equal(expected, got)


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
