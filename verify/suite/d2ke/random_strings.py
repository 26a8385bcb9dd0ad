"""Section 3, "Effect of p(omega)", ii): random strings, exactly as often as they should occur."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import tails
from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.random_objects import (
    MISS,
    half_the_time,
    law_of,
    miscounted,
    named,
    samples_for,
    uniform_over,
)

STRINGS = 'Section 3, "Effect of p(omega)", ii)'
law_of_strings = law_of("strings", STRINGS)


@law_of_strings
def strings_have_their_exact_law(target: Any, run: Any) -> Outcome:
    """All ten strings over two letters of length 0 to 2 occur as often as they should.

    That is length and letters at once: lengths uniform, both ends included, letters independent of
    each other and of the length.
    """
    strings, weights = definitions.enumerate_strings("ab", (0, 2))
    law = dict(zip(strings, map(float, weights), strict=True))
    n = samples_for(0.1, law, run.alpha)
    drawn = target.d2ke.random_strings(n, "ab", (0, 2), run.rng)
    if complaint := miscounted(drawn, n):
        return complaint
    return tails.assert_distribution_equals(drawn, law, run.alpha, beta=MISS)


@law_of_strings
def lengths_include_both_ends(target: Any, run: Any) -> Outcome:
    """Lengths uniform on 2..6."""
    law = uniform_over(range(2, 7))
    n = samples_for(0.1, law, run.alpha)
    drawn = target.d2ke.random_strings(n, "acgt", (2, 6), run.rng)
    if complaint := miscounted(drawn, n):
        return complaint
    return tails.assert_distribution_equals(map(len, drawn), law, run.alpha, beta=MISS)


@law_of_strings
def letters_are_uniform_over_the_alphabet(target: Any, run: Any) -> Iterator[Outcome]:
    """Whatever the characters: alphabets of code points, as a string or as a list.

    The first letter, the last one, and neighbors in the list: no letter knows another.
    """
    alphabet = "aé日\U0001f600"
    law = uniform_over(alphabet)
    n = samples_for(0.1, law, run.alpha / 4)
    for letters in (alphabet, list(alphabet)):
        drawn = target.d2ke.random_strings(n, letters, (1, 4), run.rng)
        if complaint := miscounted(drawn, n):
            yield complaint
            return
        for at in (0, -1):
            outcomes = (x[at:][:1] for x in drawn)
            yield tails.assert_distribution_equals(outcomes, law, run.alpha / 4, beta=MISS)


@law_of_strings
def strings_are_independent(target: Any, run: Any) -> Outcome:
    """Two consecutive strings, each one letter of two: all four pairs equally often."""
    law = uniform_over([(x, y) for x in "ab" for y in "ab"])
    n = samples_for(0.1, law, run.alpha)
    drawn = target.d2ke.random_strings(2 * n, "ab", (1, 1), run.rng)
    if complaint := miscounted(drawn, 2 * n):
        return complaint
    pairs = zip(drawn[::2], drawn[1::2], strict=True)
    return tails.assert_distribution_equals(pairs, law, run.alpha, beta=MISS)


@law_of_strings
def every_letter_of_a_long_string_is_independent(target: Any, run: Any) -> Iterator[Outcome]:
    """Fifty letters of two: either one at each place, and any two places agree every other time.

    Together these are all that pairwise independence of uniform letters says.
    """
    size, alpha = 50, run.alpha / 2
    earlier, later = np.triu_indices(size, 1)
    n = tails.samples_needed_for_rate(0.05, 0.5, alpha / len(later), beta=MISS)
    drawn = target.d2ke.random_strings(n, "ab", (size, size), run.rng)
    if complaint := miscounted(drawn, n) or foreign(drawn, size, size):
        yield complaint
        return
    is_a = np.array([list(x) for x in drawn]) == "a"
    yield from half_the_time("an a at some place", is_a.sum(axis=0), n, alpha)
    agreements = (is_a[:, earlier] == is_a[:, later]).sum(axis=0)
    yield from half_the_time("one letter at two places", agreements, n, alpha)


@law_of_strings
def strings_of_all_lengths_to_fifty_have_their_law(target: Any, run: Any) -> Iterator[Outcome]:
    """Lengths uniform on 2..50, and either of two letters at each place, whatever came before.

    A length shows that is half as frequent as it should be. Of the letters k places apart, for each
    k, half agree: these pairs form chains, along which agreements are independent of each other.
    """
    low, high, alpha = 2, 50, run.alpha / 3
    law = uniform_over(range(low, high + 1))
    n = samples_for(0.5, law, alpha)
    drawn = target.d2ke.random_strings(n, "ab", (low, high), run.rng)
    if complaint := miscounted(drawn, n) or foreign(drawn, low, high):
        yield complaint
        return
    yield tails.assert_distribution_equals(map(len, drawn), law, alpha, beta=MISS)
    letters = np.array([list(x.ljust(high)) for x in drawn])
    there, is_a = letters != " ", letters == "a"
    longest = max(map(len, drawn))
    events = {f"an a at place {k}": is_a[there[:, k], k] for k in range(longest)}
    for k in range(1, longest):
        agree = is_a[:, k:] == is_a[:, :-k]
        events[f"one letter {k} places apart"] = agree[there[:, k:]]
    for what, seen in events.items():
        count, share = int(seen.sum()), 2 * alpha / len(events)
        yield named(what, tails.assert_rate_equals(count, len(seen), 0.5, share, beta=MISS))


def foreign(drawn: Any, low: int, high: int) -> Outcome | None:
    """The outcome that says so when some string has another length, or letters but a and b."""
    for x in drawn:
        if not (isinstance(x, str) and low <= len(x) <= high and set(x) <= set("ab")):
            return is_true(False, f"got {x!r}, should be {low} to {high} letters of 'ab'")
    return None


@check(
    "d2ke/random-strings",
    place=STRINGS,
    needs="d2ke.enumerate_strings",
    since="0.1",
)
@for_all(
    alphabet=st.sampled_from(["a", "ab", "bac", "\U0001f600é"]),
    lengths=st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda t: (min(t), max(t))),
    examples=[
        {"alphabet": "ab", "lengths": (0, 2)},
        {"alphabet": "ba", "lengths": (1, 1)},
        {"alphabet": "bac", "lengths": (3, 5)},
    ],
)
def enumeration_is_all_of_omega(
    target: Any, alphabet: str, lengths: tuple[int, int]
) -> Iterator[Outcome]:
    """Every string that can be drawn, once, with its probability; they sum to 1."""
    strings, weights = target.d2ke.enumerate_strings(alphabet, lengths)
    expected, exact = definitions.enumerate_strings(alphabet, lengths)
    law = dict(zip(expected, map(float, exact), strict=True))
    yield equal(sorted(law), sorted(strings))
    yield close_to([law[x] for x in strings], weights, ulps=4)
