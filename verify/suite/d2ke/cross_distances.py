"""Algorithm 1, step 2: distances of all pairs of two collections in one call."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.axioms import permutation_equivariant
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import (
    DISTANCES,
    EXAMPLES,
    LARGE_DISTANCES,
    STORED,
    TINY,
    WORD_BOUNDARIES,
    agree,
    all_levenshtein,
    all_strings,
    exact_cdist,
    exact_levenshtein,
    two_collections,
)

PLACE = "Algorithm 1, step 2"
ROUNDINGS = 40
BY_PAIRS = ("d2ke.cdist", "d2ke.levenshtein", "d2ke.dtw", "d2ke.modified_hausdorff")


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
def equals_the_definition_on_all_short_strings_at_once(target: Any, run: Any) -> Iterator[Outcome]:
    """Every pair of strings over two letters up to length 6 and over three up to 4, one call."""
    for alphabet, longest in (("ab", 6), ("abc", 4)):
        strings = list(all_strings(alphabet, longest))
        yield equal(
            all_levenshtein(alphabet, longest), target.d2ke.cdist(strings, strings, "levenshtein")
        )


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
def lengths_mix_across_word_boundaries(target: Any, run: Any) -> Iterator[Outcome]:
    """Strings of 0 to 130 letters in any order, many to a call, as different as they can be."""
    sizes = (0, *WORD_BOUNDARIES)
    strings = ["a" * n for n in sizes] + [("b" * n) for n in sizes]
    strings = [strings[i] for i in run.rng.permutation(len(strings))]
    others = [strings[i] for i in run.rng.permutation(len(strings))][:-3]
    same = [[x[:1] == y[:1] for y in others] for x in strings]
    m, n = np.array([[len(y)] for y in strings]), np.array([len(x) for x in others])
    # equal letters: the difference of the lengths; different ones: the longer length
    expected = np.where(same, abs(m - n), np.maximum(m, n))
    yield equal(expected, target.d2ke.cdist(strings, others, "levenshtein"))
    mixed = [
        "".join(np.random.default_rng(n).choice(list("acgt"), n).tolist())
        for n in (129, 3, 64, 63, 0, 128, 65, 17)
    ]
    expected = np.array([[exact_levenshtein(x, y) for y in mixed] for x in mixed])
    yield equal(expected, target.d2ke.cdist(mixed, mixed, "levenshtein"))
    yield equal(expected[::-1], target.d2ke.cdist(mixed[::-1], mixed, "levenshtein"))


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.2")
def longest_string_of_a_call_may_have_any_length(target: Any, run: Any) -> Iterator[Outcome]:
    """Each number of letters up to 130 at which some width of words ends, as the most of a call.

    Three strings of about as many, or half as many, and each of them four times.
    """
    for longest in (7, 8, 9, 15, 16, 17, 24, 40, 48, 57, *WORD_BOUNDARIES):
        rng = np.random.default_rng(longest)
        strings = ["".join(rng.choice([*"acgt"], n)) for n in (longest, longest - 1, longest // 2)]
        expected = [[exact_levenshtein(x, y) for y in strings] for x in strings]
        D = target.d2ke.cdist(4 * strings, 4 * strings[::-1], "levenshtein")
        yield equal(np.tile(np.array(expected)[:, ::-1], (4, 4)), D)


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
def large_distances_are_counted_in_full_at_once(target: Any, run: Any) -> Iterator[Outcome]:
    """d(a^n, b^m) = max(n, m) beyond 255, 32767 and 65535, beside small distances.

    Nine pairs, which are more than an implementation may think worth a loop over pairs.
    """
    for n, m in LARGE_DISTANCES:
        X, Y = ["", "a" * n, "a"], ["b" * m, "a", ""]
        D = np.array([[m, 1, 0], [max(n, m), n - 1, n], [m, 0, 1]])
        yield equal(D, target.d2ke.cdist(X, Y, "levenshtein"))
        yield equal(D.T, target.d2ke.cdist(Y, X, "levenshtein"))


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.3")
def a_few_strings_far_from_all_others_come_last(target: Any, run: Any) -> Iterator[Outcome]:
    """A word 900 times, and then with one letter moved by two places, or 1 to 19 moved to its end.

    Code that narrows its band to the diagonals that the first strings need finds too large
    distances for the last, as a letter that is moved by k places is k diagonals away.
    """
    word = "abcdefghijklmnopqrst"
    for far in (["bca" + word[3:]], [word[k:] + word[:k] for k in range(1, 20)]):
        expected = np.array([0] * 900 + [exact_levenshtein(x, word) for x in far])
        D = target.d2ke.cdist(900 * [word] + far, 256 * [word], "levenshtein")
        yield equal(np.tile(expected[:, None], 256), D)
        D = target.d2ke.cdist(256 * [word], 900 * [word] + far, "levenshtein")
        yield equal(np.tile(expected, (256, 1)), D)


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
@for_all(
    problem=two_collections(),
    examples=[
        {"problem": ("dtw", {}, EXAMPLES["dtw"], EXAMPLES["dtw"][:2])},
        {
            "problem": (
                "dtw",
                {"window": 0},
                [np.array([0.0, 5.0, 5.0])],
                [np.array([0.0, 0.0, 5.0]), np.array([5.0])],  # widened to reach the other end
            )
        },
        {"problem": ("dtw", {"local_cost": "sqeuclidean"}, *[EXAMPLES["dtw"]] * 2)},
        {"problem": ("levenshtein", {}, EXAMPLES["levenshtein"][:3], EXAMPLES["levenshtein"])},
        {"problem": ("modified_hausdorff", {}, *[EXAMPLES["modified_hausdorff"]] * 2)},
    ],
)
def is_the_matrix_of_the_definition(target: Any, problem: Any) -> Iterator[Outcome]:
    """Entry (i, j) is d(x_i, y_j), whatever the options: integers for edits, else doubles."""
    distance, options, X, Y = problem
    expected = exact_cdist(X, Y, distance, **options)
    got = target.d2ke.cdist(X, Y, distance, **options)
    wanted = "int64" if distance == "levenshtein" else "float64"
    yield equal(wanted, str(getattr(got, "dtype", type(got))))
    yield close_to(expected, got, ulps=ROUNDINGS, scale=np.maximum(expected, TINY))


@check("d2ke/cdist", place=PLACE, needs=BY_PAIRS, since="0.1")
@for_all(
    problem=two_collections(),
    examples=[
        *({"problem": (name, {}, EXAMPLES[name], EXAMPLES[name][:2])} for name in DISTANCES),
        {
            "problem": (
                "dtw",
                {},
                [np.array([0.0, 0.0, 0.0, 5.0])],
                [np.array([0.0, 5.0, 5.0, 5.0])],
            )
        },
    ],
)
def agrees_with_the_function_of_one_pair(target: Any, problem: Any) -> Outcome:
    """One call for a whole matrix, or one a pair: the same numbers."""
    distance, options, X, Y = problem
    one = target.get(f"d2ke.{distance}")
    expected = np.array([[float(one(x, y, **options)) for y in Y] for x in X])
    got = target.d2ke.cdist(X, Y, distance, **options)
    return agree(expected, got, ulps=2 * ROUNDINGS, scale=np.maximum(expected, TINY))


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
@for_all(
    problem=two_collections(max_size=5),
    order=st.permutations(range(5)),
    examples=[
        {"problem": (name, {}, EXAMPLES[name], EXAMPLES[name][:1]), "order": [2, 0, 3, 1, 4]}
        for name in DISTANCES
    ],
)
def a_collection_with_itself_is_no_special_case(
    target: Any, problem: Any, order: list[int]
) -> Iterator[Outcome]:
    """Symmetric, zero on the diagonal, and equivariant under a change of order.

    So it is for a collection with itself, and for one with its copy.
    """
    distance, options, X, Y = problem

    def matrix(objects: list[Any]) -> Any:
        return target.d2ke.cdist(objects, objects, distance, **options)

    D = np.asarray(matrix(X))
    tolerance: dict[str, Any] = {"ulps": ROUNDINGS, "scale": np.maximum(D.T, TINY)}
    yield agree(D.T, D, **tolerance)
    yield equal([0] * len(X), np.diagonal(D).tolist())
    copies = target.d2ke.cdist(X, copy.deepcopy(X), distance, **options)
    yield agree(D, copies, ulps=ROUNDINGS, scale=np.maximum(D, TINY))
    order = [i for i in order if i < len(X)]
    yield permutation_equivariant(matrix, X, order, ulps=ROUNDINGS)
    there = np.asarray(target.d2ke.cdist(X, Y, distance, **options))
    back = target.d2ke.cdist(Y, X, distance, **options)
    yield agree(there.T, back, ulps=ROUNDINGS, scale=np.maximum(there.T, TINY))


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
@for_all(
    X=st.lists(st.integers(-3, 3), min_size=1, max_size=5),
    Y=st.lists(st.integers(-3, 3), min_size=1, max_size=5),
    examples=[{"X": [0, 1, 3], "Y": [2, -1]}],
)
def a_callable_is_asked_for_every_pair(
    target: Any, X: list[int], Y: list[int]
) -> Iterator[Outcome]:
    """Any d(x, y) serves, also one that is not symmetric and not zero from x to x."""

    def distance(x: int, y: int) -> float:
        return 2.0 * abs(x) + abs(y - 0.5)

    for first, second in ((X, Y), (X, X)):
        expected = [[distance(x, y) for y in second] for x in first]
        yield close_to(expected, target.d2ke.cdist(first, second, distance), ulps=0)


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
def numbers_are_numbers_however_they_are_stored(target: Any, run: Any) -> Iterator[Outcome]:
    """Integers that would wrap around, float32, lists, views: the same distances."""
    flat = (np.array([0, 200, 5]), np.array([250, 7]), ("uint8", "int16", "uint64", "float32"))
    for distance, (a, b, kinds) in product(("dtw", "modified_hausdorff"), (*STORED, flat)):
        expected = exact_cdist([a], [b], distance)
        for kind in kinds:
            got = target.d2ke.cdist([a.astype(kind)], [b.astype(kind)], distance)
            yield close_to(expected, got, ulps=ROUNDINGS)
        got = target.d2ke.cdist([a.tolist()], [b.tolist()], distance)
        yield close_to(expected, got, ulps=ROUNDINGS)
        wide = np.repeat(np.repeat(b, 2, axis=0), 2, axis=-1) if b.ndim > 1 else b.repeat(2)
        view = wide[::2, ::2] if b.ndim > 1 else wide[::2]
        got = target.d2ke.cdist((np.asfortranarray(a * 1.0),), (view * 1.0,), distance)
        yield close_to(expected, got, ulps=ROUNDINGS)


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
def large_objects_leave_the_distances_of_small_ones_alone(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Points at 5 s from 0, s from 1e-100 to 1e99: 5 |s - s'|, whatever else is there.

    Code that scales a whole collection by its largest coordinate, lest squares overflow, lets the
    squares of the others underflow.
    """
    sizes = np.array([0.0, 1e-100, 1.0, 1e-10, 3e50, 1e99, 2.0])
    expected = 5 * abs(np.subtract.outer(sizes, sizes))
    for dimension in (2, 3, 12):
        direction = np.append([3.0, 4.0], np.zeros(dimension - 2))
        points = [size * direction[None] for size in sizes]
        for distance in ("dtw", "modified_hausdorff"):
            for others in (points, points[::-1]):
                columns = expected if others is points else expected[:, ::-1]
                got = target.d2ke.cdist(points, others, distance)
                yield close_to(columns, got, ulps=ROUNDINGS)


@check("d2ke/no-side-effects", place="any function", needs="d2ke.cdist", since="0.1")
@for_all(
    problem=two_collections(),
    shift=strategies.entries(),
    examples=[
        {"problem": (name, {}, EXAMPLES[name], EXAMPLES[name][::-1]), "shift": 1.0}
        for name in DISTANCES
    ],
)
def calls_leave_no_trace(target: Any, problem: Any, shift: float) -> Iterator[Outcome]:
    """Inputs stay as they are, and no call depends on an earlier one: same shapes, other values."""
    distance, options, X, Y = problem
    before = copy.deepcopy((X, Y))
    expected = exact_cdist(X, Y, distance, **options)
    scale = np.maximum(expected, TINY)
    first = target.d2ke.cdist(X, Y, distance, **options)
    yield equal(before, (X, Y))
    if isinstance(first, np.ndarray) and first.flags.writeable:
        first[...] = 7  # what came back belongs to the caller
    others = [x[::-1] if isinstance(x, str) else x + shift for x in X]
    between = target.d2ke.cdist(others, Y, distance, **options)
    wanted = exact_cdist(others, Y, distance, **options)
    yield close_to(wanted, between, ulps=ROUNDINGS, scale=np.maximum(wanted, TINY))
    again = target.d2ke.cdist(X, Y, distance, **options)
    yield close_to(expected, again, ulps=ROUNDINGS, scale=scale)
