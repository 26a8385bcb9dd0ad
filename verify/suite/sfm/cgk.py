"""Section VI: the CGK embedding, and its coding for which Hamming distance is L1 distance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.sfm.problems import dense, l1_matrix

PLACE = "Section VI"
MISS = 1e-3
CORPUS = st.lists(strategies.strings("ABC", 7), min_size=1, max_size=5).filter(any)


def without_repeats(s: str) -> str:
    """The string with its runs shortened to single letters."""
    return "".join(c for k, c in enumerate(s) if k == 0 or c != s[k - 1])


def read_bits(s: str, codes: list[int], alphabet: str) -> tuple[list[dict[int, int]], bool]:
    """The bits that the output of one string shows, and whether it can come from the string.

    Where neighbors differ, the next output tells whether the reader went on.
    """
    row = [alphabet.index(c) for c in s] + [len(alphabet)]
    bits: list[dict[int, int]] = [{} for _ in codes]
    i = 0
    for j, code in enumerate(codes):
        if code != row[i]:
            return bits, False
        if i < len(s) and j + 1 < len(codes):
            bits[j][code] = int(codes[j + 1] != code)
            i += bits[j][code]
    return bits, True


@check("sfm/cgk-distortion", place=PLACE, needs="sfm.cgk_embed", since="0.1")
@for_all(
    strings=CORPUS,
    seed=strategies.seeds(),
    examples=[{"strings": ["ABCAB", "BCABA", ""], "seed": s} for s in range(3)],
)
def strings_are_read_by_shared_bits(
    target: Any, strings: list[str], seed: int
) -> Iterator[Outcome]:
    """Each output is a string's letters, each once or more, then pads; length three times N.

    The reader advances by one bit for a position and a character, which all strings share.
    """
    strings = [without_repeats(s) for s in strings]
    alphabet = "".join(sorted(set("".join(strings))))
    length = 3 * max(map(len, strings))
    got = np.asarray(target.sfm.cgk_embed(strings, np.random.default_rng(seed)))
    yield equal((len(strings), length), got.shape)
    if got.shape != (len(strings), length):
        return
    shared: list[dict[int, int]] = [{} for _ in range(length)]
    for s, codes in zip(strings, got.tolist(), strict=True):
        bits, possible = read_bits(s, codes, alphabet)
        yield is_true(possible, f"got {codes} for {s!r}, should be its letters and then pads")
        for known, seen in zip(shared, bits, strict=True):
            agreed = all(known.setdefault(code, bit) == bit for code, bit in seen.items())
            yield is_true(agreed, f"got {got.tolist()} for {strings!r}, should share their bits")


@check("sfm/cgk-distortion", place=PLACE, needs="sfm.cgk_embed", since="0.1")
@for_all(
    strings=CORPUS,
    length=st.integers(1, 12),
    seed=strategies.seeds(),
    examples=[{"strings": ["AAB", "AAB", "B"], "length": 5, "seed": 0}],
)
def length_and_generator_decide(
    target: Any, strings: list[str], length: int, seed: int
) -> Iterator[Outcome]:
    """The same state gives the same output, equal strings have equal ones, ``length`` is kept."""
    embed = lambda: np.asarray(  # noqa: E731
        target.sfm.cgk_embed([*strings, strings[0]], np.random.default_rng(seed), length)
    )
    first = embed()
    yield equal((len(strings) + 1, length), first.shape)
    if first.shape != (len(strings) + 1, length):
        return
    yield equal(first, embed())
    yield equal(first[0], first[-1])
    letters = sorted(set("".join(strings)))
    starts = [letters.index(s[0]) if s else len(letters) for s in strings]
    yield equal(starts, first[:-1, 0].tolist())


@check("sfm/cgk-distortion", place=PLACE, needs="sfm.cgk_embed", since="0.1")
@for_all(
    strings=CORPUS,
    alphabet=st.permutations("ABCD").map("".join),
    seed=strategies.seeds(),
    examples=[
        {"strings": ["ABCAB", "CB", ""], "alphabet": alphabet, "seed": s}
        for s, alphabet in enumerate(["DCAB", "DCAB", "BACD"])
    ],
)
def alphabet_and_length_make_new_strings_comparable(
    target: Any, strings: list[str], alphabet: str, seed: int
) -> Iterator[Outcome]:
    """Each string alone, by the same state, is embedded as among others; codes are places.

    So letters may be renamed along with the alphabet, to those of other scripts, too, and a letter
    that no string has counts.
    """
    length = 3 * max(map(len, strings))

    def embed(some: list[str], letters: str) -> Any:
        return np.asarray(target.sfm.cgk_embed(some, np.random.default_rng(seed), length, letters))

    got = embed(strings, alphabet)
    yield equal((len(strings), length), got.shape)
    if got.shape != (len(strings), length):
        return
    starts = [alphabet.index(s[0]) if s else len(alphabet) for s in strings]
    yield equal(starts, got[:, 0].tolist())
    for s, row in zip(strings, got, strict=True):
        yield equal(row[None], embed([s], alphabet))
    for letters in ("ABCD", "AB\u0101\U0001f600"):
        table = str.maketrans(alphabet, letters)
        yield equal(got, embed([s.translate(table) for s in strings], letters))


@check(
    "sfm/cgk-distortion",
    place=f"{PLACE}; errata S23",
    needs="sfm.cgk_embed",
    since="0.1",
    statistical=True,
)
def hamming_distances_have_their_distribution(target: Any, run: Any) -> Iterator[Outcome]:
    """AABA and ABA, AB and BA: each value of the distance has its exact probability."""
    pairs, alpha = (("AABA", "ABA"), ("AB", "BA")), run.alpha / 2
    for s, t in pairs:
        length = 3 * max(len(s), len(t))
        law = {h: float(p) for h, p in definitions.cgk_hamming_distribution(s, t, length).items()}
        n = tails.samples_needed_for_distribution(0.15, law, alpha, beta=MISS)
        drawn = [np.asarray(target.sfm.cgk_embed([s, t], run.rng)) for _ in range(n)]
        distances = [int(np.count_nonzero(codes[0] != codes[1])) for codes in drawn]
        yield tails.assert_distribution_equals(distances, law, alpha, beta=MISS)


@check("sfm/cgk-hamming-equals-l1", place=PLACE, needs="sfm.hamming_distances", since="0.3")
def letters_are_told_apart_whatever_their_number(target: Any, run: Any) -> Outcome:
    """From 0, which is what the last 7, 8, 16 and 20 bits of others are."""
    codes = np.array([[0, 2**7, 2**8, 2**16, 2**20]])
    return equal([[4]], np.asarray(target.sfm.hamming_distances(codes, 0 * codes)).tolist())


@check(
    "sfm/cgk-hamming-equals-l1",
    place=f"{PLACE}; erratum S24",
    needs=("sfm.cgk_embed", "sfm.cgk_vectors"),
    since="0.1",
    diagnose=diagnoser("sfm.cgk_vectors"),
)
@for_all(
    strings=CORPUS,
    seed=strategies.seeds(),
    examples=[{"strings": ["A", "AAAAA"], "seed": 0}, {"strings": ["AB", "BBA", ""], "seed": 1}],
)
def l1_of_codes_is_the_hamming_distance(
    target: Any, strings: list[str], seed: int
) -> Iterator[Outcome]:
    """For every pair, pads included, which have a coordinate of their own; values are 0 and 1/2.

    By option the pad has none, and the others are as they were.
    """
    codes = np.asarray(target.sfm.cgk_embed(strings, np.random.default_rng(seed)))
    n_letters = len(set("".join(strings)))
    V = dense(target.sfm.cgk_vectors(codes, n_letters))
    hamming = [[float(np.count_nonzero(a != b)) for b in codes] for a in codes]
    yield equal(np.array(hamming), l1_matrix(V))
    expected = [definitions.cgk_vector(row, n_letters) for row in codes.tolist()]
    yield equal(np.array(expected, dtype=float).sum(axis=1), V.sum(axis=1))
    yield equal({0.0, 0.5}, set(np.unique(V).tolist()) | {0.0})
    bare = dense(target.sfm.cgk_vectors(codes, n_letters, pad="zero"))
    printed = [definitions.cgk_vector_as_printed(row, n_letters) for row in codes.tolist()]
    yield equal(np.array(printed, dtype=float), bare)
