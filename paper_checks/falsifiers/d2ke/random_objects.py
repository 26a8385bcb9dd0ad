"""Section 3, Effect of p(omega): random objects of another distribution."""

from __future__ import annotations

from typing import Any

import numpy as np

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
def along_the_axes(draw: Function, *arguments: Any) -> Any:
    """Of each vector the first coordinate is halved, and the length made 1 again."""
    sets = [vectors * np.array([0.5, 1, 1, 1]) for vectors in draw(*arguments)]
    return [vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in sets]


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
falsify("d2ke/random-objects", wrong={"d2ke.random_sets": along_the_axes})
falsify("d2ke/random-objects", wrong={"d2ke.enumerate_strings": uniform_over_strings})
