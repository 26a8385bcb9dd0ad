"""Wrong embeddings of CGK and their codes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from gramcheck.paper_checks.experiments.sfm.printed import CORPORA, Costs
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, times, twice


@instead
def as_long_as_the_longest(
    embed: Function, corpus: Any, rng: Any, length: int | None = None, alphabet: Any = None
) -> Any:
    """The printed length; what is asked for beyond it repeats one number."""
    short = max(map(len, corpus))
    codes = embed(corpus, rng, min(short, length or short), alphabet)
    return codes if length is None else np.pad(codes, [(0, 0), (0, length - codes.shape[1])])


@instead
def as_printed_by_default(
    embed: Function, corpus: Any, rng: Any, length: int | None = None, alphabet: Any = None
) -> Any:
    """The printed length, unless another one is given."""
    return embed(corpus, rng, length or max(map(len, corpus)), alphabet)


@instead
def by_bits_of_each_string(
    embed: Function, corpus: Any, rng: Any, length: int | None = None, alphabet: Any = None
) -> Any:
    """Every string is read by bits of its own, so that two strings fall out of step anywhere."""
    own = [embed([s], rng, length or 3 * max(map(len, corpus))) for s in corpus]
    letters = sorted(set("".join(corpus)))
    codes = [[letters.index(c) for c in sorted(set(s))] + [len(letters)] for s in corpus]
    return np.array([np.array(c)[row[0]] for c, row in zip(codes, own, strict=True)])


def by_bits(bits: Function, corpus: list[str], length: int | None) -> Any:
    """Strings read by bits for places and letters, 1 to advance."""
    length = length or 3 * max(map(len, corpus))
    letters = sorted(set("".join(corpus)))
    places = {letter: place for place, letter in enumerate(letters)}
    padded = np.full((len(corpus), max(map(len, corpus)) + 1), len(letters))
    for row, s in zip(padded, corpus, strict=True):
        row[: len(s)] = [places[letter] for letter in s]
    table = np.column_stack([bits((length, len(letters))), np.zeros(length)]).astype(int)
    codes, at = np.empty((len(corpus), length), dtype=int), np.zeros(len(corpus), dtype=int)
    for j in range(length):
        codes[:, j] = padded[np.arange(len(corpus)), at]
        at += table[j, codes[:, j]]
    return codes


@instead
def by_a_bit_for_all_letters(
    embed: Function, corpus: Any, rng: Any, length: int | None = None
) -> Any:
    """At a place all strings advance, or none does: what is inserted is never made up for."""
    return by_bits(
        lambda size: np.repeat(rng.integers(2, size=(size[0], 1)), size[1], 1), corpus, length
    )


@instead
def by_bits_that_are_not_fair(
    embed: Function, corpus: Any, rng: Any, length: int | None = None
) -> Any:
    """A string advances in four steps of nine."""
    return by_bits(lambda size: rng.random(size) < 4 / 9, corpus, length)


def as_if_all_were_read(probability: Function) -> Function:
    """A string advances at every step."""
    return lambda place, length: Fraction(place < length)


def as_the_product(costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """The d of CGK in Table III is L |Σ|, with the average length for L."""
    return {
        name: row._replace(d=(row.d[0], CORPORA[name].length * CORPORA[name].letters))
        for name, row in costs.items()
    }


def pads_with_a_coordinate(vectors: Function) -> Function:
    """The pad has a coordinate of its own, whatever is asked for."""
    return lambda embedded, n_letters, pad="symbol": vectors(embedded, n_letters, "symbol")


@instead
def of_two_quarters(vectors: Function, *arguments: Any, **options: Any) -> Any:
    """A letter has 1/4 at two coordinates; distances are the same."""
    V = vectors(*arguments, **options)
    return sparse.csr_matrix(sparse.hstack([V / 2, V / 2]))


@instead
def of_letters_from_the_last(
    vectors: Function, embedded: Any, n_letters: int, pad: str = "symbol"
) -> Any:
    """Letters have their coordinates in reverse order."""
    codes = np.asarray(embedded)
    return vectors(np.where(codes < n_letters, n_letters - 1 - codes, codes), n_letters, pad)


def letter_by_letter(embed: Function) -> Function:
    """A string advances at every step, and is its own image."""

    def wrong(corpus: Any, rng: Any, length: int | None = None, alphabet: Any = None) -> Any:
        length, letters = length or 3 * max(map(len, corpus)), sorted(set("".join(corpus)))
        places = {letter: place for place, letter in enumerate(letters)}
        codes = np.full((len(corpus), length), len(letters))
        for row, s in zip(codes, corpus, strict=True):
            row[: len(s)] = [places[letter] for letter in s[:length]]
        return codes

    return wrong


def pads_of_zero(vectors: Function) -> Function:
    """The pad has no coordinate, whatever is asked for."""
    return lambda embedded, n_letters, pad="symbol": vectors(embedded, n_letters, "zero")


def at_once(closing: Function) -> Function:
    """A gap costs one place."""
    return lambda longest: np.eye(1, longest, 1)[0]


@instead
def growing_as_the_cube(hamming: Function, codes: Any) -> Any:
    """A distance of about k squared is one of k cubed."""
    return hamming(codes) ** 1.5


@instead
def six_more_where_any(hamming: Function, codes: Any) -> Any:
    """Strings that differ at all do so at six further places, whatever k is."""
    distances = hamming(codes)
    return distances + 6 * (distances > 0)


falsify("sfm/cgk-distortion", "errata/S23", wrong={"sfm.cgk_embed": as_long_as_the_longest})
falsify("sfm/cgk-distortion", "errata/S23", wrong={"sfm.cgk_embed": as_printed_by_default})
falsify("sfm/cgk-distortion", "errata/S23", wrong={"sfm.cgk_embed": by_bits_of_each_string})
falsify("sfm/cgk-distortion", "errata/S23", wrong={"sfm.cgk_embed": letter_by_letter})
for _wrong in (by_a_bit_for_all_letters, by_bits_that_are_not_fair):
    falsify("sfm/cgk-distortion", "errata/S23", wrong={"sfm.cgk_embed": _wrong})
for _place, _wrong in (
    ("hamming", growing_as_the_cube),
    ("hamming", six_more_where_any),
    ("excursion", times(0.9)),  # one gap in ten is never closed
    ("closing", at_once),
):
    falsify(
        "sfm/cgk-distortion",
        "errata/S23",
        wrong={f"paper_checks.claims.sfm.cgk.{_place}": _wrong},
    )
falsify(
    "sfm/cgk-distortion",
    "errata/S23",
    wrong={"verify.definitions.sfm.probability_read": as_if_all_were_read},
)
falsify(
    "sfm/cgk-hamming-equals-l1",
    "errata/S24",
    "sfm/table-3",
    wrong={"paper_checks.claims.sfm.cgk.COSTS": as_the_product},
)
falsify(
    "sfm/cgk-hamming-equals-l1",
    "errata/S24",
    wrong={
        "sfm.cgk_vectors": pads_with_a_coordinate,
        "paper_checks.claims.sfm.cgk.COSTS": as_the_product,
    },
)
for _wrong in (pads_of_zero, twice, of_two_quarters, of_letters_from_the_last):
    falsify("sfm/cgk-hamming-equals-l1", "errata/S24", wrong={"sfm.cgk_vectors": _wrong})
