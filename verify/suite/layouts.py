"""Arrays in memory, function by function: how they lie there changes no answer.

Code that takes a pointer and a length reads other numbers from an array that is a view of a larger
one, or of numbers in the other byte order, and says nothing. Code that makes its result in the type
of an argument cuts the fractions off where that has integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from gramcheck.verify.arguments import CALLS, Call
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.plain_calls import (
    alike,
    fresh,
    functions,
    is_array,
    parts,
    plain_calls,
    put,
)
from gramcheck.verify.types import AnyArray

SWAPPED, LIST = "numbers in the other byte order", "a list"
MAY_BE_REFUSED = (SWAPPED, LIST)  # what an implementation does not take it does not misread
REFUSALS = (TypeError, ValueError, AttributeError)  # an AttributeError where a list has no shape


def register(paper: str, name: str) -> None:
    """Make the layouts of the arrays that a function takes a check."""

    def layouts(target: Any, run: Any) -> Iterator[Outcome]:
        function = target.get(f"{paper}.{name}").alone
        for plain, argument in plain_calls(paper, name, is_array):
            with suppress(LackingError):
                yield from in_each_layout(function, paper, plain, argument)
                yield from in_integers(function, paper, plain, argument)

    layouts.__name__ = f"{name}_reads_arrays_in_any_layout"
    layouts.__doc__ = f"""What {name} answers does not depend on how its arrays lie in memory.

    An array in Fortran order, a view of every second element of a larger one, a read-only one: the
    same answer, and one to whole numbers whether they are floats or integers. Numbers in the other
    byte order, lists and integers may be refused as well.
    """
    needs, place = f"{paper}.{name}", "any function"
    check(f"{paper}/memory-layout", place=place, needs=needs, since="0.3")(layouts)


def in_each_layout(
    function: Callable[..., Any], paper: str, plain: Call, argument: str
) -> Iterator[Outcome]:
    """The answer to one argument in each of its layouts is that to the plain one."""
    given = fresh(plain)
    expected = parts(paper, plain, put(plain, function, given))
    for layout, value in each_layout(given[argument]).items():
        with suppress(LackingError, *REFUSALS if layout in MAY_BE_REFUSED else ()):
            got = put(plain, function, fresh(plain) | {argument: value})
            yield alike(f"{argument} as {layout}", expected, parts(paper, plain, got))


def each_layout(value: Any) -> dict[str, Any]:
    """The same numbers or names in other layouts, by what these are; of a collection, in all."""
    if isinstance(value, list):
        every = [each_layout(each) for each in value]
        return {layout: [each[layout] for each in every] for layout in every[0]}
    locked = value.copy()
    locked.setflags(write=False)
    found = {"a read-only array": locked, "every second element of an array": spread(value)}
    if value.ndim > 1:
        found["an array in Fortran order"] = np.asfortranarray(value)
    if value.dtype.kind in "iuf":
        found[SWAPPED] = value.astype(value.dtype.newbyteorder())
    if value.dtype != np.uint64:  # a list of which is none of 64-bit words
        found[LIST] = value.tolist()
    return found


def in_integers(
    function: Callable[..., Any], paper: str, plain: Call, argument: str
) -> Iterator[Outcome]:
    """Floats that are whole numbers are answered as integers are, if both are taken.

    Rounded arguments may be refused, and an answer of NaN is not comparable.
    """
    if not of_floats(fresh(plain)[argument]):
        return

    def answer(kind: type) -> list[Any]:
        given = fresh(plain)
        given[argument] = whole(given[argument], kind)
        return parts(paper, plain, put(plain, function, given))

    with suppress(LackingError, *REFUSALS):
        yield alike(f"{argument} in integers", answer(np.float64), answer(np.int64))


def of_floats(value: Any) -> bool:
    """Whether an array, or each of a collection, has floats."""
    return all(map(of_floats, value)) if isinstance(value, list) else value.dtype.kind == "f"


def whole(value: Any, kind: type) -> Any:
    """The nearest whole numbers, in this type."""
    if isinstance(value, list):
        return [whole(each, kind) for each in value]
    return np.rint(value).astype(kind)


def spread(array: AnyArray) -> AnyArray:
    """The array as a view of one that has everything twice, along each axis."""
    wide = array
    for axis in range(array.ndim):
        wide = wide.repeat(2, axis)
    return wide[(slice(None, None, 2),) * array.ndim]


def register_all() -> None:
    """The checks of every function that takes arrays."""
    for paper in CALLS:
        for name in functions(paper, is_array):
            register(paper, name)


register_all()
