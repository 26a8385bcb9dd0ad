"""The kinds of arguments, each with the values that are bad for it and the error they must raise.

Numbers, names, strings and others are here, arrays in :mod:`.arrays`.

A kind is a function from a good value to an :class:`Argument`; bad values are made from the good
one where they should differ from it in one respect only. ValueError is for a wrong value or shape,
TypeError for a wrong type; where a value is wrong in either way (a ragged list), both will do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gramcheck.verify.arguments.declare import Argument, Bad

NAN, INF = np.nan, np.inf

NOT_FINITE = (
    Bad("not-a-number", NAN, flag="not_finite"),
    Bad("infinite", INF, flag="not_finite"),
    Bad("negative-infinite", -INF, flag="not_finite"),
)
NONE = Bad("none", None, "type")
NOT_NUMBERS = (Bad("text", "1", "type"), Bad("list", [1.0, 2.0], "type"), NONE)


# numbers ----------------------------------------------------------------------------------------


def number(good: float, *bad: Bad, kind: str = "number") -> Argument:
    """A finite real number; ``bad`` are others that it must not be."""
    return Argument(kind, good, (*bad, *NOT_FINITE, *NOT_NUMBERS))


def positive(good: float) -> Argument:
    """A finite number above 0."""
    return number(good, Bad("zero", 0.0), Bad("negative", -1.0), kind="positive number")


def nonnegative(good: float) -> Argument:
    """A finite number, 0 or more."""
    return number(good, Bad("negative", -1.0), kind="nonnegative number").taking(0.0)


def at_least(good: float, low: float) -> Argument:
    """A finite number, ``low`` or more, with ``low`` positive."""
    bad = (Bad("below", low / 2), Bad("zero", 0.0), Bad("negative", -1.0))
    return number(good, *bad, kind=f"number of at least {low:g}").taking(low)


def between(good: float, low: float, high: float, *, closed: bool = False) -> Argument:
    """A number between the ends, which are among the bad values unless the range is closed."""
    ends = () if closed else (Bad("low-end", low), Bad("high-end", high))
    outside = (Bad("below", low - 0.5), Bad("above", high + 0.5))
    made = number(good, *ends, *outside, kind=f"number between {low:g} and {high:g}")
    return made.taking(low, high) if closed else made


def count(good: int, low: int = 1, high: int | None = None) -> Argument:
    """An integer between the ends, both included; never negative."""
    below = [Bad("negative", -1)]
    below += [Bad("zero", 0)] if low > 0 else []
    below += [Bad("below", low - 1)] if low > 1 else []
    above = [Bad("above", high + 1)] if high is not None else []
    ends = (low,) if high is None else (low, high)
    types = (Bad("fraction", good + 0.5, "type"), Bad("text", str(good), "type"), NONE)
    return Argument("count", good, (*below, *above, *types), ends)


def size(good: int, low: int = 1) -> Argument:
    """An integer that arrays grow with: no memory holds what 2^60 asks for."""
    return count(good, low).refusing("beyond-memory", 2**60)


def index(good: int, n: int) -> Argument:
    """An index below n, which does not count from the end."""
    types = count(good, 0).bad[1:]
    outside = (Bad("negative", -1, flag="index_range"), Bad("above", n, flag="index_range"))
    return Argument("index", good, (*outside, *types), (0, n - 1))


def flag(good: bool) -> Argument:
    """True or False."""
    bad = (Bad("number", 2, "type"), Bad("text", "yes", "type"), NONE)
    return Argument("flag", good, bad, (not good,))


# names ------------------------------------------------------------------------------------------


def choice(good: str, *others: str) -> Argument:
    """One of some names; a misspelled one is answered with the name that was meant."""
    bad = [
        Bad(f"misspelled-{name}", _misspelled(name, {good, *others}), "value", name, "unknown_name")
        for name in (good, *others)
    ]
    return Argument("name", good, (*bad, Bad("no-name", None, "either")), others)


def _misspelled(name: str, known: set[str]) -> str:
    """The name with one letter too few, which is no other name."""
    shorter = name[:-2] + name[-1] if len(name) > 3 else name.upper()
    return shorter if shorter not in known else name + name[-1]


def distance(good: str, *others: str) -> Argument:
    """The name of a distance, or a function of two objects that returns a finite number."""
    named = [bad for bad in choice(good, *others).bad if bad.meant]
    answers = {
        "not-a-number": NAN, "infinite": INF, "negative-infinite": -INF,
        "nothing": None, "text": "a", "list": [1.0, 2.0],
    }  # fmt: skip
    functions = [
        Bad(f"returns-{name}", _constant(value), "value" if isinstance(value, float) else "type")
        for name, value in answers.items()
    ]
    return Argument("distance", good, (*named, *functions, NONE, Bad("number", 5, "type")))


def _constant(value: Any) -> Any:
    return lambda x, y: value


# strings and collections ------------------------------------------------------------------------

NOT_STRINGS = (
    Bad("bytes", b"a", "type"),
    Bad("number", 5, "type"),
    NONE,
    Bad("list", ["a"], "type"),
)
NOT_SEQUENCES = (
    Bad("bare-string", "ab", "type"),
    Bad("bytes", b"ab", "type"),
    Bad("number", 5, "type"),
    NONE,
    Bad("set", {"a"}, "type"),
    Bad("mapping", {"a": 1}, "type"),
    Bad("iterator", iter(["a"]), "type"),
    Bad("empty", [], flag="empty_input"),
    Bad("empty-tuple", (), flag="empty_input"),
)


def string(good: str) -> Argument:
    """A str."""
    return Argument("string", good, NOT_STRINGS)


def strings(good: Sequence[str]) -> Argument:
    """A sequence of strings, and no bare one."""
    inside = [Bad(f"{bad.name}-inside", [*good[:-1], bad.value], "type") for bad in NOT_STRINGS]
    return Argument("collection of strings", good, (*NOT_SEQUENCES, *inside))


def objects(good: Sequence[Any]) -> Argument:
    """A sequence of objects of any type."""
    return Argument("collection", good, NOT_SEQUENCES)


def alphabet(good: str | Sequence[str]) -> Argument:
    """Different characters: a string or a sequence of them."""
    bad = (
        Bad("empty", "", flag="empty_input"),
        Bad("empty-list", [], flag="empty_input"),
        Bad("repeated-letter", "aba"),
        Bad("repeated-character", ["a", "b", "a"]),
        Bad("two-letters", ["ab", "c"], "either"),
        Bad("no-letter", ["a", ""], "either"),
        Bad("number-inside", ["a", 5], "either"),
        Bad("number", 5, "either"),
    )
    return Argument("alphabet", good, bad)


# others -------------------------------------------------------------------------------------------


def generator() -> Argument:
    """A NumPy generator: no seed, and no legacy one."""
    bad = (
        Bad("seed", 0, "type"),
        NONE,
        Bad("legacy", np.random.RandomState(0), "type"),
    )
    return Argument("random generator", np.random.default_rng(0), bad)


def lengths(good: tuple[int, int], low: int) -> Argument:
    """A range (low, high) of integers, both ends included."""
    bad = [
        Bad("reversed", (3, 2), flag="length_range"),
        Bad("negative", (-1, 2), flag="length_range"),
        Bad("fraction-low", (1.5, 3), "type"),
        Bad("fraction-high", (1, 2.5), "type"),
        Bad("text", ("1", "2"), "type"),
        Bad("number", 3, "either"),
        Bad("three", (1, 2, 3), "either"),
        Bad("none", None, "either"),
    ]
    bad += [Bad("zero", (0, 2), flag="length_range")] if low > 0 else []
    return Argument("range of lengths", good, tuple(bad), ((low, low),))


def class_weights(good: Mapping[Any, float]) -> Argument:
    """A positive weight for each class, and for no other one."""
    first = next(iter(good))
    bad = (
        Bad("class-without-weight", {first: 1.0}, flag="class_weights"),
        Bad("weight-without-class", {**good, "other": 1.0}, flag="class_weights"),
        Bad("zero", {**good, first: 0.0}, flag="class_weights"),
        Bad("negative", {**good, first: -2.0}, flag="class_weights"),
    )
    return Argument("weights of classes", dict(good), bad)
