"""Calls that measure distances leave nothing behind: in objects, for later calls, in generators."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import close_to, is_true
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import EXAMPLES, exact_cdist

ROUNDINGS = 40
MOVED = "got another state of a global generator, should be untouched"


def global_generators() -> tuple[Any, str]:
    """The states of those that nobody is to use."""
    return random.getstate(), repr(np.random.get_state(legacy=False))  # noqa: NPY002


@check("d2ke/no-side-effects", place="any function", needs="d2ke.cdist", since="0.1")
def read_only_input_will_do(target: Any, run: Any) -> Iterator[Outcome]:
    """Arrays that cannot be written to are input like any other; no generator is touched."""
    x, y = np.array([[0.0, 1.0], [2.0, 2.0]]), np.array([[1.0, 1.0]])
    for array in (x, y):
        array.setflags(write=False)
    before = global_generators()
    for distance in ("dtw", "modified_hausdorff"):
        expected = exact_cdist([x], [y], distance)
        yield close_to(expected, target.d2ke.cdist([x], [y], distance), ulps=ROUNDINGS)
    yield is_true(before == global_generators(), MOVED)


@check("d2ke/no-side-effects", place="any function", needs="d2ke.levenshtein", since="0.3")
def levenshtein_leaves_no_trace(target: Any, run: Any) -> Iterator[Outcome]:
    """No call depends on one of other strings of the same lengths, nor moves a generator.

    Distances of arrays are asked for that by checks that are made for every function.
    """
    words = [*EXAMPLES["levenshtein"], *(word[::-1] for word in EXAMPLES["levenshtein"])]
    expected, before = exact_cdist(words, words, "levenshtein"), global_generators()
    for _ in range(2):
        got = [[float(target.d2ke.levenshtein(x, y)) for y in words] for x in words]
        yield close_to(expected, got, ulps=ROUNDINGS)
    yield is_true(before == global_generators(), MOVED)
