"""Section 3, Effect of p(omega): random objects of another distribution."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead


def always_the_greatest_length(draw: Function) -> Function:
    """The range of lengths without all but its end."""
    return lambda R, alphabet, lengths, rng: draw(R, alphabet, (lengths[1], lengths[1]), rng)


def without_the_last_letter(draw: Function) -> Function:
    """The alphabet short of one letter."""
    return lambda R, alphabet, lengths, rng: draw(R, alphabet[:-1], lengths, rng)


def variance_for_deviation(draw: Function) -> Function:
    """Entries of deviation sigma squared."""
    return lambda R, channels, sigma, *rest: draw(R, channels, sigma**2, *rest)


@instead
def in_one_half_space(draw: Function, *arguments: Any) -> Any:
    """Vectors with a preferred direction."""
    return [abs(vectors) for vectors in draw(*arguments)]


_STRINGS = "d2ke.random_strings"
falsify("d2ke/random-objects", wrong={_STRINGS: always_the_greatest_length})
falsify("d2ke/random-objects", wrong={_STRINGS: without_the_last_letter})
falsify("d2ke/random-objects", wrong={"d2ke.random_series": variance_for_deviation})
falsify("d2ke/random-objects", wrong={"d2ke.random_sets": in_one_half_space})
