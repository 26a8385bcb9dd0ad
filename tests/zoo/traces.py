"""Functions that keep something between calls, and such that draw from another generator."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from gramcheck.verify import Target, replace
from gramcheck.verify.arguments import CALLS
from gramcheck.verify.contract import Shape, contracts
from gramcheck.verify.suite.plain_calls import functions, is_generator, is_held
from tests.zoo import faults


def remembered_by_place(right: Target, path: str) -> Target:
    """A function whose results are remembered by where its arrays and lists lie in memory."""
    function, memory = right.get(path), {}

    def place(value: Any) -> Any:
        if isinstance(value, np.random.Generator):
            return repr(value.bit_generator.state)
        return id(value) if isinstance(value, np.ndarray | list) else repr(value)

    def remembers(*args: Any, **options: Any) -> Any:
        key = (*map(place, args), *((n, place(options[n])) for n in sorted(options)))
        if key not in memory:  # the arguments are kept, lest others come to lie there
            memory[key] = function(*args, **options), args, options
        return memory[key][0]

    return replace(right, path, remembers)


def overwritten(right: Target, path: str) -> Target:
    """A function whose arrays of one shape and type all lie in one place."""
    function, buffers = right.get(path), {}

    def kept(value: Any) -> Any:
        if isinstance(value, list | tuple):
            parts = [kept(each) for each in value]
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        if not isinstance(value, np.ndarray):
            return value
        buffer = buffers.setdefault((value.shape, value.dtype), np.empty_like(value))
        buffer[...] = value
        return buffer

    return replace(right, path, lambda *args, **options: kept(function(*args, **options)))


def writing(right: Target, path: str) -> Target:
    """A function that leaves its arrays and lists as it has used them."""
    function = right.get(path)

    def writes(*args: Any, **options: Any) -> Any:
        result = function(*args, **options)
        for value in (*args, *options.values()):
            if isinstance(value, np.ndarray):
                value[...] = np.roll(value, 1)
            elif isinstance(value, list):
                value.append(value[0])
        return result

    return replace(right, path, writes)


def seeding(right: Target, path: str) -> Target:
    """A function that seeds the generators of everybody, and draws from them."""
    function = right.get(path)

    def seeds(*args: Any, **options: Any) -> Any:
        np.random.seed(0)  # noqa: NPY002 - the fault
        random.seed(0)
        return function(*args, **options)

    return replace(right, path, seeds)


def drawing_from(right: Target, path: str, other: Callable[[], np.random.Generator]) -> Target:
    """A function that takes another generator than the one that it is given."""
    function = right.get(path)

    def exchanged(value: Any) -> Any:
        return other() if isinstance(value, np.random.Generator) else value

    def draws(*args: Any, **options: Any) -> Any:
        return function(*map(exchanged, args), **{n: exchanged(v) for n, v in options.items()})

    return replace(right, path, draws)


def from_shared() -> np.random.Generator:
    """A generator seeded from the one that everybody shares."""
    return np.random.default_rng(np.random.randint(2**31))  # noqa: NPY002 - the fault


def is_of_arrays(shape: Shape) -> bool:
    """Whether a result is an array, or has one."""
    return shape.kind == "array" or any(map(is_of_arrays, shape.parts))


for _paper in CALLS:
    for _name in functions(_paper, is_held):
        _path, _check = f"{_paper}.{_name}", f"{_name}_keeps_nothing_between_calls"
        _row = {"killed_by": f"{_paper}/no-side-effects {_check}"}
        faults(remembered_by_place, **_row)(f"{_path} remembers by place", _path)
        faults(writing, **_row)(f"{_path} writes to its arguments", _path)
        if is_of_arrays(contracts()[_path].shape):
            faults(overwritten, **_row)(f"{_path} overwrites results", _path)
        faults(seeding, **_row)(f"{_path} seeds shared generators", _path)
    for _name in functions(_paper, is_generator):
        _path, _check = f"{_paper}.{_name}", f"{_name}_draws_from_its_generator_alone"
        _row = {"killed_by": f"{_paper}/no-side-effects {_check}"}
        for _what, _other in (
            ("a generator of its own", np.random.default_rng),
            ("one seed always", lambda: np.random.default_rng(0)),
            ("the shared generator", from_shared),
        ):
            faults(drawing_from, **_row)(f"{_path} draws from {_what}", _path, _other)
        if is_of_arrays(contracts()[_path].shape):
            faults(overwritten, **_row)(f"{_path} overwrites what it drew", _path)
        faults(seeding, **_row)(f"{_path}, which draws, seeds shared generators", _path)
