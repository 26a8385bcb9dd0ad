"""Bad input of trees, CGK and kernels: a clear error before any work, which names the argument.

ValueError for wrong values and shapes, TypeError for wrong types. Where a value is wrong in either
way (a ragged list), both will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from gramcheck.verify.compare import equal, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import NOT_COUNTS, NOT_FINITE, NOT_NUMBERS, one_by_one, with_a_hint
from gramcheck.verify.registry import check
from gramcheck.verify.suite.sfm.problems import dense

CLAIM = "sfm/bad-input"
PLACE = "any function"

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
        meant = (("CM", "cm"), ("papper", "paper"), ("relased", "released"))
        yield from with_a_hint("variant", call, *meant)
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
