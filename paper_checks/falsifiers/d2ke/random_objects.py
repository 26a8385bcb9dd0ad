"""Section 3, Effect of p(omega): random objects of another distribution."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import stats

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead


def always_the_greatest_length(draw: Function) -> Function:
    """The range of lengths without all but its end."""
    return lambda R, alphabet, lengths, rng: draw(R, alphabet, (lengths[1], lengths[1]), rng)


def without_the_last_letter(draw: Function) -> Function:
    """The alphabet short of one letter."""
    return lambda R, alphabet, lengths, rng: draw(R, alphabet[:-1], lengths, rng)


@instead
def that_end_in_the_first_letter(draw: Function, R: int, alphabet: str, *rest: Any) -> list[str]:
    """The last letter of each string is not drawn."""
    return [s[:-1] + alphabet[0] if s else s for s in draw(R, alphabet, *rest)]


def variance_for_deviation(draw: Function) -> Function:
    """Entries of deviation sigma squared."""
    return lambda R, channels, sigma, *rest: draw(R, channels, sigma**2, *rest)


@instead
def in_one_half_space(draw: Function, *arguments: Any) -> Any:
    """Vectors with a preferred direction."""
    return [abs(vectors) for vectors in draw(*arguments)]


@instead
def short_of_the_longest(draw: Function, *arguments: Any) -> Any:
    """The upper end of the range, which is the last argument but one, is left out."""
    *before, (low, high), rng = arguments
    return draw(*before, (low, high - 1), rng)


def off_center(draw: Function) -> Function:
    """A half more than drawn."""
    return lambda *arguments: [drawn + 0.5 for drawn in draw(*arguments)]


@instead
def short_in_one_direction(draw: Function, *arguments: Any) -> Any:
    """Of each vector the first coordinate is halved, and the length made 1 again."""
    sets = [vectors * np.array([0.5, 1, 1, 1]) for vectors in draw(*arguments)]
    return [vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in sets]


@instead
def along_the_axes(draw: Function, *arguments: Any) -> Any:
    """Of each vector the largest coordinate alone, as 1 or -1."""
    return [
        np.sign(vectors) * np.eye(vectors.shape[1])[abs(vectors).argmax(axis=1)]
        for vectors in draw(*arguments)
    ]


@instead
def with_uniform_entries(draw: Function, R: int, channels: int, sigma: float, *rest: Any) -> Any:
    """As far from 0 in the mean square, within bounds."""
    drawn = draw(R, channels, sigma, *rest)
    return [sigma * math.sqrt(3) * (2 * stats.norm.cdf(x / sigma) - 1) for x in drawn]


@instead
def with_entries_of_two_values(draw: Function, R: int, channels: int, sigma: float, *rest: Any):
    """Sigma and minus sigma."""
    return [sigma * np.sign(x) for x in draw(R, channels, sigma, *rest)]


@instead
def with_entries_of_three_values(draw: Function, R: int, channels: int, sigma: float, *rest: Any):
    """0 and plus or minus √3 σ, these for one in three: the first five moments are those of N."""
    far = math.sqrt(3) * sigma
    ends = stats.norm.ppf(5 / 6) * sigma
    return [far * np.sign(x) * (abs(x) > ends) for x in draw(R, channels, sigma, *rest)]


@instead
def with_its_first_row_repeated(draw: Function, *arguments: Any) -> Any:
    """Each object one row, as often as it has rows."""
    return [np.repeat(x[:1], len(x), axis=0) for x in draw(*arguments)]


@instead
def with_equal_channels(draw: Function, *arguments: Any) -> Any:
    """The first channel in the place of each."""
    return [np.repeat(x[:, :1], x.shape[1], axis=1) for x in draw(*arguments)]


@instead
def of_one_letter_each(draw: Function, *arguments: Any) -> list[str]:
    """The first letter of each string, as often as it has letters."""
    return [s[:1] * len(s) for s in draw(*arguments)]


@instead
def each_drawn_twice(draw: Function, R: int, *arguments: Any) -> Any:
    """Half as many objects, each of them two times in a row."""
    return [x for x in draw(R - R // 2, *arguments) for _ in range(2)][:R]


@instead
def with_one_beginning(draw: Function, *arguments: Any) -> Any:
    """All of them begin as the first of the longest does."""
    drawn = draw(*arguments)
    longest = max(drawn, key=len)
    return [longest[: len(x)] for x in drawn]


@instead
def uniform_over_strings(enumerate_strings: Function, *arguments: Any) -> Any:
    """All strings are as probable, so that long ones are more than short ones; in reverse."""
    strings, p = enumerate_strings(*arguments)
    return strings[::-1], np.full(len(p), 1 / len(p))


_STRINGS = "d2ke.random_strings"
falsify("d2ke/random-objects", wrong={_STRINGS: always_the_greatest_length})
falsify("d2ke/random-objects", wrong={_STRINGS: without_the_last_letter})
falsify("d2ke/random-objects", wrong={"d2ke.random_series": variance_for_deviation})
falsify("d2ke/random-objects", wrong={"d2ke.random_series": short_of_the_longest})
falsify("d2ke/random-objects", wrong={"d2ke.random_series": off_center})
falsify("d2ke/random-objects", wrong={"d2ke.random_sets": short_of_the_longest})
falsify("d2ke/random-objects", wrong={"d2ke.random_sets": in_one_half_space})
falsify("d2ke/random-objects", wrong={"d2ke.random_sets": off_center})
for wrong in (short_in_one_direction, along_the_axes):
    falsify("d2ke/random-objects", wrong={"d2ke.random_sets": wrong})
for wrong in (
    with_uniform_entries,
    with_entries_of_two_values,
    with_entries_of_three_values,
    with_equal_channels,
):
    falsify("d2ke/random-objects", wrong={"d2ke.random_series": wrong})
for kind in ("series", "sets"):
    falsify("d2ke/random-objects", wrong={f"d2ke.random_{kind}": with_its_first_row_repeated})
for wrong in (each_drawn_twice, with_one_beginning):
    for kind in ("series", "sets", "strings"):
        falsify("d2ke/random-objects", wrong={f"d2ke.random_{kind}": wrong})
falsify("d2ke/random-objects", wrong={_STRINGS: of_one_letter_each})
falsify("d2ke/random-objects", wrong={"d2ke.enumerate_strings": uniform_over_strings})
