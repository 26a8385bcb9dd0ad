"""Section 5, "Edit Distance": the Levenshtein distance of two strings, and that it is a metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.axioms import is_metric
from gramcheck.verify.compare import equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.rendering import render
from gramcheck.verify.suite.d2ke.problems import (
    LARGE_DISTANCES,
    MANY,
    WORD_BOUNDARIES,
    all_levenshtein,
    all_strings,
    exact_levenshtein,
    protein,
)

PLACE = 'Section 5, "Edit Distance"'
DIAGNOSE = diagnoser("d2ke.levenshtein")


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.1", diagnose=DIAGNOSE)
def equals_its_definition_on_all_short_strings(target: Any, run: Any) -> Iterator[Outcome]:
    """Every pair of strings over two letters up to length 6 and over three up to length 4."""
    for alphabet, longest in (("ab", 6), ("abc", 4)):
        strings = all_strings(alphabet, longest)
        pairs = list(product(strings, strings))
        expected = all_levenshtein(alphabet, longest).ravel().tolist()
        yield on_all(target.d2ke.levenshtein, pairs, expected)


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.3", diagnose=DIAGNOSE)
def proteins_have_the_distance_of_the_definition(target: Any, run: Any) -> Outcome:
    """A thousand letters and nine hundred."""
    x, y = (protein(run.rng, n) for n in (1000, 900))
    return equal(exact_levenshtein(x, y), target.d2ke.levenshtein(x, y))


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.1", diagnose=DIAGNOSE)
@for_all(
    pair=strategies.pairs(strategies.unicode_strings()),
    examples=[
        {"pair": ("é", "e\u0301")},  # composed and combining: 2 edits, for nothing is normalized
        {"pair": ("\U0001f600", "")},  # one code point beyond 16 bits
        {"pair": ("a", "\U00100061")},  # one beyond 20 bits, in which it is an a
        {"pair": ("\U0001f600", "\ud83d\ude00")},  # and the pair of surrogates is another string
        {"pair": ("\ud800", "\udc00")},  # lone surrogates have no encoding in UTF-8
        {"pair": ("aé", "aè")},  # one letter, though two bytes, of which one differs
        {"pair": ("a\x00b", "a\x00c")},  # nothing ends at a zero
        {"pair": ("ß", "SS")},
        {"pair": ("日本", "本日")},
        {"pair": (" a ", "a")},
    ],
)
def letters_are_code_points(target: Any, pair: tuple[str, str]) -> Outcome:
    """Strings are compared code point by code point, without encoding or normalization."""
    return equal(exact_levenshtein(*pair), target.d2ke.levenshtein(*pair))


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.1", diagnose=DIAGNOSE)
def known_distances_hold_across_word_boundaries(target: Any, run: Any) -> Iterator[Outcome]:
    """d(a^n, a^m) = |n - m|, d(a^n, b^m) = max(n, m), and edits by a foreign letter count.

    A letter that the other string lacks costs one edit for each time it occurs: k such letters put
    in, or put in the place of others, are at distance k exactly. So is the loss of k letters.
    """
    sizes = (0, *WORD_BOUNDARIES)
    pairs: list[tuple[str, str]] = []
    expected: list[int] = []
    for n, m in product(sizes, repeat=2):
        pairs += [("a" * n, "a" * m), ("a" * n, "b" * m)]
        expected += [abs(n - m), max(n, m)]
    for n, k in product(WORD_BOUNDARIES, (1, 2, 64)):
        if k > n:
            continue
        x = "".join(run.rng.choice(list("acgt"), n).tolist())
        for at in (0, (n - k) // 2, n - k):
            block = "z" * k
            for y in (x[:at] + block + x[at:], x[:at] + block + x[at + k :], x[:at] + x[at + k :]):
                pairs += [(x, y), (y, x)]
                expected += [k, k]
    yield on_all(target.d2ke.levenshtein, pairs, expected)


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.1")
def large_distances_are_counted_in_full(target: Any, run: Any) -> Iterator[Outcome]:
    """d(a^n, b^m) = max(n, m) beyond 255, 32767 and 65535, in both orders.

    And of strings that have letters in common: of 1200 letters all but 20 change, since 1000 of the
    1020 of the other string are none of them.
    """
    d = target.d2ke.levenshtein
    for n, m in (*LARGE_DISTANCES, *(sizes[::-1] for sizes in LARGE_DISTANCES)):
        outcome = equal(max(n, m), d("a" * n, "b" * m))
        yield replace(outcome, reproduce=f"{d!r}('a' * {n}, 'b' * {m})")
    x, y = "ab" * 600, "c" * 1000 + "ab" * 10
    yield equal([1180, 1180], [d(x, y), d(y, x)])


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.3")
def many_letters_are_told_apart(target: Any, run: Any) -> Iterator[Outcome]:
    """Strings of so many different letters, and one letter that is none of them, or is the last."""
    for n in MANY:
        *letters, other = (chr(2**16 + i) for i in range(n + 1))
        word, ends = "".join(letters), (other, letters[-1])
        yield equal([n, n - 1], [target.d2ke.levenshtein(word, x) for x in ends])


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.1", diagnose=DIAGNOSE)
@for_all(
    pair=strategies.pairs(strategies.long_strings(WORD_BOUNDARIES)),
    examples=[
        {"pair": ("ab" * 32 + "c", "ba" * 32)},
        {"pair": ("acgt" * 16, "tgca" * 16 + "a")},
        {"pair": ("acgt" * 32 + "t", "cgta" * 32)},
    ],
)
def long_strings_are_no_special_case(target: Any, pair: tuple[str, str]) -> Iterator[Outcome]:
    """The recurrence over prefixes on strings about 64 and 128 letters long, in both orders."""
    x, y = pair
    yield equal(exact_levenshtein(x, y), target.d2ke.levenshtein(x, y))
    yield equal(exact_levenshtein(x, y), target.d2ke.levenshtein(y, x))


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.1")
@for_all(
    pair=strategies.pairs(strategies.strings("abc", 10)),
    around=st.tuples(strategies.strings("abc", 5), st.integers(0, 130)),
    examples=[
        {"pair": ("ab", "ba"), "around": ("c", 64)},
        {"pair": ("", "a"), "around": ("", 128)},
    ],
)
def context_direction_and_names_do_not_matter(
    target: Any, pair: tuple[str, str], around: tuple[str, int]
) -> Iterator[Outcome]:
    """A common beginning or end, reading backwards, and renaming letters change nothing."""
    (x, y), (begin, size) = pair, around
    d = target.d2ke.levenshtein
    expected = d(x, y)
    end = (begin + "b") * size
    yield equal(expected, d(begin + x + end[:size], begin + y + end[:size]))
    yield equal(expected, d(x[::-1], y[::-1]))
    renamed = str.maketrans("abc", "\U0001f600b\u00e9")
    yield equal(expected, d(x.translate(renamed), y.translate(renamed)))


@check(
    "d2ke/assumption-1",
    place="Section 2.1, Assumption 1",
    needs="d2ke.levenshtein",
    since="0.1",
)
def levenshtein_is_a_metric(target: Any, run: Any) -> Iterator[Outcome]:
    """All four axioms on every string over two letters up to length 5, and over odd letters."""
    for strings in (all_strings("ab", 5), all_strings("\U0001f600\u0301a", 3)):
        D = np.array([[float(target.d2ke.levenshtein(x, y)) for y in strings] for x in strings])
        yield is_metric(D, slack=0, objects=strings)


@check("d2ke/levenshtein", place=PLACE, needs="d2ke.levenshtein", since="0.1")
def lone_surrogates_are_letters_too(target: Any, run: Any) -> Outcome:
    """On every pair up to length 2; they are Python strings, though no text that is encoded."""
    strings = list(all_strings("a\ud800\udc00", 2))
    pairs = [(x, y) for x in strings for y in strings]
    expected = [definitions.levenshtein(x, y) for x, y in pairs]
    return on_all(target.d2ke.levenshtein, pairs, expected)


def on_all(
    function: Callable[..., Any], pairs: Sequence[tuple[Any, Any]], expected: Sequence[Any]
) -> Outcome:
    """Equality on every pair; the shortest pair that differs is reported, with a line to paste."""
    got = [function(x, y) for x, y in pairs]
    wrong = [k for k, value in enumerate(got) if not equal(expected[k], value).passed]
    if not wrong:
        return Outcome(0.0, 0.0, 0.0, f"got the right value for each of {len(pairs)} pairs")
    k = min(wrong, key=lambda k: len(pairs[k][0]) + len(pairs[k][1]))
    outcome = equal(expected[k], got[k])
    x, y = pairs[k]
    shown = render(x), render(y)
    detail = f"{outcome.detail} for {shown[0]} and {shown[1]} ({len(wrong)} of {len(pairs)} differ)"
    call = f"{function!r}({', '.join(shown)})"
    return Outcome(outcome.measured, outcome.bound, outcome.ratio, detail, call)
