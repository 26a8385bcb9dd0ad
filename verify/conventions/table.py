"""A table of conventions for one function, and how an implementation is compared with it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

Conventions = Mapping[str, Callable[..., Any]]

_SAME = 1e-10  # relative; alternatives differ from each other by more on the batteries
_NOTHING = 1e-12  # beside zero


class Table(NamedTuple):
    """Inputs on which alternative definitions differ from each other, and these, by a sentence.

    ``read`` turns a result of the implementation into numbers or nested sequences of them, where it
    is something else; alternatives give them at once. ``same`` is the relative difference that the
    rounding, or the stopping, of an implementation may make. With ``definition`` it is said as well
    when the implementation is right on the battery, which asks for it in this ``form``.
    """

    battery: Sequence[tuple[Any, ...]]
    conventions: Conventions
    read: Callable[[Any], Any] = lambda result: result
    same: float = _SAME
    definition: Callable[..., Any] | None = None
    form: str = "in its default form"


def diagnose(function: Callable[..., Any], table: Table) -> list[str]:
    """Say which conventions reproduce ``function`` on every input of the battery.

    Parameters
    ----------
    function : callable
        The implementation.
    table : Table

    Returns
    -------
    list of str
        "matches ..." for each, or "... it agrees with the definition ..."; empty when the
        implementation raises or gives no numbers.
    """
    try:
        # copies: an implementation that writes to its arguments must not change the battery
        given = [deepcopy(arguments) for arguments in table.battery]
        got = [_answer(function, arguments, table) for arguments in given]
    except Exception:  # no diagnosis for a crash: the check itself reports it
        return []

    def agrees(definition: Callable[..., Any]) -> bool:
        return all(
            _agree(numbers, _numbers(definition(*arguments)), table.same)
            for numbers, arguments in zip(got, table.battery, strict=True)
        )

    if table.definition is not None and agrees(table.definition):
        return [f"on simple inputs it agrees with the definition {table.form}"]
    return [f"matches {name}" for name, other in table.conventions.items() if agrees(other)]


def answers_as(table: Table, name: str, got: Any, arguments: Sequence[Any]) -> bool:
    """Whether a result is what the convention of that name gives for these arguments.

    Raises
    ------
    KeyError
        The table has no such convention.
    """
    convention = table.conventions[name]
    try:
        wanted = convention(*arguments[: len(inspect.signature(convention).parameters)])
    except TypeError:  # of an option that it says nothing of
        return False
    return _agree(_numbers(table.read(got)), _numbers(wanted), table.same)


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...], table: Table) -> list[float]:
    """What an implementation gives; who refuses says that nothing is finite there."""
    try:
        result = function(*arguments)
    except ValueError:
        return [math.inf]
    return _numbers(table.read(result))


def _numbers(result: Any) -> list[float]:
    """All numbers of a result; each sequence is preceded by its length, so that shapes count."""
    if hasattr(result, "toarray"):
        result = result.toarray()
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if isinstance(result, list | tuple):
        return [float(len(result)), *(number for part in result for number in _numbers(part))]
    return [float(result)]


def _agree(got: list[float], wanted: list[float], same: float) -> bool:
    return len(got) == len(wanted) and all(
        math.isclose(a, b, rel_tol=same, abs_tol=min(same, _NOTHING))
        for a, b in zip(got, wanted, strict=True)
    )
