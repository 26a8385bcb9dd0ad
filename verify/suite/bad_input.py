"""Bad input, function by function: a clear error before any work, which names the argument.

The calls come from the tables of :mod:`gramcheck.verify.arguments`. What results of functions
refuse, and what looks bad and is not, is in the module of the same name of each paper.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gramcheck.verify.arguments import CALLS, Call, Refusal
from gramcheck.verify.calls import TargetFunction
from gramcheck.verify.compare import is_true
from gramcheck.verify.contract import contracts
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.refusals import refused, refused_or_finite, taken, without_warning
from gramcheck.verify.registry import check

TOO_LARGE = 1e250  # a unit in which squares are beyond float64
LARGE = 1e90  # one in which products of four numbers are
COUNTS = {("c",)}  # of balls, in Assumption 3 of D2KE: a bound for too many of them is infinite


def register(paper: str, name: str, calls: Sequence[Call]) -> None:
    """Make the refusals of one function a check."""

    def refusals(target: Any, run: Any) -> Iterator[Outcome]:
        yield from documented_defaults(target.get(f"{paper}.{name}"))
        function = target.get(f"{paper}.{name}").alone
        for call in calls:
            for refusal in call.refusals():
                with contextlib.suppress(LackingError):
                    yield without_what_is_lacking(refusal, function)
            for large in (*call.in_other_units(TOO_LARGE), call.all_in_other_units(LARGE)):
                with contextlib.suppress(LackingError):
                    if large.naming not in COUNTS:
                        yield refused_or_finite(large, function)
            for edge in call.at_edges():
                with contextlib.suppress(LackingError):
                    yield taken(edge, function)
            with contextlib.suppress(LackingError):
                yield without_warning(call, function)

    refusals.__name__ = f"{name}_refuses_bad_arguments"
    refusals.__doc__ = f"""Each bad value of each argument of {name} is refused by name.

    Numbers whose products are beyond float64 are refused, or their answer has neither NaN nor
    infinity. Good arguments are answered, the last of each range among them, and without a
    warning. An option that is left out has the default of the contract, where a signature
    shows one.
    """
    needs, place = f"{paper}.{name}", "any function"
    check(f"{paper}/bad-input", place=place, needs=needs, since="0.1")(refusals)


def documented_defaults(function: TargetFunction) -> Iterator[Outcome]:
    """What the signature shows as defaults is what the contract says; None shows nothing."""
    shown = function.defaults()
    for option, parameter in contracts()[function.name].optional({}).items():
        if parameter.default is not None and shown.get(option) is not None:
            text = f"{option}: default {shown[option]!r}, should be {parameter.default!r}"
            yield is_true(parameter.stands_for_default(shown[option]), text)


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
