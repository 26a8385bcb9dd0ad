"""Lenient implementations: of every function, one for each argument, which repairs it in silence.

Whatever is wrong with the argument, the answer is that of the valid call.
"""

import functools
from typing import Any

from gramcheck.verify import Target, replace
from gramcheck.verify.arguments import CALLS, Call
from gramcheck.verify.compare import names
from tests.zoo import faults


def repaired(right: Target, function: str, argument: str, call: Call) -> Target:
    """A function with the answer of the valid call wherever it would refuse the argument."""
    strict = right.get(function)
    answer = functools.cache(lambda: call.answer(strict))

    def lenient(*args: Any, **options: Any) -> Any:
        try:
            return strict(*args, **options)
        except (TypeError, ValueError) as error:
            if not names(str(error), [argument]):
                raise
            return answer()

    return replace(right, function, lenient)


for _paper, _calls in CALLS.items():
    # of several calls of a function the first that has the argument
    _cases = {(call.function, name): call for call in reversed(_calls) for name in call.arguments}
    for (_function, _argument), _call in _cases.items():
        _row = faults(repaired, killed_by=f"{_paper}/bad-input {_function}_refuses_bad_arguments")
        _name = f"{_paper}.{_function}"
        _row(f"{_name} repairs {_argument} in silence", _name, _argument, _call)
