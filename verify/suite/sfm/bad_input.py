"""Bad input: a clear error before any work, which names the argument.

ValueError for wrong values and shapes, TypeError for wrong types. Where a value is wrong in either
way (a ragged list), both will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse

from verify.compare import equal, is_true, raises
from verify.record import Outcome
from verify.registry import check
from verify.suite.d2ke.bad_input import EITHER, NOT_FINITE, one_by_one
from verify.suite.sfm.problems import dense

CLAIM = "sfm/bad-input"
PLACE = "any function"

COUNTS = scipy.sparse.csr_matrix(np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]))
ARRAYS = tuple(np.arange(start, start + 3, dtype=np.uint64) << np.uint64(60) for start in (1, 5))
NOT_NUMBERS = ("1", None, [1.0, 2.0])
NOT_COUNTS = (2.5, "2", None)
NOT_STRINGS = (b"a", 5, None, ["a"])

TREES = ("sfm.characteristic_vectors", "sfm.esp_tree", "sfm.fit_vocabulary", "sfm.transform")
KERNELS = (
    "sfm.global_alignment_kernel",
    "sfm.local_alignment_kernel",
    "sfm.mismatch_kernel",
)


def on_collections(target: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Every argument that is a collection of strings, with the call that is given one."""
    s = target.sfm
    vocabulary = s.characteristic_vectors(["AB"])[1]
    yield "strings", lambda bad: s.characteristic_vectors(bad)
    yield "strings", lambda bad: s.transform(bad, vocabulary)
    yield "strings", lambda bad: s.cgk_embed(bad, np.random.default_rng(0))
    for kernel, more in zip(
        (s.global_alignment_kernel, s.local_alignment_kernel, s.mismatch_kernel),
        ((1.0,), (), (1, 0)),
        strict=True,
    ):
        yield "X", partial(lambda f, rest, bad: f(bad, ["A"], *rest), kernel, more)
        yield "Y", partial(lambda f, rest, bad: f(["A"], bad, *rest), kernel, more)


COLLECTIONS = ("sfm.characteristic_vectors", "sfm.transform", "sfm.cgk_embed", *KERNELS)


@check(CLAIM, place=PLACE, needs=COLLECTIONS, since="0.1")
def strings_come_in_a_sequence(target: Any, run: Any) -> Iterator[Outcome]:
    """A bare string, bytes, a number, None, a set or a generator: TypeError; none: ValueError."""
    for naming, call in on_collections(target):
        yield from one_by_one(TypeError, naming, call, ["AB", b"AB", 5, None, {"A"}])
        yield raises(TypeError, call, (x for x in ["A"]), naming=naming)
        yield raises(ValueError, call, [], naming=naming)


@check(
    CLAIM,
    place=PLACE,
    needs=(*COLLECTIONS, "sfm.esp_tree", "sfm.edit_distance_with_moves"),
    since="0.1",
)
def bytes_and_lists_are_no_strings(target: Any, run: Any) -> Iterator[Outcome]:
    """Bytes, numbers, None and lists where a str belongs: TypeError, wherever they stand."""
    d = target.sfm.edit_distance_with_moves
    yield from one_by_one(TypeError, "s", lambda bad: d(bad, "A"), NOT_STRINGS)
    yield from one_by_one(TypeError, "t", lambda bad: d("A", bad), NOT_STRINGS)
    yield from one_by_one(TypeError, "s", target.sfm.esp_tree, NOT_STRINGS)
    for naming, call in on_collections(target):
        yield from one_by_one(TypeError, naming, call, [["A", bad] for bad in NOT_STRINGS])


@check(CLAIM, place=PLACE, needs=TREES, since="0.1")
def variants_have_names_and_do_not_mix(target: Any, run: Any) -> Iterator[Outcome]:
    """An unknown variant: ValueError with the closest; a vocabulary of another one: ValueError."""
    s = target.sfm
    for call in (
        lambda variant: s.characteristic_vectors(["AB"], variant),
        lambda variant: s.esp_tree("AB", variant),
        lambda variant: s.fit_vocabulary([["AB"]], variant),
    ):
        for misspelled, meant in (("CM", "cm"), ("papper", "paper"), ("relased", "released")):
            yield raises(ValueError, call, misspelled, naming="variant")
            yield raises(ValueError, call, misspelled, naming=meant)
    vocabulary = s.characteristic_vectors(["AB", "ABC"], "cm")[1]
    for other in ("paper", "released"):
        yield raises(ValueError, s.transform, ["AB"], vocabulary, other, naming="vocabulary")
    yield from one_by_one(
        TypeError, "vocabulary", lambda bad: s.transform(["AB"], bad), [None, "cm", {"A": 0}]
    )


@check(CLAIM, place=PLACE, needs=TREES[:2], since="0.1")
def no_letters_have_no_tree(target: Any, run: Any) -> Iterator[Outcome]:
    """The empty string alone: ValueError; among others it is a row of zeros."""
    yield raises(ValueError, target.sfm.esp_tree, "", naming="s")
    yield raises(ValueError, target.sfm.characteristic_vectors, ["", ""], naming="strings")
    V, _ = target.sfm.characteristic_vectors(["", "A"])
    yield equal(np.array([[0.0], [1.0]]), dense(V))


def maps(target: Any) -> Callable[..., Any]:
    """``sfm`` with arguments to be replaced one by one."""

    def call(
        V: Any = COUNTS, D: Any = 4, beta: Any = 1.0, arrays: Any = ARRAYS, **more: Any
    ) -> Any:
        return target.sfm.sfm(V, D, beta, *arrays, **more)

    return call


@check(CLAIM, place=PLACE, needs="sfm.sfm", since="0.1")
def number_of_features_is_even(target: Any, run: Any) -> Iterator[Outcome]:
    """D odd, below 2, or so large that keys D/2 leave the exact range of the hash: ValueError."""
    call = maps(target)
    bad = [0, 1, 3, -2, 2 * 2**33]
    yield from one_by_one(ValueError, "D", lambda D: call(D=D), bad)
    yield from one_by_one(TypeError, "D", lambda D: call(D=D), NOT_COUNTS)


@check(
    CLAIM,
    place=PLACE,
    needs=("sfm.sfm", "sfm.laplacian_kernel", "sfm.hash_cauchy"),
    since="0.1",
)
def beta_is_positive(target: Any, run: Any) -> Iterator[Outcome]:
    """Zero, negative, NaN or infinite: ValueError; no number: TypeError."""
    for call in (
        lambda beta: target.sfm.sfm(COUNTS, 4, beta, *ARRAYS),
        lambda beta: target.sfm.laplacian_kernel(COUNTS, COUNTS, beta),
        lambda beta: target.sfm.hash_cauchy([1], *ARRAYS, beta),
    ):
        yield from one_by_one(ValueError, "beta", call, [0, 0.0, -1.0, *NOT_FINITE])
        yield from one_by_one(TypeError, "beta", call, NOT_NUMBERS)


@check(CLAIM, place=PLACE, needs=("sfm.hash_uniform", "sfm.hash_cauchy"), since="0.1")
def keys_stay_where_the_hash_is_exact(target: Any, run: Any) -> Iterator[Outcome]:
    """Negative keys and those from 2^33 on: ValueError; fractions and strings: TypeError."""
    for call in (
        lambda i: target.sfm.hash_uniform(i, *ARRAYS),
        lambda i: target.sfm.hash_cauchy(i, *ARRAYS, 1.0),
    ):
        yield from one_by_one(ValueError, "i", call, [[-1], [1, 2**33], [2**40]])
        yield from one_by_one(TypeError, "i", call, [[1.5], ["1"]])


@check(CLAIM, place=PLACE, needs="sfm.sample_t_wise", since="0.1")
def t_is_at_least_one(target: Any, run: Any) -> Iterator[Outcome]:
    """A t or d below 1: ValueError; a fraction, a string or None: TypeError."""
    for naming, call in (
        ("t", lambda t: target.sfm.sample_t_wise(3, t, run.rng)),
        ("d", lambda d: target.sfm.sample_t_wise(d, 2, run.rng)),
    ):
        yield from one_by_one(ValueError, naming, call, [0, -1])
        yield from one_by_one(TypeError, naming, call, NOT_COUNTS)


@check(CLAIM, place=PLACE, needs=("sfm.sfm", "sfm.hash_uniform"), since="0.1")
def hash_arrays_are_words(target: Any, run: Any) -> Iterator[Outcome]:
    """Signed words, floats or lists of them: TypeError; lengths that are not d: ValueError."""
    array1, array2 = ARRAYS
    for call in (
        lambda a, b: target.sfm.sfm(COUNTS, 4, 1.0, a, b),
        lambda a, b: target.sfm.hash_uniform([1], a, b),
    ):
        for dtype in (np.int64, np.float64):
            yield raises(TypeError, call, array1.astype(dtype), array2, naming="array1")
            yield raises(TypeError, call, array1, array2.astype(dtype), naming="array2")
        # of two lengths that do not meet, either one may be named
        yield raises(ValueError, call, array1[:2], array2)
        yield raises(ValueError, call, array1, array2[:2])
    yield raises(ValueError, maps(target), arrays=(array1[:2], array2[:2]))


@check(CLAIM, place=PLACE, needs="sfm.sfm", since="0.1")
def counts_are_nonnegative_and_whole(target: Any, run: Any) -> Iterator[Outcome]:
    """Negative numbers, fractions, NaN, infinities, other numbers of columns: ValueError.

    Strings, complex numbers and objects: TypeError. Halves are what CGK makes; they are right.
    """
    call = maps(target)
    for value in (-1.0, 0.3, *NOT_FINITE):
        V = np.array([[1.0, value, 0.0]])
        yield raises(ValueError, call, V, naming="V")
        yield raises(ValueError, call, scipy.sparse.csr_matrix(V), naming="V")
    for V in (np.ones((1, 2)), np.ones((1, 4)), np.ones(3), np.ones((1, 1, 3))):
        yield raises(ValueError, call, V, naming="V")
    yield raises(EITHER, call, [[1, 2, 3], [4]], naming="V")
    for V in ("ab", None, np.array([["1", "2", "3"]]), np.array([[1j, 0, 0]])):
        yield raises(TypeError, call, V, naming="V")
    halves = np.asarray(call(COUNTS / 2))
    yield equal(np.asarray(call(COUNTS, beta=2.0)).shape, halves.shape)


@check(CLAIM, place=PLACE, needs=("sfm.laplacian_kernel", "sfm.rff"), since="0.1")
def columns_of_two_matrices_agree(target: Any, run: Any) -> Iterator[Outcome]:
    """Other numbers of columns are not broadcast; NaN is refused: ValueError."""
    kernel, rff = target.sfm.laplacian_kernel, target.sfm.rff
    for columns in (1, 2, 4):
        yield raises(ValueError, kernel, COUNTS, np.ones((1, columns)), 1.0)
        yield raises(ValueError, rff, COUNTS, np.ones((2, columns)))
    bad = np.array([[1.0, np.nan, 0.0]])
    yield raises(ValueError, kernel, bad, COUNTS, 1.0, naming="V")
    yield raises(ValueError, kernel, COUNTS, bad, 1.0, naming="W")
    yield raises(ValueError, rff, COUNTS, bad, naming="W")


@check(CLAIM, place=PLACE, needs=("sfm.sfm", "sfm.hash_uniform"), since="0.1")
def endpoints_have_names(target: Any, run: Any) -> Iterator[Outcome]:
    """A misspelled name: ValueError with the closest one."""
    for call in (
        lambda name: maps(target)(endpoints=name),
        lambda name: target.sfm.hash_uniform([1], *ARRAYS, name),
    ):
        for misspelled, meant in (("opne", "open"), ("close", "closed")):
            yield raises(ValueError, call, misspelled, naming="endpoints")
            yield raises(ValueError, call, misspelled, naming=meant)


@check(CLAIM, place=PLACE, needs=("sfm.sample_hash", "sfm.cgk_embed"), since="0.1")
def words_and_bits_come_from_a_generator(target: Any, run: Any) -> Iterator[Outcome]:
    """A seed, None or a legacy generator: TypeError; d or a length below 1: ValueError."""
    s = target.sfm
    for rng in (0, None, np.random.RandomState(0)):
        yield raises(TypeError, s.sample_hash, 3, rng, naming="rng")
        yield raises(TypeError, s.cgk_embed, ["A"], rng, naming="rng")
    yield from one_by_one(ValueError, "d", lambda d: s.sample_hash(d, run.rng), [0, -1])
    yield from one_by_one(TypeError, "d", lambda d: s.sample_hash(d, run.rng), NOT_COUNTS)
    embed = lambda length: s.cgk_embed(["A"], run.rng, length)  # noqa: E731
    yield from one_by_one(ValueError, "length", embed, [0, -1])
    yield from one_by_one(TypeError, "length", embed, [1.5, "2"])


@check(CLAIM, place=PLACE, needs="sfm.cgk_vectors", since="0.1")
def codes_lie_in_the_alphabet(target: Any, run: Any) -> Iterator[Outcome]:
    """Beyond the pad or negative: ValueError; fractions: TypeError."""
    call = lambda codes: target.sfm.cgk_vectors(codes, 2)  # noqa: E731
    yield from one_by_one(ValueError, "embedded", call, [np.array([[0, 3]]), np.array([[-1]])])
    yield raises(TypeError, call, np.array([[0.5]]), naming="embedded")


@check(CLAIM, place=PLACE, needs="sfm.local_alignment_kernel", since="0.1")
def letters_have_scores(target: Any, run: Any) -> Iterator[Outcome]:
    """J, a small letter, a gap: ValueError. beta not positive, negative gap costs as well."""
    kernel = target.sfm.local_alignment_kernel
    for bad in ("J", "a", "A-R", "AR W"):
        yield raises(ValueError, kernel, ["A", bad], ["R"], naming="X")
        yield raises(ValueError, kernel, ["R"], ["A", bad], naming="Y")
    calls = (
        ("beta", lambda b: kernel(["A"], ["R"], b)),
        ("gap_open", lambda g: kernel(["A"], ["R"], 0.5, g, 1.0)),
        ("gap_extend", lambda g: kernel(["A"], ["R"], 0.5, 11.0, g)),
    )
    for naming, call in calls:
        yield from one_by_one(ValueError, naming, call, [-1.0, *NOT_FINITE])
        yield from one_by_one(TypeError, naming, call, ["1", None])
    yield raises(ValueError, calls[0][1], 0.0, naming="beta")


@check(CLAIM, place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def words_fit_into_the_strings(target: Any, run: Any) -> Iterator[Outcome]:
    """A k above a string's length or below 1, m outside 0 ... k, a letter that is lacking."""
    kernel = target.sfm.mismatch_kernel
    yield raises(ValueError, kernel, ["AB", "ABC"], ["ABC"], 3, 1, naming="k")
    yield raises(ValueError, kernel, ["ABC"], ["AB", "ABC"], 3, 1, naming="k")
    yield from one_by_one(ValueError, "k", lambda k: kernel(["AB"], ["AB"], k, 0), [0, -1])
    yield from one_by_one(TypeError, "k", lambda k: kernel(["AB"], ["AB"], k, 0), NOT_COUNTS)
    yield from one_by_one(ValueError, "m", lambda m: kernel(["AB"], ["AB"], 1, m), [-1, 2])
    yield from one_by_one(TypeError, "m", lambda m: kernel(["AB"], ["AB"], 1, m), NOT_COUNTS)
    yield raises(ValueError, kernel, ["AB"], ["AB"], 1, 0, "A", naming="alphabet")
    yield raises(ValueError, kernel, ["AB"], ["AB"], 1, 0, "ABA", naming="alphabet")


@check(CLAIM, place=PLACE, needs="sfm.global_alignment_kernel", since="0.1")
def series_and_strings_do_not_mix(target: Any, run: Any) -> Iterator[Outcome]:
    """TypeError; sigma not positive, triangular negative, NaN, other channels: ValueError."""
    kernel = target.sfm.global_alignment_kernel
    x = np.array([[0.0, 1.0], [2.0, 3.0]])
    yield raises(TypeError, kernel, ["A", x], ["A"], 1.0, naming="X")
    yield raises(TypeError, kernel, [x], [x, "A"], 1.0, naming="Y")
    yield raises(ValueError, kernel, [x], [x[:, :1]], 1.0)
    yield raises(ValueError, kernel, [x], [np.full((1, 2), np.nan)], 1.0, naming="Y")
    sigmas = lambda sigma: kernel(["A"], ["A"], sigma)  # noqa: E731
    yield from one_by_one(ValueError, "sigma", sigmas, [0, -1.0, *NOT_FINITE])
    yield from one_by_one(TypeError, "sigma", sigmas, NOT_NUMBERS)
    tapers = lambda triangular: kernel(["A"], ["A"], 1.0, triangular)  # noqa: E731
    yield raises(ValueError, tapers, -1, naming="triangular")
    yield from one_by_one(TypeError, "triangular", tapers, NOT_COUNTS)


@check(
    CLAIM,
    place="Appendix A-B",
    needs=("sfm.alphabet_reduction", "sfm.reduce_to_three", "sfm.landmarks"),
    since="0.1",
)
def neighbors_differ(target: Any, run: Any) -> Iterator[Outcome]:
    """Equal neighbors, negative or too large labels, negative rounds: ValueError."""
    s = target.sfm
    reduce: Callable[[Any], Any] = lambda names: s.alphabet_reduction(names, 1)  # noqa: E731
    cases: Iterable[tuple[str, Any, list[Any]]] = (
        ("names", reduce, [[1, 1], [0, 1, 1], [-1, 0]]),
        ("labels", s.reduce_to_three, [[1, 1], [0, 6], [-1, 0]]),
        ("labels", s.landmarks, [[1, 1], [0, 3], [-1, 0]]),
    )
    for naming, call, bad in cases:
        yield from one_by_one(ValueError, naming, call, bad)
        yield from one_by_one(TypeError, naming, call, [[0.5, 1.0], ["a"]])
    yield raises(ValueError, s.alphabet_reduction, [0, 1], -1, naming="rounds")


@check(CLAIM, place=PLACE, needs="sfm.sample_hash", since="0.1")
def refusal_draws_nothing(target: Any, run: Any) -> Iterator[Outcome]:
    """No random number is drawn when an argument is refused."""
    rng = np.random.default_rng(0)
    yield raises(ValueError, target.sfm.sample_hash, 0, rng, naming="d")
    unused = rng.bit_generator.state == np.random.default_rng(0).bit_generator.state
    yield is_true(unused, "got a generator that has been used, should be as it was")
