"""What calls leave behind, function by function: nothing, and no result is taken back.

A result that is remembered by the place of an array in memory is stale once the array is filled
anew; one that lies where the next will lie is overwritten by it. Random numbers come from the
generator that is given, and those that everybody shares are left alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any

import numpy as np

from gramcheck.verify.arguments import CALLS, Call
from gramcheck.verify.compare import equal, is_true
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.plain_calls import (
    alike,
    fresh,
    functions,
    is_generator,
    is_held,
    parts,
    plain_calls,
    put,
)

SEEDS = 32  # what has two results only gives both, and does not repeat all of them by chance


def register(paper: str, name: str) -> None:
    """Make what a function keeps of its arrays and lists a check."""

    def traces(target: Any, run: Any) -> Iterator[Outcome]:
        function = target.get(f"{paper}.{name}").alone
        with shared_generators() as are_untouched:
            for plain, argument in plain_calls(paper, name, is_held):
                with suppress(LackingError):
                    yield from nothing_is_kept(function, paper, plain, argument)
            yield untouched(are_untouched())

    traces.__name__ = f"{name}_keeps_nothing_between_calls"
    traces.__doc__ = f"""What {name} answers is about what its arrays and lists hold at the call.

    It leaves them as they are; then they are filled anew in place. A result stays as it was when
    there is another, and so do the generators that NumPy and Python share with everybody.
    """
    _registered(paper, name, traces)


def register_random(paper: str, name: str) -> None:
    """Make a check of what a function draws from its generator."""

    def draws(target: Any, run: Any) -> Iterator[Outcome]:
        function = target.get(f"{paper}.{name}").alone
        plain, argument = next(plain_calls(paper, name, is_generator))
        with shared_generators() as are_untouched:
            with suppress(LackingError):
                yield from the_seed_decides(function, paper, plain, argument)
            yield untouched(are_untouched())

    draws.__name__ = f"{name}_draws_from_its_generator_alone"
    draws.__doc__ = f"""What {name} draws is decided by its generator, and by no other.

    Of one seed the same comes again, other seeds give something else, and results stay as they
    were. The generators that NumPy and Python share with everybody stay as they are.
    """
    _registered(paper, name, draws)


def _registered(paper: str, name: str, function: Callable[..., Any]) -> None:
    needs, place = f"{paper}.{name}", "any function"
    check(f"{paper}/no-side-effects", place=place, needs=needs, since="0.3")(function)


def nothing_is_kept(
    function: Callable[..., Any], paper: str, plain: Call, argument: str
) -> Iterator[Outcome]:
    """One argument is filled with something else, and then as it was."""

    def answer(given: dict[str, Any]) -> list[Any]:
        return parts(paper, plain, put(plain, function, given))

    expected = answer(fresh(plain))
    for value in others(fresh(plain)[argument]):
        with suppress(ValueError):  # what is refused is no other good value
            wanted = answer(fresh(plain) | {argument: value})
            if not alike("", expected, wanted).passed:
                break
    else:
        return  # the argument does not matter
    given = fresh(plain)
    result = put(plain, function, given)
    first = parts(paper, plain, result)
    yield equal(fresh(plain)[argument], given[argument])
    given[argument][:] = value
    yield alike(f"{argument} filled anew", wanted, answer(given))
    yield alike("the first result after another call", first, parts(paper, plain, result))
    given[argument][:] = fresh(plain)[argument]
    yield alike(f"{argument} filled as at first", expected, answer(given))


def others(value: Any) -> Iterator[Any]:
    """What may be as good as the value: in reverse, half as large, moved on; without the first."""
    if isinstance(value, list):
        yield value[::-1]
        if len(value) > 1:
            yield value[1:]
        return
    if value.dtype.kind == "f":
        yield np.flip(value) / 2
    yield np.flip(value).copy()
    yield np.roll(value, 1)
    yield value[[min(1, len(value) - 1), *range(1, len(value))]]


def the_seed_decides(
    function: Callable[..., Any], paper: str, plain: Call, argument: str
) -> Iterator[Outcome]:
    """Two calls with each of several seeds, and the first result once more."""

    def drawn(seed: int) -> Any:
        given = fresh(plain) | {argument: np.random.default_rng(seed)}
        return put(plain, function, given)

    def all_drawn() -> list[list[Any]]:
        return [parts(paper, plain, drawn(seed)) for seed in range(SEEDS)]

    result = drawn(0)
    first, every = parts(paper, plain, result), all_drawn()
    again = list(chain.from_iterable(all_drawn()))
    yield alike("the same seeds again", list(chain.from_iterable(every)), again)
    differ = any(not equal(first, each).passed for each in every)
    yield is_true(differ, f"got one result of {SEEDS} seeds, should be several")
    yield alike("the first result after other calls", first, parts(paper, plain, result))


def untouched(holds: bool) -> Outcome:
    """Whether the shared generators are as they were."""
    state = "the same states" if holds else "another state"
    return is_true(holds, f"got {state} of the shared generators, should be untouched")


@contextmanager
def shared_generators() -> Iterator[Callable[[], bool]]:
    """Whether the shared generators are as they were; they are put back.

    Both are moved at first, or a state into which every call seeds them would be theirs already.
    """
    before = np.random.get_state(), random.getstate()  # noqa: NPY002 - to see that nobody uses it
    np.random.random(), random.random()  # noqa: NPY002
    moved = _state()
    try:
        yield lambda: _state() == moved
    finally:
        np.random.set_state(before[0])  # noqa: NPY002
        random.setstate(before[1])


def _state() -> tuple[Any, ...]:
    _, words, *rest = np.random.get_state()  # noqa: NPY002
    return tuple(words), *rest, random.getstate()


def register_all() -> None:
    """The checks of every function that takes arrays or lists, or a generator."""
    for paper in CALLS:
        for name in functions(paper, is_held):
            register(paper, name)
        for name in functions(paper, is_generator):
            register_random(paper, name)


register_all()
