"""Lenient implementations: of every function, one for each argument, which repairs it in silence.

Whatever is wrong with the argument, the answer is that of the valid call.
"""

import functools
import inspect
import math
import re
import warnings
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


def infinite(right: Target, function: str) -> Target:
    """A function that answers infinity where it would refuse numbers that are too large."""
    strict = right.get(function)

    def unchecked(*args: Any, **options: Any) -> Any:
        try:
            return strict(*args, **options)
        except ValueError as error:
            if re.search("at most 1e.100|got overflow", str(error)):
                return math.inf
            raise

    return replace(right, function, unchecked)


def nervous(right: Target, function: str) -> Target:
    """A function that warns of every answer."""
    calm = right.get(function)

    def warning(*args: Any, **options: Any) -> Any:
        warnings.warn("something may be wrong", stacklevel=2)
        return calm(*args, **options)

    return replace(right, function, warning)


for _function in (
    "d2ke.dtw",
    "sfm.concentration_bound",
    "idealized.alignment",
    "kcr.klmca_objective",
):
    _claim, _, _name = _function.partition(".")
    _killer = f"{_claim}/bad-input {_name}_refuses_bad_arguments"
    faults(infinite, killed_by=_killer)(f"{_function} overflows in silence", _function)
    faults(nervous, killed_by=_killer)(f"{_function} warns of good arguments", _function)


def by_default(right: Target, function: str, option: str, value: Any) -> Target:
    """A function with another default, which its signature shows."""
    usual = right.get(function)

    @functools.wraps(usual._function)
    def other(*args: Any, **options: Any) -> Any:
        return usual(*args, **{option: value} | options)

    signature = inspect.signature(usual._function)
    shown = [
        each.replace(default=value) if each.name == option else each
        for each in signature.parameters.values()
    ]
    other.__signature__ = signature.replace(parameters=shown)
    return replace(right, function, other)


for _function, _option, _value in (
    ("d2ke.n_features_needed", "form", "printed"),
    ("sfm.local_alignment_kernel", "gap_open", 10.0),
    ("idealized.xing_metric", "max_iterations", 100),
    ("kcr.lmnn", "k", 1),
):
    _claim, _, _name = _function.partition(".")
    _row = faults(by_default, killed_by=f"{_claim}/bad-input {_name}_refuses_bad_arguments")
    _row(f"{_function} has another {_option} by default", _function, _option, _value)


def strict(right: Target, function: str, option: str, value: Any) -> Target:
    """A function that refuses the last good value of an option as well."""
    usual = right.get(function)

    def refusing(*args: Any, **options: Any) -> Any:
        if option in options and value == options[option]:
            raise ValueError(f"{option} must not be {value!r}")
        return usual(*args, **options)

    return replace(right, function, refusing)


for _function, _option, _value in (
    ("d2ke.dsk_nd", "beta", 0),
    ("sfm.mismatch_kernel", "tolerance", 0.0),
    ("idealized.make_toy", "irrelevant", 0),
    ("kcr.lmnn", "max_iterations", 1),
):
    _claim, _, _name = _function.partition(".")
    _killer = f"{_claim}/bad-input {_name}_refuses_bad_arguments"
    _row = faults(strict, killed_by=_killer, raises=ValueError)
    _row(f"{_function} refuses {_value} for {_option}", _function, _option, _value)
