"""Ways to make a function wrong that many claims share; each takes the right one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def half(function: Function) -> Function:
    """Half of what it should be."""
    return lambda *arguments, **options: function(*arguments, **options) / 2


def twice(function: Function) -> Function:
    """Twice what it should be."""
    return lambda *arguments, **options: function(*arguments, **options) * 2


def one_more(function: Function) -> Function:
    """One more than it should be."""
    return lambda *arguments, **options: function(*arguments, **options) + 1


def squared(function: Function) -> Function:
    """The square of what it should be."""
    return lambda *arguments, **options: function(*arguments, **options) ** 2


def negated(function: Function) -> Function:
    """The opposite sign."""
    return lambda *arguments, **options: -function(*arguments, **options)


def a_thousandth_more(function: Function) -> Function:
    """Larger by a part in a thousand: what a wrong constant of a bound would not hide behind."""
    return lambda *arguments, **options: function(*arguments, **options) * 1.001
