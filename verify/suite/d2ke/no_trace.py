"""Calls that measure distances leave nothing behind: in objects, for later calls, in generators."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import DISTANCES, EXAMPLES, exact_cdist

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


def leaves_no_trace(name: str) -> None:
    """Make it a check that nothing is left of calls of one distance."""

    def no_trace(target: Any, run: Any) -> Iterator[Outcome]:
        """Read-only objects will do and stay as they are, and no call depends on an earlier one.

        There are others of the same shapes. No global generator is touched.
        """
        others = [z[::-1] if isinstance(z, str) else z + 1 for z in EXAMPLES[name]]
        kept, before = [*EXAMPLES[name], *others], global_generators()
        given = copy.deepcopy(kept)
        for array in (z for z in given if isinstance(z, np.ndarray)):
            array.setflags(write=False)
        expected = exact_cdist(kept, kept, name)
        for _ in range(2):
            got = [[float(target.get(f"d2ke.{name}")(x, y)) for y in given] for x in given]
            yield close_to(expected, got, ulps=ROUNDINGS)
        yield equal(kept, given)
        yield is_true(before == global_generators(), MOVED)

    no_trace.__name__ = f"{name}_leaves_no_trace"
    needs = f"d2ke.{name}"
    check("d2ke/no-side-effects", place="any function", needs=needs, since="0.3")(no_trace)


for _name in DISTANCES:
    leaves_no_trace(_name)
