"""No number is too large or too small to be refused by name, or answered without an overflow.

The calls are those of ``gramcheck.verify.arguments``, with one argument at a time in other units.
"""

import importlib
import inspect
import re

import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError, UnderflowWarning
from gramcheck.verify.arguments import CALLS

# What must be within 1e100: in D2KE all but distances that are only compared, and the covering
# constant; of idealized kernels the statements of Section 3.2.
COMPARED = {"covering_number", "effective_dimension", "knn_predict"}
STATEMENTS = {
    "margins_from_labels", "pair_margins", "smallest_slacks", "primal_objective", "lagrangian",
    "kkt_conditions", "metric_from_multipliers", "dual_program", "solve_dual",
}  # fmt: skip


def has_range(paper, function, argument):
    if paper == "d2ke":
        return argument != "c" and function not in COMPARED
    return paper == "idealized" and function in STATEMENTS


def in_other_units(paper, unit):
    """Each call with one float, or one array of floats, times the unit."""
    for call in CALLS[paper]:
        for name, each in call.arguments.items():
            good = each.good if isinstance(each.good, float | np.ndarray) else "no number"
            scales = np.asarray(good).dtype.kind == "f" and np.any(good)
            if scales:
                yield call, name, call.valid() | {name: good * unit}


def unnamed(function, said):
    """Whether the message is no refusal, or one of something that the function does not take."""
    subject, must, _ = said.partition(" must ")
    return not must or set(re.findall(r"\w+", subject)).isdisjoint(
        inspect.signature(function).parameters
    )


@pytest.mark.parametrize("unit", [1e90, 1e120, 1e250, 1e-99, 1e-120, 1e-160, 1e-250])
@pytest.mark.parametrize("paper", CALLS)
def test_numbers_are_refused_by_name_or_do_not_overflow(paper, unit):
    for call, name, given in in_other_units(paper, unit):
        function = getattr(importlib.import_module(f"gramcheck.reference.{paper}"), call.function)
        names, values = list(given), list(given.values())
        n, said = len(call.required), ""
        try:  # a warning is an error
            function(*values[:n], **dict(zip(names[n:], values[n:], strict=True)))
        except (ConvergenceError, UnderflowWarning):
            continue  # a solver may say that it does not get there, and features that they vanish
        except ValueError as error:
            said = str(error)
            assert not unnamed(function, said), f"{call.function}, {name}: {said}"
        if unit > 1e100 and has_range(paper, call.function, name):
            assert said, f"{call.function} takes {name} beyond 1e100"


def test_a_refusal_of_what_a_function_does_not_take_is_noticed():
    assert unnamed(lambda alpha: alpha, "S must be at most 1e+100, got 2e+100")
    assert unnamed(lambda alpha: alpha, "math domain error in alpha")
    assert not unnamed(lambda alpha: alpha, "alpha(3) must be positive, got 0")
