"""Lenient implementations: of every function, one for each argument, which repairs it in silence.

Whatever is wrong with the argument, the answer is that of the valid call.
"""

import functools
from collections.abc import Callable
from typing import Any

from gramcheck.verify import Target
from gramcheck.verify.arguments import CALLS, Call
from gramcheck.verify.compare import names
from tests.zoo import changed, wrong


def repairing(function: Callable[..., Any], argument: str, call: Call) -> Callable[..., Any]:
    """The function with the answer of the valid call wherever it would refuse the argument."""
    repaired = functools.cache(lambda: call.answer(function))

    def lenient(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except (TypeError, ValueError) as error:
            if not names(str(error), [argument]):
                raise
            return repaired()

    return lenient


def register(paper: str, call: Call, argument: str) -> None:
    """Add the implementation whose function repairs the argument, to be killed by its check."""

    def make(right: Target) -> Target:
        lenient = repairing(right.get(f"{paper}.{call.function}"), argument, call)
        return changed(right, paper=paper, **{call.function: lenient})

    make.__name__ = f"{paper}_{call.function}_repairs_{argument}"
    make.__doc__ = f"{call.function} with a good {argument} in place of a bad one."
    wrong(killed_by=f"{paper}/bad-input {call.function}_refuses_bad_arguments")(make)


for _paper, _calls in CALLS.items():
    _seen = set()
    for _call in _calls:
        for _argument in _call.arguments:
            if (_call.function, _argument) not in _seen:
                _seen.add((_call.function, _argument))
                register(_paper, _call, _argument)
