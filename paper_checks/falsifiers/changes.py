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


def half(function: Function) -> Function:
    """Half of what it should be."""
    return lambda *arguments, **options: function(*arguments, **options) / 2


def twice(function: Function) -> Function:
    """Twice what it should be."""
    return lambda *arguments, **options: function(*arguments, **options) * 2


def one_more(function: Function) -> Function:
    """One more than it should be."""
    return lambda *arguments, **options: function(*arguments, **options) + 1


def one_less(function: Function) -> Function:
    """One less than it should be."""
    return lambda *arguments, **options: function(*arguments, **options) - 1


def squared(function: Function) -> Function:
    """The square of what it should be."""
    return lambda *arguments, **options: function(*arguments, **options) ** 2


def negated(function: Function) -> Function:
    """The opposite sign."""
    return lambda *arguments, **options: -function(*arguments, **options)


def a_million_times_as_large(function: Function) -> Function:
    """A bound that says nothing."""
    return lambda *arguments, **options: function(*arguments, **options) * 1e6


def in_the_printed_form(function: Function) -> Function:
    """The printed form, whatever form is asked for."""
    return lambda *arguments, **options: function(*arguments, **options | {"form": "printed"})


def a_thousandth_more(function: Function) -> Function:
    """Larger by a part in a thousand: what a wrong constant of a bound would not hide behind."""
    return lambda *arguments, **options: function(*arguments, **options) * 1.001
