"""Bad input, function by function: a clear error before any work, which names the argument.

The calls come from the tables of :mod:`gramcheck.verify.arguments`. What results of functions
refuse, and what looks bad and is not, is in the module of the same name of each paper.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gramcheck.verify.arguments import CALLS, Call, Refusal
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.refusals import refused
from gramcheck.verify.registry import check


def register(paper: str, name: str, calls: Sequence[Call]) -> None:
    """Make the refusals of one function a check."""

    def refusals(target: Any, run: Any) -> Iterator[Outcome]:
        function = target.get(f"{paper}.{name}").alone
        for call in calls:
            for refusal in call.refusals():
                with contextlib.suppress(LackingError):
                    yield without_what_is_lacking(refusal, function)

    refusals.__name__ = f"{name}_refuses_bad_arguments"
    refusals.__doc__ = f"Each bad value of each argument of {name} is refused by name."
    needs, place = f"{paper}.{name}", "any function"
    check(f"{paper}/bad-input", place=place, needs=needs, since="0.1")(refusals)


def without_what_is_lacking(refusal: Refusal, function: Callable[..., Any]) -> Outcome:
    """The refusal as it is; if the target lacks an option, without those that it is not about."""
    try:
        return refused(refusal, function)
    except LackingError:
        return refused(refusal.bare(), function)


def register_all() -> None:
    """The checks of every function that can refuse something."""
    for paper, calls in CALLS.items():
        for name in dict.fromkeys(call.function for call in calls if any(call.refusals())):
            register(paper, name, [call for call in calls if call.function == name])


register_all()
