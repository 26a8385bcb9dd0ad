"""Bad input: a clear error before any work, which names the argument.

ValueError for wrong values and shapes, TypeError for wrong types. Where a value is wrong in either
way (a ragged list), both will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from gramcheck.verify.compare import equal, is_true, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import EITHER, NOT_COUNTS, NOT_FINITE, NOT_NUMBERS, one_by_one
from gramcheck.verify.registry import check

CLAIM = "d2ke/bad-input"
PLACE = "any function"

WORDS = ["ab", "b"]
PAIR = (np.array([[0.0, 1.0]]), np.array([[1.0, 1.0], [2.0, 0.0]]))
NUMERIC = ("dtw", "modified_hausdorff")
RANDOM = {
    "random_strings": lambda f, R=2, lengths=(1, 3), rng=None: f(R, "ab", lengths, rng),
    "random_series": lambda f, R=2, lengths=(1, 3), rng=None: f(R, 1, 1.0, lengths, rng),
    "random_sets": lambda f, R=2, lengths=(1, 3), rng=None: f(R, 2, lengths, rng),
}
SIZES = {"random_strings": "lengths", "random_series": "lengths", "random_sets": "sizes"}
RANDOM_NEEDS = tuple(f"d2ke.{name}" for name in RANDOM)
COLLECTIONS = ("cdist", "feature_map", "kernel", "soft_distance")


def on_collections(target: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Every argument that is a collection, with the call that is given one."""
    d = target.d2ke
    yield "X", lambda bad: d.cdist(bad, WORDS, "levenshtein")
    yield "Y", lambda bad: d.cdist(WORDS, bad, "levenshtein")
    yield "X", lambda bad: d.feature_map(bad, WORDS, 1.0, "levenshtein")
    yield "omegas", lambda bad: d.feature_map(WORDS, bad, 1.0, "levenshtein")
    for function in (d.kernel, d.soft_distance):
        yield "X", partial(lambda f, bad: f(bad, WORDS, WORDS, 1.0, "levenshtein"), function)
        yield "Y", partial(lambda f, bad: f(WORDS, bad, WORDS, 1.0, "levenshtein"), function)
        yield "omegas", partial(lambda f, bad: f(WORDS, WORDS, bad, 1.0, "levenshtein"), function)


def on_gammas(target: Any) -> Iterator[Callable[..., Any]]:
    """Every function that takes gamma, with what else it may be given."""
    d = target.d2ke
    yield lambda gamma, name="levenshtein", **more: d.feature_map(WORDS, WORDS, gamma, name, **more)
    for function in (d.kernel, d.soft_distance):
        yield partial(
            lambda f, gamma, name="levenshtein", **more: f(
                WORDS, WORDS, WORDS, gamma, name, **more
            ),
            function,
        )


NEEDS = tuple(f"d2ke.{name}" for name in COLLECTIONS)


@check(CLAIM, place=PLACE, needs=NEEDS, since="0.1")
def a_collection_is_a_sequence_and_no_bare_string(target: Any, run: Any) -> Iterator[Outcome]:
    """A bare string, a number, None, a set, a dict or a generator: TypeError."""
    for naming, call in on_collections(target):
        yield from one_by_one(TypeError, naming, call, ["ab", b"ab", 5, None, {"a"}, {"a": 1}])
        yield raises(TypeError, call, (x for x in WORDS), naming=naming)


@check(CLAIM, place=PLACE, needs=NEEDS, since="0.1")
def a_collection_is_not_empty(target: Any, run: Any) -> Iterator[Outcome]:
    """No objects: ValueError."""
    for naming, call in on_collections(target):
        yield from one_by_one(ValueError, naming, call, [[], ()])


@check(CLAIM, place=PLACE, needs=(*NEEDS, "d2ke.levenshtein"), since="0.1")
def strings_do_not_mix_with_other_types(target: Any, run: Any) -> Iterator[Outcome]:
    """Bytes, numbers, None and lists are no strings: TypeError, wherever they stand."""
    d, not_strings = target.d2ke.levenshtein, (b"a", 5, None, ["a"])
    for naming, call in (("x", lambda bad: d(bad, "a")), ("y", lambda bad: d("a", bad))):
        yield from one_by_one(TypeError, naming, call, not_strings)
    for naming, call in on_collections(target):
        yield from one_by_one(TypeError, naming, call, [["a", bad] for bad in not_strings])


@check(CLAIM, place=PLACE, needs=("d2ke.levenshtein", "d2ke.cdist"), since="0.1")
def the_empty_string_is_a_string(target: Any, run: Any) -> Iterator[Outcome]:
    """It is at its length from any other."""
    yield equal(
        [0, 3, 2], [target.d2ke.levenshtein(*p) for p in (("", ""), ("", "abc"), ("ab", ""))]
    )
    yield equal(np.array([[0, 3], [0, 3]]), target.d2ke.cdist(["", ""], ["", "abc"], "levenshtein"))


def on_numbers(target: Any, name: str) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Every argument of a numeric distance, alone and in a collection."""
    good, d = PAIR[0], target.get(f"d2ke.{name}")
    yield "x", lambda bad: d(bad, good)
    yield "y", lambda bad: d(good, bad)
    yield "X", lambda bad: target.d2ke.cdist([good, bad], [good], name)
    yield "Y", lambda bad: target.d2ke.cdist([good], [good, bad], name)


NUMBERS = ("d2ke.dtw", "d2ke.modified_hausdorff", "d2ke.cdist")


@check(CLAIM, place=PLACE, needs=NUMBERS, since="0.1")
def values_are_finite(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN and infinities in a series or a set: ValueError."""
    for name in NUMERIC:
        for naming, call in on_numbers(target, name):
            bad = [np.array([[0.0, 0.0], [value, 1.0]]) for value in NOT_FINITE]
            yield from one_by_one(ValueError, naming, call, bad)


@check(CLAIM, place=PLACE, needs=NUMBERS, since="0.1")
def series_and_sets_are_not_empty(target: Any, run: Any) -> Iterator[Outcome]:
    """No points: ValueError."""
    for name in NUMERIC:
        for naming, call in on_numbers(target, name):
            yield from one_by_one(ValueError, naming, call, [np.empty((0, 2)), np.empty((2, 0))])


@check(CLAIM, place=PLACE, needs=NUMBERS, since="0.1")
def columns_agree(target: Any, run: Any) -> Iterator[Outcome]:
    """Other numbers of channels or dimensions are not broadcast, nor are further axes: ValueError.

    One column is as wrong as three where two are wanted.
    """
    for name in NUMERIC:
        calls = dict(on_numbers(target, name))
        for naming in ("y", "Y"):
            bad = [np.zeros((2, 1)), np.zeros((2, 3)), np.zeros(2)]
            yield from one_by_one(ValueError, naming, calls[naming], bad)
        for naming, call in calls.items():
            yield raises(ValueError, call, np.zeros((1, 1, 2)), naming=naming)
            yield raises(EITHER, call, np.float64(1.0), naming=naming)


@check(CLAIM, place=PLACE, needs=NUMBERS, since="0.1")
def arrays_hold_real_numbers(target: Any, run: Any) -> Iterator[Outcome]:
    """Strings, complex numbers and arrays of objects: TypeError; a ragged list: either error."""
    for name in NUMERIC:
        for naming, call in on_numbers(target, name):
            bad = ["ab", np.array([["1", "2"]]), np.array([[1j, 0]]), None]
            bad.append(np.array([[1.0, "a"]], dtype=object))
            yield from one_by_one(TypeError, naming, call, bad)
            yield raises(EITHER, call, [[1.0, 2.0], [3.0]], naming=naming)


@check(CLAIM, place=PLACE, needs=(*NEEDS, "d2ke.softmin"), since="0.1")
def gamma_is_positive(target: Any, run: Any) -> Iterator[Outcome]:
    """Zero, negative, NaN or infinite: ValueError; no number: TypeError."""
    calls = [*on_gammas(target), lambda gamma: target.d2ke.softmin([1.0], [1.0], gamma)]
    for call in calls:
        yield from one_by_one(ValueError, "gamma", call, [0, 0.0, -1.0, *NOT_FINITE])
        yield from one_by_one(TypeError, "gamma", call, NOT_NUMBERS)


@check(
    CLAIM,
    place=PLACE,
    needs=("d2ke.kernel", "d2ke.soft_distance", "d2ke.softmin"),
    since="0.1",
)
def weights_are_a_distribution(target: Any, run: Any) -> Iterator[Outcome]:
    """Negative, NaN, not summing to 1, or not one for each omega: ValueError."""
    bad = [[1.5, -0.5], [np.nan, 1.0], [0.5, 0.6], [1.0, 1.0], [0.0, 0.0], [0.5, 0.25, 0.25], []]
    for call in [*on_gammas(target)][1:]:
        for weights in bad:
            yield raises(ValueError, call, 1.0, weights=np.array(weights), naming="weights")
    softmin = target.d2ke.softmin
    for weights in bad[:-2]:
        yield raises(ValueError, softmin, np.array([1.0, 2.0]), weights, 1.0, naming="weights")
    # of two shapes that do not meet, either one may be named
    yield raises(ValueError, softmin, np.array([1.0, 2.0]), [0.5, 0.25, 0.25], 1.0)
    for value in (np.nan, -np.inf):
        yield raises(ValueError, softmin, [1.0, value], [0.5, 0.5], 1.0, naming="values")


@check(CLAIM, place=PLACE, needs=NEEDS, since="0.1")
def an_unknown_name_is_answered_with_the_closest(target: Any, run: Any) -> Iterator[Outcome]:
    """A distance or a local cost misspelled: ValueError that says what may have been meant."""
    for call in on_gammas(target):
        yield raises(ValueError, call, 1.0, "levenstein", naming="levenshtein")
        yield raises(ValueError, call, 1.0, "levenstein", naming="distance")
    cdist = target.d2ke.cdist
    yield raises(ValueError, cdist, WORDS, WORDS, "Levenshtein", naming="levenshtein")
    yield raises(ValueError, cdist, PAIR, PAIR, "modified-hausdorff", naming="modified_hausdorff")
    misspelled = {"local_cost": "euclidian"}
    yield raises(ValueError, cdist, PAIR, PAIR, "dtw", **misspelled, naming="euclidean")
    yield raises(ValueError, cdist, PAIR, PAIR, "dtw", **misspelled, naming="local_cost")
    # an option that the distance lacks; Python's own answer to an unknown keyword is a TypeError
    yield raises(EITHER, cdist, PAIR, PAIR, "dtw", windw=1, naming="windw")
    yield raises(EITHER, cdist, WORDS, WORDS, "levenshtein", window=1, naming="window")


@check(CLAIM, place=PLACE, needs=("d2ke.dtw", "d2ke.cdist"), since="0.1")
def a_window_is_a_nonnegative_integer(target: Any, run: Any) -> Iterator[Outcome]:
    """Negative: ValueError; a fraction, or a string: TypeError."""
    calls = (
        lambda w: target.d2ke.dtw(*PAIR, window=w),
        lambda w: target.d2ke.cdist(PAIR, PAIR, "dtw", window=w),
    )
    for call in calls:
        yield raises(ValueError, call, -1, naming="window")
        yield from one_by_one(TypeError, "window", call, [1.5, "1"])


@check(CLAIM, place=PLACE, needs=NEEDS, since="0.1")
def a_callable_returns_finite_real_numbers(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN or infinite: ValueError; None, a string or a vector: TypeError; neither call nor name."""
    calls = [lambda d: target.d2ke.cdist(WORDS, WORDS, d)]
    calls += [partial(lambda f, d: f(1.0, d), call) for call in on_gammas(target)]
    for call in calls:
        for value in NOT_FINITE:
            yield raises(ValueError, call, lambda x, y, value=value: value, naming="distance")
        for other in (None, "a", [1.0, 2.0]):
            yield raises(TypeError, call, lambda x, y, other=other: other, naming="distance")
        yield from one_by_one(TypeError, "distance", call, [None, 5])


@check(CLAIM, place=PLACE, needs=RANDOM_NEEDS, since="0.1")
def sizes_of_random_objects_are_counts(target: Any, run: Any) -> Iterator[Outcome]:
    """R of 0, reversed or negative lengths: ValueError; fractions, or no pair at all: an error.

    Strings may be empty; series and sets may not.
    """
    for name, draw in RANDOM.items():
        f, argument = target.get(f"d2ke.{name}"), SIZES[name]
        for R in (0, -1):
            yield raises(ValueError, draw, f, R=R, rng=run.rng, naming="R")
        for no_integer in NOT_COUNTS:
            yield raises(TypeError, draw, f, R=no_integer, rng=run.rng, naming="R")
        wrong = [(3, 2), (-1, 2)] + [(0, 2)] * (name != "random_strings")
        for lengths in wrong:
            yield raises(ValueError, draw, f, lengths=lengths, rng=run.rng, naming=argument)
        for no_integers in ((1.5, 3), (1, 2.5), ("1", "2")):
            yield raises(TypeError, draw, f, lengths=no_integers, rng=run.rng, naming=argument)
        for no_pair in (3, (1, 2, 3), None):
            yield raises(EITHER, draw, f, lengths=no_pair, rng=run.rng, naming=argument)


@check(CLAIM, place=PLACE, needs=RANDOM_NEEDS, since="0.1")
def randomness_comes_from_a_generator(target: Any, run: Any) -> Iterator[Outcome]:
    """A seed, None or a legacy generator: TypeError."""
    for name, draw in RANDOM.items():
        for rng in (0, None, np.random.RandomState(0)):
            yield raises(TypeError, draw, target.get(f"d2ke.{name}"), rng=rng, naming="rng")


@check(CLAIM, place=PLACE, needs=(*RANDOM_NEEDS, "d2ke.enumerate_strings"), since="0.1")
def laws_of_random_objects_are_laws(target: Any, run: Any) -> Iterator[Outcome]:
    """Alphabets without letters or with repeats, sigma not positive, no channels: ValueError."""
    d, rng, lengths = target.d2ke, run.rng, (1, 2)
    for call in (
        lambda alphabet: d.random_strings(2, alphabet, lengths, rng),
        lambda alphabet: d.enumerate_strings(alphabet, lengths),
    ):
        yield from one_by_one(ValueError, "alphabet", call, ["", [], "aba", ["a", "b", "a"]])
        yield from one_by_one(EITHER, "alphabet", call, [["ab", "c"], ["a", ""], ["a", 5], 5])
    for sigma in (0.0, -1.0, np.nan, np.inf):
        yield raises(ValueError, d.random_series, 2, 1, sigma, lengths, rng, naming="sigma")
    yield raises(ValueError, d.random_series, 2, 0, 1.0, lengths, rng, naming="n_channels")
    yield raises(TypeError, d.random_series, 2, 1.5, 1.0, lengths, rng, naming="n_channels")
    yield raises(ValueError, d.random_sets, 2, 0, lengths, rng, naming="dimension")
    yield raises(TypeError, d.random_sets, 2, 1.5, lengths, rng, naming="dimension")


@check(CLAIM, place=PLACE, needs=(*NEEDS, *RANDOM_NEEDS), since="0.1")
def refusal_comes_before_any_work(target: Any, run: Any) -> Iterator[Outcome]:
    """No distance is asked for, and no random number drawn, when an argument is refused."""
    asked = []

    def distance(x: Any, y: Any) -> float:
        asked.append((x, y))
        return 1.0

    for call in on_gammas(target):
        yield raises(ValueError, call, -1.0, distance, naming="gamma")
    for call in [*on_gammas(target)][1:]:
        yield raises(ValueError, call, 1.0, distance, weights=[2.0, -1.0], naming="weights")
    yield equal([], asked)
    for name, draw in RANDOM.items():
        rng = np.random.default_rng(0)
        f = target.get(f"d2ke.{name}")
        yield raises(ValueError, draw, f, lengths=(3, 2), rng=rng, naming=SIZES[name])
        unused = rng.bit_generator.state == np.random.default_rng(0).bit_generator.state
        yield is_true(unused, "got a generator that has been used, should be as it was")
