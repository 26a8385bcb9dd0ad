"""Faults that no one has to write: whatever a function returns is altered, in one way or another.

They are cruder than those of :mod:`tests.zoo`, and there are some for every function, so that an
outcome which none of them fails has nothing to say.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import hypothesis
import numpy as np
import scipy.sparse

from gramcheck import verify
from gramcheck.verify import Record, Target, search

EXAMPLES, SEED = 5, 2018  # of every run of a check on a fault
Alter = Callable[[np.ndarray], Any]  # of an array of numbers, truth values or strings


@contextlib.contextmanager
def any_example_will_do(drawn: bool = True) -> Iterator[None]:
    """Failing examples are not made small here, which would take the time; or none are drawn."""
    usual, phases = search._settings, (hypothesis.Phase.generate,) * drawn
    search._settings = lambda n: hypothesis.settings(usual(n), phases=phases)
    try:
        yield
    finally:
        search._settings = usual


def record_of(target: object, check: str, examples: int = EXAMPLES) -> Record:
    """What a check says of a target."""
    with any_example_will_do():
        [record] = verify.run(target, [check], examples=examples, seed=SEED)
    return record


class Altered:
    """A result with several parts, of which one or all are altered, and what its methods give."""

    def __init__(self, result: Any, alter: Alter, part: str | None = None) -> None:
        self._result, self._alter, self._part = result, alter, part

    def __getattr__(self, name: str) -> Any:
        part = getattr(self._result, name)
        if isinstance(self._alter, Read):
            self._alter.parts.add(name)
        if self._part not in (None, name):
            return part
        if callable(part):
            return lambda *args, **how: altered(part(*given(args), **how), self._alter)
        return altered(part, self._alter)


def altered(value: Any, alter: Alter, part: str | None = None) -> Any:
    """The value with its numbers, truth values and strings altered; objects by their parts."""
    if isinstance(value, bool | np.bool_ | float | int | np.number):
        return alter(np.asarray([value]))[0].item()
    if isinstance(value, np.ndarray):
        return alter(value) if value.size else value
    if scipy.sparse.issparse(value):
        value = value.tocsr(copy=True)
        value.data = alter(value.data)
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        names = value._fields
        if isinstance(alter, Read):
            alter.parts.update(names)
        parts = [altered(getattr(value, n), alter) if part in (None, n) else getattr(value, n)
                 for n in names]  # fmt: skip
        return type(value)(*parts)
    if isinstance(value, list | tuple):
        if value and all(isinstance(each, str) for each in value):
            return type(value)(alter(np.array(value, dtype=object)).tolist())
        return type(value)(altered(each, alter) for each in value)
    if value is None or isinstance(value, str | bytes | dict):
        return value
    return Altered(value, alter, part)


def given(args: Iterable[Any]) -> list[Any]:
    """Arguments as the function made them, where they are results of its own."""
    return [each._result if isinstance(each, Altered) else each for each in args]


def altering(right: Target, name: str, alter: Alter, part: str | None = None) -> Target:
    """An implementation with one function whose results, or one part of them, are altered."""
    function = right.get(name)

    def altered_function(*args: Any, **how: Any) -> Any:
        how = dict(zip(how, given(how.values()), strict=True))
        return altered(function(*given(args), **how), alter, part)

    return verify.replace(right, name, altered_function)


class Read:
    """Alters nothing, and notes which parts of results are asked for."""

    def __init__(self) -> None:
        self.parts: set[str] = set()

    def __call__(self, values: np.ndarray) -> np.ndarray:
        return values


def real(change: Alter) -> Alter:
    """Real numbers are changed; integers, truth values and strings stay."""
    return lambda values: change(values) if values.dtype.kind == "f" else values


SIGNS = np.array([1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0])


def moved(size: float, signs: Iterator[np.ndarray] | None = None) -> Alter:
    """Real numbers are moved by a relative error, some of an array up and some down."""
    of_calls = itertools.repeat(SIGNS) if signs is None else signs
    return real(lambda values: values * (1 + size * np.resize(next(of_calls), values.shape)))


def moved_in_turn(size: float) -> Alter:
    """As :func:`moved`, and others of them at each call: results that are compared differ."""
    return moved(size, (np.roll(SIGNS, -call) for call in itertools.count()))


def moved_alternately(size: float) -> Alter:
    """As :func:`moved`, and each of them up at one call and down at the next."""
    return moved(size, itertools.cycle([SIGNS, -SIGNS]))


def grown(size: float) -> Alter:
    """Real numbers are larger, all by one relative error, which may be above 1."""
    return real(lambda values: values * (1 + size))


def shrunk(size: float) -> Alter:
    """Real numbers are smaller, all by one relative error, which may be above 1."""
    return real(lambda values: values / (1 + size))


def shifted(size: float) -> Alter:
    """Real numbers are larger, all by one absolute error; 0 too."""
    return real(lambda values: values + size)


def lowered(size: float) -> Alter:
    """Real numbers are smaller, all by one absolute error; below 0 where they were 0."""
    return real(lambda values: values - size)


def more(size: float) -> Alter:
    """Integers are larger by the size, or by what is next below it; real numbers stay."""
    return lambda values: values + int(size) if values.dtype.kind in "iu" else values


def fewer(size: float) -> Alter:
    """Integers are smaller by the size, or by what is next below it; real numbers stay."""
    return lambda values: values - int(size) if values.dtype.kind in "iu" else values


def negative(values: np.ndarray) -> np.ndarray:
    """Of the other sign, and false where they are true."""
    if values.dtype.kind == "b":
        return ~values
    return -values if values.dtype.kind in "if" else np.roll(values, 1)


def larger(values: np.ndarray) -> np.ndarray:
    """Each one more, in its place in a matrix more for rows that come later."""
    if values.dtype.kind not in "iuf":
        return np.roll(values, 1)
    return values + (1 + np.arange(values.size).reshape(values.shape) % 5).astype(values.dtype)


def empty(values: np.ndarray) -> np.ndarray:
    """All zero, or the first of all."""
    return (
        np.zeros_like(values)
        if values.dtype.kind in "iufb"
        else np.resize(values[:1], values.shape)
    )


def cut(values: np.ndarray) -> np.ndarray:
    """One row less."""
    return values[:-1] if len(values) > 1 else values


def unknown(values: np.ndarray) -> np.ndarray:
    """Not a number."""
    return np.full_like(values, np.nan) if values.dtype.kind == "f" else values


def other_each_time() -> Alter:
    """Other numbers at each call."""
    calls = itertools.count(1)

    def alter(values: np.ndarray) -> np.ndarray:
        if values.dtype.kind == "f":
            return moved(1e-3 * next(calls))(values)
        return values + next(calls) if values.dtype.kind in "iu" else values

    return alter


ALTERATIONS = {
    "cut": cut,
    "unknown": unknown,
    "moved by a tenth": moved(0.1),
    "negative": negative,
    "larger": larger,
    "twice": lambda values: values + values if values.dtype.kind in "iuf" else values,
    "halved": lambda values: values / 2 if values.dtype.kind == "f" else values,
    "empty": empty,
}


def faults(right: Target, name: str, parts: Iterable[str]) -> Iterator[tuple[str, Target]]:
    """Every generated fault of one function, and of these parts of its result, with its name."""
    for what, alter in {**ALTERATIONS, "other each time": other_each_time()}.items():
        yield f"{name}: {what}", altering(right, name, alter)
    for part in parts:
        for what in ("moved by a tenth", "negative", "larger", "empty"):
            yield f"{name}.{part}: {what}", altering(right, name, ALTERATIONS[what], part)
    function = right.get(name)

    def refuses(*args: Any, **how: Any) -> Any:
        raise ValueError("no")

    def accepts(*args: Any, **how: Any) -> Any:
        try:
            return function(*args, **how)
        except Exception:
            return np.nan

    def remembers(*args: Any, **how: Any) -> Any:
        kept.append(function(*args, **how))
        return kept[max(0, len(kept) - 2)]

    def scribbles(*args: Any, **how: Any) -> Any:
        result = function(*args, **how)
        for each in (*args, *how.values()):
            if isinstance(each, np.ndarray) and each.flags.writeable and each.dtype.kind == "f":
                each[...] = each[::-1].copy()
        return result

    kept: list[Any] = []
    yield f"{name}: refuses everything", verify.replace(right, name, refuses)
    yield f"{name}: refuses nothing", verify.replace(right, name, accepts)
    yield f"{name}: gives the result before", verify.replace(right, name, remembers)
    yield f"{name}: writes into what it is given", verify.replace(right, name, scribbles)
