"""Ways to make a function wrong that many claims share; each takes the right one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def instead(wrong: Function) -> Callable[[Function], Function]:
    """The function below in the place of the right one, which it gets before its arguments."""

    @functools.wraps(wrong)
    def change(right: Function) -> Function:
        return lambda *arguments, **options: wrong(right, *arguments, **options)

    return change


def times(factor: float) -> Callable[[Function], Function]:
    """So many times what it should be."""

    @instead
    def change(function: Function, *arguments: Any, **options: Any) -> Any:
        return function(*arguments, **options) * factor

    change.__name__ = f"{factor:g}_times"
    return change


def in_the_paper(place: str, change: Callable[[Any], Any]) -> dict[str, Callable[[Any], Any]]:
    """Reference and definition changed alike, as if the paper had it so; places and changes."""
    return {place: change, f"verify.definitions.{place}": change}


half, twice, negated = times(0.5), times(2), times(-1)
a_thousandth_more = times(1.001)  # what a wrong constant of a bound would not hide behind


def one_more(function: Function) -> Function:
    """One more than it should be."""
    return lambda *arguments, **options: function(*arguments, **options) + 1


def one_less(function: Function) -> Function:
    """One less than it should be."""
    return lambda *arguments, **options: function(*arguments, **options) - 1


def squared(function: Function) -> Function:
    """The square of what it should be."""
    return lambda *arguments, **options: function(*arguments, **options) ** 2


def in_the_printed_form(function: Function) -> Function:
    """The printed form, whatever form is asked for."""
    return lambda *arguments, **options: function(*arguments, **options | {"form": "printed"})


def in_the_corrected_form(function: Function) -> Function:
    """The corrected form, whatever form is asked for."""
    return lambda *arguments, **options: function(*arguments, **options | {"form": "corrected"})
